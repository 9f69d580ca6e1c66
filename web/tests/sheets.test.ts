import { beforeEach, expect, test, vi } from "vitest";
import { Sheets } from "../src/lib/sheets.svelte";

let sheets: Sheets;
const popped = () =>
  new Promise<void>((go) => window.addEventListener("popstate", () => setTimeout(go), { once: true }));

window.addEventListener("popstate", (event) => sheets.popped(event.state));

beforeEach(() => {
  sheets = new Sheets();
});

test("every sheet is one step of the history, the back gesture closes the topmost", async () => {
  sheets.open({ kind: "log" });
  sheets.open({ kind: "share" });
  history.back();
  await popped();
  expect(sheets.stack.map((sheet) => sheet.kind)).toEqual(["log"]);
  sheets.close();
  await popped();
  expect(sheets.stack).toEqual([]);
});

test("a sheet opened while another closes waits for the history", async () => {
  sheets.open({ kind: "help" });
  sheets.close();
  sheets.open({ kind: "roster" });
  await popped();
  expect(sheets.stack.map((sheet) => sheet.kind)).toEqual(["roster"]);
  expect(history.state).toEqual({ depth: 1 });
  sheets.closeAll();
  await popped();
});

test("after a reload the history's last entry is the ground, whatever was open before", async () => {
  history.pushState({ depth: 3 }, "");
  sheets.reset();
  sheets.open({ kind: "question" });
  sheets.closeAll();
  await popped();
  expect(sheets.stack).toEqual([]);
});

test("a question gives way to its result without a step", () => {
  const before = history.length;
  sheets.open({ kind: "question" });
  sheets.turnTo({ kind: "log" });
  expect(sheets.top?.kind).toBe("log");
  expect(history.length).toBeLessThanOrEqual(before + 1);
});

test("the form itself is left only by a second step back", async () => {
  sheets.warn = vi.fn();
  sheets.leave = vi.fn();
  history.pushState({ depth: 0 }, "");
  sheets.guard();
  history.back();
  await popped();
  expect(sheets.warn).toHaveBeenCalledOnce();
  expect(sheets.leave).not.toHaveBeenCalled();
  history.back();
  await popped();
  expect(sheets.leave).toHaveBeenCalledOnce();
});
