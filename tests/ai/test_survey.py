"""A survey in one compiled call, against plain sums for one place after the other."""

from __future__ import annotations

from math import hypot, inf

import numpy as np
import pytest

from sandtable.ai.grid import Grid
from sandtable.ai.survey import Cells, Enemies, Odds, Promise, Sought, danger_at, promising, wish
from sandtable.geometry.measure import INCH, Point, Pose, direction
from sandtable.geometry.reach import HEADINGS, Reach

SIDE = 12 * INCH
GRID = Grid(SIDE, SIDE, 2 * INCH)
FINE = Grid(SIDE, SIDE, INCH)
REACHES = np.array([3.0 * INCH, 8.0 * INCH])
BANDS = len(REACHES) + 1
COVERS = 3
WALL = (4_000.0, 6_500.0, 9_000.0, 6_500.0, 2.0)
START = Pose(6_000, 3_000, 300)
NEAR, ROOM, SIDEWAYS, BUDGET = 1_000, 700.0, 2.0, 4_000
GOALS = np.array([(3_000.0, 5_000.0, 2_500.0, 1.5), (9_000.0, 9_000.0, 1_500.0, 4.0)])


class Table:
    """A small table with two enemies, all its numbers by chance."""

    def __init__(self, seed: int) -> None:
        luck = np.random.default_rng(seed)
        cells = len(GRID.places)
        self.cells = Cells(2.0 * INCH, GRID.columns, GRID.rows, luck.integers(0, COVERS, cells), np.array([WALL]))
        rows = [
            (x * INCH, y * INCH, *direction(facing), 1.0, aside, run * INCH, charge, 900.0)
            for x, y, facing, aside, run, charge in ((3, 10, 1800, 0.4, 6, 0.7), (9, 8, 2500, 1.0, 4, 1.1))
        ]
        self.enemies = Enemies(np.array(rows), luck.integers(0, BANDS, (len(rows), cells)), REACHES)
        suffered, done = luck.random((len(rows), COVERS, BANDS)), luck.random((len(rows), BANDS))
        suffered[:, :, -1] = done[:, -1] = 0.0
        self.odds = Odds(suffered, 1.3, 0.8, 0.25, done, 0.6, 1.2, 8.0 * INCH)
        self.wish = wish(FINE, luck.random(len(FINE.places)) * SIDE, 0.05, 9.0, 0.1, GOALS)
        costs = luck.random((13, 13)) * BUDGET
        costs[luck.random((13, 13)) < 0.7] = inf
        turns = np.ones(HEADINGS, dtype=np.bool_)
        turns[3] = seed % 2 == 0
        self.reach = Reach(START, INCH, BUDGET, costs, np.zeros((13, 13), dtype=np.int64), turns)
        self.nearest = Point(9_000, 8_000) if seed % 3 else None

    def found(self, many: int, apart: int) -> list[Promise]:
        sought = Sought(many, apart, NEAR)
        return promising(
            self.reach, SIDEWAYS, ROOM, self.cells, self.enemies, self.wish, self.odds, self.nearest, sought
        )

    # ---- The same, place by place ----------------------------------------------------------------------------------

    def in_reach(self, x: int, y: int) -> bool:
        if self.reach.costs[y // INCH, x // INCH] < inf:
            return True
        dx, dy = x - START.x, y - START.y
        forward, aside = self._ahead(START, dx, dy)
        return not self.reach.turns.all() and hypot(dx, dy) * (1 if forward >= aside else SIDEWAYS) <= BUDGET

    @staticmethod
    def _ahead(pose: Pose, dx: float, dy: float) -> tuple[float, float]:
        x, y = direction(pose.facing)
        return dx * x + dy * y, abs(dx * y - dy * x)

    def danger(self, cell: int) -> float:
        fire, charges, cover = 0.0, [0.0], self.cells.covers[cell]
        x, y = GRID.places[cell]
        for number, (his_x, his_y, to_x, to_y, before, aside, run, charge, _) in enumerate(self.enemies.rows):
            dx, dy = x - his_x, y - his_y
            quarter = dx * to_x + dy * to_y >= abs(dx * to_y - dy * to_x)
            toll = self.odds.suffered[number, cover, self.enemies.bands[number, cell]]
            fire += toll * (before if quarter else aside)
            charges.append(charge if hypot(dx, dy) <= run else 0.0)
        return fire + max(charges)

    def purpose(self, x: int, y: int) -> float:
        far = min(self.wish.far[FINE.cell(x, y)] / INCH, 9.0)
        goals = sum(worth for at_x, at_y, within, worth in GOALS if hypot(x - at_x, y - at_y) <= within)
        return -0.05 * far + 0.1 * self.cells.covers[GRID.cell(x, y)] + goals

    def sheltered(self, x: int, y: int) -> bool:
        """Whether the wall, which runs from west to east, lies between the place and an inch on towards the enemy."""
        if self.nearest is None:
            return False
        dx, dy = self.nearest.x - x, self.nearest.y - y
        there = y + dy / max(hypot(dx, dy), 1.0) * NEAR
        left, wall, right = WALL[0], WALL[1], WALL[2]
        if not (y - wall) * (there - wall) <= 0 or there == y:
            return False
        return left <= x + dx * (wall - y) / dy <= right

    def roughly(self, x: int, y: int) -> float:
        cell, odds = GRID.cell(x, y), self.odds
        chance = max(odds.done[number, self.enemies.bands[number, cell]] for number in range(len(odds.done)))
        danger = odds.fear * self.danger(cell) * odds.price * (1 - odds.shelter * 2 * self.sheltered(x, y))
        return self.purpose(x, y) + odds.hope * chance - danger

    def at_most(self, x: int, y: int) -> float:
        shots = [0.0]
        for number, row in enumerate(self.enemies.rows):
            gap = hypot(row[0] - x, row[1] - y) - ROOM - row[-1]
            shots += [
                self.odds.done[number, band] for band, reach in enumerate(REACHES) if gap <= min(reach, self.odds.reach)
            ]
        return self.purpose(x, y) + self.odds.hope * max(shots) * self.odds.stake


@pytest.mark.parametrize("seed", range(8))
def test_a_survey_finds_what_plain_sums_find(seed):
    table = Table(seed)
    places = [(x * INCH, y * INCH) for y in range(13) for x in range(13) if table.in_reach(x * INCH, y * INCH)]
    ranked = sorted(places, key=lambda place: -table.roughly(*place))
    apart: list[tuple[int, int]] = []
    for x, y in ranked:
        if all(abs(x - other_x) >= 1500 or abs(y - other_y) >= 1500 for other_x, other_y in apart):
            apart.append((x, y))
    found = table.found(5, 1500)
    assert [promise.place for promise in found] == apart[:5]
    for promise in found:
        assert promise.roughly == pytest.approx(table.roughly(*promise.place))
        assert promise.at_most == pytest.approx(table.at_most(*promise.place))


def test_what_is_out_of_reach_is_not_found():
    table = Table(2)
    table.reach.costs[:] = inf
    assert table.found(9, 1500) == []


@pytest.mark.parametrize("seed", range(3))
def test_danger_is_all_fire_and_the_worst_charge(seed):
    table = Table(seed)
    for cell in range(len(GRID.places)):
        assert danger_at(cell, table.cells, table.enemies, table.odds.suffered) == pytest.approx(table.danger(cell))
