import { beforeEach, describe, expect, test, vi } from "vitest";
import { app } from "../src/lib/app.svelte";
import { Battle } from "../src/table/battle.svelte";
import { Sheet } from "../src/table/geometry";
import { freshDraft, type LogLine } from "../src/table/types";
import { accepted, Other, panel, pending, piece, problem, refusedFor, scene, table, told, who } from "./at-the-table";

let other: Other;
let battle: Battle;
const ORDER = { kind: "command", unit: "foot", then: [{ kind: "move", unit: "foot" }] };
const line = (number: number, words = ""): LogLine => ({ number, side: "red", words, seen: [] }) as unknown as LogLine;

beforeEach(async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {})); // no picture of the ground comes
  other = new Other();
  other.answers = {
    panel: told(panel({ id: "maneuver", needs: ["path"] }, { id: "rest" })),
    outlook: told({}),
    preview: told({ order: ORDER, verb: "Maneuver" }),
  };
  battle = new Battle("token", other.dial);
  other.tell(table(3), [], who());
  await battle.plan.order();
  battle.plan.select("foot");
  await battle.plan.order();
  battle.plan.pick("maneuver");
  battle.plan.way([[10_000, 12_000]]);
  await battle.plan.order();
  other.asked = [];
});

describe("an order", () => {
  test("is sent once, with all that is to follow it, and nothing is sent after it", async () => {
    other.answers.order = () => {
      other.tell(table(5), [line(4), line(5, "Foot moves.")]);
      return accepted(5);
    };
    await battle.act();
    expect(other.kinds()).toEqual(["order", "panel"]);
    expect(other.last("order")).toEqual({ order: ORDER, last: 3 });
    expect(battle.plan.draft).toEqual(freshDraft());
    expect(app.spoken).toBe("Foot moves.");
  });

  test("of which something is left is said, and stays drawn for whoever waits", async () => {
    const left = [problem("The way is too long: 3 in are left.")];
    other.answers.panel = told({ ...panel({ id: "move", needs: ["path"] }, { id: "stay" }), usual: "move" });
    other.answers.order = () => {
      other.tell(table(4, { ...pending("foot"), left }), [line(4)]);
      return accepted(4);
    };
    await battle.act();
    await battle.plan.order();
    expect(app.spoken).toBe("The way is too long: 3 in are left.");
    expect(battle.plan.draft).toMatchObject({ piece: "foot", offer: "move", path: [[10_000, 12_000]] });
    expect(other.kinds()).toEqual(["order", "panel", "outlook", "preview"]);
  });

  test("that is refused stays drawn, and is asked about anew", async () => {
    other.answers.order = refusedFor("Not now.");
    await battle.act();
    await battle.plan.order();
    expect(battle.plan.draft).toMatchObject({ piece: "foot", offer: "maneuver", path: [[10_000, 12_000]] });
    expect(battle.seat.refused[0]?.words).toBe("Not now.");
    expect(other.kinds()).toEqual(["order", "panel", "outlook", "preview"]);
  });

  test("waits for the server's word on what was drawn last", async () => {
    const go = other.hold();
    other.answers.order = accepted(4);
    battle.plan.way([[10_000, 14_000]]);
    const acting = battle.act();
    await Promise.resolve();
    expect(other.kinds()).not.toContain("order");
    other.answers.preview = told({ order: { kind: "command", newest: true } });
    go();
    await acting;
    expect(other.last("order").order).toEqual({ kind: "command", newest: true });
  });

  test("is given once, however often the button is pressed", async () => {
    const go = other.hold();
    other.answers.order = accepted(4);
    const acting = [battle.act(), battle.act(), battle.act()];
    await new Promise((done) => setTimeout(done));
    go();
    await Promise.all(acting);
    expect(other.kinds().filter((kind) => kind === "order")).toHaveLength(1);
  });

  test("is not given while one looks back", async () => {
    other.answers.scene_at = told(table(1).scene);
    await battle.replay.lookBack(1);
    expect(battle.myMove).toBe(false);
    await battle.act();
    expect(other.kinds()).toEqual(["scene_at"]);
  });
});

test("news of others lead to a fresh look at what can be done", async () => {
  other.tell(table(4), [line(4)]);
  await battle.plan.order();
  expect(other.kinds()).toEqual(["panel", "outlook", "preview"]);
});

test("a wish that is not granted is told", () => {
  const proposal = { seat: "red", to: 1, agreed: [], why: "", about: "undo" as const };
  other.tell(table(3, { proposal }));
  other.tell(table(3));
  expect(battle.seat.refused).toHaveLength(1);
});

test("an answer goes to the question that is open", async () => {
  other.answers.answer = accepted(4);
  other.tell(table(3, { decisions: [], question: { key: "reply", about: "choice", says: "", options: [] } as never }));
  await battle.answer("duck");
  expect(other.last("answer")).toEqual({ key: "reply", value: "duck", last: 3 });
});

test("whoever leaves hangs up", () => {
  battle.leave();
  expect(other.over).toBe(true);
});

