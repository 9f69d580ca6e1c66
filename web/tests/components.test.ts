import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import Arms from "../src/fields/Arms.svelte";
import GroupField from "../src/fields/GroupField.svelte";
import RangePicker from "../src/fields/RangePicker.svelte";
import Rarer from "../src/fields/Rarer.svelte";
import Segmented from "../src/fields/Segmented.svelte";
import Stepper from "../src/fields/Stepper.svelte";
import Icon from "../src/icons/Icon.svelte";
import { DRAWINGS, drawing, useDrawings } from "../src/icons/drawings";
import Assumptions from "../src/odds/Assumptions.svelte";
import OddsBars from "../src/odds/OddsBars.svelte";
import OddsChain from "../src/odds/OddsChain.svelte";
import Strip from "../src/odds/Strip.svelte";
import Track from "../src/odds/Track.svelte";
import { app } from "../src/lib/app.svelte";
import type { LogRow, RosterUnit } from "../src/lib/contract";
import { Game } from "../src/lib/game.svelte";
import { newGame } from "../src/lib/kept-game";
import { offersLeft, taking } from "../src/lib/offers";
import AnswerCount from "../src/sheets/AnswerCount.svelte";
import AnswerDie from "../src/sheets/AnswerDie.svelte";
import DiceBox from "../src/sheets/DiceBox.svelte";
import LogRowView from "../src/sheets/LogRowView.svelte";
import ResultSheet from "../src/sheets/ResultSheet.svelte";
import RosterPaste from "../src/sheets/RosterPaste.svelte";
import RuleNumbers from "../src/sheets/RuleNumbers.svelte";
import RosterPlates from "../src/umpire/RosterPlates.svelte";
import {
  bases,
  choice,
  field,
  ledger,
  members,
  odds,
  range,
  request,
  row,
  ruleset,
  status,
  unit,
  verdict,
} from "./samples";
import { StandIn } from "./stand-in";

const user = userEvent.setup();
const none = () => null;

describe("a segmented choice", () => {
  test("is a radiogroup: one stop for Tab, arrows choose", async () => {
    const choose = vi.fn();
    render(Segmented, { label: "Status", choices: status.choices, value: "ok", choose });
    const [ok, disordered] = screen.getAllByRole("radio");
    expect(ok!.getAttribute("aria-checked")).toBe("true");
    expect(disordered!.tabIndex).toBe(-1);
    await user.tab();
    expect(document.activeElement).toBe(ok);
    await user.keyboard("{ArrowRight}");
    expect(choose).toHaveBeenCalledWith("disordered");
    expect(document.activeElement).toBe(disordered);
  });

  test("what is not possible stays, can be reached, and says why", async () => {
    const [choose, refuse] = [vi.fn(), vi.fn()];
    const bar = { values: ["disordered"], when: { all: [] }, reason: "It is not hit.", rule: null };
    render(Segmented, {
      label: "Status",
      choices: status.choices,
      value: "ok",
      choose,
      bar: (value) => (value === "disordered" ? bar : null),
      refuse,
    });
    const closed = screen.getByRole("radio", { name: "Disordered" });
    expect(closed.getAttribute("aria-disabled")).toBe("true");
    await user.click(closed);
    expect(refuse).toHaveBeenCalledWith(bar);
    expect(choose).not.toHaveBeenCalled();
  });

  test("an assumed answer is told apart from a given one", () => {
    render(Segmented, {
      label: "Side",
      choices: [choice(true, "Frontal"), choice(false, "Flank")],
      value: undefined,
      assumed: true,
      choose: none,
    });
    const assumed = screen.getByRole("radio", { name: /^Frontal\s*, assumed$/ });
    expect(assumed.getAttribute("aria-checked")).toBe("true");
    expect(assumed.className).toContain("assumed");
  });
});

test("a change of arm keeps the grade and costs one tap; an arm with one member has no second row", async () => {
  const choose = vi.fn();
  const { rerender } = render(Arms, {
    field: unit,
    value: "veteran_infantry",
    choose,
    bar: none,
    refuse: none,
  });
  expect(screen.getAllByRole("radiogroup")).toHaveLength(2);
  await user.click(screen.getByRole("radio", { name: "Cavalry" }));
  expect(choose).toHaveBeenCalledWith("veteran_cavalry");
  await rerender({ value: "guns" });
  expect(screen.getAllByRole("radiogroup")).toHaveLength(1);
});

