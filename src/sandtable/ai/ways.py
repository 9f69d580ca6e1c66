"""Ways over the grid: what it costs to get from cell to cell, round whatever is in the way."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import hypot, inf

import numpy as np
import shapely
from numpy.typing import NDArray

from sandtable.ai.grid import Grid, Numbers
from sandtable.geometry.compiled.stepping import costs_from
from sandtable.geometry.going import Going
from sandtable.geometry.measure import Length
from sandtable.geometry.terrain import Terrain

STEPS = tuple((up, right) for up in (-1, 0, 1) for right in (-1, 0, 1) if up or right)  # to the neighbours of a cell
SAMPLES = 2  # looks at the ground between two cells


class Ways:
    """The ways of one kind of mover over one table: ``prices`` is what the step from each cell to each neighbour costs."""

    def __init__(self, grid: Grid, prices: Numbers) -> None:
        self.grid = grid
        self.barred = bool(np.isinf(prices).any())  # somewhere there is no way through
        self._prices = np.ascontiguousarray(prices)
        self._fields: dict[int, Numbers] = {}

    def field(self, goal: int) -> Numbers:
        """What it costs to get to a cell from every other; infinite where there is no way."""
        found = self._fields.get(goal)
        if found is None:
            found = self._fields[goal] = costs_from(self._prices, self.grid.columns, goal)
        return found


@dataclass(frozen=True, slots=True)
class Room:
    """The room that a mover needs: nobody passes nearer than ``least`` to what is impassable, and nearer than ``easy`` it is ``dear`` times harder."""

    least: Length
    easy: Length
    dear: float


def step_prices(terrain: Terrain, grid: Grid, going: Going, room: Room) -> Numbers:
    """What each step from cell to cell costs: the ground it goes over and the lines it crosses, the same both ways."""
    prices = np.zeros((len(grid.places), len(STEPS)))
    closed = _closed(terrain, going)
    narrow = (closed.buffer(room.least), closed.buffer(room.easy))
    for number, (up, right) in enumerate(STEPS[: len(STEPS) // 2]):
        shift = np.array((right, up), dtype=np.float64) * grid.step
        rates = np.zeros(len(grid.places))
        for sample in range(SAMPLES):
            rates += _rates(terrain, going, narrow, room.dear, grid.places + shift * (sample + 0.5) / SAMPLES)
        prices[:, number] = rates / SAMPLES * hypot(*shift) + _crossings(terrain, going, grid.places, shift)
        _and_back(prices, grid.columns, number)
    return prices


def _and_back(prices: Numbers, columns: int, number: int) -> None:
    """Put down what the way back costs, which is as much: the other half of the steps are the first half, the other way round."""
    up, right = STEPS[number]
    rows = prices.reshape(-1, columns, len(STEPS))
    there, back = rows[:, :, number], rows[:, :, len(STEPS) - 1 - number]
    from_rows, to_rows = (slice(1, None), slice(None, -1)) if up else (slice(None), slice(None))
    if right < 0:
        back[to_rows, :-1] = there[from_rows, 1:]
    elif right > 0:
        back[to_rows, 1:] = there[from_rows, :-1]
    else:
        back[to_rows] = there[from_rows]


def _closed(terrain: Terrain, going: Going) -> shapely.Geometry:
    """All ground that cannot be entered; what lies on top of it opens it, as a ford does a river."""
    closed: shapely.Geometry = shapely.MultiPolygon()
    for area in terrain.areas:
        shape = shapely.Polygon(area.outline).buffer(0)
        closed = closed.difference(shape) if going.opens(area.kind) else closed.union(shape)
    return closed


def _rates(
    terrain: Terrain, going: Going, narrow: tuple[shapely.Geometry, shapely.Geometry], dear: float, places: Numbers
) -> Numbers:
    """What an inch costs at some places: the topmost area counts."""
    x, y = places[:, 0], places[:, 1]
    rates = np.ones(len(places))
    for area in terrain.areas:
        rates[shapely.contains_xy(shapely.Polygon(area.outline), x, y)] = float(going.ground.get(area.kind, 1) or 1)
    rates[shapely.contains_xy(narrow[1], x, y)] *= dear
    rates[shapely.contains_xy(narrow[0], x, y)] = inf
    return rates


def _crossings(terrain: Terrain, going: Going, places: Numbers, shift: Numbers) -> Numbers:
    """What the lines cost that the steps in one direction cross."""
    total = np.zeros(len(places))
    for line in terrain.lines:
        extra = going.crossing.get(line.kind, 0)
        if extra == 0:
            continue
        for one, two in pairwise(line.points):
            total[crossed(places, places + shift, one, two)] += inf if extra is None else float(extra)
    return total


def crossed(starts: Numbers, ends: Numbers, one: tuple[float, float], two: tuple[float, float]) -> NDArray[np.bool_]:
    """Which of many straight ways meet a segment."""

    def side(a: Numbers, b: Numbers, point: tuple[float, float]) -> Numbers:
        turn: Numbers = (b[:, 0] - a[:, 0]) * (point[1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (point[0] - a[:, 0])
        return turn

    def beside(points: Numbers) -> Numbers:
        turn: Numbers = (two[0] - one[0]) * (points[:, 1] - one[1]) - (two[1] - one[1]) * (points[:, 0] - one[0])
        return turn

    apart: NDArray[np.bool_] = (side(starts, ends, one) * side(starts, ends, two) <= 0) & (
        beside(starts) * beside(ends) <= 0
    )
    return apart
