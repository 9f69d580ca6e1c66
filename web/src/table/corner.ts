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