describe("the next unit", () => {
  const field = (...pieces: Parameters<typeof scene>) => table(4, { scene: scene(...pieces) });

  test("is whoever waits for an order, the worst shaken first, and round", async () => {
    other.tell(
      field(
        piece("foot", "red"),
        piece("done", "red", { ready: false }),
        piece("shaken", "red", { slashes: 1 }),
        piece("broken", "red", { slashes: 2 }),
        piece("foe", "blue"),
      ),
    );
    battle.plan.select("");
    const seen = [0, 1, 2, 3].map(() => {
      battle.next();
      return battle.plan.selected;
    });
    expect(seen).toEqual(["broken", "shaken", "foot", "broken"]);
    expect(battle.centred).toBe(4);
  });

  test("is nobody where none is left", () => {
    other.tell(field(piece("foot", "red", { ready: false })));
    battle.next();
    expect(battle.plan.selected).toBe("");
  });
});

test("a group is shown while its order is looked at or picked, or the panel is about it", async () => {
  const troops = scene(piece("foot", "red", { group: "north" }), piece("horse", "red", { group: "south" }));
  other.answers.panel = told({ ...panel({ id: "take", group: "north" }, { id: "pass" }), group: "south" });
  other.tell(table(4, { scene: troops }));
  battle.plan.select("");
  await battle.plan.order();
  expect(battle.group).toBe("south");
  battle.plan.pick("take");
  expect(battle.members(battle.group).map(({ id }) => id)).toEqual(["foot"]);
  battle.pointedGroup = "south";
  expect(battle.group).toBe("south");
  other.tell(table(5, { scene: troops, decisions: [] }));
  expect(battle.group).toBe("");
});

test("something can be taken back when the server says so, and never while one looks back", async () => {
  other.tell(table(4, { undo: false }), [line(4)]);
  expect(battle.mayUndo).toBe(false);
  other.tell(table(5), [line(5)]);
  expect(battle.mayUndo).toBe(true);
  other.answers.scene_at = told(table(1).scene);
  await battle.replay.lookBack(1);
  expect(battle.mayUndo).toBe(false);
});

test("before the first turn there is no round: that the others are ready is no step to be played", () => {
  battle.replay.speed = "skip"; // it is not played here
  const settingUp = { ...table(3).scene, clock: { turn: 0, title: "", detail: "" } } as never;
  other.tell(table(3, { scene: settingUp }));
  other.tell(table(4, { scene: settingUp }), [{ ...line(4, "Blue is ready."), side: "blue" } as LogLine]);
  expect([battle.replay.round, battle.replay.live]).toEqual([null, false]);
  expect(app.spoken).toBe("Blue is ready.");
  const begins = { ...line(5, "Turn 1."), side: "blue", turn: 1 } as LogLine;
  other.tell(table(5), [begins]);
  expect(battle.replay.round).toEqual({ first: 5, last: 5 });
});

describe("what has come of one's own order", () => {
  const seen = [{ kind: "moves", piece: "foot", points: [[10_000, 12_000]] }];
  const at = (number: number) => scene(piece(`after ${number}`, "red"));
  const steps: unknown[][] = [];

  beforeEach(() => {
    steps.length = 0;
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    battle.ground = { svg: "", sheet: new Sheet(36_000, 24_000) };
    vi.spyOn(battle.stage, "play").mockImplementation(async ({ before, after }, _sheet, _speed, turned) => {
      steps.push([before, after]);
      turned();
    });
    other.answers.scene_at = ({ number }: Record<string, unknown>) => told(at(Number(number)));
  });

  test("is shown one after the other from true states, and the table is as it is afterwards", async () => {
    const show = vi.spyOn(battle.stage, "show");
    const before = battle.seat.now!.scene;
    other.tell(table(6, { scene: at(6) }), [
      line(4, "The column is taken."),
      { ...line(5), seen } as LogLine,
      { ...line(6), seen } as LogLine,
    ]);
    await vi.waitFor(() => expect(steps).toHaveLength(2));
    expect(steps).toEqual([
      [at(4), at(5)],
      [at(5), at(6)],
    ]);
    expect(before).not.toEqual(at(4));
    await vi.waitFor(() => expect(battle.replay.past).toBe(null));
    expect(show).not.toHaveBeenCalled();
    expect(battle.myMove).toBe(true);
  });

  test("holds nobody up: whoever goes on sees the table as it is", async () => {
    other.hold();
    other.tell(table(5, { scene: at(5) }), [{ ...line(4), seen } as LogLine, { ...line(5), seen } as LogLine]);
    expect(battle.scene).not.toEqual(at(5));
    expect(battle.waiting.map(({ id }) => id)).toEqual(["after 5"]);
    battle.replay.endGlance();
    expect(battle.scene).toEqual(at(5));
  });

  test("is there at once where it is one step, or without motion", () => {
    const show = vi.spyOn(battle.stage, "show").mockImplementation(() => {});
    other.tell(table(4), [{ ...line(4), seen } as LogLine]);
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    other.tell(table(6), [{ ...line(5), seen } as LogLine, { ...line(6), seen } as LogLine]);
    expect(show).toHaveBeenCalledTimes(2);
    expect(steps).toEqual([]);
  });
});
