import { beforeEach, describe, expect, test, vi } from "vitest";
import { app } from "../src/lib/app.svelte";
import type { CallName, Entry } from "../src/lib/contract";
import { Game } from "../src/lib/game.svelte";
import { beginGame, openParcel } from "../src/lib/games";
import { parcelOf } from "../src/lib/hand-over";
import { keptEntries } from "../src/lib/keep";
import { newGame, type KeptGame } from "../src/lib/kept-game";
import { settings } from "../src/lib/settings.svelte";
import { ledger, odds, request, ruleset, verdict } from "./samples";

type Body = { [name: string]: unknown };
let replies: Partial<Record<CallName, unknown[]>>;
let sent: { name: string; body: Body }[];

/** The desk reads its lines: one reply after another, the last one again and again. */
beforeEach(() => {
  sent = [];
  replies = { ruleset: [ruleset()], ledger: [ledger()], odds: [odds()] };
  settings.set({ realDice: false });
  app.desk.call = vi.fn(async (name: CallName, body: object) => {
    sent.push({ name, body: JSON.parse(JSON.stringify(body)) });
    const lines = replies[name] ?? [];
    const next = lines.length > 1 ? lines.shift() : lines[0];
    if (next instanceof Error) throw next;
    return typeof next === "function" ? next(body) : next;
  }) as typeof app.desk.call;
});

const fresh = (): Game => new Game(newGame("sample", "Sample"), ruleset(), []);
const last = (name: string): Body => sent.filter((each) => each.name === name).at(-1)!.body;

test("a form that is stored while a step is being stored does not write over it", async () => {
  const game = fresh();
  replies.resolve = [{ status: "ask", request: request(), answers: [], throws: 0, why: [], dice: [] }];
  const acting = game.act();
  await vi.waitFor(() => expect(last("resolve")).toBeTruthy());
  // At every moment from here on until the question stands.
  for (let moment = 0; moment < 20 && !game.kept.pending; moment++) {
    game.save();
    await new Promise((go) => setTimeout(go));
  }
  await acting;
  await new Promise((go) => setTimeout(go, 20));
  expect((await Game.load("sample", "Sample")).kept.pending?.request.key).toBe("fire.effect");
});

describe("the first form", () => {
  test("is filled with the commonest case and asks for its odds", async () => {
    const game = fresh();
    await game.askOdds();
    expect(last("odds")).toMatchObject({
      ruleset: "sample",
      action: "fire",
      fields: { unit: "veteran_infantry", target: "guns", range: "3-6", status: "ok" },
    });
    expect(game.odds?.rows).toHaveLength(2);
  });

  test("a stale answer never overwrites a newer question", async () => {
    const game = fresh();
    replies.odds = [(body: Body) => ({ ...odds(), summary: (body.fields as Body).range })];
    const first = game.askOdds();
    game.setField("range", "0-3");
    void game.askOdds();
    await first;
    await vi.waitFor(() => expect(game.odds?.summary).toBe("0-3"));
  });

  test("a missing field hatches the button and names it", async () => {
    const game = fresh();
    replies.odds = [
      { status: "problems", problems: [{ field: "range", message: "Range is missing.", choices: [], rule: null }] },
    ];
    game.setField("range", null);
    await vi.waitFor(() => expect(game.missing).toBe("Choose: range"));
    await game.act();
    expect(game.tried).toBe(true);
    expect(sent.some((each) => each.name === "resolve")).toBe(false);
  });
});

describe("what the ledger knows", () => {
  test("fills the form until somebody sets the field", async () => {
    const game = fresh();
    replies.ledger = [ledger({ prefill: { fire: { status: "disordered" } } })];
    await game.refreshLedger();
    expect(game.reading.values.status).toBe("disordered");
    game.setField("status", "ok");
    expect(game.reading.values.status).toBe("ok");
  });

  test("comes with the verdict: the log goes up once, and the books are not asked for again", async () => {
    const game = fresh();
    replies.resolve = [
      verdict("a", 1, { ledger: ledger({ turn: 4 }) }),
      verdict("b", 2, { ledger: ledger({ turn: 5 }) }),
    ];
    await game.act();
    expect(last("resolve").entries).toEqual([]);
    expect(game.ledger?.turn).toBe(4);
    await game.act();
    expect((last("resolve").entries as Entry[]).map((entry) => entry.record.meta.id)).toEqual(["a"]);
    expect(game.ledger?.turn).toBe(5);
    expect(game.kept.turn).toBe(5);
    expect(sent.some((each) => each.name === "ledger")).toBe(false);
  });

  test("stays as it was when a verdict comes without books", async () => {
    const game = fresh();
    await game.refreshLedger();
    replies.resolve = [verdict("a", 1)];
    await game.act();
    expect(game.entries).toHaveLength(1);
    expect(game.ledger?.status).toBe("ok");
  });

  test("gives the move to the other side", async () => {
    const game = fresh();
    await game.refreshLedger();
    replies.ledger = [ledger({ side: "gov" })];
    await game.refreshLedger();
    expect(game.kept.side).toBe("gov");
  });
});

