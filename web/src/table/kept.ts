import type { TableLink, TableStanding } from "../lib/contract";

/** A battle that this device has a seat in: how to go back to it, the links it may hand on, and how it stood when the server was last asked. */
export type KeptBattle = {
  token: string;
  title: string;
  time: string;
  links: TableLink[];
  /** The seats of a battle that is played at this one screen. */
  here?: TableLink[];
  /** What its owner calls it. */
  name?: string;
  scenario?: string;
  turn?: number | undefined;
  over?: boolean;
  standing?: TableStanding;
};

const PLACE = "sandtable.battles";
const FINISHED = "sandtable.finished";
const MOST = 60;

export function keptBattles(): KeptBattle[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "[]") as KeptBattle[];
  } catch {
    return [];
  }
}

function keep(battles: KeptBattle[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(battles.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still plays: the address is the seat.
  }
}

export function keepBattle(battle: KeptBattle): void {
  keep([battle, ...keptBattles().filter(({ token }) => token !== battle.token)]);
}

/** The battle that a token is a seat of. */
export const battleOf = (token: string): KeptBattle | undefined =>
  keptBattles().find((battle) => battle.token === token || battle.here?.some((link) => link.token === token));

/** Notes what is new of a battle; it is the one that was touched last. One that somebody else opened is kept from now on. */
export function noteBattle(token: string, title: string, changes: Partial<KeptBattle>): void {
  const battle = battleOf(token) ?? { token, title, time: "", links: [] };
  keepBattle({ ...battle, time: new Date().toISOString(), ...changes });
  if (changes.over && battle.scenario) noteFinished(battle.scenario);
}

/** Notes how battles stand, each in its place. */
export function keepStandings(standings: Map<string, TableStanding>): void {
  keep(keptBattles().map((battle) => ({ ...battle, standing: standings.get(battle.token) ?? battle.standing! })));
}

export function renameBattle(token: string, name: string): void {
  keep(keptBattles().map((battle) => (battle.token === token ? { ...battle, name } : battle)));
}

/** Puts a battle away; what is returned puts it back where it was. */
export function removeBattle(token: string): () => void {
  const before = keptBattles();
  const at = before.findIndex((battle) => battle.token === token);
  keep(before.filter((battle) => battle.token !== token));
  return () => {
    const now = keptBattles().filter((battle) => battle.token !== token);
    if (at >= 0) keep([...now.slice(0, at), before[at]!, ...now.slice(at)]);
  };
}

/** A link given away later than the others. */
export function keepLink(token: string, link: TableLink): void {
  const battle = battleOf(token);
  if (battle) keepBattle({ ...battle, links: [...battle.links.filter(({ seat }) => seat !== link.seat), link] });
}

export const linksOf = (token: string): TableLink[] => battleOf(token)?.links ?? [];

/** The scenarios that were played to their end here, by name. */
export function finished(): string[] {
  try {
    return JSON.parse(localStorage.getItem(FINISHED) ?? "[]") as string[];
  } catch {
    return [];
  }
}

function noteFinished(scenario: string): void {
  try {
    localStorage.setItem(FINISHED, JSON.stringify([...new Set([...finished(), scenario])]));
  } catch {
    // As above.
  }
}

/** A battle that somebody wants to see once more from its start, a scenario to be chosen, and whoever the screen was handed to last. */
export const wanted = { replay: "", scenario: "", handedTo: "" };
