import { app } from "./app.svelte";
import type { Entry, Problem, Ruleset } from "./contract";
import { Dialogue } from "./dialogue.svelte";
import { sameValue } from "./equal";
import { Form } from "./form.svelte";
import { FormOdds } from "./form-odds.svelte";
import { keepForm, keepStep, keptAfter, keptStep } from "./keep";
import { newGame, settingOf, type KeptGame } from "./kept-game";
import { Log } from "./log.svelte";
import { loadScreen } from "./screen";
import { Sitting, type Newer, type Services } from "./sitting.svelte";
import { t } from "../words";

/** The page's own desk and this device's own store. */
const ofThePage: Services = {
  call: (name, body) => app.desk.call(name, body),
  store: { keepForm, keepStep, keptAfter },
  say: (words, milliseconds) => app.say(words, milliseconds),
};

/** What a game plays by besides the printed rules. */
export type Switches = Pick<KeptGame, "options" | "house">;

/** One game under one ruleset: the form, its odds, the rule that is running, and the log. */
export class Game extends Sitting {
  form: Form;
  odds: FormOdds;
  log: Log;
  dialogue: Dialogue;

  constructor(kept: KeptGame, ruleset: Ruleset, entries: Entry[], services: Services = ofThePage) {
    super({ ...kept, title: ruleset.title }, ruleset, entries, services, t("fault.not_kept"));
    this.form = new Form(this);
    this.odds = new FormOdds(this, this.form);
    this.log = new Log(this, this.form);
    this.dialogue = new Dialogue(this, this.form, this.odds, this.log);
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

  /** Something was switched since the last entry. */
  houseChanged = $derived.by(() => {
    const last = this.entries.at(-1)?.record;
    return last !== undefined && !sameValue(last.options ?? {}, this.setting.options);
  });

  #changing: Promise<unknown> = Promise.resolve();

  /**
   * Other switches or another house file: the whole screen is described anew. They are made from those in force when their turn comes,
   * so that of two quick taps neither undoes the other. Returns what is wrong with them.
   */
  change(to: (now: Switches) => Switches): Promise<Problem[]> {
    const changed = this.#changing.then(() => this.#switchTo(to(this.kept)));
    this.#changing = changed.catch(() => {});
    return changed;
  }

  async #switchTo({ options, house }: Switches): Promise<Problem[]> {
    const reply = await this.services.call("ruleset", { ...this.setting, options, house });
    if (reply.status !== "ok") return reply.problems;
    while (!(await this.step({ options, house })));
    this.#describe(reply);
    await this.log.refresh();
    return [];
  }

  #describe(ruleset: Ruleset): void {
    this.ruleset = ruleset;
    if (!this.actionOf(this.kept.action)) this.kept.action = ruleset.fresh.action;
  }

  /** Words that carry lengths are in inches or centimetres: a change of measure is a new description. */
  async measureChanged(): Promise<void> {
    const reply = await this.services.call("ruleset", this.setting);
    if (reply.status === "ok") this.#describe(reply);
    await this.log.refresh();
  }

  /** Another page may have changed the rules, too; the books are asked for anew. */
  override async takeOver(newer: Newer): Promise<void> {
    const { options, house } = this.kept;
    await super.takeOver(newer);
    if (sameValue(options, this.kept.options) && house === this.kept.house) await this.log.refresh();
    else await this.measureChanged();
  }

  /** The sheet about our own numbers is shown once. */
  oursShown(): void {
    this.kept.oursSeen = true;
    this.save();
  }
}
