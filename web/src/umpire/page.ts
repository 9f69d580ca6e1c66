import { Game } from "../lib/game.svelte";
import Umpire from "./Umpire.svelte";

/** A game with the page that it is played on. */
export type Opened = { game: Game; Umpire: typeof Umpire };

/** Opens the game that is played under a ruleset. */
export async function opened(ruleset: string, title: string): Promise<Opened> {
  return { game: await Game.load(ruleset, title), Umpire };
}
