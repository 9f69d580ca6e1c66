import type { Place } from "./types";

/** The map's own units: twenty to the inch, y down. */
export const UNITS = 20;
const PER_UNIT = 1000 / UNITS;

export type Spot = { x: number; y: number };
/** What is seen of the map: its upper left corner in map units, and pixels to the unit. */
export type View = { x: number; y: number; scale: number };
export type Size = { width: number; height: number };

/** A table of that height, in thousandths, to map units and back. */
export class Sheet {
  constructor(
    readonly width: number,
    readonly height: number,
  ) {}

  spot([x, y]: Place): Spot {
    return { x: x / PER_UNIT, y: (this.height - y) / PER_UNIT };
  }

  place({ x, y }: Spot): Place {
    return [Math.round(x * PER_UNIT), Math.round(this.height - y * PER_UNIT)];
  }

  /** The nearest place that is on the table. */
  inside([x, y]: Place): Place {
    return [Math.min(Math.max(x, 0), this.width), Math.min(Math.max(y, 0), this.height)];
  }

  path(points: Place[], closed = false): string {
    const spots = points.map((point) => this.spot(point));
    return spots.length ? `M${spots.map(({ x, y }) => `${tenths(x)} ${tenths(y)}`).join("L")}${closed ? "Z" : ""}` : "";
  }

  get size(): Size {
    return { width: this.width / PER_UNIT, height: this.height / PER_UNIT };
  }
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

export const middle = (spots: Spot[]): Spot => ({
  x: spots.reduce((sum, { x }) => sum + x, 0) / spots.length,
  y: spots.reduce((sum, { y }) => sum + y, 0) / spots.length,
});

/** Where a facing looks, on the map: tenths of a degree clockwise from up. */
export const heading = (facing: number): Spot => {
  const angle = (facing * Math.PI) / 1800;
  return { x: Math.sin(angle), y: -Math.cos(angle) };
};

/** The facing from one place to another. */
export const bearing = ([x, y]: Place, [toX, toY]: Place): number =>
  (Math.round((Math.atan2(toX - x, toY - y) * 1800) / Math.PI) + 3600) % 3600;

export const turned = (facing: number, by: number): number => (((facing + by) % 3600) + 3600) % 3600;

export const far = (a: Place, b: Place): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** How far spots reach along a direction, from the first to the last. */
export function extent(spots: Spot[], along: Spot): number {
  const reach = spots.map(({ x, y }) => x * along.x + y * along.y);
  return Math.max(...reach) - Math.min(...reach);
}

/** What spots take up: their upper left corner, and how large they are together. */
export function boxOf(spots: Spot[]): Spot & Size {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The corners of the shortest line round all spots. */
function hull(spots: Spot[]): Spot[] {
  const sorted = [...spots].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (way: Spot[]): Spot[] => {
    const line: Spot[] = [];
    for (const spot of way) {
      while (line.length > 1 && !turnsLeft(line.at(-2)!, line.at(-1)!, spot)) line.pop();
      line.push(spot);
    }
    return line.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turnsLeft = (a: Spot, b: Spot, c: Spot): boolean => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;

/** A rope round all spots, so far away from them, as a path. */
export function rope(spots: Spot[], away: number): string {
  const around = [...Array(12).keys()].map((at) => heading(at * 300));
  const corners = hull(spots.flatMap(({ x, y }) => around.map((to) => ({ x: x + to.x * away, y: y + to.y * away }))));
  return corners.length ? `M${corners.map(({ x, y }) => `${tenths(x)} ${tenths(y)}`).join("L")}Z` : "";
}

/** A dot for every inch of a way. */
export function inchMarks(way: Place[]): Place[] {
  const marks: Place[] = [];
  let left = 1000;
  for (let at = 1; at < way.length; at++) {
    const [a, b] = [way[at - 1]!, way[at]!];
    const length = far(a, b);
    let along = left;
    for (; along <= length; along += 1000) {
      const share = along / length;
      marks.push([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]);
    }
    left = along - length;
  }
  return marks;
}

/** A drawn way with as few points as show it: those that leave the straight by more than the tolerance. */
export function simplified(way: Place[], tolerance = 250): Place[] {
  if (way.length < 3) return way;
  const [first, last] = [way[0]!, way[way.length - 1]!];
  let [worst, most] = [0, tolerance];
  for (let at = 1; at < way.length - 1; at++) {
    const off = offLine(way[at]!, first, last);
    if (off > most) [worst, most] = [at, off];
  }
  if (!worst) return [first, last];
  return [...simplified(way.slice(0, worst + 1), tolerance).slice(0, -1), ...simplified(way.slice(worst), tolerance)];
}

function offLine(point: Place, a: Place, b: Place): number {
  const length = far(a, b);
  if (!length) return far(point, a);
  const share = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length ** 2;
  const at = Math.min(Math.max(share, 0), 1);
  return far(point, [a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at]);
}

/** Marks of a ruler's edge over what is seen: every inch, longer every third, with its number every sixth; none where nothing can be seen. */
export function ruler(from: number, scale: number, length: number): { at: number; inch: number; rank: 0 | 1 | 2 }[] {
  if (!(scale > 0)) return []; // a pane without a size: no inch would ever be the last one
  const inch = UNITS * scale;
  const step = inch < 7 ? 3 : 1;
  const first = Math.max(0, Math.ceil(from / UNITS / step) * step);
  const marks = [];
  for (let each = first; (each * UNITS - from) * scale <= length; each += step) {
    const rank: 0 | 1 | 2 = each % 6 === 0 ? 2 : each % 3 === 0 ? 1 : 0;
    marks.push({ at: (each * UNITS - from) * scale, inch: each, rank });
  }
  return marks;
}

/** Zoomed so that what is under the pointer stays there. */
export function zoomed(view: View, at: Spot, factor: number, least: number, most: number): View {
  const scale = Math.min(Math.max(view.scale * factor, least), most);
  return {
    scale,
    x: view.x + at.x / view.scale - at.x / scale,
    y: view.y + at.y / view.scale - at.y / scale,
  };
}

/** The whole map in the middle of the pane. */
export function fitted(map: Size, pane: Size, margin = 0): View {
  const scale = Math.min((pane.width - margin) / map.width, (pane.height - margin) / map.height);
  return {
    scale,
    x: map.width / 2 - pane.width / 2 / scale,
    y: map.height / 2 - pane.height / 2 / scale,
  };
}

/**
 * As much of the map as can be seen, and not the floor beside it; where there is floor, so many pixels of it ``above`` the map, and up to so
 * many ``beside`` it, at the right, and ``below``.
 */
export function kept(view: View, map: Size, pane: Size, above = 0, beside = 0, below = 0): View {
  return {
    scale: view.scale,
    x: within(view.x, map.width, pane.width / view.scale, 0, beside / view.scale),
    y: within(view.y, map.height, pane.height / view.scale, above / view.scale, below / view.scale),
  };
}

/** Where what is seen begins, so much ``before`` the whole at the most and ending so much ``after`` it. What is not needed of it lies on both sides, or as much before as there is. */
function within(start: number, whole: number, seen: number, before = 0, after = 0): number {
  const free = seen - whole;
  const least = free >= 0 ? -Math.min(Math.max(free / 2, before), free) : 0 - before;
  const most = free >= 0 ? least : -free;
  return Math.min(Math.max(start, least), Math.max(most, after - free));
}
