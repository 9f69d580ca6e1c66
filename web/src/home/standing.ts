import type { TableStanding } from "../lib/contract";
import { clock, dayOf } from "../lib/words";
import type { KeptBattle } from "../table/kept";
import { t } from "../words";

/** What the server has told of battles, by the token of a seat. */
export type Told = { [token: string]: TableStanding };

/** The tokens of all seats that this device has in a battle. */
export const seatsOf = ({ token, here }: KeptBattle): string[] =>
  here?.length ? here.map((link) => link.token) : [token];

/** How a battle stands, and by which of its seats to go to it: at one screen, by the seat that is waited for. */
export function standingOf(battle: KeptBattle, told: Told): { token: string; standing: TableStanding | undefined } {
  const seats = seatsOf(battle);
  const token = seats.find((seat) => told[seat]?.stands === "yours") ?? seats[0]!;
  return { token, standing: told[token] ?? battle.standing };
}

/** Where a battle stands, in words. */
export function wordsOf({
  stands,
  turn,
  turns,
  against,
  level,
  waits_for,
  won,
  side,
  touched,
  words,
}: TableStanding): string {
  if (stands === "gone") return words;
  if (stands === "over") {
    const day = dayOf(touched);
    const how = won === null ? t("battles.nobody_won") : won ? t("battles.won", { side }) : t("battles.lost", { side });
    return t("battles.finished", { day, how });
  }
  const when = turn
    ? turns
      ? t("battles.turn_of", { turn, turns })
      : t("battles.turn", { turn })
    : t("battles.setting_up");
  const names = [...new Set(waits_for)];
  if (stands === "theirs" && names.length)
    return t(names.length === 1 ? "battles.waits" : "battles.wait", { when, names: names.join(t("table.and")) });
  const whom = {
    computer: level ? t("battles.against.level", { level }) : t("battles.against.computer"),
    friend: t("battles.against.friend", { clock: clock(new Date(touched * 1000).toISOString()) }),
    here: t("battles.against.here"),
  }[against];
  return t("battles.open", { when, whom });
}

/** How the battles stand, by the token that each is kept under. */
export const standingsBy = (battles: KeptBattle[], told: Told): Map<string, TableStanding> =>
  new Map(battles.map((battle) => [battle.token, standingOf(battle, told).standing!]));
