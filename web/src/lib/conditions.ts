import type { Bar, Condition, Fields, Scalar, Value } from "./contract";

/** Conditions are data of the contract; reading them is all the form ever decides by itself. */
export function holds(condition: Condition | null | undefined, fields: Fields): boolean {
  if (!condition) return true;
  if ("all" in condition) return condition.all.every((part) => holds(part, fields));
  if ("any" in condition) return condition.any.some((part) => holds(part, fields));
  if ("not" in condition) return !holds(condition.not, fields);
  const value = fields[condition.field];
  return condition.in.some((candidate) => same(candidate, value));
}

/** A missing tick is an unticked one; a number may have been typed. */
export function same(candidate: Scalar | null, value: Value | undefined): boolean {
  if (candidate === false) return value === false || value === undefined || value === null;
  return value === candidate || (value !== undefined && value !== null && String(value) === String(candidate));
}

/** The first reason why a choice is not possible now. */
export function barred(bars: Bar[] | undefined, value: Scalar, fields: Fields): Bar | null {
  for (const bar of bars ?? [])
    if (bar.values.some((candidate) => candidate === value || String(candidate) === String(value)))
      if (holds(bar.when, fields)) return bar;
  return null;
}

function mentions(condition: Condition): string[] {
  if ("all" in condition) return condition.all.flatMap(mentions);
  if ("any" in condition) return condition.any.flatMap(mentions);
  if ("not" in condition) return mentions(condition.not);
  return [condition.field];
}

/** The first reason why a whole action is closed. Of what nobody has said yet nothing follows. */
export function closed(bars: Bar[] | undefined, known: Fields): Bar | null {
  for (const bar of bars ?? []) {
    const said = mentions(bar.when).some((field) => known[field] !== undefined && known[field] !== null);
    if (said && holds(bar.when, known)) return bar;
  }
  return null;
}
