"""A battle before its first turn: the table, the ground, the armies, and what each side is after.

Nothing here belongs to one ruleset. Lengths are thousandths of an inch and facings tenths of a degree, as everywhere on the table;
the file that people write has inches and degrees (``sandtable.battle.scenario.reader``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from sandtable.battle.seat import OWNER, Audience
from sandtable.battle.view import shown
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Facing, Length, Point, Pose
from sandtable.geometry.terrain import Terrain

EDGES = ("north", "east", "south", "west")  # of the table: up, right, down, left
NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class History:
    """What happened, what was fitted to the table, and where it is told.

    ``lost`` is what each side lost, in percent of what it had, from the least to the most that is told; ``favours`` the side that has it
    easier, where the battle is not meant to be even.
    """

    note: str = ""
    fitted: str = ""
    sources: tuple[str, ...] = ()
    lost: Mapping[str, tuple[int, int]] = field(default_factory=lambda: NOTHING)
    favours: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands at the start. At most one of these is set; ``bases`` gives each base its own place.

    ``along`` is how far the front of a train is from the start of the road ``road``; ``backwards`` turns it to face the start.
    """

    pose: Pose | None = None
    bases: tuple[Pose, ...] = ()
    road: str = ""
    along: Length = 0
    backwards: bool = False
    zone: str = ""  # its owner places it there before the first turn
    aboard: str = ""  # the unit it rides on
    arrival: str = ""  # it comes later


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of an army. ``fields`` are those that only its ruleset knows."""

    id: str
    name: str
    type: str
    side: str
    column: str
    bases: int
    formation: str
    place: Place
    hidden: bool = False
    fields: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader: of a column, or of the army without one."""

    id: str
    name: str
    side: str
    column: str
    place: Place
    chief: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """Units under one leader. A support column may have none."""

    id: str
    name: str
    side: str
    leader: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One side: its label in the rules, its name in this battle, what its players are told."""

    label: str
    name: str
    quality: str = ""
    edge: str = ""
    briefing: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """Where a side places what the scenario leaves to it."""

    id: str
    side: str
    outline: tuple[Point, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Troops that come onto the table later: when and where. ``fields`` are those that only their ruleset knows."""

    id: str
    turn: int
    at: Point
    facing: Facing
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    road: str = ""
    to: Point | None = None  # where they are bound for
    fields: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class Mark:
    """A thing at a point that is no unit: a mine, a supply dump, the end of a run."""

    id: str
    kind: str
    side: str
    at: Point
    name: str = ""
    hidden: bool = False
    fields: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class Objective:
    """What earns points when the turns are over. ``side`` is who may earn them; empty: either.

    hold: more units than the enemy within ``within`` of ``at``. exit: for each unit that left by ``edge`` on orders.
    destroy: the mark ``mark`` is gone.
    """

    id: str
    name: str
    kind: str
    side: str = ""
    points: int = 1
    at: Point | None = None
    within: Length = 0
    edge: str = ""
    mark: str = ""


OBJECTIVES = ("hold", "exit", "destroy")


@dataclass(frozen=True, slots=True)
class Victory:
    """How the battle ends: by army morale unless it is switched off, and by points after the last turn."""

    morale: bool = True
    turns: int | None = None
    otherwise: str = ""  # the side that wins when points are even; empty: nobody
    note: str = ""


@dataclass(frozen=True, slots=True)
class Hint:
    """A word to the beginner. Of a side's hints the first one whose conditions all hold is the one to show.

    ``turn``: only in that turn. ``when``: only while that has to be decided, as the ruleset calls it, or `WAITING` or `OVER`.
    ``unit``: only while that unit may still act. ``enemy``: only while that enemy is seen on the table. ``fact``: only while that is
    so, as the ruleset can tell.
    """

    side: str = shown()
    text: str = shown()
    turn: int = shown(default=0)  # any
    when: str = shown(default="")  # whatever this side has to decide
    unit: str = shown(default="")
    enemy: str = shown(default="")
    fact: str = shown(default="")

    @property
    def owner(self) -> str:
        """For views: whom it is for."""
        return self.side

    def known_to(self) -> Audience:
        """It may speak of what the enemy does not know."""
        return OWNER


WAITING, OVER = "waiting", "over"  # another side decides; nobody does any more


@dataclass(frozen=True, slots=True)
class Lettering:
    """A name on the map, centred on a point or written along a path. ``style`` chooses the type it is set in."""

    text: str
    style: str
    at: Point
    angle: Facing = 0  # clockwise
    size: str = "middle"
    path: tuple[Point, ...] = ()
    settled: bool = False  # its author says where it stands; else the map finds it room


@dataclass(frozen=True, slots=True)
class Handicap:
    """A step of a handicap: something of the scenario is at another value, which helps a side by so many points of wins.

    ``within`` is the interval that was measured, in ``battles`` battles at either value; a side's steps stand from the smallest on.
    """

    side: str
    what: str
    to: int | str
    points: int = 0
    within: tuple[int, int] = (0, 0)
    battles: int = 0


LETTERING = ("town", "water", "height", "wood", "place", "way")
SIZES = ("small", "middle", "large")


@dataclass(frozen=True)
class Scenario:
    """Everything a battle starts from. ``source`` is the text it was read from, kept with the log."""

    id: str
    ruleset: str
    title: str
    terrain: Terrain
    sides: tuple[Side, ...]
    columns: tuple[Column, ...]
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]
    date: str = ""
    place: str = ""
    north: Facing = 0  # where north lies, clockwise from up the table
    history: History = History()
    zones: tuple[Zone, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    marks: tuple[Mark, ...] = ()
    objectives: tuple[Objective, ...] = ()
    victory: Victory = Victory()
    options: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    house: str = ""  # house rules as the ruleset's tables read them
    hints: tuple[Hint, ...] = ()
    handicaps: tuple[Handicap, ...] = ()
    lettering: tuple[Lettering, ...] = ()
    footprints: Mapping[str, Footprint] = field(default_factory=lambda: NOTHING)  # of what stands at the start, by id
    source: str = ""

    @cached_property
    def unit_by_id(self) -> Mapping[str, Unit]:
        return {unit.id: unit for unit in self.units}

    @cached_property
    def leader_by_id(self) -> Mapping[str, Leader]:
        return {leader.id: leader for leader in self.leaders}

    @cached_property
    def side_by_label(self) -> Mapping[str, Side]:
        return {side.label: side for side in self.sides}
