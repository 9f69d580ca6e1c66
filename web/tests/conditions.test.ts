import { describe, expect, test } from "vitest";
import { barred, closed, holds } from "../src/lib/conditions";
import { range, ruleset } from "./samples";

describe("a condition is data", () => {
  test("a field with one of several values", () => {
    expect(holds({ field: "unit", in: ["guns", "horse"] }, { unit: "horse" })).toBe(true);
    expect(holds({ field: "unit", in: ["guns"] }, { unit: "horse" })).toBe(false);
    expect(holds({ field: "unit", in: ["guns"] }, {})).toBe(false);
  });

  test("all, any, not, and none at all", () => {
    const a = { field: "a", in: [1] };
    const b = { field: "b", in: [true] };
    expect(holds({ all: [a, b] }, { a: 1, b: true })).toBe(true);
    expect(holds({ any: [a, b] }, { a: 2, b: true })).toBe(true);
    expect(holds({ not: a }, { a: 2 })).toBe(true);
    expect(holds(null, {})).toBe(true);
  });

  test("an unticked box is false, and a typed number equals the number", () => {
    expect(holds({ field: "box", in: [false] }, {})).toBe(true);
    expect(holds({ field: "n", in: [3] }, { n: "3" })).toBe(true);
  });
});

test("a choice is barred with its reason while the condition holds", () => {
  expect(barred(range.bars, "12-18", { unit: "veteran_infantry" })?.rule).toBe("REV-6.05");
  expect(barred(range.bars, "12-18", { unit: "guns" })).toBeNull();
  expect(barred(range.bars, "0-3", { unit: "veteran_infantry" })).toBeNull();
});

test("a whole action can be closed", () => {
  const assault = ruleset().actions[1]!;
  expect(closed(assault.bars, { unit: "guns" })?.reason).toBe("Guns do not assault.");
  expect(closed(assault.bars, { unit: "veteran_infantry" })).toBeNull();
  const notFoot = [{ ...assault.bars[0]!, when: { not: { field: "unit", in: ["veteran_infantry"] } } }];
  expect(closed(notFoot, { unit: "guns" })).not.toBeNull();
  expect(closed(notFoot, {})).toBeNull();
});
