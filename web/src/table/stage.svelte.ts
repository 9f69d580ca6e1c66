import { middle, type Sheet, type Spot } from "./geometry";
import { play } from "./sound";
import { isStill } from "./speed";
import { courseOf, lengthOf, spotOf, type Course, type Part } from "./timing";
import type { Account, Happening, Line, Place, Scene } from "./types";

/** How much faster one's own orders are shown, and how long a word of them stays. */
export const OWN = 3;
const CALL = 1300;

export type Ray = { from: Spot; to: Spot; share: number; side: string };
/** A word at a place; one that passes goes away by itself. */
export type Call = { at: Spot; words: string; kind: string; id: number; passes: boolean };
/** What was done in a step of the round, as it stays on the map under its number. */
export type Trace = { number: number; entry: number; kind: string; way: Spot[]; side: string };
/** The verdict at whom it befell. */
export type Verdict = { at: Spot; faces: number[]; sum: string; words: string; grave: boolean };
/** One step: the table before and after it, what was seen, who did it, what is known of its dice, and whether it is one's own. */
export type Step = {
  before: Scene;
  after: Scene;
  seen: Happening[];
  side: string;
  account: Account | null;
  own?: boolean;
};

/** Shows what has happened: who acts is framed, counters go their way, shots are drawn, losses are called where they fall. */
export class Stage {
  /** How far counters are from where the table that is shown has them, in map units. */
  shifts = $state.raw<Record<string, Spot>>({});
  framed = $state("");
  ray = $state.raw<Ray | null>(null);
  calls = $state.raw<Call[]>([]);
  verdict = $state.raw<Verdict | null>(null);
  /** The steps of the round so far, as they stay on the map. */
  traces = $state.raw<Trace[]>([]);
  /** Whom the step is about: they are kept in sight. */
  focus = $state.raw<Spot[]>([]);
  paused = $state(false);
  /** Something is being shown. */
  busy = $state(false);

  #frame = 0;
  #count = 0;
  #finish: (() => void) | null = null;
  #shown: Promise<void> = Promise.resolve();

  /** Waits until what is being shown has been seen. */
  rest(): Promise<void> {
    return this.#shown;
  }

  // ---- One's own orders ----------------------------------------------------------------------------------------------------

