import type { TableLink } from "../lib/contract";

/** A battle this device has a seat in, with the links it may hand on. */
export type KeptBattle = {
  token: string;
  title: string;
  time: string;
  links: TableLink[];
  turn?: number;
  over?: boolean;
};

const PLACE = "sandtable.battles";
const MOST = 12;

export function keptBattles(): KeptBattle[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "[]") as KeptBattle[];
  } catch {
    return [];
  }
}

export function keepBattle(battle: KeptBattle): void {
  const others = keptBattles().filter(({ token }) => token !== battle.token);
  try {
    localStorage.setItem(PLACE, JSON.stringify([battle, ...others].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still plays: the address is the seat.
  }
}

/** A link given away later than the others. */
export function keepLink(token: string, link: TableLink): void {
  const battle = keptBattles().find((each) => each.token === token);
  if (battle) keepBattle({ ...battle, links: [...battle.links.filter(({ seat }) => seat !== link.seat), link] });
}

export const linksOf = (token: string): TableLink[] =>
  keptBattles().find((battle) => battle.token === token)?.links ?? [];