test("a stepper keeps within its bounds and can begin from nothing", async () => {
  const choose = vi.fn();
  const { rerender } = render(Stepper, { field: bases, value: undefined, choose });
  await user.click(screen.getByRole("button", { name: "Bases: 1 more" }));
  expect(choose).toHaveBeenLastCalledWith(1);
  await rerender({ value: 12 });
  choose.mockClear();
  await user.click(screen.getByRole("button", { name: "Bases: 1 more" }));
  expect(choose).not.toHaveBeenCalled();
});

test("a stepper comes back from a number that other house rules allowed", async () => {
  const choose = vi.fn();
  render(Stepper, { field: { ...bases, max: 8 }, value: 12, choose });
  await user.click(screen.getByRole("button", { name: "Bases: 1 fewer" }));
  expect(choose).toHaveBeenLastCalledWith(8);
});

test("a range is a band, or a number in its own cell", async () => {
  const choose = vi.fn();
  const { rerender } = render(RangePicker, { field: range, value: "3-6", choose, bar: none, refuse: none });
  await user.click(screen.getByRole("radio", { name: /0–3/ }));
  expect(choose).toHaveBeenCalledWith("0-3");
  await rerender({ value: "4.5" });
  expect(screen.getByRole("button", { name: "Range: type a number, now 4.5" })).toBeTruthy();
});

test("a member of a group opens, changes and leaves", async () => {
  const set = vi.fn();
  const items = [
    { name: "5th Infantry", grade: "elite" },
    { name: "6th Infantry", grade: "raw" },
  ];
  render(GroupField, {
    field: members,
    items,
    said: items,
    set,
    values: {},
    problems: new Map(),
    odds: null,
    roster: [],
  });
  await user.click(screen.getByRole("button", { name: /6th Infantry Raw/ }));
  await user.click(screen.getByRole("radio", { name: "Elite" }));
  expect(set).toHaveBeenLastCalledWith([items[0], { name: "6th Infantry", grade: "elite" }]);
  await user.click(screen.getByRole("button", { name: "Remove 5th Infantry" }));
  expect(set).toHaveBeenLastCalledWith([items[1]]);
  await user.click(screen.getByRole("button", { name: "Add unit" }));
  expect(set).toHaveBeenLastCalledWith([...items, { grade: "raw" }]);
});

test("the rarer points of a member are folded, and what is left open shows what counts", async () => {
  const rare = field("wet", { kind: "yes_no", widget: "tick", section: "circumstance", usual: false });
  const state = { ...status, name: "state", usual: null, optional: true, assumed: false };
  const group = { ...members.group!, fields: [state, rare] };
  const one = { field: { ...members, group }, items: [{}], set: none, values: {}, problems: new Map(), roster: [] };
  render(GroupField, { ...one, odds: odds({ counted: { "members.1.state": "ok" } }) });
  expect(screen.getByRole("radio", { name: /^OK\s*, assumed$/ })).toBeTruthy();
  expect(screen.queryByRole("checkbox")).toBeNull();
  await user.click(screen.getByRole("button", { expanded: false }));
  expect(screen.getByRole("checkbox", { name: /wet/i })).toBeTruthy();
});

test.each([{ alone: false }, { alone: true }])(
  "who speaks to the page opens the rarer points by the words on them",
  (where) => {
    const fields = ["wet", "dark"].map((name) =>
      field(name, { kind: "yes_no", widget: "tick", section: "circumstance", usual: false }),
    );
    const shown = { fields, values: { wet: true }, press: none, ...where };
    for (const open of [false, true]) {
      const { unmount } = render(Rarer, { ...shown, open });
      const button = screen.getByRole("button");
      expect(button.getAttribute("aria-label")).toContain(button.textContent);
      unmount();
    }
  },
);

