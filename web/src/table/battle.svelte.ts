import { app } from "../lib/app.svelte";
import { useDrawings } from "../icons/drawings";
import { groundOf } from "./calls";
import { Pad } from "./pad.svelte";
import { Sheet } from "./geometry";
import { Plan } from "./plan.svelte";
import { isLine, isSeen, Replay } from "./replay.svelte";
import { Rules } from "./rules";
import { Seat, type Dial, type News } from "./seat.svelte";
import { useSides } from "./sides.svelte";
import { play } from "./sound";
import { Stage } from "./stage.svelte";
import { isStill } from "./speed";
import type { Account, Figure, Line, Off, Piece, Place, Question, Reply, Scene } from "./types";
import { t } from "../words";

const A_WHILE = 1000; // milliseconds

/** A battle as one seat has it: what it is told, what it plans, what it looks back at. All that is legal is asked of the server. */
export class Battle {
  readonly seat: Seat;
  readonly plan: Plan;
  readonly replay: Replay;
  /** A secret plan, where there are any. */
  readonly pad: Pad;
  /** What has just happened, as it is shown. */
  readonly stage = new Stage();
  readonly rules = new Rules();

  /** The verdict on this seat's last shot or assault, until its next order; and whether its reasons are open. */
  card = $state.raw<Account | null>(null);
  cardDue = $state(false);
  /** Verdicts on further shots of the same order, by their numbers: they come one after the other. */
  cardsLeft = $state.raw<number[]>([]);
  cardWhy = $state(false);
  ground = $state.raw<{ svg: string; sheet: Sheet } | null>(null);
  sight = $state.raw<{ from: Place; hidden: Place[][] } | null>(null);
  looking = $state(false);
  /** The ruler is out: from where, and to where. */
  measuring = $state(false);
  measured = $state.raw<[Place, Place] | null>(null);
  /** The next tap on the map shows everybody where to look. */
  pointing = $state(false);
  /** The place of the map, by its answer, that the pointer or the focus is on while a question offers several. */
  pointed = $state("");
  /** The group of an order that the pointer or the focus is on. */
  pointedGroup = $state("");
  /** Counted up whenever whoever is selected is to be brought to the middle of the map. */
  centred = $state(0);

  constructor(
    readonly token: string,
    dial?: Dial,
  ) {
    this.seat = new Seat(token, (news) => this.#news(news), dial);
    const { stage } = this;
    this.replay = new Replay(this.seat, {
      play: async (step, speed, turned) => {
        if (this.ground) await stage.play(step, this.ground.sheet, speed, turned);
      },
      set: (step) => this.ground && stage.set(step, this.ground.sheet),
      keep: (entry, side) => stage.keep(entry, side),
      leave: (before, after, lines) => this.ground && stage.leave(before, after, lines, this.ground.sheet),
      pause: (paused) => (stage.paused = paused),
      finish: () => stage.finish(),
      rest: () => stage.rest(),
      skip: () => stage.skip(),
      wipe: () => (stage.traces = []),
    });
    this.pad = new Pad(this.seat);
    this.plan = new Plan(
      this.seat,
      () => this.scene,
      () => this.ground?.sheet ?? null,
    );
    void this.#fetchGround();
  }

  async #fetchGround(): Promise<void> {
    try {
      const { svg, width, height, sides, drawings, rules } = await groundOf(this.token);
      useSides(sides);
      useDrawings(drawings);
      this.rules.use(rules);
      this.ground = { svg, sheet: new Sheet(width, height) };
    } catch {
      if (this.seat.link !== "closed") setTimeout(() => void this.#fetchGround(), A_WHILE);
    }
  }

  leave(): void {
    this.replay.pause();
    this.stage.skip();
    this.seat.leave();
  }

  // ---- What is seen --------------------------------------------------------------------------------------------------------

  get scene(): Scene | null {
    return this.replay.scene;
  }

  /** It is for this seat to decide, and it looks at the table as it is. */
  get myMove(): boolean {
    return this.seat.decides && this.replay.at === null;
  }

  /** A question waits for this seat, in the middle of an order. */
  get asked(): Question | null {
    return this.replay.at === null ? (this.seat.now?.question ?? null) : null;
  }

  /** The places that the open question offers, numbered as it lists them. */
  get places(): { value: string; number: number; outlines: Place[][] }[] {
    const options = this.asked?.options ?? [];
    return options.flatMap(({ value, place }, at) =>
      place.length ? [{ value, number: at + 1, outlines: place }] : [],
    );
  }

  /** The table on which orders are given: it may be ahead of what is shown. */
  get #acting(): Scene | null {
    return this.replay.at === null ? (this.seat.now?.scene ?? null) : this.scene;
  }

