import type { Odds, OddsBody } from "./contract";
import { sameValue } from "./equal";
import type { Form } from "./form.svelte";
import { OneAtATime } from "./one-at-a-time.svelte";
import type { Sitting } from "./sitting.svelte";

/** The odds of the form, as the desk last told them. */
export class FormOdds {
  #told = $state.raw<Odds | null>(null);
  #action = $state("");
  #question: OddsBody | null = null;
  #asking = new OneAtATime((newest) => this.#askOnce(newest));

  constructor(
    readonly game: Sitting,
    readonly form: Form,
  ) {}

  /** The odds of the action that the form is about; nothing while the desk has told none of it. */
  get now(): Odds | null {
    return this.#action === this.form.action.id ? this.#told : null;
  }

  /** The desk has not yet answered for the form as it stands. */
  get busy(): boolean {
    return this.#asking.busy;
  }

  /** Asks for the odds of a form, unless that was the last thing asked. What is asked meanwhile is asked next. */
  async ask(question: OddsBody): Promise<void> {
    if (sameValue(question, this.#question)) return;
    this.#question = question;
    await this.#asking.run();
  }

  async #askOnce(newest: () => boolean): Promise<void> {
    const question = this.#question!;
    try {
      const reply = await this.game.services.call("odds", question);
      if (!newest()) return;
      if (reply.status === "ok") {
        this.#told = reply;
        this.#action = question.action;
        if (this.form.problems.length) this.form.problems = [];
      } else {
        this.form.problems = reply.problems;
        if (this.#action !== question.action) this.#told = null;
      }
    } catch (fault) {
      this.#question = null;
      if (newest()) this.game.services.say((fault as Error).message);
    }
  }
}
