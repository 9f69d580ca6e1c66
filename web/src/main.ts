import "./early";
import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { rulesetIn } from "./lib/address";
import { app } from "./lib/app.svelte";
import { Game } from "./lib/game.svelte";

/** How long the page may stand as it came, in milliseconds, before it says itself what it waits for. */
const PATIENCE = 400;

const patience = new Promise<null>((go) => setTimeout(() => go(null), PATIENCE));

/** The game in the address is opened before anything is drawn: mostly the form is then the first thing that stands. */
async function start(): Promise<void> {
  const ruleset = rulesetIn(location.hash);
  const opening = ruleset ? Game.load(ruleset, ruleset) : null;
  const first = opening && (await Promise.race([opening.catch(() => null), patience]));
  const target = document.getElementById("app")!;
  target.textContent = "";
  mount(App, { target, props: { opening, first } });
}
void start();

// For whoever opens the console, and for the browser tests: the page's own desk, as it stands.
Object.assign(window, { sandtable: app });