  /** Own troops beside the table that can be told something now. */
  get beside(): Off[] {
    return (this.#acting?.off ?? []).filter(({ ready, side }) => ready && this.seat.mine.includes(side));
  }

  /** Whom the orders concern that are looked at or may be given: they are shown together. */
  get group(): string {
    if (!this.myMove) return "";
    return this.pointedGroup || this.plan.offer?.group || this.plan.panel.group;
  }

  /** Orders that are each about a group of troops: they are listed with those. */
  get choosesGroup(): boolean {
    return this.plan.panel.offers.filter(({ group }) => group).length > 1;
  }

  /** What is said to whoever has to choose one of them. */
  get choosePart(): string {
    return t("table.choose.part", { part: this.seat.who?.part_noun ?? "" });
  }

  /** All of a group on the table. */
  members(group: string): (Piece | Figure)[] {
    const { pieces = {}, figures = {} } = this.scene ?? {};
    return [...Object.values(pieces), ...Object.values(figures)].filter((each) => group && each.group === group);
  }

  /** Own units that wait for an order, those that are worst shaken first. */
  get waiting(): (Piece | Off)[] {
    const pieces = Object.values(this.#acting?.pieces ?? {}).filter(({ ready, side }) => ready && this.#owns(side));
    return [...pieces.sort((a, b) => b.slashes - a.slashes), ...this.beside];
  }

  #owns = (side: string): boolean => this.seat.mine.includes(side);

  /** Goes on to the next unit that waits for an order, and round; where none is left, to what the side as a whole can do. */
  next(): void {
    const ids = this.pad.open ? this.pad.view!.missing : this.waiting.map(({ id }) => id);
    this.plan.select(ids[(ids.indexOf(this.plan.selected) + 1) % ids.length] ?? "");
    this.centred++;
  }

  /** Something was done that this seat may take back or ask to. */
  get mayUndo(): boolean {
    return (Boolean(this.seat.now?.undo) || this.pad.mayGoBack) && this.replay.at === null;
  }

  // ---- News ----------------------------------------------------------------------------------------------------------------

  #news({ before, fresh, arrived, moved, called, declined }: News): void {
    if (declined)
      this.seat.refuse([{ field: "undo", words: t("table.wish.declined"), choices: [], rule: null, drawing: "" }]);
    if (fresh.some(({ kind }) => kind === "undo")) this.#takeBack();
    const lines = fresh.filter(isLine);
    if (before && !arrived && lines.length) this.#show(before, lines);
    if (!before && arrived) this.#catchUp();
    if (before && called && this.replay.at === null) play("yours");
    const last = lines.at(-1);
    if (last && this.replay.at === null) app.announce([last.words, ...(last.also ?? [])].join(" "));
    if (this.seat.who?.plans) void this.pad.refresh();
    // What this seat does itself is followed when it is answered.
    if ((moved || arrived) && !this.seat.sending) void this.plan.follow();
  }

  /** What this seat has done is shown at once; what others have done is played, step by step. */
  #show(before: Scene, lines: Line[]): void {
    const theirs = lines.find(({ side }) => !side || !this.seat.mine.includes(side));
    const own = theirs ? lines.slice(0, lines.indexOf(theirs)) : lines;
    // What all have done at once is played as a round, whoever sealed last.
    const first = own.find(({ seen }) => seen?.some(({ together }) => together)) ?? theirs;
    if (own.length) {
      this.replay.forget();
      const [verdict, ...more] = own.filter(({ card }) => card).map(({ number }) => number);
      this.cardsLeft = more;
      if (verdict !== undefined) void this.#strike(verdict);
      if (!first) this.#showOwn(before, own);
    }
    const round = before.clock?.turn !== 0 || lines.some(isSeen); // before the first turn there is none
    if (first && round) this.replay.follow(first === lines[0] ? before : null, first.number, lines.at(-1)!.number);
  }

