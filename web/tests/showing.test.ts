import { beforeEach, expect, test, vi } from "vitest";
import { app } from "../src/lib/app.svelte";
import { sheets } from "../src/lib/sheets.svelte";
import { askNow, show, take } from "../src/umpire/showing";
import { action, ruleset, verdict } from "./samples";
import { StandIn } from "./stand-in";

const kinds = (): string[] => sheets.stack.map((sheet) => sheet.kind);
const finished = (several = false) => ({ kind: "finished" as const, verdict: verdict("a", 1), odds: null, several });
let desk: StandIn;

beforeEach(() => {
  desk = new StandIn();
  sheets.reset();
  app.hush();
});

test("a question is opened once, and gives way to its result", () => {
  const game = desk.game();
  show(game, { kind: "asked" });
  askNow();
  expect(kinds()).toEqual(["question"]);
  show(game, finished());
  expect(kinds()).toEqual(["result"]);
});

test("a result lies over whatever lies there; one of several opens nothing", () => {
  const game = desk.game();
  sheets.open({ kind: "log" });
  show(game, finished(true));
  expect(kinds()).toEqual(["log"]);
  show(game, finished());
  expect(kinds()).toEqual(["log", "result"]);
});

test("an addition takes the place of the result that it adds to", () => {
  const game = desk.game();
  show(game, finished());
  show(game, finished());
  expect(kinds()).toEqual(["result"]);
});

test("nothing and a refusal open nothing", () => {
  const game = desk.game();
  for (const kind of ["nothing", "failed"] as const) show(game, { kind });
  show(game, { kind: "refused", problems: [] });
  expect(kinds()).toEqual([]);
});

test("a line in the log is said in passing, and closes the question that led to it", async () => {
  const noted = { ...action("fire", []), ledger_only: true };
  const game = desk.game(ruleset({ actions: [noted] }));
  sheets.open({ kind: "question" });
  const back = vi.spyOn(history, "back");
  show(game, finished());
  expect(app.notice).not.toBe("");
  expect(back).toHaveBeenCalledOnce();
  expect(kinds()).not.toContain("result");
});

test("an offer is written at once and said in passing, or its form is opened", async () => {
  const game = desk.game();
  desk.replies.resolve = [verdict("a", 1)];
  const offer = { label: "Lost", action: "fire", fields: {}, at_once: true };
  expect(await take(game, offer)).toBe("written");
  expect(game.entries).toHaveLength(1);
  expect(app.notice).toBe(verdict("a", 1).sentence);
  expect(await take(game, { ...offer, action: "assault", at_once: false })).toBe("opened");
  expect(game.form.action.id).toBe("assault");
  expect(kinds()).toEqual([]);
});
