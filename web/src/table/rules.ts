import { app } from "../lib/app.svelte";
import type { Rule, Rulebook, Setting, TableRulesInForce } from "../lib/contract";

/** The rulebook of a battle, by the rules in force; it is fetched when the first rule is asked for. */
export class Rules {
  #book: Promise<Rulebook | null> | null = null;
  #inForce: TableRulesInForce | null = null;

  use(inForce: TableRulesInForce): void {
    this.#inForce = inForce;
  }

  get title(): string {
    return this.#inForce?.title ?? "";
  }

  get setting(): Setting {
    const { ruleset = "", options = {}, house = "" } = this.#inForce ?? {};
    return { ruleset, options, house } as Setting;
  }

  async rule(id: string): Promise<Rule | null> {
    this.#book ??= this.#fetch();
    const book = await this.#book;
    return book?.chapters.flatMap(({ rules }) => rules).find((each) => each.id === id) ?? null;
  }

  async #fetch(): Promise<Rulebook | null> {
    const reply = await app.desk.call("rulebook", this.setting).catch(() => null);
    if (reply?.status === "ok") return reply;
    this.#book = null; // whoever asks again may be luckier
    return null;
  }
}
