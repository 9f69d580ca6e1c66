import { expect, test } from "vitest";
import type { Shooter, Shot } from "../src/lib/contract";
import { opened, outOf, put, withStands } from "../src/table/shots";

const shooter = (piece: string, stands: number, most: number, free: number): Shooter => ({
  piece,
  name: piece,
  stands,
  most,
  free,
  words: "",
  points: "",
  ray: null,
  shared: true,
});
const shot = (target: string, ...shooters: Shooter[]): Shot => ({
  target,
  name: target,
  shooters,
  sum: "",
  odds: null,
  meaning: "",
  objection: null,
});
const LAID = [
  shot("horse", shooter("5th", 6, 8, 0), shooter("guns", 2, 2, 0)),
  shot("foot", shooter("5th", 2, 5, 0), shooter("guns", 0, 2, 0)),
];
const PLAN = put(opened(opened([], "horse"), "foot"), LAID);

test("a shot is opened once, by all who can, and taken out again", () => {
  expect(opened([], "horse")).toEqual([{ target: "horse", by: null }]);
  expect(opened(PLAN, "horse")).toBe(PLAN);
  expect(outOf(PLAN, "horse").map(({ target }) => target)).toEqual(["foot"]);
});

test("what the server has laid out is put by name, without those who do not fire", () => {
  expect(PLAN).toEqual([
    { target: "horse", by: { "5th": 6, guns: 2 } },
    { target: "foot", by: { "5th": 2 } },
  ]);
});

test("stands that are not free are taken from the other shots", () => {
  const more = withStands(PLAN, LAID, "foot", "5th", 4);
  expect(more.map(({ by }) => by?.["5th"])).toEqual([4, 4]);
  const guns = withStands(PLAN, LAID, "foot", "guns", 2);
  expect(guns.map(({ by }) => by?.guns)).toEqual([0, 2]);
});

test("nobody fires with more stands than bear, and fewer stay free", () => {
  expect(withStands(PLAN, LAID, "foot", "5th", 99)[1]!.by?.["5th"]).toBe(5);
  expect(withStands(PLAN, LAID, "foot", "5th", 1).map(({ by }) => by?.["5th"])).toEqual([6, 1]);
  expect(withStands(PLAN, LAID, "nobody", "5th", 1)).toBe(PLAN);
});
