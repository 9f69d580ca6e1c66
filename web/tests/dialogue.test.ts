import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Entry } from "../src/lib/contract";
import type { Game } from "../src/lib/game.svelte";
import { settings } from "../src/lib/settings.svelte";
import { ledger, request, verdict } from "./samples";
import { refusal, StandIn } from "./stand-in";

let desk: StandIn;
beforeEach(() => {
  desk = new StandIn();
  settings.set({ realDice: false });
});
const ask = { status: "ask", request: request(), answers: [], throws: 0, why: [], dice: [] };

test("an act returns what happened: a verdict with the odds it was asked under", async () => {
  const game = desk.game();
  desk.replies.resolve = [verdict("a", 1)];
  await game.odds.ask(game.form.question);
  const happened = await game.dialogue.act();
  expect(happened).toMatchObject({ kind: "finished", verdict: { record: { meta: { id: "a" } } } });
  expect(happened.kind === "finished" && happened.odds).toBe(game.odds.now);
  expect(game.entries).toHaveLength(1);
});

test("the books come with the verdict: the log goes up once, and they are not asked for again", async () => {
  const game = desk.game();
  desk.replies.resolve = [
    verdict("a", 1, { ledger: ledger({ turn: 4 }) }),
    verdict("b", 2, { ledger: ledger({ turn: 5 }) }),
  ];
  await game.dialogue.act();
  expect(desk.last("resolve").entries).toEqual([]);
  expect(game.ledger?.turn).toBe(4);
  await game.dialogue.act();
  expect((desk.last("resolve").entries as Entry[]).map((entry) => entry.record.meta.id)).toEqual(["a"]);
  expect([game.ledger?.turn, game.kept.turn]).toEqual([5, 5]);
  expect(desk.times("ledger")).toBe(0);
});

test("the books stay as they were when a verdict comes without them", async () => {
  const game = desk.game();
  await game.log.refresh();
  desk.replies.resolve = [verdict("a", 1)];
  await game.dialogue.act();
  expect(game.entries).toHaveLength(1);
  expect(game.ledger?.status).toBe("ok");
});

test("a form with something missing asks nothing", async () => {
  const game = desk.game();
  game.form.problems = [{ field: "range", message: "Range is missing.", choices: [], rule: null, may_pass: false }];
  expect(await game.dialogue.act()).toEqual({ kind: "nothing" });
  expect(game.form.tried).toBe(true);
  expect(desk.times("resolve")).toBe(0);
});

test("a refusal marks the form; that of an offer leaves it as it is", async () => {
  const game = desk.game();
  desk.replies.resolve = [refusal("unit", "No."), refusal("unit", "Not so.")];
  expect(await game.dialogue.enter({ action: "assault", fields: {} })).toMatchObject({ kind: "refused" });
  expect(game.form.problems).toEqual([]);
  expect(await game.dialogue.act()).toMatchObject({ kind: "refused" });
  expect(game.form.problems).toHaveLength(1);
  expect(desk.said).toEqual(["No.", "Not so."]);
});

test("a fault changes nothing and is kept with the form", async () => {
  const game = desk.game();
  desk.replies.resolve = [new Error("The desk is on fire.")];
  expect(await game.dialogue.act()).toEqual({ kind: "failed" });
  expect(game.form.fault?.message).toBe("The desk is on fire.");
  expect(game.entries).toHaveLength(0);
  expect(game.dialogue.busy).toBe(false);
});

