/** How fast rounds are played: so many times the plainest speed, or not at all. */
export type Speed = number | "skip";
export const SPEEDS = [1, 2, 4];

const PLACE = "sandtable.table.speed";

export function keptSpeed(): Speed {
  try {
    const kept = localStorage.getItem(PLACE);
    if (kept === "skip") return "skip";
    return SPEEDS.find((each) => String(each) === kept) ?? 1;
  } catch {
    return 1;
  }
}

export function keepSpeed(speed: Speed): void {
  try {
    localStorage.setItem(PLACE, String(speed));
  } catch {
    // A browser that keeps nothing starts at the plainest speed.
  }
}

export const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