  /** What has come of one's own order; the table is already as it is afterwards. */
  show(before: Scene, after: Scene, seen: Happening[], sheet: Sheet): void {
    this.finish();
    const course = courseOf(waysOf(before, after, seen, sheet), false);
    const rests = restsOf(course, after, sheet);
    if (isStill()) {
      for (const part of course.parts) this.#call(part, CALL);
      return;
    }
    for (const part of [...course.parts].reverse()) this.#stand(part, part.way[0], rests);
    this.#shown = this.#run(course, OWN, {
      begins: (part) => {
        play(part.happening.kind);
        this.#call(part, CALL);
      },
      goes: (part, share) => this.#stand(part, spotOf(part, share), rests),
      ray: (part, share) => (this.ray = { from: part.way[0]!, to: part.way.at(-1)!, share, side: "" }),
    }).then(() => this.#clear());
  }

  // ---- Steps of a round ----------------------------------------------------------------------------------------------------

  /** Shows a step from its true state to the next; ``turned`` is told when the table becomes what it is afterwards. */
  async play(step: Step, sheet: Sheet, speed: number, turned: () => void): Promise<void> {
    const course = this.#open(step, sheet);
    const [stood, rests] = [restsOf(course, step.before, sheet), restsOf(course, step.after, sheet)];
    let after = false;
    const turn = (): void => {
      after = true;
      turned();
      this.shifts = {};
      for (const part of [...course.parts].reverse())
        if (part.from >= course.turns) this.#stand(part, part.way[0], rests);
    };
    if (isStill()) this.#settle(course, step, turned);
    else
      await this.#run(course, speed, {
        begins: (part) => {
          play(part.happening.kind);
          this.#call(part, step.own ? CALL : 0);
        },
        goes: (part, share) => this.#stand(part, spotOf(part, share), after ? rests : stood),
        ray: (part, share) => (this.ray = { from: part.way[0]!, to: part.way.at(-1)!, share, side: step.side }),
        die: () => (this.verdict = verdictOf(step, course, sheet)),
        turn,
      });
    if (!after) turned();
    this.shifts = {};
  }

  /** The end of a step at once: for whoever looks at it alone, or does without motion. */
  set(step: Step, sheet: Sheet): void {
    this.#settle(this.#open(step, sheet), step, () => {});
  }

  /** Keeps on the map what a step has drawn, under the next number. */
  keep(entry: number, side: string): void {
    this.#trace(entry, side, this.#drawn);
  }

  /** Keeps on the map what steps have drawn that nobody has looked at, from the table before the first of them to that after the last. */
  leave(before: Scene, after: Scene, lines: Line[], sheet: Sheet): void {
    const all = lines.flatMap(({ seen = [] }) => seen);
    const ways = waysOf(before, after, all, sheet).filter(({ happening }) => isDrawn(happening));
    for (const { number, side, seen = [] } of lines)
      this.#trace(
        number,
        side ?? "",
        ways.filter(({ happening }) => seen.includes(happening)),
      );
  }

  #trace(entry: number, side: string, all: Drawn[]): void {
    const drawn = all.filter(({ way }) => lengthOf(way) > 1);
    const known = this.traces.some((trace) => trace.entry === entry);
    if (!drawn.length || known) return;
    const number = this.traces.length ? this.traces.at(-1)!.number + 1 : 1;
    this.traces = [
      ...this.traces,
      ...drawn.map(({ happening, way }) => ({ number, entry, kind: happening.kind, way, side })),
    ];
  }

  #drawn: Drawn[] = [];
  #sheet: Sheet | null = null;

  #open(step: Step, sheet: Sheet): Course {
    this.finish();
    this.#clear();
    this.#sheet = sheet;
    const course = courseOf(waysOf(step.before, step.after, step.seen, sheet), Boolean(thrownIn(step.account)));
    this.#drawn = course.parts.filter(({ happening }) => isDrawn(happening));
    // Where all move at once nobody is meant more than the others.
    const first = step.seen.find(({ together }) => !together) ?? null;
    this.framed = step.account?.deed.piece || (first?.piece ?? "");
    const about = [this.framed, step.account?.deed.target ?? ""];
    const stood = about.flatMap((id) => cornersOf(step.before, id)).map((place) => sheet.spot(place));
    const ends = course.parts.filter(({ happening: { piece = "" } }) => about.includes(piece));
    this.focus = [...stood, ...ends.flatMap(({ way }) => way.slice(-1))];
    return course;
  }

  #settle(course: Course, step: Step, turned: () => void): void {
    turned();
    for (const part of course.parts) this.#call(part);
    const shot = course.parts.find(({ happening }) => happening.kind === "fires");
    if (shot && shot.way.length > 1) this.ray = { from: shot.way[0]!, to: shot.way.at(-1)!, share: 1, side: step.side };
    this.verdict = this.#sheet && course.die >= 0 ? verdictOf(step, course, this.#sheet) : null;
  }

  // ---- The clock -----------------------------------------------------------------------------------------------------------

  #run(course: Course, speed: number, shows: Shows): Promise<void> {
    this.busy = true;
    const waiting = [...course.parts];
    let [now, last, thrown, turned] = [0, performance.now(), false, false];
    return new Promise((done) => {
      const show = (): void => {
        if (!thrown && course.die >= 0 && now >= course.die) {
          thrown = true;
          shows.die?.();
        }
        if (!turned && now >= course.turns) {
          turned = true;
          shows.turn?.();
        }
        while (waiting.length && waiting[0]!.from <= now) shows.begins(waiting.shift()!);
        for (const part of course.parts) {
          if (part.from > now || !part.long) continue;
          const share = Math.min((now - part.from) / part.long, 1);
          if (part.happening.kind === "moves") shows.goes(part, share);
          if (part.happening.kind === "fires" && part.way.length > 1) shows.ray(part, share);
        }
      };
      this.#finish = () => {
        cancelAnimationFrame(this.#frame);
        this.#finish = null;
        now = course.long;
        show();
        this.busy = false;
        done();
      };
      const tick = (time: number): void => {
        if (!this.paused) now += Math.max(time - last, 0) * speed;
        last = time;
        if (now >= course.long) return this.#finish?.();
        show();
        this.#frame = requestAnimationFrame(tick);
      };
      this.#frame = requestAnimationFrame(tick);
    });
  }

  /** What is being shown is at its end. */
  finish(): void {
    this.#finish?.();
  }

  /** Nothing is shown any more. */
  skip(): void {
    this.finish();
    this.#clear();
  }

  #clear(): void {
    this.shifts = {};
    this.ray = null;
    this.framed = "";
    this.verdict = null;
    this.focus = [];
    this.calls = this.calls.filter(({ passes }) => passes);
  }

  // ---- What is drawn -------------------------------------------------------------------------------------------------------

  #stand({ happening, way }: Part, at: Spot | undefined, rests: Record<string, Spot>): void {
    const [piece, rest] = [happening.piece ?? "", rests[happening.piece ?? ""]];
    if (happening.kind !== "moves" || !at || !rest || way.length < 2) return;
    this.shifts = { ...this.shifts, [piece]: { x: at.x - rest.x, y: at.y - rest.y } };
  }

  #call({ happening, way }: Part, passes = 0): void {
    const at = way.at(-1);
    if (!happening.words || !at) return;
    const call = { at, words: happening.words, kind: happening.kind, id: ++this.#count, passes: passes > 0 };
    this.calls = [...this.calls.filter((each) => each.at.x !== at.x || each.at.y !== at.y), call];
    if (passes) setTimeout(() => (this.calls = this.calls.filter(({ id }) => id !== call.id)), passes);
  }
}

