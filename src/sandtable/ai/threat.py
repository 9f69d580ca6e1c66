"""Where it hurts: for every cell what the watchers can do to whoever stands there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sandtable.ai.grid import Grid, Numbers
from sandtable.ai.lookout import Lookout
from sandtable.geometry.measure import Facing, Length, Point, direction


@dataclass(frozen=True, slots=True)
class Harm:
    """What somebody does at each distance: ``values[i]`` up to ``reaches[i]``, nothing beyond the last."""

    reaches: tuple[Length, ...]
    values: tuple[float, ...]

    def at(self, distances: Numbers) -> Numbers:
        """The harm at many distances."""
        steps = np.append(np.asarray(self.values, dtype=np.float64), 0.0)
        return steps[np.searchsorted(np.asarray(self.reaches, dtype=np.float64), distances, side="left")]


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who can do harm from where he stands. ``blind`` harm needs no sight, such as a charge round the corner.

    With a ``facing`` only the quarter before him bears the whole of it; elsewhere the share ``aside`` does.
    """

    place: Point
    harm: Harm
    blind: bool = False
    facing: Facing | None = None
    aside: float = 1.0


def threat(lookout: Lookout, watchers: Iterable[Watcher]) -> Numbers:
    """The harm that all watchers together do at every cell."""
    total = np.zeros(len(lookout.grid.places))
    for watcher in watchers:
        total += one_threat(lookout, watcher)
    return total


def one_threat(lookout: Lookout, watcher: Watcher) -> Numbers:
    """The harm of one watcher at every cell."""
    harm = watcher.harm.at(lookout.grid.distances(watcher.place))
    if watcher.facing is not None and watcher.aside != 1.0:
        harm = np.where(before(lookout.grid, watcher.place, watcher.facing), harm, harm * watcher.aside)
    if watcher.blind:
        return harm
    return np.where(lookout.seen_from(lookout.grid.cell(*watcher.place)), harm, 0.0)


def before(grid: Grid, place: Point, facing: Facing) -> NDArray[np.bool_]:
    """Of every cell: does it lie in the quarter before somebody?"""
    x, y = direction(facing)
    dx, dy = grid.places[:, 0] - place.x, grid.places[:, 1] - place.y
    forward: NDArray[np.bool_] = dx * x + dy * y >= np.abs(dx * y - dy * x)
    return forward


def worst(lookout: Lookout, watchers: Sequence[Watcher]) -> Numbers:
    """The harm of whoever does most at every cell."""
    if not watchers:
        return np.zeros(len(lookout.grid.places))
    most: Numbers = np.stack([one_threat(lookout, watcher) for watcher in watchers]).max(axis=0)
    return most
