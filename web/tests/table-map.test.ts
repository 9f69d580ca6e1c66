import { render } from "@testing-library/svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Battle } from "../src/table/battle.svelte";
import Counter from "../src/table/Counter.svelte";
import StageView from "../src/table/Stage.svelte";
import Threats from "../src/table/Threats.svelte";
import { Stage } from "../src/table/stage.svelte";
import type { Line, Place } from "../src/table/types";
import { Camera } from "../src/table/camera.svelte";
import { Sheet } from "../src/table/geometry";
import { Hand } from "../src/table/hand.svelte";
import { Other, panel, piece, scene, table, told, who } from "./at-the-table";

const SHEET = new Sheet(36_000, 24_000); // 720 by 480 units of the map

function camera(width: number, height: number, phone = false): Camera {
  const made = new Camera(SHEET, () => phone);
  made.pane = { width, height };
  made.resized(made.first([]));
  return made;
}

describe("the camera", () => {
  test("begins with the whole map, with room for rulers and buttons", () => {
    const seen = camera(1000, 700);
    expect(seen.edge).toBe(22);
    expect(seen.view.scale).toBeCloseTo((700 - 22 - 56 - 12) / 480);
    expect(seen.onScreen([18_000, 12_000]).x).toBeCloseTo(22 + 978 / 2);
  });

  test("begins on a phone with one's own troops, near enough for a finger where they fit, and all of them in any case", () => {
    const seen = new Camera(SHEET, () => true);
    seen.pane = { width: 390, height: 400 };
    const troops = (...xs: number[]) => xs.map((x) => SHEET.spot([x, 12_000]));
    seen.view = seen.first(troops(17_000, 19_000));
    expect(seen.view.scale).toBeGreaterThanOrEqual(0.9);
    expect(seen.onScreen([18_000, 12_000])).toEqual({ x: 195, y: 200 });
    seen.view = seen.first(troops(4_000, 32_000));
    for (const x of [4_000, 32_000]) {
      expect(seen.onScreen([x, 12_000]).x).toBeGreaterThan(20);
      expect(seen.onScreen([x, 12_000]).x).toBeLessThan(370);
    }
  });

  test("brings somebody into view by the shortest way, and goes further off only where they do not fit", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    const seen = camera(1000, 700);
    seen.zoom(3, { x: 0, y: 0 });
    const { view } = seen;
    seen.show([SHEET.spot([2_000, 22_000])]);
    expect(seen.view).toEqual(view);
    seen.show([SHEET.spot([30_000, 22_000])]);
    expect(seen.view).toMatchObject({ scale: view.scale, y: view.y });
    expect(seen.onScreen([30_000, 22_000]).x).toBeLessThan(1000);
    seen.show([SHEET.spot([20_000, 12_000])], true);
    expect(seen.onScreen([20_000, 12_000]).x).toBeCloseTo(22 + 978 / 2);
    seen.show([SHEET.spot([2_000, 2_000]), SHEET.spot([34_000, 22_000])]);
    expect(seen.view.scale).toBeLessThan(view.scale);
    for (const x of [2_000, 34_000]) expect(Math.abs(seen.onScreen([x, 12_000]).x - 500)).toBeLessThan(480);
  });

  test("comes near enough for a finger on a phone", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    const seen = new Camera(SHEET, () => true);
    seen.pane = { width: 390, height: 400 };
    seen.resized(seen.first([SHEET.spot([1_000, 12_000]), SHEET.spot([35_000, 12_000])]));
    expect(seen.view.scale).toBeLessThan(0.6);
    seen.show([SHEET.spot([8_000, 12_000]), SHEET.spot([12_000, 12_000])]);
    expect(seen.view.scale).toBe(0.9);
  });

  test("stays where it was put when the pane changes", () => {
    const seen = camera(1000, 700);
    seen.resized(seen.first([]));
    const first = seen.view;
    seen.pane = { width: 800, height: 600 };
    seen.resized(seen.first([]));
    expect(seen.view).not.toEqual(first);
    seen.zoom(2);
    const { view } = seen;
    seen.pane = { width: 1000, height: 700 };
    seen.resized(seen.first([]));
    expect(seen.view).toEqual(view);
  });

  test("shows the own troops above the sheet of a phone however it grows, until somebody is chosen", () => {
    const seen = camera(390, 700, true);
    const own = [SHEET.spot([4_000, 1_000]), SHEET.spot([20_000, 2_000])];
    seen.resized(seen.first(own));
    seen.pane = { width: 390, height: 300 };
    seen.resized(seen.first(own));
    const low = (): number => Math.max(...own.map((each) => seen.onScreen(SHEET.place(each)).y));
    expect(low()).toBeLessThan(300);
    seen.stay();
    const { view } = seen;
    seen.pane = { width: 390, height: 280 };
    seen.resized(seen.first(own));
    expect(seen.view).toEqual(view);
  });

  test("stands below scale and buttons on a phone, as far as there is room, and in the middle where there is plenty", () => {
    const { width, height } = SHEET.size;
    const corners = [
      { x: 0, y: 0 },
      { x: width, y: height },
    ];
    const edges = (tall: number): number[] => {
      const seen = camera(390, tall, true);
      seen.resized(seen.first(corners));
      return corners.map((corner) => Math.round(seen.onScreen(SHEET.place(corner)).y));
    };
    expect(edges(500)).toEqual([190, 450]);
    expect(edges(400)).toEqual([140, 400]);
    expect(edges(760)).toEqual([250, 510]);
  });

  test("shows the whole map of a tablet as large as it can be", () => {
    const seen = camera(820, 760, true);
    seen.resized(seen.first([SHEET.spot([4_000, 1_000]), SHEET.spot([20_000, 2_000])]));
    expect(seen.view.scale * SHEET.size.width).toBeGreaterThan(810);
  });

  test("zooms about a spot that stays where it is, and only so far", () => {
    const seen = camera(1000, 700);
    seen.zoom(3);
    const at = { x: 300, y: 200 };
    const place = seen.placeAt(at);
    seen.zoom(1.2, at);
    expect(seen.placeAt(at)[0]).toBeCloseTo(place[0], -1);
    expect(seen.placeAt(at)[1]).toBeCloseTo(place[1], -1);
    for (let step = 0; step < 20; step++) seen.zoom(2);
    expect(seen.view.scale).toBe(6);
    for (let step = 0; step < 20; step++) seen.zoom(0.5);
    expect(seen.view.scale).toBeGreaterThan(1);
  });

  test("shows no floor beside the map, however it is pushed", () => {
    const seen = camera(1000, 700);
    seen.zoom(3);
    seen.pan(10_000, 10_000);
    expect(seen.view).toMatchObject({ x: 0, y: 0 });
  });

  test("of a phone that is held across has the troops above its buttons, at the edge of the map too", () => {
    const seen = new Camera(
      SHEET,
      () => true,
      () => false,
    );
    seen.pane = { width: 510, height: 330 };
    const troops = [SHEET.spot([10_000, 3_000]), SHEET.spot([26_000, 500])];
    seen.resized(seen.first(troops));
    const low = (): number => seen.onScreen([26_000, 500]).y;
    expect(low()).toBeLessThanOrEqual(330 - 62);
    seen.look({ x: 200, y: 100, scale: 1 });
    seen.keepInSight(...troops);
    expect(low()).toBeLessThanOrEqual(330 - 62);
  });

  test("is pushed out from behind the buttons of a phone, and no further", () => {
    const seen = camera(390, 400, true);
    const edge = (x: number): number => Math.round(seen.onScreen([x, 12_000]).x);
    seen.zoom(2);
    seen.pan(-1000, 0);
    expect(edge(36_000)).toBe(290);
    seen.pan(-1000, 0);
    expect(edge(36_000)).toBe(290);
    seen.pan(5000, 0);
    expect(edge(0)).toBe(0);
  });

  test("follows whom it has to keep in sight, and no further than it must", () => {
    const seen = camera(1000, 700);
    seen.zoom(4);
    const { view } = seen;
    const middle = { x: view.x + seen.seen.width / 2 / view.scale, y: view.y + seen.seen.height / 2 / view.scale };
    seen.keepInSight(middle);
    expect(seen.view).toEqual(view);
    seen.keepInSight({ x: 700, y: middle.y });
    const { x } = seen.onScreen(SHEET.place({ x: 700, y: middle.y }));
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThanOrEqual(1000);
    expect(seen.view.y).toBe(view.y);
  });
});

