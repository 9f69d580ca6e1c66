import { keptGames, turnToGame } from "../lib/games";
import type { KeptGame } from "../lib/kept-game";
import { dayWords } from "../lib/words";
import { standingsOf } from "../table/calls";
import { keepStandings, keptBattles, removeBattle, renameBattle, wanted, type KeptBattle } from "../table/kept";
import { play } from "../table/sound";
import { t } from "../words";
import { seatsOf, standingOf, standingsBy, wordsOf, type Told } from "./standing";

export type Kind = "yours" | "theirs" | "umpire" | "over" | "gone";
/** One line of the list. ``key`` is the token of a battle or the id of an umpire's game. */
export type Row = { key: string; kind: Kind; title: string; words: string; href: string; time: string };

const ORDER: Kind[] = ["yours", "theirs", "umpire", "over", "gone"];
const EVERY = 20_000; // milliseconds between two questions, while somebody looks
const MOST_ASKED = 24; // seats that the server is asked about at once
const AWAY = "sandtable.games.away";
const NAMES = "sandtable.games.names";

const kept = <T>(place: string, none: T): T => {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "null") ?? none;
  } catch {
    return none;
  }
};
const keep = (place: string, value: unknown): void => {
  try {
    localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing forgets it.
  }
};

/** The battles and games of this device, those that wait for its owner first. */
export class Battles {
  rows = $state.raw<Row[]>([]);
  /** Everything has been looked at once. */
  known = $state(false);
  #games: KeptGame[] = [];
  #told: Told = {};
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly titleOf: (ruleset: string) => string,
    readonly ruleset = "",
  ) {}

  get waiting(): number {
    return this.rows.filter(({ kind }) => kind === "yours").length;
  }

  /** Looks, and goes on looking while somebody is there; what is returned stops it. */
  watch(): () => void {
    void keptGames().then((games) => {
      this.#games = games;
      this.known = true;
      this.draw();
    });
    void this.ask();
    const look = (): void => void (document.visibilityState === "visible" && this.ask());
    this.#timer = setInterval(look, EVERY);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(this.#timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  /** Asks how the battles stand that are not over. */
  async ask(): Promise<void> {
    this.draw();
    const open = keptBattles().filter(({ standing }) => standing?.stands !== "over" && standing?.stands !== "gone");
    const tokens = open.flatMap(seatsOf).slice(0, MOST_ASKED);
    if (!tokens.length) return;
    const before = Object.keys(this.#told).length ? this.waiting : Infinity;
    try {
      const { battles } = await standingsOf(tokens);
      tokens.forEach((token, at) => (this.#told[token] = battles[at]!));
    } catch {
      return; // without the server the list stands as it was
    }
    keepStandings(standingsBy(open, this.#told));
    this.draw();
    if (this.waiting > before) play("yours");
  }

  draw(): void {
    const away = kept<string[]>(AWAY, []);
    const names = kept<{ [id: string]: string }>(NAMES, {});
    const battles = keptBattles()
      .filter(({ standing }) => !this.ruleset || !standing?.ruleset || standing.ruleset === this.ruleset)
      .map((battle) => this.#battle(battle));
    const games = this.ruleset ? [] : this.#games.filter(({ id }) => !away.includes(id));
    this.rows = [...battles, ...games.map((game) => this.#game(game, names[game.id]))].sort(
      (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.time.localeCompare(a.time),
    );
  }

  #battle(battle: KeptBattle): Row {
    const { token, standing } = standingOf(battle, this.#told);
    const usual = [battle.turn ? t("battles.turn", { turn: battle.turn }) : "", dayWords(battle.time)];
    return {
      key: battle.token,
      kind: standing?.stands ?? (battle.over ? "over" : "theirs"),
      title: battle.name || battle.title,
      words: standing ? wordsOf(standing) : usual.filter(Boolean).join(", "),
      href: `#table=${token}`,
      time: battle.time,
    };
  }

  #game(game: KeptGame, name: string | undefined): Row {
    const title = this.titleOf(game.ruleset);
    return {
      key: game.id,
      kind: "umpire",
      title: name || title,
      words: t(name ? "battles.umpire_of" : "battles.umpire", {
        title,
        when: game.turn ? t("battles.turn", { turn: game.turn }) : t("battles.no_turn"),
        day: dayWords(game.time),
      }),
      href: `#/${game.ruleset}`,
      time: game.time,
    };
  }

  /** Before its link is followed: which of several games it is, or that it is to be seen from its start. */
  async goTo({ key, kind }: Row): Promise<void> {
    const game = this.#games.find(({ id }) => id === key);
    if (game) await turnToGame(game.ruleset, game.id);
    else if (kind === "over") wanted.replay = key;
  }

  /** Puts a row away; what is returned brings it back. */
  remove(key: string): () => void {
    const away = kept<string[]>(AWAY, []);
    const isGame = this.#games.some(({ id }) => id === key);
    const back = isGame ? () => keep(AWAY, away) : removeBattle(key);
    if (isGame) keep(AWAY, [...away, key]);
    this.draw();
    return () => {
      back();
      this.draw();
    };
  }

  rename(key: string, name: string): void {
    if (this.#games.some(({ id }) => id === key)) keep(NAMES, { ...kept<object>(NAMES, {}), [key]: name });
    else renameBattle(key, name);
    this.draw();
  }
}
