import type { Mark } from "../lib/contract";
import { middle, UNITS, type Sheet, type Spot } from "./geometry";
import { around, FRAMED, liesOver, outside, plateBoxes, shared, type Box, type PlateSide } from "./counter-plates";
import type { Figure, Piece } from "./types";
import { widthOf, type Type } from "./width.svelte";

/** What the names of Leaders and objectives are written in, and how high they stand on the screen. */
const TYPE: Record<"leader" | "mark", Type> = {
  leader: { face: "italic 700", size: 15, family: "letter" }, // as bold as it gets, where he may act
  mark: { face: "400", size: 15, family: "wood", spaced: 0.04 },
};
const HIGH = 17;
/** How much worse each further place is than the one before it: a name that fits moves no further than it must. */
const NEXT = 12;
/** What it counts to cover the map's own lettering, or to come where a counter has its frame when it is chosen, of what it counts to cover a counter. */
const LIGHT = 0.6;
/** What a commander in chief has round his disc. */
const RING = 3.5;
/** A name at a corner is so much nearer than one straight beside and one straight below together. */
const CORNER = 0.85;
/** From a flag to its name. */
const FLAG = { below: 10, above: 30, aside: 18 };

export type Labels = { plates: Record<string, PlateSide>; names: Record<string, Spot> };
export type Shrinks = { plate: number; leader: number; mark: number };

/** Where every plate and every name stands: beside what it belongs to, where it covers least and is covered least. A Leader's has no place where all are taken. */
export function labels(
  pieces: Piece[],
  figures: Figure[],
  marks: [string, Mark][],
  sheet: Sheet,
  shrink: Shrinks,
  small: boolean,
  lettering: Box[] = [],
  works: Box[] = [],
): Labels {
  const { sides, boxes } = plateBoxes(pieces, figures, sheet, shrink.plate, small, works);
  const bodies = pieces.map(({ corners }) => around(corners.flat().map((each) => sheet.spot(each))));
  const frames = bodies.map((box) => wider(box, FRAMED));
  const taken = [...boxes, ...bodies, ...figures.map((figure) => disc(figure, sheet))];
  const names: Record<string, Spot> = {};
  const place = (id: string, name: string, type: Type, size: number, spots: Spot[], must: boolean): void => {
    const wide = widthOf(name, type) * size;
    const found = spots.map((spot) => frame(spot, wide, HIGH * size));
    const under = (box: Box, others: Box[]): number => others.reduce((sum, other) => sum + shared(box, other), 0);
    const covers = found.map((box) => outside(box, sheet) + under(box, taken) + under(box, lettering) * LIGHT);
    const costs = covers.map((covered, at) => at * NEXT + covered + under(found[at]!, frames) * LIGHT);
    const best = costs.indexOf(Math.min(...costs));
    if (!must && liesOver(found[best]!, covers[best]!)) return; // he tells it himself where he is tapped
    names[id] = spots[best]!;
    taken.push(found[best]!);
  };
  for (const [id, mark] of marks)
    place(id, mark.name, TYPE.mark, shrink.mark, besideFlag(mark, sheet, shrink.mark), true);
  for (const figure of figures)
    place(figure.id, figure.name, TYPE.leader, shrink.leader, besideDisc(figure, sheet, shrink.leader), false);
  return { plates: sides, names };
}

const disc = (figure: Figure, sheet: Sheet): Box => {
  const radius = figure.radius / 50;
  return frame(sheet.spot(figure.place), radius * 2, radius * 2);
};

/** Below his disc, beside it, above it, or at a corner. */
function besideDisc(figure: Figure, sheet: Sheet, size: number): Spot[] {
  const { x, y } = sheet.spot(figure.place);
  const radius = figure.radius / 50 + (figure.chief ? RING : 0);
  const away = radius + (HIGH / 2) * size;
  const aside = radius + (widthOf(figure.name, TYPE.leader) * size) / 2 + 5;
  return [
    { x, y: y + away },
    { x: x + aside, y },
    { x: x - aside, y },
    { x, y: y - away },
    ...[away, -away].flatMap((high) => [aside, -aside].map((far) => ({ x: x + far * CORNER, y: y + high * CORNER }))),
  ];
}

/** Below its flag, above or beside it, or a line further off; else where the circle around it ends. */
function besideFlag(mark: Mark, sheet: Sheet, size: number): Spot[] {
  const { x, y } = middle(mark.points.map((each) => sheet.spot(each)));
  const aside = (FLAG.aside + widthOf(mark.name, TYPE.mark) / 2) * size;
  const reach = ((mark.reach ?? 0) / 1000) * UNITS;
  return [
    { x, y: y + FLAG.below * size },
    { x, y: y - FLAG.above * size },
    { x: x + aside, y: y - FLAG.below * size },
    { x: x - aside, y: y - FLAG.below * size },
    { x, y: y + (FLAG.below + HIGH) * size },
    { x, y: y - (FLAG.above + HIGH) * size },
    { x: x + aside, y: y - FLAG.above * size },
    { x: x - aside, y: y - FLAG.above * size },
    ...(reach
      ? [
          { x, y: y - reach },
          { x, y: y + reach },
        ]
      : []),
  ];
}

const frame = ({ x, y }: Spot, wide: number, high: number): Box => ({
  left: x - wide / 2,
  right: x + wide / 2,
  top: y - high / 2,
  bottom: y + high / 2,
});

const wider = ({ left, right, top, bottom }: Box, by: number): Box => ({
  left: left - by,
  right: right + by,
  top: top - by,
  bottom: bottom + by,
});