describe("a new phase", () => {
  const phases = [
    { id: "move", label: "Move", actions: ["assault"] },
    { id: "fire", label: "Fire", actions: ["fire"] },
  ];
  const phased = (): Game => new Game(newGame("sample", "Sample"), ruleset({ phases }), []);

  test("opens the first of its own actions", async () => {
    const game = phased();
    await game.refreshLedger();
    replies.ledger = [ledger({ phase: "move" })];
    await game.refreshLedger();
    expect(game.action.id).toBe("assault");
  });

  test("leaves who works out of phase alone", async () => {
    const game = phased();
    game.kept.outOfPhase = true;
    await game.refreshLedger();
    replies.ledger = [ledger({ phase: "move" })];
    await game.refreshLedger();
    expect(game.action.id).toBe("fire");
  });
});

test("a form opened from elsewhere stands under its own tab", () => {
  const game = fresh();
  game.kept.tabs[game.kept.side ?? ""] = "somewhere";
  game.openForm({ action: "fire", fields: {} });
  expect(game.kept.tabs[game.kept.side ?? ""]).toBe(game.action.group);
});

describe("several checks together", () => {
  const offers = ["a", "b", "c"].map((id) => ({ action: "fire", fields: { unit: id } }));

  test("are entered one after the other", async () => {
    const game = fresh();
    replies.resolve = [verdict("a", 1), verdict("b", 2), verdict("c", 3)];
    expect(await game.enterAll(offers)).toBe(true);
    expect(game.entries.map((entry) => entry.record.meta.id)).toEqual(["a", "b", "c"]);
  });

  test("wait at a question, which says whom it is about, and go on when it is answered", async () => {
    const game = fresh();
    const asked = { status: "ask", request: request(), answers: [], throws: 0, why: [], dice: [] };
    replies.resolve = [asked, verdict("a", 1), verdict("b", 2)];
    const entering = game.enterAll(
      offers.slice(0, 2).map((offer) => ({ ...offer, label: `Unit ${offer.fields.unit}` })),
    );
    await vi.waitFor(() => expect(game.kept.pending?.about).toBe("Unit a"));
    expect(game.several).toBe(true);
    await game.answer(4);
    expect(await entering).toBe(true);
    expect(game.entries.map((entry) => entry.record.meta.id)).toEqual(["a", "b"]);
  });

  test("end when a question is cancelled", async () => {
    const game = fresh();
    replies.resolve = [{ status: "ask", request: request(), answers: [], throws: 0, why: [], dice: [] }];
    const entering = game.enterAll(offers);
    await vi.waitFor(() => expect(game.kept.pending).not.toBeNull());
    game.cancel();
    expect(await entering).toBe(false);
    expect(game.entries).toHaveLength(0);
    expect(game.several).toBe(false);
  });

  test("stop at the first that is refused", async () => {
    const game = fresh();
    const refused = { status: "problems", problems: [{ field: "unit", message: "No.", choices: [], rule: null }] };
    replies.resolve = [verdict("a", 1), refused];
    expect(await game.enterAll(offers)).toBe(false);
    expect(game.entries).toHaveLength(1);
    expect(game.several).toBe(false);
  });
});

describe("a rule that asks", () => {
  const ask = { status: "ask", request: request(), answers: [], throws: 0, why: [], dice: [] };

  test("waits with all it has heard, survives a reload, and goes on", async () => {
    settings.set({ realDice: true });
    const game = fresh();
    replies.resolve = [ask, verdict("a", 1)];
    await game.act();
    expect(game.kept.pending?.request.key).toBe("fire.effect");
    expect(last("resolve").dice).toBe("real");

    // Nothing else has been written: the question was stored before it was shown.
    const again = await Game.load("sample", "Sample");
    expect(again.kept.pending?.request.key).toBe("fire.effect");
    await again.answer([8]);
    expect(last("resolve").answers).toEqual([{ key: "fire.effect", value: [8], by: "person" }]);
    expect(again.entries).toHaveLength(1);
    expect(again.kept.pending).toBeNull();
    expect(await keptEntries(again.kept.id)).toHaveLength(1);
  });

  test("a question answered in advance is not asked", async () => {
    const game = fresh();
    game.kept.advance["fire.effect"] = 3;
    replies.resolve = [ask, verdict("a", 1)];
    await game.act();
    expect(last("resolve").answers).toEqual([{ key: "fire.effect", value: 3, by: "form" }]);
    expect(game.entries).toHaveLength(1);
  });

  test("any request can be thrown by the app, taken back, or left", async () => {
    const game = fresh();
    replies.resolve = [{ ...ask, answers: [{ key: "x", value: 1, by: "person" }] }];
    await game.act();
    await game.throwForMe();
    expect(last("resolve").throw_next).toBe(true);
    await game.stepBack();
    expect(last("resolve").answers).toEqual([]);
    game.cancel();
    expect(game.kept.pending).toBeNull();
    expect(game.entries).toHaveLength(0);
  });
});

