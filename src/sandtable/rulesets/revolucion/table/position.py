"""The position: where every unit and Leader is, and what follows from that alone. It is compared, not told: whoever moves makes another one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple, Protocol, TypeVar

from sandtable.battle.standing import Host, Standing
from sandtable.geometry.facts import fact, once
from sandtable.geometry.footprint import Footprint, figure
from sandtable.geometry.measure import Length, Point
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.table.ground.kinds import leader_radius
from sandtable.rulesets.revolucion.vocabulary import Formation, Loss, Side, UnitType

Someone = TypeVar("Someone")


@dataclass(frozen=True, slots=True)
class Card:
    """What a unit is and stays. ``flags``: aa, armored, overloaded, emplaced, mounted_mg, bombs, strafes."""

    id: str
    name: str
    side: Side
    column: str
    kind: UnitType
    started: int
    flags: frozenset[str] = frozenset()
    capacity: int = 0
    counts: bool = True  # for the break point (REV-11.02b)


class Placed(NamedTuple):
    """A unit as it stands, whatever it has done or suffered."""

    card: Card
    stands: Footprint | None
    formation: Formation
    bases: int
    aboard: str
    gone: Loss | None

    @property
    def on_table(self) -> Footprint | None:
        """Where it stands, if it has not been removed."""
        return self.stands if self.gone is None else None


class Post(NamedTuple):
    """A Leader where he is, and whom he leads."""

    id: str
    side: Side
    column: str
    chief: bool
    place: Point | None
    aboard: str
    alive: bool
    left_by: str

    @property
    def present(self) -> bool:
        """He is on the table, aboard something or still to come."""
        return self.alive and not self.left_by


class IsPlaced(Protocol):
    """Whatever is placed as a unit is: the unit itself, or how it stands."""

    @property
    def card(self) -> Card: ...
    @property
    def stands(self) -> Footprint | None: ...
    @property
    def formation(self) -> Formation: ...
    @property
    def bases(self) -> int: ...
    @property
    def aboard(self) -> str: ...
    @property
    def gone(self) -> Loss | None: ...


class IsPosted(Protocol):
    """Whatever is posted as a Leader is: the Leader himself, or where he is."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> Side: ...
    @property
    def column(self) -> str: ...
    @property
    def chief(self) -> bool: ...
    @property
    def place(self) -> Point | None: ...
    @property
    def aboard(self) -> str: ...
    @property
    def alive(self) -> bool: ...


_PLACED = attrgetter(*Placed._fields)
_POST = attrgetter(*Post._fields)


def placed(unit: IsPlaced) -> Placed:
    """A unit as it stands."""
    return Placed._make(_PLACED(unit))


def posted(leader: IsPosted) -> Post:
    """A Leader where he is."""
    return Post._make(_POST(leader))


def anybody_elsewhere(
    before: Mapping[str, Someone], now: Mapping[str, Someone], place: Callable[[Someone], Any]
) -> bool:
    """Whether anybody is at another place than before, come or gone."""
    return len(before) != len(now) or any(
        place(one) != place(same) for one, same in zip(before.values(), now.values(), strict=True) if one is not same
    )


@dataclass(frozen=True)
class Position(Standing[Side]):
    """The ground, the tables that measure on it, and where every unit and Leader is."""

    tables: Tables
    units: Mapping[str, Placed]
    leaders: Mapping[str, Post]

    @once
    def on_table(self) -> Mapping[str, Footprint]:
        """Who stands where, of all units that do, in the air as well."""
        places = ((name, unit.on_table) for name, unit in self.units.items())
        return {name: stands for name, stands in places if stands is not None}

    @once
    def figures(self) -> Mapping[str, Footprint]:
        """The bases of the Leaders on the table."""
        return {
            name: _figure(leader.place, leader_radius())
            for name, leader in self.leaders.items()
            if leader.alive and leader.place is not None and not leader.aboard
        }

    def leaders_of(self, side: Side) -> Iterator[Post]:
        """The Leaders of a side who are not out of the battle."""
        return (leader for leader in self.leaders.values() if leader.side is side and leader.present)

    def has(self, unit: IsPlaced) -> bool:
        """Whether a unit stands in it as it does. One may be asked about as it would stand elsewhere."""
        return bool(_PLACED(unit) == self.units.get(unit.card.id))

    @fact
    def without(self, names: frozenset[str]) -> Position:
        """This position as somebody knows it who has never heard of some units and Leaders."""
        units = {name: unit for name, unit in self.units.items() if name not in names}
        leaders = {name: leader for name, leader in self.leaders.items() if name not in names}
        return Position(self.terrain, _hosts(units.values(), self.hosts), self.tables, units, leaders)

    def now(
        self, terrain: Terrain, tables: Tables, units: Mapping[str, IsPlaced], leaders: Mapping[str, IsPosted]
    ) -> Position:
        """This position if all of them are where they are in it, else the one in which they are."""
        here, led = tuple(map(_PLACED, units.values())), tuple(map(_POST, leaders.values()))
        stay, lead = here == tuple(self.units.values()), led == tuple(self.leaders.values())
        if stay and lead and terrain is self.terrain and tables is self.tables:
            return self
        own = self.units if stay else dict(zip(units, map(Placed._make, here), strict=True))
        posts = self.leaders if lead else dict(zip(leaders, map(Post._make, led), strict=True))
        return Position(terrain, self.hosts if stay else _hosts(own.values(), self.hosts), tables, own, posts)


def _hosts(units: Iterable[Placed], before: Mapping[Side, Host]) -> Mapping[Side, Host]:
    """Those of each side who stand on the ground; the same host as before where all of them stand as before."""
    places: dict[Side, list[tuple[str, Footprint]]] = {side: [] for side in Side}
    for unit in units:
        stands = unit.on_table
        if stands is not None and unit.card.kind is not UnitType.AIRCRAFT:
            places[unit.card.side].append((unit.card.id, stands))
    hosts = ((side, Host(tuple(pairs))) for side, pairs in places.items())
    return {side: before[side] if before.get(side) == host else host for side, host in hosts}


@lru_cache(maxsize=1024)
def _figure(place: Point, radius: Length) -> Footprint:
    return figure(place, radius)


def position_of(
    terrain: Terrain, tables: Tables, units: Mapping[str, IsPlaced], leaders: Mapping[str, IsPosted]
) -> Position:
    """The position of some units and Leaders, found from nothing."""
    own = {name: placed(unit) for name, unit in units.items()}
    posts = {name: posted(leader) for name, leader in leaders.items()}
    return Position(terrain, _hosts(own.values(), {}), tables, own, posts)
