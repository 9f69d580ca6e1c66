import { beforeEach, expect, test, vi } from "vitest";
import { Replay } from "../src/table/replay.svelte";
import { Seat } from "../src/table/seat.svelte";
import type { LogLine } from "../src/table/types";
import { Other, piece, scene, table, told, who } from "./at-the-table";

let other: Other;
let replay: Replay;
const stage = { show: vi.fn(), skip: vi.fn() };
const past = (number: unknown) => scene(piece(`after ${number}`, "red"));
const moves = [{ kind: "moves", piece: "foot", points: [] }];

beforeEach(() => {
  vi.resetAllMocks();
  other = new Other();
  other.answers.scene_at = ({ number }: Record<string, unknown>) => told(past(number));
  const seat = new Seat("token", () => {}, other.dial);
  replay = new Replay(seat, stage);
  const lines = [1, 2, 3].map((number) => ({ number, side: "red", words: "", seen: moves }) as unknown as LogLine);
  other.tell(table(3), lines, who());
});

test("the table is shown as it was after an action, and as it is", async () => {
  await replay.lookBack(1);
  expect(replay.at).toBe(1);
  expect(Object.keys(replay.scene!.pieces!)).toEqual(["after 1"]);
  replay.backToNow();
  expect(replay.at).toBe(null);
  expect(Object.keys(replay.scene!.pieces!)).toContain("foot");
});

test("before the first action is the first there is, and the last one is now", async () => {
  await replay.lookBack(-4);
  expect(other.last("scene_at")).toEqual({ number: 0 });
  await replay.lookBack(3);
  expect(replay.at).toBe(null);
});

test("the next action is shown as it happened, any other is there at once", async () => {
  await replay.lookBack(0);
  expect(stage.show).not.toHaveBeenCalled();
  await replay.lookBack(1);
  expect(stage.show).toHaveBeenCalledExactlyOnceWith(past(0), past(1), moves);
  await replay.lookBack(0);
  expect(stage.show).toHaveBeenCalledOnce();
});

test("what was asked for first and comes last is not shown", async () => {
  const go = other.hold();
  const [first, second] = [replay.lookBack(0), replay.lookBack(2)];
  go();
  await Promise.all([first, second]);
  expect(Object.keys(replay.scene!.pieces!)).toEqual(["after 2"]);
});

test("it plays from the beginning to now by itself", async () => {
  vi.useFakeTimers();
  try {
    replay.play();
    await vi.advanceTimersByTimeAsync(0);
    expect(replay.at).toBe(0);
    await vi.advanceTimersByTimeAsync(700);
    expect(replay.at).toBe(1);
    await vi.advanceTimersByTimeAsync(1400);
    expect(replay.at).toBe(null);
    expect(replay.playing).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
