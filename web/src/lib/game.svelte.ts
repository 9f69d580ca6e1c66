import { app } from "./app.svelte";
import type {
  Action,
  Entry,
  Field,
  Fields,
  Ledger,
  LogRow,
  Meta,
  Odds,
  OddsBody,
  Offer,
  Problem,
  Record_,
  RosterUnit,
  Ruleset,
  Scalar,
  Setting,
  Value,
  Verdict,
} from "./contract";
import { Newest } from "./desk";
import { beforeEntry, changedRows, withVoid, type ChangedRow } from "./entries";
import { hasPairs, knownByName, missingWords, readForm, recall, remember, rosterChanges, swapped } from "./form";
import { keepForm, keepStep, keptStep } from "./keep";
import { newGame, random, settingOf, type Asking, type KeptGame, type Recent } from "./kept-game";
import { OneAtATime } from "./one-at-a-time.svelte";
import { loadScreen } from "./screen";
import { settings } from "./settings.svelte";
import { now } from "./words";

type Enterable = Pick<Offer, "action" | "fields"> & Partial<Pick<Offer, "label">>;

/** One game under one ruleset: the form, its odds, the rule that is running, and the log. */
export class Game {
  kept = $state<KeptGame>() as KeptGame;
  ruleset = $state.raw<Ruleset>() as Ruleset;
  entries = $state.raw<Entry[]>([]);
  ledger = $state.raw<Ledger | null>(null);
  odds = $state.raw<Odds | null>(null);
  oddsFor = $state("");
  problems = $state.raw<Problem[]>([]);
  /** Missing fields stay quiet until somebody has tried to act. */
  tried = $state(false);
  busy = $state(false);
  verdict = $state.raw<Verdict | null>(null);
  /** One verdict of several that were asked for together: the log tells them all. */
  several = false;
  /** The odds as they stood when the last verdict was asked for. */
  oddsBefore = $state.raw<Odds | null>(null);
  fault = $state<{ message: string; details: string } | null>(null);
  #asking = new OneAtATime((newest) => this.#askOddsOnce(newest));
  #ledgerNewest = new Newest();

  constructor(kept: KeptGame, ruleset: Ruleset, entries: Entry[]) {
    this.kept = kept;
    this.ruleset = ruleset;
    this.entries = entries;
    if (!ruleset.actions.some((action) => action.id === kept.action)) {
      const { action, fields } = ruleset.fresh;
      this.kept.action = action;
      this.kept.values = { ...fields, ...kept.values };
    }
    this.kept.side ??= ruleset.sides[0]?.id ?? null;
  }

  static async load(id: string, title: string): Promise<Game> {
    // Most games are played as printed: their screen is asked for while the store is still being read.
    const fresh = newGame(id, title);
    const asPrinted = settingOf(fresh);
    const early = { setting: asPrinted, reply: app.desk.call("ruleset", asPrinted) };
    early.reply.catch(() => {});
    const step = await keptStep<KeptGame, Entry>(id);
    const kept = { ...fresh, ...step?.game };
    const ruleset = await loadScreen(settingOf(kept), early);
    return new Game(kept, ruleset, step?.entries ?? []);
  }

  get setting(): Setting {
    return settingOf(this.kept);
  }

  get action(): Action {
    return this.ruleset.actions.find((action) => action.id === this.kept.action) ?? this.ruleset.actions[0]!;
  }

  actionOf(id: string | null): Action | undefined {
    return this.ruleset.actions.find((action) => action.id === id);
  }

  /** What the ledger knows fills the form, unless somebody has set the field for this action. */
  known = $derived.by((): Fields => {
    const known: Fields = { ...this.kept.values };
    for (const field of this.action.fields) {
      if (this.isSideToggle(field)) known[field.name] = this.kept.side;
      else if (this.#namesSide(field)) known[field.name] ??= this.kept.side;
    }
    const { touched } = this.kept;
    for (const [name, value] of Object.entries(this.ledger?.prefill?.[this.kept.action] ?? {}))
      if (!touched.includes(name)) known[name] = value;
    return known;
  });

  /** The form's own toggle answers the field `side`. */
  isSideToggle(field: Field): boolean {
    return field.name === "side" && this.#namesSide(field) && field.choices.length === this.ruleset.sides.length;
  }

  /** Another field whose choices are the sides is the side that acts, until somebody says otherwise. */
  #namesSide(field: Field): boolean {
    const { sides } = this.ruleset;
    return field.choices.length > 0 && field.choices.every((choice) => sides.some((side) => side.id === choice.value));
  }

  reading = $derived.by(() => readForm(this.action, this.known));

