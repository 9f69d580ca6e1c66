import type { Shot } from "../lib/contract";
import type { DraftShot } from "./types";

/** A plan with a shot at somebody: one that is there already, or a new one by all who can. */
export const opened = (shots: DraftShot[], target: string): DraftShot[] =>
  shots.some((each) => each.target === target) ? shots : [...shots, { target, by: null }];

export const outOf = (shots: DraftShot[], target: string): DraftShot[] =>
  shots.filter((each) => each.target !== target);

/** A plan in which everybody is named, as the server has laid it out. */
export const put = (shots: DraftShot[], laid: Shot[]): DraftShot[] =>
  shots.map((each) => {
    const shot = laid.find(({ target }) => target === each.target);
    const by = shot?.shooters.filter(({ stands }) => stands).map(({ piece, stands }) => [piece, stands] as const);
    return by ? { target: each.target, by: Object.fromEntries(by) } : each;
  });

/** Somebody fires in a shot with so many stands; what he has not free for it he takes from his other shots. */
export function withStands(
  shots: DraftShot[],
  laid: Shot[],
  target: string,
  piece: string,
  wanted: number,
): DraftShot[] {
  const shooter = laid.find((each) => each.target === target)?.shooters.find((each) => each.piece === piece);
  if (!shooter) return shots;
  const stands = Math.max(0, Math.min(wanted, shooter.most));
  let lacking = stands - shooter.stands - shooter.free;
  return shots.map((each) => {
    if (each.target === target) return { ...each, by: { ...each.by, [piece]: stands } };
    const given = Math.max(0, Math.min(lacking, each.by?.[piece] ?? 0));
    lacking -= given;
    return given ? { ...each, by: { ...each.by, [piece]: each.by![piece]! - given } } : each;
  });
}
