import { barred, holds, same } from "./conditions";
import type { Action, Choice, Field, Fields, GroupItem, Problem, Ruleset, Scalar, Value } from "./contract";

/** The form as it stands: which fields show, what each holds, and what is sent to the desk. */
export type Reading = { shown: Field[]; values: Fields; sent: Fields };

const given = (value: Value | undefined): value is Exclude<Value, null> => value !== undefined && value !== null;

/** A kept value that the present unit cannot have counts as not chosen; it is there again when the unit is. */
function possible(field: Field, value: Value | undefined, values: Fields): Value | undefined {
  if (!given(value) || Array.isArray(value)) return value;
  return barred(field.bars, value, values) ? undefined : value;
}

/**
 * Reads the form. A field whose condition fails is neither shown nor sent, and other conditions do not see it; conditions may
 * point forwards, so the reading is repeated until it stands still.
 */
export function readForm(action: Action, kept: Fields): Reading {
  let values: Fields = {};
  let shown = action.fields;
  for (let round = 0; round < 6; round++) {
    const next: Fields = {};
    for (const field of shown) {
      const value = possible(field, kept[field.name], values) ?? possible(field, presetOf(field), values);
      if (value !== undefined) next[field.name] = value;
    }
    const nextShown = action.fields.filter((field) => holds(field.needed, next));
    const still = nextShown.length === shown.length && nextShown.every((field, index) => field === shown[index]);
    values = next;
    shown = nextShown;
    if (still && round > 0) break;
  }
  const sent: Fields = {};
  for (const field of shown) {
    const value = values[field.name];
    if (given(value) && value !== "") sent[field.name] = Array.isArray(value) ? value.map(readItem(field)) : value;
  }
  return { shown, values, sent };
}

/** A question answered in advance is sent only when somebody answered it; left open, the desk assumes it and asks in time. */
export function presetOf(field: Field): Value | undefined {
  if (field.question) return undefined;
  if (field.kind === "group") return given(field.usual) ? field.usual : firstItems(field);
  return given(field.usual) ? field.usual : undefined;
}

/** A group that needs members starts with the fewest it may have. */
function firstItems(field: Field): GroupItem[] {
  return Array.from({ length: Math.max(field.group?.min ?? 0, 0) }, () => newItem(field));
}

export function newItem(field: Field, known: Fields = {}): GroupItem {
  const item: GroupItem = {};
  for (const part of field.group?.fields ?? []) {
    const value = known[part.name] ?? part.usual;
    if (given(value) && !Array.isArray(value)) item[part.name] = value;
  }
  return item;
}

/** Fields of one member of a group: conditions see the member itself. */
export function shownParts(field: Field, item: GroupItem, outer: Fields = {}): Field[] {
  const seen: Fields = { ...outer, ...item };
  return (field.group?.fields ?? []).filter((part) => holds(part.needed, seen));
}

const readItem =
  (field: Field) =>
  (item: GroupItem): GroupItem => {
    const sent: GroupItem = {};
    for (const part of shownParts(field, item)) {
      const value = item[part.name];
      if (given(value) && value !== "") sent[part.name] = value;
    }
    return sent;
  };

export const choiceOf = (field: Field, value: Value | undefined): Choice | undefined =>
  Array.isArray(value) ? undefined : field.choices.find((choice) => given(value) && same(choice.value, value));

/** A value in the words of the form. */
export function wordsOf(field: Field, value: Value | undefined): string {
  if (!given(value)) return "";
  if (Array.isArray(value)) return `${value.length}`;
  const choice = choiceOf(field, value);
  if (choice) return choice.label;
  if (field.kind === "yes_no") return value ? field.label : "";
  return `${value}${field.unit ? ` ${field.unit}` : ""}`;
}

/** One line that says what a member of a group is. */
export function lineOf(field: Field, item: GroupItem): string {
  return shownParts(field, item)
    .filter((part) => part.kind !== "text")
    .map((part) => wordsOf(part, item[part.name]))
    .filter(Boolean)
    .join(", ");
}

export function nameOf(field: Field, item: GroupItem): string {
  const named = field.group?.fields.find((part) => part.kind === "text");
  const name = named && item[named.name];
  return typeof name === "string" ? name : "";
}