describe("the log", () => {
  async function withTwo(): Promise<Game> {
    const game = fresh();
    replies.resolve = [verdict("a", 1), verdict("b", 2)];
    await game.act();
    await game.act();
    return game;
  }

  test("void keeps the entry, redo replaces it, voiding the redo brings it back", async () => {
    const game = await withTwo();
    await game.void("a");
    expect(game.entries.map((entry) => entry.voided)).toEqual([true, false]);
    const row = { id: "a", side: "gov", redo: { action: "assault", fields: { unit: "guns" } } };
    game.redo(row as never);
    expect(game.action.id).toBe("assault");
    expect(game.kept.side).toBe("gov");
    const redone = verdict("c", 3);
    redone.record.meta.redo_of = "a";
    replies.resolve = [redone];
    await game.act();
    expect((last("resolve").meta as Body).redo_of).toBe("a");
    expect((last("resolve").entries as Entry[]).map((entry) => entry.voided)).toEqual([true, false]);
    await game.void("c");
    expect(game.entries.map((entry) => entry.voided)).toEqual([false, false, true]);
  });

  test("a correction keeps the dice", async () => {
    const game = await withTwo();
    game.correct("b");
    const corrected = verdict("d", 3);
    corrected.record.meta.corrects = "b";
    replies.resolve = [corrected];
    await game.act();
    expect(last("resolve").answers).toEqual([{ key: "fire.effect", value: [8], by: "app" }]);
    expect(game.entries.map((entry) => entry.voided)).toEqual([false, true, false]);
  });

  test("rows that rest on a voided one are redone oldest first, or left", async () => {
    const game = await withTwo();
    const row = (id: string, number: number) => ({
      id,
      number,
      mark: "after a voided result",
      voided: false,
      side: null,
      redo: { action: "fire", fields: {} },
    });
    game.ledger = ledger({ log: [row("b", 2), row("a", 1)] as never });
    game.redoAll();
    expect(game.kept.redoOf).toBe("a");
    expect(game.nextRedo()).toBe(true);
    game.leaveMarked();
    expect(game.marked).toEqual([]);
  });

  test("dice are never given back", async () => {
    const game = await withTwo();
    expect(game.kept.throws).toBe(1);
    await game.void("a");
    expect(game.kept.throws).toBe(1);
  });

  test("a past result is worked out again from its own record", async () => {
    const game = await withTwo();
    replies.resolve = [verdict("a", 1)];
    expect(await game.look("a")).toBe(true);
    expect(last("resolve").answers).toEqual([{ key: "fire.effect", value: [8], by: "app" }]);
    expect(game.entries).toHaveLength(2);
  });
});

test("a refusal or a fault changes nothing and is said", async () => {
  const game = fresh();
  replies.resolve = [new Error("The desk is on fire.")];
  await game.act();
  expect(game.fault?.message).toBe("The desk is on fire.");
  expect(game.entries).toHaveLength(0);
  expect(game.busy).toBe(false);
});

test("swap turns the units and the side", () => {
  const game = fresh();
  game.swap();
  expect(game.reading.values).toMatchObject({ unit: "guns", target: "veteran_infantry" });
  expect(game.kept.side).toBe("gov");
});

test("options and house rules describe the screen anew, and are refused with their problems", async () => {
  const game = fresh();
  replies.ruleset = [{ ...ruleset(), changed: 2 }];
  expect(await game.change({ trucks: "fast" }, "x = 1")).toEqual([]);
  expect(game.ruleset.changed).toBe(2);
  expect(game.setting.options).toEqual({ trucks: "fast" });
  replies.ruleset = [
    { status: "problems", problems: [{ field: "house", message: "Line 1: there is no x.", choices: [], rule: null }] },
  ];
  expect((await game.change({}, "x = 2"))[0]?.message).toContain("Line 1");
  expect(game.setting.house).toBe("x = 1");
});

test("a game that is handed over throws its own dice", async () => {
  const kept: KeptGame = { ...newGame("sample", "Sample"), throws: 7 };
  await openParcel(parcelOf(kept, [{ record: verdict("a", 1).record, voided: false }]));
  const game = await Game.load("sample", "Sample");
  expect(game.entries).toHaveLength(1);
  expect(game.kept.seed).not.toBe(kept.seed);
  expect(game.kept.throws).toBe(0);
});

test("a new game keeps the house rules and begins an empty log", async () => {
  const before = { ...newGame("sample", "Sample"), house: "x = 1", actions: 4 };
  await beginGame(before);
  const game = await Game.load("sample", "Sample");
  expect(game.kept.house).toBe("x = 1");
  expect(game.entries).toEqual([]);
  expect(game.kept.id).not.toBe(before.id);
});
