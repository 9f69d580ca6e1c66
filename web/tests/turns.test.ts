import { expect, test } from "vitest";
import { Turns } from "../src/lib/turns.svelte";

/** Turns that come when the test says so. */
function turnsByHand(): { turns: Turns; next: () => Promise<void> } {
  let go = (): void => {};
  const turns = new Turns(() => new Promise((done) => (go = done)));
  const next = async (): Promise<void> => {
    go();
    await new Promise((done) => setTimeout(done));
  };
  return { turns, next };
}

/** Draws for longer than one turn may. */
function slowly(): void {
  const begun = performance.now();
  while (performance.now() - begun < 6);
}

test("parts come in the order of the page, and what is within a part before those behind it", async () => {
  const { turns, next } = turnsByHand();
  const drawn: string[] = [];
  turns.wait(() => {
    drawn.push("first");
    turns.wait(() => drawn.push("within the first"));
    turns.wait(() => drawn.push("within it, too"));
  });
  turns.wait(() => drawn.push("second"));
  expect(drawn).toEqual([]);
  while (!turns.whole) await next();
  expect(drawn).toEqual(["first", "within the first", "within it, too", "second"]);
});

test("a turn that has drawn long enough leaves the rest to the next", async () => {
  const { turns, next } = turnsByHand();
  const drawn: number[] = [];
  for (const part of [1, 2, 3])
    turns.wait(() => {
      slowly();
      drawn.push(part);
    });
  for (const sofar of [[1], [1, 2], [1, 2, 3]]) {
    expect(turns.whole).toBe(false);
    await next();
    expect(drawn).toEqual(sofar);
  }
  expect(turns.whole).toBe(true);
});

test("what a part puts off until it stands is done before the next part", async () => {
  const { turns, next } = turnsByHand();
  const done: string[] = [];
  turns.wait(() => {
    done.push("drawn");
    queueMicrotask(() => done.push("measured"));
  });
  turns.wait(() => done.push("the next"));
  while (!turns.whole) await next();
  expect(done).toEqual(["drawn", "measured", "the next"]);
  await turns.done;
});

test("a part that is joined to the one before it comes in the same turn, however long that took", async () => {
  const { turns, next } = turnsByHand();
  const drawn: string[] = [];
  turns.wait(() => {
    slowly();
    drawn.push("beside");
  });
  turns.wait(() => drawn.push("joined"), "joined");
  turns.wait(() => drawn.push("below"));
  await next();
  expect(drawn).toEqual(["beside", "joined"]);
});

test("the last part comes when all others stand, wherever it is on the page", async () => {
  const { turns, next } = turnsByHand();
  const drawn: string[] = [];
  turns.wait(() => drawn.push("map"), "last");
  turns.wait(() => {
    drawn.push("orders");
    turns.wait(() => drawn.push("the way"));
  });
  while (!turns.whole) await next();
  expect(drawn).toEqual(["orders", "the way", "map"]);
});