  #shownLast: Field[] = [];

  /** The fields that show. The same fields are the same list, so that a tap on one of them moves none of the others. */
  shown = $derived.by((): Field[] => {
    const { shown } = this.reading;
    const last = this.#shownLast;
    const moved = shown.length !== last.length || shown.some((field, index) => field !== last[index]);
    if (moved) this.#shownLast = shown;
    return this.#shownLast;
  });

  missing = $derived(missingWords(this.problems, this.shown, this.reading.values));

  canSwap = $derived(hasPairs(this.action));

  side = $derived(this.ruleset.sides.find((side) => side.id === this.kept.side) ?? null);

  turnAction = $derived(this.actionOf(this.ruleset.turn_action));

  /** The numbers of rows that rest on a voided result and have not been left as they are. */
  marked = $derived(
    (this.ledger?.log ?? []).filter((row) => row.mark && !row.voided && !this.kept.left.includes(row.id)),
  );

  houseChanged = $derived.by(() => {
    const last = this.entries.at(-1)?.record;
    if (!last) return false;
    const options = JSON.stringify(last.options ?? {}) !== JSON.stringify(this.setting.options);
    return options && Object.keys({ ...last.options, ...this.setting.options }).length > 0;
  });

  setField(name: string, value: Value): void {
    const field = this.action.fields.find((candidate) => candidate.name === name);
    if (field) this.kept.memory = remember(this.kept.memory, field, value, this.reading.values);
    const recalled = {
      ...recall(this.kept.memory, name, value),
      ...knownByName([...(this.ledger?.roster ?? []), ...(this.ledger?.kept ?? [])], name, value),
    };
    Object.assign(this.kept.values, recalled, { [name]: value });
    this.#touched(name, ...Object.keys(recalled));
  }

  setFields(fields: Fields): void {
    Object.assign(this.kept.values, fields);
    this.#touched(...Object.keys(fields));
  }

