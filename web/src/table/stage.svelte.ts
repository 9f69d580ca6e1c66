import { UNITS, type Sheet, type Spot } from "./geometry";
import { play } from "./sound";
import type { Happening, Place, Scene } from "./types";

/** Inches a second, and the longest that a move may take. */
const PACE = 12;
const LONGEST = 1200;
const SHOT = 260;
/** How long a word stays at the place it is about, and how long the next one waits for it. */
const CALL = 1300;
const BEAT = 140;
/** So many steps may wait; whoever plays faster than that is not followed step by step. */
const MOST = 12;

/** ``rest`` is where a counter stands when all is over. */
type Step = { happening: Happening; way: Spot[]; long: number; rest: Spot };
export type Ray = { from: Spot; to: Spot; id: number };
export type Call = { at: Spot; words: string; kind: string; id: number };

const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Shows what has happened: counters go their way, shots are drawn, losses are called. The table itself is already as it is afterwards. */
export class Stage {
  /** How far counters are still from where they stand, in map units. */
  shifts = $state.raw<Record<string, Spot>>({});
  rays = $state.raw<Ray[]>([]);
  calls = $state.raw<Call[]>([]);

  #steps: Step[] = [];
  #began = 0;
  #frame = 0;
  #count = 0;

  show(before: Scene, after: Scene, seen: Happening[], sheet: Sheet): void {
    const last: Record<string, Place> = {};
    const steps: Step[] = [];
    for (const each of seen) {
      const step = stepOf(each, before, after, sheet, last);
      if (step) steps.push(step);
    }
    if (still()) {
      for (const step of steps) this.#call(step);
      return;
    }
    if (this.#steps.length + steps.length > MOST) this.skip();
    this.#steps.push(...steps.slice(-MOST));
    // Whoever moves stays where it was until it is its turn.
    for (const step of [...steps].reverse()) if (step.happening.kind === "moves") this.#place(step, step.way[0]!);
    if (!this.#frame && this.#steps.length) this.#next();
  }

  /** All is where it is. */
  skip(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#steps = [];
    this.shifts = {};
    this.rays = [];
  }

  #next(): void {
    const step = this.#steps[0];
    if (!step) {
      this.skip();
      return;
    }
    this.#began = performance.now();
    play(step.happening.kind);
    if (step.happening.kind === "fires" && step.way.length > 1)
      this.rays = [{ from: step.way[0]!, to: step.way.at(-1)!, id: ++this.#count }];
    this.#call(step);
    this.#frame = requestAnimationFrame(this.#tick);
  }

  #tick = (now: number): void => {
    const step = this.#steps[0];
    if (!step) return this.skip();
    const share = step.long ? Math.min((now - this.#began) / step.long, 1) : 1;
    if (step.happening.kind === "moves") this.#place(step, along(step.way, share));
    if (share < 1) {
      this.#frame = requestAnimationFrame(this.#tick);
      return;
    }
    if (step.happening.kind === "fires") this.rays = [];
    if (step.happening.kind === "moves") this.#settle(step.happening.piece!);
    this.#steps.shift();
    this.#next();
  };

  #place({ happening, rest }: Step, at: Spot): void {
    this.shifts = { ...this.shifts, [happening.piece!]: { x: at.x - rest.x, y: at.y - rest.y } };
  }

  /** Unless it has another way to go, it is there. */
  #settle(piece: string): void {
    if (this.#steps.slice(1).some(({ happening }) => happening.kind === "moves" && happening.piece === piece)) return;
    this.shifts = Object.fromEntries(Object.entries(this.shifts).filter(([id]) => id !== piece));
  }

  #call({ happening, way }: Step): void {
    const at = way.at(-1);
    if (!happening.words || !at) return;
    const call = { at, words: happening.words, kind: happening.kind, id: ++this.#count };
    this.calls = [...this.calls.filter((each) => each.at.x !== at.x || each.at.y !== at.y), call];
    setTimeout(() => (this.calls = this.calls.filter(({ id }) => id !== call.id)), CALL);
  }
}

/** Where and how long something is shown; null for what cannot be shown. ``last`` is where each counter has got to. */
function stepOf(
  happening: Happening,
  before: Scene,
  after: Scene,
  sheet: Sheet,
  last: Record<string, Place>,
): Step | null {
  const { kind, piece = "", points = [] } = happening;
  const [was, is] = [last[piece] ?? placeOf(before, piece), placeOf(after, piece)];
  if (kind === "moves") {
    if (!was || !is || !points.length) return null;
    last[piece] = points.at(-1)!;
    const way = [was, ...points].map((each) => sheet.spot(each));
    const long = length(way);
    const rest = sheet.spot(is);
    return long < 1 ? null : { happening, way, rest, long: Math.min((long / UNITS / PACE) * 1000, LONGEST) };
  }
  const spots = (points.length ? points : [is ?? was].filter((each) => each !== null)).map((each) => sheet.spot(each));
  if (!spots.length) return null;
  return { happening, way: spots, rest: spots[0]!, long: kind === "fires" ? SHOT : BEAT };
}

function placeOf(scene: Scene, id: string): Place | null {
  return scene.pieces?.[id]?.anchor ?? scene.figures?.[id]?.place ?? null;
}

const apart = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y);

function length(way: Spot[]): number {
  return way.slice(1).reduce((sum, spot, at) => sum + apart(way[at]!, spot), 0);
}

/** The spot at a share of a way. */
export function along(way: Spot[], share: number): Spot {
  let left = length(way) * share;
  for (let at = 1; at < way.length; at++) {
    const [a, b] = [way[at - 1]!, way[at]!];
    const leg = apart(a, b);
    if (left <= leg && leg > 0) return { x: a.x + ((b.x - a.x) * left) / leg, y: a.y + ((b.y - a.y) * left) / leg };
    left -= leg;
  }
  return way.at(-1)!;
}
