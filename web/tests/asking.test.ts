import { afterEach, beforeEach, expect, test, vi } from "vitest";

const address = "http://table.local/api/odds";

/** A server's two ends, by hand: what was posted, and the line that was dialled. */
class Line {
  static last: Line | undefined;
  onopen?: () => void;
  onclose?: () => void;
  onmessage: ((event: { data: string }) => void) | null = null;
  sent: string[] = [];
  close = vi.fn();
  constructor(readonly address: string) {
    Line.last = this;
  }
  send(text: string): void {
    this.sent.push(text);
  }
}

let posted: string[];
let status: number;
class Post {
  status = 0;
  responseText = "";
  onload?: () => void;
  open(): void {}
  setRequestHeader(): void {}
  send(body: string): void {
    posted.push(body);
    this.status = status;
    this.responseText = `posted ${body}`;
    queueMicrotask(() => this.onload?.());
  }
}

async function dialled(): Promise<{ ask: typeof import("../src/lib/asking").ask; line: Line }> {
  const { ask } = await import("../src/lib/asking");
  await ask(address, "{}");
  await vi.advanceTimersByTimeAsync(1000);
  Line.last!.onopen!();
  return { ask, line: Line.last! };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", Post);
  vi.stubGlobal("WebSocket", Line);
  [posted, status, Line.last] = [[], 200, undefined];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("when the server has answered, questions go over the line, and each gets its own answer", async () => {
  const { ask, line } = await dialled();
  expect(line.address).toBe("ws://table.local/api/line");
  const told = [ask(address, '{"a":1}'), ask(address, '{"b":2}')];
  expect(line.sent).toEqual(['odds{"a":1}', 'odds{"b":2}']);
  line.onmessage!({ data: "one" });
  line.onmessage!({ data: "two" });
  expect(await Promise.all(told)).toEqual([
    { status: 200, text: "one" },
    { status: 200, text: "two" },
  ]);
  expect(posted).toEqual(["{}"]);
});

test("a line that breaks, or does not answer, leaves no question unanswered", async () => {
  for (const end of [(line: Line) => line.onclose!(), () => vi.advanceTimersByTimeAsync(3000)]) {
    vi.resetModules();
    const { ask, line } = await dialled();
    const told = ask(address, '{"a":1}');
    await end(line);
    expect(await told).toEqual({ status: 200, text: 'posted {"a":1}' });
    expect(await ask(address, '{"b":2}')).toMatchObject({ text: 'posted {"b":2}' });
  }
});

test("where there is no desk no line is dialled, and a long question is posted", async () => {
  status = 404;
  const { ask } = await import("../src/lib/asking");
  await ask(address, "{}");
  await vi.advanceTimersByTimeAsync(1000);
  expect(Line.last).toBeUndefined();
  status = 200;
  const { line } = await dialled();
  await ask(address, "x".repeat(10_000));
  expect(line.sent).toEqual([]);
});
