import type { Dial, OrderChoice, Outlook, Shot } from "../lib/contract";
import { opened, outOf, put, withStands } from "./shots";
import { far, type Sheet } from "./geometry";
import type { Seat } from "./seat.svelte";
import {
  freshDraft,
  type Draft,
  type DraftShot,
  type Figure,
  type Off,
  type Piece,
  type Place,
  type Preview,
  type Scene,
  type TableOffer,
  type TablePanel,
} from "./types";

const NO_PANEL: TablePanel = { offers: [], not_now: [], usual: "", group: "", note: "", replies: false };
const NEVER = -1;
const WHERE = ["path", "place"];
/** A way that ends so near to where it was drawn to is as long as it was drawn: thousandths of an inch. */
const SAME_END = 60;

const asksWhere = (offer: TableOffer): boolean => WHERE.some((each) => offer.needs?.includes(each));

/** What a seat has picked and drawn, and what the server says would come of it. Nothing is judged here. */
export class Plan {
  selected = $state("");
  draft = $state.raw<Draft>(freshDraft());
  panel = $state.raw<TablePanel>(NO_PANEL);
  /** The action after which the panel was asked for. */
  panelAfter = $state(NEVER);
  /** Whom it is about. */
  #panelOf = $state("");
  preview = $state.raw<Preview | null>(null);
  /** What the preview is of: while it is an older draft, nothing may be sent. */
  previewed = $state.raw<Draft | null>(null);
  outlook = $state.raw<Outlook | null>(null);
  /** What would come of aiming at whom the pointer is over. */
  aim = $state.raw<{ target: string; preview: Preview } | null>(null);
  /** A way is being drawn with the finger. */
  drawing = $state(false);
  /** The target of the shot that is open: whoever is tapped fires at it, or does no more. */
  open = $state("");

  /** The last draft that was carried out: its order may still wait for the move that was drawn. */
  #given: Draft | null = null;
  #begun = Promise.resolve();
  /** Whom the pointer is over. */
  #under = "";
  #looking: Promise<void> | null = null;

  constructor(
    readonly seat: Pick<Seat, "now" | "ask" | "knows" | "subject" | "refused">,
    /** The table as it is shown. */
    readonly scene: () => Scene | null,
    readonly sheet: () => Sheet | null,
  ) {}

  // ---- Whom it is for ------------------------------------------------------------------------------------------------------

  get piece(): Piece | null {
    return this.scene()?.pieces?.[this.selected] ?? null;
  }

  get figure(): Figure | null {
    return this.scene()?.figures?.[this.selected] ?? null;
  }

  /** The selected one, if it is not on the table: aboard, still to come, still to be placed. */
  get off(): Off | null {
    return this.scene()?.off?.find(({ id }) => id === this.selected) ?? null;
  }

  /** The selected one, wherever it is. */
  get subject(): Piece | Figure | Off | null {
    return this.piece ?? this.figure ?? this.off;
  }

  /** Where the selected one stands. */
  get stand(): Place | null {
    return this.piece?.anchor ?? this.figure?.place ?? this.off?.at ?? null;
  }

  get facing(): number {
    return this.draft.facing ?? this.piece?.facing ?? this.off?.facing ?? 0;
  }

  /** Who was picked since an order was given: news of it may come before its answer, and a tap in between counts. */
  #picked = "";

  /** An order has been given: who is picked from now on is picked for the next. */
  given(): void {
    this.#picked = "";
  }

  select(id: string): void {
    this.#picked = id;
    if (this.selected === id) return;
    this.selected = id;
    this.preview = null;
    this.outlook = null;
    this.aim = null;
    this.seat.refused = [];
    this.panel = NO_PANEL;
    this.panelAfter = NEVER;
    this.#begun = this.#begin(freshDraft(id));
  }

