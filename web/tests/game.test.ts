import { beforeEach, expect, test, vi } from "vitest";
import { app } from "../src/lib/app.svelte";
import { Game } from "../src/lib/game.svelte";
import { beginGame, openParcel } from "../src/lib/games";
import { parcelOf } from "../src/lib/hand-over";
import { keptEntries } from "../src/lib/keep";
import { newGame, type KeptGame } from "../src/lib/kept-game";
import { request, ruleset, verdict } from "./samples";
import { refusal, StandIn } from "./stand-in";

let desk: StandIn;
beforeEach(() => {
  desk = new StandIn();
  app.desk.call = vi.fn(desk.services.call) as typeof app.desk.call;
});

test("a question that waits outlives a reload, and so does its answer", async () => {
  const game = new Game(newGame("sample", "Sample"), ruleset(), []);
  desk.replies.resolve = [
    { status: "ask", request: request(), answers: [], throws: 0, why: [], dice: [] },
    verdict("a", 1),
  ];
  await game.dialogue.act();
  const again = await Game.load("sample", "Sample");
  expect(again.kept.pending?.request.key).toBe("fire.effect");
  await again.dialogue.answer([8]);
  expect(again.entries).toHaveLength(1);
  expect(await keptEntries(again.kept.id)).toHaveLength(1);
});

test("options and house rules describe the screen anew, and are refused with their problems", async () => {
  const game = desk.game();
  desk.replies.ruleset = [{ ...ruleset(), changes: 2 }];
  expect(await game.change(() => ({ options: { trucks: "fast" }, house: "x = 1" }))).toEqual([]);
  expect(game.ruleset.changes).toBe(2);
  expect(game.setting.options).toEqual({ trucks: "fast" });
  desk.replies.ruleset = [refusal("house", "Line 1: there is no x.")];
  expect((await game.change(() => ({ options: {}, house: "x = 2" })))[0]?.message).toContain("Line 1");
  expect(game.setting.house).toBe("x = 1");
});

test("of two switches in quick succession neither undoes the other", async () => {
  const game = desk.game();
  const set = (name: string) => game.change((now) => ({ ...now, options: { ...now.options, [name]: true } }));
  desk.replies.ruleset = [refusal("options", "There is no such option."), ruleset()];
  const [refused] = await Promise.all([set("wings"), set("trucks"), set("rail")]);
  expect(refused[0]?.message).toContain("no such option");
  expect(game.setting.options).toEqual({ trucks: true, rail: true });
});

test("what was switched since the last entry shows", async () => {
  const game = desk.game();
  desk.replies.resolve = [verdict("a", 1)];
  expect(game.houseChanged).toBe(false);
  await game.dialogue.act();
  expect(game.houseChanged).toBe(false);
  await game.change((now) => ({ ...now, options: { trucks: "fast" } }));
  expect(game.houseChanged).toBe(true);
});

test("a game that is handed over throws its own dice", async () => {
  const kept: KeptGame = { ...newGame("sample", "Sample"), throws: 7 };
  await openParcel(parcelOf(kept, [{ record: verdict("a", 1).record, voided: false }]));
  const game = await Game.load("sample", "Sample");
  expect(game.entries).toHaveLength(1);
  expect(game.kept.seed).not.toBe(kept.seed);
  expect(game.kept.throws).toBe(0);
});

test("a new game keeps the house rules and begins an empty log", async () => {
  const before = { ...newGame("sample", "Sample"), house: "x = 1", actions: 4 };
  await beginGame(before);
  const game = await Game.load("sample", "Sample");
  expect(game.kept.house).toBe("x = 1");
  expect(game.entries).toEqual([]);
  expect(game.kept.id).not.toBe(before.id);
});
