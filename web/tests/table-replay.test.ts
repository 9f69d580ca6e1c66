import { beforeEach, describe, expect, test, vi } from "vitest";
import { Replay } from "../src/table/replay.svelte";
import { Seat } from "../src/table/seat.svelte";
import type { Step } from "../src/table/stage.svelte";
import type { Line, LogLine } from "../src/table/types";
import { Other, piece, scene, table, told, who } from "./at-the-table";

let other: Other;
let replay: Replay;
const stage = {
  play: vi.fn(async (_step: Step, _speed: number, turned: () => void) => turned()),
  set: vi.fn(),
  keep: vi.fn(),
  leave: vi.fn(),
  pause: vi.fn(),
  finish: vi.fn(),
  rest: async () => {},
  skip: vi.fn(),
  wipe: vi.fn(),
};
const past = (number: unknown) => scene(piece(`after ${number}`, "red"));
const moves = [{ kind: "moves", piece: "foot", points: [] }];
const line = (number: number, side = "red", more = {}): LogLine =>
  ({
    number,
    side,
    words: `No. ${number}.`,
    who: "",
    result: "",
    also: [],
    dice: [],
    turn: 0,
    seen: moves,
    ...more,
  }) as unknown as LogLine;
const many = (last: number): LogLine[] => Array.from({ length: last }, (_, at) => line(at + 1, "blue"));
const still = (reduced: boolean) => vi.stubGlobal("matchMedia", () => ({ matches: reduced }));

/** Everything that can go on by itself has gone on. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5000; turn++) await Promise.resolve();
};

beforeEach(() => {
  vi.clearAllMocks();
  stage.play.mockImplementation(async (_step, _speed, turned) => turned());
  localStorage.clear();
  still(false);
  other = new Other();
  other.answers.scene_at = ({ number }: Record<string, unknown>) => told(past(number));
  other.answers.account = ({ number }: Record<string, unknown>) => told({ number, throws: [], deed: {} });
  other.answers.round = ({ first, last }: Record<string, unknown>) => told({ title: `${first} to ${last}` });
  const seat = new Seat("token", () => {}, other.dial);
  replay = new Replay(seat, stage);
  other.tell(table(3), [line(1), line(2), line(3)], who());
});

/** The others have done so much. */
function theyDid(first: number, last: number): void {
  other.tell(table(last), many(last).slice(first - 1));
  replay.follow(past(first - 1), first, last);
}

describe("looking back", () => {
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

  test("what was asked for first and comes last is not shown", async () => {
    const go = other.hold();
    const [first, second] = [replay.lookBack(0), replay.lookBack(2)];
    go();
    await Promise.all([first, second]);
    expect(Object.keys(replay.scene!.pieces!)).toEqual(["after 2"]);
  });

  test("it plays from the beginning to now by itself, and the log is never ahead of the map", async () => {
    const shown: number[] = [];
    stage.play.mockImplementation(async (_step, _speed, turned) => {
      shown.push(replay.shown);
      turned();
    });
    replay.play();
    await settled();
    expect(shown).toEqual([1, 2, 3]);
    expect(replay.at).toBe(null);
    expect(replay.shown).toBe(3);
  });

  test("a row of the log opens with the map at that step, and the log stays whole", async () => {
    await replay.open(2);
    expect([replay.at, replay.shown, replay.account?.number]).toEqual([2, 3, 2]);
    expect(stage.set).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ before: past(1), after: past(2) }));
    await replay.open(2);
    expect([replay.at, replay.opened]).toEqual([null, null]);
  });
});

