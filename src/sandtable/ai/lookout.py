"""What can be seen from where, cell by cell, and in which range band. Ground does not move, so every look is taken once and kept."""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import NDArray

from sandtable.ai.grid import Grid, Numbers
from sandtable.geometry.measure import Length, Point
from sandtable.geometry.sight import SightRules, visible_matrix
from sandtable.geometry.terrain import Terrain

Indices = NDArray[np.int64]


class Lookout:
    """Sight between the cells of one table; nobody looks farther than ``reach``."""

    def __init__(self, terrain: Terrain, rules: SightRules, step: Length, reach: float = inf) -> None:
        self.grid = Grid(terrain.width, terrain.height, step)
        self._terrain = terrain
        self._rules = rules
        self._reach = reach
        self._looks: dict[int, NDArray[np.bool_]] = {}

    def seen_from(self, cell: int) -> NDArray[np.bool_]:
        """Whether each cell of the table is in sight of this one."""
        look = self._looks.get(cell)
        if look is None:
            eye = self.grid.places[cell : cell + 1]
            away = self.grid.places - eye
            near = np.hypot(away[:, 0], away[:, 1]) <= self._reach
            look = np.zeros(len(near), dtype=np.bool_)
            look[near] = visible_matrix(self._terrain, self._rules, eye, self.grid.places[near])[0]
            self._looks[cell] = look  # whole, before anybody else sees it
        return look

    def bands_from(self, place: Point, reaches: Numbers) -> Indices:
        """The number of the reach, nearest first, within which each cell is seen from a place.

        A distance exactly on a reach belongs to the nearer band; a cell out of sight or beyond them all has the number after the last.
        """
        seen = self.seen_from(self.grid.cell(place.x, place.y))
        far = self.grid.distances(place)
        return np.where(seen, np.searchsorted(reaches, far, side="left"), len(reaches))
