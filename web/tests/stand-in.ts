import type { CallName, Ruleset } from "../src/lib/contract";
import type { ChangedRow } from "../src/lib/entries";
import { Game } from "../src/lib/game.svelte";
import { newGame, type KeptGame } from "../src/lib/kept-game";
import type { Newer, Services, Store } from "../src/lib/sitting.svelte";
import { ledger, odds, ruleset } from "./samples";

export type Body = { [name: string]: unknown };

/** A store that remembers what it was given, and when. */
export class Shelf implements Store {
  steps: { game: KeptGame; changed: ChangedRow[] }[] = [];
  forms: KeptGame[] = [];
  /** How many steps it was asked to store. */
  begun = 0;
  /** What a step waits for until it is stored. */
  pause: Promise<void> = Promise.resolve();
  full = false;

  async keepForm(game: KeptGame): Promise<void> {
    this.forms.push(game);
  }

  async keepStep(game: KeptGame, changed: ChangedRow[]): Promise<Newer | null> {
    this.begun++;
    await this.pause;
    if (this.full) throw new Error("no room");
    this.steps.push({ game, changed });
    return null;
  }

  async keptAfter(): Promise<Newer | null> {
    return null;
  }
}

/** A desk that reads its lines: one reply after another, the last one again and again. */
export class StandIn {
  replies: Partial<Record<CallName, unknown[]>> = { ruleset: [ruleset()], ledger: [ledger()], odds: [odds()] };
  sent: { name: CallName; body: Body }[] = [];
  said: string[] = [];
  shelf = new Shelf();

  services: Services = {
    call: (async (name: CallName, body: object) => this.#read(name, body)) as Services["call"],
    store: this.shelf,
    say: (words) => this.said.push(words),
  };

  async #read(name: CallName, body: object): Promise<unknown> {
    this.sent.push({ name, body: JSON.parse(JSON.stringify(body)) });
    const lines = this.replies[name] ?? [];
    const next = lines.length > 1 ? lines.shift() : lines[0];
    if (next instanceof Error) throw next;
    return typeof next === "function" ? next(body) : next;
  }

  /** A game that asks this desk and is kept on this shelf. */
  game(screen: Ruleset = ruleset()): Game {
    return new Game(newGame("sample", "Sample"), screen, [], this.services);
  }

  /** The last body that was sent with a call. */
  last(name: CallName): Body {
    return this.sent.filter((each) => each.name === name).at(-1)!.body;
  }

  times(name: CallName): number {
    return this.sent.filter((each) => each.name === name).length;
  }
}

/** A refusal in the desk's words. */
export const refusal = (field: string, message: string) => ({
  status: "problems",
  problems: [{ field, message, choices: [], rule: null }],
});