describe("odds", () => {
  test("are read as chances, a small one is not nothing, a long tail folds", async () => {
    const rows = [
      row("None", 3, 10, 30, 0),
      row("Rare", 1, 1000, 0, 4),
      ...[1, 2, 3, 4, 5, 6].map((n) => row(`Level ${n}`, 1, 10, 10, 2)),
    ];
    render(OddsBars, { rows });
    expect(screen.getByRole("button", { name: /^3 in 10: None/ })).toBeTruthy();
    await user.click(screen.getByText("4 others, show all"));
    expect(screen.getByText("<1")).toBeTruthy();
    expect(screen.getByText("Level 6")).toBeTruthy();
  });

  test("as a chain each bar starts where the one above ended", () => {
    const { container } = render(OddsChain, {
      rows: [row("Lost", 1, 10, 10, 0), row("Stopped", 3, 10, 30, 2), row("Wins", 6, 10, 60, 4)],
    });
    const lefts = [...container.querySelectorAll<HTMLElement>("i")].map((bar) => bar.style.left);
    expect(lefts).toEqual(["0%", "10%", "40%"]);
  });

  test("what they assume turns over at a tap", async () => {
    const flip = vi.fn();
    const assumed = {
      key: "q",
      field: null,
      label: "Frontal?",
      value: true,
      value_label: "Yes",
      kind: "yes_no" as const,
      min: 0,
      max: 1,
      choices: [],
    };
    render(Assumptions, { assumed: [assumed], flip });
    await user.click(screen.getByRole("button"));
    expect(flip).toHaveBeenCalledWith(assumed, false);
  });

  test("a strip and a track speak for themselves", () => {
    const faces = [
      { from: 1, to: 3, label: "Shaken", severity: 2 },
      { from: 4, to: 10, label: "Rally", severity: 0 },
    ];
    render(Strip, { unit: { name: "", sum: "", total: "", text: "", faces }, faces: 10, face: 3 });
    expect(screen.getByRole("img", { name: "3 in 10 Shaken, 7 in 10 Rally" })).toBeTruthy();
    render(Track, { unit: { name: "", sum: "", before: 1, now: -3, min: -4, max: 4, label: "", text: "", bad: true } });
    expect(screen.getByRole("img", { name: "From +1 to −3" })).toBeTruthy();
  });
});

describe("real dice", () => {
  test("one die: a tap selects, Enter confirms", async () => {
    const answer = vi.fn();
    render(AnswerDie, { request: request(), situation: "", total: "", index: 0, before: [], answer });
    await user.click(screen.getByRole("radio", { name: /^8/ }));
    expect(answer).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Enter 8" }));
    expect(answer).toHaveBeenCalledWith(8);
  });

  test("one die, by keyboard: 1 then 0 is ten", async () => {
    const answer = vi.fn();
    render(AnswerDie, { request: request(), situation: "", total: "", index: 0, before: [], answer });
    await user.keyboard("10{Enter}");
    expect(answer).toHaveBeenCalledWith(10);
  });

  test("a ten-sided die shows its ten as 0, and the second of two dice says whose it is", () => {
    const faces = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const dice = ["the attacker's", "the defender's"].map((whose) => ({ name: "d10", faces, whose }));
    const two = { request: request({ dice }), situation: "", total: "", answer: none };
    render(AnswerDie, { ...two, index: 1, before: [6] });
    expect(screen.getByText(/^So far: 6\.\s+Now the defender's\.$/)).toBeTruthy();
    expect(screen.getByRole("radio", { name: /^10/ }).textContent).toContain("0 on the die");
    expect(screen.getByRole("radio", { name: /^9/ }).textContent).not.toContain("on the die");
  });

  test("a pool: counts per band must add up; the rest is one tap", async () => {
    const answer = vi.fn();
    const pool = request({
      kind: "count",
      pool: 6,
      dice: [{ name: "d6", faces: [1, 2, 3, 4, 5, 6], whose: "" }],
      bands: [
        { label: "5 or 6", faces: [5, 6], severity: 2 },
        { label: "less", faces: [1, 2, 3, 4], severity: 0 },
      ],
    });
    render(AnswerCount, { request: pool, situation: "", total: "", answer });
    await user.click(screen.getByRole("button", { name: "5 or 6: one more" }));
    await user.click(screen.getByRole("button", { name: "5 to go" }));
    expect(answer).not.toHaveBeenCalled();
    await user.click(screen.getAllByRole("button", { name: "The rest" })[1]!);
    await user.click(screen.getByRole("button", { name: "Enter" }));
    expect(answer).toHaveBeenCalledWith({ counts: [1, 5] });
    await user.click(screen.getByRole("radio", { name: "Faces in order" }));
    for (const face of [6, 1, 1, 2, 3, 4])
      await user.click(screen.getByRole("button", { name: new RegExp(`^${face},`) }));
    await user.click(screen.getByRole("button", { name: "Enter" }));
    expect(answer).toHaveBeenLastCalledWith({ faces: [6, 1, 1, 2, 3, 4] });
  });
});

describe("dice that no count would help with", () => {
  const bands = [{ label: "hits", faces: [1, 2], severity: 0 }];

  test("one die of a pool is one tap and Enter, and another tap changes it", async () => {
    const answer = vi.fn();
    const one = request({
      kind: "count",
      pool: 1,
      bands,
      dice: [{ name: "average die", faces: [2, 3, 3, 4, 4, 5], whose: "" }],
    });
    render(AnswerCount, { request: one, situation: "", total: "", answer });
    expect(screen.queryByRole("radio")).toBeNull();
    await user.click(screen.getByRole("button", { name: /^3,/ }));
    await user.click(screen.getByRole("button", { name: /^5,/ }));
    await user.click(screen.getByRole("button", { name: "Enter" }));
    expect(answer).toHaveBeenCalledWith({ faces: [5] });
  });

  test("one percentage die is tapped as tens and ones, and told what it is", async () => {
    const answer = vi.fn();
    const faces = Array.from({ length: 100 }, (_, index) => index + 1);
    const one = request({ kind: "count", pool: 1, bands, dice: [{ name: "d100", faces, whose: "" }] });
    render(AnswerCount, { request: one, situation: "", total: "", answer });
    expect(screen.queryByRole("textbox")).toBeNull();
    await user.click(screen.getByRole("radio", { name: "00" }));
    await user.click(screen.getByRole("radio", { name: "2" }));
    expect(screen.getByText("hits")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Enter" }));
    expect(answer).toHaveBeenCalledWith({ faces: [2] });
  });

  test("percentage dice are typed, and what is on no die is refused", async () => {
    const answer = vi.fn();
    const faces = Array.from({ length: 100 }, (_, index) => index + 1);
    const three = request({ kind: "count", pool: 3, bands, dice: [{ name: "d100", faces, whose: "" }] });
    render(AnswerCount, { request: three, situation: "", total: "", answer });
    expect(screen.getByText("1 to 2")).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: "Faces in order" }));
    await user.type(screen.getByRole("textbox"), "14, 58 104");
    expect(screen.getByText("104 is not on the die. Faces go from 1 to 100.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Look again" }));
    expect(answer).not.toHaveBeenCalled();
    await user.clear(screen.getByRole("textbox"));
    await user.type(screen.getByRole("textbox"), "14, 58 61");
    await user.click(screen.getByRole("button", { name: "Enter" }));
    expect(answer).toHaveBeenCalledWith({ faces: [14, 58, 61] });
  });
});

