import { expect, test } from "vitest";
import { blocks, gradesOf, inPrintOrder, sharesLine } from "../src/lib/lines";
import { bases, choice, field, range, status, unit } from "./samples";

test("the printed order: who, how, how far, how many", () => {
  expect(inPrintOrder([bases, range, status, unit]).map((each) => each.name)).toEqual([
    "unit",
    "status",
    "range",
    "bases",
  ]);
});

test("numbers side by side are one block, but for one that has plates", () => {
  const men = { ...bases, name: "men" };
  const volley = { ...bases, name: "volley", choices: [choice(5)] };
  const names = blocks([status, bases, men, volley]).map((block) => block.map((each) => each.name));
  expect(names).toEqual([["status"], ["bases", "men"], ["volley"]]);
});

test("arms, ranges and numbers take a whole line; ticks and choices share one", () => {
  expect([unit, range, bases].map(sharesLine)).toEqual([false, false, false]);
  expect([status, field("dug_in", { widget: "tick" })].map(sharesLine)).toEqual([true, true]);
  expect(sharesLine({ ...range, choices: [], optional: true })).toBe(true);
});

test("the grades of the chosen arm", () => {
  expect(gradesOf(unit, "veteran_infantry")).toHaveLength(2);
  expect(gradesOf(unit, "guns").length).toBeLessThan(2);
  expect(gradesOf(status, "ok")).toEqual([]);
});
