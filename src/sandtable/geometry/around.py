"""What a mover has to mind, and what hinders it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from sandtable.geometry.compiled.sliding import Indices, Numbers
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point
from sandtable.geometry.terrain import Terrain

Cause = Literal["enemy", "impassable", "line", "friend", "edge", "budget", "slide"]


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why something cannot stand or go: by which feature (its id) or which unit (its number among those given), and where."""

    cause: Cause
    feature: str | int | None
    at: Point


@dataclass(frozen=True)
class Bases:
    """The bases of many units in one array."""

    shapes: Numbers  # bases x 4 corners x (x, y)
    owners: Indices  # number of the unit
    radii: Numbers
    boxes: Numbers  # of the units, radius included

    @classmethod
    def of(cls, units: Sequence[Footprint]) -> Bases:
        if not units:
            return cls(np.zeros((0, 4, 2)), np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros((0, 4)))
        counts = [len(unit.bases) for unit in units]
        return cls(
            np.concatenate([unit.quads for unit in units]),
            np.repeat(np.arange(len(units)), counts),
            np.repeat(np.array([float(unit.radius) for unit in units]), counts),
            np.array([unit.box for unit in units], dtype=np.float64),
        )


@dataclass(frozen=True)
class Around:
    """The ground and the other units.

    ``zone``: how far to keep from enemies; who starts nearer may keep or increase the distance. With ``zone_at_end`` that counts
    only where the mover ends.
    """

    terrain: Terrain
    enemies: Sequence[Footprint] = ()
    friends: Sequence[Footprint] = ()
    zone: Length = 0
    zone_at_end: bool = False

    @cached_property
    def enemy_bases(self) -> Bases:
        return Bases.of(self.enemies)

    @cached_property
    def friend_bases(self) -> Bases:
        return Bases.of(self.friends)
