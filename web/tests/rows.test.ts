import { expect, test, vi } from "vitest";
import { evenRows } from "../src/fields/rows";

type Entry = { target: Element };

/** What the page's one observer of sizes would be told by a browser. */
const page = vi.hoisted(() => {
  const told = { heard: (_: Entry[]): void => {} };
  globalThis.ResizeObserver = class {
    constructor(hear: ResizeObserverCallback) {
      told.heard = hear as unknown as typeof told.heard;
    }
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  return told;
});

/** A row of sorts, broken as a browser would break it: `fits` to a row in full words, `briefly` in short ones, `tightly` in two lines. */
function rowOf(
  sorts: number,
  fits: number,
  briefly = fits,
  tightly = briefly,
): { row: HTMLElement; resize: (width: number) => void } {
  const row = document.createElement("div");
  for (let index = 0; index < sorts; index++) {
    const sort = row.appendChild(document.createElement("button"));
    const perRow = (): number => (row.dataset.brief === undefined ? fits : briefly);
    const top = (): number => Math.floor(index / (row.dataset.tight === undefined ? perRow() : tightly)) * 40;
    Object.defineProperty(sort, "offsetTop", { get: top, configurable: true });
  }
  let width = 0;
  Object.defineProperty(row, "offsetWidth", { get: () => width });
  evenRows(Array.from({ length: sorts }))(row);
  const resize = (to: number): void => {
    width = to;
    page.heard([{ target: row }]);
  };
  return { row, resize };
}

test("what fits one row is left as it is", () => {
  const { row, resize } = rowOf(5, 5);
  resize(358);
  expect([row.dataset.brief, row.style.getPropertyValue("--share")]).toEqual([undefined, ""]);
});

test("short words come before a second row", () => {
  const { row, resize } = rowOf(4, 2, 4);
  resize(358);
  expect([row.dataset.brief, row.style.getPropertyValue("--share")]).toEqual(["", ""]);
});

test("rows are as even as they come: four and three instead of six and one", () => {
  const { row, resize } = rowOf(7, 6);
  resize(358);
  expect(row.style.getPropertyValue("--share")).toBe("calc(25% - 1px)");
});

test("many rows fall like lines of print", () => {
  const { row, resize } = rowOf(11, 3);
  resize(358);
  expect(row.style.getPropertyValue("--share")).toBe("");
});

test("words in two lines save the third row, where the longest has room", () => {
  const { row, resize } = rowOf(10, 3, 4, 5);
  resize(358);
  expect([row.dataset.tight, row.style.getPropertyValue("--share")]).toEqual(["", "calc(20% - 1px)"]);
  const narrow = rowOf(10, 3, 4, 4);
  narrow.resize(320);
  expect([narrow.row.dataset.tight, narrow.row.style.getPropertyValue("--share")]).toEqual([
    undefined,
    "calc(25% - 1px)",
  ]);
});

test("rows that come together are measured together before they are drawn: none is changed between two that are looked at", async () => {
  const done: string[] = [];
  [rowOf(4, 2, 4), rowOf(7, 6)].forEach(({ row }, index) => {
    const top = Object.getOwnPropertyDescriptor(row.firstElementChild!, "offsetTop")!.get!;
    Object.defineProperty(row.firstElementChild!, "offsetTop", { get: () => (done.push(`look ${index}`), top()) });
    const set = row.style.setProperty.bind(row.style);
    row.style.setProperty = (...words) => (done.push(`change ${index}`), set(...words));
  });
  expect(done).toEqual([]);
  await new Promise(requestAnimationFrame);
  expect(done).toEqual(["look 0", "look 1", "look 0", "look 1", "change 1"]);
});
