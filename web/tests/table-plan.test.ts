import { beforeEach, describe, expect, test } from "vitest";
import { Sheet } from "../src/table/geometry";
import { Plan } from "../src/table/plan.svelte";
import { Seat } from "../src/table/seat.svelte";
import { freshDraft, type Draft } from "../src/table/types";
import { Other, panel, pending, piece, scene, table, told, who } from "./at-the-table";

let other: Other;
let seat: Seat;
let plan: Plan;
const MOVE = { id: "maneuver", needs: ["path", "facing"] };
const FIRE = { id: "fire", needs: ["target"], combines: ["maneuver"] };
const REST = { id: "rest" };

/** The server's word on a draft: an order that carries the draft itself, so that one sees which it was. */
const drawnUp = ({ draft }: Record<string, unknown>) => told({ order: { draft }, verb: "Go" });
const draftOf = (order: unknown): Draft => (order as { draft: Draft }).draft;

beforeEach(() => {
  other = new Other();
  seat = new Seat("token", () => {}, other.dial);
  plan = new Plan(
    seat,
    () => seat.now?.scene ?? null,
    () => new Sheet(36_000, 24_000),
  );
  other.answers = { panel: told(panel(MOVE, FIRE, REST)), outlook: told({}), preview: drawnUp };
  other.tell(table(3), [], who());
});

test("whoever is selected is asked about, and nothing is picked", async () => {
  plan.select("foot");
  expect(await plan.order()).toBe(null);
  expect(other.kinds()).toEqual(["panel", "outlook"]);
  expect(other.last("panel")).toEqual({ piece: "foot" });
  expect(plan.panel.offers.map(({ id }) => id)).toEqual(["maneuver", "fire", "rest"]);
  expect(plan.busy).toBe(false);
});

test("until the server has said what somebody can do, it is asked and not denied", async () => {
  const go = other.hold();
  plan.select("foot");
  expect(plan.asking).toBe(true);
  go();
  await plan.order();
  expect(plan.asking).toBe(false);
  plan.select("horse");
  expect(plan.asking).toBe(true);
});

test("the answer about somebody who is selected no longer is thrown away", async () => {
  const go = other.hold();
  plan.select("foot");
  other.answers.panel = ({ piece: name }: Record<string, unknown>) => told(panel({ id: `of ${name}` }));
  plan.select("horse");
  go();
  await plan.order();
  expect(plan.panel.offers.map(({ id }) => id)).toEqual(["of horse"]);
});

test("an order is what the server has said to the newest draft", async () => {
  plan.select("foot");
  await plan.order();
  const go = other.hold();
  plan.pick("maneuver");
  for (let step = 1; step <= 5; step++) plan.way([[10_000, 10_000 + step]]);
  expect(plan.stale).toBe(true);
  go();
  expect(draftOf(await plan.order()).path).toEqual([[10_000, 10_005]]);
  // One for the first draft that was asked about, one for the last: those between are not asked.
  expect(other.kinds().filter((kind) => kind === "preview").length).toBeLessThanOrEqual(2);
});

test("what is legal is not judged here: without an order from the server there is none", async () => {
  other.answers.preview = told({ order: null, objections: [{ words: "Too far.", rule: "X-1" }] });
  plan.select("foot");
  await plan.order();
  plan.pick("rest");
  expect(await plan.order()).toBe(null);
});

test("a way stays on the table, and picks the first order that needs one", async () => {
  plan.select("foot");
  await plan.order();
  plan.way([[40_000, -5]]);
  expect(plan.draft).toMatchObject({ piece: "foot", offer: "maneuver", path: [[36_000, 0]] });
});

test("a second order follows the first where they go together, and is let go of by picking it again", async () => {
  plan.select("foot");
  await plan.order();
  plan.pick("fire");
  plan.pick("maneuver");
  expect(plan.draft).toMatchObject({ offer: "fire", then: "maneuver" });
  expect(plan.needsWay && plan.needs("target")).toBe(true);
  plan.pick("maneuver");
  expect(plan.draft.then).toBe("");
});

