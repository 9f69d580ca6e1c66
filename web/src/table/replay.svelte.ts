import { app } from "../lib/app.svelte";
import type { Seat } from "./seat.svelte";
import { play as sound } from "./sound";
import { isStill, keepSpeed, keptSpeed, type Speed } from "./speed";
import { TURN } from "./timing";
import type { Account, Line, LogLine, RoundTold, Scene } from "./types";
import { OWN, type Step } from "./stage.svelte";

/** What shows one scene turn into the next. */
export type Show = {
  play: (step: Step, speed: number, turned: () => void) => Promise<void>;
  set: (step: Step) => void;
  keep: (entry: number, side: string) => void;
  /** Leaves on the map what steps have drawn that were not shown. */
  leave: (before: Scene, after: Scene, lines: Line[]) => void;
  pause: (paused: boolean) => void;
  finish: () => void;
  /** Waits until what is being shown has been seen. */
  rest: () => Promise<void>;
  skip: () => void;
  /** Takes off the map what earlier steps have left there. */
  wipe: () => void;
};

/** So many tables of the past are kept at hand. */
const MOST_KNOWN = 60;

/** From one action to another. */
export type Stretch = { first: number; last: number };
type Seen = { scene: Scene; account: Account | null };

/** Looking at what has been, action by action: what has just come from the other side, or all of it again. */
export class Replay {
  /** The action that is being looked at; null is now. */
  at = $state<number | null>(null);
  past = $state.raw<Scene | null>(null);
  /** What is known of the action that is looked at: its dice, what came of it, and why. */
  account = $state.raw<Account | null>(null);
  playing = $state(false);
  speed = $state<Speed>(keptSpeed());
  /** What is being played; null when nothing is. */
  stretch = $state.raw<Stretch | null>(null);
  /** The last round of the others, until this seat's next order; and what it comes to, once it has been seen. */
  round = $state.raw<Stretch | null>(null);
  told = $state.raw<RoundTold | null>(null);
  /** The row of the log that is open, with the map as it was then. */
  opened = $state<number | null>(null);
  /** A turn that begins, until it has been seen. */
  turn = $state.raw<Line | null>(null);

  /** What is being shown of one's own order, and when it has been seen. */
  #glance: object | null = null;
  #glanced = Promise.resolve();
  /** The table from which the stretch is played. */
  #from: Scene | null = null;
  #running = false;
  #sums = 0;
  /** Tables of the past, those asked for last at the end. */
  #known: [number, Promise<Seen | null>][] = [];
  #wake: (() => void) | null = null;

  constructor(
    readonly seat: Pick<Seat, "now" | "lines" | "ask" | "mine" | "decides">,
    readonly stage: Show,
  ) {}

  get last(): number {
    return this.seat.now?.number ?? 0;
  }

  /** The table as it is shown: as it was, or as it is. */
  get scene(): Scene | null {
    return this.past ?? this.seat.now?.scene ?? null;
  }

  /** Whether the table, the panel and the log are those of a step that is being played. */
  get live(): boolean {
    return this.stretch !== null;
  }

  /** The last action that the log shows: it is never ahead of the map, unless one of its rows is open. */
  get shown(): number {
    return this.at === null || this.opened !== null ? this.last : this.at;
  }

  // ---- Rounds --------------------------------------------------------------------------------------------------------------

  /** The others have done something: it is played from the table as it was before, or goes on from where it is. */
  follow(before: Scene | null, first: number, last: number): void {
    this.told = null;
    this.#sums++;
    this.round = { first: this.round?.first ?? first, last };
    if (this.stretch) {
      this.stretch = { ...this.stretch, last };
      void this.#run();
    } else if (this.at !== null || this.speed === "skip") {
      if (this.at === null && before) this.#leaveTraces(before, { first, last });
      void this.#sumUp();
    } else if (before) this.#start({ first, last }, before);
    else void this.#begin({ first, last });
  }

  /** They have done something while nobody looked on: it is summed up, and can be watched. */
  missed(first: number, last: number): void {
    this.round = { first, last };
    void this.#sumUp();
  }