type Shows = {
  begins: (part: Part) => void;
  goes: (part: Part, share: number) => void;
  ray: (part: Part, share: number) => void;
  die?: () => void;
  turn?: () => void;
};

/** Something that was seen, and its way on the map. */
type Drawn = { happening: Happening; way: Spot[] };
const isDrawn = ({ kind }: Happening): boolean => kind === "fires" || kind === "moves";

/** Where everything that was seen is to be shown; what cannot be shown is left out. */
export function waysOf(before: Scene, after: Scene, seen: Happening[], sheet: Sheet): Drawn[] {
  const last: Record<string, Place> = {};
  return seen.flatMap((happening) => {
    const { kind, piece = "", points = [] } = happening;
    const [was, is] = [last[piece] ?? placeOf(before, piece), placeOf(after, piece)];
    if (kind === "moves") {
      if (!was || !points.length) return [];
      last[piece] = points.at(-1)!;
      const way = [was, ...points].map((each) => sheet.spot(each));
      return lengthOf(way) < 1 ? [] : [{ happening, way }];
    }
    const where = points.length ? points : [last[piece] ?? was ?? is].filter((each) => each !== null);
    return where.length ? [{ happening, way: where.map((each) => sheet.spot(each)) }] : [];
  });
}

/** Where those who move stand in a scene. */
function restsOf(course: Course, scene: Scene, sheet: Sheet): Record<string, Spot> {
  const rests: Record<string, Spot> = {};
  for (const { happening } of course.parts) {
    const place = placeOf(scene, happening.piece ?? "");
    if (place) rests[happening.piece!] = sheet.spot(place);
  }
  return rests;
}

/** The throw that decided it. */
const thrownIn = (account: Account | null): Account["throws"][number] | undefined =>
  account?.throws.find(({ faces }) => faces.length > 0 && faces.length <= 2);

function verdictOf({ before, account }: Step, course: Course, sheet: Sheet): Verdict | null {
  const thrown = thrownIn(account);
  if (!account || !thrown) return null;
  const { target, piece, headline, severity } = account.deed;
  const counter = before.pieces?.[target || piece];
  const at = counter ? middle(counter.corners.flat().map((each) => sheet.spot(each))) : course.parts.at(-1)?.way.at(-1);
  return at ? { at, faces: thrown.faces, sum: thrown.sum, words: headline, grave: severity > 0 } : null;
}

/** What somebody takes up in a scene: nothing where he is not in it. */
function cornersOf(scene: Scene, id: string): Place[] {
  const figure = scene.figures?.[id];
  return figure ? [figure.place] : (scene.pieces?.[id]?.corners.flat() ?? []);
}

function placeOf(scene: Scene, id: string): Place | null {
  return scene.pieces?.[id]?.anchor ?? scene.figures?.[id]?.place ?? null;
}
