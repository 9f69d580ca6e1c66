import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { TableScenario } from "../src/lib/contract";
import { Battle } from "../src/table/battle.svelte";
import Ahead from "../src/table/Ahead.svelte";
import Lobby from "../src/table/Lobby.svelte";
import Log from "../src/table/Log.svelte";
import MapNotes from "../src/table/MapNotes.svelte";
import Orders from "../src/table/Orders.svelte";
import Question from "../src/table/Question.svelte";
import VerdictCard from "../src/table/VerdictCard.svelte";
import type { Account, LogLine, TableNow } from "../src/table/types";
import { Other, accepted, panel, pending, scene, piece, table, told, who } from "./at-the-table";

let other: Other;
let battle: Battle;
const user = userEvent.setup();
const onTurn = (turn: number) =>
  ({
    ...scene(piece("foot", "red"), piece("horse", "red")),
    clock: { turn, title: "Setting up", detail: "" },
  }) as never;

beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => {})); // no picture of the ground comes
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  other = new Other();
  battle = new Battle("token", other.dial);
});

/** The table, with what can be done on it. */
async function sit(now: Partial<TableNow>, lines: LogLine[] = []): Promise<void> {
  other.answers = { panel: told({ ...panel({ id: "ready", title: "Begin" }), usual: "ready" }), outlook: told({}) };
  other.answers.preview = told({ order: { kind: "ready" }, verb: "Begin" });
  other.tell(table(3, now), lines, who());
  await battle.plan.order();
}

for (const phone of [true, false])
  test(`to begin is offered once, on ${phone ? "a phone" : "a desktop"}`, async () => {
    await sit({ scene: onTurn(0), undo: false });
    render(Orders, { battle, phone, slim: false, full: !phone });
    expect(screen.getAllByText("Begin")).toHaveLength(1);
    expect(screen.getByRole("button", { name: "Undo" }).getAttribute("aria-disabled")).toBe("true");
  });

test("that nothing can be ordered is not said before the server has said so", async () => {
  const denial = () => screen.queryByText("Nothing can be ordered here now.");
  await sit({ scene: onTurn(1), decisions: [] });
  other.answers.panel = told(panel());
  battle.plan.select("foot");
  render(Orders, { battle, phone: false, slim: false, full: true });
  expect(await screen.findByText("Nothing can be ordered here now.")).toBeTruthy(); // the others are to play

  const go = other.hold();
  other.tell(table(4, { scene: onTurn(1) }));
  await tick();
  expect(denial()).toBe(null); // what the unit can do in its own round is on its way
  go();
  await battle.plan.order();
  expect(await screen.findByText("Nothing can be ordered here now.")).toBeTruthy();

  const again = other.hold();
  other.tell(table(5, { scene: onTurn(1), ...pending("horse") }));
  await tick();
  expect(battle.plan.selected).toBe("horse");
  expect(denial()).toBe(null); // what was told is of another
  again();
});

test("an order that is the only one later on stays in the list, with its key", async () => {
  await sit({ scene: onTurn(2) });
  render(Orders, { battle, phone: true, slim: false, full: false });
  expect(screen.getAllByText("Begin")).toHaveLength(2);
  expect(screen.getByRole("button", { name: "Undo" }).getAttribute("aria-disabled")).toBe("false");
});

test("the log shows what was said and that the referee was asked for, and takes nothing back", async () => {
  const said = { seat: "blue", side: "blue", kind: "referee" as const, words: "Asked for the referee.", after: 0 };
  const line = { number: 1, side: "red", words: "Foot moved.", who: "", result: "", also: [], dice: [], turn: 0 };
  await sit({ said: [said] }, [line as unknown as LogLine]);
  render(Log, { battle });
  const rows = screen.getAllByRole("listitem").map((row) => row.textContent?.replace(/\s+/g, " ").trim());
  expect(rows).toEqual(["1 Foot moved.", "blue Asked for the referee."]);
  expect(screen.queryByRole("button", { name: "Undo" })).toBe(null);
});

