"""A move as it is gone: where the unit is after so much of its path. For whatever it meets on the way without knowing (chapter 10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sandtable.geometry.around import Around
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import OPEN
from sandtable.geometry.measure import Length, Pose
from sandtable.geometry.terrain import Terrain
from sandtable.geometry.trail import part
from sandtable.geometry.walk import cut, march, path_length, walk

STRIDE: Length = 200  # how densely a path is looked at: less than a base is deep
FINE: Length = 1


@dataclass(frozen=True)
class Journey:
    """A body and its path. A column follows its lead base, with a gap between its bases where limbers stand."""

    body: Footprint
    path: tuple[Pose, ...]
    column: bool = False
    gap: Length = 0

    @property
    def length(self) -> Length:
        return round(path_length(self.body, self.path))

    def at(self, gone: Length) -> Footprint:
        """Where it is after so much of its path."""
        if gone <= 0 or not self.path:
            return self.body
        nothing = Around(Terrain(0, 0))
        if self.column:
            way = part((self.body.anchor.point, *(pose.point for pose in self.path)), 0, min(gone, self.length))
            return march(self.body, way[1:], OPEN, nothing, None, self.gap).end
        return walk(self.body, cut(self.body, self.path, gone), OPEN, nothing).end

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
