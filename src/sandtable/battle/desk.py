"""What people at a table may ask before they decide. A ruleset answers from the asker's own view; browsers and programs only ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, runtime_checkable

from sandtable.battle.account import Deed, Moment, RoundTold, ToldThrow
from sandtable.battle.odds import OrderOdds
from sandtable.battle.scene import Scene
from sandtable.battle.seat import Role, Seat
from sandtable.geometry.measure import Facing, Length, Point

State = TypeVar("State", contravariant=True)  # noqa: PLC0105 - as in `rules`


@dataclass(frozen=True, slots=True)
class Objection:
    """Why not: in words, by which rule, and a drawing (an SVG fragment in inches, y down) of the geometry that is in the way."""

    words: str
    rule: str = ""
    drawing: str = ""


@dataclass(frozen=True, slots=True)
class OrderOption:
    """One of the ways to carry an order out."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class OrderChoice:
    """Something about an order that its giver may choose: the formation to take, who goes along. ``usual`` is meant where nothing is said."""

    name: str
    label: str
    options: tuple[OrderOption, ...]
    usual: str


@dataclass(frozen=True, slots=True)
class Dial:
    """A number of an order that its giver may set: inches, degrees, how many. It is drafted among the choices, by its name."""

    name: str
    label: str
    least: float
    most: float
    step: float
    unit: str = ""


@dataclass(frozen=True, slots=True)
class OrderOffer:
    """An order that a piece could be given now. ``needs``: path, target, facing, place, ``distance`` for orders to many, ``shots`` for a plan of fire, or nothing more.

    ``picture`` is a small plan of it: an SVG fragment, 96 by 60, the front up. ``under`` is the heading that it stands under, where it is no order for now.
    """

    id: str
    title: str
    detail: str = ""  # its reach: ``7 in``
    outlook: str = ""  # its odds in a few words: ``90% full, 10% half``
    needs: tuple[str, ...] = ()
    combines: tuple[str, ...] = ()  # offers that may follow it in the same turn
    choices: tuple[OrderChoice, ...] = ()
    group: str = ""  # the pieces it is about, by their group
    icons: tuple[str, ...] = ()  # of those pieces
    dials: tuple[Dial, ...] = ()
    picture: str = ""
    under: str = ""


@dataclass(frozen=True, slots=True)
class NotNow:
    """An order that it cannot be given now, and why."""

    title: str
    objection: Objection
    picture: str = ""


@dataclass(frozen=True, slots=True)
class OrderPanel:
    """All that a piece, or the side as a whole, can and cannot be told.

    ``usual`` is the offer that is meant where nobody picks another one. ``group``: whom of the table the orders concern, by the group of the
    pieces. ``note`` is something to know before any of them is given. ``replies``: the offers answer what another side has announced.
    """

    offers: tuple[OrderOffer, ...]
    not_now: tuple[NotNow, ...] = ()
    usual: str = ""
    group: str = ""
    note: str = ""
    replies: bool = False


@dataclass(frozen=True, slots=True)
class DraftShot:
    """A shot that is laid out: at whom, and who fires with how many stands; where nobody is named, all who can."""

    target: str
    by: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody has picked so far. ``far`` and ``without`` are of orders to many: how far all of them go, and who is left out.

    ``pieces`` are those who go or act together with the piece, ``targets`` those who are aimed at beside the target.
    """

    piece: str = ""  # a unit or a figure; empty for orders of the whole side
    offer: str = ""
    then: str = ""  # a second offer, combined with the first
    path: tuple[Point, ...] = ()
    facing: Facing | None = None
    target: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    far: Length | None = None
    without: tuple[str, ...] | None = None  # as it is usual, where nothing is said
    pieces: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    men: Mapping[str, Point] = field(
        default_factory=dict
    )  # where single figures of the piece are to end, by their numbers
    shots: tuple[DraftShot, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """What an order to many would be for one of them: whether it goes, how far and by what odds in words, its way, and why no further."""

    piece: str
    name: str
    goes: bool
    words: str = ""
    outlook: str = ""
    path: tuple[Point, ...] = ()
    ghost: tuple[tuple[Point, ...], ...] = ()
    limit: Objection | None = None


@dataclass(frozen=True, slots=True)
class Toll:
    """What a way pays at a place: two inches, at the trench."""

    at: Point
    words: str


@dataclass(frozen=True, slots=True)
class Grip:
    """Something to take hold of on the map, which sets dials: one by its bearing from a pivot, one by how far it is from a place.

    ``zero`` is the bearing at which the first of them is nothing; without that dial the second is measured along the line from ``start`` to ``at``.
    """

    at: Point
    turns: str = ""
    pivot: Point | None = None
    zero: Facing = 0
    reaches: str = ""
    start: Point | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit that could be aimed at: how far off it is and what to expect, in words, or why it cannot be."""

    piece: str
    name: str
    words: str = ""
    outlook: str = ""
    objection: Objection | None = None


