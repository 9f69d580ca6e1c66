"""The ground of a table. What a kind of ground means for movement, cover and sight is told by a ruleset, never here.

Where areas overlap the later one lies on top: a plaza inside a town, a ford in a marsh. Hills are a layer of their own.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from sandtable.geometry.facts import Lasting, once
from sandtable.geometry.measure import Length, Point


@dataclass(frozen=True, slots=True)
class Area:
    """A patch of ground of one kind."""

    id: str
    kind: str
    outline: tuple[Point, ...]
    tall: bool = False  # it hides what is behind it, and lets sight a little way in


@dataclass(frozen=True, slots=True)
class Hill:
    """Ground so many levels above the table; a higher level lies inside a lower one. A sloped hill has no edge to look over."""

    id: str
    level: int
    outline: tuple[Point, ...]
    sloped: bool = True


@dataclass(frozen=True, slots=True)
class Line:
    """A linear feature: a wall, a ditch, wire, the gate that is a choke point."""

    id: str
    kind: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Road:
    """A way of a width, for those who march along it; a railway track is one of its own kind."""

    id: str
    kind: str
    points: tuple[Point, ...]
    width: Length


@dataclass(frozen=True)
class Terrain(Lasting):
    """All of it, with the facts that movement, sight and players have asked for."""

    width: Length
    height: Length
    areas: tuple[Area, ...] = ()
    hills: tuple[Hill, ...] = ()
    lines: tuple[Line, ...] = ()
    roads: tuple[Road, ...] = ()

    @once
    def _hash(self) -> int:
        return hash((self.width, self.height, self.areas, self.hills, self.lines, self.roads))

    def __hash__(self) -> int:
        """That of its parts, worked out once: they are many, and much is kept by the ground that it is about."""
        return self._hash

    def without_lines(self, ids: Collection[str]) -> Terrain:
        """The ground after linear features were taken away, such as cut wire."""
        return replace(self, lines=tuple(feature for feature in self.lines if feature.id not in ids)) if ids else self
