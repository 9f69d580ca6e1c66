import { describe, expect, it } from "vitest";
import type { Mark } from "../src/lib/contract";
import { changed } from "../src/table/difference";
import {
  bearing,
  fitted,
  inchMarks,
  kept,
  rope,
  ruler,
  Sheet,
  simplified,
  turned,
  zoomed,
} from "../src/table/geometry";
import { themed } from "../src/table/ground";
import { keepBattle, keepLink, keptBattles, linksOf } from "../src/table/kept";
import { widthOf } from "../src/table/width.svelte";
import { labels } from "../src/table/labels";
import { plateBoxes, shared, type Box } from "../src/table/counter-plates";
import { along } from "../src/table/timing";
import type { Figure, Piece, Place } from "../src/table/types";

describe("a difference", () => {
  it("puts, drops and alters, and leaves the rest as it was", () => {
    const before = { number: 3, scene: { a: { x: 1, y: 2 }, b: { x: 5 }, gone: { x: 0 } }, question: { key: "k" } };
    const change = {
      put: { number: 4, question: null },
      alter: { scene: { drop: ["gone"], put: { c: { x: 9 } }, alter: { a: { put: { y: 7 } } } } },
    };
    expect(changed(before, change)).toEqual({
      number: 4,
      scene: { a: { x: 1, y: 7 }, b: { x: 5 }, c: { x: 9 } },
      question: null,
    });
    expect(before.scene.a.y).toBe(2);
  });

  it("of nothing changes nothing", () => {
    expect(changed({ a: [1, 2] }, {})).toEqual({ a: [1, 2] });
  });
});

describe("the sheet", () => {
  const sheet = new Sheet(36_000, 24_000);

  it("turns thousandths with y up into map units with y down, and back", () => {
    expect(sheet.spot([12_200, 13_200])).toEqual({ x: 244, y: 216 });
    expect(sheet.place({ x: 244, y: 216 })).toEqual([12_200, 13_200]);
    expect(sheet.path([[0, 0], [1000, 24_000]], true)).toBe("M0 480L20 0Z"); // prettier-ignore
  });

  it("keeps a place on the table", () => {
    expect(sheet.inside([-5, 30_000])).toEqual([0, 24_000]);
  });
});

describe("facings", () => {
  it("run clockwise from up, in tenths of a degree", () => {
    expect(bearing([0, 0], [0, 1000])).toBe(0);
    expect(bearing([0, 0], [1000, 0])).toBe(900);
    expect(bearing([0, 0], [-1000, 0])).toBe(2700);
    expect(turned(100, -450)).toBe(3250);
  });
});

describe("a rope", () => {
  it("goes round all spots at a distance, and not round those within", () => {
    const box = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 60 }, { x: 0, y: 60 }]; // prettier-ignore
    const around = rope(box, 10);
    expect(rope([...box, { x: 50, y: 30 }], 10)).toBe(around);
    const [xs, ys] = [0, 1].map((at) => around.slice(1, -1).split("L").map((each) => Number(each.split(" ")[at]))); // prettier-ignore
    expect([Math.min(...xs!), Math.max(...xs!), Math.min(...ys!), Math.max(...ys!)]).toEqual([-10, 110, -10, 70]);
    expect(rope([], 10)).toBe("");
  });
});