  /** An order with all that came with it: one after the other, each from the table as it then was. */
  #showOwn(before: Scene, lines: Line[]): void {
    const now = this.seat.now?.scene;
    if (!this.ground || !now || this.replay.at !== null) return;
    const played = this.replay.speed !== "skip" && !isStill();
    if (lines.filter(isSeen).length > 1 && played) void this.replay.glance(before, lines);
    else {
      const seen = lines.flatMap((line) => line.seen ?? []);
      this.stage.show(before, now, seen, this.ground.sheet);
    }
  }

  /** Whoever comes back to a battle is told what the others have done since his last order. */
  #catchUp(): void {
    const { mine, lines } = this.seat;
    const theirs = (line: Line): boolean => !line.side || !mine.includes(line.side);
    const ours = lines.findLastIndex((line) => !isLine(line) || !theirs(line));
    const since = lines.slice(ours + 1);
    if (mine.length && ours >= 0 && since.length) this.replay.missed(since[0]!.number, since.at(-1)!.number);
  }

  /** Puts the verdict away; the next one of the same order follows it. */
  closeCard(): void {
    const [next, ...left] = this.cardsLeft;
    this.card = null;
    this.cardsLeft = left;
    if (next !== undefined) void this.#strike(next);
  }

  #takeBack(): void {
    this.card = null;
    this.cardsLeft = [];
    this.replay.backToNow();
    this.replay.forget();
  }

  /** Shows the verdict on an action of this seat's. */
  async #strike(number: number): Promise<void> {
    this.cardDue = true;
    const account = await this.seat.ask<Account>("account", { number });
    this.cardDue = false;
    const isLast = !this.seat.lines.some((line) => line.kind === "undo" && line.number > number);
    if (account && isLast) this.card = account;
  }

  // ---- Doing ---------------------------------------------------------------------------------------------------------------

  /** Gives the order as it is drawn up, with all that is to follow it: the server goes on as far as it goes. */
  async act(): Promise<void> {
    const order = await this.plan.order();
    const acts = this.plan.acts;
    if (acts.length) return this.#planned(acts);
    if (!order || this.seat.sending || this.replay.at !== null) return;
    this.card = null;
    this.cardsLeft = [];
    this.plan.aim = null; // whatever comes of it, the odds were those of before
    await this.#done(this.seat.play("order", { order }), true);
  }

  /** Puts what is drawn up into the plan, and goes on to whoever has no order yet. */
  async #planned(acts: unknown[]): Promise<void> {
    await this.pad.put(acts);
    this.plan.select("");
    if (this.pad.view?.missing.length) this.next();
  }

  /** Seals the plan: it is one order, and nobody else learns more than that. */
  async seal(): Promise<void> {
    const order = this.pad.view?.order;
    if (!order || this.seat.sending) return;
    const reply = await this.#done(this.seat.play("order", { order }), true);
    if (reply.kind !== "accepted") return;
    this.pad.sealed();
    await this.pad.refresh();
  }

  async reopen(): Promise<void> {
    const order = this.pad.view?.reopen;
    const reply = order ? await this.#done(this.seat.play("order", { order })) : null;
    if (reply?.kind === "accepted") await this.pad.reopened();
  }

  async entrust(): Promise<void> {
    const order = this.pad.view?.late;
    if (order) await this.#done(this.seat.play("order", { order }));
  }

  /** Waits for the answer to what this seat does, and looks what can be done after it. */
  async #done(answer: Promise<Reply>, spends = false): Promise<Reply> {
    this.plan.given();
    const reply = await answer;
    const left = this.seat.now?.left ?? [];
    if (left.length) app.announce(left.map(({ words }) => words).join(" "));
    await this.plan.follow(spends && reply.kind === "accepted");
    return reply;
  }

  #play = (kind: string, parts: object = {}): Promise<Reply> => this.#done(this.seat.play(kind, parts));
  answer = (value: unknown): Promise<Reply> => this.#play("answer", { key: this.seat.now?.question?.key, value });
  throwForMe = (): Promise<Reply> => this.#play("throw", { key: this.seat.now?.question?.key });
  /** Takes back what was planned last; where nothing is planned, the last order. */
  undo = (): Promise<unknown> => (this.pad.mayGoBack ? this.pad.back() : this.#play("undo"));
  agree = (): Promise<Reply> => this.#play("agree");
  decline = (): Promise<Reply> => this.#play("decline");
  ownDice = (own: boolean): Promise<Reply> => this.#done(this.seat.send("dice", { own }));

  // ---- Tools ---------------------------------------------------------------------------------------------------------------

  /** Closes what was opened last: the verdict, a row of the log; else lets go. */
  escape(): void {
    if (this.card) this.closeCard();
    else if (this.replay.opened !== null) this.replay.backToNow();
    else this.clear();
  }

  /** Puts a tool away, or lets go of what was planned last. */
  clear(): void {
    if (this.pointing) return this.togglePointing();
    if (this.measuring) return this.toggleMeasuring();
    if (this.looking) return this.toggleLooking();
    this.sight = null;
    this.plan.clear();
  }

  /** The ground that cannot be seen from a place. */
  async lookFrom(from: Place): Promise<void> {
    const hidden = await this.seat.ask<Place[][]>("sight", { place: from });
    this.sight = hidden && this.looking ? { from, hidden } : null;
  }

  /** Shows everybody at the table a place for some seconds. */
  async point(place: Place): Promise<void> {
    this.pointing = false;
    const reply = await this.seat.tell("point", { place: place.map(Math.round) });
    if (reply.kind === "refused") this.seat.refuse(reply.problems);
  }

  togglePointing(): void {
    const pointing = !this.pointing;
    if (this.looking) this.toggleLooking();
    if (this.measuring) this.toggleMeasuring();
    this.pointing = pointing && this.seat.mayPoint;
  }

  /** Gives an order that was advised. */
  async follow(order: unknown): Promise<void> {
    if (order && !this.seat.sending) await this.#done(this.seat.play("order", { order }), true);
  }

  toggleLooking(): void {
    this.pointing = false;
    this.looking = !this.looking;
    this.measuring = false;
    this.measured = null;
    if (!this.looking) this.sight = null;
  }

  toggleMeasuring(): void {
    if (this.looking) this.toggleLooking();
    this.pointing = false;
    this.measuring = !this.measuring;
    this.measured = null;
  }
}
