import type { Size, Spot } from "./geometry";

/** A corner of the map, by the edges it lies at. */
export type Corner = { left: boolean; top: boolean };

const ASIDE = 34;

/** The corner in which a card of that size covers the fewest of these spots; none of ``kept`` as long as that can be. */
export function freestCorner(spots: Spot[], kept: Spot[], card: Size, pane: Size): Corner {
  const corners: Corner[] = [
    { left: false, top: false },
    { left: false, top: true },
    { left: true, top: false },
    { left: true, top: true },
  ];
  const covers = ({ left, top }: Corner, { x, y }: Spot): boolean =>
    (left ? x < card.width + ASIDE : x > pane.width - card.width - ASIDE) &&
    (top ? y < card.height + ASIDE : y > pane.height - card.height - ASIDE);
  const burden = (corner: Corner): number =>
    spots.filter((spot) => covers(corner, spot)).length + 100 * kept.filter((spot) => covers(corner, spot)).length;
  return corners.reduce((best, each) => (burden(each) < burden(best) ? each : best));
}

/** Upright, by two of its corners. */
export type Frame = { left: number; top: number; right: number; bottom: number };

/** So far within its edge a line comes to a card. */
const WITHIN = 24;

/** A ruled line from whom a card is about to the card: straight where it can be, else round one corner. */
export function tie(about: Frame, card: Frame): Spot[] {
  const [x, y] = [(about.left + about.right) / 2, (about.top + about.bottom) / 2];
  const over = Math.min(Math.max(x, card.left + WITHIN), card.right - WITHIN);
  const side = { x: x < over ? about.right : about.left, y };
  if (y >= card.top && y <= card.bottom) return [side, { x: x < over ? card.left : card.right, y }];
  const edge = y < card.top ? card.top : card.bottom;
  // Too near to leave him by the side: up or down, and no corner.
  if (over >= about.left && over <= about.right)
    return [
      { x: over, y: y < card.top ? about.bottom : about.top },
      { x: over, y: edge },
    ];
  return [side, { x: over, y }, { x: over, y: edge }];
}
