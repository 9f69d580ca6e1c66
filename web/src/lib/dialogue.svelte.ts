import type { Entry, Fields, Meta, Odds, Offer, Problem, Verdict } from "./contract";
import { beforeEntry } from "./entries";
import type { Form } from "./form.svelte";
import type { FormOdds } from "./form-odds.svelte";
import type { Asking, KeptGame, Recent } from "./kept-game";
import type { Log } from "./log.svelte";
import { settings } from "./settings.svelte";
import type { Sitting } from "./sitting.svelte";

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
  #whenOver: () => void = () => {};

  constructor(
    readonly game: Sitting,
    readonly form: Form,
    readonly odds: FormOdds,
    readonly log: Log,
  ) {}

  /** The act button. */
  async act(): Promise<Happened> {
    const { form, game } = this;
    if (form.problems.length) {
      form.tried = true;
      return { kind: "nothing" };
    }
    const { correcting, redoOf } = game.kept;
    const more: Partial<Meta> = {};
    if (redoOf) more.redo_of = redoOf;
    if (correcting) more.corrects = correcting.meta.id;
    if (form.outOfPhase(form.action.id)) more.out_of_phase = true;
    return this.#begin(form.action.id, form.reading.sent, more, correcting?.answers ?? [], this.odds.now);
  }

  /** The masthead's button, a tap on a result's offer, a change of phase: an entry of its own, written at once. */
  async enter(offer: Enterable): Promise<Happened> {
    const { ruleset, ledger } = this.game;
    // The initiative belongs to the turn it begins.
    const begins = offer.action === ruleset.turn_action && !ruleset.phases.length;
    const more = begins ? { turn: (ledger?.turn ?? 0) + 1 } : {};
    return this.#begin(offer.action, offer.fields, more, [], null, offer.label);
  }

  #begin(
    action: string,
    fields: Fields,
    more: Partial<Meta>,
    answers: Asking["answers"],
    odds: Odds | null,
    about?: string,
  ): Promise<Happened> {
    this.#odds = odds;
    const dice = settings.kept.realDice ? "real" : "app";
    return this.#resolve({ action, fields, about, answers, dice, meta: this.log.meta(more) });
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
      await new Promise<void>((go) => (this.#whenOver = go));
    }
    return this.game.entries.length > before;
  }

  async answer(value: unknown): Promise<Happened> {
    const { pending } = this.game.kept;
    if (!pending) return { kind: "nothing" };
    const answers = [...pending.answers, { key: pending.request.key, value, by: "person" as const }];
    return this.#resolve({ ...pending, answers });
  }

  async throwForMe(): Promise<Happened> {
    const { pending } = this.game.kept;
    return pending ? this.#resolve(pending, true) : { kind: "nothing" };
  }

  /** Back to the last thing a person said; dice the app has thrown after it are thrown anew. */
  async stepBack(): Promise<Happened> {
    const { pending } = this.game.kept;
    const last = pending?.answers.findLastIndex((answer) => answer.by === "person") ?? -1;
    if (!pending || last < 0) return { kind: "nothing" };
    return this.#resolve({ ...pending, answers: pending.answers.slice(0, last) });
  }

  cancel(): void {
    this.game.kept.pending = null;
    this.game.changed();
    this.#whenOver();
  }

  async #resolve(ask: Asking, throwNext = false): Promise<Happened> {
    if (this.busy) return { kind: "nothing" };
    this.busy = true;
    this.form.fault = null;
    let happened: Happened;
    try {
      happened = await this.#ask(ask, throwNext);
    } catch (fault) {
      const { message, details = "" } = fault as Error & { details?: string };
      this.form.fault = { message, details };
      happened = { kind: "failed" };
    } finally {
      this.busy = false;
    }
    if (!this.game.kept.pending) this.#whenOver();
    return happened;
  }

  async #ask(ask: Asking, throwNext: boolean): Promise<Happened> {
    const { action, fields, about, answers, dice, meta } = ask;
    const { kept, ledger, services, setting } = this.game;
    const { seed, throws } = kept;
    const entries = beforeEntry(this.game.entries, meta);
    const names = ledger?.names ?? [];
    const body = { ...setting, action, fields, answers, dice, seed, throws, meta, names, entries };
    const reply = await services.call("resolve", throwNext ? { ...body, throw_next: true } : body);
    if (reply.status === "problems") return this.#refused(action, reply.problems);
    kept.throws = reply.throws;
    if (reply.status === "ok") return this.#finished(reply, fields, entries);
    const { request, why, dice: thrown } = reply;
    const next = { action, fields, about, answers: reply.answers, dice, meta };
    const known = kept.advance[request.key];
    if (known !== undefined && known !== null) {
      const said = { key: request.key, value: known, by: "form" as const };
      return this.#ask({ ...next, answers: [...reply.answers, said] }, false);
    }
    await this.game.step({ pending: { ...next, request, why, thrown } });
    return { kind: "asked" };
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

  async #finished(verdict: Verdict, fields: Fields, before: Entry[]): Promise<Happened> {
    const secret = verdict.instructions.some((instruction) => instruction.secret);
    // The phone may go to the other side now: what is secret stands in the log, covered, and nowhere else.
    const kept: Partial<KeptGame> = secret
      ? { values: without(this.game.kept.values, verdict.record.fields) }
      : { recents: this.#recentsAfter(verdict.record.action, fields) };
    this.form.tried = false;
    const over = { pending: null, redoOf: null, correcting: null, touched: [], advance: {} };
    await this.log.add(before, verdict, { ...over, ...kept });
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
