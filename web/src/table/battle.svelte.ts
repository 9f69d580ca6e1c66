import { app } from "../lib/app.svelte";
import type { Outlook } from "../lib/contract";
import { useDrawings } from "../icons/drawings";
import { groundOf, lineAddress } from "./calls";
import { far, Sheet } from "./geometry";
import { Line, type LinkState } from "./line";
import { nextPart } from "./part";
import { useSides } from "./sides.svelte";
import { play } from "./sound";
import { Stage } from "./stage.svelte";
import {
  freshPlan,
  type Figure,
  type LogLine,
  type Off,
  type Piece,
  type Place,
  type Plan,
  type Preview,
  type Problem,
  type Reply,
  type Scene,
  type TableNow,
  type TableOffer,
  type TablePanel,
  type TableSeat,
} from "./types";

const A_WHILE = 1000; // milliseconds
const NO_PANEL: TablePanel = { offers: [], not_now: [] };
const PLAY_STEP = 700;

/** A battle as one seat has it: what it is told, what it has picked, what it is asked. All that is legal is asked of the server. */
export class Battle {
  link = $state<LinkState>("joining");
  closedWords = $state("");
  now = $state.raw<TableNow | null>(null);
  lines = $state.raw<LogLine[]>([]);
  seat = $state.raw<TableSeat | null>(null);
  title = $state("");
  ground = $state.raw<{ svg: string; sheet: Sheet } | null>(null);

  selected = $state("");
  plan = $state.raw<Plan>(freshPlan());
  panel = $state.raw<TablePanel>(NO_PANEL);
  /** The action after which the panel was asked for. */
  panelAfter = $state(-1);
  preview = $state.raw<Preview | null>(null);
  /** The plan that the preview is of: while it is an older one, nothing may be sent. */
  previewed = $state.raw<Plan | null>(null);
  outlook = $state.raw<Outlook | null>(null);
  /** What would come of aiming at whom the pointer is over. */
  aim = $state.raw<{ target: string; preview: Preview } | null>(null);
  refused = $state.raw<Problem[]>([]);
  sending = $state(false);
  sight = $state.raw<{ from: Place; hidden: Place[][] } | null>(null);
  looking = $state(false);
  /** A way is being drawn with the finger. */
  drawing = $state(false);
  /** The ruler is out: from where, and to where. */
  measuring = $state(false);
  measured = $state.raw<[Place, Place] | null>(null);
  reasons = $state<Record<number, string>>({});
  /** The place of the map, by its answer, that the pointer or the focus is on while a question offers several. */
  pointed = $state("");
  /** The action that is being looked back at; null is now. */
  at = $state<number | null>(null);
  past = $state.raw<Scene | null>(null);
  playing = $state(false);
  /** What has just happened, as it is shown. */
  readonly stage = new Stage();

  #line: Line;
  /** The plan's first order is given: what follows goes out by itself. */
  #going = false;
  /** The plan's last order is given: whoever had it is done with. */
  #done = false;
  /** A part of the dice is on its way. */
  #adding = false;
  #ticket = 0;
  #wanted = false;
  #asking: Promise<void> | null = null;
  #player: ReturnType<typeof setInterval> | undefined;

