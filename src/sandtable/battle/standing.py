"""Who stands where on the ground: a value that is replaced when somebody moves, and keeps what was measured in it until then."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from sandtable.geometry.around import Around, Crowd
from sandtable.geometry.distance import near_point
from sandtable.geometry.facts import Lasting, fact, once
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point
from sandtable.geometry.terrain import Terrain

SideType = TypeVar("SideType", bound=Hashable)
Places = tuple[tuple[str, Footprint], ...]


@dataclass(frozen=True)
class Host(Lasting):
    """All of one side who stand on the ground, by name. While nobody of a side moves, one position after another has the same host."""

    places: Places = ()

    @once
    def crowd(self) -> Crowd:
        """The places of all of them."""
        return Crowd(stands for _, stands in self.places)

    @fact
    def without(self, *names: str) -> Crowd:
        """The places of all but some."""
        return Crowd(stands for name, stands in self.places if name not in names)

    @fact
    def near(self, place: Point, within: Length) -> frozenset[str]:
        """Those who stand so near to a place."""
        return frozenset(name for name, stands in self.places if near_point(stands, place, within))


@dataclass(frozen=True)
class Standing(Lasting, Generic[SideType]):
    """The ground, and who of each side stands on it."""

    terrain: Terrain
    hosts: Mapping[SideType, Host]

    def standing(self, side: SideType) -> Places:
        """The units of a side that stand on the ground, with their places."""
        return self.hosts[side].places

    def friends(self, side: SideType, *but: str) -> Crowd:
        """Where the units of a side stand, some left out."""
        host = self.hosts[side]
        return host.without(*but) if but else host.crowd

    @fact
    def enemies(self, side: SideType) -> Crowd:
        """Where the enemies of a side stand."""
        others = [host for each, host in self.hosts.items() if each != side]
        return others[0].crowd if len(others) == 1 else Crowd(stands for host in others for stands in host.crowd)

    def near(self, side: SideType, place: Point, within: Length) -> frozenset[str]:
        """The units of a side that stand so near to a place."""
        return self.hosts[side].near(place, within)

    @fact
    def around(self, side: SideType, name: str, zone: Length, zone_at_end: bool = False) -> Around:
        """What somebody of a side has to mind on the way: the ground, friends other than itself, and the zone of its enemies."""
        return Around(self.terrain, self.enemies(side), self.friends(side, name), zone, zone_at_end)
