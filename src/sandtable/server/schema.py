"""The desk's interface, described for people and for the front end's types. It validates nothing: the desk refuses by itself."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel as PydanticModel
from pydantic import ConfigDict, Field

Scalar = str | int | float | bool
Fields = Annotated[dict[str, Any], Field(title="Fields")]
Weight = tuple[int, int]
Severity = int
Ink = Literal["red", "blue", "green", "ochre", "violet", "teal"]
Layout = Literal["bars", "chain", "tenths", "track", "matrix", "plain"]
FieldKind = Literal["choice", "number", "distance", "yes_no", "text", "group"]
Widget = Literal["arms", "seg", "trio", "step", "range", "tick", "text", "cards", "list"]
SectionName = Literal["actor", "action", "target", "question", "circumstance", "all"]
AnsweredBy = Literal["app", "person", "form", "usual"]


class BaseModel(PydanticModel):
    """What every description shares: a reply always carries all of its parts."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class Problem(BaseModel):
    """One thing wrong with a call: where, why, and what would be right."""

    field: str
    message: str
    choices: list[str]
    rule: str | None


class Problems(BaseModel):
    """Nothing was done; these are all the reasons."""

    status: Literal["problems"]
    problems: list[Problem]


class Style(BaseModel):
    """How distances are told."""

    scale: Literal[1, 2, "1/2"] = 1
    unit: Literal["in", "cm", "cm_for_in"] = "in"


class Setting(BaseModel):
    """The part that every call about a ruleset shares."""

    ruleset: str
    options: dict[str, Scalar] = Field(default_factory=dict)
    house: str = ""
    style: Style = Field(default_factory=Style)


class Side(BaseModel):
    """One of the two sides."""

    id: str
    label: str
    short: str
    ink: Ink


class Emblem(BaseModel):
    """The icon a ruleset is known by, and its drawing where the page has none of that name."""

    name: str
    drawing: str


class CatalogueEntry(BaseModel):
    """A ruleset in a few words."""

    id: str
    title: str
    tagline: str
    period: str
    scale: str
    prefix: str
    rules_version: str
    sides: list[Side]
    emblem: Emblem
    ours: bool
    table: bool
    actions: int


class LeftOut(BaseModel):
    """A ruleset that is installed and cannot be used, and why."""

    name: str
    package: str
    message: str


class Catalogue(BaseModel):
    """Every ruleset there is, and those that are left out."""

    status: Literal["ok"]
    version: str
    rulesets: list[CatalogueEntry]
    left_out: list[LeftOut]


class FieldIn(BaseModel):
    """The field has one of these values."""

    field: str
    in_: list[Scalar | None] = Field(alias="in")


class AllOf(BaseModel):
    """All of these hold."""

    all: list[Condition]


class AnyOf(BaseModel):
    """At least one of these holds."""

    any: list[Condition]


class NotOf(BaseModel):
    """This does not hold."""

    not_: Condition = Field(alias="not")


Condition = FieldIn | AllOf | AnyOf | NotOf


class Choice(BaseModel):
    """Something that may be chosen."""

    value: Scalar
    label: str
    icon: str = ""
    short: str = ""
    family: str = ""
    family_label: str = ""
    member_label: str = ""
    help: str = ""


class Bar(BaseModel):
    """Values that are closed while a condition holds."""

    values: list[Scalar]
    when: Condition
    reason: str
    rule: str | None


class FormGroup(BaseModel):
    """The fields of each member of a repeated group."""

    fields: list[FormField]
    min: int
    max: int
    label: str


class FormField(BaseModel):
    """A field of a form."""

    name: str
    label: str
    help: str
    kind: FieldKind
    widget: Widget
    section: SectionName
    choices: list[Choice]
    unit: str
    min: int
    max: int
    step: int
    usual: Any
    optional: bool
    needed: Condition | None
    question: str | None
    pair: str | None
    bars: list[Bar]
    remembered: str | None
    group: FormGroup | None


class Question(BaseModel):
    """A question of the rule that the form may answer in advance."""

    key: str
    field: str
    label: str
    usual: Scalar | None
    kind: FieldKind
    choices: list[Choice]


class MeasureName(BaseModel):
    """A measure of an action's verdict."""

    id: str
    label: str


class Action(BaseModel):
    """Something the umpire resolves."""

    id: str
    label: str
    verb: str
    group: str
    help: str
    rules: list[str]
    layout: Layout
    fields: list[FormField]
    bars: list[Bar]
    asks: list[Question]
    measures: list[MeasureName]
    ledger_only: bool
    sealed: str | None


class Option(BaseModel):
    """A switch of the ruleset."""

    name: str
    label: str
    help: str
    notes: list[str]
    kind: Literal["yes_no", "choice", "number"]
    choices: list[Choice]
    default: Scalar
    value: Scalar
    min: int
    max: int
    rule: str | None
    table_only: bool


class Named(BaseModel):
    """Something with a name."""

    id: str
    label: str