test("a target picks the first order that needs one; where there is none, it is looked at instead", async () => {
  plan.select("foot");
  await plan.order();
  plan.target("foe");
  expect(plan.draft).toMatchObject({ offer: "fire", target: "foe" });
  other.answers.panel = told(panel(REST));
  plan.select("horse");
  await plan.order();
  plan.target("foe");
  expect(plan.selected).toBe("foe");
});

test("clearing lets go of what was drawn, then of the order, then of the unit", async () => {
  plan.select("foot");
  await plan.order();
  plan.way([[10_000, 12_000]]);
  plan.clear();
  expect(plan.draft).toEqual(freshDraft("foot", "maneuver"));
  plan.clear();
  expect(plan.draft).toEqual(freshDraft("foot"));
  plan.clear();
  expect(plan.selected).toBe("");
});

test("what is usually ordered is picked, whoever is looked at, and comes back when another order is let go of", async () => {
  other.answers.panel = told(panel({ id: "finish" }, REST));
  await plan.follow();
  expect(plan.draft.offer).toBe("");
  const begins = { ...panel({ id: "begin" }, REST), usual: "begin" };
  other.answers.panel = told(begins);
  await plan.follow();
  expect(plan.draft).toEqual(freshDraft("", "begin"));
  plan.select("foe");
  await plan.order();
  expect(plan.draft).toEqual(freshDraft("foe", "begin"));
  plan.pick("rest");
  plan.clear();
  expect(plan.draft).toEqual(freshDraft("foe", "begin"));
  plan.clear();
  expect(plan.selected).toBe("");
});

test("an order to many is sent further and less far, and leaves out whom somebody leaves out", async () => {
  const members = [{ piece: "foot", goes: true }, { piece: "horse", goes: false }]; // prettier-ignore
  other.answers.panel = told(panel(MOVE, { id: "all", needs: ["distance"] }));
  other.answers.preview = told({ order: {}, far: 5000, members });
  plan.select("foot");
  await plan.order();
  plan.pickMany();
  await plan.order();
  expect(plan.draft).toEqual(freshDraft("foot", "all"));
  plan.sendFurther(1);
  expect(plan.draft.far).toBe(6000);
  plan.sendFurther(-9);
  expect(plan.draft.far).toBe(1000);
  plan.leaveOut("foot");
  expect(plan.draft.without).toEqual(["horse", "foot"]);
  plan.leaveOut("horse");
  expect(plan.draft.without).toEqual([]);
});

