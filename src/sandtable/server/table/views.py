"""What the table's calls are sent and answer, and the frames that go over its line."""

from __future__ import annotations

from collections.abc import Mapping
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
from sandtable.kernel.messages import Message
from sandtable.kernel.ruleset import Ink, Ruleset
from sandtable.server.lab.won_views import TableBranchBody, TableWatch, TableWatchBody, TableWon, TableWonBody
from sandtable.umpire.verdict_views import PoolBand

Who = Literal["me", "friend", "computer"]
Against = Literal["computer", "friend", "here"]
Outcome = Literal["victory", "defeat", "draw", "over"]


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
    """One side of a scenario, in its ink. ``difficulty`` is 1 to 3 by the battles that it won when they were counted, 0 where none were."""

    label: str
    name: str
    briefing: str
    parts: tuple[TablePart, ...]
    ink: Ink = "red"
    units: int = 0
    difficulty: int = 0
    wins: int = 0  # of the battles counted


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScenario:
    """A scenario that can be opened by name; ``levels`` are those of the computer, from the easiest.

    One that is made by chance has no units yet, and nothing is known of it. ``turns`` is the last one, 0 where none is set; ``teaches``
    is told of a scenario with words for beginners. ``minutes`` is how long it takes by the ``battles`` that were counted, 0 where none were.
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
    turns: int = 0
    teaches: bool = False
    minutes: int = 0
    battles: int = 0


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

    A referee's is never handed out with the others: it is asked for, and both sides see that it was.

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
    """The link to a seat that was asked for."""

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
    """A side, what it is called and the ink it is printed in."""

    id: str
    name: str
    ink: Ink


def inks_of(ruleset: Ruleset) -> tuple[TableInk, ...]:
    """The sides of a ruleset."""
    say = ruleset.catalogue.say
    return tuple(TableInk(id=side.id, name=say(Message(f"side.{side.id}")), ink=side.ink) for side in ruleset.sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRulesInForce:
    """The rules that a battle is fought by: the ruleset, its options, and house rules as they were written."""

    ruleset: str
    title: str
    options: Mapping[str, Any]
    house: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMap:
    """The ground as an SVG picture, in inches, the table's size in thousandths of an inch, and what the ruleset draws with.

    ``rules`` are those in force: with them whoever has the rulebook can open it.
    """

    status: Literal["ok"] = "ok"
    svg: str
    width: int
    height: int
    sides: tuple[TableInk, ...]
    drawings: Mapping[str, str]
    rules: TableRulesInForce


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePictureBody:
    """A scenario by its name, and the theme that its map is drawn in."""

    scenario: str
    theme: Literal["light", "dark"] = "light"


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePicture:
    """A drawing, as an SVG file."""

    status: Literal["ok"] = "ok"
    svg: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCodeBody:
    """A link that is to be read by the camera of a phone."""

    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTokensBody:
    """Seats, by their links' tokens."""

    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStanding:
    """How a battle stands for a seat: it waits for this seat, or for others; it is over; or it cannot be opened, for the reason in ``words``.

    ``won`` is None where nobody has won, or the seat plays no side. ``against``: whom the side plays.
    """

    stands: Literal["yours", "theirs", "over", "gone"]
    title: str = ""
    ruleset: str = ""
    side: str = ""
    turn: int = 0
    turns: int = 0
    waits_for: tuple[str, ...] = ()
    won: bool | None = None
    against: Against = "friend"
    level: str = ""
    touched: int = 0  # seconds since 1970
    present: tuple[str, ...] = ()  # the seats that somebody sits at
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStandings:
    """How battles stand, in the order in which they were asked for."""

    status: Literal["ok"] = "ok"
    battles: tuple[TableStanding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLoss:
    """What a unit lost of what it had; ``word``: how it is at the end, or where."""

    unit: str
    side: str
    name: str
    start: int
    lost: int
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLuck:
    """What a side's dice made against what they promised; ``as_good``: the chance that they make as much or more."""

    side: str
    strokes: int
    made: int
    measure: str  # what is counted, for so many of it: ``levels``
    promised: float
    as_good: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TableUpset:
    """A throw that went against its odds: at which entry of the log, in words, and the chance that it comes so or worse."""

    side: str
    number: int
    turn: int
    words: str
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBill:
    """A battle that is over, for one seat. ``outcome``: for its own side; ``whose`` is who won, by the name that the side has in this battle.

    ``turns`` is the last turn there could have been, 0 for none.
    """

    status: Literal["ok"] = "ok"
    title: str
    ruleset: str
    outcome: Outcome
    winner: str | None
    whose: str
    date: str
    headline: str
    told: str
    turn: int
    turns: int
    orders: int
    begun: int  # seconds since 1970
    ended: int
    side: str
    against: Against
    level: str
    sides: tuple[TableInk, ...]
    losses: tuple[TableLoss, ...]
    luck: tuple[TableLuck, ...]
    upsets: tuple[TableUpset, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRematchBody:
    """Another battle like the one that is over: with the sides as they were, or swapped. ``agree`` takes what the other side asked for."""

    token: str
    swap: bool = False
    agree: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRematch:
    """The battle that was opened, with the links for whoever asked; None while the other side has been asked and has not agreed."""

    status: Literal["ok"] = "ok"
    opened: TableOpened | None


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
    kind: Literal["phrase", "referee", "rematch"]
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
    ``rematch``: that somebody asks for another battle.
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
    left: tuple[TableProblemFrame, ...]
    halted: tuple[TableProblemFrame, ...]
    commitment: str
    seed: str | None
    seal: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSeat:
    """Who one is. ``part`` is the part of a side that one commands, empty for all of it, with its name; ``parts`` are those that one may
    give to others, and ``part_noun`` is what a ruleset calls one of them: ``a column``.

    ``goal`` is what the battle is about, ``briefing`` what one's own side is told of it. ``players`` are those of all sides; ``phrases`` what
    may be said to them. ``plans``: at this table orders are planned in secret.
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
    players: tuple[TablePlayer, ...]
    phrases: tuple[TablePhrase, ...]


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
    problem: TableProblemFrame
    account: Account
    round: RoundTold


TABLE_CALLS: dict[str, tuple[type[Any], type[Any]]] = {
    "scenarios": (TableEmpty, TableScenarios),
    "open": (TableOpenBody, TableOpened),
    "share": (TableShareBody, TableShared),
    "log": (TableTokenBody, TableLog),
    "map": (TableTokenBody, TableMap),
    "picture": (TablePictureBody, TablePicture),
    "code": (TableCodeBody, TablePicture),
    "standings": (TableTokensBody, TableStandings),
    "bill": (TableTokenBody, TableBill),
    "rematch": (TableRematchBody, TableRematch),
    "referee": (TableTokenBody, TableShared),
    "won": (TableWonBody, TableWon),
    "branch": (TableBranchBody, TableOpened),
    "watch": (TableWatchBody, TableWatch),
}