  async #begin(stretch: Stretch): Promise<void> {
    const before = await this.#seen(stretch.first - 1);
    if (before && !this.stretch) this.#start(stretch, before.scene);
  }

  /** Once more, from the beginning: the last round, or any stretch. */
  async watch(stretch: Stretch | null = this.round): Promise<void> {
    if (!stretch) return;
    this.backToNow();
    this.stage.wipe();
    await this.#begin(stretch);
  }

  #start(stretch: Stretch, before: Scene): void {
    this.stretch = stretch;
    this.at = stretch.first - 1;
    this.#from = before;
    if (!this.#glance) this.past = before;
    this.account = null;
    this.playing = true;
    this.stage.pause(false);
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    await this.#glanced;
    await this.stage.rest();
    while (this.playing && this.stretch && this.at! < this.stretch.last) {
      await this.#step(this.at! + 1);
      if (isStill()) this.playing = false;
    }
    this.#running = false;
    if (this.playing && this.stretch) this.end();
  }

  /** One step on, as it happened. */
  async #step(number: number): Promise<void> {
    const [stretch, before, seen] = [this.stretch, this.past, await this.#seen(number)];
    if (!stretch || this.stretch === null || !before || this.at !== number - 1) return;
    void this.#seen(number + 1);
    this.at = number;
    this.account = seen?.account ?? null;
    const line = this.line(number);
    const after = seen?.scene ?? before;
    if (line) {
      app.announce([line.words, ...(line.also ?? [])].join(" "));
      const side = line.side ?? "";
      const step = { before, after, seen: line.seen ?? [], side, account: this.account };
      const speed = this.speed === "skip" ? 1 : this.speed;
      await this.stage.play(step, speed, () => this.at === number && (this.past = after));
      this.stage.keep(number, side);
      if (line.turn && this.at === number) await this.#newTurn(line, speed);
    }
    if (this.at === number) this.past = after;
  }

  async #newTurn(line: Line, speed: number): Promise<void> {
    this.turn = line;
    await new Promise<void>((go) => {
      this.#wake = go;
      if (!isStill()) setTimeout(go, TURN / speed);
      else go();
    });
    this.#wake = null;
    if (!isStill()) this.turn = null;
  }

  /** A turn that begins has been seen. */
  go(): void {
    this.turn = null;
    this.#wake?.();
  }

  pause(): void {
    this.playing = false;
    this.stage.pause(true);
  }

  /** Goes on; with nothing under way, all of the battle from where it is looked at. */
  play(): void {
    if (!this.stretch) {
      const from = this.at === null || this.at >= this.last ? 0 : this.at;
      void this.watch({ first: from + 1, last: this.last });
      return;
    }
    this.playing = true;
    this.stage.pause(false);
    void this.#run();
  }

  /** One step on. What is being shown comes to its end first. */
  async forward(): Promise<void> {
    this.go();
    this.stage.pause(false);
    if (this.#running) {
      this.stage.finish();
      return;
    }
    if (this.stretch && this.at! >= this.stretch.last) return this.end();
    if (this.stretch) {
      this.#running = true;
      await this.#step(this.at! + 1);
      this.#running = false;
      this.stage.pause(!this.playing);
    } else await this.lookBack((this.at ?? this.last) + 1);
  }

  /** One step back, which is there at once. */
  async back(): Promise<void> {
    if (!this.stretch) return this.lookBack((this.at ?? this.last) - 1);
    this.pause();
    const number = Math.max(this.at! - 1, this.stretch.first - 1);
    this.at = number;
    this.go();
    this.stage.skip();
    const seen = await this.#seen(number);
    if (this.at !== number || !seen) return;
    this.past = seen.scene;
    this.account = number < (this.stretch?.first ?? 0) ? null : seen.account;
  }

  choose(speed: Speed): void {
    this.speed = speed;
    keepSpeed(speed);
  }

  /** What was played is over: the table is as it is now, and a round is summed up. */
  end(): void {
    const { stretch } = this;
    const wasRound = stretch !== null && stretch.last === this.round?.last;
    if (wasRound && this.#from) this.#leaveTraces(this.#from, stretch);
    this.backToNow();
    if (wasRound) void this.#sumUp();
    if (wasRound && this.seat.decides) sound("yours");
  }

  /** What the steps have drawn stays on the map under their numbers, also of those that nobody has looked at. */
  #leaveTraces(before: Scene, { first, last }: Stretch): void {
    const lines = Array.from({ length: last - first + 1 }, (_, at) => this.line(first + at));
    const now = this.seat.now?.scene;
    if (now)
      this.stage.leave(
        before,
        now,
        lines.filter((line) => line !== null),
      );
  }

  async #sumUp(): Promise<void> {
    const { round } = this;
    if (!round) return;
    const sum = ++this.#sums;
    const told = await this.seat.ask<RoundTold>("round", round);
    if (this.#sums !== sum) return;
    this.told = told;
    if (!told) this.round = null; // nothing was done: there is nothing to watch either
  }

  // ---- One's own orders ----------------------------------------------------------------------------------------------------

  /** Shows on the map what has come of one's own order, step by step. Whoever goes on meanwhile sees the table as it is. */
  glance(before: Scene, lines: Line[]): Promise<void> {
    this.endGlance();
    return (this.#glanced = this.#lookOn((this.#glance = {}), before, lines));
  }

  async #lookOn(glance: object, before: Scene, lines: Line[]): Promise<void> {
    this.past = before;
    let from = before;
    for (const { number, seen = [], side } of lines) {
      const known = await this.#seen(number);
      if (this.#glance !== glance) return;
      void this.#seen(number + 1);
      const after = known?.scene ?? from;
      const step = { before: from, after, seen, side: side ?? "", account: known?.account ?? null, own: true };
      if (seen.length) await this.stage.play(step, OWN, () => this.#glance === glance && (this.past = after));
      if (this.#glance !== glance) return;
      from = after;
    }
    this.endGlance();
  }

  /** The table is shown as it is, or as it was before the round that has begun meanwhile. */
  endGlance(): void {
    if (!this.#glance) return;
    this.#glance = null;
    this.past = this.stretch ? this.#from : null;
    this.stage.skip();
  }

  /** The strip and the lines of the last round go; the round itself stays until this seat's next order. */
  putAway(): void {
    this.told = null;
    this.#sums++; // what is still being summed up comes too late
    this.stage.wipe();
  }

  /** This seat has acted: the round of the others is past. */
  forget(): void {
    this.putAway();
    this.round = null;
  }

  // ---- Looking back --------------------------------------------------------------------------------------------------------

  async lookBack(number: number): Promise<void> {
    if (number >= this.last) return this.backToNow();
    const [from, before] = [this.at, this.scene];
    this.#leave();
    const at = (this.at = Math.max(0, number));
    const seen = await this.#seen(at);
    if (!seen || this.at !== at) return;
    this.past = seen.scene;
    const line = this.line(at);
    const next = from !== null && at === from + 1 && before && line;
    if (next)
      this.stage.set({ before, after: seen.scene, seen: line.seen ?? [], side: line.side ?? "", account: null });
    else this.stage.skip();
  }

  /** Opens a row of the log, with the map at that step; once more closes it. */
  async open(number: number): Promise<void> {
    const close = this.opened === number;
    this.backToNow();
    if (close) return;
    this.opened = number;
    const [before, seen] = await Promise.all([this.#seen(number - 1), this.#seen(number)]);
    const line = this.line(number);
    if (this.opened !== number || !seen || !before || !line) return;
    this.at = number;
    this.past = seen.scene;
    this.account = seen.account;
    this.stage.set({
      before: before.scene,
      after: seen.scene,
      seen: line.seen ?? [],
      side: line.side ?? "",
      account: seen.account,
    });
  }

  backToNow(): void {
    this.#leave();
    this.stage.skip();
    this.at = null;
    this.past = null;
    this.account = null;
  }

  #leave(): void {
    this.#glance = null;
    this.playing = false;
    this.stretch = null;
    this.opened = null;
    this.go();
    this.stage.pause(false);
  }

  // ---- What is asked -------------------------------------------------------------------------------------------------------

  line(number: number): Line | null {
    const found = this.seat.lines.find((each) => each.number === number);
    return found && isLine(found) ? found : null;
  }

  /** The table after an action, and what is known of it; asked for once, as it never changes. */
  #seen(number: number): Promise<Seen | null> {
    if (number < 0 || number > this.last) return Promise.resolve(null);
    const known = this.#known.find(([each]) => each === number)?.[1] ?? this.#ask(number);
    this.#keep(number, known);
    return known;
  }

  #keep(number: number, seen: Promise<Seen | null> | null): void {
    this.#known = this.#known.filter(([each]) => each !== number).slice(-MOST_KNOWN);
    if (seen) this.#known.push([number, seen]);
  }

  async #ask(number: number): Promise<Seen | null> {
    const [scene, account] = await Promise.all([
      this.seat.ask<Scene>("scene_at", { number }),
      this.line(number) ? this.seat.ask<Account>("account", { number }) : null,
    ]);
    if (!scene) this.#keep(number, null);
    return scene && { scene, account };
  }
}

/** Something of it can be seen on the table. */
export const isSeen = ({ seen, card, turn }: Line): boolean => Boolean(seen?.length || card || turn);
export const isLine = (line: LogLine): line is Line => line.kind !== "undo";