test("from the verdict on a phone it goes on to the next unit, as long as one waits", async () => {
  const deed = {
    who: "Foot",
    words: "fired",
    headline: "No effect.",
    severity: 0,
    piece: "foot",
    target: "",
    steps: [],
    changes: [],
  };
  const account = { number: 3, turn: 1, side: "red", deed, throws: [], why: [] } as unknown as Account;
  await sit({ scene: onTurn(1) });
  battle.card = account;
  render(VerdictCard, { battle, account, phone: true });
  await user.click(screen.getByRole("button", { name: "Next unit" }));
  expect([battle.card, battle.plan.selected]).toEqual([null, "foot"]);
  other.tell(table(4, { scene: scene() }));
  expect(await screen.findByRole("button", { name: "Go on" })).toBeTruthy();
});

test("an order to many says who goes, who stays, and what becomes of orders that come late", async () => {
  await sit({ scene: onTurn(1) });
  const member = (piece: string, goes: boolean, words: string) => ({ piece, name: piece, goes, words, outlook: "" });
  const members = [member("foot", true, "5 in"), member("guns", false, "Deployed: stays unless you tick it")];
  battle.plan.preview = {
    far: 5000,
    members,
    sum: "One order each.",
    title: "All ahead 5 in",
    detail: "1 goes",
  } as never;
  render(Ahead, { battle });
  expect(screen.getAllByRole("checkbox").map((each) => each.getAttribute("aria-checked"))).toEqual(["true", "false"]);
  for (const words of ["5 in", "Deployed: stays unless you tick it", "One order each."])
    expect(screen.getByText(words)).toBeTruthy();
  const where = { target: null, from: null, way: null, pane: { width: 800, height: 600 } };
  const { container } = render(MapNotes, { props: { battle, phone: false, ...where, ends: [{ x: 300, y: 300 }] } });
  expect(container.querySelector(".many")?.textContent).toBe("All ahead 5 in1 goes");
});

test("the map of the battle that is chosen is asked for first, and each of them once", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (_: URL, { body }: { body: string }) => {
    asked.push((JSON.parse(body) as { scenario: string }).scenario);
    return new Response(JSON.stringify({ status: "ok", svg: "<svg/>" }));
  });
  const offered = ["small", "middling", "large", "chance"].map((name) => ({
    name,
    title: name,
    place: "",
    date: "",
    sides: [],
    units: name === "chance" ? 0 : 8,
  })) as unknown as TableScenario[];
  const lobby = { offered, name: "large", mine: "", choose: () => {} };
  const { unmount } = render(Lobby, lobby);
  expect(asked).toEqual(["large", "small", "middling"]);
  await vi.waitFor(() => expect(document.querySelectorAll("img")).toHaveLength(3));
  unmount();
  render(Lobby, lobby);
  await vi.waitFor(() => expect(document.querySelectorAll("img")).toHaveLength(3));
  expect(asked).toHaveLength(3);
});

test("a die of the next shot of a plan is asked for anew, though the question has the same key", async () => {
  const fire = {
    key: "fire.die",
    about: "dice",
    says: "Fire",
    sum: "",
    meanings: [],
    options: null,
    matrix: null,
    dice: [{ name: "d10", faces: [1, 2, 3] }],
    pool: 0,
    bands: [],
  } as never;
  await sit({ question: fire });
  other.answers.answer = accepted(4);
  const { rerender } = render(Question, { battle, question: fire });
  await user.click(screen.getByRole("radio", { name: "2" }));
  await user.click(screen.getByRole("button", { name: "Enter" }));
  expect(screen.queryByRole("radio", { name: "2" })).toBe(null); // told, and on its way

  other.tell(table(4, { question: fire }));
  await rerender({ battle, question: fire });
  expect(screen.getByRole("radio", { name: "2" }).getAttribute("aria-checked")).toBe("false");
});
