/* Runs before the first paint and before the app's own code is there. */
(function () {
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
  // The page waits to be drawn with the form in it; where that is long in coming, it says what it waits for.
  setTimeout(() => {
    document.querySelector("[blocking]")?.removeAttribute("blocking");
    document.querySelector(".wait[hidden]")?.removeAttribute("hidden");
  }, 400);
  // A request of the old kind on purpose: its answer comes in one step, that of `fetch` in several, each behind the page's own work.
  window.post = (address, body) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", address);
      request.setRequestHeader("content-type", "application/json");
      request.onload = () => resolve({ status: request.status, text: request.responseText });
      request.onerror = () => reject(new TypeError("nobody there"));
      request.send(body);
    });
  // What the page asks first is in its address: the answer comes while the code is still being read.
  const ruleset = /^#\/([a-z0-9_]+)$/.exec(location.hash)?.[1];
  if (!ruleset || (kept.measure ?? "in") !== "in") return;
  const address = new URL("api/ruleset", document.baseURI).href;
  const body = JSON.stringify({ ruleset, options: {}, house: "", style: { scale: 1, unit: "in" } });
  const told = window.post(address, body);
  told.catch(() => {});
  window.askedEarly = { address, body, told };
})();
