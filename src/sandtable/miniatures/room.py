"""Room to stand: whether figures would stand on somebody, and how little they have to be shifted so that they do not.

A quick look with round bases; what is legal the table says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.crowd import Crowd
from sandtable.geometry.facts import Lasting, once
from sandtable.geometry.measure import INCH, Length, Point, Pose, direction
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.drawing_up import shifted
from sandtable.miniatures.looking import Places, within

SLACK = 4.0  # thousandths that bases may seem to share
RINGS = (0.6, 1.2, 2.0, 3.0, 4.0)  # inches by which figures are shifted, tried in turn
ABOUT = 10  # directions
NEAR = INCH  # around figures, within which others may be in their way


@dataclass(frozen=True)
class Room(Lasting):
    """A table as far as there is room on it: its size, the ground under others, and outlines nobody may stand in."""

    width: Length
    height: Length
    taken: Crowd
    barred: tuple[tuple[Point, ...], ...] = ()

    @once
    def rounds(self) -> tuple[Places, NDArray[np.float64]]:
        """Everybody as round bases, two for each rectangle or rider: their middles and radii."""
        if not self.taken:
            return np.empty((0, 2)), np.empty(0)
        quads, _, radius = self.taken.stacked
        front, back = (quads[:, 0] + quads[:, 1]) / 2, (quads[:, 2] + quads[:, 3]) / 2
        wide = np.array([each.width / 2 for each in self.taken])
        deep = (back - front) / np.maximum(1.0, np.hypot(*(back - front).T))[:, None] * wide[:, None]
        return np.concatenate([front + deep, back - deep]), np.concatenate([radius + wide, radius + wide])

    @once
    def boxes(self) -> list[tuple[int, int, int, int]]:
        """The upright rectangle around each outline that nobody may stand in."""
        corners = [([x for x, _ in each], [y for _, y in each]) for each in self.barred]
        return [(min(across), min(up), max(across), max(up)) for across, up in corners]

    def free(self, base: Base, poses: Sequence[Pose]) -> bool:
        """Whether all these figures could stand there, as far as others are concerned."""
        return bool(self._free(middles(base, poses)[None], base)[0])

    def each_free(self, base: Base, poses: Sequence[Pose]) -> NDArray[np.bool_]:
        """Which of some places a figure could stand on, each for itself."""
        count = len(poses)
        return self._free(middles(base, poses).reshape(-1, count, 2).swapaxes(0, 1), base)

    def nearest(self, base: Base, poses: Sequence[Pose]) -> tuple[Pose, ...] | None:
        """The figures, shifted as little as there has to be for nobody to stand on anybody; None where that is far."""
        there = middles(base, poses)
        for shifts in _shifts():
            free = self._free(there[None] + shifts[:, None, :], base)
            if free.any():
                across, up = shifts[int(free.argmax())].tolist()
                return shifted(poses, int(across), int(up))
        return None

    def _free(self, tried: Places, base: Base) -> NDArray[np.bool_]:
        """For each of several ways to stand whether there is room for all."""
        low, high = tried.min(axis=1), tried.max(axis=1)
        edge = np.array((self.width, self.height)) - base.radius
        free: NDArray[np.bool_] = (low >= base.radius).all(axis=1) & (high <= edge).all(axis=1)
        others, radii = self._near(low.min(axis=0) - NEAR, high.max(axis=0) + NEAR)
        if len(others):
            apart = tried[:, :, None, :] - others[None, None]
            squared = apart[..., 0] ** 2 + apart[..., 1] ** 2
            free &= (squared >= (radii + base.radius - SLACK) ** 2).all(axis=(1, 2))
        (left, bottom), (right, top) = low.min(axis=0), high.max(axis=0)
        for outline, (a, b, c, d) in zip(self.barred, self.boxes, strict=True):
            if a <= right and c >= left and b <= top and d >= bottom:
                free &= ~within(outline, tried.reshape(-1, 2)).reshape(tried.shape[:2]).any(axis=1)
        return free

    def _near(self, low: Places, high: Places) -> tuple[Places, NDArray[np.float64]]:
        others, radii = self.rounds
        there = (others >= low).all(axis=1) & (others <= high).all(axis=1)
        return others[there], radii[there]


def middles(base: Base, poses: Sequence[Pose]) -> Places:
    """The middles of the round bases that figures stand on: two of each rider's."""
    front = np.array([(x, y) for x, y, _ in poses], dtype=np.float64)
    if not base.behind:
        return front
    back = np.array([direction(facing) for _, _, facing in poses]) * base.behind
    return np.concatenate([front, front - back])


@lru_cache(maxsize=1)
def _shifts() -> tuple[Places, ...]:
    """By how much figures are shifted: not at all, then further and further to all sides."""
    about = [(sin(2 * pi * each / ABOUT), cos(2 * pi * each / ABOUT)) for each in range(ABOUT)]
    rings = [np.trunc(np.array([(x * ring * INCH, y * ring * INCH) for x, y in about])) for ring in RINGS]
    return np.zeros((1, 2)), np.concatenate(rings)