describe("a rule that asks", () => {
  test("waits with all it has heard, stored before it is shown, and goes on", async () => {
    settings.set({ realDice: true });
    const game = desk.game();
    desk.replies.resolve = [ask, verdict("a", 1)];
    expect(await game.dialogue.act()).toEqual({ kind: "asked" });
    expect(desk.last("resolve").dice).toBe("real");
    expect(desk.shelf.steps.at(-1)?.game.pending?.request.key).toBe("fire.effect");
    expect(await game.dialogue.answer([8])).toMatchObject({ kind: "finished" });
    expect(desk.last("resolve").answers).toEqual([{ key: "fire.effect", value: [8], by: "person" }]);
    expect(game.kept.pending).toBeNull();
    expect(desk.shelf.steps.at(-1)).toMatchObject({ game: { pending: null }, changed: [{ index: 0 }] });
  });

  test("is not asked what was answered in advance", async () => {
    const game = desk.game();
    game.form.assume("fire.effect", 3);
    desk.replies.resolve = [ask, verdict("a", 1)];
    expect(await game.dialogue.act()).toMatchObject({ kind: "finished" });
    expect(desk.last("resolve").answers).toEqual([{ key: "fire.effect", value: 3, by: "form" }]);
  });

  test("can be thrown by the app, taken back, or left", async () => {
    const game = desk.game();
    desk.replies.resolve = [{ ...ask, answers: [{ key: "x", value: 1, by: "person" }] }];
    await game.dialogue.act();
    await game.dialogue.throwForMe();
    expect(desk.last("resolve").throw_next).toBe(true);
    await game.dialogue.stepBack();
    expect(desk.last("resolve").answers).toEqual([]);
    game.dialogue.cancel();
    expect(game.kept.pending).toBeNull();
    expect(game.entries).toHaveLength(0);
    expect(await game.dialogue.answer(1)).toEqual({ kind: "nothing" });
  });
});

describe("dice that have been seen", () => {
  const fallen = {
    key: "fire.effect",
    label: "",
    name: "d10",
    faces: [10],
    sum: "",
    reading: "",
    chance: [1, 10],
    percent: 10,
    by: "app",
  };
  const thrown = { ...ask, request: request({ key: "leaders" }), throws: 1, dice: [fallen] };
  const answers = [{ key: "fire.effect", value: [10], by: "app" }];

  test("stay as they fell when the rule is cancelled, and the next entry says so", async () => {
    const game = desk.game();
    desk.replies.resolve = [{ ...thrown, answers }, verdict("a", 1)];
    await game.dialogue.act();
    expect(game.kept.throws).toBe(1);
    game.dialogue.cancel();
    expect([game.kept.pending, game.kept.throws]).toEqual([null, 0]);
    await game.dialogue.act();
    expect(desk.last("resolve")).toMatchObject({ throws: 0, meta: { cancelled: ["10"] } });
    expect(game.kept.cancelled).toEqual([]);
  });

  test("stay as they fell when the form is changed while the rule waits", async () => {
    const game = desk.game();
    desk.replies.resolve = [{ ...thrown, answers }];
    await game.dialogue.act();
    game.form.set("range", "0-3");
    expect([game.kept.pending, game.kept.throws, [...game.kept.cancelled]]).toEqual([null, 0, ["10"]]);
  });

  test("come again after a step back", async () => {
    const game = desk.game();
    const said = [{ key: "frontal", value: true, by: "person" }, ...answers];
    desk.replies.resolve = [{ ...thrown, throws: 4, answers: said }];
    game.kept.throws = 3;
    await game.dialogue.act();
    await game.dialogue.stepBack();
    expect(desk.last("resolve")).toMatchObject({ throws: 3, answers: [] });
  });
});

test("what the form shows as assumed is not asked, and the entry says which values nobody confirmed", async () => {
  const game = desk.game();
  desk.replies.resolve = [verdict("a", 1)];
  game.form.set("range", "3-6");
  await game.dialogue.act();
  expect(desk.last("resolve")).toMatchObject({ assume: true, meta: { assumed: ["unit", "status", "target"] } });
  await game.dialogue.enter({ action: "loss", fields: {} });
  expect(desk.last("resolve")).toMatchObject({ assume: false });
});

test("a question is answered afterwards with the same dice, as an addition to its entry", async () => {
  const game = desk.game();
  const leaders = { key: "leaders", value: 0, by: "usual" };
  const first = verdict("a", 1);
  first.record.answers.push(leaders);
  desk.replies.resolve = [first, verdict("b", 2)];
  await game.dialogue.act();
  expect(await game.dialogue.add(first.record, "leaders", 2)).toMatchObject({ kind: "finished" });
  expect(desk.last("resolve")).toMatchObject({
    answers: [{ key: "leaders", value: 2, by: "person" }],
    earlier: [{ key: "fire.effect", value: [8], by: "app" }],
    meta: { corrects: "a", addition: true, side: "rev", turn: 1 },
  });
  expect(game.entries.map((entry) => entry.voided)).toEqual([true, false]);
});

