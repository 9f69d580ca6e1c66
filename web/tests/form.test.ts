import { describe, expect, test } from "vitest";
import type { Fields } from "../src/lib/contract";
import {
  families,
  hasPairs,
  lineOf,
  missingWords,
  newItem,
  objection,
  problemsBy,
  problemsOfItem,
  readForm,
  sentences,
  wholeItem,
  recall,
  remember,
  knownByName,
  knownInCard,
  rosterChanges,
  tellsMore,
  stepperRows,
  swapped,
} from "../src/lib/form";
import { action, bases, field, frontal, members, range, ruleset, status, target, unit } from "./samples";

const fire = ruleset().actions[0]!;

describe("reading the form", () => {
  test("presets are sent, empty fields are not", () => {
    expect(readForm(fire, { unit: "guns" }).sent).toEqual({ unit: "guns", status: "ok" });
  });

  test("a list that needs somebody begins with somebody, though the books know nobody for it", () => {
    expect(readForm(action("x", [members]), { members: [] }).values).toEqual({ members: [{ shaken: false }] });
    const spare = { ...members, group: { ...members.group!, min: 0 } };
    expect(readForm(action("x", [spare]), { members: [] }).values).toEqual({ members: [] });
  });

  test("a field whose condition fails is neither shown nor sent, and hides what hangs on it", () => {
    const a = field("a", { needed: { field: "b", in: [true] }, kind: "yes_no", widget: "tick" });
    const b = field("b", { needed: { field: "c", in: ["yes"] }, kind: "yes_no", widget: "tick" });
    const c = field("c");
    const kept: Fields = { a: true, b: true, c: "no" };
    const reading = readForm(action("x", [a, b, c]), kept);
    expect(reading.shown.map((each) => each.name)).toEqual(["c"]);
    expect(reading.sent).toEqual({ c: "no" });
    expect(readForm(action("x", [a, b, c]), { ...kept, c: "yes" }).sent).toEqual({ a: true, b: true, c: "yes" });
  });

  test("a kept value that the present unit cannot have counts as not chosen, and comes back with the unit", () => {
    const kept = { unit: "veteran_infantry", range: "12-18" };
    expect(readForm(fire, kept).sent.range).toBeUndefined();
    expect(readForm(fire, { ...kept, unit: "guns" }).sent.range).toBe("12-18");
  });

  test("a question is sent only when somebody answered it", () => {
    const assault = action("assault", [frontal]);
    expect(readForm(assault, {}).sent).toEqual({});
    expect(readForm(assault, { frontal: false }).sent).toEqual({ frontal: false });
  });

  test("a group starts with the fewest members, and its hidden parts are not sent", () => {
    const check = action("check", [members]);
    expect(readForm(check, {}).sent.members).toHaveLength(1);
    const kept = { members: [{ grade: "elite", shaken: true }] };
    expect(readForm(check, kept).sent.members).toEqual([{ grade: "elite" }]);
  });
});

test("actor and target change places, what is not known is left empty", () => {
  const values = { unit: "veteran_infantry", target: "guns", range: "3-6", status: "disordered" };
  expect(swapped(ruleset(), fire, values)).toEqual({
    unit: "guns",
    target: "veteran_infantry",
    range: "3-6",
    status: null,
    frontal: undefined,
  });
  const oneSided = action(
    "shoot",
    fire.fields.map((field) => (field.name === "unit" ? { ...field, pair: null } : field)),
  );
  expect(swapped({ ...ruleset(), actions: [oneSided] }, oneSided, values).unit).toBe("guns");
  expect(hasPairs(fire)).toBe(true);
  expect(hasPairs(action("plain", [status]))).toBe(false);
});

test("a choice is remembered for the unit type that made it", () => {
  const memory = remember({}, range, "0-3", { unit: "guns" });
  expect(recall(memory, "unit", "guns")).toEqual({ range: "0-3" });
  expect(recall(memory, "unit", "veteran_infantry")).toEqual({});
});

test("a unit of the roster changes in the form as it changes on the table", () => {
  const unit = (status: string, bases: number) => ({
    id: "z",
    name: "2nd Zaragoza",
    side: "rev",
    label: "",
    status,
    note: "",
    acted: "",
    gone: false,
    line: {},
    fields_as: { actor: {}, target: { target_name: "2nd Zaragoza", target_status: status, target_bases: bases } },
  });
  const form = { target_name: "2nd Zaragoza", target_status: "ok", target_bases: 3 };
  expect(rosterChanges([unit("ok", 4)], [unit("disordered", 4)], form)).toEqual({ target_status: "disordered" });
  expect(rosterChanges([unit("ok", 4)], [unit("disordered", 4)], { target_name: "another" })).toEqual({});
  const entered = { target_name: "2nd Zaragoza", target_status: "ok", target_bases: 4 };
  expect(rosterChanges([], [unit("ok", 4)], form)).toEqual(entered);
  expect(knownByName([unit("ok", 4)], "target_name", "2nd Zaragoza")).toEqual(entered);
  expect(knownByName([unit("ok", 4)], "target_name", " 2ND zaragoza")).toEqual(entered);
  expect(knownByName([unit("ok", 4)], "target_name", "2nd")).toEqual({});
  expect(knownByName([unit("ok", 4)], "actor_name", "2nd Zaragoza")).toEqual({});
  const named = { ...status, name: "target_name" };
  expect(tellsMore(unit("ok", 4), "target", [named])).toBe(false);
  expect(tellsMore(unit("ok", 4), "target", [named, { ...status, name: "target_status" }])).toBe(true);
});

