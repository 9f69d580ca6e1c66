/** The desk's interface, as docs/umpire-api.md describes it. Types only: the desk decides, the browser draws. */

export type Scalar = string | number | boolean;
export type GroupItem = { [field: string]: Scalar | null };
export type Value = Scalar | null | GroupItem[];
export type Fields = { [field: string]: Value };
export type Fraction = [number, number];

export type Problem = { field: string; message: string; choices: string[]; rule: string | null };
export type Problems = { status: "problems"; problems: Problem[] };

export type Style = { scale: 1 | 2; unit: "in" | "cm" };
export type Setting = { ruleset: string; options: { [name: string]: Scalar }; house: string; style: Style };

export type Side = { id: string; label: string; short: string; ink: "red" | "blue" };

export type CatalogueEntry = {
  id: string;
  title: string;
  tagline: string;
  period: string;
  scale: string;
  prefix: string;
  rules_version: string | number;
  sides: Side[];
  ours: boolean;
  table: boolean;
  actions: number;
};
export type Catalogue = { status: "ok"; version: string; rulesets: CatalogueEntry[] };

export type Condition =
  { field: string; in: Scalar[] } | { all: Condition[] } | { any: Condition[] } | { not: Condition };

export type Choice = {
  value: Scalar;
  label: string;
  short?: string | null;
  icon?: string | null;
  family?: string | null;
  family_label?: string | null;
  member_label?: string | null;
  help?: string | null;
};

export type Bar = { values: Scalar[]; when: Condition | null; reason: string; rule: string | null };

export type FieldKind = "choice" | "number" | "distance" | "yes_no" | "text" | "group";
export type Widget = "arms" | "seg" | "trio" | "step" | "range" | "tick" | "text" | "cards" | "list";
export type Section = "actor" | "action" | "target" | "question" | "circumstance" | "all";

export type Field = {
  name: string;
  label: string;
  help: string;
  kind: FieldKind;
  widget: Widget;
  section: Section;
  choices: Choice[];
  unit: string | null;
  min: number | null;
  max: number | null;
  step: number | null;
  usual: Value;
  optional: boolean;
  needed: Condition | null;
  question: string | null;
  pair: string | null;
  bars: Bar[];
  remembered: string | null;
  group: { fields: Field[]; min: number; max: number; label: string } | null;
};

export type Question = { key: string; label: string; usual: Scalar | null; kind: string; choices: Choice[] };
export type Layout = "bars" | "chain" | "tenths" | "track" | "matrix" | "plain";

export type Action = {
  id: string;
  label: string;
  verb: string;
  group: string;
  help: string;
  rules: string[];
  layout: Layout;
  fields: Field[];
  bars: Bar[];
  asks: Question[];
  measures: { id: string; label: string }[];
  ledger_only: boolean;
};

export type Option = {
  name: string;
  label: string;
  help: string;
  kind: "yes_no" | "choice" | "number";
  choices: Choice[];
  default: Scalar;
  value: Scalar;
  min: number | null;
  max: number | null;
  rule: string | null;
  table_only: boolean;
};

export type Ruleset = {
  status: "ok";
  id: string;
  title: string;
  rules_version: string | number;
  sides: Side[];
  groups: { id: string; label: string }[];
  actions: Action[];
  phases: { id: string; label: string; actions: string[] }[];
  options: Option[];
  house: { path: string; value: unknown; was: unknown }[];
  changed: number;
  fresh: { action: string; fields: Fields };
  turn_action: string | null;
  ours?: boolean;
  roster?: boolean;
  notice: string;
};

export type WhyRow = { reason: string; value: string; rule: string | null; house: boolean };
export type Why = { title: string; rows: WhyRow[]; total: string };

export type OddsRow = {
  key: string;
  label: string;
  weight: Fraction;
  percent: number;
  severity: number;
  die: string;
  detail: OddsRow[];
  why: Why[];
};

export type Assumed = {
  key: string;
  field: string | null;
  label: string;
  value: Scalar | null;
  value_label: string;
  choices: Choice[];
  kind?: string;
  min?: number;
  max?: number;
};

export type Measure = {
  id: string;
  label: string;
  mean: Fraction;
  mean_text: string;
  distribution: { value: Scalar; weight: Fraction; percent: number; at_least_percent: number }[];
};

export type TenthsUnit = {
  name: string;
  sum: string;
  total: string;
  faces: { from: number; to: number; label: string; severity: number }[];
  text: string;
};

export type TrackUnit = {
  name: string;
  sum: string;
  before: number;
  now: number;
  min: number;
  max: number;
  label: string;
  text: string;
  bad: boolean;
};

export type Matrix = {
  rows: string[];
  columns: string[];
  cells: { text: string; best_row: boolean; best_column: boolean; detail: string }[][];
  row_title: string;
  column_title: string;
  measure: string;
};