/** A choice carried over to the other side's field, as near as that field's choices allow. */
function carried(from: Field | undefined, to: Field, value: Value | undefined): Value {
  if (!given(value) || Array.isArray(value)) return null;
  if (to.kind !== "choice") return value;
  if (choiceOf(to, value)) return value;
  const family = from && choiceOf(from, value)?.family;
  return family && choiceOf(to, family) ? family : null;
}

/** Actor and target change places with all that is known of them; what is not known is left empty. */
export function swapped(ruleset: Ruleset, action: Action, values: Fields): Fields {
  const all = new Map<string, Field>();
  for (const each of [...ruleset.actions, action]) for (const field of each.fields) all.set(field.name, field);
  const next: Fields = { ...values };
  for (const field of all.values()) {
    if (field.pair) {
      next[field.name] = carried(all.get(field.pair), field, values[field.pair]);
    } else if ((field.section === "actor" || field.section === "target") && field.kind !== "distance") {
      next[field.name] = null;
    }
  }
  return next;
}

export const hasPairs = (action: Action): boolean => action.fields.some((field) => field.pair !== null);

/** Problems by field, with those inside groups under their full name ("units.2.weapon"). */
export function problemsBy(problems: Problem[]): Map<string, Problem> {
  const by = new Map<string, Problem>();
  for (const problem of problems) if (!by.has(problem.field)) by.set(problem.field, problem);
  return by;
}

/** Problems inside one member of a group (counted from 1), under the names its own fields know. */
export function problemsOfItem(problems: Map<string, Problem>, group: string, number: number): Map<string, Problem> {
  const prefix = `${group}.${number}.`;
  return new Map(
    [...problems]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, problem]) => [name.slice(prefix.length), problem] as const),
  );
}

/** What the hatched act button says: the field that is missing, or the one that is wrong. */
export function missingWords(problems: Problem[], shown: Field[], values: Fields): string {
  const first = problems[0];
  if (!first) return "";
  const name = first.field.split(".")[0];
  const field = shown.find((candidate) => candidate.name === name);
  if (!field) return first.message.replace(/\.$/, "");
  const label = field.label.charAt(0).toLowerCase() + field.label.slice(1);
  return `${given(values[field.name]) ? "Check" : "Choose"}: ${label}`;
}

/**
 * Numbers of both sides that stand side by side, ours first, with what the rule asks about them between: the desk's summary of
 * two of them stands in the form itself.
 */
export function steppersTogether(shown: Field[]): Field[] {
  const paired = (field: Field): boolean =>
    field.widget === "step" &&
    field.section !== "circumstance" &&
    shown.some(
      (other) => other.name === field.pair && other.section !== field.section && other.section !== "circumstance",
    );
  const ours = shown.filter((field) => field.section === "actor" && paired(field));
  const theirs = shown.filter((field) => field.section === "target" && paired(field));
  const between = theirs.length ? shown.filter((field) => field.section === "question" && field.widget === "step") : [];
  return [...ours, ...between, ...theirs];
}

export type Memory = { [keyAndValue: string]: Fields };

/** Keeps a choice for the next time the same kind of unit acts. */
export function remember(memory: Memory, field: Field, value: Value, values: Fields): Memory {
  const key = field.remembered && values[field.remembered];
  if (!field.remembered || !given(key) || Array.isArray(key)) return memory;
  const place = `${field.remembered}=${key}`;
  return { ...memory, [place]: { ...memory[place], [field.name]: value } };
}

export function recall(memory: Memory, name: string, value: Value): Fields {
  return given(value) && !Array.isArray(value) ? (memory[`${name}=${value}`] ?? {}) : {};
}

/** The members of an arm, in the order of the choices. */
export function families(choices: Choice[]): { id: string; label: string; icon: string; members: Choice[] }[] {
  const found = new Map<string, { id: string; label: string; icon: string; members: Choice[] }>();
  for (const choice of choices) {
    const id = choice.family ?? String(choice.value);
    const family = found.get(id) ?? {
      id,
      label: choice.family_label ?? choice.label,
      icon: choice.icon ?? "",
      members: [],
    };
    family.members.push(choice);
    found.set(id, family);
  }
  return [...found.values()];
}

export const isScalar = (value: Value | undefined): value is Scalar => given(value) && !Array.isArray(value);
