import type { Entry, Fields, Meta, Odds, Offer, Problem, Record_, Scalar, Verdict } from "./contract";
import { beforeEntry } from "./entries";
import type { Form } from "./form.svelte";
import type { FormOdds } from "./form-odds.svelte";
import { thrownFor, type Asking, type KeptGame, type Pending, type Recent } from "./kept-game";
import type { Log } from "./log.svelte";
import { settings } from "./settings.svelte";
import type { Sitting } from "./sitting.svelte";
import { t } from "../words";

/** What came of an act or an answer. */
export type Happened =
  /** Something in the form is missing or wrong, or the desk works on the last act: nothing was asked. */
  | { kind: "nothing" }
  | { kind: "refused"; problems: Problem[] }
  /** The rule asks something: the question waits in `kept.pending`. */
  | { kind: "asked" }
  /** The verdict stands in the log. With the odds as they stood when it was asked for, and whether it is one of several. */
  | { kind: "finished"; verdict: Verdict; odds: Odds | null; several: boolean }
  | { kind: "failed" };

export type Enterable = Pick<Offer, "action" | "fields"> & Partial<Pick<Offer, "label">>;

const MOST_RECENTS = 5;

/** The rule that is running: it is begun by an act, asks, hears answers, and ends in a verdict. */
export class Dialogue {
  busy = $state(false);
  /** What runs is one of several that were asked for together: the log tells them all. */
  #several = false;
  #odds: Odds | null = null;

  constructor(
    readonly game: Sitting,
    readonly form: Form,
    readonly odds: FormOdds,
    readonly log: Log,
  ) {}

  /** The act button. */
  async act(): Promise<Happened> {
    const { form } = this;
    if (form.problems.length) {
      form.tried = true;
      return { kind: "nothing" };
    }
    return this.#actNow();
  }

  /** The players do what the umpire refuses; the log says so. */
  async overrule(): Promise<Happened> {
    return this.#actNow(true);
  }

