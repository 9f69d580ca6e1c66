import "./early";
import { mount } from "svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import App from "./App.svelte";
import { placeIn } from "./lib/address";
import { app } from "./lib/app.svelte";
import { arrived } from "./lib/desk";
import { nextTurn } from "./lib/turns.svelte";
import { pages } from "./pages";

/** How long the page may stand as it came, in milliseconds, before it says itself what it waits for. */
const PATIENCE = 400;

const patience = new Promise<null>((go) => setTimeout(() => go(null), PATIENCE));
const inTime = <Thing>(thing: Promise<Thing>): Promise<Thing | null> =>
  Promise.race([thing.catch(() => null), patience]);

/** The types of the first screen, which come with the page: what is laid out before they are there is laid out twice. */
const TYPES = ["Libre Franklin", "League Gothic"];
const types = inTime(Promise.all(TYPES.map((name) => document.fonts.load(`1em "${name}"`))));

/** What the address names is opened before anything is drawn: mostly it is then the first thing that stands. */
async function start(): Promise<void> {
  const place = placeIn(location.hash);
  const opening =
    place.page === "umpire" ? arrived(pages.umpire()).then(({ opened }) => opened(place.ruleset, place.ruleset)) : null;
  const listed = place.page === "home" ? app.loadCatalogue() : null;
  const first = opening && (await inTime(opening));
  if (listed) await inTime(listed);
  await types;
  await nextTurn(); // the answer has been read in this one
  const target = document.getElementById("app")!;
  target.textContent = "";
  mount(App, { target, props: { opening, listed, first } });
}
void start();

// For whoever opens the console, and for the browser tests: the page's own desk, as it stands.
Object.assign(window, { sandtable: app });
