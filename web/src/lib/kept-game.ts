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
};

/** What the desk is asked for a verdict. */
export type Asking = Pick<Pending, "action" | "fields" | "about" | "answers" | "dice" | "meta">;

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
  const { step = 0, throws, options, house, pending, left, turn, actions, time } = game;
  return { step, throws, options, house, pending, left, turn, actions, time };
}

export function settingOf(kept: KeptGame): Setting {
  return {
    ruleset: kept.ruleset,
    options: { ...kept.options },
    house: kept.house,
    style: settings.style,
  };
}
