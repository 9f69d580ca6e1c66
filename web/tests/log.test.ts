import { beforeEach, expect, test } from "vitest";
import type { Entry } from "../src/lib/contract";
import type { Game } from "../src/lib/game.svelte";
import { ledger, verdict } from "./samples";
import { StandIn } from "./stand-in";

let desk: StandIn;
let game: Game;
beforeEach(async () => {
  desk = new StandIn();
  game = desk.game();
  desk.replies.resolve = [verdict("a", 1), verdict("b", 2)];
  await game.dialogue.act();
  await game.dialogue.act();
});

test("void keeps the entry, redo replaces it, voiding the redo brings it back", async () => {
  await game.log.void("a");
  expect(game.entries.map((entry) => entry.voided)).toEqual([true, false]);
  game.log.redo({ id: "a", side: "gov", redo: { action: "assault", fields: { unit: "guns" } } } as never);
  expect(game.form.action.id).toBe("assault");
  expect(game.kept.side).toBe("gov");
  const redone = verdict("c", 3);
  redone.record.meta.redo_of = "a";
  desk.replies.resolve = [redone];
  await game.dialogue.act();
  expect(desk.last("resolve").meta).toMatchObject({ redo_of: "a" });
  expect((desk.last("resolve").entries as Entry[]).map((entry) => entry.voided)).toEqual([true, false]);
  await game.log.void("c");
  expect(game.entries.map((entry) => entry.voided)).toEqual([false, false, true]);
});

test("only the rows that changed are stored", async () => {
  await game.log.void("a");
  expect(desk.shelf.steps.at(-1)?.changed.map(({ index, entry }) => [index, entry.voided])).toEqual([[0, true]]);
});

test("a correction keeps the dice", async () => {
  game.log.correct("b");
  const corrected = verdict("d", 3);
  corrected.record.meta.corrects = "b";
  desk.replies.resolve = [corrected];
  await game.dialogue.act();
  expect(desk.last("resolve").earlier).toEqual([{ key: "fire.effect", value: [8], by: "app" }]);
  expect(game.entries.map((entry) => entry.voided)).toEqual([false, true, false]);
});

test("rows that rest on a voided one are redone oldest first, or left", () => {
  const row = (id: string, number: number) => ({
    id,
    number,
    mark: "after a voided result",
    voided: false,
    side: null,
    redo: { action: "fire", fields: {} },
  });
  game.ledger = ledger({ log: [row("b", 2), row("a", 1)] as never });
  game.log.redoAll();
  expect(game.kept.redoOf).toBe("a");
  expect(game.log.nextRedo()).toBe(true);
  expect(game.log.nextRedo()).toBe(false);
  game.log.leaveMarked();
  expect(game.log.marked).toEqual([]);
});

test("dice are never given back", async () => {
  expect(game.kept.throws).toBe(1);
  await game.log.void("a");
  expect(game.kept.throws).toBe(1);
});

test("a past result is worked out again from its own record, and the log stays as it is", async () => {
  desk.replies.resolve = [verdict("a", 1)];
  expect((await game.log.look("a"))?.record.meta.id).toBe("a");
  expect(desk.last("resolve").answers).toEqual([{ key: "fire.effect", value: [8], by: "app" }]);
  expect(game.entries).toHaveLength(2);
  expect(await game.log.look("nobody")).toBeNull();
});

test("records from elsewhere are numbered on", async () => {
  await game.log.addRecords([{ ...verdict("c", 1).record }]);
  expect(game.entries.map((entry) => entry.record.meta.number)).toEqual([1, 2, 3]);
});
