import type { TableInk } from "../lib/contract";

/** The sides of the battle on the screen, as its ruleset lists them, with the ink of each. */
let sides = $state.raw<TableInk[]>([]);

export function useSides(found: TableInk[]): void {
  sides = found;
}

/** The class that sets a side's inks; nobody's is the first side's. */
export const inkOf = (side: string | null | undefined): string =>
  `ink-${(sides.find(({ id }) => id === side) ?? sides[0])?.ink ?? "red"}`;

/** The class that sets the inks of somebody on the table: its own, where it has one, else its side's. */
export const inkOn = (piece: { side: string; ink?: string } | null | undefined): string =>
  piece?.ink ? `ink-${piece.ink}` : inkOf(piece?.side);

/** Whether it is the second of the two, the one that has a pattern where colours are not told apart. */
export const isSecond = (side: string | null | undefined): boolean => side !== undefined && sides[1]?.id === side;

/** What a side is called. */
export const sideName = (side: string | null | undefined): string =>
  sides.find(({ id }) => id === side)?.name ?? side ?? "";
