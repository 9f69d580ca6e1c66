"""What the desk answers, part by part: these classes are written to JSON as they stand, and the front end's types are made from them.

A reply carries all of its parts, always. What is sent to the desk is described in ``bodies``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from sandtable.kernel.codec import Named
from sandtable.kernel.form import FieldKind, Section, Widget
from sandtable.kernel.ledger import PanelKind, PhaseProgress
from sandtable.kernel.options import OptionKind
from sandtable.kernel.record import Answer, Fields, Record, Scalar
from sandtable.kernel.requests import ValueKind
from sandtable.kernel.ruleset import Ink, Layout
from sandtable.kernel.telling import Why

Weight = Annotated[tuple[int, int], Named("Fraction")]
Severity = int  # from 0 (nothing) to 4 (the worst)


# ---- What there is to play -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two sides."""

    id: str
    label: str
    short: str
    ink: Ink


@dataclass(frozen=True, slots=True, kw_only=True)
class Emblem:
    """The icon a ruleset is known by, and its drawing where the page has none of that name."""

    name: str
    drawing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    """What a ruleset is called and what it is about."""

    id: str
    title: str
    tagline: str
    period: str
    scale: str
    prefix: str
    rules_version: str
    sides: tuple[Side, ...]
    emblem: Emblem
    paper: str  # the tint of its paper, or nothing
    ours: bool
    table: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry(Title):
    """A ruleset in a few words."""

    actions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A ruleset that is installed and cannot be used, and why."""

    name: str
    package: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """Every ruleset there is, and those that are left out."""

    status: Literal["ok"] = "ok"
    version: str
    rulesets: tuple[CatalogueEntry, ...]
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """The picture of a ruleset: shapes to be put into an SVG, and what is to be seen on it."""

    status: Literal["ok"] = "ok"
    label: str
    drawing: str


# ---- A ruleset's screen --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldIn:
    """The field has one of these values."""

    field: str
    in_: tuple[Scalar | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AllOf:
    """All of these hold."""

    all: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf:
    """At least one of these holds."""

    any: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOf:
    """This does not hold."""

    not_: Condition


Condition = FieldIn | AllOf | AnyOf | NotOf


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something that may be chosen."""

    value: Scalar
    label: str
    icon: str = ""
    short: str = ""
    family: str = ""
    family_label: str = ""
    member_label: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """Values that are closed while a condition holds."""

    values: tuple[Scalar, ...]
    when: Condition
    reason: str
    rule: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FormGroup:
    """The fields of each member of a repeated group."""

    fields: tuple[FormField, ...]
    min: int
    max: int
    label: str
    one: str  # what a single one is called


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """A field of a form."""

    name: str
    label: str
    help: str
    kind: FieldKind
    widget: Widget
    section: Section
    choices: tuple[Choice, ...]
    unit: str
    min: int
    max: int
    step: int
    usual: Any
    optional: bool
    needed: Condition | None
    question: str | None
    named: bool  # its label stands beside its choices
    assumed: bool  # play goes on with the usual value where nobody has said otherwise
    pair: str | None
    bars: tuple[Bar, ...]
    remembered: str | None
    group: FormGroup | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question of the rule that the form may answer in advance."""

    key: str
    field: str
    label: str
    usual: Scalar | None
    kind: FieldKind
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """Something by its name and in words."""

    id: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something the umpire resolves."""

    id: str
    label: str
    verb: str
    group: str
    help: str
    rules: tuple[str, ...]
    layout: Layout
    fields: tuple[FormField, ...]
    bars: tuple[Bar, ...]
    asks: tuple[Question, ...]
    measures: tuple[Labelled, ...]
    ledger_only: bool
    sealed: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A switch of the ruleset."""

    name: str
    label: str
    help: str
    notes: tuple[str, ...]
    kind: OptionKind
    choices: tuple[Choice, ...]
    default: Scalar
    value: Scalar
    min: int
    max: int
    rule: str | None
    table_only: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Labelled):
    """A phase of the turn and its actions."""

    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRule:
    """A table entry that a house rule changed."""

    path: str
    label: str
    value: Any
    was: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Fresh:
    """An action with its form filled in."""

    action: str
    fields: Fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(Title):
    """The whole screen of a ruleset."""

    status: Literal["ok"] = "ok"
    groups: tuple[Labelled, ...]
    actions: tuple[Action, ...]
    phases: tuple[Phase, ...]
    options: tuple[Option, ...]
    house: tuple[HouseRule, ...]
    house_example: str
    changed: int
    fresh: Fresh
    turn_action: str | None
    notice: str
    roster_action: str | None  # the one that enters a unit; none where there is no roster
    drawings: Mapping[str, str]


# ---- Odds ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsRow:
    """One outcome with its exact weight."""

    key: str
    label: str
    weight: Weight
    percent: int
    severity: Severity
    die: str = ""
    detail: tuple[OddsRow, ...] = ()
    why: tuple[Why, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """A question whose usual answer the odds assume; without a key, a value of the form that nobody has confirmed."""

    key: str
    field: str | None
    label: str
    value: Scalar | None
    value_label: str
    kind: ValueKind
    min: int
    max: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A value of a measure with its weight."""

    value: Scalar
    weight: Weight
    percent: int
    at_least_percent: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure(Labelled):
    """The law of a measure."""

    mean: Weight
    mean_text: str
    distribution: tuple[Share, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """Faces of a shared die with one result."""

    from_: int
    to: int
    label: str
    severity: Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class TenthsUnit:
    """A unit under a shared die."""

    name: str
    sum: str
    total: str
    faces: tuple[Strip, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackUnit:
    """A unit on a level track."""

    name: str
    sum: str
    before: int
    now: int
    min: int
    max: int
    label: str
    text: str
    bad: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixCell:
    """A cell of a matrix of options."""

    text: str
    best_row: bool
    best_column: bool
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """Two players' options against each other."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[MatrixCell, ...], ...]
    row_title: str
    column_title: str
    measure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictData:
    """A verdict as data."""

    effects: tuple[Mapping[str, Any], ...]
    measures: Mapping[str, Scalar]


@dataclass(frozen=True, slots=True, kw_only=True)
class LawRow:
    """A verdict of the exact law."""

    verdict: VerdictData
    label: str
    weight: Weight
    probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Exact odds before the action. ``units`` under a die of ``units_faces`` or on a track, and ``matrix``, where an action shows them so."""

    status: Literal["ok"] = "ok"
    layout: Layout
    rows: tuple[OddsRow, ...]
    dice: str
    total: str
    assumed: tuple[Assumed, ...]
    measures: tuple[Measure, ...]
    why: tuple[Why, ...]
    note: str
    summary: str
    certain: str
    outcomes: tuple[LawRow, ...]
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    units_faces: int | None = None
    units: tuple[TenthsUnit | TrackUnit, ...] | None = None
    matrix: Matrix | None = None


# ---- A rule that runs ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Die:
    """A die by its faces."""

    name: str
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceOutcome:
    """What a face would bring."""

    faces: tuple[int, ...]
    label: str
    severity: Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolBand:
    """Faces of a pool that count alike."""

    label: str
    faces: tuple[int, ...]
    severity: Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the rule asks for: dice, of which ``outcomes`` and ``bands`` say what they bring, or one of ``options``, or a fact."""

    key: str
    kind: Literal["roll", "count", "choose", "observe"]
    number: int
    title: str
    text: str
    role: str
    secret: bool
    rule: str | None
    usual: Scalar | None
    throw: str
    dice: tuple[Die, ...] = ()
    outcomes: tuple[FaceOutcome, ...] = ()
    bands: tuple[PoolBand, ...] = ()
    pool: int = 0
    options: tuple[Choice, ...] = ()
    value_kind: ValueKind = ""
    min: int = 0
    max: int = 0
    total: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """A throw that was made."""

    key: str
    label: str
    name: str
    faces: tuple[int, ...]
    sum: str
    reading: str
    chance: Weight
    percent: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """The rule needs an answer first."""

    status: Literal["ask"] = "ask"
    request: Request
    answers: tuple[Answer, ...]
    throws: int = 0
    why: tuple[Why, ...]
    dice: tuple[Throw, ...]
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """One thing to do on the table."""

    text: str
    detail: str
    whom: str
    icon: str
    secret: bool
    known_to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict in words: what to do, the dice, and why; with a log, the books after it."""

    status: Literal["ok"] = "ok"
    record: Record
    verdict: VerdictData
    headline: str
    severity: Severity
    subject: str
    instructions: tuple[Instruction, ...]
    dice: tuple[Throw, ...]
    why: tuple[Why, ...]
    assumed: tuple[Assumed, ...]
    house: bool
    throws: int = 0
    sentence: str
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    ledger: Ledger | None = None


# ---- The books -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One tap that opens or writes a further action."""

    label: str
    action: str
    fields: Fields
    at_once: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelItem:
    """A line of a list panel."""

    text: str
    detail: str
    secret: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Something the ledger shows."""

    id: str
    title: str
    kind: PanelKind
    side: str | None
    value: int
    of: int
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    items: tuple[PanelItem, ...]
    text: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldsAs:
    """What a unit fills into a form."""

    actor: Fields
    target: Fields


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterUnit:
    """A unit the ledger knows."""

    id: str
    name: str
    side: str
    label: str
    status: str
    fields_as: FieldsAs
    note: str
    acted: str  # what it has done this turn, in words
    gone: bool
    line: Fields  # what the form of the roster says of it


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedUnits:
    """A field that names a unit of the roster: the names there are, those that nobody is offered, and the fields that are filled in."""

    field: str
    names: tuple[str, ...]
    kept: tuple[str, ...] = ()
    fills: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseState(Labelled):
    """A phase of the turn and whether it is done."""

    state: PhaseProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRow:
    """An entry of the log in words."""

    id: str
    number: int
    side: str | None
    turn: int | None
    time: str | None
    action: str
    subject: str
    sentence: str
    dice: str
    chance: str
    voided: bool
    mark: str
    remarks: tuple[str, ...]  # what was assumed, overruled, added or cancelled before it
    redo: Fresh
    offers: tuple[Offer, ...]
    secret: bool
    house: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """What the umpire remembers of a game. ``kept`` are units of his own: no list shows them, but a form that names one is filled."""

    status: Literal["ok"] = "ok"
    turn: int
    side: str | None
    phase: str | None
    phases: tuple[PhaseState, ...]
    panels: tuple[Panel, ...]
    prefill: Mapping[str, Fields]
    roster: tuple[RosterUnit, ...]
    kept: tuple[RosterUnit, ...]
    names: tuple[NamedUnits, ...]
    owed: tuple[Offer, ...]
    log: tuple[LogRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LogText:
    """A log as plain text."""

    status: Literal["ok"] = "ok"
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterRecords:
    """An order of battle, read: one record a unit."""

    status: Literal["ok"] = "ok"
    entries: tuple[Record, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Army(Labelled):
    """The units of a battle."""

    units: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Armies:
    """The battles whose armies can be entered at once."""

    status: Literal["ok"] = "ok"
    armies: tuple[Army, ...]


# ---- The rulebook --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleTable:
    """A table of a rule."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule in our words."""

    id: str
    text: str
    tags: tuple[str, ...]
    ours: bool
    applied: tuple[str, ...]
    table: RuleTable | None
    more_tables: tuple[RuleTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberCell:
    """An entry of a table in force, ``at`` its place where it is one of a list; ``printed`` where a house rule has changed it."""

    path: str
    at: int | None
    text: str
    printed: str
    value: int | None  # of a number that may be changed where it stands


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRow:
    """A row of a table in force."""

    label: str
    cells: tuple[NumberCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberTable:
    """A table in force."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[NumberRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The tables whose numbers a rule gives."""

    status: Literal["ok"] = "ok"
    tables: tuple[NumberTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsChange:
    """An outcome of a usual case before and after a change, in whole percent."""

    label: str
    was: int
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberChange:
    """What a house rule would make of a number. With a ``problem`` it cannot be kept; ``house`` is the file to keep."""

    status: Literal["ok"] = "ok"
    label: str
    printed: str
    value: int | None
    lowest: int | None
    highest: int | None
    problem: str
    case: str
    rows: tuple[OddsChange, ...]
    house: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """An entry that a house file may set, as the file would write it."""

    path: str
    value: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Paths:
    """Every entry that a house file may set."""

    status: Literal["ok"] = "ok"
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A chapter of the rulebook."""

    id: str
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """The whole rulebook."""

    status: Literal["ok"] = "ok"
    chapters: tuple[Chapter, ...]


# ---- Paper ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """The quick reference sheet, its sides as drawings (SVG); none where the ruleset arranges none."""

    status: Literal["ok"] = "ok"
    pages: tuple[str, ...]
