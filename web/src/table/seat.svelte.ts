import { app } from "../lib/app.svelte";
import { lineAddress } from "./calls";
import { Line, type Heard, type LinkState } from "./line";
import { nextPart } from "./part";
import { t } from "../words";
import type { TablePlayer } from "../lib/contract";
import type { LogLine, Problem, Reply, Scene, TableNow, TableSeat } from "./types";

const A_WHILE = 1000; // milliseconds

/** What a seat asks by: the line to the table, or whatever stands in for it. */
export type Asking = { ask: (kind: string, parts?: object) => Promise<Reply>; hangUp: () => void; retry: () => void };

export type Dial = (token: string, heard: Heard) => Asking;

/** What has just been told. */
export type News = {
  /** The table as it was, if it was known. */
  before: Scene | null;
  fresh: LogLine[];
  /** All of it was told, to somebody who has just come. */
  arrived: boolean;
  /** Other things can be done now than before. */
  moved: boolean;
  /** It has become this seat's to decide. */
  called: boolean;
  /** What this seat asked for is not to be, or was given up. */
  declined: boolean;
};

/** What one seat is told of a battle, and by which line it asks and acts. */
export class Seat {
  link = $state<LinkState>("joining");
  closedWords = $state("");
  now = $state.raw<TableNow | null>(null);
  lines = $state.raw<LogLine[]>([]);
  who = $state.raw<TableSeat | null>(null);
  title = $state("");
  /** Why the last thing that was to be done was not. */
  refused = $state.raw<Problem[]>([]);
  sending = $state(false);
  /** Why a computer did what it did, by the number of the action, where it was asked for. */
  reasons = $state<Record<number, string>>({});

  #line: Asking;
  #addsPart = false;

