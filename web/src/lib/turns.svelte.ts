import { flushSync, getContext, setContext } from "svelte";

/** So long a turn may draw, in milliseconds, before the browser has one: to a slow phone it is four times as long. */
const TURN = 5;

const PAGE = Symbol();

/** Settles in a turn of its own: meanwhile the browser may draw what stands, or hear a finger. */
export const nextTurn = (): Promise<void> => new Promise((go) => setTimeout(go));

/** A piece of the app that has come, in a turn of its own: to read it has taken this one. */
export const inNextTurn = <Piece>(piece: Piece): Promise<Piece> => nextTurn().then(() => piece);

/** When a part comes, if not simply when those before it stand: in the same turn as the one before it, or when all others stand. */
export type When = "joined" | "last";
type Part = { draw: () => void; when?: When | undefined };

/** The parts of a page that come one after the other, from top to bottom: what stands is not moved by what comes. */
export class Turns {
  /** Every part stands. */
  whole = $state(false);
  /** Settles when every part stands. */
  readonly done: Promise<void>;
  #waiting: Part[] = [];
  #last: Part[] = [];
  #running = false;
  #finish!: () => void;

  constructor(readonly next: () => Promise<void> = nextTurn) {
    this.done = new Promise((go) => (this.#finish = go));
  }

  /** Draws a part when those before it have been drawn: it stands behind all that have come to wait before it. */
  wait(draw: () => void, when?: When): void {
    (when === "last" ? this.#last : this.#waiting).push({ draw, when });
    if (this.#running) return;
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#waiting.length || this.#last.length) {
      await this.next();
      if (!this.#waiting.length) this.#waiting = this.#last.splice(0);
      const begun = performance.now();
      while (this.#waiting[0]?.when === "joined" || (this.#waiting.length && performance.now() - begun < TURN)) {
        const [part, ...behind] = this.#waiting;
        // What comes to wait meanwhile is within this part, and stands before those behind it.
        this.#waiting = [];
        flushSync(part!.draw);
        await Promise.resolve(); // what the part has put off until it stands is done, too
        this.#waiting.push(...behind);
      }
    }
    this.whole = true;
    this.#finish();
  }
}

/** Lets the parts of this page come in turns. */
export const inTurns = (): Turns => setContext(PAGE, new Turns());

/** The turns of the page that this part is on, where it has any. */
export const turnsHere = (): Turns | undefined => getContext(PAGE);
