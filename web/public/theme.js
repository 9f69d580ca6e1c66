/* Runs before the first paint, so that a dark hall never sees a white flash. */
(function () {
  try {
    var kept = JSON.parse(localStorage.getItem("sandtable.settings") || "{}");
    var asked = new URLSearchParams(location.search).get("theme");
    var theme = asked || kept.theme;
    var data = document.documentElement.dataset;
    if (theme === "light" || theme === "dark") data.theme = theme;
    if (kept.largeType) data.type = "large";
    if (kept.brightHall) data.hall = "bright";
  } catch {
    /* Without storage the system's setting decides. */
  }
})();
