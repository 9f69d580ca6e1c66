import { same } from "./conditions";
import type { Choice, Field, Value } from "./contract";

/** The members of the chosen arm: the row of grades under the arms. */
export function gradesOf(field: Field | undefined, value: Value | undefined): Choice[] {
  if (field?.widget !== "arms" || value === undefined || value === null || Array.isArray(value)) return [];
  const family = field.choices.find((choice) => same(choice.value, value))?.family;
  return family ? field.choices.filter((choice) => choice.family === family) : [];
}

/** Who first, how next, then how far, then how many: the order of the printed form, whatever the order of the description. */
const PLACES: Partial<Record<Field["widget"], number>> = { arms: 0, range: 2, step: 3 };
export const inPrintOrder = (fields: Field[]): Field[] =>
  [...fields].sort((a, b) => (PLACES[a.widget] ?? 1) - (PLACES[b.widget] ?? 1));

/** Numbers that stand side by side are one block; every other field stands for itself. */
export function blocks(fields: Field[]): Field[][] {
  const made: Field[][] = [];
  for (const field of fields) {
    const last = made.at(-1);
    if (counts(field) && last && counts(last[0]!)) last.push(field);
    else made.push([field]);
  }
  return made;
}

const counts = (field: Field): boolean => field.widget === "step" && !field.choices.length;

/** Whether a field shares a line of the form with others, where there is room for them. */
export function sharesLine(field: Field): boolean {
  if (field.widget === "range") return field.optional && !field.choices.length;
  return field.widget === "trio" || field.widget === "tick" || field.widget === "seg";
}