describe("the round of the others", () => {
  test("is played step by step from true states, however long it is", async () => {
    theyDid(4, 60);
    await settled();
    expect(stage.play).toHaveBeenCalledTimes(57);
    stage.play.mock.calls.forEach(([step], at) => {
      expect([step.before, step.after]).toEqual([past(at + 3), past(at + 4)]);
      expect(step.account?.number).toBe(at + 4);
    });
    expect(replay.at).toBe(null);
    expect(replay.told).toEqual({ title: "4 to 60" });
  });

  test("goes on with what comes meanwhile", async () => {
    theyDid(4, 5);
    theyDid(6, 7);
    await settled();
    expect(stage.play).toHaveBeenCalledTimes(4);
    expect(replay.told).toEqual({ title: "4 to 7" });
  });

  test("stops where it is told to, goes back, and on again", async () => {
    let go = (): void => {};
    stage.play.mockImplementation((_step, _speed, turned) => {
      turned();
      return new Promise<void>((done) => (go = done));
    });
    theyDid(4, 6);
    await settled();
    expect(replay.at).toBe(4);
    replay.pause();
    go();
    await settled();
    expect([replay.at, stage.play.mock.calls.length]).toEqual([4, 1]);
    void replay.forward();
    await settled();
    go();
    await settled();
    expect([replay.at, replay.live]).toEqual([5, true]);
    await replay.back();
    expect(replay.at).toBe(4);
    expect(Object.keys(replay.scene!.pieces!)).toEqual(["after 4"]);
    replay.end();
    expect([replay.at, replay.live]).toEqual([null, false]);
    await settled();
    expect(replay.told).toEqual({ title: "4 to 6" });
  });

  test("is there at once without motion, and each step waits for the next", async () => {
    still(true);
    theyDid(4, 5);
    await settled();
    expect([replay.at, replay.live]).toEqual([4, true]);
    await replay.forward();
    expect(replay.at).toBe(5);
    await replay.forward();
    expect(replay.live).toBe(false);
  });

  test("is summed up alone where it is not to be played", async () => {
    replay.choose("skip");
    theyDid(4, 9);
    await settled();
    expect(stage.play).not.toHaveBeenCalled();
    expect([replay.at, replay.told]).toEqual([null, { title: "4 to 9" }]);
  });

  test("leaves its lines on the map, also of the steps that were skipped", async () => {
    const left = () => stage.leave.mock.calls.map(([before, , lines]) => [before, lines.map((each: Line) => each.number)]); // prettier-ignore
    replay.choose("skip");
    theyDid(4, 6);
    expect(left()).toEqual([[past(3), [4, 5, 6]]]);
    replay.forget();
    stage.leave.mockClear();
    replay.choose(1);
    theyDid(7, 9);
    replay.end();
    expect(left()).toEqual([[past(6), [7, 8, 9]]]);
    await settled();
  });

  test("can be watched again until this seat acts", async () => {
    theyDid(4, 5);
    await settled();
    replay.putAway();
    expect([replay.told, replay.round]).toEqual([null, { first: 4, last: 5 }]);
    await replay.watch();
    await settled();
    expect(stage.play).toHaveBeenCalledTimes(4);
    replay.forget();
    expect(replay.round).toBe(null);
  });

  test("stays put away, also when its summary comes only then", async () => {
    replay.choose("skip");
    const go = other.hold();
    theyDid(4, 5);
    replay.putAway();
    go();
    await settled();
    expect(replay.told).toBe(null);
  });

  test("that nobody looked on at is summed up, and can be watched", async () => {
    replay.missed(2, 3);
    await settled();
    expect([replay.live, replay.told]).toEqual([false, { title: "2 to 3" }]);
    await replay.watch();
    await settled();
    expect(stage.play).toHaveBeenCalledTimes(2);
  });

  test("in which nothing was done is not told, and cannot be watched", async () => {
    other.answers.round = told(null);
    theyDid(4, 5);
    await settled();
    expect([replay.told, replay.round]).toEqual([null, null]);
  });

  test("waits until this seat's own order has been seen", async () => {
    const order: string[] = [];
    let go = (): void => {};
    stage.play.mockImplementation((step, _speed, turned) => {
      order.push(step.own ? "own" : "theirs");
      turned();
      return step.own ? new Promise<void>((done) => (go = done)) : Promise.resolve();
    });
    other.tell(table(5), [line(4), line(5)]);
    void replay.glance(past(3), [line(4), line(5)] as Line[]);
    await settled();
    theyDid(6, 7);
    await settled();
    expect(order).toEqual(["own"]);
    go();
    await settled();
    go();
    await settled();
    expect(order).toEqual(["own", "own", "theirs", "theirs"]);
    expect([replay.past, replay.at]).toEqual([null, null]);
  });

  test("begins at the plainest speed, and the speed is kept", () => {
    expect(replay.speed).toBe(1);
    replay.choose(4);
    expect(new Replay(replay.seat, stage).speed).toBe(4);
  });

  test("waits at a new turn until it is seen", async () => {
    vi.useFakeTimers();
    try {
      other.tell(table(5), [line(4, "blue", { turn: 2, begins: "Blue initiative, 17" }), line(5, "blue")]);
      replay.follow(past(3), 4, 5);
      await vi.advanceTimersByTimeAsync(1900);
      expect([replay.at, replay.turn?.turn]).toEqual([4, 2]);
      await vi.advanceTimersByTimeAsync(200);
      expect([replay.at, replay.turn]).toEqual([null, null]);
    } finally {
      vi.useRealTimers();
    }
  });
});
