"""The calls and frames of the table, described for people and for the front end's types."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from sandtable.battle.desk import Draft, Line, OrderPanel, Outlook, Preview
from sandtable.battle.engine.log import Part, Proposal
from sandtable.battle.order import Decision
from sandtable.battle.scene import Scene
from sandtable.geometry.measure import Point
from sandtable.server.schema import Ink

Who = Literal["me", "friend", "computer"]


class TableEmpty(BaseModel):
    """Nothing has to be said."""


class TableColumn(BaseModel):
    """A column of a side, which may have a seat of its own."""

    id: str
    name: str


class TableSide(BaseModel):
    """One side of a scenario."""

    label: str
    name: str
    briefing: str
    columns: list[TableColumn]


class TableScenario(BaseModel):
    """A scenario that can be opened by name; ``levels`` are those of the computer, from the easiest.

    One that is made by chance has no units yet, and nothing is known of it.
    """

    name: str
    ruleset: str
    title: str
    date: str
    place: str
    note: str
    goal: str
    sides: list[TableSide]
    units: int
    levels: list[str]


class TableScenarios(BaseModel):
    """All that can be opened."""

    status: Literal["ok"]
    scenarios: list[TableScenario]


class TableOpenBody(BaseModel):
    """What to play and who plays which side; ``text`` is a scenario in full, in place of a name."""

    scenario: str = ""
    text: str = ""
    who: dict[str, Who]
    level: str = ""


class TableLink(BaseModel):
    """The way to a seat; ``name`` is what to call it, ``column`` what a seat within a side commands."""

    seat: str
    side: str
    who: str
    token: str
    name: str
    column: str


class TableOpened(BaseModel):
    """A battle, and a link for every seat that a person may take."""

    status: Literal["ok"]
    battle: str
    title: str
    links: list[TableLink]


class TableShareBody(BaseModel):
    """A column that its side's commander, by his link's token, gives to somebody else."""

    token: str
    column: str


class TableShared(BaseModel):
    """The link to a seat that commands one column."""

    status: Literal["ok"]
    link: TableLink


class TableTokenBody(BaseModel):
    """A seat, by its link's token."""

    token: str


class TableLog(BaseModel):
    """The log as the seat may have it."""

    status: Literal["ok"]
    log: dict[str, Any]


class TableInk(BaseModel):
    """A side and the ink it is printed in."""

    id: str
    ink: Ink


class TableMap(BaseModel):
    """The ground as an SVG picture, in inches, the table's size in thousandths of an inch, and what the ruleset draws with."""

    status: Literal["ok"]
    svg: str
    width: int
    height: int
    sides: list[TableInk]
    drawings: dict[str, str]


class TableProblemFrame(BaseModel):
    """Why something was refused: in words, by which rule, with a drawing of the geometry."""

    field: str
    words: str
    choices: list[str]
    rule: str | None
    drawing: str


class TableDie(BaseModel):
    """A die to be thrown by hand."""

    name: str
    faces: list[int]


class TableOption(BaseModel):
    """Something that may be chosen; ``place``: where that is on the table, as outlines."""

    value: str
    words: str
    place: list[list[Point]]


class TableQuestion(BaseModel):
    """A question in the middle of an order: a choice, or dice to be typed in."""

    key: str
    about: Literal["dice", "choice", "fact"]
    says: str
    options: list[TableOption] | None = None
    dice: list[TableDie] | None = None


class TableParts(BaseModel):
    """What the seats add to the dice: whether they still may, whether all who play have promised theirs, one's own, and all there are."""

    open: bool
    all_promised: bool
    own: Part | None
    all: list[Part]


class TableNow(BaseModel):
    """The table as one seat knows it. ``typed``: sides that throw real dice; ``present``: the seats that somebody sits at."""

    number: int
    scene: Scene
    waits_for: list[str]
    decisions: list[Decision]
    question: TableQuestion | None
    proposal: Proposal | None
    own_dice: bool
    typed: list[str]
    present: list[str]
    parts: TableParts
    halted: list[TableProblemFrame]
    commitment: str
    seed: str | None
    seal: str | None


class TableSeat(BaseModel):
    """Who one is. ``part`` is the column one commands, empty for all of a side; ``columns`` are those one may give to others.

    ``goal`` is what the battle is about, ``briefing`` what one's own side is told of it.
    """

    id: str
    roles: list[str]
    referee: bool
    own_dice: bool
    part: str
    columns: list[TableColumn]
    goal: str
    briefing: str


class TableFrames(BaseModel):
    """What goes over the line: what a client may send with an order or a question, and what it may be told."""

    now: TableNow
    seat: TableSeat
    line: Line
    draft: Draft
    panel: OrderPanel
    preview: Preview
    outlook: Outlook
    problem: TableProblemFrame


TABLE_CALLS: dict[str, tuple[type[BaseModel], type[BaseModel]]] = {
    "scenarios": (TableEmpty, TableScenarios),
    "open": (TableOpenBody, TableOpened),
    "share": (TableShareBody, TableShared),
    "log": (TableTokenBody, TableLog),
    "map": (TableTokenBody, TableMap),
}
