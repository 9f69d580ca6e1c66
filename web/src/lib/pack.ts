import { same } from "./conditions";
import type { Choice, Field, Value } from "./contract";

/** Fields that share a line of the form, with the share of its width each one takes. */
export type Line = { fields: Field[]; shares: number[] };

const GAP = 6;

/** Widths at normal type size; the room is divided by the size of type before it comes here. */
const word = (text: string, perLetter: number): number => text.length * perLetter;
const longestPart = (text: string): number => Math.max(...text.split(/[\s/]+/).map((part) => part.length), 1);

const words = (choice: { label: string; short?: string | null }): string => choice.short || choice.label;

/** The least width at which a field can be read without breaking its words. */
export function needs(field: Field): number {
  switch (field.widget) {
    case "trio":
      return 4 + field.choices.reduce((sum, choice) => sum + Math.max(40, word(words(choice), 5.75) + 2), 0);
    case "tick": {
      const letters = Math.max(Math.ceil(field.label.length / 2) + 1, longestPart(field.label));
      return Math.max(82, 44 + Math.min(letters, field.label.length) * 7.4);
    }
    case "seg":
      return (
        4 +
        field.choices.reduce(
          (sum, choice) => sum + Math.max(44, word(words(choice), 7.4) + 10 + (choice.icon ? 25 : 0)),
          0,
        )
      );
    case "range":
      return field.choices.length || !field.optional ? Infinity : 160;
    case "step":
      // The caption under the figure may take two lines.
      return field.choices.length
        ? Infinity
        : 74 + Math.max(36, longestPart(field.label) * 6.2, Math.ceil(field.label.length / 2) * 6.2);
    default:
      return Infinity;
  }
}

/** Whether all choices fit one row in full words; else the short ones are used. */
export const labelsFit = (field: Field, room: number): boolean =>
  field.widget !== "trio" &&
  needs({ ...field, widget: "seg", choices: field.choices.map((choice) => ({ ...choice, short: "" })) }) <= room;

/** How wide a segmented field may be before its choices go on two rows. */
export const rowsFor = (field: Field, room: number): number =>
  Math.max(
    1,
    Math.min(
      field.choices.length,
      Math.ceil(needs(field.widget === "trio" ? field : { ...field, widget: "seg" }) / room),
    ),
  );

const MANY_ROWS = 4;

/**
 * Choices in rows. A few rows are as even as they come, the shorter first: three over four reads better than four over three.
 * Many rows are filled like lines of print, for long labels are of very different length.
 */
export function choiceRows(choices: Choice[], rows: number, room: number): Choice[][] {
  if (rows >= MANY_ROWS && room < Infinity) return filledRows(choices, room);
  const per = Math.floor(choices.length / rows);
  const longer = choices.length % rows;
  const made: Choice[][] = [];
  for (let row = 0, at = 0; row < rows; row++) {
    const size = per + (row >= rows - longer ? 1 : 0);
    made.push(choices.slice(at, at + size));
    at += size;
  }
  return made;
}

function filledRows(choices: Choice[], room: number): Choice[][] {
  const made: Choice[][] = [];
  let used = Infinity;
  for (const choice of choices) {
    const width = word(words(choice), 7.2) + 12 + (choice.icon ? 25 : 0);
    if (used + width > room) {
      made.push([]);
      used = 0;
    }
    made.at(-1)!.push(choice);
    used += width;
  }
  return made;
}

/** The members of the chosen arm: the row of grades under the arms. */
export function gradesOf(field: Field, value: Value | undefined): Choice[] {
  if (field.widget !== "arms" || value === undefined || value === null || Array.isArray(value)) return [];
  const family = field.choices.find((choice) => same(choice.value, value))?.family;
  return family ? field.choices.filter((choice) => choice.family === family) : [];
}

/** The first of these ticks that has room beside the grades. */
export function besideGrades(field: Field, value: Value | undefined, ticks: Field[], room: number): Field | undefined {
  const grades = gradesOf(field, value);
  if (grades.length < 2) return undefined;
  const used = grades.reduce((sum, grade) => sum + Math.max(44, word(grade.member_label || grade.label, 7.4) + 12), 4);
  return ticks.find((tick) => tick.widget === "tick" && used + GAP + needs(tick) <= room);
}

const sharesLine = (field: Field): boolean => needs(field) < Infinity;

/** Steppers keep to themselves: the verdict of two of them stands between them. */
const kindOf = (field: Field): string => (field.widget === "step" ? "step" : "other");

/** Who first, how next, then how far, then how many: the order of the printed form, whatever the order of the description. */
const PLACES: Partial<Record<Field["widget"], number>> = { arms: 0, range: 2, step: 3 };
export const inPrintOrder = (fields: Field[]): Field[] =>
  [...fields].sort((a, b) => (PLACES[a.widget] ?? 1) - (PLACES[b.widget] ?? 1));

/** Fills lines from the left, in the order of the form; what does not fit starts the next line. */
export function pack(fields: Field[], room: number): Line[] {
  const lines: Line[] = [];
  let open: Field[] = [];
  let used = 0;
  const close = () => {
    if (open.length) lines.push({ fields: open, shares: open.map((field) => Math.min(needs(field), room)) });
    open = [];
    used = 0;
  };
  for (const field of fields) {
    if (!sharesLine(field)) {
      close();
      lines.push({ fields: [field], shares: [1] });
      continue;
    }
    const width = needs(field) + (open.length ? GAP : 0);
    const stranger = open.length > 0 && kindOf(open[0]!) !== kindOf(field);
    if (stranger || used + width > room) close();
    open.push(field);
    used += open.length === 1 ? needs(field) : width;
  }
  close();
  return lines;
}
