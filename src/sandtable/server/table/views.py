"""What the table's calls are sent and answer, and the frames that go over its line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from sandtable.battle.desk import Draft, Line, OrderPanel, Outlook, Preview
from sandtable.battle.engine.log import Part, Proposal
from sandtable.battle.order import Decision
from sandtable.battle.scene import Scene
from sandtable.geometry.measure import Point
from sandtable.kernel.codec import UNWRITTEN
from sandtable.kernel.ruleset import Ink

Who = Literal["me", "friend", "computer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEmpty:
    """Nothing has to be said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePart:
    """A part of a side, such as a column, which may have a seat of its own."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSide:
    """One side of a scenario."""

    label: str
    name: str
    briefing: str
    parts: tuple[TablePart, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScenario:
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
    sides: tuple[TableSide, ...]
    units: int
    levels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScenarios:
    """All that can be opened."""

    status: Literal["ok"] = "ok"
    scenarios: tuple[TableScenario, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpenBody:
    """What to play and who plays which side; ``text`` is a scenario in full, in place of a name."""

    scenario: str = ""
    text: str = ""
    who: Mapping[str, Who]
    level: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLink:
    """The way to a seat. ``who`` is for whom it is: ``me``, ``friend``, ``referee`` or ``spectator``; ``name`` what to call it.

    ``part`` is what a seat within a side commands; empty for all others.
    """

    seat: str
    side: str
    who: str
    token: str
    name: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """A battle, and a link for every seat that a person may take."""

    status: Literal["ok"] = "ok"
    battle: str
    title: str
    links: tuple[TableLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShareBody:
    """A part of his side that its commander, by his link's token, gives to somebody else."""

    token: str
    part: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShared:
    """The link to a seat that commands a part of its side."""

    status: Literal["ok"] = "ok"
    link: TableLink


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTokenBody:
    """A seat, by its link's token."""

    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLog:
    """The log as the seat may have it."""

    status: Literal["ok"] = "ok"
    log: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInk:
    """A side and the ink it is printed in."""

    id: str
    ink: Ink


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMap:
    """The ground as an SVG picture, in inches, the table's size in thousandths of an inch, and what the ruleset draws with."""

    status: Literal["ok"] = "ok"
    svg: str
    width: int
    height: int
    sides: tuple[TableInk, ...]
    drawings: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableProblemFrame:
    """Why something was refused: in words, by which rule, with a drawing of the geometry."""

    field: str
    words: str
    choices: tuple[str, ...]
    rule: str | None
    drawing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDie:
    """A die to be thrown by hand."""

    name: str
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOption:
    """Something that may be chosen; ``place``: where that is on the table, as outlines."""

    value: str
    words: str
    place: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableQuestion:
    """A question in the middle of an order: a choice, or dice to be typed in."""

    key: str
    about: Literal["dice", "choice", "fact"]
    says: str
    options: tuple[TableOption, ...] | None = None
    dice: tuple[TableDie, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableParts:
    """What the seats add to the dice: whether they still may, whether all who play have promised theirs, one's own, and all there are."""

    open: bool
    all_promised: bool
    own: Part | None
    all: tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNow:
    """The table as one seat knows it. ``typed``: sides that throw real dice; ``present``: the seats that somebody sits at.

    ``left``: why what this seat wanted done after its last order has not been done.
    """

    number: int
    scene: Scene = field(metadata={UNWRITTEN: True})  # its writer knows what of it has changed
    waits_for: tuple[str, ...]
    decisions: tuple[Decision, ...]
    question: TableQuestion | None
    proposal: Proposal | None
    own_dice: bool
    typed: tuple[str, ...]
    present: tuple[str, ...]
    parts: TableParts
    left: tuple[TableProblemFrame, ...]
    halted: tuple[TableProblemFrame, ...]
    commitment: str
    seed: str | None
    seal: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSeat:
    """Who one is. ``part`` is the part of a side that one commands, empty for all of it, with its name; ``parts`` are those that one may
    give to others, and ``part_noun`` is what a ruleset calls one of them: ``a column``.

    ``goal`` is what the battle is about, ``briefing`` what one's own side is told of it.
    """

    id: str
    roles: tuple[str, ...]
    referee: bool
    own_dice: bool
    part: str
    part_name: str
    part_noun: str
    parts: tuple[TablePart, ...]
    goal: str
    briefing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFrames:
    """What goes over the line: what a client may send with an order or a question, and what it may be told."""

    now: TableNow
    seat: TableSeat
    line: Line
    draft: Draft
    panel: OrderPanel
    preview: Preview
    outlook: Outlook
    problem: TableProblemFrame


TABLE_CALLS: dict[str, tuple[type[Any], type[Any]]] = {
    "scenarios": (TableEmpty, TableScenarios),
    "open": (TableOpenBody, TableOpened),
    "share": (TableShareBody, TableShared),
    "log": (TableTokenBody, TableLog),
    "map": (TableTokenBody, TableMap),
}
