import { expect, test } from "vitest";
import { clock, dayWords, exact, percentWords, sentences, spoken } from "../src/lib/words";

test("chances as they are spoken, drawn and written out", () => {
  expect(spoken([3, 10], 30)).toBe("3 in 10");
  expect(spoken([5, 10], 50)).toBe("1 in 2");
  expect(spoken([12345, 100000], 12)).toBe("12 in 100");
  expect(exact([4, 8])).toBe("1 / 2");
  expect(exact([11535558497599349, 41198730468750000])).toBe("27.9998%");
  expect(percentWords(0, [1, 1000])).toBe("<1");
  expect(percentWords(0, [0, 1])).toBe("0");
});

test("times and numbers", () => {
  expect(clock("2026-01-02T09:05:00")).toBe("09:05");
  expect(clock("never")).toBe("");
  expect(dayWords("2026-01-02T09:05:00", new Date("2026-01-02T20:00:00"))).toBe("09:05 today");
  expect(dayWords("2026-01-01T09:05:00", new Date("2026-01-02T20:00:00"))).toBe("09:05 yesterday");
});

test("a headline is its first sentence, and what else it says", () => {
  expect(sentences("Driven Back. The defender loses 2 stands, the attacker 1.")).toEqual([
    "Driven Back.",
    "The defender loses 2 stands, the attacker 1.",
  ]);
  expect(sentences("No effect.")).toEqual(["No effect.", ""]);
  expect(sentences("Up to 1.5 in. 2 stands lost. Nobody stays.")).toEqual([
    "Up to 1.5 in.",
    "2 stands lost. Nobody stays.",
  ]);
  expect(sentences("Rurales: Disordered")).toEqual(["Rurales: Disordered", ""]);
});