  #touched(...names: string[]): void {
    for (const name of names) if (!this.kept.touched.includes(name)) this.kept.touched.push(name);
    this.tried = false;
    // The question is on its way before the form is drawn anew.
    void this.askOdds();
  }

  chooseAction(id: string): void {
    if (id === this.kept.action) return;
    this.#turnTo(id);
    this.kept.correcting = null;
    this.tried = false;
    this.fault = null;
  }

  /** The action and the tab it stands under, whoever asked for it. */
  #turnTo(id: string): void {
    this.kept.action = id;
    const group = this.actionOf(id)?.group;
    if (group) this.kept.tabs[this.kept.side ?? ""] = group;
  }

  openForm(offer: { action: string; fields: Fields }): void {
    this.#turnTo(offer.action);
    if (this.ruleset.sides.some((side) => side.id === offer.fields.side)) this.kept.side = String(offer.fields.side);
    this.setFields(offer.fields);
    this.fault = null;
  }

  swap(): void {
    this.kept.values = swapped(this.ruleset, this.action, this.reading.values);
    this.kept.touched = Object.keys(this.kept.values);
    const other = this.ruleset.sides.find((side) => side.id !== this.kept.side);
    if (other && this.ruleset.sides.length === 2) this.kept.side = other.id;
  }

  useUnit(unit: RosterUnit, as: "actor" | "target"): void {
    this.setFields(unit.fields_as[as]);
  }

  #begun = false;

  /** Sets the desk to work on the books and the odds; once. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    void this.refreshLedger();
    void this.askOdds();
  }

  /** The form as the desk is asked about it. */
  question = $derived.by((): OddsBody => {
    const answers = Object.entries(this.kept.advance).map(([key, value]) => ({ key, value }));
    const names = this.ledger?.names ?? [];
    return { ...this.setting, action: this.action.id, fields: this.reading.sent, answers, outcomes: false, names };
  });

  #asked = "";

  /** Asks for the odds of the form as it is now, unless that was the last thing asked. */
  async askOdds(): Promise<void> {
    const question = JSON.stringify(this.question);
    if (question === this.#asked) return;
    this.#asked = question;
    await this.#asking.run();
  }

  /** The desk has not yet answered for the form as it stands. */
  get asking(): boolean {
    return this.#asking.busy;
  }

  async #askOddsOnce(newest: () => boolean): Promise<void> {
    const action = this.action.id;
    try {
      const reply = await app.desk.call("odds", this.question);
      if (!newest()) return;
      if (reply.status === "ok") {
        this.odds = reply;
        this.oddsFor = action;
        if (this.problems.length) this.problems = [];
      } else {
        this.problems = reply.problems;
        if (this.oddsFor !== action) this.odds = null;
      }
    } catch (fault) {
      this.#asked = "";
      if (newest()) app.say((fault as Error).message);
    }
  }

  #meta(more: Partial<Meta> = {}): Meta {
    return {
      id: random(6),
      number: this.entries.length + 1,
      side: this.kept.side,
      turn: this.ledger?.turn ?? this.kept.turn,
      time: now(),
      ...more,
    };
  }

  /** The act button. */
  async act(): Promise<void> {
    if (this.problems.length) {
      this.tried = true;
      return;
    }
    const { correcting, redoOf } = this.kept;
    const more: Partial<Meta> = {};
    if (redoOf) more.redo_of = redoOf;
    if (correcting) more.corrects = correcting.meta.id;
    if (this.outOfPhase(this.action.id)) more.out_of_phase = true;
    this.oddsBefore = this.odds;
    await this.#resolve({
      action: this.action.id,
      fields: this.reading.sent,
      answers: correcting ? correcting.answers : [],
      dice: settings.kept.realDice ? "real" : "app",
      meta: this.#meta(more),
    });
  }

  /** Whether the strip's present phase does not list an action that other phases do. */
  outOfPhase(id: string): boolean {
    const { phases } = this.ruleset;
    const now = this.ledger?.phase;
    if (!now || id === this.ruleset.turn_action) return false;
    const present = phases.find((phase) => phase.id === now);
    return present !== undefined && !present.actions.includes(id) && phases.some((phase) => phase.actions.includes(id));
  }

  /** The masthead's button, a tap on a result's offer, a change of phase: an entry of its own, written at once. */
  async enter(offer: Enterable): Promise<void> {
    this.oddsBefore = null;
    // The initiative belongs to the turn it begins.
    const begins = offer.action === this.ruleset.turn_action && !this.ruleset.phases.length;
    await this.#resolve({
      action: offer.action,
      fields: offer.fields,
      about: offer.label,
      answers: [],
      dice: settings.kept.realDice ? "real" : "app",
      meta: this.#meta(begins ? { turn: (this.ledger?.turn ?? 0) + 1 } : {}),
    });
  }

  /**
   * Several offers one after the other, each with its own dice and its own entry. A question holds them up until it is answered;
   * a refusal, or a question that is cancelled, ends them.
   */
  async enterAll(offers: Enterable[]): Promise<boolean> {
    this.several = true;
    let entered = true;
    for (const offer of offers) {
      entered = await this.#entered(offer);
      if (!entered) break;
    }
    this.several = false;
    return entered;
  }

  async #entered(offer: Enterable): Promise<boolean> {
    const before = this.entries.length;
    await this.enter(offer);
    if (this.kept.pending) await new Promise<void>((go) => (this.#noQuestionLeft = go));
    return this.entries.length > before;
  }

  #noQuestionLeft: () => void = () => {};

  async answer(value: unknown): Promise<void> {
    const { pending } = this.kept;
    if (!pending) return;
    const answers = [...pending.answers, { key: pending.request.key, value, by: "person" as const }];
    await this.#resolve({ ...pending, answers });
  }

  async throwForMe(): Promise<void> {
    if (this.kept.pending) await this.#resolve(this.kept.pending, true);
  }

  /** Back to the last thing a person said; dice the app has thrown after it are thrown anew. */
  async stepBack(): Promise<void> {
    const { pending } = this.kept;
    const last = pending?.answers.findLastIndex((answer) => answer.by === "person") ?? -1;
    if (pending && last >= 0) await this.#resolve({ ...pending, answers: pending.answers.slice(0, last) });
  }

  cancel(): void {
    this.kept.pending = null;
    this.#noQuestionLeft();
  }

  async #resolve(ask: Asking, throwNext = false): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.fault = null;
    try {
      await this.#ask(ask, throwNext);
    } catch (fault) {
      const error = fault as Error & { details?: string };
      this.fault = { message: error.message, details: error.details ?? "" };
    } finally {
      this.busy = false;
    }
    if (!this.kept.pending) this.#noQuestionLeft();
  }

  async #ask(ask: Asking, throwNext: boolean): Promise<void> {
    const { action, fields, about, answers, dice, meta } = ask;
    const { seed, throws } = this.kept;
    const names = this.ledger?.names ?? [];
    const entries = beforeEntry(this.entries, meta);
    const body = { ...this.setting, action, fields, answers, dice, seed, throws, meta, names, entries };
    const reply = await app.desk.call("resolve", throwNext ? { ...body, throw_next: true } : body);
    if (reply.status === "problems") return this.#refused(action, reply.problems);
    this.kept.throws = reply.throws;
    if (reply.status === "ok") return this.#finished(reply, fields, entries);
    const { request, why, dice: thrown } = reply;
    const next = { action, fields, about, answers: reply.answers, dice, meta };
    const known = this.kept.advance[request.key];
    if (known !== undefined && known !== null) {
      const said = { key: request.key, value: known, by: "form" as const };
      return this.#ask({ ...next, answers: [...reply.answers, said] }, false);
    }
    await this.#store({ pending: { ...next, request, why, thrown } });
  }

  /** What is wrong with the form marks it; an offer or the turn's button that is refused leaves it as it is. */
  #refused(action: string, problems: Problem[]): void {
    if (action === this.action.id || this.kept.pending) {
      this.problems = problems;
      this.tried = true;
    }
    app.say(problems.map((problem) => problem.message).join(" "));
  }

  async #finished(verdict: Verdict, fields: Fields, before: Entry[]): Promise<void> {
    const secret = verdict.instructions.some((instruction) => instruction.secret);
    // The phone may go to the other side now: what is secret stands in the log, covered, and nowhere else.
    const kept = secret
      ? { values: without(this.kept.values, verdict.record.fields) }
      : { recents: this.#recentsAfter(verdict.record.action, fields) };
    const done = { pending: null, redoOf: null, correcting: null, touched: [], advance: {}, ...kept };
    this.tried = false;
    await this.#changeEntries([...before, { record: verdict.record, voided: false }], done, verdict);
    if (verdict.ledger) this.#bookIn(verdict.ledger);
  }

  /** A record keeps its lengths in inches; what is filled in again is as it was typed. */
  #recentsAfter(action: string, fields: Fields): Recent[] {
    const { recents, side } = this.kept;
    if (this.actionOf(action)?.ledger_only) return recents;
    return [{ action, fields, side }, ...recents.filter((old) => old.action !== action)].slice(0, 5);
  }

  async #changeEntries(entries: Entry[], change: Partial<KeptGame> = {}, verdict = this.verdict): Promise<void> {
    const rows = changedRows(this.entries, entries);
    await this.#store({ ...change, actions: entries.length, time: now() }, rows);
    this.entries = entries;
    this.verdict = verdict;
  }

  #storing: Promise<void> | null = null;

  /** Stores first, then shows: nothing stands on the screen that a reload could lose. */
  async #store(change: Partial<KeptGame>, rows: ChangedRow[] = []): Promise<void> {
    const kept = { ...($state.snapshot(this.kept) as KeptGame), ...change };
    this.#storing = keepStep(kept, rows).catch(() =>
      app.say("This device could not store the last result. Share the log to be safe.", 8000),
    );
    await this.#storing;
    this.#storing = null;
    Object.assign(this.kept, change);
  }

  /** Strikes an entry out. Voiding a redo brings back the result it replaced. */
  async void(id: string): Promise<void> {
    await this.#changeEntries(withVoid(this.entries, id));
    await this.refreshLedger();
  }

  /** Opens the form as it was for that entry; the next verdict replaces it. */
  redo(row: LogRow): void {
    this.openForm(row.redo);
    if (row.side) this.kept.side = row.side;
    this.kept.redoOf = row.id;
    this.kept.correcting = null;
  }

  redoAll(): void {
    const [first, ...rest] = this.marked;
    this.kept.redoQueue = rest.map((row) => row.id).reverse();
    if (first) this.redo(this.oldestMarked() ?? first);
  }

  oldestMarked(): LogRow | undefined {
    return [...this.marked].sort((a, b) => a.number - b.number)[0];
  }

  /** After a result: the next of several redos, if any are left. */
  nextRedo(): boolean {
    if (!this.kept.redoQueue.length) return false;
    const next = this.oldestMarked();
    this.kept.redoQueue = this.kept.redoQueue.slice(1);
    if (!next) return false;
    this.redo(next);
    return true;
  }

  leaveMarked(): void {
    this.kept.left = [...this.kept.left, ...this.marked.map((row) => row.id)];
  }

  /** The same dice with other words of the form: for a field that was set wrongly. */
  correct(id: string): void {
    const entry = this.entries.find((candidate) => candidate.record.meta.id === id);
    if (!entry) return;
    this.openForm(this.#asTyped(entry.record));
    if (entry.record.meta.side) this.kept.side = entry.record.meta.side;
    this.kept.correcting = entry.record;
    this.kept.redoOf = null;
  }

  /** The form of an entry as the players would fill it in: by their own tape. */
  #asTyped({ meta, action, fields }: Record_): { action: string; fields: Fields } {
    return this.ledger?.log.find((row) => row.id === meta.id)?.redo ?? { action, fields };
  }

  /** A past result, worked out again from its own record, dice and all. */
  async look(id: string): Promise<boolean> {
    const record = this.entries.find((entry) => entry.record.meta.id === id)?.record;
    if (!record) return false;
    const { answers, meta, options } = record;
    const { action, fields } = this.#asTyped(record);
    const house = typeof record.house === "string" ? record.house : this.setting.house;
    const setting = { ...this.setting, options: options ?? {}, house };
    const body = { action, fields, answers, meta, dice: "app" as const, seed: this.kept.seed, throws: 0 };
    try {
      const reply = await app.desk.call("resolve", { ...setting, ...body });
      if (reply.status !== "ok") return false;
      this.verdict = reply;
      this.oddsBefore = null;
      return true;
    } catch (fault) {
      app.say((fault as Error).message);
      return false;
    }
  }

  async refreshLedger(): Promise<void> {
    const newest = this.#ledgerNewest.take();
    try {
      const reply = await app.desk.call("ledger", { ...this.setting, entries: this.entries });
      if (newest() && reply.status === "ok") this.#bookIn(reply);
    } catch (fault) {
      if (newest()) app.say((fault as Error).message);
    }
  }

  /** The books as they are from now on; an older answer that is still on its way says nothing any more. */
  #bookIn(ledger: Ledger): void {
    this.#ledgerNewest.take();
    const before = this.ledger;
    this.ledger = ledger;
    if (before && ledger.phase !== before.phase) this.#turnToPhase();
    Object.assign(this.kept.values, rosterChanges(before?.roster ?? [], ledger.roster, this.kept.values));
    this.kept.turn = ledger.turn;
    // The initiative gives the other side the move; otherwise the toggle stays where it was put.
    if (before && ledger.side && ledger.side !== before.side) this.kept.side = ledger.side;
    if (!before && ledger.side && !this.entries.length) this.kept.side = ledger.side;
  }

  /** The strip steers the form: a new phase opens the first of its own actions, unless somebody works out of phase. */
  #turnToPhase(): void {
    const present = this.ruleset.phases.find((phase) => phase.id === this.ledger?.phase);
    if (!present || this.kept.outOfPhase || this.kept.pending || present.actions.includes(this.kept.action)) return;
    const own = present.actions.find((id) => id !== this.ruleset.turn_action && !this.actionOf(id)?.ledger_only);
    if (own) this.chooseAction(own);
  }

  /** Other switches or another house file: the whole screen is described anew. Returns what is wrong with them. */
  async change(options: { [name: string]: Scalar }, house: string): Promise<Problem[]> {
    const reply = await app.desk.call("ruleset", { ...this.setting, options, house });
    if (reply.status !== "ok") return reply.problems;
    this.ruleset = reply;
    this.kept.options = options;
    this.kept.house = house;
    if (!this.actionOf(this.kept.action)) this.kept.action = reply.fresh.action;
    await this.refreshLedger();
    return [];
  }

  /** Words that carry lengths are in inches or centimetres: a change of measure is a new description. */
  async measureChanged(): Promise<void> {
    const reply = await app.desk.call("ruleset", this.setting);
    if (reply.status === "ok") this.ruleset = reply;
    await this.refreshLedger();
  }

  async addRecords(records: Record_[]): Promise<void> {
    const entries = [...this.entries];
    for (const record of records) {
      const meta = { ...this.#meta(), ...record.meta, number: entries.length + 1 };
      entries.push({ record: { ...record, meta }, voided: false });
    }
    await this.#changeEntries(entries);
    await this.refreshLedger();
  }

  /** Stores the form as it stands; whoever calls it from an effect does so again when anything in it changes. */
  save(): void {
    const kept = $state.snapshot(this.kept) as KeptGame;
    // A step that is being stored is newer than the form is until then: it must not be written over.
    if (this.#storing) void this.#storing.then(() => this.save());
    else void keepForm(kept).catch(() => {});
  }

  /** A tap on an offer: written at once, or its form opened. Says which. */
  async take(offer: Offer): Promise<"written" | "opened"> {
    if (!offer.at_once) {
      this.openForm(offer);
      return "opened";
    }
    // What is written at once is said in passing: no sheet covers the place it was tapped at.
    const before = this.entries.length;
    this.several = true;
    await this.enter(offer);
    this.several = false;
    if (this.entries.length > before && this.verdict) app.say(this.verdict.sentence || this.verdict.headline);
    return "written";
  }
}

const without = (values: Fields, left: Fields): Fields =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !(name in left)));