test("on a phone nobody is kept in sight behind the buttons, also at the corner of the map", () => {
  const seen = new Camera(SHEET, () => true);
  seen.pane = { width: 390, height: 400 };
  seen.look({ x: 330, y: 0, scale: 1 });
  const corner = SHEET.spot([35_000, 23_500]);
  seen.keepInSight(corner);
  expect(seen.onScreen([35_000, 23_500]).y).toBeGreaterThanOrEqual(190);
  const { view } = seen;
  seen.keepInSight(SHEET.spot([22_000, 20_000])); // beside the buttons there is room
  expect(seen.view).toEqual(view);
});

test("on a phone whoever fires from the corner of the map and his target far below are both in sight, beside the buttons", () => {
  const seen = new Camera(SHEET, () => true);
  for (const height of [460, 400, 300])
    for (const target of [
      [33_000, 6_000],
      [20_000, 10_000],
      [34_000, 1_000],
      [1_000, 1_000],
    ] as const) {
      seen.pane = { width: 390, height };
      seen.look({ x: 330, y: 0, scale: 1 });
      seen.keepInSight(SHEET.spot([35_000, 23_500]), SHEET.spot([...target]));
      for (const place of [[35_000, 23_500], target] as const) {
        const { x, y } = seen.onScreen([...place]);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(390);
        expect(y).toBeLessThanOrEqual(height);
        expect(x <= 290 || y >= 190).toBe(true);
      }
    }
});

