import type { Action, Choice, Field, Ledger, Odds, OddsRow, Request, Ruleset, Verdict } from "../src/lib/contract";

/** A small ruleset, made up, with one of everything the form can show. */
export const choice = (value: Choice["value"], label = String(value), more: Partial<Choice> = {}): Choice => ({
  value,
  label,
  ...more,
});

export const field = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  label: name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " "),
  help: "",
  kind: "choice",
  widget: "seg",
  section: "actor",
  choices: [],
  unit: "",
  min: 0,
  max: 999,
  step: 1,
  usual: null,
  optional: false,
  needed: null,
  question: null,
  named: false,
  assumed: false,
  pair: null,
  bars: [],
  remembered: null,
  group: null,
  ...more,
});

const arm = (value: string, family: string, grade: string): Choice =>
  choice(value, `${grade} ${family}`, { family, family_label: family, member_label: grade, icon: "infantry" });

export const unit = field("unit", {
  widget: "arms",
  choices: [
    arm("irregular_infantry", "Infantry", "Irregular"),
    arm("veteran_infantry", "Infantry", "Veteran"),
    arm("irregular_cavalry", "Cavalry", "Irregular"),
    arm("veteran_cavalry", "Cavalry", "Veteran"),
    choice("guns", "Guns", { family: "Guns", family_label: "Guns", icon: "artillery" }),
  ],
  pair: "target",
});

export const target = field("target", { ...unit, name: "target", section: "target", pair: "unit" });

export const range = field("range", {
  kind: "distance",
  widget: "range",
  section: "target",
  unit: "in",
  choices: [choice("0-3", "0–3"), choice("3-6", "3–6"), choice("12-18", "12–18")],
  remembered: "unit",
  bars: [
    {
      values: ["12-18"],
      when: { field: "unit", in: ["irregular_infantry", "veteran_infantry"] },
      reason: "Out of range: Infantry reach 12 in.",
      rule: "REV-6.05",
    },
  ],
});

export const status = field("status", {
  widget: "trio",
  usual: "ok",
  assumed: true,
  choices: [choice("ok", "OK"), choice("disordered", "Disordered")],
});

export const bases = field("bases", {
  kind: "number",
  widget: "step",
  min: 1,
  max: 12,
  optional: true,
  pair: "target_bases",
});

export const frontal = field("frontal", {
  kind: "yes_no",
  widget: "tick",
  section: "question",
  optional: true,
  question: "assault.frontal",
  assumed: true,
});

export const members = field("members", {
  kind: "group",
  widget: "cards",
  section: "actor",
  group: {
    min: 1,
    max: 3,
    label: "Units",
    one: "Unit",
    fields: [
      field("name", { kind: "text", widget: "text", optional: true }),
      field("grade", { choices: [choice("elite", "Elite"), choice("raw", "Raw")] }),
      field("shaken", {
        kind: "yes_no",
        widget: "tick",
        usual: false,
        assumed: true,
        needed: { field: "grade", in: ["raw"] },
      }),
    ],
  },
});

export const action = (id: string, fields: Field[], more: Partial<Action> = {}): Action => ({
  id,
  label: id.charAt(0).toUpperCase() + id.slice(1),
  verb: "Fire",
  group: "fight",
  help: "",
  rules: [],
  layout: "bars",
  fields,
  bars: [],
  asks: [],
  measures: [],
  ledger_only: false,
  sealed: null,
  ...more,
});

export const ruleset = (more: Partial<Ruleset> = {}): Ruleset => ({
  status: "ok",
  id: "sample",
  title: "Sample",
  tagline: "",
  period: "",
  scale: "",
  prefix: "SAM",
  ours: false,
  table: false,
  roster_action: "roster_entry",
  rules_version: "1",
  sides: [
    { id: "rev", label: "Revolutionary", short: "REV", ink: "red" },
    { id: "gov", label: "Government", short: "GOV", ink: "blue" },
  ],
  groups: [{ id: "fight", label: "Fight" }],
  actions: [
    action("fire", [unit, status, target, range]),
    action("assault", [unit, target, frontal], {
      asks: [{ key: "assault.frontal", field: "frontal", label: "Frontal?", usual: true, kind: "yes_no", choices: [] }],
      bars: [{ values: [], when: { field: "unit", in: ["guns"] }, reason: "Guns do not assault.", rule: null }],
    }),
    action("initiative", [], { label: "Initiative" }),
    action("loss", [], { ledger_only: true, layout: "plain" }),
  ],
  phases: [],
  strip: [],
  options: [],
  house: [],
  changes: 0,
  house_example: "",
  fresh: { action: "fire", fields: { unit: "veteran_infantry", target: "guns", range: "3-6" } },
  turn_action: "initiative",
  notice: "",
  emblem: { name: "transport", drawing: "" },
  paper: "",
  drawings: {},
  ...more,
});

export const row = (key: string, part: number, whole: number, percent: number, severity: number): OddsRow => ({
  key,
  label: key,
  weight: [part, whole],
  percent,
  severity,
  die: "",
  detail: [],
  why: [],
});

export const odds = (more: Partial<Odds> = {}): Odds => ({
  status: "ok",
  layout: "bars",
  rows: [row("No effect", 6, 10, 60, 0), row("Disordered", 4, 10, 40, 1)],
  dice: "d10",
  total: "+4",
  assumed: [],
  counted: {},
  measures: [],
  why: [],
  note: "",
  summary: "",
  certain: "",
  outcomes: [],
  notes: [],
  left_out: [],
  units_faces: null,
  units: null,
  matrix: null,
  ...more,
});

export const request = (more: Partial<Request> = {}): Request => ({
  key: "fire.effect",
  kind: "roll",
  title: "Throw one ten-sided die.",
  text: "",
  role: "",
  secret: false,
  usual: null,
  number: 1,
  dice: [{ name: "d10", faces: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], whose: "" }],
  outcomes: [{ faces: [8, 9, 10], label: "Demoralized", severity: 2 }],
  throw: "d10",
  bands: [],
  pool: 0,
  options: [],
  value_kind: "choice",
  min: 0,
  max: 99,
  rule: null,
  total: false,
  ...more,
});

export const verdict = (id: string, number: number, more: Partial<Verdict> = {}): Verdict => ({
  status: "ok",
  record: {
    ruleset: "sample",
    rules_version: "1",
    options: {},
    house: "",
    action: "fire",
    fields: { unit: "veteran_infantry" },
    answers: [{ key: "fire.effect", value: [8], by: "app" }],
    meta: { id, number, side: "rev", turn: 1, time: "2026-01-02T10:00:00.000Z" },
  },
  verdict: { effects: [], measures: {} },
  headline: "Demoralized.",
  severity: 2,
  subject: "Veteran Infantry",
  instructions: [
    { text: "Mark it Demoralized.", detail: "", icon: "demoralized", secret: false, whom: "", known_to: "everyone" },
  ],
  dice: [],
  why: [],
  assumed: [],
  notes: [],
  left_out: [],
  house: false,
  throws: 1,
  sentence: "Veteran Infantry fires: two levels.",
  ledger: null,
  ...more,
});

export const ledger = (more: Partial<Ledger> = {}): Ledger => ({
  status: "ok",
  turn: 1,
  side: null,
  phase: null,
  phases: [],
  panels: [],
  prefill: {},
  roster: [],
  hidden_units: [],
  names: [],
  owed: [],
  log: [],
  ...more,
});
