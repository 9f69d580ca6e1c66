"""A move as it is gone: where the unit is after so much of its path. For whatever it meets on the way without knowing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sandtable.geometry.around import Around
from sandtable.geometry.facts import Lasting, fact, once
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import OPEN
from sandtable.geometry.measure import Length, Point, Pose
from sandtable.geometry.terrain import Terrain
from sandtable.geometry.trail import part
from sandtable.geometry.walk import cut, march, path_length, walk

STRIDE: Length = 200  # how densely a path is looked at: less than a base is deep
FINE: Length = 1
NOTHING = Around(Terrain(0, 0))


@dataclass(frozen=True)
class Journey(Lasting):
    """A body and its path. A column follows its lead base, with a gap between its bases where limbers stand."""

    body: Footprint
    path: tuple[Pose, ...]
    column: bool = False
    gap: Length = 0

    @once
    def length(self) -> Length:
        return round(path_length(self.body, self.path))

    @once
    def _box(self) -> tuple[float, float, float, float]:
        """A rectangle that it never leaves."""
        xs, ys = zip(*(pose.point for pose in (self.body.anchor, *self.path)), strict=True)
        room = self.body.extent
        return min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room

    def comes_near(self, place: Footprint, within: Length) -> bool:
        """Whether it may come so near to a place; most are ruled out at a glance, so that what is far costs no time that could be told."""
        left, bottom, right, top = self._box
        a, b, c, d = place.box
        return a <= right + within and c >= left - within and b <= top + within and d >= bottom - within

    def at(self, gone: Length) -> Footprint:
        """Where it is after so much of its path."""
        if gone <= 0 or not self.path:
            return self.body
        return self._column_at(gone) if self.column else self._line_at(gone)

    @fact
    def _column_at(self, gone: Length) -> Footprint:
        way = part((self.body.anchor.point, *(pose.point for pose in self.path)), 0, min(gone, self.length))
        return march(self.body, way[1:], OPEN, NOTHING, None, self.gap).end

    @fact
    def _line_at(self, gone: Length) -> Footprint:
        way = cut(self.body, self.path, gone)
        if not way:
            return self.body
        start, body = self._turned(len(way) - 1)
        return body.moved(way[-1].x - start.x, way[-1].y - start.y)

    @fact
    def _turned(self, leg: int) -> tuple[Point, Footprint]:
        """Where a leg of the path begins, and the body there with the facing of the leg."""
        start = self.path[leg - 1].point if leg else self.body.anchor.point
        way = (*self.path[:leg], Pose(start.x, start.y, self.path[leg].facing))
        return start, walk(self.body, way, OPEN, NOTHING).end

    def places(self) -> tuple[Length, ...]:
        """Lengths at which to look, from the start to the end."""
        return (*range(0, self.length, STRIDE), self.length)

    def first(self, happens: Callable[[Footprint], bool]) -> Length | None:
        """The length after which something happens first; None: it never does."""
        before = 0
        for gone in self.places():
            if happens(self.at(gone)):
                return self._narrowed(before, gone, happens)
            before = gone
        return None

    def _narrowed(self, low: Length, high: Length, happens: Callable[[Footprint], bool]) -> Length:
        while high - low > FINE:
            middle = (low + high) // 2
            low, high = (low, middle) if happens(self.at(middle)) else (middle, high)
        return high

    def back_to(self, gone: Length, stands: Callable[[Footprint], bool]) -> Length:
        """The last length up to this one at which it may stand; nought if there is none."""
        while gone > 0 and not stands(self.at(gone)):
            gone -= STRIDE // 4
        return max(0, gone)
