import { UNITS, type Spot } from "./geometry";
import type { Happening } from "./types";

/** How long the parts of a step take, in milliseconds at the plainest speed. */
export const FRAME = 200;
export const LINE = 350;
export const DIE = 110;
export const WORD = 300;
export const REST = 600;
/** A new turn waits so long, unless it is tapped away. */
export const TURN = 2000;
/** A movement of everybody at once, and how long it waits wherever somebody is stopped. */
export const TOGETHER = 2500;
export const STOP = 450;
/** Inches a second. */
const PACE = 12;

/** What becomes of somebody: until the first of these the table is as it was before. */
const RESULTS = new Set(["hit", "gone", "spared", "rallies", "fights", "blast"]);

/** One thing of a step, and when: from, and how long. ``way`` is where it goes or from where to where it is fired. */
export type Part = {
  happening: Happening;
  way: Spot[];
  from: number;
  long: number;
  /** Where it is so many milliseconds after it began, where it does not go evenly. */
  spot?: (now: number) => Spot;
};
/** All of a step; at ``turns`` the table becomes what it is afterwards, at ``die`` the die falls, and it is over after ``long``. */
export type Course = { parts: Part[]; turns: number; die: number; long: number };

const apart = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y);

export const lengthOf = (way: Spot[]): number => way.slice(1).reduce((sum, spot, at) => sum + apart(way[at]!, spot), 0);

/** The spot at a share of a way. */
export function along(way: Spot[], share: number): Spot {
  let left = lengthOf(way) * share;
  for (let at = 1; at < way.length; at++) {
    const [a, b] = [way[at - 1]!, way[at]!];
    const leg = apart(a, b);
    if (left <= leg && leg > 0) return { x: a.x + ((b.x - a.x) * left) / leg, y: a.y + ((b.y - a.y) * left) / leg };
    left -= leg;
  }
  return way.at(-1)!;
}

type Told = { happening: Happening; way: Spot[] };

/** Where somebody is at a share of its part of a step. */
export const spotOf = ({ way, spot, long }: Part, share: number): Spot =>
  spot ? spot(share * long) : along(way, share);

/** All who move at once, step for step as the rules have it: each ends when it is stopped or there, and all wait a moment where somebody is stopped. */
function together(told: Told[], begins: number): { parts: Part[]; long: number } {
  const moving = told.filter(({ happening }) => happening.kind === "moves");
  const lasts = ({ happening, way }: Told): number => happening.when || Math.max(way.length - 2, 1);
  const beat = TOGETHER / Math.max(...moving.map(lasts), 1);
  // Those who are stopped within half a step of each other are stopped at once, for the eye.
  const halves = told
    .filter(({ happening }) => happening.kind === "meets")
    .map(({ happening }) => half(happening.when));
  const stops = [...new Set(halves)].sort((a, b) => a - b);
  const clock = (moment: number): number => moment * beat + STOP * stops.filter((each) => each < moment).length;
  const momentAt = (now: number): number => {
    const passed = stops.filter((each) => now >= clock(each));
    const last = passed.at(-1);
    if (last !== undefined && now < clock(last) + STOP) return last;
    return (now - STOP * passed.length) / beat;
  };
  const parts = told.map((each): Part => {
    const { happening, way } = each;
    if (happening.kind !== "moves") return { happening, way, from: begins + clock(half(happening.when)), long: 0 };
    const end = lasts(each);
    return { happening, way, from: begins, long: clock(end), spot: (now) => atMoment(way, momentAt(now), end) };
  });
  return { parts: parts.sort((a, b) => a.from - b.from), long: TOGETHER + STOP * stops.length };
}

const half = (when: number): number => Math.ceil(when * 2) / 2;

/** Where somebody is after so many steps: it was at one spot of its way after each, and at the last of them when it ended. */
function atMoment(way: Spot[], moment: number, end: number): Spot {
  const last = way.length - 2;
  if (moment >= end || last < 1) return moment >= end ? way.at(-1)! : along(way, moment / end);
  const step = Math.min(Math.floor(moment), last - 1);
  const lasts = step === last - 1 ? end - step : 1;
  return along([way[step]!, way[step + 1]!], Math.min((moment - step) / (lasts || 1), 1));
}

/** When everything of a step is shown: who acts is framed, a line runs to whom it is meant for, the die falls, the word follows. */
export function courseOf(steps: Told[], thrown: boolean): Course {
  const parts: Part[] = [];
  let now = FRAME;
  let [turns, die, shot] = [-1, -1, false];
  for (const [at, { happening, way }] of steps.entries()) {
    const { kind } = happening;
    if (RESULTS.has(kind) && turns < 0) {
      if (thrown && die < 0) {
        die = now;
        now += DIE + WORD;
      }
      turns = now;
    }
    if (happening.together) {
      if (at > 0 && steps[at - 1]!.happening.together) continue; // told with the first of them
      const rest = steps.slice(at);
      const end = rest.findIndex((each) => !each.happening.together);
      const all = together(end < 0 ? rest : rest.slice(0, end), now);
      parts.push(...all.parts);
      now += all.long;
      continue;
    }
    const long = kind === "moves" ? (lengthOf(way) / UNITS / PACE) * 1000 : kind === "fires" ? LINE : shot ? 0 : WORD;
    parts.push({ happening, way, from: now, long });
    now += long;
    shot ||= kind === "fires";
  }
  if (thrown && die < 0) {
    die = now;
    now += DIE;
  }
  // Where nothing befalls anybody, whoever goes has his new shape from the first step on.
  if (turns < 0) turns = parts.find(({ happening }) => happening.kind === "moves")?.from ?? now;
  return { parts, turns, die, long: now + REST };
}
