import type { Action, Assumed, Field, Fields, Ledger, OddsBody, Problem, RosterUnit, Scalar, Value } from "./contract";
import {
  hasPairs,
  knownByName,
  readForm,
  recall,
  remember,
  rosterChanges,
  swapped,
  tellsMore,
  unconfirmed,
} from "./form";
import type { Sitting } from "./sitting.svelte";

/** The form of a game: the action, what the fields hold, and what is wrong with them. */
export class Form {
  /** What the desk has found wrong with the form as it was last asked about. */
  problems = $state.raw<Problem[]>([]);
  /** Missing fields stay quiet until somebody has tried to act. */
  tried = $state(false);
  /** What went wrong when it was last acted on, with what whoever mends it wants to know. */
  fault = $state.raw<{ message: string; details: string } | null>(null);
  #shownLast: Field[] = [];

  constructor(readonly game: Sitting) {
    const { kept, ruleset } = game;
    if (!game.actionOf(kept.action)) game.kept.action = ruleset.fresh.action;
    game.kept.side ??= ruleset.sides[0]?.id ?? null;
  }

  get action(): Action {
    return this.game.actionOf(this.game.kept.action) ?? this.game.ruleset.actions[0]!;
  }

  /** What the ledger knows fills the form, unless somebody has set the field for this action. */
  known = $derived.by((): Fields => {
    const { kept, ledger } = this.game;
    const known: Fields = { ...kept.values };
    for (const field of this.action.fields) {
      if (this.isSideToggle(field)) known[field.name] = kept.side;
      else if (this.#namesSide(field)) known[field.name] ??= kept.side;
    }
    for (const [name, value] of Object.entries(ledger?.prefill?.[kept.action] ?? {}))
      if (!kept.touched.includes(name)) known[name] = value;
    return known;
  });

  /** The form's own toggle answers the field `side`. */
  isSideToggle(field: Field): boolean {
    return field.name === "side" && this.#namesSide(field) && field.choices.length === this.game.ruleset.sides.length;
  }

  /** Another field whose choices are the sides is the side that acts, until somebody says otherwise. */
  #namesSide(field: Field): boolean {
    const { sides } = this.game.ruleset;
    return field.choices.length > 0 && field.choices.every((choice) => sides.some((side) => side.id === choice.value));
  }

  reading = $derived.by(() => readForm(this.action, this.known, this.game.ruleset.fresh.fields));

  /** The values that stand in the form though nobody has said them: they are shown as assumed. */
  assumed = $derived.by(() => unconfirmed(this.reading, this.known, this.game.ruleset.fresh.fields));

  get values(): Fields {
    return this.reading.values;
  }

  /** The fields that show. The same fields are the same list, so that a tap on one of them moves none of the others. */
  shown = $derived.by((): Field[] => {
    const { shown } = this.reading;
    const last = this.#shownLast;
    const moved = shown.length !== last.length || shown.some((field, index) => field !== last[index]);
    if (moved) this.#shownLast = shown;
    return this.#shownLast;
  });

  canSwap = $derived(hasPairs(this.action));

  /** The form as the desk is asked about it. */
  question = $derived.by((): OddsBody => {
    const { kept, ledger, setting } = this.game;
    const answers = Object.entries(kept.advance).map(([key, value]) => ({ key, value }));
    const names = ledger?.names ?? [];
    return { ...setting, action: this.action.id, fields: this.reading.sent, answers, outcomes: false, names };
  });

  /** Whether the strip's present phase does not list an action that other phases do. */
  outOfPhase(id: string): boolean {
    const { phases, turn_action } = this.game.ruleset;
    const now = this.game.ledger?.phase;
    if (!now || id === turn_action) return false;
    const present = phases.find((phase) => phase.id === now);
    return present !== undefined && !present.actions.includes(id) && phases.some((phase) => phase.actions.includes(id));
  }

  set(name: string, value: Value): void {
    const { kept, ledger } = this.game;
    const field = this.action.fields.find((candidate) => candidate.name === name);
    if (field) kept.memory = remember(kept.memory, field, value, this.values);
    const recalled = {
      ...recall(kept.memory, name, value),
      ...knownByName([...(ledger?.roster ?? []), ...(ledger?.hidden_units ?? [])], name, value),
    };
    this.setAll({ ...recalled, [name]: value });
  }

  setAll(fields: Fields): void {
    const { kept } = this.game;
    Object.assign(kept.values, fields);
    for (const name of Object.keys(fields)) if (!kept.touched.includes(name)) kept.touched.push(name);
    this.#changed();
  }