test("a name typed into a card brings what the roster knows of the unit, and no other part does", () => {
  const name = field("name", { kind: "text" });
  const card = { ...members, group: { ...members.group!, fields: [name, field("grade"), field("figures")] } };
  const fields_as = { actor: { actor_name: "Core", grade: "veteran", figures: 5 }, target: {} };
  const core = {
    id: "1",
    name: "Core",
    side: "Player",
    label: "",
    status: "",
    fields_as,
    note: "",
    acted: "",
    gone: false,
    line: {},
  };
  expect(knownInCard([core], card, "name", "core ")).toEqual({ grade: "veteran", figures: 5 });
  expect(knownInCard([core], card, "grade", "Core")).toEqual({});
  expect(knownInCard([core], card, "name", "Cor")).toEqual({});
  const riding = { ...core, fields_as: { actor: { grade: "veteran" }, target: { grade: "raw", figures: 3 } } };
  expect(knownInCard([riding], card, "name", "Core")).toEqual({ grade: "veteran", figures: 3 });
});

test("the act button names what is missing or wrong", () => {
  const shown = [unit, range];
  const problem = { field: "range", message: "Range is missing.", choices: [], rule: null, may_pass: false };
  expect(missingWords([problem], shown, {})).toBe("Choose: range");
  expect(missingWords([problem], shown, { range: "99" })).toBe("Check: range");
  expect(missingWords([{ ...problem, field: "" }], shown, {})).toBe("Range is missing");
  const against = { ...problem, message: "It has fired this turn. It may fire again next turn.", rule: "REV-3.40" };
  expect(missingWords([against], shown, { range: "3-6" })).toBe("It has fired this turn");
  expect(missingWords([against], shown, {})).toBe("Choose: range");
});

test("an objection is to something that was said, or to the action itself", () => {
  const problem = { field: "range", message: "Too far. Go nearer.", choices: [], rule: "R-1", may_pass: false };
  expect(objection([], {})).toBeNull();
  expect(objection([problem], {})).toBeNull();
  expect(objection([problem], { range: "3-6" })).toBe(problem);
  expect(objection([{ ...problem, rule: null }], { range: "3-6" })).toBeNull();
  expect(objection([{ ...problem, field: "action" }], {})?.field).toBe("action");
  const ofCard = { ...problem, field: "members.2.grade" };
  expect(objection([ofCard], { members: [{}, { grade: "raw" }] })).toBe(ofCard);
  expect(objection([ofCard], { members: [{ grade: "raw" }] })).toBeNull();
  expect(sentences("Too far. Go nearer.")).toEqual(["Too far.", "Go nearer."]);
  expect(sentences("At 2.5 in it is too far")).toEqual(["At 2.5 in it is too far", ""]);
});

test("problems of a group's member go to its own fields", () => {
  const problem = { field: "members.2.grade", message: "Choose a grade.", choices: [], rule: null, may_pass: false };
  const by = problemsBy([problem]);
  expect(problemsOfItem(by, "members", 2).get("grade")).toEqual(problem);
  expect(problemsOfItem(by, "members", 1).size).toBe(0);
});

test("families keep the order of the choices; one without a family stands alone", () => {
  expect(families(unit.choices).map((each) => [each.id, each.members.length])).toEqual([
    ["Infantry", 2],
    ["Cavalry", 2],
    ["Guns", 1],
  ]);
});

test("a member of a group in one line, and a new one like the last", () => {
  expect(lineOf(members, { name: "5th", grade: "elite" })).toBe("Elite");
  expect(newItem(members, { grade: "raw", other: 1 })).toEqual({ grade: "raw" });
  expect(wholeItem(members, { grade: "raw" })).toEqual({ grade: "raw", shaken: false });
  expect(wholeItem(members, { shaken: true }, { grade: "elite" })).toEqual({ grade: "elite", shaken: true });
});

test("numbers of both sides stand together, the question between them", () => {
  const theirs = { ...bases, name: "target_bases", section: "target" as const, pair: "bases" };
  const earlier = field("earlier", { kind: "number", widget: "step", section: "question", question: "q" });
  const names = (rows: { name: string }[][]) => rows.map((row) => row.map((each) => each.name));
  expect(names(stepperRows([bases, target, theirs, earlier]))).toEqual([["bases", "earlier", "target_bases"]]);
  expect(stepperRows([bases])).toEqual([]);
  expect(names(stepperRows([{ ...bases, pair: null }, theirs]))).toEqual([["bases", "target_bases"]]);
  const men = { ...bases, name: "men", pair: "target_men" };
  const theirMen = { ...theirs, name: "target_men", pair: "men" };
  expect(names(stepperRows([bases, men, theirs, theirMen, earlier]))).toEqual([
    ["bases", "target_bases"],
    ["men", "target_men"],
  ]);
});
