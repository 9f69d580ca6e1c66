"""What a ruleset tells its desk: icons, letters, whose move it is, what can be walked into and how far its weapons carry. Its words stand beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from sandtable.battle.scenario.scenario import Hint
from sandtable.battle.scene import Mark
from sandtable.geometry.measure import Facing, Length, Point, Pose
from sandtable.kernel.messages import Message
from sandtable.kernel.verdict import Verdict
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.orders import Act


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a piece's weapon carries, and within how much to either side of a muzzle; without one all round."""

    far: Length
    half: Facing = 0
    muzzle: Pose | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(Generic[State]):
    """The ruleset's part of the desk.

    ``icon`` and ``letter`` are of a unit in the books, ``started`` the figures it began with; ``house`` is the house that a piece is in
    and ``enters`` the one that a place is in, empty for none; ``outline`` are the walls of a house. ``counts`` is what the clock says
    beside whose move it is, ``turn`` its number. ``cards`` are actions whose verdict is shown large, ``quiet`` those of which the log says
    nothing where more than one thing happened.

    ``facts`` are what else there is to know of a piece, a value and its label each; ``paced`` is what a walk may cost at most and why, where
    its own verdict does not tell; ``moment`` is what a hint may wait for, ``so`` what else.
    """

    icon: Callable[[Any], str]
    letter: Callable[[Any], str]
    started: Callable[[Any], int]
    house: Callable[[State, Piece], str]
    enters: Callable[[State, Pose], str]
    outline: Callable[[State, str], tuple[Point, ...]]
    turn: Callable[[State], int]
    counts: Callable[[State], Message]
    reach: Callable[[State, Piece], Reach | None]
    marks: Callable[[State], Mapping[str, Mark]]
    cards: frozenset[str]
    quiet: frozenset[str] = frozenset()
    facts: Callable[[State, Piece], Sequence[tuple[str, Message]]] = lambda _view, _piece: ()
    paced: Callable[[State, Act], tuple[Length, Verdict]] | None = None
    moment: Callable[[State], str] = lambda _: ""
    so: Mapping[str, Callable[[State, Hint], bool]] = field(default_factory=dict)
