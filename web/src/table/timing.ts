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
/** A movement of everybody at once. */
export const TOGETHER = 2500;
/** Inches a second. */
const PACE = 12;

/** What becomes of somebody: until the first of these the table is as it was before. */
const RESULTS = new Set(["hit", "gone", "spared", "rallies", "fights", "blast"]);

/** One thing of a step, and when: from, and how long. ``way`` is where it goes or from where to where it is fired. */
export type Part = { happening: Happening; way: Spot[]; from: number; long: number };
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

/** When everything of a step is shown: who acts is framed, a line runs to whom it is meant for, the die falls, the word follows. */
export function courseOf(steps: { happening: Happening; way: Spot[] }[], thrown: boolean): Course {
  const parts: Part[] = [];
  let now = FRAME;
  let [turns, die, shot] = [-1, -1, false];
  for (const { happening, way } of steps) {
    const { kind } = happening;
    if (RESULTS.has(kind) && turns < 0) {
      if (thrown && die < 0) {
        die = now;
        now += DIE + WORD;
      }
      turns = now;
    }
    const before = parts.at(-1);
    if (happening.together && before?.happening.together) {
      // All who move at once begin together and end together, however far each of them goes.
      parts.push({ happening, way, from: before.from, long: before.long });
      continue;
    }
    const long = happening.together
      ? TOGETHER
      : kind === "moves"
        ? (lengthOf(way) / UNITS / PACE) * 1000
        : kind === "fires"
          ? LINE
          : shot
            ? 0
            : WORD;
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