class Phase(BaseModel):
    """A phase of the turn and its actions."""

    id: str
    label: str
    actions: list[str]


class HouseRule(BaseModel):
    """A table entry that a house rule changed."""

    path: str
    value: Any
    was: Any


class Fresh(BaseModel):
    """The commonest case, filled in."""

    action: str
    fields: Fields


class Ruleset(CatalogueEntry):
    """The whole screen of a ruleset."""

    status: Literal["ok"]
    groups: list[Named]
    actions: list[Action]  # type: ignore[assignment]  # the screen lists what the catalogue counts
    phases: list[Phase]
    options: list[Option]
    house: list[HouseRule]
    house_example: str
    changed: int
    fresh: Fresh
    turn_action: str | None
    notice: str
    roster: bool
    drawings: dict[str, str]


class Picture(BaseModel):
    """The picture of a ruleset: shapes to be put into an SVG, and what is to be seen on it."""

    status: Literal["ok"]
    label: str
    drawing: str


class WhyRow(BaseModel):
    """A modifier with its reason and its rule."""

    reason: str
    value: str
    number: int | float | None
    rule: str | None
    house: bool


class Why(BaseModel):
    """The modifiers of one throw."""

    title: str
    rows: list[WhyRow]
    total: str
    sum: int | float | None


class OddsRow(BaseModel):
    """One outcome with its exact weight."""

    key: str
    label: str
    weight: Weight
    percent: int
    severity: Severity
    die: str = ""
    detail: list[OddsRow] = Field(default_factory=list)
    why: list[Why] = Field(default_factory=list)


class Assumed(BaseModel):
    """A question whose usual answer the odds assume."""

    key: str
    field: str | None
    label: str
    value: Scalar | None
    value_label: str
    kind: str
    min: int
    max: int
    choices: list[Choice]


class Share(BaseModel):
    """A value of a measure with its weight."""

    value: Scalar
    weight: Weight
    percent: int
    at_least_percent: float


class Measure(BaseModel):
    """The law of a measure."""

    id: str
    label: str
    mean: Weight
    mean_text: str
    distribution: list[Share]


class Strip(BaseModel):
    """Faces of a shared die with one result."""

    from_: int = Field(alias="from")
    to: int
    label: str
    severity: Severity


class TenthsUnit(BaseModel):
    """A unit under a shared die."""

    name: str
    sum: str
    total: str
    faces: list[Strip]
    text: str


class TrackUnit(BaseModel):
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


class MatrixCell(BaseModel):
    """A cell of a matrix of options."""

    text: str
    best_row: bool
    best_column: bool
    detail: str


class Matrix(BaseModel):
    """Two players' options against each other."""

    rows: list[str]
    columns: list[str]
    cells: list[list[MatrixCell]]
    row_title: str
    column_title: str
    measure: str


class VerdictData(BaseModel):
    """A verdict as data."""

    effects: list[dict[str, Any]]
    measures: dict[str, Scalar]


class LawRow(BaseModel):
    """A verdict of the exact law."""

    verdict: VerdictData
    label: str
    weight: Weight
    probability: float


class Odds(BaseModel):
    """Exact odds before the action."""

    status: Literal["ok"]
    layout: Layout
    rows: list[OddsRow]
    dice: str
    total: str
    assumed: list[Assumed]
    measures: list[Measure]
    why: list[Why]
    note: str
    summary: str
    certain: str
    outcomes: list[LawRow]
    notes: list[str]
    left_out: list[str]
    units_faces: int | None = None
    units: list[TenthsUnit | TrackUnit] | None = None
    matrix: Matrix | None = None


class Answer(BaseModel):
    """An answer to a request."""

    key: str
    value: Any
    by: AnsweredBy = "person"


class Die(BaseModel):
    """A die by its faces."""

    name: str
    faces: list[int]


class FaceOutcome(BaseModel):
    """What a face would bring."""

    faces: list[int]
    label: str
    severity: Severity


class PoolBand(BaseModel):
    """Faces of a pool that count alike."""

    label: str
    faces: list[int]
    severity: Severity


class Request(BaseModel):
    """What the rule asks for."""

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
    dice: list[Die]
    outcomes: list[FaceOutcome]
    bands: list[PoolBand]
    pool: int
    options: list[Choice]
    value_kind: Literal["", "yes_no", "number", "choice"]
    min: int
    max: int
    total: bool = False


class Instruction(BaseModel):
    """One thing to do on the table."""

    text: str
    detail: str
    whom: str
    icon: str
    secret: bool
    known_to: str


class Offer(BaseModel):
    """One tap that opens or writes a further action."""

    label: str
    action: str
    fields: Fields
    at_once: bool


class Throw(BaseModel):
    """A throw that was made."""

    key: str
    label: str
    name: str
    faces: list[int]
    sum: str
    reading: str
    chance: Weight
    percent: int
    by: AnsweredBy


