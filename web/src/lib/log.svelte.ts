import type { Entry, Fields, Ledger, LogRow, Meta, Record_, Verdict } from "./contract";
import { Newest } from "./desk";
import { withVoid } from "./entries";
import type { Form } from "./form.svelte";
import { random, type KeptGame } from "./kept-game";
import type { Sitting } from "./sitting.svelte";
import { now } from "./words";

/** The log of a game, and the books that are kept from it. */
export class Log {
  #newest = new Newest();

  constructor(
    readonly game: Sitting,
    readonly form: Form,
  ) {}

  /** What stands over the next entry. */
  meta(more: Partial<Meta> = {}): Meta {
    const { entries, kept, turn } = this.game;
    return { id: random(6), number: entries.length + 1, side: kept.side, turn, time: now(), ...more };
  }

  /** The rows that rest on a voided result and have not been left as they are. */
  marked = $derived.by(() =>
    (this.game.ledger?.log ?? []).filter((row) => row.mark && !row.voided && !this.game.kept.left.includes(row.id)),
  );

  entry(id: string): Entry | undefined {
    return this.game.entries.find((each) => each.record.meta.id === id);
  }

  row(id: string): LogRow | undefined {
    return this.game.ledger?.log.find((each) => each.id === id);
  }

  /**
   * Writes a verdict behind the entries it was made after, with whatever else of the game changes in the same step. False where
   * another page has made a step since `from`: then the verdict was made after a log that is no longer the whole one.
   */
  async add(before: Entry[], { record, ledger }: Verdict, change: Partial<KeptGame>, from: number): Promise<boolean> {
    if (!(await this.#write([...before, { record, voided: false }], change, from))) return false;
    if (ledger) this.#learn(ledger);
    return true;
  }

  /** Writes records that were made elsewhere; returns the ids that they have in the log. */
  async addRecords(records: Record_[]): Promise<string[]> {
    const added = records.map((record) => ({ ...this.meta(), ...record.meta }));
    await this.#change((before) => {
      const numbered = records.map((record, index) => ({
        ...record,
        meta: { ...added[index]!, number: before.length + index + 1 },
      }));
      return [...before, ...numbered.map((record) => ({ record, voided: false }))];
    });
    return added.map(({ id }) => id);
  }

  /** Strikes an entry out. Voiding a redo brings back the result it replaced. */
  async void(id: string): Promise<void> {
    await this.voidAll([id]);
  }

  async voidAll(ids: string[]): Promise<void> {
    await this.#change((entries) => ids.reduce(withVoid, entries));
  }

  /** A change that holds whatever stands in the log; one that another page was quicker with is made anew. */
  async #change(change: (entries: Entry[]) => Entry[]): Promise<void> {
    while (!(await this.#write(change(this.game.entries))));
    await this.refresh();
  }

  #write(entries: Entry[], change: Partial<KeptGame> = {}, from = this.game.kept.step): Promise<boolean> {
    return this.game.step({ ...change, actions: entries.length, time: now() }, entries, from);
  }

  /** Asks the desk what the books make of the log. */
  async refresh(): Promise<void> {
    const newest = this.#newest.take();
    const { entries, services, setting } = this.game;
    try {
      const reply = await services.call("ledger", { ...setting, entries });
      if (newest() && reply.status === "ok") this.#learn(reply);
    } catch (fault) {
      if (newest()) services.say((fault as Error).message);
    }
  }

  /** The books as they are from now on; an older answer that is still on its way says nothing any more. */
  #learn(ledger: Ledger): void {
    this.#newest.take();
    const before = this.game.ledger;
    this.game.ledger = ledger;
    this.form.follow(before, ledger);
  }

  /** Opens the form as it was for that entry; the next verdict replaces it. */
  redo(row: LogRow): void {
    this.form.open(row.redo);
    const { kept } = this.game;
    if (row.side) kept.side = row.side;
    kept.redoOf = row.id;
    kept.correcting = null;
  }

  redoAll(): void {
    const oldest = this.#oldestMarked();
    this.game.kept.redoQueue = this.marked.filter((row) => row !== oldest).map((row) => row.id);
    if (oldest) this.redo(oldest);
  }

  #oldestMarked(): LogRow | undefined {
    return [...this.marked].sort((a, b) => a.number - b.number)[0];
  }

  /** After a result: the next of several redos, if any are left. */
  nextRedo(): boolean {
    const { kept } = this.game;
    const next = kept.redoQueue.length ? this.#oldestMarked() : undefined;
    kept.redoQueue = kept.redoQueue.slice(1);
    if (next) this.redo(next);
    return next !== undefined;
  }

  leaveMarked(): void {
    const { kept } = this.game;
    kept.left = [...kept.left, ...this.marked.map((row) => row.id)];
    void this.game.step({ left: kept.left });
  }

  /** The same dice with other words of the form: for a field that was set wrongly. */
  correct(id: string): void {
    const record = this.entry(id)?.record;
    if (!record) return;
    this.form.open(this.asTyped(record));
    const { kept } = this.game;
    if (record.meta.side) kept.side = record.meta.side;
    kept.correcting = record;
    kept.redoOf = null;
  }

  /** The form of an entry as the players would fill it in: by their own tape. */
  asTyped({ meta, action, fields }: Record_): { action: string; fields: Fields } {
    return this.row(meta.id)?.redo ?? { action, fields };
  }

  /** A past result, worked out again from its own record, dice and all; nothing where that cannot be. */
  async look(id: string): Promise<Verdict | null> {
    const record = this.entry(id)?.record;
    if (!record) return null;
    const { kept, services, setting } = this.game;
    const { answers, meta, options } = record;
    const house = typeof record.house === "string" ? record.house : setting.house;
    const under = { ...setting, options: options ?? {}, house };
    const { action, fields } = this.asTyped(record);
    const body = { ...under, action, fields, answers, meta, dice: "app" as const, seed: kept.seed, throws: 0 };
    try {
      const reply = await services.call("resolve", body);
      return reply.status === "ok" ? reply : null;
    } catch (fault) {
      services.say((fault as Error).message);
      return null;
    }
  }
}
