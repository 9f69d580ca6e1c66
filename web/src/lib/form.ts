import { barred, holds, same } from "./conditions";
import { asTyped, sameValue } from "./equal";
import type { Action, Choice, Field, Fields, GroupItem, Problem, RosterUnit, Ruleset, Scalar, Value } from "./contract";
import { t } from "../words";

/** The form as it stands: which fields show, what each holds, and what is sent to the desk. */
export type Reading = { shown: Field[]; values: Fields; sent: Fields };

const given = (value: Value | undefined): value is Exclude<Value, null> => value !== undefined && value !== null;

/**
 * A kept value that the present unit cannot have, or that this action does not know, counts as not chosen; it is there again
 * when the unit or the action is.
 */
function possible(field: Field, value: Value | undefined, values: Fields): Value | undefined {
  // Nobody in a list that needs somebody is nothing told: it begins as the form begins it.
  if (Array.isArray(value)) return value.length || !field.group?.min ? value : undefined;
  if (!given(value)) return value;
  const band = field.kind === "distance" && /^\d+[-–]\d+$/.test(String(value));
  if ((field.kind === "choice" || band) && field.choices.length && !choiceOf(field, value)) return undefined;
  return barred(field.bars, value, values) ? undefined : value;
}

/**
 * Reads the form. A field whose condition fails is neither shown nor sent, and other conditions do not see it; conditions may
 * point forwards, so the reading is repeated until it stands still. `fresh` is how the form begins, where nobody has said anything.
 */