@dataclass(frozen=True, slots=True)
class Shooter:
    """Somebody who could fire at a target: with how many stands he does (0: not at it), of how many that bear on it, and how many of those fire at nobody yet.

    ``words`` are stands and range, ``points`` what he adds, ``ray`` the line from him to the target. ``shared``: he bears on another target of the plan, too.
    """

    piece: str
    name: str
    stands: int
    most: int
    free: int
    words: str = ""
    points: str = ""
    ray: tuple[Point, Point] | None = None
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot of a plan of fire: all who fire at one target, the sum of it, its exact odds and what they mean in a line; or why not."""

    target: str
    name: str
    shooters: tuple[Shooter, ...]
    sum: str = ""  # ``20 = +4``
    odds: OrderOdds | None = None
    meaning: str = ""
    objection: Objection | None = None


@dataclass(frozen=True, slots=True)
class AimedPart:
    """Some of those who are aimed at, who are all met alike: the line around them, a word or two beside it, and whether they are the ones that are meant."""

    outlines: tuple[tuple[Point, ...], ...]
    words: str
    meant: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What would come of a draft. ``order`` is the order to give, if it is legal, with what is to follow it.

    Of an order to many, ``members`` tells what it is for each, and ``far`` how far they were sent. Where orders are planned in secret there is no order to give:
    ``acts`` are those to be put into the plan. Of an order with dials, ``values`` are what they stand at, and ``grips`` set them on the map; ``swept`` is the ground
    that the troops go over. Of a plan of fire, ``shots`` are what is laid out, ``marks`` who else could be fired at, ``idle`` who can fire at nobody and why.
    Where those who are aimed at are not all met alike, ``parts`` are the kinds of them; ``choices`` and ``dials`` are what can be chosen only now
    that somebody is aimed at, and ``note`` says in a sentence or two what to expect.
    """

    order: Any = None  # JSON
    verb: str = ""  # for the button: ``Fire, then move``
    objections: tuple[Objection, ...] = ()
    cost: Length | None = None
    budget: Length | None = None
    sum: str = ""  # the cost in words: ``4.0 open + 1.3 woods, twice``
    path: tuple[Point, ...] = ()  # as far as it goes
    ghost: tuple[tuple[Point, ...], ...] = ()  # the bases at its end
    odds: OrderOdds | None = None
    title: str = ""  # of what is aimed at
    detail: str = ""
    drawing: str = ""
    limit: Objection | None = None  # why the way goes no further than ``path``
    members: tuple[Member, ...] = ()
    far: Length | None = None
    tolls: tuple[Toll, ...] = ()
    acts: tuple[Any, ...] = ()  # JSON
    values: Mapping[str, str] = field(default_factory=dict)
    grips: tuple[Grip, ...] = ()
    swept: tuple[tuple[Point, ...], ...] = ()
    parts: tuple[AimedPart, ...] = ()
    choices: tuple[OrderChoice, ...] = ()
    dials: tuple[Dial, ...] = ()
    note: str = ""
    men: int = 0  # how many of the last outlines of ``ghost`` are single figures, which may be placed one by one
    shots: tuple[Shot, ...] = ()
    marks: tuple[Candidate, ...] = ()
    idle: tuple[NotNow, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedAct:
    """Something that is planned, as it is drawn: by whom, what in a word or two, the way and its end, the rays to those who are aimed at."""

    piece: str
    words: str
    path: tuple[Point, ...] = ()
    ghost: tuple[tuple[Point, ...], ...] = ()
    rays: tuple[tuple[Point, ...], ...] = ()
    objection: Objection | None = None


@dataclass(frozen=True, slots=True)
class PlanCount:
    """How many acts of a kind a plan has."""

    words: str
    count: int


@dataclass(frozen=True, slots=True)
class Pad:
    """A secret plan as far as it is written: what is in it, who has nothing yet, and the order that seals it, with what will happen then.

    ``sealed``: it is, and ``reopen`` is the order that opens it again, as long as that may be done; ``late`` lets the computer plan for somebody who does not come back.
    """

    acts: tuple[PlannedAct, ...] = ()
    counts: tuple[PlanCount, ...] = ()
    missing: tuple[str, ...] = ()
    order: Any = None  # JSON
    verb: str = ""
    note: str = ""
    objections: tuple[Objection, ...] = ()
    sealed: bool = False
    reopen: Any = None  # JSON
    late: Any = None  # JSON
    rest: tuple[Any, ...] = ()  # JSON: acts that let whoever has nothing yet stay as it is
    rest_verb: str = ""
    again: tuple[Any, ...] = ()  # JSON: acts that let them do as in the turn before
    again_verb: str = ""
    led: tuple[Any, ...] = ()  # JSON: acts that let them follow whoever was told something last
    led_verb: str = ""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a piece commands from where it stands: outlines to draw, and whom it could aim at, the nearest first."""

    arc: tuple[tuple[Point, ...], ...] = ()
    bands: tuple[tuple[Length, tuple[Point, ...]], ...] = ()  # range, and the line at that range inside the arc
    reach: tuple[tuple[Point, ...], ...] = ()  # ground it can get to
    hidden: tuple[tuple[Point, ...], ...] = ()  # ground it cannot see
    targets: tuple[Candidate, ...] = ()
    command: tuple[tuple[Point, ...], ...] = ()  # how far it commands
    links: tuple[tuple[Point, Point], ...] = ()  # from it to those whom it commands


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that is seen as it happens, for pages that show it: ``moves`` along points, of several who move together one for each step and the end, ``meets`` an enemy who stops it, ``fires`` along a ray, ``hit``, ``gone``, ``blast``."""

    kind: str
    piece: str = ""
    points: tuple[Point, ...] = ()
    words: str = ""  # in a word or two: ``Disordered``
    together: bool = False  # it moves, or meets somebody, while the one before it does
    when: float = 0.0  # of those: after how many steps it is stopped; nothing for who goes on to the end


@dataclass(frozen=True, slots=True)
class LineDie:
    """A throw at the end of a line: what it was for, and its faces."""

    label: str
    faces: tuple[int, ...]
    typed: bool = False  # real dice


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the log as it is read: ``Machine guns fired at Gendarmes, 8.7 in: Demoralized.``

    ``words`` is the whole sentence, ``who`` what it begins with, ``result`` what it ends with; ``also`` are further facts, a line each.
    """

    number: int
    side: Role | None
    words: str
    weight: int = 1  # how much happened, for the replay's ticks
    turn: int = 0  # the turn that begins with it; 0 for all others
    begins: str = ""  # what there is to say of the turn that begins: ``Government initiative, 62``
    seen: tuple[Happening, ...] = ()
    who: str = ""
    result: str = ""
    also: tuple[str, ...] = ()
    dice: tuple[LineDie, ...] = ()
    card: bool = False  # a verdict to be shown large: a shot, an assault


class TableDesk(Protocol[State]):
    """The desk of one ruleset's table."""

    def scene(self, view: State, seat: Seat) -> Scene:
        """What the seat sees."""

    def lines(self, view: State, entry: Any) -> tuple[Line, ...]:
        """A log entry, as the seat may know it, in words; ``view`` is the seat's view after it."""

    def deed(self, moments: Sequence[Moment[Any]], after: State, throws: tuple[ToldThrow, ...], entry: Any) -> Deed:
        """What was done in an entry and what came of it, from what a seat saw happen and its view afterwards."""

    def round_told(self, view: State, entries: Sequence[Any]) -> RoundTold | None:
        """Entries of the log, as a seat may know them, in two sentences; None where nothing was done and nobody hurt."""

    def panel(self, view: State, seat: Seat, piece: str) -> OrderPanel:
        """What a piece can be told now; with no piece, what the side can."""

    def preview(self, view: State, seat: Seat, draft: Draft) -> Preview:
        """What would come of a draft."""

    def outlook(self, view: State, seat: Seat, piece: str, offer: str) -> Outlook:
        """What a piece commands, and where it can get to under an offer."""

    def sight(self, view: State, seat: Seat, place: Point) -> tuple[tuple[Point, ...], ...]:
        """The ground that cannot be seen from a place."""


@runtime_checkable
class PlansAtDesk(Protocol):
    """A desk at which secret plans are written: what is not sealed stays with whoever writes it, and is brought along with every question."""

    def pad(self, view: Any, seat: Seat, plan: tuple[Any, ...]) -> Pad | None:
        """A plan so far; None where nothing is planned now."""


@runtime_checkable
class HasDesk(Protocol):
    """A table that people can sit down at."""

    @property
    def desk(self) -> TableDesk[Any]:
        """The desk that answers what people at this table ask."""