  /** The table has moved on: what can be done now? ``spent``: the plan was carried out, whatever came of it. */
  follow(spent = false): Promise<void> {
    const { subject } = this.seat;
    if (spent) {
      this.#given = this.draft;
      this.#laid = [];
      this.open = "";
    }
    if (subject) {
      // An order has arrived and waits for its move: what was drawn for it stays drawn.
      const drawn = [this.draft, this.#given].find((each) => each?.piece === subject) ?? freshDraft(subject);
      this.selected = subject;
      this.#begun = this.#begin({ ...drawn, then: "", target: "" }, true);
    } else {
      if (spent) this.selected = this.#picked;
      if (!this.seat.knows(this.selected)) this.selected = "";
      const same = this.draft.piece === this.selected && !spent;
      this.#begun = this.#begin(same ? this.draft : freshDraft(this.selected));
    }
    return this.#begun;
  }

  /** Asks what the selected one can be told, and goes on with a draft if that is still among it. */
  async #begin(draft: Draft, picks = false): Promise<void> {
    const [piece, after] = [this.selected, this.seat.now?.number ?? -1];
    this.draft = draft;
    this.previewed = null;
    const [panel, outlook] = await Promise.all([
      this.seat.ask<TablePanel>("panel", { piece }),
      piece ? this.seat.ask<Outlook>("outlook", { piece, offer: draft.then || draft.offer }) : null,
    ]);
    if (piece !== this.selected || after !== (this.seat.now?.number ?? -1)) return;
    this.panel = panel ?? NO_PANEL;
    this.panelAfter = after;
    this.#panelOf = piece;
    this.outlook = outlook;
    this.#keepToOffers(picks);
    this.#look();
  }

  /** An offer that is no longer there is let go; where one is meant unless another is picked, it is picked. */
  #keepToOffers(picks: boolean): void {
    const { offers, usual } = this.panel;
    if (offers.some(({ id }) => id === this.draft.offer)) return;
    if (picks && usual) this.draft = { ...this.draft, offer: usual };
    else if (this.draft.offer || usual) this.draft = { ...freshDraft(this.selected, usual), shots: this.#laid };
  }

  // ---- A plan of fire --------------------------------------------------------------------------------------------------------

  /** What was laid out stays, while a single unit is looked at. */
  #laid: DraftShot[] = [];

  /** The shot at somebody, as the server has reckoned it. */
  shotAt(id: string): Shot | null {
    return this.shots.find(({ target }) => target === id) ?? null;
  }

  get shots(): Shot[] {
    return this.needs("shots") ? (this.preview?.shots ?? []) : [];
  }

  /** Opens a shot at somebody, or one that is laid out already; what is open is closed. */
  openShot(target: string): void {
    this.aim = null;
    this.open = this.open === target ? "" : target;
    if (this.open) this.#lay(opened(this.draft.shots, target));
  }

  dropShot(target: string): void {
    if (this.open === target) this.open = "";
    this.#lay(outOf(this.draft.shots, target));
  }

  /** Somebody fires in a shot with so many stands; without a number, with all he has, or not at all. */
  shoot(target: string, piece: string, stands?: number): void {
    const shot = this.shotAt(target);
    const shooter = shot?.shooters.find((each) => each.piece === piece);
    if (!shot || !shooter) return;
    const wanted = stands ?? (shooter.stands ? 0 : shooter.most);
    this.#lay(withStands(put(this.draft.shots, this.shots), this.shots, target, piece, wanted));
  }

  /** Whether a tap on somebody is about the open shot. */
  bears(piece: string): boolean {
    return Boolean(this.open && this.shotAt(this.open)?.shooters.some((each) => each.piece === piece));
  }