test("a secret row of the log is covered until somebody lifts the cover", async () => {
  const log = {
    id: "a",
    number: 7,
    side: null,
    turn: 1,
    subject: "",
    sentence: "The mine is under the bridge.",
    dice: "",
    chance: "",
    voided: false,
    mark: "",
    remarks: [],
    redo: { action: "", fields: {} },
    offers: [],
    secret: true,
    time: null,
    action: "",
    house: false,
  };
  const { container } = render(LogRowView, {
    row: log,
    side: null,
    second: false,
    time: "",
    look: none,
    strike: none,
    redo: none,
    take: none,
  });
  expect(within(container).queryByText(/mine/)).toBeNull();
  await user.click(within(container).getByText(/Secret/));
  expect(within(container).getByText(/mine/)).toBeTruthy();
});

describe("drawings", () => {
  test("every icon is complete SVG without a mark left over", () => {
    for (const name of Object.keys(DRAWINGS)) {
      expect(drawing(name), name).not.toMatch(/[{}]/);
      expect(drawing(name), name).toMatch(/^<.*>$/);
    }
  });

  test("an unknown name gets the plain sort", () => {
    const { container } = render(Icon, { name: "zeppelin" });
    expect(container.querySelector("path")).toBeTruthy();
    expect(drawing("zeppelin")).toBe(drawing("plain"));
  });

  test("what a ruleset brings along goes before the page's own, and leaves with it", () => {
    const infantry = drawing("infantry");
    useDrawings({ lamp: '<path d="M1 1"/>', infantry: '<path d="M2 2"/>' });
    const { container } = render(Icon, { name: "infantry" });
    expect(container.querySelector("path")!.getAttribute("d")).toBe("M2 2");
    expect(drawing("lamp")).toBe('<path d="M1 1"/>');
    useDrawings({});
    expect(drawing("infantry")).toBe(infantry);
    expect(drawing("lamp")).toBe(drawing("plain"));
  });
});

