import type { Pad as PadView } from "../lib/contract";
import type { Seat } from "./seat.svelte";
import type { Json } from "./types";

type Act = { piece: string; [part: string]: Json };

/** A secret plan while it is written: it stays on this device, and the server judges and draws what it is shown. */
export class Pad {
  /** What the server says of the plan; null where nothing is planned now. */
  view = $state.raw<PadView | null>(null);
  /** The arrows, rays and ghosts of the plan are drawn. */
  drawn = $state(true);

  #acts: Act[] = [];
  /** The plan as it was before each change of it. */
  #before = $state.raw<Act[][]>([]);
  #asking: Promise<void> | null = null;
  #asked = -1;

  constructor(readonly seat: Pick<Seat, "ask" | "now" | "token">) {
    this.#acts = this.#stored("plan");
  }

  get #key(): string {
    return `sandtable.plan.${this.seat.token}`;
  }

  #stored(what: "plan" | "last"): Act[] {
    try {
      return JSON.parse(sessionStorage.getItem(`${this.#key}.${what}`) ?? "[]") as Act[];
    } catch {
      return [];
    }
  }

  #store(what: "plan" | "last", acts: Act[]): void {
    sessionStorage.setItem(`${this.#key}.${what}`, JSON.stringify(acts));
  }

  /** Something is planned now, and this seat writes at it. */
  get open(): boolean {
    return Boolean(this.view && !this.view.sealed);
  }

  /** Puts acts into the plan; a piece has one. */
  put(acts: unknown[]): Promise<void> {
    const fresh = acts as Act[];
    const named = fresh.map(({ piece }) => piece);
    return this.#change([...this.#acts.filter(({ piece }) => !named.includes(piece)), ...fresh]);
  }

  /** Takes whatever some pieces were to do out of the plan. */
  drop(pieces: string[]): Promise<void> {
    return this.#change(this.#acts.filter(({ piece }) => !pieces.includes(piece)));
  }

  get mayGoBack(): boolean {
    return this.open && this.#before.length > 0;
  }

  /** Takes back the last change of the plan. */
  back(): Promise<void> {
    const acts = this.#before.at(-1) ?? this.#acts;
    const before = this.#before.slice(0, -1);
    const done = this.#change(acts);
    this.#before = before;
    return done;
  }

  /** The plan was sealed: the next one begins empty. */
  sealed(): void {
    this.#before = [];
    this.#store("last", this.#acts);
    this.#acts = [];
    this.#store("plan", []);
  }

  /** A plan that was opened again is written on. */
  reopened(): Promise<void> {
    return this.#change(this.#stored("last"));
  }

  #change(acts: Act[]): Promise<void> {
    this.#before = [...this.#before, this.#acts];
    this.#acts = acts;
    this.#store("plan", acts);
    this.#asked = -1;
    return this.refresh();
  }

  /** Asks what the server says of the plan as it is now: one question at a time, the newest plan last. */
  refresh(): Promise<void> {
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  async #ask(): Promise<void> {
    await null;
    let plan: Act[];
    do {
      plan = this.#acts;
      this.#asked = this.seat.now?.number ?? 0;
      const view = await this.seat.ask<PadView>("pad", { plan });
      if (plan === this.#acts) this.view = view;
    } while (plan !== this.#acts || this.#asked !== (this.seat.now?.number ?? 0));
    this.#asking = null;
  }
}