describe("a plate", () => {
  const sheet = new Sheet(36_000, 24_000);
  const corners: Place[] = [[9_000, 12_000], [11_000, 12_000], [11_000, 10_000], [9_000, 10_000]]; // prettier-ignore
  const unit = {
    id: "foot",
    corners: [corners],
    facing: 0,
    plate: { grade: "R", now: 4, start: 4 },
  } as unknown as Piece;
  const behind = { place: [10_000, 9_000], radius: 750 } as unknown as Figure;

  it("stands behind its counter, and beside it where somebody stands behind", () => {
    expect(plateBoxes([unit], [], sheet, 1, false).sides).toEqual({ foot: "rear" });
    expect(plateBoxes([unit], [behind], sheet, 1, false).sides).toEqual({ foot: "right" });
  });

  it("of somebody alone is his name, which makes room for others' and is left out from afar where it would lie over them", () => {
    const alone = (id: string, x: number): Piece => {
      const at: Place[] = [[x, 12_000], [x + 500, 12_000], [x + 500, 11_500], [x, 11_500]]; // prettier-ignore
      return { id, name: "Lombardini", corners: [at], facing: 0, cohort: "leader", plate: { start: 1 } } as unknown as Piece; // prettier-ignore
    };
    const many = [1, 2, 3, 4, 5, 6, 7].map((at) => alone(`${at}`, at * 2_000));
    const [far, near] = [true, false].map((small) => plateBoxes([...many, unit], [], sheet, small ? 4 : 1, small));
    expect(Object.keys(near!.sides)).toHaveLength(8);
    expect(far!.sides.foot).toBe("rear"); // it was there first
    expect(Object.keys(far!.sides).length).toBeLessThan(8);
    for (const [at, one] of far!.boxes.entries())
      for (const other of far!.boxes.slice(at + 1)) {
        const area = (box: Box) => (box.right - box.left) * (box.bottom - box.top);
        expect(shared(one, other)).toBeLessThan(0.1 * Math.min(area(one), area(other)));
      }
  });

  it("stays on the map", () => {
    const low: Place[] = [[9_000, 2_000], [11_000, 2_000], [11_000, 100], [9_000, 100]]; // prettier-ignore
    expect(plateBoxes([{ ...unit, corners: [low] }], [], sheet, 1, false).sides).toEqual({ foot: "right" });
  });
});

describe("names on the map", () => {
  const sheet = new Sheet(36_000, 24_000);
  const shrink = { plate: 1, leader: 1, mark: 1 };
  const vega = { id: "vega", name: "Vega", place: [10_000, 12_000], radius: 750 } as unknown as Figure;
  const below: Place[] = [[8_000, 11_100], [12_000, 11_100], [12_000, 9_000], [8_000, 9_000]]; // prettier-ignore
  const foot = { id: "foot", corners: [below], facing: 0, plate: { now: 4, start: 4 } } as unknown as Piece;

  it("stand below, and where a counter stands there beside", () => {
    const [alone, crowded] = [[], [foot]].map((pieces) => labels(pieces, [vega], [], sheet, shrink, false).names.vega!);
    expect(alone!.x).toBe(200);
    expect(alone!.y).toBeGreaterThan(240);
    expect(crowded!.y).toBe(240);
    expect(crowded!.x).toBeGreaterThan(200);
  });

  it("stand clear of the frame that a counter beside them has when it is chosen", () => {
    const beside: Place[] = [[5_000, 12_000], [9_100, 12_000], [9_100, 11_200], [5_000, 11_200]]; // prettier-ignore
    const { names } = labels([{ ...foot, corners: [beside] }], [vega], [], sheet, shrink, false);
    const right = sheet.spot([9_100, 0]).x;
    const [low, high] = [sheet.spot([0, 12_000]).y, sheet.spot([0, 11_200]).y];
    const { x, y } = names.vega!;
    const wide = widthOf("Vega", { face: "italic 700", size: 15, family: "letter" });
    expect(x - wide / 2 > right + 7 || y > high + 7 + 8 || y < low - 7 - 8).toBe(true);
  });

  it("of a Leader is left out where it would lie over others, and comes back from near", () => {
    const all: Place[] = [[0, 24_000], [36_000, 24_000], [36_000, 0], [0, 0]]; // prettier-ignore
    const crowd = { ...foot, corners: [all] };
    expect(labels([crowd], [vega], [], sheet, shrink, false).names.vega).toBeUndefined();
    const many = [1, 2, 3, 4, 5, 6].map((at) => ({ ...vega, id: `${at}`, place: [at * 4_000, 12_000] }) as Figure);
    const [far, near] = [9, 1].map((size) => labels([], many, [], sheet, { ...shrink, leader: size }, false).names);
    expect(Object.keys(near!)).toHaveLength(6);
    const left = Object.values(far!);
    expect(left.length).toBeLessThan(6);
    expect(left.length).toBeGreaterThan(1);
    const [wide, high] = [4 * 7.4 * 9, 17 * 9];
    for (const [at, one] of left.entries())
      for (const other of left.slice(at + 1))
        expect(Math.abs(one.x - other.x) > 0.9 * wide || Math.abs(one.y - other.y) > 0.9 * high).toBe(true);
  });

  it("of an objective stays, and a Leader's makes room for it", () => {
    const goal = { kind: "objective", name: "The ford", points: [[10_000, 11_200]] } as Mark;
    const { names } = labels([], [vega], [["ford", goal]], sheet, shrink, false);
    expect(names.ford).toBeDefined();
    expect(names.vega).toBeDefined();
    expect(Math.abs(names.vega!.y - names.ford!.y)).toBeGreaterThan(15);
  });

  it("of two objectives do not stand on each other", () => {
    const goal = (x: number): Mark =>
      ({ kind: "objective", name: "The line on the railway", points: [[x, 12_000]] }) as Mark;
    const { names } = labels([], [], [["a", goal(10_000)], ["b", goal(11_000)]], sheet, shrink, false); // prettier-ignore
    expect(names.a!.y).not.toBe(names.b!.y);
  });
});

