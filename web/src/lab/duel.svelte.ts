import { app } from "../lib/app.svelte";
import type { Duel, DuelCell, DuelForm, DuelMatrix, Field, Fields, Problem, Scalar, Value } from "../lib/contract";
import { Newest } from "../lib/desk";

/** What is asked: two units, what they do in turn, and what is so for both. */
export type Asked = { units: Fields[]; script: string; fields: Fields };
export const LETTERS = ["A", "B"] as const;

/** A duel as somebody puts it together; whatever is changed, Python answers at once. */
export class DuelPage {
  form = $state.raw<DuelForm | null>(null);
  asked = $state.raw<Asked | null>(null);
  duel = $state.raw<Duel | null>(null);
  /** The rounds as they were before the last change. */
  before = $state.raw<Duel["rounds"]>([]);
  problem = $state.raw<Problem | null>(null);
  fault = $state("");
  busy = $state(false);
  /** All against all, row after row as they come, once somebody has asked for it. */
  matrix = $state.raw<DuelMatrix | null>(null);
  comparing = $state(false);
  vary = $state("");
  /** House rules that it is fought by; none: the printed ones. */
  house = $state("");
  houseName = $state("");
  #newest = new Newest();
  #rows = new Newest();

  constructor(readonly ruleset: string) {
    void this.#begin();
  }