test("a result offers what the books offer after it, and nothing before they have been asked", async () => {
  const shown = verdict("a", 1);
  const offer = { label: "Four casualties", action: "score", fields: {}, at_once: true };
  const told = { id: "a", number: 1, offers: [offer], mark: "", voided: false } as unknown as LogRow;
  const game = new Game(newGame("sample", "Sample"), ruleset(), [{ record: shown.record, voided: false }]);
  render(ResultSheet, { game, verdict: shown, odds: null });
  expect(screen.queryByRole("button", { name: offer.label })).toBeNull();
  game.ledger = ledger({ log: [told] });
  expect(await screen.findByRole("button", { name: offer.label })).toBeTruthy();
  // The books have scored them by themselves.
  game.ledger = ledger({ log: [{ ...told, offers: [] }] });
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: offer.label })).toBeNull());
});

test("the headline of a result is large as far as it names the effect, and stays one heading", () => {
  const headline = "Swept from the Field. The defender loses 3 stands, the attacker no stands.";
  const shown = verdict("a", 1, { headline });
  const game = new Game(newGame("sample", "Sample"), ruleset(), [{ record: shown.record, voided: false }]);
  render(ResultSheet, { game, verdict: shown, odds: null });
  const heading = screen.getByRole("heading", { level: 1, name: headline });
  expect(within(heading).getByText("The defender loses 3 stands, the attacker no stands.").tagName).toBe("SMALL");
});

test("a result may offer the same thing twice and say the same note twice", () => {
  const shown = verdict("a", 1, { notes: ["Told.", "Told."] });
  const game = new Game(newGame("sample", "Sample"), ruleset(), [{ record: shown.record, voided: false }]);
  const offer = { label: "2 × veteran lost", action: "score", fields: {}, at_once: true };
  const told = { id: "a", number: 1, offers: [offer, offer], mark: "", voided: false } as unknown as LogRow;
  game.ledger = ledger({ log: [told] });
  render(ResultSheet, { game, verdict: shown, odds: null });
  expect(screen.getAllByRole("button", { name: offer.label })).toHaveLength(2);
  expect(screen.getAllByText("Told.")).toHaveLength(2);
});

test("a result tells the odds of its end apart from those of its throw, where they differ", () => {
  const dice = {
    key: "charge.1.dice",
    label: "Charge",
    name: "d10 v d10",
    faces: [9, 3],
    marked: [],
    sum: "+6",
    reading: "Driven Back",
    chance: [9, 50] as [number, number],
    percent: 18,
    by: "app",
  };
  const game = new Game(newGame("sample", "Sample"), ruleset(), []);
  const came = (percent: number) => {
    const shown = verdict("a", 1, { dice: [dice] });
    Object.assign(shown.record.meta, { percent });
    const { container, unmount } = render(ResultSheet, { game, verdict: shown, odds: null });
    const told = container.textContent.replace(/\s+/g, " ");
    unmount();
    return told;
  };
  expect(came(20)).toMatch(/18% ?for this ?throw/);
  expect(came(20)).toContain("The chance of this result was 20%.");
  expect(came(18)).not.toContain("The chance of this result");
});

test("of two offers alike one is left when the other is taken, whether the books have heard of it or not", () => {
  const [one, two] = ["Captain", "Captain"].map((label) => ({ label, action: "leader", fields: {}, at_once: true }));
  const other = { ...one!, fields: { name: "Ruiz" } };
  const taken = [taking([one!, two!, other], one!)];
  expect(offersLeft([one!, two!, other], taken)).toEqual([one, other]);
  expect(offersLeft([two!, other], taken)).toEqual([two, other]);
  expect(offersLeft([two!, other], [...taken, taking([two!, other], two!)])).toEqual([other]);
});

test("a failed save is marked among those that held", () => {
  const saves = {
    key: "saves",
    label: "Saves",
    name: "d6",
    faces: [5, 5, 5, 2],
    marked: [1, 2],
    sum: "",
    reading: "1 killed",
    chance: [1, 3] as [number, number],
    percent: 33,
    by: "app",
  };
  const { container, rerender } = render(DiceBox, { dice: saves });
  expect([...container.querySelectorAll(".marked")].map((die) => die.textContent.trim())).toEqual(["2"]);
  return rerender({ dice: { ...saves, faces: [1, 2] } }).then(() =>
    expect(container.querySelectorAll(".marked")).toHaveLength(0),
  );
});

test("a result tells of names that are not in the roster", () => {
  const note = "Lien is not in the roster. Did you mean Line?";
  const game = new Game(newGame("sample", "Sample"), ruleset(), []);
  render(ResultSheet, { game, verdict: verdict("a", 1, { notes: [note] }), odds: null });
  expect(screen.getByText(note)).toBeTruthy();
});

