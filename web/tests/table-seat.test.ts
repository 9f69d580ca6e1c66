import { expect, test, vi } from "vitest";
import { app } from "../src/lib/app.svelte";
import { Seat, type News } from "../src/table/seat.svelte";
import type { LogLine } from "../src/table/types";
import { accepted, Other, piece, problem, refusedFor, scene, table, told, who } from "./at-the-table";

const line = (number: number): LogLine => ({ number, side: "red", words: `action ${number}` }) as LogLine;

function seated(): { seat: Seat; other: Other; news: News[] } {
  const [other, news] = [new Other(), [] as News[]];
  const seat = new Seat("token", (each) => news.push(each), other.dial);
  other.heard!.link("open");
  other.tell(table(3), [line(1), line(2), line(3)], who());
  return { seat, other, news };
}

test("a seat keeps what it is told, and every line of the log once", () => {
  const { seat, other, news } = seated();
  expect(seat.title).toBe("A small battle");
  expect(seat.mine).toEqual(["red"]);
  other.tell(table(4), [line(3), line(4)]);
  expect(seat.lines.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(news.at(-1)!.fresh).toEqual([line(4)]);
  expect(news.map(({ arrived, moved }) => [arrived, moved])).toEqual([[true, true], [false, true]]); // prettier-ignore
});

test("news that change nothing to do are told apart from those that do", () => {
  const { other, news } = seated();
  other.tell(table(3, { present: ["blue"] }));
  expect(news.at(-1)!.moved).toBe(false);
  other.tell(table(3, { decisions: [] }));
  expect(news.at(-1)).toMatchObject({ moved: true, called: false });
  other.tell(table(4));
  expect(news.at(-1)).toMatchObject({ moved: true, called: true });
});

test("what this seat asked for and does not get is told as declined", () => {
  const { other, news } = seated();
  const proposal = { seat: "red", to: 1, agreed: [], why: "", about: "undo" as const };
  other.tell(table(3, { proposal }));
  other.tell(table(3));
  expect(news.map(({ declined }) => declined)).toEqual([false, false, true]);
});

test("the one that an order waits for is the subject, if it is known", () => {
  const { seat, other } = seated();
  const waits = (subject: string) => [{ by: "red", kind: "move", orders: ["move"], subject }];
  other.tell(table(4, { decisions: waits("foot") }));
  expect(seat.subject).toBe("foot");
  other.tell(table(5, { decisions: waits("gone") }));
  expect(seat.subject).toBe("");
});

test("somebody is ready while one of its own may act", () => {
  const { seat, other } = seated();
  expect(seat.somebodyReady).toBe(true);
  other.tell(table(4, { scene: scene(piece("foot", "red", { ready: false })) }));
  expect(seat.somebodyReady).toBe(false);
});

test("whatever is done says which action was seen last", async () => {
  const { seat, other } = seated();
  other.answers.undo = accepted(4);
  await seat.play("undo");
  expect(other.last("undo")).toEqual({ last: 3 });
});

test("a refusal is kept and read out", async () => {
  const { seat, other } = seated();
  other.answers.order = refusedFor("It is too far.");
  const reply = await seat.play("order", { order: {} });
  expect(reply.kind).toBe("refused");
  expect(seat.refused).toEqual([problem("It is too far.")]);
  expect(app.spoken).toBe("It is too far.");
  expect(seat.sending).toBe(false);
});

test("an order sent twice over a broken line has come through the first time", async () => {
  const { seat, other } = seated();
  other.answers.order = () => {
    other.tell(table(4), [line(4)], who()); // the line is back, and the first one was carried out
    return refusedFor("The table has changed.", "last");
  };
  expect(await seat.play("order", { order: {} })).toMatchObject({ kind: "accepted", number: 4 });
  expect(seat.refused).toEqual([]);
});

test("a question that is not answered is answered with nothing", async () => {
  const { seat, other } = seated();
  expect(await seat.ask("panel", {})).toBe(null);
  other.answers.panel = told({ offers: [] });
  expect(await seat.ask("panel", {})).toEqual({ offers: [] });
});

test("a server that is too busy to answer is asked again until it does", async () => {
  vi.useFakeTimers();
  try {
    const { seat, other } = seated();
    other.answers.preview = { ...refusedFor("Too much at once."), busy: true };
    const asking = seat.ask("preview", { draft: 1 });
    await vi.advanceTimersByTimeAsync(2500);
    expect(other.kinds()).toEqual(["preview", "preview", "preview"]);
    other.answers.preview = told("an answer");
    await vi.advanceTimersByTimeAsync(1000);
    expect(await asking).toBe("an answer");
  } finally {
    vi.useRealTimers();
  }
});

test("a reason is shown, and put away by asking again", async () => {
  const { seat, other } = seated();
  other.answers.why = told("It is nearest.");
  await seat.why(2);
  expect(seat.reasons[2]).toBe("It is nearest.");
  await seat.why(2);
  expect(2 in seat.reasons).toBe(false);
});

test("a seat promises its part of the dice by itself, and lays it open before it acts", async () => {
  const other = new Other();
  other.answers = { part: accepted(0), order: accepted(1) };
  const seat = new Seat("a token", () => {}, other.dial);
  const parts = { open: true, own: null, all_promised: false, all: [] };
  other.tell(table(0, { parts }), [], who());
  await Promise.resolve();
  const { promise } = other.last("part") as { promise: string };
  expect(promise).toMatch(/^[0-9a-f]{64}$/);
  other.tell(table(0, { parts: { ...parts, own: { seat: "red", promise, value: "" } } }));
  await new Promise((go) => setTimeout(go));
  expect(other.kinds()).toEqual(["part"]);
  await seat.play("order", { order: {} });
  expect(other.kinds()).toEqual(["part", "part", "order"]);
  expect(other.last("part")).toHaveProperty("value");
});