  #lay(shots: DraftShot[]): void {
    this.#laid = shots;
    this.#set({ ...this.draft, shots });
  }

  // ---- What is picked ------------------------------------------------------------------------------------------------------

  get offer(): TableOffer | null {
    return this.#offered(this.draft.offer);
  }

  get following(): TableOffer | null {
    return this.#offered(this.draft.then);
  }

  /** What can be chosen about the picked orders, and what only whom they are aimed at brings. */
  get choices(): OrderChoice[] {
    const [own, then] = [this.offer?.choices ?? [], this.following?.choices ?? []];
    return [...own, ...then, ...(this.draft.target ? (this.preview?.choices ?? []) : [])];
  }

  /** The numbers of the picked order, and of whom it is aimed at. */
  get dials(): Dial[] {
    return [...(this.offer?.dials ?? []), ...(this.draft.target ? (this.preview?.dials ?? []) : [])];
  }

  /** Whom it is aimed at is picked, and how many take part in it can be chosen. */
  get measured(): boolean {
    return Boolean(this.draft.target && this.preview?.dials.length);
  }

  #offered(wanted: string): TableOffer | null {
    return this.panel.offers.find(({ id }) => id === wanted) ?? null;
  }

  needs(what: string): boolean {
    return [this.offer, this.following].some((each) => each?.needs?.includes(what));
  }

  get needsWay(): boolean {
    return WHERE.some((each) => this.needs(each));
  }

  /** Some order could be given along a way. */
  get movable(): boolean {
    return this.stand !== null && this.panel.offers.some(asksWhere);
  }

  /** Picks an order; the second one may follow the first in the same turn. */
  pick(id: string): void {
    if (!id) return;
    this.seat.refused = [];
    if (this.offer?.combines?.includes(id)) this.#set({ ...this.draft, then: this.draft.then === id ? "" : id });
    else {
      const { path, pieces } = this.draft;
      this.#set({ ...freshDraft(this.selected, id), pieces, ...(this.#keepsWay(id) ? { path } : {}) });
    }
    void this.#freshOutlook();
  }

  #keepsWay(id: string): boolean {
    return this.needs("path") && Boolean(this.#offered(id)?.needs?.includes("path"));
  }

  async #freshOutlook(): Promise<void> {
    const { selected: piece, draft } = this;
    if (!piece) return;
    const outlook = await this.seat.ask<Outlook>("outlook", { piece, offer: draft.then || draft.offer });
    if (piece === this.selected) this.outlook = outlook;
  }

  /** Lets go of what was drawn, then of what was picked, then of whom it is for. */
  clear(): void {
    this.seat.refused = [];
    this.aim = null;
    const { path, target, then, facing, offer, pieces, shots } = this.draft;
    if (this.open) this.open = "";
    else if (shots.length) this.#lay([]);
    else if (path.length || target || then || facing !== null) {
      this.#set({ ...freshDraft(this.selected, offer), pieces });
    } else if (pieces.length) {
      this.#set(freshDraft(this.selected, offer));
    } else if (offer && offer !== this.panel.usual) {
      this.#set(freshDraft(this.selected, this.panel.usual));
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
    const other = id === this.draft.target ? [] : [...(this.preview?.choices ?? []), ...(this.preview?.dials ?? [])];
    const choices = Object.fromEntries(
      Object.entries(this.draft.choices).filter(([name]) => !other.some((each) => each.name === name)),
    );
    this.#set({ ...this.draft, choices, target: id });
  }

  /** The way to go; the first order that needs one is picked if none is. */
  way(path: Place[]): void {
    if (!this.needsWay) {
      const move = this.panel.offers.find(asksWhere);
      if (!move) return;
      this.pick(move.id);
    }
    const sheet = this.sheet();
    const dials = (this.offer?.dials ?? []).map(({ name }) => name);
    const choices = Object.fromEntries(Object.entries(this.draft.choices).filter(([name]) => !dials.includes(name)));
    this.#set({ ...this.draft, choices, path: sheet ? path.map((each) => sheet.inside(each)) : path, men: {} });
  }

  /** The end of the way goes so far over and up; it begins where the unit stands. */
  nudge(x: number, y: number): void {
    const from = this.draft.path.at(-1) ?? this.stand;
    if (from) this.way([...this.draft.path.slice(0, -1), [from[0] + x, from[1] + y]]);
  }

  /** One figure of the unit ends somewhere else than the others would have it. */
  man(number: number, place: Place): void {
    this.#set({ ...this.draft, men: { ...this.draft.men, [number]: place } });
  }

  /** How an order is to be carried out; at whom else it is aimed is for so many as that may be. */
  choose(name: string, value: string): void {
    const anew = (this.preview?.choices ?? []).some((each) => each.name === name) ? (this.preview?.dials ?? []) : [];
    const kept = Object.entries(this.draft.choices).filter(([each]) => !anew.some((dial) => dial.name === each));
    this.#set({ ...this.draft, choices: { ...Object.fromEntries(kept), [name]: value } });
  }

  /** What a dial stands at, by the server's word, or as it was just set. */
  dialled({ name, least }: Dial): number {
    return Number(this.draft.choices[name] ?? this.preview?.values?.[name] ?? least);
  }

  /** Sets numbers of the order, each to the nearest that it may be; the others stay as they stand. */
  dial(values: Record<string, number>): void {
    const choices = { ...(this.preview?.values ?? {}), ...this.draft.choices };
    for (const { name, least, most, step } of this.dials) {
      const value = values[name];
      if (value !== undefined) choices[name] = String(Math.min(Math.max(Math.round(value / step) * step, least), most));
    }
    this.#set({ ...this.draft, choices, path: [] });
  }

  /** Picks the order to many, where there is one. */
  pickMany(): void {
    this.pick(this.panel.offers.find(({ needs }) => needs.includes("distance"))?.id ?? "");
  }

  /** All of them go so many inches further, or less far. */
  sendFurther(by: number): void {
    const far = Math.max(Math.round((this.preview?.far ?? 0) / 1000) + by, 1) * 1000;
    this.#set({ ...this.draft, far });
  }

  /** One of them stays, or goes after all. */
  leaveOut(piece: string): void {
    const staying = (this.preview?.members ?? []).filter(({ goes }) => !goes).map((each) => each.piece);
    const without = staying.includes(piece) ? staying.filter((each) => each !== piece) : [...staying, piece];
    this.#set({ ...this.draft, without });
  }

  turnTo(facing: number | null): void {
    this.#set({ ...this.draft, facing });
  }

  #set(draft: Draft): void {
    this.draft = draft;
    this.#look();
  }

  // ---- What would come of it -----------------------------------------------------------------------------------------------

  get stale(): boolean {
    return this.previewed !== this.draft;
  }

  /** What whoever was just picked can do is not known yet. */
  get asking(): boolean {
    return this.panelAfter === NEVER;
  }

  /** What is offered is about whoever is selected, as the table stands. */
  get known(): boolean {
    return this.#panelOf === this.selected && this.panelAfter === this.seat.now?.number;
  }

  /** What is offered or shown is of a moment ago. */
  get busy(): boolean {
    return this.stale || !this.known;
  }

  /** The way was drawn further than it can be gone. */
  get tooFar(): boolean {
    const [drawn, gone] = [this.draft.path.at(-1), this.preview?.path?.at(-1)];
    if (this.offer?.dials.length) return Boolean(drawn && this.preview?.limit);
    return Boolean(drawn && gone && (this.preview?.limit || far(drawn, gone) > SAME_END));
  }

  /** Asks what would come of the draft: one question at a time, and the newest draft last. */
  #look(): void {
    this.#looking ??= this.#lookAtNewest();
  }

  async #lookAtNewest(): Promise<void> {
    await null; // so that whoever waits for the answer has something to wait for
    while (this.stale) {
      const { draft } = this;
      const preview = draft.offer ? await this.seat.ask<Preview>("preview", { draft }) : null;
      if (draft !== this.draft) continue;
      this.preview = preview;
      this.previewed = draft;
    }
    this.#looking = null;
  }

  /** The order as it is drawn up now, when the server has said what would come of it. */
  async order(): Promise<unknown> {
    await this.#begun;
    await this.#looking;
    return this.stale ? null : (this.preview?.order ?? null);
  }

  /** What is drawn up to be put into a plan. */
  get acts(): unknown[] {
    return this.stale ? [] : (this.preview?.acts ?? []);
  }

  /** Others go along, or one of them does no more. */
  join(ids: string[]): void {
    const { pieces } = this.draft;
    const stay = pieces.filter((id) => !ids.includes(id));
    const come = ids.filter((id) => !pieces.includes(id) && id !== this.selected);
    this.#set({ ...this.draft, pieces: [...stay, ...come] });
  }

  /** Somebody who goes along leads the others. */
  lead(id: string): void {
    const pieces = [this.selected, ...this.draft.pieces].filter((each) => each !== id);
    this.selected = id;
    this.#set({ ...this.draft, piece: id, pieces, path: [] });
  }

  /** Odds under the pointer, before anything is picked for good. */
  async aimAt(id: string): Promise<void> {
    const { draft } = this;
    this.#under = id;
    if (this.needs("shots")) return this.#aimShot(id);
    if (!id || !this.needs("target") || id === this.draft.target) {
      this.aim = null;
      return;
    }
    const preview = await this.seat.ask<Preview>("preview", { draft: { ...draft, target: id } });
    // Meanwhile the pointer may have gone on, or something may have been picked.
    if (preview && this.#under === id && this.draft === draft) this.aim = { target: id, preview };
  }

  /** The odds of a shot at whom the pointer is over, as it would be laid out beside the others. */
  async #aimShot(id: string): Promise<void> {
    const { draft } = this;
    if (!id || !(this.shotAt(id) || this.preview?.marks.some(({ piece }) => piece === id))) {
      this.aim = null;
      return;
    }
    const preview = this.shotAt(id)
      ? this.preview
      : await this.seat.ask<Preview>("preview", { draft: { ...draft, shots: opened(draft.shots, id) } });
    const shot = preview?.shots.find(({ target }) => target === id);
    if (!preview || !shot || this.#under !== id || this.draft !== draft) return;
    const objections = shot.objection ? [shot.objection] : [];
    this.aim = {
      target: id,
      preview: { ...preview, odds: shot.odds, title: shot.name, detail: shot.sum, objections, shots: [shot] },
    };
  }
}
