"""What a ruleset tells its desk: icons, letters, whose move it is, what can be walked into and how far its weapons carry. Its words stand beside it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from sandtable.battle.event import Event
from sandtable.battle.scenario.scenario import Hint
from sandtable.battle.scene import Badge, Count, Fact, Mark, Step, Threat, Track, Work
from sandtable.battle.seat import Role
from sandtable.geometry.measure import Facing, Length, Point, Pose
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.verdict import Verdict
from sandtable.miniatures.desk.courses import AimedAlike, Course, Tile
from sandtable.miniatures.desk.replies import Asks, Prospect
from sandtable.miniatures.desk.volleys import Volleys
from sandtable.miniatures.events import Ruled
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit, State
from sandtable.miniatures.orders import Act

Say = Callable[[Message], str]  # a message in words


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a piece's weapon carries, and within how much to either side of a muzzle; without one all round. ``bands``: ranges at which something changes. ``command``: it is no weapon, but how far
    somebody commands. ``wedges``: the ground itself, where it is no such sector.
    """

    far: Length
    half: Facing = 0
    muzzle: Pose | None = None
    bands: tuple[Length, ...] = ()
    command: bool = False
    wedges: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Gait:
    """A way of walking that is an order of its own: fast, at an amble, crawling. Its words go by its name."""

    name: str
    chosen: Mapping[str, Any]


