"""Where it hurts: for every cell what the watchers can do to whoever stands there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from sandtable.ai.grid import Numbers
from sandtable.ai.lookout import Lookout
from sandtable.geometry.measure import Length, Point


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
    """Somebody who can do harm from where he stands. ``blind`` harm needs no sight, such as a charge round the corner."""

    place: Point
    harm: Harm
    blind: bool = False


def threat(lookout: Lookout, watchers: Iterable[Watcher]) -> Numbers:
    """The harm that all watchers together do at every cell."""
    total = np.zeros(len(lookout.grid.places))
    for watcher in watchers:
        total += one_threat(lookout, watcher)
    return total


def one_threat(lookout: Lookout, watcher: Watcher) -> Numbers:
    """The harm of one watcher at every cell."""
    harm = watcher.harm.at(lookout.grid.distances(watcher.place))
    if watcher.blind:
        return harm
    return np.where(lookout.seen_from(lookout.grid.cell(*watcher.place)), harm, 0.0)


def worst(lookout: Lookout, watchers: Sequence[Watcher]) -> Numbers:
    """The harm of whoever does most at every cell."""
    if not watchers:
        return np.zeros(len(lookout.grid.places))
    most: Numbers = np.stack([one_threat(lookout, watcher) for watcher in watchers]).max(axis=0)
    return most
