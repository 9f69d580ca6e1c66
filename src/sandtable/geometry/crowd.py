"""Many footprints that are measured together, again and again: they keep how the compiled loops read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.sightlines import POINTS
from sandtable.geometry.facts import once
from sandtable.geometry.footprint import Footprint, Quads
from sandtable.geometry.sightlines import core_of, nine_points

Box = tuple[float, float, float, float]
Stacked = tuple[Quads, NDArray[np.int64], NDArray[np.float64]]  # all bases, where each footprint's begin, their radii


class Crowd(tuple[Footprint, ...]):  # noqa: SLOT001 - it keeps what was worked out about it
    """Footprints in their order."""

    def __hash__(self) -> int:
        return self._hash

    @once
    def _hash(self) -> int:
        """Kept, because crowds are looked up by where they stand far more often than they are made."""
        return super().__hash__()

    @once
    def stacked(self) -> Stacked:
        """Their bases one after the other."""
        first = np.zeros(len(self) + 1, dtype=np.int64)
        np.cumsum([len(each.bases) for each in self], out=first[1:])
        radius = np.array([each.radius for each in self], dtype=np.float64)
        return np.concatenate([each.quads for each in self]), first, radius

    @once
    def rounds(self) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
        """Their middles and radii, where all of them are single round bases; None where any is not."""
        if any(each.width or each.depth or len(each.bases) != 1 for each in self):
            return None
        middles = np.array([each.bases[0][:2] for each in self], dtype=np.float64).reshape(-1, 2)
        return middles, np.array([each.radius for each in self], dtype=np.float64)

    @once
    def boxes(self) -> NDArray[np.float64]:
        """The smallest upright rectangle around each: left, bottom, right, top."""
        return np.array([each.box for each in self], dtype=np.float64).reshape(-1, 4)

    @once
    def square(self) -> NDArray[np.bool_]:
        """Which of them stand on rectangles."""
        return np.array([bool(each.width) for each in self], dtype=np.bool_)

    @once
    def middles(self) -> NDArray[np.float64]:
        """Where the first base of each stands."""
        return np.array([each.bases[0][:2] for each in self], dtype=np.float64).reshape(-1, 2)

    @once
    def posts(self) -> NDArray[np.float64]:
        """Each as a post that lines and ways keep off."""
        return np.array([core_of(each) for each in self], dtype=np.float64).reshape(-1, 5)

    @once
    def nines(self) -> NDArray[np.float64]:
        """The nine points of each, between which lines of sight run."""
        return np.array([nine_points(each) for each in self], dtype=np.float64).reshape(-1, POINTS, 2)

    def near(self, box: Box) -> Crowd:
        """Those whose rectangles meet another: a quick look before a careful one."""
        left, low, right, high = box
        boxes = self.boxes
        meet = (boxes[:, 0] <= right) & (boxes[:, 2] >= left) & (boxes[:, 1] <= high) & (boxes[:, 3] >= low)
        return Crowd([self[number] for number in np.flatnonzero(meet).tolist()])


def crowd(some: Sequence[Footprint]) -> Crowd:
    """Footprints as a crowd; one that is a crowd already keeps what it knows."""
    return some if isinstance(some, Crowd) else Crowd(some)


def all_of(some: Iterable[Crowd]) -> Crowd:
    """Several crowds as one, with what they know of how lines and ways see them."""
    crowds = list(some)
    found = Crowd([stand for each in crowds for stand in each])
    if found:
        Crowd.posts.hand_over(found, np.concatenate([each.posts for each in crowds]))
        Crowd.middles.hand_over(found, np.concatenate([each.middles for each in crowds]))
        Crowd.square.hand_over(found, np.concatenate([each.square for each in crowds]))
    return found
