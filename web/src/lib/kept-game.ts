import type { Answer, Ask, Fields, Meta, Record_, Request, Scalar, Setting, Value } from "./contract";
import type { Memory } from "./form";
import { settings } from "./settings.svelte";
import { now } from "./words";

/** A rule that waits for an answer, with all it has heard so far: enough to go on after a reload. */
export type Pending = {
  action: string;
  fields: Fields;
  /** Which of several it is, where they are entered together. */
  about?: string | undefined;
  answers: Answer[];
  dice: "app" | "real";
  meta: Meta;
  request: Request;
  why: Ask["why"];
  /** What has fallen so far. */
  thrown: Ask["dice"];
  /** Dice and answers of the entry that is corrected or added to: they count where the same is asked again. */
  kept?: Answer[] | undefined;
  /** Its form lay open: what that showed as assumed is not asked. */
  assume?: boolean | undefined;
  /** The players do it all the same. */
  overrule?: boolean | undefined;
  /** Where the dice stood when it began. */
  from?: number | undefined;
};

/** What the desk is asked for a verdict. */
export type Asking = Pick<
  Pending,
  "action" | "fields" | "about" | "answers" | "dice" | "meta" | "kept" | "assume" | "overrule" | "from"
> & {
  /** Where the dice stand, if not where the last throw left them. */
  throws?: number | undefined;
};

export type Recent = { action: string; fields: Fields; side: string | null };

/** What is written at every tap. The log is kept apart, row by row. */
export type KeptGame = {
  id: string;
  ruleset: string;
  title: string;
  /** How many steps of it have been stored, by whatever page. */
  step: number;
  seed: string;
  throws: number;
  options: { [name: string]: Scalar };
  house: string;
  action: string;
  values: Fields;
  touched: string[];
  side: string | null;
  advance: { [key: string]: Value };
  memory: Memory;
  recents: Recent[];
  tabs: { [side: string]: string };
  pending: Pending | null;
  /** What had fallen in rules that were cancelled since the last entry. */
  cancelled: string[];
  redoOf: string | null;
  correcting: Record_ | null;
  redoQueue: string[];
  left: string[];
  oursSeen: boolean;
  outOfPhase: boolean;
  turn: number;
  actions: number;
  time: string;
};

/** Random bytes, as hexadecimal. */
export function random(bytes: number): string {
  const raw = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function newGame(ruleset: string, title: string): KeptGame {
  const time = now();
  return {
    id: `${ruleset}.${time}.${random(3)}`,
    ruleset,
    title,
    step: 0,
    seed: random(16),
    throws: 0,
    options: {},
    house: "",
    action: "",
    values: {},
    touched: [],
    side: null,
    advance: {},
    memory: {},
    recents: [],
    tabs: {},
    pending: null,
    cancelled: [],
    redoOf: null,
    correcting: null,
    redoQueue: [],
    left: [],
    oursSeen: false,
    outOfPhase: false,
    turn: 1,
    actions: 0,
    time,
  };
}

/** What all pages of one game have in common; the form is each page's own. */
export function sharedOf(game: KeptGame): Partial<KeptGame> {
  const { step = 0, throws, options, house, pending, cancelled, left, turn, actions, time } = game;
  return { step, throws, options, house, pending, cancelled, left, turn, actions, time };
}

/** The answers of a rule that is running which the app has thrown for it, from a place on; not those of an entry before it. */
export function thrownFor({ answers, kept }: Pick<Pending, "answers" | "kept">, from = 0): Answer[] {
  return answers.slice(from).filter(({ key, by }) => by === "app" && !kept?.some((answer) => answer.key === key));
}

/**
 * What ends a rule that waits for an answer, with nothing spent: its dice lie where they fell, so whoever begins again gets the same
 * ones, unless others were thrown meanwhile; and the log will say that they had been seen.
 */
export function setAside({ pending, cancelled, throws }: KeptGame): Partial<KeptGame> {
  if (!pending) return {};
  const own = thrownFor(pending);
  const fallen = (pending.thrown ?? []).filter(({ key }) => own.some((answer) => answer.key === key));
  const seen = fallen.map(({ faces }) => faces.join(", ")).join("; ");
  const begun = pending.from ?? throws;
  return {
    pending: null,
    throws: throws === begun + own.length ? begun : throws,
    cancelled: seen ? [...cancelled, seen] : cancelled,
  };
}

export function settingOf(kept: KeptGame): Setting {
  return {
    ruleset: kept.ruleset,
    options: { ...kept.options },
    house: kept.house,
    style: settings.style,
  };
}
