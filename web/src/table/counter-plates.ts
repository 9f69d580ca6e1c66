import { extent, heading, middle, type Sheet, type Spot } from "./geometry";
import type { Badge } from "../lib/contract";
import type { Figure, Piece } from "./types";
import { widthOf, type Type } from "./width.svelte";

/** Where a plate stands: behind its counter, or beside it where somebody stands behind. */
export type PlateSide = "rear" | "right" | "left" | "front";
const SIDES: PlateSide[] = ["rear", "right", "left", "front"];
const HEIGHT = 20;
/** Between a counter and what frames it: map units. */
export const FRAMED = 7;
/** How much of a name may lie over something else. */
const OVER = 0.08;

export type Box = { left: number; top: number; right: number; bottom: number };

/** The block with the arm, and a badge that is a drawing. */
export const BLOCK = 22;
const LETTERS: Type = { face: "600", size: 12, family: "text" };
/** As bold as it gets, where its bearer may act. */
const NAME: Type = { face: "italic 700", size: 15, family: "letter" };
const NOW: Type = { face: "400", size: 16, family: "wood", spaced: 0.02 };
const START: Type = { ...NOW, size: 12 };

export const badgeWidth = ({ icon, letters = "" }: Badge): number =>
  icon ? BLOCK - 2 : Math.ceil(widthOf(letters, LETTERS)) + 10;

/** Somebody who stands alone is told by his name. */
export const isNamed = ({ cohort, plate }: Piece): boolean => Boolean(cohort) && plate.start === 1;

/** Whether there is anything to say beside a counter. */
export const hasPlate = (piece: Piece): boolean =>
  Boolean(piece.plate.grade || piece.plate.now || piece.plate.start || piece.slashes || piece.badges?.length);

export const plateWidth = (piece: Piece, small: boolean): number => {
  if (!hasPlate(piece)) return 0;
  const { grade = "", now = 0, start = 0 } = piece.plate;
  if (isNamed(piece)) return widthOf(piece.name, NAME) + 6 + (grade && !small ? 20 : 0);
  const number = now ? widthOf(String(now), NOW) : 0;
  if (small) return (now ? 10 + number : 0) + (piece.slashes ? 15 : 0);
  const strength = (now ? 7 + number : -3) + (start ? widthOf(`/${start}`, START) + 2 : 0);
  const badges = (piece.badges ?? []).reduce((sum, badge) => sum + badgeWidth(badge), 0);
  return (piece.cohort ? BLOCK : 0) + (grade ? 13 : 3) + strength + (piece.slashes ? 15 : 0) + badges;
};

/** The middle of a plate at a side of its counter; ``shrink`` keeps its size on the screen. */
export function plateSpot(piece: Piece, sheet: Sheet, side: PlateSide, wide: number, shrink: number): Spot {
  const spots = piece.corners.flat().map((corner) => sheet.spot(corner));
  const centre = middle(spots);
  const ahead = heading(piece.facing);
  const right = { x: -ahead.y, y: ahead.x };
  const to = { rear: { x: -ahead.x, y: -ahead.y }, front: ahead, right, left: { x: -right.x, y: -right.y } }[side];
  const away = extent(spots, to) / 2 + shrink * (Math.abs(to.x) * (wide / 2) + Math.abs(to.y) * (HEIGHT / 2) + 3);
  return { x: centre.x + to.x * away, y: centre.y + to.y * away };
}

/**
 * A side for every plate, the rear where nothing is covered there, and what it covers. Names come after numbers; from afar a name has no side
 * where it would lie over something.
 */
export function plateBoxes(
  pieces: Piece[],
  figures: Figure[],
  sheet: Sheet,
  shrink: number,
  small: boolean,
  works: Box[] = [],
): { sides: Record<string, PlateSide>; boxes: Box[] } {
  const bodies = new Map(
    pieces.map((piece) => [piece.id, around(piece.corners.flat().map((each) => sheet.spot(each)))]),
  );
  const taken: Box[] = figures.map((figure) => {
    const { x, y } = sheet.spot(figure.place);
    const radius = figure.radius / 50;
    return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
  });
  taken.push(...works);
  const sides: Record<string, PlateSide> = {};
  const plates: Box[] = [];
  for (const piece of [...pieces].sort((a, b) => Number(isNamed(a)) - Number(isNamed(b)))) {
    const wide = plateWidth(piece, small);
    if (!wide) continue;
    const others = [...bodies].filter(([id]) => id !== piece.id).map(([, box]) => box);
    const boxes = SIDES.map((side) => plateBox(plateSpot(piece, sheet, side, wide, shrink), wide, shrink));
    const covered = boxes.map((box) =>
      [...taken, ...others].reduce((sum, other) => sum + shared(box, other), outside(box, sheet)),
    );
    const best = covered.indexOf(Math.min(...covered));
    if (small && isNamed(piece) && liesOver(boxes[best]!, covered[best]!)) continue;
    sides[piece.id] = SIDES[best]!;
    plates.push(boxes[best]!);
    taken.push(boxes[best]!);
  }
  return { sides, boxes: plates };
}

/** Whether a name that covers so much ground of others lies over them: a hair does not count. */
export const liesOver = ({ left, right, top, bottom }: Box, covered: number): boolean =>
  covered > OVER * (right - left) * (bottom - top);

/** Where something of this size stands, moved no further than it must to be within a box. */
export const keptWithin = ({ x, y }: Spot, wide: number, high: number, box: Box): Spot => ({
  x: Math.max(Math.min(x, box.right - wide), box.left),
  y: Math.max(Math.min(y, box.bottom - high), box.top),
});

/** How much of a box is off the map. */
export function outside(box: Box, sheet: Sheet): number {
  const { width, height } = sheet.size;
  const map = { left: 0, top: 0, right: width, bottom: height };
  return (box.right - box.left) * (box.bottom - box.top) - shared(box, map);
}

const plateBox = ({ x, y }: Spot, wide: number, shrink: number): Box => ({
  left: x - (wide / 2) * shrink,
  right: x + (wide / 2) * shrink,
  top: y - (HEIGHT / 2) * shrink,
  bottom: y + (HEIGHT / 2) * shrink,
});

export const around = (spots: Spot[]): Box => ({
  left: Math.min(...spots.map(({ x }) => x)),
  right: Math.max(...spots.map(({ x }) => x)),
  top: Math.min(...spots.map(({ y }) => y)),
  bottom: Math.max(...spots.map(({ y }) => y)),
});

/** How much ground two boxes share. */
export function shared(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
