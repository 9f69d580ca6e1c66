"""What the table's calls are sent and answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sandtable.battle.rules import NamesSides, TableRules
from sandtable.kernel.messages import Message
from sandtable.kernel.ruleset import Ink
from sandtable.server.lab.won_views import TableBranchBody, TableWatch, TableWatchBody, TableWon, TableWonBody

Who = Literal["me", "friend", "computer", "referee"]
Holder = Literal["friend", "computer", "referee"]
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
    called: str = ""  # by the rules: ``Players``
    refereed: bool = False  # a referee may play it
    units: int = 0
    difficulty: int = 0
    wins: int = 0  # of the battles counted


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHandicap:
    """A step that helps a side, in words; ``points`` of wins, from ``low`` to ``high``, measured in ``battles``. ``number`` counts all steps of a scenario."""

    number: int
    side: str
    step: int
    words: str
    points: int
    low: int
    high: int
    battles: int


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
    handicaps: tuple[TableHandicap, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScenarios:
    """All that can be opened."""

    status: Literal["ok"] = "ok"
    scenarios: tuple[TableScenario, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpenBody:
    """What to play and who plays which side; ``text`` is a scenario in full, in place of a name, ``handicap`` the number of a step, 0 for none."""

    scenario: str = ""
    text: str = ""
    who: Mapping[str, Who]
    level: str = ""
    handicap: int = 0


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
class TableHandBody:
    """A side that changes hands: who plays it from now on, and how well where that is the program."""

    token: str
    side: str
    to: Holder
    level: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHanded:
    """A side has changed hands; the link for whoever plays it now, None for the program."""

    status: Literal["ok"] = "ok"
    link: TableLink | None


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


def inks_of(rules: TableRules[Any], state: Any) -> tuple[TableInk, ...]:
    """The sides of a table, called as they are called at it."""
    ruleset = rules.ruleset
    names = rules.side_names(state) if isinstance(rules, NamesSides) else {}
    say = ruleset.catalogue.say
    return tuple(
        TableInk(id=side.id, name=names.get(side.id) or say(Message(f"side.{side.id}")), ink=side.ink)
        for side in ruleset.sides
    )


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
    text: str
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


TABLE_CALLS: dict[str, tuple[type[Any], type[Any]]] = {
    "scenarios": (TableEmpty, TableScenarios),
    "open": (TableOpenBody, TableOpened),
    "share": (TableShareBody, TableShared),
    "hand": (TableHandBody, TableHanded),
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