export type Odds = {
  status: "ok";
  layout: Layout;
  rows: OddsRow[];
  dice: string;
  total: string;
  assumed: Assumed[];
  measures: Measure[];
  why: Why[];
  note: string;
  summary: string;
  certain?: string;
  units?: (TenthsUnit | TrackUnit)[] | null;
  units_faces?: number | null;
  matrix?: Matrix | null;
};

export type Answered = "app" | "person" | "form" | "usual";
export type Answer = { key: string; value: unknown; by?: Answered };

export type Request = {
  key: string;
  kind: "roll" | "count" | "choose" | "observe";
  title: string;
  text: string;
  role: string;
  secret: boolean;
  usual: Scalar | null;
  number: number;
  dice: { name: string; faces: number[] }[];
  outcomes: { faces: number[]; label: string; severity: number }[];
  throw: string;
  bands: { label: string; faces: number[] }[];
  pool: number;
  options: Choice[];
  value_kind: "yes_no" | "number" | "choice" | "order";
  min: number | null;
  max: number | null;
  rule: string | null;
};

export type Instruction = { text: string; detail: string; icon: string; secret: boolean };
export type Offer = { label: string; action: string; fields: Fields };

export type Throw = {
  key: string;
  label: string;
  name: string;
  faces: number[];
  sum: string;
  reading: string;
  chance: Fraction;
  percent: number;
  by: Answered;
};

export type Meta = {
  id: string;
  number: number;
  side: string | null;
  turn: number;
  time: string;
  [more: string]: unknown;
};

export type Record_ = {
  ruleset: string;
  rules_version: string | number;
  options: { [name: string]: Scalar };
  house: unknown;
  action: string;
  fields: Fields;
  answers: Answer[];
  meta: Meta;
};

export type Ask = {
  status: "ask";
  request: Request;
  answers: Answer[];
  throws: number;
  why: Why[];
  so_far: Instruction[];
};

export type Verdict = {
  status: "ok";
  record: Record_;
  verdict: { effects: { effect: string; [more: string]: unknown }[]; measures: { [id: string]: unknown } };
  headline: string;
  severity: number;
  subject: string;
  instructions: Instruction[];
  dice: Throw[];
  why: Why[];
  assumed: Assumed[];
  offers: Offer[];
  house: boolean;
  throws: number;
  sentence: string;
};

export type ResolveBody = {
  action: string;
  fields: Fields;
  answers: Answer[];
  dice: "app" | "real";
  throw_next?: boolean;
  seed: string;
  throws: number;
  meta?: Meta;
};

export type Entry = { record: Record_; voided: boolean };

export type Panel = {
  id: string;
  title: string;
  kind: "meter" | "table" | "list" | "text";
  side: string | null;
  value: number;
  of: number;
  rows: string[][];
  columns: string[];
  items: { text: string; detail: string; secret: boolean }[];
  text: string;
  offers: Offer[];
};

export type RosterUnit = {
  id: string;
  name: string;
  side: string;
  label: string;
  status: string;
  fields_as: { actor: Fields; target: Fields };
  note: string;
  gone: boolean;
};

export type LogRow = {
  id: string;
  number: number;
  side: string | null;
  turn: number;
  subject: string;
  sentence: string;
  dice: string;
  chance: string;
  voided: boolean;
  time?: string;
  mark: string;
  redo: { action: string; fields: Fields };
  offers: Offer[];
  secret: boolean;
};

export type Ledger = {
  status: "ok";
  turn: number;
  side: string | null;
  phase: string | null;
  phases: { id: string; label: string; state: "done" | "now" | "next" }[];
  panels: Panel[];
  prefill: { [action: string]: Fields };
  roster: RosterUnit[];
  owed: Offer[];
  log: LogRow[];
  score: unknown[];
};

export type Rule = {
  id: string;
  text: string;
  tags: string[];
  ours: boolean;
  applied: string[];
  table: { columns: string[]; rows: string[][] } | null;
};
export type Rulebook = { status: "ok"; chapters: { id: string; title: string; rules: Rule[] }[] };

/** Every call of the desk: what it is sent, and what it answers when nothing is wrong. */
export type Calls = {
  catalogue: { body: object; reply: Catalogue };
  ruleset: { body: Setting; reply: Ruleset };
  odds: { body: Setting & { action: string; fields: Fields; answers?: Answer[] }; reply: Odds };
  resolve: { body: Setting & ResolveBody; reply: Verdict | Ask };
  ledger: { body: Setting & { entries: Entry[] }; reply: Ledger };
  rulebook: { body: Setting; reply: Rulebook };
  log_text: { body: Setting & { entries: Entry[] }; reply: { status: "ok"; text: string } };
  read_roster: { body: Setting & { text: string }; reply: { status: "ok"; entries: Record_[] } };
};
export type CallName = keyof Calls;