test("the players may overrule the umpire", async () => {
  const game = desk.game();
  game.form.problems = [{ field: "status", message: "No.", choices: [], rule: "R-1", may_pass: true }];
  desk.replies.resolve = [verdict("a", 1)];
  expect(await game.dialogue.act()).toEqual({ kind: "nothing" });
  expect(await game.dialogue.overrule()).toMatchObject({ kind: "finished" });
  expect(desk.last("resolve").overrule).toBe(true);
});

describe("several checks together", () => {
  const offers = ["a", "b", "c"].map((id) => ({ action: "fire", fields: { unit: id }, label: `Unit ${id}` }));
  const ids = ({ entries }: Game): string[] => entries.map((entry) => entry.record.meta.id);

  test("are entered one after the other", async () => {
    const game = desk.game();
    desk.replies.resolve = [verdict("a", 1), verdict("b", 2), verdict("c", 3)];
    expect(await game.dialogue.enterAll(offers, () => {})).toBe(true);
    expect(ids(game)).toEqual(["a", "b", "c"]);
  });

  test("wait at a question, which says whom it is about, and go on when it is answered", async () => {
    const game = desk.game();
    const asked = vi.fn();
    desk.replies.resolve = [ask, verdict("a", 1), verdict("b", 2)];
    const entering = game.dialogue.enterAll(offers.slice(0, 2), asked);
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    expect(game.kept.pending?.about).toBe("Unit a");
    expect(await game.dialogue.answer(4)).toMatchObject({ kind: "finished", several: true });
    expect(await entering).toBe(true);
    expect(ids(game)).toEqual(["a", "b"]);
  });

  test("end when a question is cancelled", async () => {
    const game = desk.game();
    const asked = vi.fn();
    desk.replies.resolve = [ask];
    const entering = game.dialogue.enterAll(offers, asked);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    game.dialogue.cancel();
    expect(await entering).toBe(false);
    expect(game.entries).toHaveLength(0);
  });

  test("stop at the first that is refused", async () => {
    const game = desk.game();
    desk.replies.resolve = [verdict("a", 1), refusal("unit", "No.")];
    expect(await game.dialogue.enterAll(offers, () => {})).toBe(false);
    expect(game.entries).toHaveLength(1);
    desk.replies.resolve = [verdict("b", 2)];
    expect(await game.dialogue.enter(offers[1]!)).toMatchObject({ kind: "finished", several: false });
  });
});

describe("the store", () => {
  test("has a step before the screen shows it, and no form writes over it meanwhile", async () => {
    let go = (): void => {};
    desk.shelf.pause = new Promise((done) => (go = done));
    const game = desk.game();
    desk.replies.resolve = [ask];
    const acting = game.dialogue.act();
    await vi.waitFor(() => expect(desk.shelf.begun).toBe(1));
    game.save();
    expect(game.kept.pending).toBeNull();
    expect(desk.shelf.forms).toEqual([]);
    go();
    await acting;
    expect(game.kept.pending?.request.key).toBe("fire.effect");
    await vi.waitFor(() => expect(desk.shelf.forms.at(-1)?.pending?.request.key).toBe("fire.effect"));
  });

  test("that is full loses nothing on the screen, and says so", async () => {
    desk.shelf.full = true;
    const game = desk.game();
    desk.replies.resolve = [verdict("a", 1)];
    await game.dialogue.act();
    expect(game.entries).toHaveLength(1);
    expect(desk.said[0]).toContain("could not store");
  });

  test("gets the form a moment after the last tap", () => {
    vi.useFakeTimers();
    const game = desk.game();
    game.form.set("range", "0-3");
    game.form.set("range", "6-12");
    expect(desk.shelf.forms).toHaveLength(0);
    vi.advanceTimersByTime(200);
    expect(desk.shelf.forms.map((form) => form.values.range)).toEqual(["6-12"]);
    vi.useRealTimers();
  });
});