  async #begin(): Promise<void> {
    const form = await this.#ask(() => app.desk.call("duel_form", this.#rules()));
    if (!form) return;
    this.form = form;
    this.vary = form.varied[0]?.id ?? "";
    await this.#put({ units: [...form.units], script: form.script, fields: form.values });
  }

  /** Something else is asked. */
  async #put(asked: Asked): Promise<void> {
    this.asked = asked;
    this.#leave();
    const mine = this.#newest.take();
    this.busy = true;
    const duel = await this.#ask(() => app.desk.call("duel", { ...this.#rules(), ...this.#body(asked) }));
    if (!mine()) return;
    this.busy = false;
    if (!duel) return;
    if (this.duel) this.before = this.duel.rounds;
    this.duel = duel;
    const form = await this.#ask(() =>
      app.desk.call("duel_form", { ...this.#rules(), units: lettered(asked.units), script: duel.script }),
    );
    if (mine() && form) this.form = form;
  }

  #rules = () => ({ ruleset: this.ruleset, ...(this.house.trim() ? { house: this.house } : {}) });
  #body = ({ units, script, fields }: Asked) => ({ units: lettered(units), script, fields });

  /** What was worked out for another question is no answer to this one. */
  #leave(): void {
    this.#rows.take();
    this.matrix = null;
    this.comparing = false;
  }

  /** All against all, a row at a time: a phone shows what there is. */
  async compare(): Promise<void> {
    const { asked, vary } = this;
    if (!asked || !vary) return;
    const mine = this.#rows.take();
    this.comparing = true;
    this.matrix = null;
    const body = { ...this.#rules(), unit: asked.units[0]!, vary, script: asked.script, fields: asked.fields };
    for (let first = 0; first === 0 || first < this.matrix!.labels.length; first++) {
      const known = this.matrix as DuelMatrix | null;
      const peaceful = known ? idle(known.rows, first) : null;
      const row = peaceful
        ? { ...known!, rows: [peaceful] }
        : await app.desk.call("duel_matrix", { ...body, first, count: 1 }).catch(() => null);
      if (!mine()) return;
      if (row?.status !== "ok") return this.#leave();
      this.matrix = known ? { ...row, first: 0, rows: [...known.rows, ...row.rows] } : row;
    }
    this.comparing = false;
  }

  async #ask<Reply extends { status: string }>(
    call: () => Promise<Reply | { status: "problems"; problems: Problem[] }>,
  ): Promise<Extract<Reply, { status: "ok" }> | null> {
    try {
      const reply = await call();
      this.fault = "";
      this.problem = reply.status === "ok" ? null : ((reply as { problems: Problem[] }).problems[0] ?? null);
      return reply.status === "ok" ? (reply as Extract<Reply, { status: "ok" }>) : null;
    } catch (fault) {
      this.fault = (fault as Error).message;
      return null;
    }
  }

  // ---- What somebody changes ------------------------------------------------------------------------------------------------

  /** Other rules, by what their file is called; nothing are the printed ones. */
  setHouse(name: string, house: string): void {
    this.house = house;
    this.houseName = house.trim() ? name : "";
    if (this.asked) void this.#put(this.asked);
    else void this.#begin();
  }

  /** A field of one of the units. */
  setUnit(number: number, name: string, value: Value): void {
    const { asked } = this;
    if (!asked) return;
    const units = asked.units.map((unit, each) => (each === number ? changed(unit, name, value) : unit));
    void this.#put({ ...asked, units });
  }

  /** A field that is so for both. */
  setBoth(name: string, value: Value): void {
    if (this.asked) void this.#put({ ...this.asked, fields: changed(this.asked.fields, name, value) });
  }

  /** A step of the script is another one, or goes; one behind the last is added. */
  setStep(number: number, text: string): void {
    const { asked, duel } = this;
    if (!asked || !duel) return;
    const steps = duel.steps.map((step) => step.text);
    steps.splice(number, 1, ...(text ? [text] : []));
    if (steps.length) void this.#follow(asked, written(steps, duel.again));
  }

  /** Another script: what it has no field for is no longer said, such as a range in a charge. */
  async #follow(asked: Asked, script: string): Promise<void> {
    const mine = this.#newest.take();
    this.busy = true;
    const form = await this.#ask(() => app.desk.call("duel_form", { ...this.#rules(), script }));
    if (!mine()) return;
    this.busy = false;
    if (!form) return;
    const known = form.fields.map(({ field }) => field.name);
    const only = (fields: Fields): Fields =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => known.includes(name)));
    const usual = Object.fromEntries(Object.entries(form.values).filter(([name]) => known.includes(name)));
    await this.#put({ units: asked.units.map(only), script, fields: { ...usual, ...only(asked.fields) } });
  }

  /** Two kinds of the matrix against each other. */
  load(row: Scalar, column: Scalar): void {
    const { asked, vary } = this;
    if (!asked) return;
    const [one, other] = asked.units;
    void this.#put({
      ...asked,
      units: [changed(one!, vary, row), changed({ ...one, side: other!.side! }, vary, column)],
    });
  }

  varyBy(field: string): void {
    this.vary = field;
    void this.compare();
  }

  /** A field of the form with the values closed that lead nowhere in this duel. */
  closing(field: Field): Field {
    const closed = (this.form?.closed ?? []).filter((each) => each.field === field.name);
    const bars = closed.map(({ value, reason }) => ({ values: [value], when: { all: [] }, reason, rule: null }));
    return bars.length ? { ...field, bars: [...field.bars, ...bars] } : field;
  }

  /** What can be done, for the picker of a step. */
  steps(): { who: string; text: string; label: string }[] {
    const { form } = this;
    if (!form) return [];
    const own = LETTERS.flatMap((who) => form.actions.map(({ id, label }) => ({ who, text: `${who} ${id}`, label })));
    return [...own, ...form.others.map(({ id, label }) => ({ who: "", text: id, label }))];
  }
}

/** The row of a kind that nobody could fight so far, though they fight each other: its own row would say the same. */
function idle(rows: DuelCell[][], kind: number): DuelCell[] | null {
  const fought = rows.filter((row) => row.some(({ percent }) => percent !== null));
  const met = fought.map((row) => row[kind]!);
  return met.length && met.every(({ percent }) => percent === null) ? rows[0]!.map(() => met[0]!) : null;
}

const lettered = (units: Fields[]): { [letter: string]: Fields } =>
  Object.fromEntries(units.map((unit, number) => [LETTERS[number]!, unit]));

/** Fields with one of them changed; nothing is a field that is not said. */
function changed(fields: Fields, name: string, value: Value): Fields {
  const rest = Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));
  return value === null || value === undefined ? rest : { ...rest, [name]: value };
}

/** Steps as a script that begins again with step number `again`. */
const written = (steps: string[], again: number): string =>
  steps.map((step, number) => (again && number === again ? `then ${step}` : step)).join(", ");
