import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ask, EarlyQuestion } from "../src/lib/asking";
import { sameValue } from "../src/lib/equal";

const address = "http://table.local/api/ruleset";

describe("a question to the server", () => {
  const post = vi.fn<typeof fetch>();
  beforeEach(() => vi.stubGlobal("fetch", post));
  afterEach(() => vi.unstubAllGlobals());

  test("is a request of its own, and whatever it answers is told", async () => {
    post.mockResolvedValueOnce(new Response("no", { status: 422 }));
    expect(await ask(address, { a: 1 })).toEqual({ status: 422, text: "no" });
    expect(post.mock.lastCall).toEqual([
      address,
      { method: "POST", headers: { "content-type": "application/json" }, body: '{"a":1}' },
    ]);
  });

  test("that nobody hears fails", async () => {
    post.mockRejectedValueOnce(new TypeError("nobody there"));
    await expect(ask(address, {})).rejects.toThrow();
  });
});

describe("an early question", () => {
  const told = { status: 200, text: "{}" };

  test("is asked once for whoever asks the same, in whatever order its names stand", async () => {
    const server = vi.fn(async () => told);
    const early = new EarlyQuestion(server);
    early.put(address, { ruleset: "a", style: { scale: 1, unit: "in" }, house: undefined });
    expect(early.take(address, { ruleset: "b" })).toBeNull();
    expect(early.take(address + "/other", { ruleset: "a", style: { scale: 1, unit: "in" } })).toBeNull();
    expect(await early.take(address, { style: { unit: "in", scale: 1 }, ruleset: "a" })).toBe(told);
    expect(early.take(address, { ruleset: "a", style: { scale: 1, unit: "in" } })).toBeNull();
    expect(server).toHaveBeenCalledTimes(1);
  });

  test("that failed fails whoever takes it", async () => {
    const early = new EarlyQuestion(() => Promise.reject(new TypeError("gone")));
    early.put(address, {});
    await expect(early.take(address, {})).rejects.toThrow("gone");
  });
});

test("values are compared as what they mean", () => {
  expect(sameValue({ a: [1, { b: null }], c: undefined }, { a: [1, { b: null }] })).toBe(true);
  expect(sameValue({ a: [1] }, { a: { 0: 1 } })).toBe(false);
  expect(sameValue({ a: 1 }, { a: 1, b: false })).toBe(false);
  expect(sameValue(null, {})).toBe(false);
});