class Record(BaseModel):
    """Everything needed to run an action again."""

    ruleset: str
    rules_version: str
    options: dict[str, Scalar]
    house: str
    action: str
    fields: Fields
    answers: list[Answer]
    meta: dict[str, Any]


class Ask(BaseModel):
    """The rule needs an answer first."""

    status: Literal["ask"]
    request: Request
    answers: list[Answer]
    throws: int
    why: list[Why]
    dice: list[Throw]
    notes: list[str]
    left_out: list[str]


class Verdict(BaseModel):
    """The verdict in words: what to do, the dice, and why."""

    status: Literal["ok"]
    record: Record
    verdict: VerdictData
    headline: str
    severity: Severity
    subject: str
    instructions: list[Instruction]
    dice: list[Throw]
    why: list[Why]
    assumed: list[Assumed]
    house: bool
    throws: int
    sentence: str
    notes: list[str]
    left_out: list[str]
    ledger: Ledger | None


class Entry(BaseModel):
    """A record of the log."""

    record: Record
    voided: bool


class PanelItem(BaseModel):
    """A line of a list panel."""

    text: str
    detail: str
    secret: bool


class Panel(BaseModel):
    """Something the ledger shows."""

    id: str
    title: str
    kind: Literal["meter", "table", "list", "text"]
    side: str | None
    value: int
    of: int
    columns: list[str]
    rows: list[list[str]]
    items: list[PanelItem]
    text: str
    offers: list[Offer]


class FieldsAs(BaseModel):
    """What a unit fills into a form."""

    actor: Fields
    target: Fields


class RosterUnit(BaseModel):
    """A unit the ledger knows."""

    id: str
    name: str
    side: str
    label: str
    status: str
    fields_as: FieldsAs
    note: str
    gone: bool


class NamedUnits(BaseModel):
    """A field that names a unit of the roster: the names there are, those that nobody is offered, and the fields that are filled in."""

    field: str
    names: list[str]
    kept: list[str] = []
    fills: list[str]


class PhaseState(BaseModel):
    """A phase of the turn and whether it is done."""

    id: str
    label: str
    state: Literal["done", "now", "next"]


class LogRow(BaseModel):
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
    redo: Fresh
    offers: list[Offer]
    secret: bool
    house: bool


class Ledger(BaseModel):
    """What the umpire remembers of a game."""

    status: Literal["ok"]
    turn: int
    side: str | None
    phase: str | None
    phases: list[PhaseState]
    panels: list[Panel]
    prefill: dict[str, Fields]
    roster: list[RosterUnit]
    kept: list[RosterUnit]  # the umpire's own: no list shows them, but a form that names one is filled
    names: list[NamedUnits]
    owed: list[Offer]
    log: list[LogRow]


class RuleTable(BaseModel):
    """A table of a rule."""

    columns: list[str]
    rows: list[list[str]]


class Rule(BaseModel):
    """A rule in our words."""

    id: str
    text: str
    tags: list[str]
    ours: bool
    applied: list[str]
    table: RuleTable | None
    more_tables: list[RuleTable]


class Chapter(BaseModel):
    """A chapter of the rulebook."""

    id: str
    title: str
    rules: list[Rule]


class Rulebook(BaseModel):
    """The whole rulebook."""

    status: Literal["ok"]
    chapters: list[Chapter]


class LogText(BaseModel):
    """A log as plain text."""

    status: Literal["ok"]
    text: str


class RosterRecords(BaseModel):
    """An order of battle, read: one record a unit."""

    status: Literal["ok"]
    entries: list[Record]


class Nothing(BaseModel):
    """A call that needs nothing."""


class OddsBody(Setting):
    """What the odds are asked of."""

    action: str
    fields: Fields
    answers: list[Answer] = Field(default_factory=list)
    outcomes: bool = True  # whether every verdict is listed beside the rows
    names: list[NamedUnits] | None = None  # those of the roster, as the ledger tells them


class ResolveBody(OddsBody):
    """An action with the answers so far."""

    dice: Literal["app", "real"] = "app"
    throw_next: bool = False
    seed: str = ""
    throws: int = 0
    meta: dict[str, Any] = Field(default_factory=dict)
    entries: list[Entry] | None = None  # the log before it: a verdict then comes with the books after it


class LogBody(Setting):
    """A log."""

    entries: list[Entry]


class RosterBody(Setting):
    """An order of battle as people write it."""

    text: str


CALLS: dict[str, tuple[type[BaseModel], tuple[type[BaseModel], ...]]] = {
    "catalogue": (Nothing, (Catalogue,)),
    "ruleset": (Setting, (Ruleset,)),
    "picture": (Setting, (Picture,)),
    "odds": (OddsBody, (Odds,)),
    "resolve": (ResolveBody, (Verdict, Ask)),
    "ledger": (LogBody, (Ledger,)),
    "rulebook": (Setting, (Rulebook,)),
    "log_text": (LogBody, (LogText,)),
    "read_roster": (RosterBody, (RosterRecords,)),
}