  constructor(readonly token: string) {
    this.#line = new Line(lineAddress(), token, {
      link: (state, words) => {
        this.link = state;
        this.closedWords = words ?? "";
      },
      news: (now, lines, seat, title) => this.#news(now, lines, seat, title),
    });
    void this.#fetchGround();
  }

  async #fetchGround(): Promise<void> {
    try {
      const { svg, width, height, sides, drawings } = await groundOf(this.token);
      useSides(sides);
      useDrawings(drawings);
      this.ground = { svg, sheet: new Sheet(width, height) };
    } catch {
      if (this.link !== "closed") setTimeout(() => void this.#fetchGround(), 1000);
    }
  }

  leave(): void {
    this.pause();
    this.stage.skip();
    this.#line.hangUp();
  }

  retry = (): void => this.#line.retry();

  // ---- What is seen --------------------------------------------------------------------------------------------------------

  get scene(): Scene | null {
    return this.past ?? this.now?.scene ?? null;
  }

  get piece(): Piece | null {
    return this.scene?.pieces?.[this.selected] ?? null;
  }

  get figure(): Figure | null {
    return this.scene?.figures?.[this.selected] ?? null;
  }

  /** The selected one, if it is not on the table: aboard, still to come, still to be placed. */
  get off(): Off | null {
    return this.scene?.off?.find(({ id }) => id === this.selected) ?? null;
  }

  /** The places that the open question offers, numbered as it lists them. */
  get places(): { value: string; number: number; outlines: Place[][] }[] {
    const options = this.at === null ? (this.now?.question?.options ?? []) : [];
    return options.flatMap(({ value, place }, at) =>
      place.length ? [{ value, number: at + 1, outlines: place }] : [],
    );
  }

  /** Own troops beside the table that can be told something now. */
  get beside(): Off[] {
    return (this.scene?.off ?? []).filter(({ ready, side }) => ready && this.mine.includes(side));
  }

  get mine(): string[] {
    return this.seat?.roles ?? [];
  }

  /** Somebody waits for this seat. */
  get myMove(): boolean {
    return (this.now?.decisions.length ?? 0) > 0 && this.at === null;
  }

  get offer(): TableOffer | null {
    return this.panel.offers.find(({ id }) => id === this.plan.offer) ?? null;
  }

  get following(): TableOffer | null {
    return this.panel.offers.find(({ id }) => id === this.plan.then) ?? null;
  }

  needs(what: string): boolean {
    return [this.offer, this.following].some((each) => each?.needs?.includes(what));
  }

  get needsWay(): boolean {
    return this.needs("path") || this.needs("place");
  }

  /** Where the selected piece stands. */
  get stand(): Place | null {
    return this.piece?.anchor ?? this.figure?.place ?? this.off?.at ?? null;
  }

  get facing(): number {
    return this.plan.facing ?? this.piece?.facing ?? this.off?.facing ?? 0;
  }

  /** The way was drawn further than it can be gone. */
  get tooFar(): boolean {
    const [drawn, gone] = [this.plan.path.at(-1), this.preview?.path?.at(-1)];
    return Boolean(drawn && gone && (this.preview?.limit || far(drawn, gone) > 60));
  }

  // ---- News ----------------------------------------------------------------------------------------------------------------

  #news(now: TableNow, lines: LogLine[], seat: TableSeat | null, title: string | null): void {
    const known = this.lines.at(-1)?.number ?? 0;
    const fresh = lines.filter(({ number }) => number > known);
    if (fresh.length) this.lines = [...this.lines, ...fresh];
    const moved = this.now?.number !== now.number || this.now.decisions.length !== now.decisions.length;
    const [before, waited, wish] = [this.now?.scene, this.myMove, this.now?.proposal];
    this.now = now;
    void this.#addPart();
    if (wish && !now.proposal && wish.seat === this.seat?.id && !fresh.length && !now.own_dice) this.#declined();
    if (before && !waited && this.myMove) play("yours");
    if (fresh.some(({ kind }) => kind === "undo")) this.stage.skip();
    const seen = fresh.flatMap((line) => (line.kind === "undo" ? [] : (line.seen ?? [])));
    if (before && !seat && this.at === null && this.ground) this.stage.show(before, now.scene, seen, this.ground.sheet);
    if (seat) this.seat = seat;
    if (title !== null) this.title = title;
    const last = fresh.at(-1);
    if (last && last.kind !== "undo") app.announce(last.words);
    if (moved || seat) void this.#follow();
  }

  /** Adds to the dice what this seat has thrown for them, step by step, until the first of them falls. */
  async #addPart(acting = false): Promise<void> {
    const part = this.now && !this.#adding ? nextPart(this.now, this.token, acting) : null;
    if (!part) return;
    this.#adding = true;
    await this.#line.ask("part", part);
    this.#adding = false;
    if (this.now?.parts.own && "promise" in part) void this.#addPart();
  }

  /** What this seat asked for is not to be, or was given up. */
  #declined(): void {
    const words = "It is left as it is.";
    this.refused = [{ field: "undo", words, choices: [], rule: null, drawing: "" }];
    app.announce(words);
  }

  /** The table has moved on: what can be done now? */
  async #follow(): Promise<void> {
    const subject = this.now?.decisions[0]?.subject ?? "";
    const pending = this.#still(subject);
    if (this.#going && this.myMove && (pending ? this.plan.piece === subject : !this.plan.piece)) return this.#goOn();
    const going = this.#going;
    this.#going = false;
    const done = this.#done;
    this.#done = false;
    if (pending) this.selected = subject;
    else if (going || done || !this.#still(this.selected)) this.selected = "";
    const same = this.plan.piece === this.selected && !going && !done && !pending;
    await this.#freshPanel(same ? this.plan : freshPlan(this.selected));
    if (pending) this.pick(this.panel.offers[0]?.id ?? "");
  }

  /** Somebody of this seat's waits for an order. */
  get somebodyReady(): boolean {
    const { pieces, figures } = this.now?.scene ?? {};
    return [...Object.values(pieces ?? {}), ...Object.values(figures ?? {}), ...this.beside].some(({ ready }) => ready);
  }

  #still(id: string): boolean {
    const scene = this.now?.scene;
    if (!scene || !id) return false;
    return (
      id in (scene.pieces ?? {}) || id in (scene.figures ?? {}) || Boolean(scene.off?.some((off) => off.id === id))
    );
  }

  /** An order that arrived waits for its move: it was planned already. */
  async #goOn(): Promise<void> {
    await this.#freshPanel(this.plan);
    const preview = await this.#told<Preview>("preview", { draft: this.plan });
    this.#going = false;
    this.preview = preview;
    // Nothing was drawn for a side's own orders, nor where the way is a choice.
    const planned =
      !this.plan.piece ||
      this.plan.path.length > 0 ||
      this.plan.facing !== null ||
      Boolean(this.plan.choices.board || this.plan.choices.bend);
    const first = this.panel.offers[0]?.id ?? "";
    if (preview?.order && planned) await this.#order(preview.order, preview.more ?? false);
    else if (first) this.#set({ ...this.plan, offer: first, then: "", target: "" });
  }

  async #freshPanel(plan: Plan): Promise<void> {
    const ticket = ++this.#ticket;
    const after = this.now?.number ?? -1;
    this.plan = plan;
    const [panel, outlook] = await Promise.all([
      this.#told<TablePanel>("panel", { piece: this.selected }),
      this.selected ? this.#told<Outlook>("outlook", { piece: this.selected, offer: plan.then || plan.offer }) : null,
    ]);
    if (ticket !== this.#ticket) return;
    if (!panel) this.#askAgain(ticket, plan);
    this.panel = panel ?? NO_PANEL;
    this.panelAfter = after;
    this.outlook = outlook;
    const known = this.panel.offers.some(({ id }) => id === plan.offer);
    if (!known && plan.offer && !this.#going) this.plan = freshPlan(this.selected);
    const only = this.panel.offers.length === 1 && !this.selected && !this.somebodyReady ? this.panel.offers[0] : null;
    if (only && !this.plan.offer) this.plan = freshPlan("", only.id);
    this.#look();
  }

  /** A server that is too busy to say what can be done is asked again: without its answer nothing could be. */
  #askAgain(ticket: number, plan: Plan): void {
    setTimeout(() => {
      if (ticket === this.#ticket) void this.#freshPanel(plan);
    }, A_WHILE);
  }

  // ---- Picking -------------------------------------------------------------------------------------------------------------

  select(id: string): void {
    if (this.selected === id) return;
    this.selected = id;
    this.preview = null;
    this.outlook = null;
    this.aim = null;
    this.refused = [];
    this.panel = NO_PANEL;
    void this.#freshPanel(freshPlan(id));
  }

  /** Picks an order; the second one may follow the first in the same turn. */
  pick(id: string): void {
    if (!id) return;
    this.refused = [];
    if (this.offer?.combines?.includes(id)) {
      this.#set({ ...this.plan, then: this.plan.then === id ? "" : id });
    } else {
      this.#set({ ...freshPlan(this.selected, id), ...(this.#keepsWay(id) ? { path: this.plan.path } : {}) });
    }
    void this.#freshOutlook();
  }

  #keepsWay(id: string): boolean {
    return this.needs("path") && Boolean(this.panel.offers.find((each) => each.id === id)?.needs?.includes("path"));
  }

  async #freshOutlook(): Promise<void> {
    if (!this.selected) return;
    const ticket = this.#ticket;
    const offer = this.plan.then || this.plan.offer;
    const outlook = await this.#told<Outlook>("outlook", { piece: this.selected, offer });
    if (ticket === this.#ticket) this.outlook = outlook;
  }

  clear(): void {
    if (this.measuring) return this.toggleMeasuring();
    if (this.looking) return this.toggleLooking();
    this.refused = [];
    this.aim = null;
    this.sight = null;
    if (this.plan.path.length || this.plan.target || this.plan.then || this.plan.facing !== null) {
      this.#set(freshPlan(this.selected, this.plan.offer));
    } else if (this.plan.offer && this.panel.offers.length > 1) {
      this.#set(freshPlan(this.selected));
      void this.#freshOutlook();
    } else this.select("");
  }

  target(id: string): void {
    this.aim = null;
    if (!this.needs("target")) {
      const shot = this.panel.offers.find((offer) => offer.needs?.includes("target"));
      if (!shot) return this.select(id);
      this.pick(shot.id);
    }
    this.#set({ ...this.plan, target: id });
  }

  /** The way to go; the first order that needs one is picked if none is. */
  way(path: Place[]): void {
    if (!this.needsWay) {
      const move = this.panel.offers.find((offer) => offer.needs?.includes("path") || offer.needs?.includes("place"));
      if (!move) return;
      this.pick(move.id);
    }
    const sheet = this.ground?.sheet;
    this.#set({ ...this.plan, path: sheet ? path.map((each) => sheet.inside(each)) : path });
  }

  /** How an order is to be carried out. */
  choose(name: string, value: string): void {
    this.#set({ ...this.plan, choices: { ...this.plan.choices, [name]: value } });
  }

  turnTo(facing: number | null): void {
    this.#set({ ...this.plan, facing });
  }

  #set(plan: Plan): void {
    this.plan = plan;
    this.#look();
  }

  /** Asks what would come of the plan: one question at a time, and the newest plan last. */
  #look(): void {
    this.#wanted = true;
    this.#asking ??= this.#lookNow();
  }

  async #lookNow(): Promise<void> {
    await null; // so that whoever waits for the answer has something to wait for
    while (this.#wanted) {
      this.#wanted = false;
      const { plan } = this;
      const preview = plan.offer ? await this.#told<Preview>("preview", { draft: plan }) : null;
      if (plan !== this.plan) continue;
      this.preview = preview;
      this.previewed = plan;
    }
    this.#asking = null;
  }

  /** Odds under the pointer, before anything is picked for good. */
  async aimAt(id: string): Promise<void> {
    if (!id || !this.needs("target") || id === this.plan.target) {
      this.aim = null;
      return;
    }
    const preview = await this.#told<Preview>("preview", { draft: { ...this.plan, target: id } });
    if (preview && this.needs("target")) this.aim = { target: id, preview };
  }

  // ---- Doing ---------------------------------------------------------------------------------------------------------------

  get stale(): boolean {
    return this.previewed !== this.plan;
  }

  /** What is offered or shown is of a moment ago. */
  get busy(): boolean {
    return this.stale || this.panelAfter !== this.now?.number;
  }

  /** Gives the order as it is drawn up now: what would come of it may still be on its way. */
  async act(): Promise<void> {
    if (this.#asking) await this.#asking;
    const preview = this.preview;
    if (!preview?.order || this.stale || this.sending || this.at !== null) return;
    await this.#order(preview.order, preview.more ?? false);
  }

  async #order(order: unknown, more: boolean): Promise<void> {
    this.#going = more;
    this.#done = !more;
    if (!more) this.preview = null;
    const number = this.now?.number;
    const reply = await this.#play("order", { order });
    if (reply.kind === "refused") {
      this.#going = this.#done = false;
      // Sent twice over a broken line: the first one came through.
      if (reply.problems[0]?.field === "last" && this.now?.number !== number) this.refused = [];
      this.#look();
    }
  }

  /** Does something to the table as this seat sees it now: sent again over a broken line, it meets no other moment. */
  #play(kind: string, parts: object = {}): Promise<Reply> {
    return this.#send(kind, { ...parts, last: this.now?.number });
  }

  async #send(kind: string, parts: object = {}): Promise<Reply> {
    void this.#addPart(true);
    this.sending = true;
    this.refused = [];
    const reply = await this.#line.ask(kind, parts);
    this.sending = false;
    if (reply.kind === "refused") {
      this.refused = reply.problems;
      app.announce(reply.problems.map(({ words }) => words).join(" "));
    }
    return reply;
  }

  answer = (value: unknown): Promise<Reply> => this.#play("answer", { key: this.now?.question?.key, value });
  throwForMe = (): Promise<Reply> => this.#play("throw", { key: this.now?.question?.key });
  undo = (): Promise<Reply> => this.#play("undo");
  agree = (): Promise<Reply> => this.#play("agree");
  decline = (): Promise<Reply> => this.#play("decline");
  ownDice = (own: boolean): Promise<Reply> => this.#send("dice", { own });

  async why(number: number): Promise<void> {
    if (number in this.reasons) delete this.reasons[number];
    else this.reasons[number] = (await this.#told<string>("why", { number })) ?? "";
  }

  /** The ground that cannot be seen from a place. */
  async lookFrom(from: Place): Promise<void> {
    const hidden = await this.#told<Place[][]>("sight", { place: from });
    this.sight = hidden && this.looking ? { from, hidden } : null;
  }

  toggleLooking(): void {
    this.looking = !this.looking;
    this.measuring = false;
    this.measured = null;
    if (!this.looking) this.sight = null;
  }

  toggleMeasuring(): void {
    if (this.looking) this.toggleLooking();
    this.measuring = !this.measuring;
    this.measured = null;
  }

  async #told<Answer>(kind: string, parts: object): Promise<Answer | null> {
    const reply = await this.#line.ask(kind, parts);
    return reply.kind === "told" ? (reply.answer as Answer) : null;
  }

  // ---- Looking back --------------------------------------------------------------------------------------------------------

  async lookBack(number: number): Promise<void> {
    const last = this.now?.number ?? 0;
    if (number >= last) return this.backToNow();
    const [from, before] = [this.at, this.scene];
    this.at = Math.max(0, number);
    const scene = await this.#told<Scene>("scene_at", { number: this.at });
    if (!scene || this.at !== Math.max(0, number)) return;
    this.past = scene;
    const line = this.lines.find((each) => each.number === this.at);
    const next = from !== null && this.at === from + 1 && before && line && line.kind !== "undo";
    if (next && this.ground) this.stage.show(before, scene, line.seen ?? [], this.ground.sheet);
    else this.stage.skip();
  }

  backToNow(): void {
    this.pause();
    this.stage.skip();
    this.at = null;
    this.past = null;
  }

  play(): void {
    const last = this.now?.number ?? 0;
    this.playing = true;
    void this.lookBack(this.at === null || this.at >= last ? 0 : this.at);
    this.#player = setInterval(() => void this.lookBack((this.at ?? last) + 1), PLAY_STEP);
  }

  pause(): void {
    this.playing = false;
    clearInterval(this.#player);
  }
}
