"""What a ruleset tells its desk: icons, letters, whose move it is, what can be walked into and how far its weapons carry. Its words stand beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from sandtable.battle.scene import Mark
from sandtable.geometry.measure import Facing, Length, Point, Pose
from sandtable.kernel.messages import Message
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State


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
    beside whose move it is, ``turn`` its number. ``cards`` are actions whose verdict is shown large.
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