describe("what is noted on the map stays on what is seen of it", () => {
  const seen = { left: 100, top: 40, right: 400, bottom: 340 };
  const buttons = { left: 320, top: 40, right: 400, bottom: 140 };
  const numbers = (element: Element) =>
    element
      .getAttribute("transform")!
      .match(/-?[\d.]+/g)!
      .map(Number);

  test("the die and its sum at the edge of a phone", () => {
    for (const at of [
      { x: 398, y: 60 },
      { x: 102, y: 338 },
    ]) {
      const verdict = { at, faces: [4], sum: "4 − 4 = 0", words: "No effect.", grave: false };
      const stage = { traces: [], calls: [], ray: null, verdict } as unknown as Stage;
      const { container, unmount } = render(StageView, { stage, scene: null, sheet: SHEET, scale: 1, seen, buttons });
      const plate = container.querySelector(".verdict")!;
      const [x, y] = numbers(plate.parentElement!) as [number, number];
      const [wide, high] = ["width", "height"].map((each) =>
        Number(plate.querySelectorAll("rect")[1]!.getAttribute(each)),
      );
      expect([x >= 100, y >= 40, x + wide! <= 400, y + high! <= 340]).toEqual([true, true, true, true]);
      expect(x + wide! <= buttons.left || y >= buttons.bottom).toBe(true);
      unmount();
    }
  });

  test("how far a charge comes", () => {
    const threat = { piece: "foe", side: "blue", target: "foot", band: [], arrow: [[19_500, 23_000], [19_500, 10_000]], words: "12 of 18 in", detail: "at 3rd US Infantry" }; // prettier-ignore
    const { container } = render(Threats, { threats: [threat] as never, sheet: SHEET, scale: 1, seen, layer: "over" });
    const plate = container.querySelector("rect.plate")!;
    const [x, y] = numbers(plate.parentElement!) as [number, number];
    expect(x).toBeGreaterThanOrEqual(100);
    expect(x + Number(plate.getAttribute("width"))).toBeLessThanOrEqual(400);
    expect(y).toBeGreaterThanOrEqual(40);
  });
});

test("steps that were skipped are drawn where they began, each under its number, those that were shown once", () => {
  const stage = new Stage();
  const from = scene(
    piece("foot", "red", { anchor: [1_000, 1_000] }),
    piece("foe", "blue", { anchor: [9_000, 9_000] }),
  );
  const goes = (number: number, ...points: Place[]) =>
    ({ number, side: "red", seen: [{ kind: "moves", piece: "foot", points }] }) as unknown as Line;
  const lines = [goes(4, [3_000, 1_000]), { number: 5, side: "blue", seen: [] } as unknown as Line, goes(6, [3_000, 5_000])]; // prettier-ignore
  stage.leave(from, from, lines, SHEET);
  stage.leave(from, from, lines, SHEET);
  const spots = (...places: Place[]) => places.map((each) => SHEET.spot(each));
  expect(stage.traces.map(({ number, entry, way }) => [number, entry, way])).toEqual([
    [1, 4, spots([1_000, 1_000], [3_000, 1_000])],
    [2, 6, spots([3_000, 1_000], [3_000, 5_000])],
  ]);
});

test("the frame of whom is aimed at closes around a broad counter", () => {
  const foe = piece("foe", "blue", {
    facing: 900,
    corners: [0, 1, 2].map((at) => [
      [10_000, 10_000 + at * 1000],
      [10_000, 11_000 + at * 1000],
      [9_000, 11_000 + at * 1000],
      [9_000, 10_000 + at * 1000],
    ]),
  });
  const { container } = render(Counter, {
    ...{ piece: foe, sheet: SHEET, scale: 1, selected: false, aimed: true, plateSide: "rear", meant: false },
    ...{ lacks: false, shift: undefined, press: () => {}, over: () => {} },
  });
  const frame = container.querySelector(".aim")!;
  expect(frame.getAttribute("transform")).toContain("rotate(90)");
  const numbers = (frame.getAttribute("d") ?? "").match(/-?[\d.]+/g)!.map(Number);
  expect(Math.max(...numbers)).toBeCloseTo(37); // three bases abreast, and a little
  const deep = [...frame.getAttribute("d")!.matchAll(/M\S+ ([\d.]+)/g)].map(([, y]) => Number(y));
  expect(Math.max(...deep)).toBeCloseTo(17); // and one deep
});

