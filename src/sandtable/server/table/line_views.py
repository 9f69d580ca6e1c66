"""The frames that go over the table's line: the table as a seat knows it, and what may be asked and told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from sandtable.battle.account import Account, RoundTold
from sandtable.battle.desk import Draft, Line, OrderPanel, Outlook, Pad, Preview
from sandtable.battle.engine.log import Part, Proposal
from sandtable.battle.odds import OrderMatrix
from sandtable.battle.order import Decision
from sandtable.battle.scene import Scene
from sandtable.geometry.measure import Point
from sandtable.kernel.codec import UNWRITTEN
from sandtable.server.table.views import TablePart, Who
from sandtable.umpire.verdict_views import PoolBand


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePhrase:
    """Something that may be said to the others at the table."""

    id: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSaid:
    """What somebody said, or asked for, beside the log: after which entry, as the seat numbers it."""

    seat: str
    side: str
    kind: Literal["phrase", "referee", "rematch", "held"]
    words: str
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAsk:
    """Another battle that a seat has asked for: with sides swapped or not. ``agreed``: it is open, and each may ask for its link."""

    seat: str
    swap: bool
    agreed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlayer:
    """Somebody at the table: a person, by link or at the same screen, or the computer at a level."""

    seat: str
    side: str
    name: str
    who: Who
    level: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePointer:
    """Where somebody points for all to see: ``look here``. ``number`` tells one from the next."""

    number: int
    seat: str
    side: str
    name: str
    place: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAdvice:
    """What the program would do in a referee's place: the order, in words, and why."""

    order: Any  # JSON
    words: str
    why: str


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
class TableMeaning:
    """What a face of a die would bring; ``severity`` from 0 (nothing) to 4 (the worst)."""

    face: int
    words: str
    severity: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableQuestion:
    """A question in the middle of an order: a choice, or dice to be typed in.

    Of dice: ``says`` what they are for, ``sum`` what is thrown and added (``d10 +4``), and ``meanings`` what each face would bring. Of many that are counted: ``pool`` how many,
    and ``bands`` which faces count alike. Of a choice: ``matrix`` what it comes to with all that the other side may choose, where that is known.
    """

    key: str
    about: Literal["dice", "choice", "fact"]
    says: str
    sum: str = ""
    meanings: tuple[TableMeaning, ...] = ()
    options: tuple[TableOption, ...] | None = None
    matrix: OrderMatrix | None = None
    dice: tuple[TableDie, ...] | None = None
    pool: int = 0
    bands: tuple[PoolBand, ...] = ()


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

    ``undo``: its side has done something that it may take back, or ask to. ``left``: why what this seat wanted done after its last order has
    not been done. ``said``: what was said beside the log, the last of it;
    ``rematch``: that somebody asks for another battle. ``players`` are those of all sides; ``pointers`` are where somebody points just now.
    """

    number: int
    scene: Scene = field(metadata={UNWRITTEN: True})  # its writer knows what of it has changed
    waits_for: tuple[str, ...]
    decisions: tuple[Decision, ...]
    question: TableQuestion | None
    proposal: Proposal | None
    undo: bool
    own_dice: bool
    typed: tuple[str, ...]
    present: tuple[str, ...]
    parts: TableParts
    said: tuple[TableSaid, ...]
    rematch: TableAsk | None
    players: tuple[TablePlayer, ...]
    pointers: tuple[TablePointer, ...]
    left: tuple[TableProblemFrame, ...]
    halted: tuple[TableProblemFrame, ...]
    commitment: str
    seed: str | None
    seal: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSeat:
    """Who one is. ``part`` is the part of a side that one commands, empty for all of it, with its name; ``parts`` are those that one may
    give to others, and ``part_noun`` is what a ruleset calls one of them: ``a column``.

    ``goal`` is what the battle is about, ``briefing`` what one's own side is told of it. ``phrases`` is what may be said to the others.
    ``plans``: at this table orders are planned in secret. ``hands`` are sides that this seat may hand on to others or to the program, at one of ``levels``;
    ``advised``: it may ask what the program would do.
    """

    id: str
    roles: tuple[str, ...]
    referee: bool
    plans: bool
    own_dice: bool
    part: str
    part_name: str
    part_noun: str
    parts: tuple[TablePart, ...]
    goal: str
    briefing: str
    phrases: tuple[TablePhrase, ...]
    hands: tuple[str, ...]
    levels: tuple[str, ...]
    advised: bool


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
    pad: Pad
    advice: TableAdvice
    problem: TableProblemFrame
    account: Account
    round: RoundTold
