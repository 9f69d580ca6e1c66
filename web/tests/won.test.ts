import { cleanup, render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TableWon } from "../src/lib/contract";
import WonChart from "../src/table/WonChart.svelte";

const asked: { begin: boolean; stop: boolean }[] = [];
let answers: TableWon[] = [];
vi.mock("../src/table/calls", () => ({
  wonOf: (body: { begin: boolean; stop: boolean }) => {
    asked.push({ begin: body.begin, stop: body.stop });
    return Promise.resolve(answers.length > 1 ? answers.shift() : answers[0]);
  },
}));

const svg = (number: number) => `<svg xmlns="http://www.w3.org/2000/svg"><rect data-number="${number}"/></svg>`;
const step = {
  number: 7,
  turn: 2,
  words: "Turn 2. They fire.",
  side: "A",
  points: "−20",
  good_for: "B",
  mark: "1",
  solid: true,
};
const told = {
  sentence: "A stood at 82% in turn 2 and lost it in turn 3.",
  rests_on: "60 battles.",
  about: "chance that A wins",
  wide: svg(12),
  narrow: svg(13),
  orders: [step],
  throws: [{ ...step, number: 9, words: "Turn 3. A miss.", mark: "4", solid: false }],
  stands_out: false,
};
const none: TableWon = { status: "ok", state: "none", done: 0, most: 0, left: null, words: "", answer: null };

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("where it was won", () => {
  it("is asked for, watched, and told", async () => {
    answers = [
      none,
      { ...none, state: "running", done: 3, most: 100, left: 60 },
      { ...none, state: "done", answer: told },
    ];
    render(WonChart, { token: "t", look: () => {}, inkOf: () => "ink-red" });
    await userEvent.click(await screen.findByRole("button", { name: "Where was it won?" }));
    expect(await screen.findByText(/3 of about 100/)).toBeTruthy();
    await vi.advanceTimersByTimeAsync(2500);
    expect(await screen.findByText(told.sentence)).toBeTruthy();
    expect(asked[1]).toEqual({ begin: true, stop: false });
    expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
    expect(screen.getByText(/Nothing stands out/)).toBeTruthy();
  });

  it("leads to the table at the moment that is tapped", async () => {
    answers = [{ ...none, state: "done", answer: told }];
    const looked: number[] = [];
    const { container } = render(WonChart, {
      token: "t",
      look: (number: number) => looked.push(number),
      inkOf: () => "ink-red",
    });
    await userEvent.click(await screen.findByRole("button", { name: /They fire/ }));
    await userEvent.click(screen.getByRole("button", { name: /A miss/ }));
    await userEvent.click(container.querySelector('[data-number="13"]')!);
    expect(looked).toEqual([7, 9, 13]);
  });

  it("says why it cannot be, and offers nothing", async () => {
    answers = [{ ...none, words: "This server does not play on for the lab." }];
    render(WonChart, { token: "t", look: () => {}, inkOf: () => "ink-red" });
    expect(await screen.findByText(/does not play on/)).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("goes on with what was stopped", async () => {
    answers = [{ ...none, state: "stopped", answer: told }];
    render(WonChart, { token: "t", look: () => {}, inkOf: () => "ink-red" });
    await userEvent.click(await screen.findByRole("button", { name: "Go on" }));
    expect(asked.at(-1)).toEqual({ begin: true, stop: false });
  });
});
