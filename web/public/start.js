/* Runs before the first paint and before the app's own code is there. */
(function () {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("sandtable.settings") || "{}");
    // A dark hall never sees a white flash.
    const theme = new URLSearchParams(location.search).get("theme") || kept.theme;
    const { dataset } = document.documentElement;
    if (theme === "light" || theme === "dark") dataset.theme = theme;
    if (kept.largeType) dataset.type = "large";
    if (kept.brightHall) dataset.hall = "bright";
  } catch {
    /* Without storage the system's setting decides. */
  }
  // The store takes its time to open. What it holds is told in lib/keep.ts, which waits for it.
  let nothingKept;
  window.storeIfAny = new Promise((told) => (nothingKept = told));
  window.storeOpening = new Promise((resolve, reject) => {
    const request = indexedDB.open("sandtable", 1);
    request.onupgradeneeded = () => {
      nothingKept(null);
      request.result.createObjectStore("things");
      request.result.createObjectStore("entries");
    };
    request.onsuccess = () => {
      resolve(request.result);
      window.storeIfAny = window.storeOpening;
    };
    request.onerror = () => reject(request.error);
  });
  window.storeOpening.catch(() => {});
  // What the page asks first is in its address: the answer comes while the code is still being read.
  const ruleset = /^#\/([a-z0-9_]+)$/.exec(location.hash)?.[1];
  if (!ruleset || (kept.measure ?? "in") !== "in") return;
  const address = new URL("api/ruleset", document.baseURI).href;
  const body = JSON.stringify({ ruleset, options: {}, house: "", style: { scale: 1, unit: "in" } });
  const told = fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body }).then(
    async (reply) => ({ status: reply.status, text: await reply.text() }),
  );
  told.catch(() => {});
  window.askedEarly = { address, body, told };
})();
