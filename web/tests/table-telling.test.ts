import { describe, expect, test } from "vitest";
import { freestCorner, tie } from "../src/table/corner";
import { byTurns, diceAloud, facesOf, isSaid, type LogRow } from "../src/table/log-turns";
import { along, courseOf, LINE, REST, spotOf, STOP, TOGETHER } from "../src/table/timing";
import type { Happening, Line, LogLine, Said } from "../src/table/types";

const at = (x: number, y: number) => ({ x, y });
const seen = (kind: string, ...way: { x: number; y: number }[]) => ({ happening: { kind } as Happening, way });

describe("a step in time", () => {
  test("a shot after which somebody falls back four inches takes about 1.9 seconds", () => {
    const shot = seen("fires", at(0, 0), at(0, 100));
    const { parts, turns, die, long } = courseOf(
      [shot, seen("hit", at(0, 100)), seen("moves", at(0, 100), at(0, 180))],
      true,
    );
    expect(parts[0]).toMatchObject({ from: 200, long: LINE });
    expect(die).toBe(550);
    expect(turns).toBe(960);
    expect(parts[1]!.from).toBe(turns);
    expect(parts[2]!.from).toBe(turns);
    expect(Math.round(long / 100)).toBe(19);
  });

  test("the table is as it was until somebody is hit, also where the firer turned first", () => {
    const { parts, turns } = courseOf(
      [seen("moves", at(0, 0), at(0, 24)), seen("fires", at(0, 24), at(0, 100)), seen("hit", at(0, 100))],
      true,
    );
    expect(turns).toBeGreaterThan(parts[1]!.from + LINE);
  });

  test("whoever only moves has his new shape from the first step on, at twelve inches a second", () => {
    const { turns, long } = courseOf([seen("moves", at(0, 0), at(0, 240))], false);
    expect(turns).toBe(200);
    expect(long).toBe(200 + 1000 + REST);
  });

  test("all who move at once go step by step: who is stopped stands, the others wait a moment and go on", () => {
    const goes = (x: number, steps: number, when = 0) => ({
      happening: { kind: "moves", together: true, when } as Happening,
      way: [...Array.from({ length: steps + 1 }, (_, step) => at(x, step * 10)), at(x, steps * 10)],
    });
    const meets = { happening: { kind: "meets", together: true, when: 4 } as Happening, way: [at(0, 45)] };
    const { parts, long } = courseOf([goes(0, 4, 4), goes(50, 8), meets], false);
    expect(long).toBe(200 + TOGETHER + STOP + REST);
    const [stopped, other] = ["moves", "moves"].map((kind, n) => parts.filter((p) => p.happening.kind === kind)[n]!);
    const spot = (part: typeof stopped, now: number) => spotOf(part!, Math.min(now / part!.long, 1));
    expect(parts.at(-1)).toMatchObject({ from: 200 + TOGETHER / 2, long: 0 });
    expect(spot(stopped, TOGETHER / 4)).toEqual(at(0, 20));
    expect(spot(stopped, TOGETHER / 2)).toEqual(at(0, 40));
    expect(spot(other, TOGETHER / 2 + STOP / 2)).toEqual(at(50, 40));
    expect(spot(other, (TOGETHER * 3) / 4 + STOP)).toEqual(at(50, 60));
    expect(spot(other, TOGETHER + STOP)).toEqual(at(50, 80));
  });

  test("a spot along a way", () => {
    expect(along([at(0, 0), at(10, 0), at(10, 10)], 0.75)).toEqual(at(10, 5));
  });
});

describe("the log", () => {
  const line = (number: number, more = {}): LogLine =>
    ({ number, side: "red", words: "", also: [], dice: [], turn: 0, begins: "", ...more }) as unknown as LogLine;

  const told = (row: LogRow) => (isSaid(row) ? row.words : row.number);

  test("has a head for every turn, newest first; what begins a turn is the last of the one before", () => {
    const turns = byTurns([
      line(1, { turn: 1, begins: "Red initiative, 62" }),
      line(2),
      line(3, { turn: 2, begins: "Blue" }),
    ]);
    expect(turns.map(({ turn, begins, rows }) => [turn, begins, rows.map(told)])).toEqual([
      [2, "Blue", []],
      [1, "Red initiative, 62", [3, 2]],
      [0, "", [1]],
    ]);
  });

  test("begins with the turn that it is where nothing is set up before", () => {
    expect(byTurns([line(1), line(2)], [], 1).map(({ turn }) => turn)).toEqual([1]);
    expect(byTurns([line(1), line(2, { turn: 2 }), line(3)], [], 2).map(({ turn }) => turn)).toEqual([2, 1]);
  });

  test("has what was said, and that the referee was asked for, where it was said", () => {
    const said = (after: number, words: string) =>
      ({ seat: "red", side: "red", kind: "referee", words, after }) as unknown as Said;
    const turns = byTurns(
      [line(1), line(2, { turn: 1 }), line(3)],
      [said(0, "hello"), said(2, "luck"), said(3, "asked"), said(3, "thanks")],
    );
    expect(turns.map(({ turn, rows }) => [turn, rows.map(told)])).toEqual([
      [1, ["thanks", "asked", 3, "luck"]],
      [0, [2, 1, "hello"]],
    ]);
  });

  test("shows every face of a line, and says what each throw was for", () => {
    const dice = [
      { label: "order", faces: [9], typed: false },
      { label: "fight", faces: [4, 4], typed: true },
    ];
    expect(facesOf(line(1, { dice }) as Line)).toEqual([9, 4, 4]);
    expect(diceAloud(line(1, { dice }) as Line, " (real)")).toBe("order 9; fight 4, 4 (real)");
  });
});

describe("the card", () => {
  const [card, pane] = [
    { width: 300, height: 200 },
    { width: 1000, height: 700 },
  ];

  test("lies in the corner with the fewest counters", () => {
    expect(freestCorner([at(900, 600), at(900, 100), at(100, 600)], [], card, pane)).toEqual({ left: true, top: true });
  });

  test("is tied to whom it is about: straight where it stands over or beside him, else round one corner", () => {
    const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
    const card = box(600, 400, 900, 650);
    expect(tie(box(700, 100, 760, 140), card)).toEqual([at(730, 140), at(730, 400)]);
    expect(tie(box(100, 500, 160, 540), card)).toEqual([at(160, 520), at(600, 520)]);
    expect(tie(box(100, 100, 160, 140), card)).toEqual([at(160, 120), at(624, 120), at(624, 400)]);
    expect(tie(box(940, 700, 980, 740), card)).toEqual([at(940, 720), at(876, 720), at(876, 650)]);
  });

  test("would rather cover many than one of those it is about", () => {
    const crowd = [at(900, 100), at(910, 110), at(100, 100), at(110, 110), at(100, 600), at(110, 610)];
    expect(freestCorner(crowd, [at(900, 600)], card, pane)).not.toEqual({ left: false, top: false });
  });
});