describe("the hand", () => {
  let battle: Battle;
  let other: Other;
  let seen: Camera;
  let hand: Hand;
  const at = (x: number, y: number, id = 1) => ({ id, at: { x, y } });
  /** A finger that goes from spot to spot. */
  function stroke(...spots: [number, number][]): void {
    const [first, ...others] = spots;
    hand.down(at(...first!));
    for (const spot of others) hand.move(at(...spot));
    hand.up(at(...spots.at(-1)!), false);
  }

  beforeEach(async () => {
    vi.stubGlobal("fetch", () => new Promise(() => {})); // no picture of the ground comes
    other = new Other();
    other.answers = {
      panel: told(panel({ id: "maneuver", needs: ["path", "facing"] }, { id: "fire", needs: ["target"] })),
      outlook: told({}),
      preview: told({ order: {} }),
      sight: told([]),
    };
    battle = new Battle("token", other.dial);
    const stands = scene(piece("foot", "red"), piece("foe", "blue", { anchor: [10_000, 20_000] }));
    other.tell(table(3, { scene: stands }), [], who());
    seen = camera(742, 502); // the map is seen as large as it is drawn
    seen.view = { x: 0, y: 0, scale: 1 };
    hand = new Hand(battle, seen);
    battle.plan.select("foot");
    await battle.plan.order();
  });

  test("taps a counter of its own to select it, and an enemy to aim at him", async () => {
    battle.plan.select("");
    await battle.plan.order();
    hand.press("piece", "foot")();
    stroke([200, 280]);
    expect(battle.plan.selected).toBe("foot");
    await battle.plan.order();
    hand.press("piece", "foe")();
    stroke([200, 80]);
    expect(battle.plan.draft).toMatchObject({ offer: "fire", target: "foe" });
  });

  test("taps the ground to send somebody there, and to let go where nobody goes", async () => {
    battle.plan.pick("maneuver");
    stroke([240, 280]);
    expect(battle.plan.draft.path).toEqual([[12_000, 10_000]]);
    hand.down(at(260, 280));
    hand.up(at(260, 280), true);
    expect(battle.plan.draft.path).toEqual([[12_000, 10_000], [13_000, 10_000]]); // prettier-ignore
    battle.clear();
    battle.clear();
    stroke([300, 300]);
    expect(battle.plan.selected).toBe("");
  });

  test("drags the selected counter along its way, by the spot it was grabbed at", () => {
    hand.press("piece", "foot")();
    stroke([205, 285], [225, 285], [245, 285]);
    expect(battle.plan.draft).toMatchObject({ offer: "maneuver", path: [[12_000, 10_000]] });
    expect(battle.plan.drawing).toBe(false);
  });

  test("drags the map where it has hold of nothing, and by a counter that is not selected", () => {
    seen.zoom(2, { x: 0, y: 0 });
    stroke([300, 300], [280, 290]);
    expect(seen.view.x).toBeCloseTo(10);
    expect(battle.plan.draft.path).toEqual([]);
  });

  test("turns the front by its knob", () => {
    battle.plan.pick("maneuver");
    hand.press("facing")();
    stroke([200, 250], [230, 280]);
    expect(battle.plan.draft.facing).toBe(900);
  });

  test("pinches with two fingers, which is no tap", () => {
    const { scale } = seen.view;
    hand.down(at(300, 200, 1));
    hand.down(at(400, 200, 2));
    hand.move(at(500, 200, 2));
    hand.up(at(500, 200, 2), false);
    hand.up(at(300, 200, 1), false);
    expect(seen.view.scale).toBeCloseTo(scale * 2);
    expect(battle.plan.selected).toBe("foot");
  });

  test("measures with the ruler, and looks from a place with the eye", async () => {
    battle.toggleMeasuring();
    stroke([200, 200], [260, 280]);
    expect(battle.measured).toEqual([[10_000, 14_000], [13_000, 10_000]]); // prettier-ignore
    battle.toggleLooking();
    expect(battle.measuring).toBe(false);
    stroke([240, 280]);
    await expect.poll(() => battle.sight?.from).toEqual([12_000, 10_000]);
    battle.clear();
    expect(battle.looking).toBe(false);
  });
});