  constructor(
    readonly token: string,
    readonly heard: (news: News) => void,
    dial: Dial = (by, listener) => new Line(lineAddress(), by, listener),
  ) {
    this.#line = dial(token, {
      link: (state, words) => {
        this.link = state;
        this.closedWords = words ?? "";
      },
      news: (now, lines, seat, title) => this.#news(now, lines, seat, title),
    });
  }

  leave = (): void => this.#line.hangUp();
  retry = (): void => this.#line.retry();

  // ---- What is known -------------------------------------------------------------------------------------------------------

  /** The sides that this seat plays. */
  get mine(): string[] {
    return this.who?.roles ?? [];
  }

  /** Who plays the sides now. */
  get players(): TablePlayer[] {
    return this.now?.players ?? [];
  }

  /** Somebody else sits at the table, or is to come: there is somebody to point things out to. */
  get inCompany(): boolean {
    const others = (this.now?.present ?? []).filter((seat) => seat !== this.who?.id);
    return others.some((seat) => this.players.find((each) => each.seat === seat)?.who !== "computer");
  }

  /** Somebody waits for this seat. A referee is told what everybody decides; who plays a side himself waits with the others meanwhile. */
  get decides(): boolean {
    const decisions = this.now?.decisions ?? [];
    const { referee, roles } = this.who ?? { referee: false, roles: [] };
    return decisions.some(({ by }) => !referee || !roles.length || roles.includes(by));
  }

  /** What is decided is this seat's own side's. */
  get decidesOwn(): boolean {
    return (this.now?.decisions ?? []).some(({ by }) => this.mine.includes(by));
  }

  /** What the page calls somebody at the table. */
  nameOf({ seat, side }: { seat: string; side: string }): string {
    return this.mine.includes(side) ? t("company.you") : side || seat;
  }

  /** What the table waits for, if it is about one piece: the unit whose order has arrived. */
  get subject(): string {
    const subject = this.now?.decisions[0]?.subject ?? "";
    return this.knows(subject) ? subject : "";
  }

  /** Whether somebody of this name is on the table or beside it. */
  knows(id: string): boolean {
    const { pieces = {}, figures = {}, off = [] } = this.now?.scene ?? {};
    return Boolean(id) && (id in pieces || id in figures || off.some((each) => each.id === id));
  }

  /** Somebody of this seat's waits for an order. */
  get somebodyReady(): boolean {
    const { pieces = {}, figures = {}, off = [] } = this.now?.scene ?? {};
    const beside = off.filter(({ side }) => this.mine.includes(side));
    return [...Object.values(pieces), ...Object.values(figures), ...beside].some(({ ready }) => ready);
  }

  // ---- News ----------------------------------------------------------------------------------------------------------------

  #news(now: TableNow, lines: LogLine[], seat: TableSeat | null, title: string | null): void {
    const known = this.lines.at(-1)?.number ?? 0;
    const fresh = lines.filter(({ number }) => number > known);
    const before = this.now;
    const wish = before?.proposal;
    if (fresh.length) this.lines = [...this.lines, ...fresh];
    this.now = now;
    if (seat) this.who = seat;
    if (title !== null) this.title = title;
    void this.#addPart();
    this.heard({
      before: before?.scene ?? null,
      fresh,
      arrived: seat !== null,
      moved: before?.number !== now.number || before.decisions.length !== now.decisions.length,
      called: !before?.decisions.length && now.decisions.length > 0,
      declined: Boolean(wish && !now.proposal && wish.seat === this.who?.id && !fresh.length && !now.own_dice),
    });
  }

  /** Adds to the dice what this seat has thrown for them, step by step, until the first of them falls. */
  async #addPart(acting = false): Promise<void> {
    const part = this.now && !this.#addsPart ? nextPart(this.now, this.token, acting) : null;
    if (!part) return;
    this.#addsPart = true;
    await this.#line.ask("part", part);
    this.#addsPart = false;
    if (this.now?.parts.own && "promise" in part) void this.#addPart();
  }

  // ---- Asking and acting ---------------------------------------------------------------------------------------------------

  /** What the server says to a question; null where it says nothing. One that is too busy is asked again a little later. */
  async ask<Answer>(kind: string, parts: object): Promise<Answer | null> {
    let reply = await this.#line.ask(kind, parts);
    while (reply.kind === "refused" && reply.busy) {
      await new Promise((go) => setTimeout(go, A_WHILE));
      reply = await this.#line.ask(kind, parts);
    }
    return reply.kind === "told" ? (reply.answer as Answer) : null;
  }

  /** Whether this seat may show others a place: spectators only look. */
  get mayPoint(): boolean {
    return Boolean(this.who && (this.who.roles.length || this.who.referee)) && this.inCompany;
  }

  /** Says something to the table that is no order. */
  tell = (kind: string, parts: object = {}): Promise<Reply> => this.#line.ask(kind, parts);

  /** Does something; the news of it have come when this is answered. */
  async send(kind: string, parts: object = {}): Promise<Reply> {
    void this.#addPart(true);
    this.sending = true;
    this.refused = [];
    const reply = await this.#line.ask(kind, parts);
    this.sending = false;
    if (reply.kind === "refused") this.refuse(reply.problems);
    return reply;
  }

  /** Does something to the table as this seat sees it now: sent again over a broken line, it meets no other moment. */
  async play(kind: string, parts: object = {}): Promise<Reply> {
    const last = this.now?.number;
    const reply = await this.send(kind, { ...parts, last });
    // Sent twice over a broken line: the first one came through.
    const again = reply.kind === "refused" && reply.problems[0]?.field === "last" && this.now?.number !== last;
    if (again) this.refused = [];
    return again ? { kind: "accepted", number: this.now?.number ?? 0, id: reply.id } : reply;
  }

  refuse(problems: Problem[]): void {
    this.refused = problems;
    app.announce(problems.map(({ words }) => words).join(" "));
  }

  async why(number: number): Promise<void> {
    if (number in this.reasons) delete this.reasons[number];
    else this.reasons[number] = (await this.ask<string>("why", { number })) ?? "";
  }
}