  #actNow(overrule = false): Promise<Happened> {
    const { form, game } = this;
    return this.#begin(() => {
      const { correcting, redoOf } = game.kept;
      const more: Partial<Meta> = {};
      if (redoOf) more.redo_of = redoOf;
      if (correcting) more.corrects = correcting.meta.id;
      if (form.outOfPhase(form.action.id)) more.out_of_phase = true;
      if (form.assumed.length) more.assumed = [...form.assumed];
      const { sent: fields } = form.reading;
      const kept = correcting?.answers;
      return { action: form.action.id, fields, answers: [], kept, overrule, assume: true, more };
    }, this.odds.now);
  }

  /** A question that was assumed is answered afterwards: what has fallen stays, and whatever follows from the answer is thrown now. */
  async add(record: Record_, key: string, value: Scalar): Promise<Happened> {
    const { action, answers: before, meta } = record;
    const { id, side, turn, assumed } = meta;
    const { fields } = this.log.asTyped(record);
    const answers = [{ key, value, by: "person" }];
    const kept = before.filter((answer) => answer.key !== key);
    const more = { side, turn, assumed, corrects: id, addition: true };
    return this.#begin(() => ({ action, fields, answers, kept, assume: true, more }), null);
  }

  /** The masthead's button, a tap on a result's offer, a change of phase: an entry of its own, written at once. */
  async enter(offer: Enterable): Promise<Happened> {
    const { ruleset } = this.game;
    // The initiative belongs to the turn it begins.
    const begins = offer.action === ruleset.turn_action && !ruleset.phases.length;
    const { action, fields, label: about } = offer;
    return this.#begin(() => {
      const more = begins ? { turn: (this.game.ledger?.turn ?? 0) + 1 } : {};
      return { action, fields, about, answers: [], more };
    }, null);
  }

  #begin(asked: () => Omit<Asking, "dice" | "meta"> & { more: Partial<Meta> }, odds: Odds | null): Promise<Happened> {
    this.#odds = odds;
    const dice = settings.kept.realDice ? "real" : "app";
    return this.#resolve(() => {
      const { more, ...ask } = asked();
      const { cancelled, throws: from } = this.game.kept;
      const meta = this.log.meta(cancelled.length ? { ...more, cancelled: [...cancelled] } : more);
      return { ...ask, dice, meta, from };
    });
  }

  /**
   * Several offers one after the other, each with its own dice and its own entry. A question holds them up until it is answered;
   * a refusal, or a question that is cancelled, ends them. `asked` is told of every question; returns whether all were entered.
   */
  async enterAll(offers: Enterable[], asked: () => void): Promise<boolean> {
    this.#several = true;
    let entered = true;
    for (const offer of offers) {
      entered = await this.#entered(offer, asked);
      if (!entered) break;
    }
    this.#several = false;
    return entered;
  }

  async #entered(offer: Enterable, asked: () => void): Promise<boolean> {
    const before = this.game.entries.length;
    const { kind } = await this.enter(offer);
    if (kind === "asked") {
      asked();
      await new Promise<void>((go) => (this.game.whenOver = go));
    }
    return this.game.entries.length > before;
  }

  async answer(value: unknown): Promise<Happened> {
    const { pending } = this.game.kept;
    if (!pending) return { kind: "nothing" };
    const answers = [...pending.answers, { key: pending.request.key, value, by: "person" as const }];
    return this.#resolve(() => ({ ...pending, answers }), pending);
  }

  async throwForMe(): Promise<Happened> {
    const { pending } = this.game.kept;
    return pending ? this.#resolve(() => pending, pending, true) : { kind: "nothing" };
  }

  /** Back to the last thing a person said; dice that the app has thrown after it lie as they fell, and come again. */
  async stepBack(): Promise<Happened> {
    const { pending } = this.game.kept;
    const last = pending?.answers.findLastIndex((answer) => answer.by === "person") ?? -1;
    if (!pending || last < 0) return { kind: "nothing" };
    return this.#resolve(() => {
      const throws = this.game.kept.throws - thrownFor(pending, last).length;
      return { ...pending, answers: pending.answers.slice(0, last), throws };
    }, pending);
  }

  cancel(): void {
    this.game.setAside();
  }

  /** `answered`: the question that this answers, if any. */
  async #resolve(asked: () => Asking, answered: Pending | null = null, throwNext = false): Promise<Happened> {
    if (this.busy) return { kind: "nothing" };
    this.busy = true;
    this.form.fault = null;
    let happened: Happened | null = null;
    const turn = this.game.turn;
    try {
      while (!happened) happened = (await this.#ask(asked(), throwNext)) ?? this.#overtaken(answered, turn);
    } catch (fault) {
      const { message, details = "" } = fault as Error & { details?: string };
      this.form.fault = { message, details };
      happened = { kind: "failed" };
    } finally {
      this.busy = false;
    }
    if (!this.game.kept.pending) this.game.whenOver();
    return happened;
  }

  /**
   * Another page of the game was quicker. Nobody has seen what was thrown here, so it is asked for anew, after what that page has
   * entered; unless that page asks something itself, has answered the same question, or has begun another turn.
   */
  #overtaken(answered: Pending | null, turn: number): Happened | null {
    const { pending } = this.game.kept;
    const sameQuestion = pending?.meta.id === answered?.meta.id && pending?.answers.length === answered?.answers.length;
    if (sameQuestion && this.game.turn === turn) return null;
    this.game.services.say(t("fault.overtaken"));
    return pending ? { kind: "asked" } : { kind: "nothing" };
  }

  /** Nothing where another page has made a step meanwhile. */
  async #ask({ throws: at, ...ask }: Asking, throwNext: boolean): Promise<Happened | null> {
    const { action, fields, answers, kept: told = [], dice, assume = false, overrule = false } = ask;
    const { kept, ledger, services, setting } = this.game;
    const { seed, step } = kept;
    const meta = { ...ask.meta, number: this.game.entries.length + 1 };
    const entries = beforeEntry(this.game.entries, meta);
    const names = ledger?.names ?? [];
    const run = { answers, earlier: told, dice, seed, throws: at ?? kept.throws, assume, overrule };
    const body = { ...setting, action, fields, meta, names, entries, ...run };
    const reply = await services.call("resolve", throwNext ? { ...body, throw_next: true } : body);
    if (reply.status === "problems") return this.#refused(action, reply.problems);
    if (reply.status === "ok") return this.#finished(reply, fields, entries, step);
    const { request, why, dice: thrown } = reply;
    const next = { ...ask, answers: reply.answers, meta };
    const known = kept.advance[request.key];
    if (known !== undefined && known !== null) {
      const said = { key: request.key, value: known, by: "form" as const };
      return this.#ask({ ...next, answers: [...reply.answers, said], throws: reply.throws }, false);
    }
    const change = { pending: { ...next, request, why, thrown }, throws: reply.throws };
    return (await this.game.step(change, undefined, step)) ? { kind: "asked" } : null;
  }

  /** What is wrong with the form marks it; an offer or the turn's button that is refused leaves it as it is. */
  #refused(action: string, problems: Problem[]): Happened {
    if (action === this.form.action.id || this.game.kept.pending) {
      this.form.problems = problems;
      this.form.tried = true;
    }
    this.game.services.say(problems.map((problem) => problem.message).join(" "));
    return { kind: "refused", problems };
  }

  async #finished(verdict: Verdict, fields: Fields, before: Entry[], from: number): Promise<Happened | null> {
    const secret = verdict.instructions.some((instruction) => instruction.secret);
    // The phone may go to the other side now: what is secret stands in the log, covered, and nowhere else.
    const kept: Partial<KeptGame> = secret
      ? { values: without(this.game.kept.values, verdict.record.fields) }
      : { recents: this.#recentsAfter(verdict.record.action, fields) };
    const { throws } = verdict;
    const over = { pending: null, cancelled: [], redoOf: null, correcting: null, touched: [], advance: {}, throws };
    if (!(await this.log.add(before, verdict, { ...over, ...kept }, from))) return null;
    this.form.tried = false;
    return { kind: "finished", verdict, odds: this.#odds, several: this.#several };
  }

  /** A record keeps its lengths in inches; what is filled in again is as it was typed. */
  #recentsAfter(action: string, fields: Fields): Recent[] {
    const { recents, side } = this.game.kept;
    if (this.game.actionOf(action)?.ledger_only) return recents;
    return [{ action, fields, side }, ...recents.filter((old) => old.action !== action)].slice(0, MOST_RECENTS);
  }
}

const without = (values: Fields, left: Fields): Fields =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !(name in left)));
