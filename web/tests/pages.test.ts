import { beforeEach, expect, test, vi } from "vitest";
import type { Entry } from "../src/lib/contract";
import { Game } from "../src/lib/game.svelte";
import { keepForm, keepStep, keptAfter, keptEntries, keptStep, keptThing, onOtherPages } from "../src/lib/keep";
import { newGame, sharedOf, type KeptGame } from "../src/lib/kept-game";
import { settings } from "../src/lib/settings.svelte";
import { ledger, request, ruleset, verdict } from "./samples";
import { StandIn, type Body } from "./stand-in";

/** Two pages of one game: two desks, and the one store of the browser. */
let kept: KeptGame;
let desk: StandIn;
beforeEach(() => {
  settings.set({ realDice: false });
  kept = newGame("sample", "Sample");
  desk = new StandIn();
  desk.services.store = { keepForm, keepStep, keptAfter };
  // Every throw is the next one of the stream: two verdicts with the same die have thrown it twice.
  desk.replies.resolve = [
    ({ meta, throws }: Body) => {
      const { id, number } = meta as { id: string; number: number };
      const made = verdict(id, number, { throws: (throws as number) + 1 });
      made.record.answers = [{ key: "fire.effect", value: [throws], by: "app" }];
      made.record.meta = meta as typeof made.record.meta;
      return made;
    },
  ];
});
const page = (): Game => new Game({ ...kept }, ruleset(), [], desk.services);
const numbers = (entries: Entry[]): number[] => entries.map(({ record }) => record.meta.number);
const dice = (entries: Entry[]): unknown[] => entries.map(({ record }) => record.answers[0]?.value);

test("two pages that act at the same time lose nothing and throw no die twice", async () => {
  const [one, two] = [page(), page()];
  await Promise.all([one.dialogue.act(), two.dialogue.act(), one.log.addRecords([verdict("r", 1).record])]);
  await Promise.all([one.catchUp(), two.catchUp()]);
  const stored = await keptEntries<Entry>(kept.id);
  expect(numbers(stored)).toEqual([1, 2, 3]);
  expect(new Set(stored.map(({ record }) => record.meta.id)).size).toBe(3);
  const thrown = dice(stored.filter(({ record }) => record.meta.id !== "r")).map(String);
  expect(new Set(thrown).size).toBe(2);
  expect(one.entries).toEqual(stored);
  expect(two.entries).toEqual(stored);
});

test("a page strikes out what another page has entered, and nothing else", async () => {
  const [one, two] = [page(), page()];
  await one.dialogue.act();
  await two.dialogue.act();
  const first = (await keptEntries<Entry>(kept.id))[0]!.record.meta.id;
  await one.dialogue.act();
  await two.log.void(first);
  expect((await keptEntries<Entry>(kept.id)).map(({ voided }) => voided)).toEqual([true, false, false]);
});

test("a form that is stored late leaves what another page has stored", async () => {
  const [one, two] = [page(), page()];
  await one.dialogue.act();
  two.form.set("range", "6-12");
  two.save();
  await vi.waitFor(async () => {
    const game = await keptThing<KeptGame>(`game:${kept.id}`);
    expect(game).toMatchObject({ step: 1, throws: 1, actions: 1, values: { range: "6-12" } });
  });
});

test("a page is told of the steps of others, and looks when it is turned to", async () => {
  const [one, two] = [page(), page()];
  const heard = vi.fn();
  const stop = onOtherPages(kept.id, heard);
  await one.dialogue.act();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(heard).toHaveBeenCalled();
  stop();
  expect(numbers(await two.catchUp())).toEqual([1]);
  expect(await two.catchUp()).toEqual([]);
});

test("a question of one page is a question of the other, and is answered once", async () => {
  const [one, two] = [page(), page()];
  const answered = desk.replies.resolve!;
  desk.replies.resolve = [{ status: "ask", request: request(), answers: [], throws: 1, why: [], dice: [] }];
  await one.dialogue.act();
  desk.replies.resolve = answered;
  expect(await two.dialogue.act()).toEqual({ kind: "asked" });
  expect(two.kept.pending?.request.key).toBe("fire.effect");
  const both = await Promise.all([one.dialogue.answer([3]), two.dialogue.answer([4])]);
  expect(both.map(({ kind }) => kind).sort()).toEqual(["finished", "nothing"]);
  expect(await keptEntries(kept.id)).toHaveLength(1);
  expect([one.kept.pending, two.kept.pending]).toEqual([null, null]);
});

test("an act is not carried into a turn that another page has begun", async () => {
  const [one, two] = [page(), page()];
  await Promise.all([one.log.refresh(), two.log.refresh()]);
  await one.dialogue.act();
  desk.replies.ledger = [ledger({ turn: 9 })];
  expect(await two.dialogue.act()).toEqual({ kind: "nothing" });
  expect(await keptEntries(kept.id)).toHaveLength(1);
});

test("options that one page has changed hold on the other", async () => {
  const [one, two] = [page(), page()];
  await one.change(() => ({ options: { strict: true }, house: "" }));
  await two.catchUp();
  expect(two.kept.options).toEqual({ strict: true });
  expect(desk.last("ruleset").options).toEqual({ strict: true });
});

test("a game that was begun stays the open one when the page of another is closed", async () => {
  const old = page();
  old.save();
  await vi.waitFor(async () => expect((await keptStep<KeptGame, Entry>("sample"))?.game.id).toBe(kept.id));
  const begun = { ...newGame("sample", "Sample"), id: "sample.begun" };
  await keepStep(begun);
  await keepForm(old.snapshot(), sharedOf);
  expect((await keptStep<KeptGame, Entry>("sample"))?.game.id).toBe(begun.id);
});
