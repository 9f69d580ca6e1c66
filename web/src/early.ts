/*
 * A piece of its own that runs before the first paint, while the app's own code is still on its way: it sets the page's looks, opens
 * the store, and asks for the page that the address names and for what stands on it.
 */
import { placeIn } from "./lib/address";
import { early } from "./lib/asking";
import type { Setting } from "./lib/contract";
import "./lib/keep";
import { keptPreferences, showLooks, styleOf, type Theme } from "./lib/preferences";
import { pages } from "./pages";

/** How long the page may stand empty, in milliseconds, before it says what it waits for. */
const PATIENCE = 400;

const preferences = keptPreferences();
const theme = new URLSearchParams(location.search).get("theme") as Theme | null;
// A dark hall never sees a white flash.
showLooks(theme ? { ...preferences, theme } : preferences);

setTimeout(() => document.querySelector(".wait[hidden]")?.removeAttribute("hidden"), PATIENCE);

const place = placeIn(location.hash);
const put = (call: string, body: unknown): void => early.put(new URL(`api/${call}`, document.baseURI).href, body);

if (place.page === "umpire") {
  // Most games are played as printed.
  const setting: Setting = { ruleset: place.ruleset, options: {}, house: "", style: styleOf(preferences) };
  put("ruleset", setting);
} else if (place.page === "home") put("catalogue", {});
else if (place.page === "hall") put("table/scenarios", {});
else if (place.page === "seat") put("table/map", { token: place.token });

if (place.page in pages) pages[place.page as keyof typeof pages]().catch(() => {}); // the app says so when it wants it
