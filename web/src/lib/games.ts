import type { Entry } from "./contract";
import { unpacked, type Parcel } from "./hand-over";
import { keepStep, keepThing, keptThings } from "./keep";
import { newGame, type KeptGame } from "./kept-game";
import { t } from "../words";

/**
 * Opens a parcel as a game of this phone. It gets a name and a dice stream of its own: two phones that go on from one log must
 * not throw the same dice.
 */
export async function openParcel(parcel: Parcel): Promise<string> {
  const fresh = newGame(parcel.game.ruleset, parcel.game.title);
  const game: KeptGame = { ...fresh, ...parcel.game, id: fresh.id, seed: fresh.seed, throws: 0 };
  await keepStep(
    game,
    parcel.entries.map((entry: Entry, index) => ({ index, entry })),
  );
  return game.ruleset;
}

export async function openShared(text: string): Promise<string> {
  const parcel = await unpacked(text).catch(() => {
    throw new Error(t("share.bad_link"));
  });
  return openParcel(parcel);
}

export async function beginGame(before: KeptGame): Promise<void> {
  const game = newGame(before.ruleset, before.title);
  // A club keeps its house rules from one game to the next; the form and the log begin afresh.
  const next = {
    ...game,
    options: before.options,
    house: before.house,
    oursSeen: before.oursSeen,
    memory: before.memory,
  };
  await keepStep(next);
}

export async function turnToGame(ruleset: string, id: string): Promise<void> {
  await keepThing(`current:${ruleset}`, id);
}

/** All games of this device that somebody has played in, the last one first. */
export async function keptGames(): Promise<KeptGame[]> {
  const games = await keptThings<KeptGame>("game:").catch(() => []);
  return games
    .map(({ value }) => value)
    .filter(({ actions }) => actions > 0)
    .sort((a, b) => b.time.localeCompare(a.time));
}
