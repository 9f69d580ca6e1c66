import type { Seat } from "./seat.svelte";
import type { Happening, Scene } from "./types";

const STEP = 700; // milliseconds from one action to the next

/** What shows one scene turn into the next. */
export type Show = { show: (before: Scene, after: Scene, seen: Happening[]) => void; skip: () => void };

/** Looking back at what has been, action by action. */
export class Replay {
  /** The action that is being looked back at; null is now. */
  at = $state<number | null>(null);
  past = $state.raw<Scene | null>(null);
  playing = $state(false);

  #player: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly seat: Pick<Seat, "now" | "lines" | "ask">,
    readonly stage: Show,
  ) {}

  get last(): number {
    return this.seat.now?.number ?? 0;
  }

  /** The table as it is shown: as it was, or as it is. */
  get scene(): Scene | null {
    return this.past ?? this.seat.now?.scene ?? null;
  }

  async lookBack(number: number): Promise<void> {
    if (number >= this.last) return this.backToNow();
    const [from, before] = [this.at, this.scene];
    const at = (this.at = Math.max(0, number));
    const scene = await this.seat.ask<Scene>("scene_at", { number: at });
    if (!scene || this.at !== at) return;
    this.past = scene;
    const line = this.seat.lines.find((each) => each.number === at);
    const next = from !== null && at === from + 1 && before && line && line.kind !== "undo";
    if (next) this.stage.show(before, scene, line.seen ?? []);
    else this.stage.skip();
  }

  backToNow(): void {
    this.pause();
    this.stage.skip();
    this.at = null;
    this.past = null;
  }

  play(): void {
    this.playing = true;
    void this.lookBack(this.at === null || this.at >= this.last ? 0 : this.at);
    this.#player = setInterval(() => void this.lookBack((this.at ?? this.last) + 1), STEP);
  }

  pause(): void {
    this.playing = false;
    clearInterval(this.#player);
  }
}