  /** An answer in advance to a question that has no field of its own. */
  assume(key: string, value: Scalar): void {
    this.game.kept.advance[key] = value;
    this.#changed();
  }

  /** Everything that is assumed is right: the values of the form, and the answers to its questions that the odds have taken. */
  confirmAll(answers: Assumed[]): void {
    const right: Fields = {};
    for (const name of this.assumed) {
      const [field = ""] = name.split(".");
      right[field] = this.values[field] ?? null;
    }
    for (const { field, value } of answers) if (field) right[field] = value;
    this.setAll(right);
  }

  choose(id: string): void {
    const { kept } = this.game;
    if (id === kept.action) return;
    this.#turnTo(id);
    kept.correcting = null;
    this.#changed();
  }

  /** The action and the tab it stands under, whoever asked for it. */
  #turnTo(id: string): void {
    this.game.kept.action = id;
    const group = this.game.actionOf(id)?.group;
    if (group) this.turnTab(group);
  }

  /** The tab of actions that lies open, for each side. */
  get tab(): string | undefined {
    return this.game.kept.tabs[this.game.kept.side ?? ""];
  }

  turnTab(group: string): void {
    this.game.kept.tabs[this.game.kept.side ?? ""] = group;
    this.game.changed();
  }

  takeSide(id: string | null): void {
    this.game.kept.side = id;
    this.#changed();
  }

  /** The actions of all phases are offered, or those of the present one. */
  offerAllPhases(all: boolean): void {
    this.game.kept.outOfPhase = all;
    this.game.changed();
  }

  open(offer: { action: string; fields: Fields }): void {
    const { kept, ruleset } = this.game;
    if (ruleset.sides.some((side) => side.id === offer.fields.side)) kept.side = String(offer.fields.side);
    this.#turnTo(offer.action);
    this.setAll(offer.fields);
  }

  swap(): void {
    const { kept, ruleset } = this.game;
    kept.values = swapped(ruleset, this.action, this.values);
    kept.touched = Object.keys(kept.values);
    const other = ruleset.sides.find((side) => side.id !== kept.side);
    if (other && ruleset.sides.length === 2) kept.side = other.id;
    this.#changed();
  }

  use(unit: RosterUnit, as: "actor" | "target"): void {
    this.setAll(unit.fields_as[as]);
  }

  /** The units of the side that acts which this form can take. */
  units = $derived.by((): RosterUnit[] =>
    (this.game.ledger?.roster ?? []).filter(
      (unit) => !unit.gone && unit.side === this.game.kept.side && tellsMore(unit, "actor", this.action.fields),
    ),
  );

  /** The next unit after the one in the form that has not acted. */
  get nextUnit(): RosterUnit | undefined {
    const at = this.units.findIndex((unit) =>
      Object.entries(unit.fields_as.actor).some(([name, value]) => value === unit.name && this.values[name] === value),
    );
    const round = [...this.units.slice(at + 1), ...this.units.slice(0, Math.max(at, 0))];
    return round.find((unit) => !unit.acted);
  }

  /** A form that is changed is another act: what waited for an answer is set aside. */
  #changed(): void {
    if (this.game.kept.pending) this.game.setAside();
    this.tried = false;
    this.fault = null;
    this.game.changed();
  }

  /** What the books have become changes the form: the phase's action, the units that stand in it, the side that has the move. */
  follow(before: Ledger | null, now: Ledger): void {
    const { kept, ruleset, entries } = this.game;
    if (before && now.phase !== before.phase) this.#turnToPhase(now.phase);
    const fields = ruleset.actions.flatMap((action) => action.fields);
    Object.assign(kept.values, rosterChanges(before?.roster ?? [], now.roster, kept.values, fields));
    kept.turn = now.turn;
    // The initiative gives the other side the move; otherwise the toggle stays where it was put.
    const moves = before ? now.side !== before.side : !entries.length;
    if (now.side && moves) kept.side = now.side;
    this.game.changed();
  }

  /** The strip steers the form: a new phase opens the first of its own actions, unless somebody works out of phase. */
  #turnToPhase(phase: Ledger["phase"]): void {
    const { kept, ruleset } = this.game;
    const present = ruleset.phases.find(({ id }) => id === phase);
    if (!present || kept.outOfPhase || kept.pending || present.actions.includes(kept.action)) return;
    const own = present.actions.find((id) => id !== ruleset.turn_action && !this.game.actionOf(id)?.ledger_only);
    if (own) this.choose(own);
  }
}
