/*
 * A piece of its own that runs before the first paint, while the app's own code is still on its way: it sets the page's looks, opens
 * the store, and asks for the screen that the address names.
 */
import { rulesetIn } from "./lib/address";
import { early } from "./lib/asking";
import type { Setting } from "./lib/contract";
import "./lib/keep";
import { keptPreferences, showLooks, styleOf, type Theme } from "./lib/preferences";

/** How long the page may wait to be drawn with the form in it, in milliseconds, before it says what it waits for. */
const PATIENCE = 400;

const preferences = keptPreferences();
const theme = new URLSearchParams(location.search).get("theme") as Theme | null;
// A dark hall never sees a white flash.
showLooks(theme ? { ...preferences, theme } : preferences);

setTimeout(() => {
  for (const each of document.querySelectorAll("[blocking]")) each.removeAttribute("blocking");
  document.querySelector(".wait[hidden]")?.removeAttribute("hidden");
}, PATIENCE);

const ruleset = rulesetIn(location.hash);
if (ruleset) {
  // Most games are played as printed.
  const setting: Setting = { ruleset, options: {}, house: "", style: styleOf(preferences) };
  early.put(new URL("api/ruleset", document.baseURI).href, setting);
}