describe("a counter on its way", () => {
  it("is at its share of the whole, across corners", () => {
    const way = [{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 30 }]; // prettier-ignore
    expect(along(way, 0)).toEqual({ x: 0, y: 0 });
    expect(along(way, 0.5)).toEqual({ x: 10, y: 10 });
    expect(along(way, 1)).toEqual({ x: 10, y: 30 });
  });
});

describe("battles of this device", () => {
  it("are kept newest first, with links given away later", () => {
    const link = { seat: "friend", side: "Government", who: "friend", token: "t", name: "Rojas", part: "rojas" };
    keepBattle({ token: "one", title: "One", time: "2026-01-01T00:00:00Z", links: [] });
    keepBattle({ token: "two", title: "Two", time: "2026-01-02T00:00:00Z", links: [], over: true });
    keepLink("one", link);
    expect(keptBattles().map(({ token }) => token)).toEqual(["one", "two"]);
    expect(linksOf("one")).toEqual([link]);
  });
});

describe("a way", () => {
  it("has a dot for every inch, across its corners", () => {
    expect(inchMarks([[0, 0], [1500, 0], [1500, 1500]])).toEqual([[1000, 0], [1500, 500], [1500, 1500]]); // prettier-ignore
  });

  it("drawn by hand keeps its corners alone", () => {
    const drawn: [number, number][] = [[0, 0], [1000, 60], [2000, -40], [3000, 0], [3050, 1000], [3000, 2000]]; // prettier-ignore
    expect(simplified(drawn)).toEqual([[0, 0], [3000, 0], [3000, 2000]]); // prettier-ignore
  });
});

describe("the view", () => {
  const map = { width: 720, height: 480 };
  const pane = { width: 1000, height: 700 };

  it("shows the whole map at first", () => {
    const view = fitted(map, pane);
    expect(view.scale).toBeCloseTo(1000 / 720);
    expect(view.x).toBeCloseTo(0);
  });

  it("keeps what is under the pointer when it zooms", () => {
    const before = { x: 10, y: 20, scale: 1 };
    const after = zoomed(before, { x: 100, y: 50 }, 2, 0.5, 8);
    expect(after.x + 100 / after.scale).toBeCloseTo(110);
    expect(after.y + 50 / after.scale).toBeCloseTo(70);
  });

  it("does not leave the table", () => {
    expect(kept({ x: -400, y: 900, scale: 2 }, map, pane)).toEqual({ x: 0, y: 130, scale: 2 });
  });

  it("has a ruler that counts inches and numbers every sixth", () => {
    const marks = ruler(0, 1, 130);
    expect(marks.map(({ inch }) => inch)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(marks[6]).toEqual({ at: 120, inch: 6, rank: 2 });
  });

  it("has no marks on a ruler before the map has a size", () => {
    const { x, scale } = fitted(map, { width: 0, height: 0 }, 12);
    expect(scale).toBeLessThan(0);
    expect(ruler(x, scale, 0)).toEqual([]);
    expect(ruler(0, 0, 100)).toEqual([]);
  });
});

describe("the ground's picture", () => {
  it("keeps to itself and takes the page's inks", () => {
    const svg = `<svg viewBox="0 0 1 1"><style>.wall{stroke:#3A332B;opacity:.5}
.red .hole{fill:none}
@media (prefers-color-scheme: dark) {
.wall{stroke:#B3A892}
}</style><path class="wall inner"/></svg>`;
    const { style, inner, north, yards } = themed(svg.replace("<svg", `<svg data-north="270" data-yards="75"`));
    expect([north, yards]).toEqual([270, 75]);
    expect(style).toBe(".map-wall{stroke:var(--m-ink);opacity:.5}\n.map-red .map-hole{fill:none}");
    expect(inner).toBe('<path class="map-wall map-inner"/>');
  });
});
