import { afterEach, describe, expect, it, vi } from "vitest";
import { plateWidth } from "../src/table/counter-plates";
import { Sheet } from "../src/table/geometry";
import { labels } from "../src/table/labels";
import type { Figure, Piece, Place } from "../src/table/types";
import { widthOf } from "../src/table/width.svelte";

/** A font in which an M is five times as wide as an i, at whatever size. */
function inType(): void {
  const size = (font: string): number => Number(/([\d.]+)px/.exec(font)![1]);
  const pen = {
    font: "",
    measureText: (words: string) => ({
      width: [...words].reduce((sum, letter) => sum + (letter === "M" ? 1 : 0.2) * size(pen.font), 0),
    }),
  };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(pen as unknown as RenderingContext);
}

afterEach(() => {
  vi.restoreAllMocks();
  document.documentElement.style.fontSize = "";
});

describe("words on the map", () => {
  inType();
  const NAME = { face: "400", size: 20, family: "text" } as const;

  it("are as wide as they are set, with the space between their letters", () => {
    expect(widthOf("MMM", NAME)).toBeCloseTo(60);
    expect(widthOf("iii", NAME)).toBeCloseTo(12);
    expect(widthOf("MMM", { ...NAME, spaced: 0.1 })).toBeCloseTo(66);
  });

  it("grow with the reader's size of text", () => {
    document.documentElement.style.fontSize = "32px";
    expect(widthOf("MMM", NAME)).toBeCloseTo(120);
  });

  it("get a plate and a place by their width", () => {
    const wide = (name: string): number =>
      plateWidth({ name, cohort: "x", plate: { start: 1 } } as unknown as Piece, false);
    expect(wide("MMMM") - wide("iiii")).toBeCloseTo(4 * 0.8 * 15);
    const sheet = new Sheet(36_000, 24_000);
    const shrink = { plate: 1, leader: 1, mark: 1 };
    const below: Place[] = [[8_000, 11_100], [12_000, 11_100], [12_000, 9_000], [8_000, 9_000]]; // prettier-ignore
    const foot = { id: "foot", corners: [below], facing: 0, plate: { now: 4, start: 4 } } as unknown as Piece;
    const beside = (name: string): number => {
      const figure = { id: "a", name, place: [10_000, 12_000], radius: 750 } as unknown as Figure;
      return labels([foot], [figure], [], sheet, shrink, false).names.a!.x;
    };
    expect(beside("MMMMMMMM") - beside("iiiiiiii")).toBeCloseTo((8 * 0.8 * 15) / 2);
  });
});