describe("the plates of the roster", () => {
  const listed = (name: string, side: string, field: string): RosterUnit => ({
    id: name,
    name,
    side,
    label: "",
    status: "",
    note: "",
    acted: "",
    gone: false,
    line: {},
    fields_as: { actor: {}, target: { [field]: name } },
  });
  const units = [listed("21st", "federal", "target_name"), listed("Church", "", "structure_name")];
  const shownFor = (name: string): string[] => {
    const field = { ...status, name };
    const { unmount } = render(RosterPlates, {
      units,
      as: "target",
      shown: [field],
      values: {},
      use: () => {},
      other: () => {},
    });
    const names = screen.getAllByRole("button").map((plate) => plate.textContent.trim());
    unmount();
    return names;
  };

  test("offer whom the form can name", () => {
    expect(shownFor("target_name")).toEqual(["21st"]);
    expect(shownFor("structure_name")).toEqual(["Church"]);
  });

  test("offer every unit where the form has no place for names", () => {
    expect(shownFor("range")).toEqual(["21st"]);
  });
});

test("whoever is named has his sort on his plate, and another may be meant who is not on the roster", async () => {
  const shown = [{ ...status, name: "actor_name" }];
  const villa: RosterUnit = {
    ...{ id: "villa", name: "Villa", side: "rev", label: "Regular Infantry", status: "", note: "", acted: "" },
    ...{ gone: false, line: {}, fields_as: { actor: { actor_name: "Villa", unit: "regular" }, target: {} } },
  };
  const other = vi.fn();
  const plates = { units: [villa], as: "actor" as const, shown, use: () => {}, other };
  const { rerender } = render(RosterPlates, { ...plates, values: {} });
  expect(screen.queryByRole("button", { name: /Other/ })).toBeNull();
  await rerender({ ...plates, values: { actor_name: "Villa" } });
  expect(screen.getByRole("button", { pressed: true }).textContent).toContain("Regular Infantry");
  await user.click(screen.getByRole("button", { name: /Other/ }));
  expect(other).toHaveBeenCalledWith("actor_name");
});

test("a list that is taken with two quick taps is entered once", async () => {
  const desk = new StandIn();
  let tell = (): void => {};
  const told = new Promise<void>((done) => (tell = done));
  desk.replies.read_roster = [() => told.then(() => ({ status: "ok", entries: [] }))];
  app.desk.call = desk.services.call;
  const enter = vi.fn(async () => {});
  render(RosterPaste, { game: desk.game(), enter });
  const text = screen.getByRole("textbox");
  await user.type(text, "Red Guards");
  await user.dblClick(screen.getByRole("button", { name: "Enter these units" }));
  tell();
  await vi.waitFor(() => expect((text as HTMLTextAreaElement).value).toBe(""));
  expect(enter).toHaveBeenCalledTimes(1);
});

describe("a number of a rule", () => {
  const cell = { path: "fire.guns", at: null, value: 5, text: "+5", printed: "" };
  const table = { title: "Fire", columns: [], rows: [{ label: "Guns", cells: [cell] }] };

  /** A desk whose word on a number comes when the test lets it. */
  function atTheDesk() {
    const desk = new StandIn();
    const waiting: (() => void)[] = [];
    desk.replies.number = [
      ({ value }: { value: number }) =>
        new Promise((tell) =>
          waiting.push(() => tell({ status: "ok", value, house: `guns = ${value}`, label: "Guns", rows: [] })),
        ),
    ];
    app.desk.call = desk.services.call;
    const game = desk.game();
    render(RuleNumbers, { game, tables: [table] });
    const tell = async (): Promise<void> => {
      await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0));
      waiting.shift()!();
    };
    return { game, tell };
  }

  test("is kept as it stands in the plate: what was worked out for another is not kept in its place", async () => {
    const { game, tell } = atTheDesk();
    await user.click(screen.getByRole("button", { name: "Guns: +5" }));
    await tell();
    await user.click(screen.getByRole("button", { name: "One less" }));
    const keep = screen.getByRole("button", { name: "Keep +4" });
    expect(keep.getAttribute("aria-disabled")).toBe("true");
    await user.click(keep);
    expect(game.setting.house).toBe("");
    await tell();
    await vi.waitFor(() => expect(keep.getAttribute("aria-disabled")).toBe("false"));
    await user.click(keep);
    await vi.waitFor(() => expect(game.setting.house).toBe("guns = 4"));
  });
});
