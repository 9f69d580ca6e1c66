import { expect, test, vi } from "vitest";
import { odds } from "./samples";
import { refusal, StandIn, type Body } from "./stand-in";

test("the first form is filled with the commonest case, and its odds are asked for", async () => {
  const desk = new StandIn();
  const game = desk.game();
  await game.odds.ask(game.form.question);
  expect(desk.last("odds")).toMatchObject({
    ruleset: "sample",
    action: "fire",
    fields: { unit: "veteran_infantry", target: "guns", range: "3-6", status: "ok" },
  });
  expect(game.odds.now?.rows).toHaveLength(2);
});

test("the same form is asked about once", async () => {
  const desk = new StandIn();
  const game = desk.game();
  await game.odds.ask(game.form.question);
  await game.odds.ask({ ...game.form.question });
  expect(desk.times("odds")).toBe(1);
});

test("a stale answer never overwrites a newer question", async () => {
  const desk = new StandIn();
  const game = desk.game();
  desk.replies.odds = [(body: Body) => ({ ...odds(), summary: (body.fields as Body).range })];
  const first = game.odds.ask(game.form.question);
  game.form.set("range", "0-3");
  void game.odds.ask(game.form.question);
  await first;
  await vi.waitFor(() => expect(game.odds.now?.summary).toBe("0-3"));
});

test("odds of another action are nobody's", async () => {
  const desk = new StandIn();
  const game = desk.game();
  await game.odds.ask(game.form.question);
  game.form.choose("assault");
  expect(game.odds.now).toBeNull();
});

test("what is wrong marks the form, and is forgotten when it is right", async () => {
  const desk = new StandIn();
  const game = desk.game();
  desk.replies.odds = [refusal("range", "Range is missing."), odds()];
  await game.odds.ask(game.form.question);
  expect(game.form.problems).toHaveLength(1);
  game.form.set("range", "0-3");
  await game.odds.ask(game.form.question);
  expect(game.form.problems).toEqual([]);
});

test("a desk that fails is asked again", async () => {
  const desk = new StandIn();
  const game = desk.game();
  desk.replies.odds = [new Error("Nobody there."), odds()];
  await game.odds.ask(game.form.question);
  expect(desk.said).toEqual(["Nobody there."]);
  await game.odds.ask(game.form.question);
  expect(game.odds.now).not.toBeNull();
});