describe("when the table has moved on", () => {
  test("a plan that was carried out is let go of", async () => {
    plan.select("foot");
    await plan.order();
    plan.pick("rest");
    await plan.order();
    plan.given();
    other.tell(table(4));
    await plan.follow(true);
    expect(plan.selected).toBe("");
    expect(plan.draft).toEqual(freshDraft());
  });

  test("whoever was picked before the answer had come stays picked, also the same one again", async () => {
    for (const [first, next] of [
      ["foot", "horse"],
      ["foot", "foot"],
    ]) {
      plan.select(first!);
      plan.pick("rest");
      await plan.order();
      plan.given();
      other.tell(table(4));
      plan.select(next!);
      await plan.follow(true);
      expect(plan.selected).toBe(next);
      expect(plan.draft).toEqual(freshDraft(next));
    }
  });

  test("by somebody else, a plan stays as it is drawn, and is asked about anew", async () => {
    plan.select("foot");
    await plan.order();
    plan.way([[10_000, 12_000]]);
    await plan.order();
    other.asked = [];
    other.tell(table(4));
    expect(plan.busy).toBe(true);
    await plan.follow();
    expect(draftOf(await plan.order())).toMatchObject({ offer: "maneuver", path: [[10_000, 12_000]] });
    expect(other.kinds()).toEqual(["panel", "outlook", "preview"]);
  });

  test("whoever is gone is selected no longer, and what is not offered any more is not picked", async () => {
    plan.select("foot");
    await plan.order();
    plan.pick("rest");
    other.answers.panel = told(panel(MOVE));
    other.tell(table(4));
    await plan.follow();
    expect(plan.draft).toEqual(freshDraft("foot"));
    other.tell(table(5, { scene: scene(piece("horse", "red")) }));
    await plan.follow();
    expect(plan.selected).toBe("");
  });

  test("an order that has arrived and waits finds what was drawn for it", async () => {
    plan.select("foot");
    await plan.order();
    plan.pick("maneuver");
    plan.way([[10_000, 15_000]]);
    plan.turnTo(450);
    await plan.order();
    other.answers.panel = told({ ...panel({ id: "move", needs: ["path", "facing"] }, { id: "stay" }), usual: "move" });
    plan.given();
    other.tell(table(4, { ...pending("foot"), left: [] }));
    await plan.follow(true);
    expect(plan.selected).toBe("foot");
    expect(draftOf(await plan.order())).toMatchObject({
      offer: "move",
      path: [[10_000, 15_000]],
      facing: 450,
      then: "",
    });
  });

  test("and finds it also when a question came in between", async () => {
    plan.select("foot");
    await plan.order();
    plan.way([[10_000, 15_000]]);
    await plan.order();
    plan.given();
    other.tell(table(3, { decisions: [], waits_for: ["blue"] }));
    await plan.follow(true);
    expect(plan.selected).toBe("");
    other.answers.panel = told({ ...panel({ id: "move", needs: ["path"] }), usual: "move" });
    other.tell(table(4, pending("foot")));
    await plan.follow();
    expect(plan.draft).toMatchObject({ piece: "foot", offer: "move", path: [[10_000, 15_000]] });
  });

  test("an order of somebody for whom nothing was drawn waits with nothing drawn", async () => {
    plan.select("horse");
    await plan.order();
    plan.way([[10_000, 15_000]]);
    other.answers.panel = told({ ...panel({ id: "move", needs: ["path"] }), usual: "move" });
    other.tell(table(4, pending("foot")));
    await plan.follow();
    expect(plan.draft).toEqual(freshDraft("foot", "move"));
  });
});

test("odds under the pointer come and go with it, and change nothing that is picked", async () => {
  plan.select("foot");
  await plan.order();
  await plan.aimAt("foe");
  expect(plan.aim).toBe(null);
  plan.pick("fire");
  await plan.aimAt("foe");
  expect(plan.aim?.target).toBe("foe");
  expect(plan.draft.target).toBe("");
  await plan.aimAt("");
  expect(plan.aim).toBe(null);
});

test("odds that come when the pointer has gone on are not shown", async () => {
  plan.select("foot");
  await plan.order();
  plan.pick("fire");
  await plan.order();
  const go = other.hold();
  const aiming = plan.aimAt("foe");
  void plan.aimAt("");
  go();
  await aiming;
  expect(plan.aim).toBe(null);
});

test("a way that goes no further than it can is told to be too far", async () => {
  other.answers.preview = told({ order: {}, path: [[10_000, 12_000]] });
  plan.select("foot");
  await plan.order();
  plan.way([[10_000, 12_050]]);
  await plan.order();
  expect(plan.tooFar).toBe(false);
  plan.way([[10_000, 15_000]]);
  await plan.order();
  expect(plan.tooFar).toBe(true);
});

test("one figure is put right by hand, and a new way forgets it", async () => {
  plan.select("foot");
  await plan.order();
  plan.pick("maneuver");
  plan.way([[10_000, 10_000]]);
  plan.man(2, [11_000, 9_000]);
  plan.man(0, [12_000, 9_000]);
  expect(draftOf(await plan.order()).men).toEqual({ 0: [12_000, 9_000], 2: [11_000, 9_000] });
  plan.way([[10_000, 12_000]]);
  expect(draftOf(await plan.order()).men).toEqual({});
});

test("the end of a way is led along, from where the unit stands", async () => {
  plan.select("foot");
  await plan.order();
  plan.pick("maneuver");
  const [x, y] = plan.stand!;
  plan.nudge(0, 1000);
  plan.nudge(-100, 0);
  expect(plan.draft.path).toEqual([[x - 100, y + 1000]]);
});
