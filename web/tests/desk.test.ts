import { describe, expect, test, vi } from "vitest";
import { Desk, Fault, Newest, NobodyAnswers, type PythonPort } from "../src/lib/desk";
import { newGame, settingOf } from "../src/lib/kept-game";

const base = "http://table.local/app/";
const reply = (body: unknown, status = 200) => Promise.resolve({ status, text: JSON.stringify(body) });

/** A worker that answers every call with its own name. */
function python(): PythonPort & { say(data: unknown): void } {
  const port = {
    onmessage: null as ((event: MessageEvent) => void) | null,
    say: (data: unknown) => port.onmessage?.({ data } as MessageEvent),
    postMessage: (message: { id: number; name: string }) =>
      queueMicrotask(() =>
        port.say({ id: message.id, reply: JSON.stringify({ status: "ok", by: "python", name: message.name }) }),
      ),
  };
  return port as PythonPort & { say(data: unknown): void };
}

const revolucion = settingOf(newGame("revolucion", ""));

describe("who answers", () => {
  test("the server, while Python is loading", async () => {
    const ask = vi.fn(() => reply({ status: "ok", by: "server" }));
    const desk = new Desk(base, () => {}, ask);
    desk.startPython(python());
    expect(await desk.call("catalogue", {})).toMatchObject({ by: "server" });
    expect(String((ask.mock.calls[0] as unknown[])[0])).toBe("http://table.local/app/api/catalogue");
  });

  test("Python, as soon as it is ready; the change is invisible", async () => {
    const states: string[] = [];
    const desk = new Desk(
      base,
      (state) => states.push(state),
      () => reply({}),
    );
    const port = python();
    desk.startPython(port);
    port.say({ ready: true, rulesets: ["revolucion"] });
    expect(await desk.call("rulebook", revolucion)).toMatchObject({ by: "python", name: "rulebook" });
    expect(states).toEqual(["python"]);
  });

  test("the server, about a ruleset that the phone's Python does not have, and about what there is", async () => {
    const desk = new Desk(
      base,
      () => {},
      () => reply({ status: "ok", by: "server" }),
    );
    const port = python();
    desk.startPython(port);
    port.say({ ready: true, rulesets: ["revolucion"] });
    expect(await desk.call("rulebook", { ...revolucion, ruleset: "lamplight" })).toMatchObject({ by: "server" });
    expect(await desk.call("catalogue", {})).toMatchObject({ by: "server" });
  });

  test("nobody, about such a ruleset with the server gone; Python lists what it has", async () => {
    const desk = new Desk(
      base,
      () => {},
      () => Promise.reject(new TypeError("offline")),
    );
    const port = python();
    desk.startPython(port);
    port.say({ ready: true, rulesets: ["revolucion"] });
    await expect(desk.call("rulebook", { ...revolucion, ruleset: "lamplight" })).rejects.toThrow(NobodyAnswers);
    expect(await desk.call("rulebook", revolucion)).toMatchObject({ by: "python" });
    expect(await desk.call("catalogue", {})).toMatchObject({ by: "python" });
  });

  test("with the server gone a call waits for Python", async () => {
    const desk = new Desk(
      base,
      () => {},
      () => Promise.reject(new TypeError("offline")),
    );
    const port = python();
    desk.startPython(port);
    const waiting = desk.call("catalogue", {});
    setTimeout(() => port.say({ ready: true }), 5);
    expect(await waiting).toMatchObject({ by: "python" });
  });

  test("with neither it says so", async () => {
    const desk = new Desk(
      base,
      () => {},
      () => Promise.reject(new TypeError("offline")),
    );
    const port = python();
    desk.startPython(port);
    const waiting = desk.call("catalogue", {});
    setTimeout(() => port.say({ failed: "engine.zip: 404" }), 5);
    await expect(waiting).rejects.toThrow(NobodyAnswers);
    expect(desk.state).toBe("lost");
  });

  test("a static host without a desk counts as no server", async () => {
    const desk = new Desk(
      base,
      () => {},
      () => reply("nothing here", 405),
    );
    const port = python();
    desk.startPython(port);
    setTimeout(() => port.say({ ready: true }), 5);
    expect(await desk.call("catalogue", {})).toMatchObject({ by: "python" });
  });
});

test("problems come as a reply, a broken server as a fault with its details", async () => {
  const refusing = new Desk(
    base,
    () => {},
    () => reply({ status: "problems", problems: [] }, 422),
  );
  expect(await refusing.call("catalogue", {})).toMatchObject({ status: "problems" });
  const broken = new Desk(
    base,
    () => {},
    () => reply({ detail: "boom" }, 500),
  );
  await expect(broken.call("catalogue", {})).rejects.toBeInstanceOf(Fault);
});

test("a fault inside Python is told apart from silence", async () => {
  const port = python();
  port.postMessage = (message: unknown) =>
    queueMicrotask(() => port.say({ id: (message as { id: number }).id, fault: "KeyError" }));
  const desk = new Desk(base);
  desk.startPython(port);
  port.say({ ready: true });
  await expect(desk.call("catalogue", {})).rejects.toMatchObject({ details: "KeyError" });
});

test("only the newest of several questions is heard", () => {
  const newest = new Newest();
  const first = newest.take();
  const second = newest.take();
  expect([first(), second()]).toEqual([false, true]);
});

test("the first question of the page is on its way before its code is there, and is not asked twice", async () => {
  const told = { status: "ok", by: "early" };
  const post = vi.fn<typeof fetch>(async () => new Response(JSON.stringify(told)));
  vi.stubGlobal("fetch", post);
  location.hash = "#/revolucion";
  vi.resetModules();
  await import("../src/early");
  expect(post).toHaveBeenCalledTimes(1);
  const { Desk: FreshDesk } = await import("../src/lib/desk");
  const desk = new FreshDesk(document.baseURI.split("#")[0]!);
  const setting = settingOf(newGame("revolucion", "Revolucion!"));
  expect(await desk.call("ruleset", setting)).toEqual(told);
  expect(post).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