def named_in(ruled: Ruled) -> tuple[str, str]:
    """Who acts in a ruling, and at whom or what, as most forms tell it."""
    targets = (ruled.fields.get(name) for name in ("target_name", "structure_name", "gun_name"))
    return str(ruled.fields.get("actor_name") or ""), str(next((name for name in targets if name), ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(Generic[State]):
    """The ruleset's part of the desk.

    ``icon`` and ``letter`` are of a unit in the books, ``started`` the figures it began with; ``house`` is the house that a piece is in
    and ``enters`` the one that a place is in, empty for none; ``outline`` are the walls of a house. ``counts`` is what the clock says
    beside whose move it is, ``turn`` its number. ``cards`` are actions whose verdict is shown large, ``quiet`` those of which the log says
    nothing where more than one thing happened, ``terse`` those of which it says no more than that they were done, ``hushed`` messages of effects that it leaves out; ``within`` is a name inside a sentence; ``foremost`` are offered before all others.

    ``drawn`` is the drawing on the bases of a piece, ``man`` that of one of its figures where it is another; ``engine`` how what they serve is drawn, or what stands on its bases; ``chief``: it is drawn as one who commands all; ``together`` how far
    figures of a unit may be apart, so that the line around them breaks where they are not; ``front`` how many stands are its front. ``badges`` are conditions, ``works`` what is
    built, ``steps`` the course of a turn, ``titled`` what a side does now in a word or two, ``tracks`` and ``counted`` what stands at the top of the table, ``facts`` what is said of a piece when it is picked, ``detail`` what it is in a line.

    ``gaits`` are ways of walking, those that might be open to a piece, which then has one order for each; without any it has one order, with all that is the giver's to choose.
    ``goers`` are the figures that a walk of a piece takes along, where it is not all of them.
    ``toll`` is what a piece pays for a kind of feature on its way, in words; ``never`` are actions that a piece is not even told it cannot do now; ``comings`` are ways in which a unit
    could come onto the table; ``aside`` says of a piece in the books that it waits beside the table, and ``begins`` where on its edge somebody comes from who is to end at a place; ``expects`` is the measure by which the outcome of an action is summed up.

    ``ink`` is what a unit in the books is drawn in, where that is not its side's.

    ``linked`` are those whom a piece commands from where it stands. ``group`` is the part of its army that a piece belongs to and can be ordered with; ``part`` the part of its side whose commander alone orders it, beside whoever commands the whole.
    ``foreseen`` is what an order leads to, where that and not the order itself is what throws: its odds are shown.
    ``manned`` is how many a piece is, now and at the start, for its plate, where that is not the number of its figures; without a start that number stands alone, and nothing where it is 0.

    ``shelters`` are kinds of lines that figures line up behind. ``more`` is what else there is to know of a piece, a value and its label each; ``paced`` is what a walk may cost at most and why, where its own verdict does not tell; ``subject`` is the piece that has to be told something before anybody else, ``moment``
    what a hint may wait for, ``so`` what else. ``loses`` is whether somebody counts among the losses of a battle.

    ``besides`` are orders of a side as a whole that people alone give, and ``usual`` those that are meant where nobody picks another one.

    ``called`` is what an order goes by among the offers to a piece, and its words do, where what is chosen in it is too long for that; ``joined`` is an order at an enemy with everybody
    who takes part in it; ``named`` is who acts in a ruling and at whom, where its form does not call them actor and target, ``told`` the sentence for it where it takes more than those two; ``tiles`` are orders
    of a piece that are given by numbers, and ``course`` is where an order leads that has no ways of single figures, None where they stay. ``whom`` are facts of single pieces: the first of which it is so, empty for none, whom the hint is then about. ``volleys`` is fire as a side lays it out, all shots at once; ``threats`` are those who have announced that they come,
    ``asks`` what a side is asked meanwhile, and ``prospect`` what an answer leads to.

    ``alike`` are the kinds of those whom an order aims at, the most promising first, where they are not all met alike and its giver chooses among them; ``vain`` is why an order
    that may be given could do nothing at all, so that it is not offered. ``voided`` is what is told in place of the umpire's words of a ruling of which nothing came, as the table tells by what happened.
    """

    icon: Callable[[Any], str]
    letter: Callable[[Any], str]
    started: Callable[[Any], int]
    turn: Callable[[State], int]
    counts: Callable[[State], Message]
    reach: Callable[[State, Piece], Reach | None]
    marks: Callable[[State], Mapping[str, Mark]]
    cards: frozenset[str]
    house: Callable[[State, Piece], str] = lambda _view, _piece: ""
    enters: Callable[[State, Pose], str] = lambda _view, _pose: ""
    outline: Callable[[State, str], tuple[Point, ...]] = lambda _view, _name: ()
    drawn: Callable[[State, Piece], str] = lambda _view, _piece: ""
    man: Callable[[State, Piece, int], str] = lambda _view, _piece, _number: ""
    engine: Callable[[Any], str] = lambda _: ""
    chief: Callable[[State, Piece], bool] = lambda _view, _piece: False
    together: Callable[[State], Length] = lambda _: 0
    ink: Callable[[Any], str] = lambda _unit: ""
    front: Callable[[State, Piece], int] = lambda _view, piece: len(piece.figures)
    badges: Callable[[State, Piece, Say], Iterable[Badge]] = lambda _view, _piece, _say: ()
    works: Callable[[State, Say], Mapping[str, Work]] = lambda _view, _say: {}
    tracks: Callable[[State, Say], Iterable[Track]] = lambda _view, _say: ()
    steps: Callable[[State, Say], Iterable[Step]] = lambda _view, _say: ()
    titled: Callable[[State, Role], Message | None] = lambda _view, _role: None
    aside: Callable[[State, Piece], bool] = lambda _view, _piece: False
    begins: Callable[[State, Piece, Pose], Pose | None] = lambda _view, _piece, _end: None
    counted: Callable[[State, Say], Iterable[Count]] = lambda _view, _say: ()
    facts: Callable[[State, Piece, Say], Iterable[Fact]] | None = None
    detail: Callable[[Any, Say], str] = lambda unit, say: say(unit.described())
    gaits: Callable[[State, Piece], Sequence[Gait]] = lambda _view, _piece: ()
    goers: Callable[[State, Piece], Collection[int] | None] = lambda _view, _piece: None
    toll: Callable[[State, Piece, str], str] = lambda _view, _piece, _kind: ""
    never: Callable[[State, Piece], Collection[str]] = lambda _view, _piece: ()
    comings: Callable[[State, str], Iterable[Act]] = lambda _view, _unit: ()
    expects: Mapping[str, str] = field(default_factory=dict)
    quiet: frozenset[str] = frozenset()
    terse: frozenset[str] = frozenset()
    hushed: frozenset[str] = frozenset()
    within: Callable[[str], str] = lambda name: name
    foremost: frozenset[str] = frozenset()
    linked: Callable[[State, Piece], Iterable[str]] = lambda _view, _piece: ()
    group: Callable[[State, Piece], str] = lambda _view, _piece: ""
    part: Callable[[State, Piece], str] = lambda _view, _piece: ""
    foreseen: Callable[[State, Act], Act] = lambda _view, order: order
    manned: Callable[[State, Piece], tuple[int, int] | None] = lambda _view, _piece: None
    shelters: frozenset[str] = frozenset()
    more: Callable[[State, Piece], Sequence[tuple[str, Message]]] = lambda _view, _piece: ()
    paced: Callable[[State, Act], tuple[Length, Verdict]] | None = None
    moment: Callable[[State], str] = lambda _: ""
    subject: Callable[[State], str] = lambda _: ""
    loses: Callable[[Any], bool] = lambda _unit: True
    so: Mapping[str, Callable[[State, Hint], bool]] = field(default_factory=dict)
    besides: Callable[[State, Role], Sequence[Act]] = lambda _view, _role: ()
    usual: frozenset[str] = frozenset()
    called: Callable[[Act], str] = lambda _: ""
    joined: Callable[[State, Act], Act] = lambda _view, order: order
    named: Callable[[Ruled], tuple[str, str]] = named_in
    told: Callable[[State, Ruled], Message | None] = lambda _view, _ruled: None
    tiles: Callable[[State, Piece], Sequence[Tile]] = lambda _view, _piece: ()
    course: Callable[[State, Act], Course | None] = lambda _view, _order: None
    whom: Mapping[str, Callable[[State, Hint], str]] = field(default_factory=dict)
    volleys: Volleys[State] | None = None
    threats: Callable[[State, Say], Iterable[Threat]] = lambda _view, _say: ()
    alike: Callable[[State, Act], Sequence[AimedAlike]] = lambda _view, _order: ()
    vain: Callable[[State, Act], Problem | None] = lambda _view, _order: None
    voided: Callable[[Ruled, Sequence[Event]], Message | None] = lambda _ruled, _happened: None
    asks: Callable[[State, Role], Asks | None] = lambda _view, _role: None
    prospect: Callable[[Kit[State], State, Act], Prospect | None] = lambda _kit, _view, _order: None
