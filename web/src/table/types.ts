import type {
  Account,
  Figure,
  Happening,
  Line as DeskLine,
  Off,
  Piece,
  Preview,
  RoundTold,
  Scene,
  TableNow,
  TableProblemFrame,
  TableQuestion,
  TableSaid,
  TableSeat,
  OrderOffer,
  OrderOdds,
  OrderPanel,
} from "../lib/contract";

/** A place on the table: thousandths of an inch, x to the right and y up the table. */
export type Place = [number, number];

export type TableOffer = OrderOffer;
export type TableOdds = OrderOdds;
export type TablePanel = OrderPanel;
export type Problem = TableProblemFrame;
export type Question = TableQuestion;
export type Said = TableSaid;

export type DraftShot = { target: string; by: Record<string, number> | null };

/** What has been picked and drawn so far, as it is sent. */
export type Draft = {
  piece: string;
  offer: string;
  then: string;
  path: Place[];
  facing: number | null;
  target: string;
  choices: Record<string, string>;
  /** Of orders to many: how far all of them go, and who is left out. */
  far: number | null;
  without: string[] | null;
  /** Those who go or act together with the piece, and those who are aimed at beside the target. */
  pieces: string[];
  targets: string[];
  /** Where single figures of the piece are to end, by their numbers. */
  men: Record<string, Place>;
  /** A plan of fire: at whom, and by whom with how many stands; where nobody is named, by all who can. */
  shots: DraftShot[];
};

/** An entry of the log: a line of the desk, or something taken back. */
export type Line = DeskLine & { kind?: undefined; reason?: boolean };
export type LogLine = Line | { kind: "undo"; number: number; seat: string; to: number };

export type StateFrame = { kind: "state"; table: TableNow; lines: LogLine[]; seat: TableSeat; title: string };
export type ChangeFrame = { kind: "change"; table: Change; lines: LogLine[] };
export type Reply =
  | { kind: "accepted"; number: number; id: number }
  | { kind: "refused"; problems: Problem[]; id: number; busy?: boolean }
  | { kind: "told"; answer: unknown; id: number };
export type Frame = StateFrame | ChangeFrame | Reply | { kind: "closed"; words: string };

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Change = {
  put?: { [name: string]: unknown };
  alter?: { [name: string]: Change };
  drop?: string[];
};

export type { Account, Figure, Happening, Off, Piece, Preview, RoundTold, Scene, TableNow, TableSeat };

export const freshDraft = (piece = "", offer = ""): Draft => ({
  piece,
  offer,
  then: "",
  path: [],
  facing: null,
  target: "",
  choices: {},
  far: null,
  without: null,
  pieces: [],
  targets: [],
  men: {},
  shots: [],
});
