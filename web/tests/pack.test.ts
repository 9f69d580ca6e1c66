import { expect, test } from "vitest";
import { inPrintOrder, pack, rowsFor } from "../src/lib/pack";
import { bases, choice, field, range, status, unit } from "./samples";

const trio = (name: string, ...labels: string[]) =>
  field(name, { widget: "trio", choices: labels.map((label) => choice(label)) });
const leader = trio("leader", "No leader", "Within 6 in", "Attached");
const order = trio("order", "OK", "Disordered", "Demoralized");

test("two groups of three share a line of a phone, and part on a narrower one", () => {
  expect(pack([leader, order], 358).map((line) => line.fields.length)).toEqual([2]);
  expect(pack([leader, order], 300).map((line) => line.fields.length)).toEqual([1, 1]);
});

test("arms and ranges stand alone, steppers keep to themselves", () => {
  const lines = pack([unit, range, status, bases], 358);
  expect(lines.map((line) => line.fields[0]!.name)).toEqual(["unit", "range", "status", "bases"]);
});

test("the printed order: who, how, how far, how many", () => {
  expect(inPrintOrder([bases, range, status, unit]).map((each) => each.name)).toEqual([
    "unit",
    "status",
    "range",
    "bases",
  ]);
});

test("a long choice goes on several rows, never none", () => {
  const long = field("earlier", {
    choices: ["Nothing", "Deploy/Tactical", "Another move", "Used up by an assault"].map((each) => choice(each)),
  });
  expect(rowsFor(long, 358)).toBe(2);
  expect(rowsFor(long, Infinity)).toBe(1);
});