export function readForm(action: Action, kept: Fields, fresh: Fields = {}): Reading {
  let values: Fields = {};
  let shown = action.fields;
  for (let round = 0; round < 6; round++) {
    const next: Fields = {};
    for (const field of shown) {
      const begun = field.name in kept ? undefined : possible(field, fresh[field.name], values);
      const value = possible(field, kept[field.name], values) ?? begun ?? possible(field, presetOf(field), values);
      if (Array.isArray(value)) next[field.name] = value.map((item) => wholeItem(field, item, begunItem(field, fresh)));
      else if (value !== undefined) next[field.name] = value;
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
  return Array.from({ length: Math.max(field.group?.min ?? 0, 0) }, () => ({}));
}

/** A member of a group with what is known of it. */
export function newItem(field: Field, known: Fields = {}): GroupItem {
  const item: GroupItem = {};
  for (const { name } of field.group?.fields ?? []) {
    const value = known[name];
    if (isScalar(value)) item[name] = value;
  }
  return item;
}

/** A member of a group with the usual values of whatever nobody has said of it; `begun` is how the form begins one. */
export function wholeItem(field: Field, item: GroupItem, begun: GroupItem = {}): GroupItem {
  const whole: GroupItem = {};
  for (const { name, usual } of field.group?.fields ?? []) {
    const value = item[name] ?? begun[name] ?? usual;
    if (isScalar(value)) whole[name] = value;
  }
  return whole;
}

/** How the form begins a member of a group. */
function begunItem(field: Field, fresh: Fields): GroupItem {
  const items = fresh[field.name];
  return (Array.isArray(items) ? items[0] : undefined) ?? {};
}

/**
 * The values that stand in the form though nobody has said them: the usual ones, and those it begins with. Parts of a member of a
 * group are named as the desk names them ("units.2.order").
 */
export function unconfirmed({ shown, values }: Reading, said: Fields, fresh: Fields = {}): string[] {
  return shown.flatMap((field) => {
    const [value, own] = [values[field.name], said[field.name]];
    if (!Array.isArray(value))
      return given(value) && !given(own) && (field.assumed || given(fresh[field.name])) ? [field.name] : [];
    const begun = begunItem(field, fresh);
    return value.flatMap((item, index) =>
      shownParts(field, item, values)
        .filter((part) => given(item[part.name]) && (part.assumed || given(begun[part.name])))
        .filter((part) => !given((own as GroupItem[] | undefined)?.[index]?.[part.name]))
        .map((part) => `${field.name}.${index + 1}.${part.name}`),
    );
  });
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
  if (field.kind === "yes_no") return isPlain(choice) ? (value ? field.label : "") : (choice?.label ?? "");
  if (choice) return choice.label;
  return field.unit
    ? t("field.number_of", { number: String(value), unit: field.unit })
    : t("field.named_number", { label: field.label, number: String(value) });
}

const isPlain = (choice: Choice | undefined): boolean =>
  !choice || choice.label === t("app.yes") || choice.label === t("app.no");

/** One line that says what a member of a group is; nothing is said of a number that is nothing. */
export function lineOf(field: Field, item: GroupItem): string {
  return shownParts(field, item)
    .filter((part) => part.kind !== "text" && item[part.name] !== 0 && item[part.name] !== "0")
    .map((part) => wordsOf(part, item[part.name]))
    .filter(Boolean)
    .join(", ");
}

/** What one member of a group is called; a screen that an older edition has kept tells only what all are. */
export const cardName = ({ group, label }: Field): string => group?.one ?? group?.label ?? label;

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
  // One of two fields names the other: that makes them a pair for both.
  const pairs = new Map<string, string>();
  for (const { name, pair } of all.values()) if (pair && !pairs.has(pair)) pairs.set(pair, name);
  const next: Fields = { ...values };
  for (const field of all.values()) {
    const other = field.pair ?? pairs.get(field.name);
    if (other) {
      next[field.name] = carried(all.get(other), field, values[other]);
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

/** The first objection to what the form says; none where something is only missing. */
export function objection(problems: Problem[], values: Fields): Problem | null {
  const [first] = problems;
  if (!first) return null;
  const [name = "", number, inner = ""] = first.field.split(".");
  const items = values[name] as GroupItem[] | undefined;
  const value = number ? items?.[Number(number) - 1]?.[inner] : values[name];
  return first.rule && (name === "action" || given(value)) ? first : null;
}

/** The first sentence of a text, and the rest of it. */
export function sentences(text: string): [string, string] {
  const end = text.search(/[.!?](\s|$)/);
  return end < 0 ? [text, ""] : [text.slice(0, end + 1), text.slice(end + 1).trim()];
}

/** What the hatched act button says: the objection, the field that is missing, or the one that is wrong. */
export function missingWords(problems: Problem[], shown: Field[], values: Fields): string {
  const first = problems[0];
  if (!first) return "";
  const [reason] = sentences(objection(problems, values)?.message ?? "");
  if (reason) return reason.replace(/\.$/, "");
  const [name, number, inner] = first.field.split(".");
  const field = shown.find((candidate) => candidate.name === name);
  if (!field) return first.message.replace(/\.$/, "");
  const part = field.group?.fields.find((candidate) => candidate.name === inner);
  if (!part) return named(given(values[field.name]), lower(field.label));
  const item = (values[field.name] as GroupItem[] | undefined)?.[Number(number) - 1];
  const card = lower(cardName(field));
  return named(given(item?.[part.name]), t("form.of_card", { field: lower(part.label), card, number: number ?? "" }));
}

const named = (there: boolean, field: string): string =>
  there ? t("form.check", { field }) : t("form.choose", { field });

/**
 * Numbers of both sides stand side by side, ours first, one row for each pair. A lone pair takes what the rule asks about it
 * between its two numbers, and the desk's summary stands there too.
 */
export function stepperRows(shown: Field[]): Field[][] {
  const counts = (field: Field): boolean => field.widget === "step" && !field.choices.length;
  const theirs = shown.filter((field) => field.section === "target" && counts(field));
  const rows = shown
    .filter((field) => field.section === "actor" && counts(field))
    .map((ours) => [ours, theirs.find((field) => field.name === ours.pair || field.pair === ours.name)])
    .filter((row): row is [Field, Field] => row[1] !== undefined);
  if (rows.length !== 1) return rows;
  const between = shown.filter((field) => field.section === "question" && counts(field));
  return [[rows[0]![0], ...between, rows[0]![1]]];
}

const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/**
 * What a named unit in the form, or in a card of one of its lists, has become: the fields that the roster now knows otherwise. A field
 * somebody set by hand stays as it is, for the roster did not change there.
 */
export function rosterChanges(before: RosterUnit[], after: RosterUnit[], values: Fields, fields: Field[] = []): Fields {
  const changes: Fields = {};
  for (const unit of after) {
    const old = before.find((each) => each.id === unit.id);
    for (const as of ["actor", "target"] as const) {
      const known = Object.entries(unit.fields_as[as]);
      const inForm = known.some(([name, value]) => value === unit.name && values[name] === unit.name);
      if (!inForm) continue;
      for (const [name, value] of known) if (old?.fields_as[as][name] !== value) changes[name] = value;
    }
  }
  for (const field of fields) {
    const items = changes[field.name] ?? values[field.name];
    if (!field.group || !Array.isArray(items)) continue;
    const next = items.map((item) => ({ ...item, ...cardChanges(before, after, field, item) }));
    if (!sameValue(next, items)) changes[field.name] = next;
  }
  return changes;
}

/** What the roster now knows otherwise of the unit that a card names. */
function cardChanges(before: RosterUnit[], after: RosterUnit[], field: Field, item: GroupItem): GroupItem {
  const unit = after.find((each) => isName(nameOf(field, item), each.name));
  if (!unit) return {};
  const now = partsKnown(unit, field);
  const old = before.find((each) => each.id === unit.id);
  const was = old ? partsKnown(old, field) : {};
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => was[name] !== value));
}

/** What the roster knows of a unit that the parts of a card ask for: as one that acts, else as one to whom something is done. */
export function partsKnown(unit: RosterUnit, field: Field): GroupItem {
  const item: GroupItem = {};
  for (const { name } of field.group?.fields ?? []) {
    const told = unit.fields_as.actor[name] ?? unit.fields_as.target[name];
    if (isScalar(told)) item[name] = told;
  }
  return item;
}

/** What the roster knows of a name that somebody types. */
export function knownByName(roster: RosterUnit[], field: string, value: Value): Fields {
  for (const { name, fields_as } of roster)
    for (const as of ["actor", "target"] as const)
      if (isName(value, name) && fields_as[as][field] === name) return fields_as[as];
  return {};
}

/** What the roster knows of a unit whose name is typed into a card: the first text of a card names who acts. */
export function knownInCard(roster: RosterUnit[], field: Field, part: string, value: Value): GroupItem {
  const parts = field.group?.fields ?? [];
  const named = parts.find((each) => each.kind === "text");
  const unit = named?.name === part ? roster.find((each) => isName(value, each.name)) : undefined;
  return unit ? partsKnown(unit, field) : {};
}

/** Neither capitals nor blanks around it make another name, nor how an apostrophe is set. */
const isName = (value: Value, name: string): boolean =>
  typeof value === "string" && asTyped(value.trim()) === asTyped(name.trim());

/** The field of the form that holds the name of a unit, if one does. */
export function nameIn(unit: RosterUnit, as: "actor" | "target", shown: Field[], values: Fields): string | undefined {
  return shown.find(({ name }) => unit.fields_as[as][name] === unit.name && values[name] === unit.name)?.name;
}

/** Whether a unit has more to tell a form than its name: a place that was searched is no target of fire. */
export function tellsMore(unit: RosterUnit, as: "actor" | "target", fields: Field[]): boolean {
  return Object.entries(unit.fields_as[as]).some(
    ([name, value]) => value !== unit.name && fields.some((field) => field.name === name),
  );
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
    const id = choice.family || String(choice.value);
    const family = found.get(id) ?? {
      id,
      label: choice.family_label || choice.short || choice.label,
      icon: choice.icon ?? "",
      members: [],
    };
    family.members.push(choice);
    found.set(id, family);
  }
  return [...found.values()];
}

/** How many of these fields hold something else than the usual. */
export const setApart = (fields: Field[], values: Fields): number =>
  fields.filter(({ name, usual }) => isScalar(values[name]) && !same(isScalar(usual) ? usual : false, values[name]))
    .length;

export const isScalar = (value: Value | undefined): value is Scalar => given(value) && !Array.isArray(value);
