"""A survey in one compiled call, against plain sums for one place after the other."""

from __future__ import annotations

from math import hypot, inf

import numpy as np
import pytest

from sandtable.ai.grid import Grid
from sandtable.ai.survey import Cells, Enemies, Odds, Promise, Sought, danger_at, mover, promising, wish
from sandtable.geometry.around import Around
from sandtable.geometry.compiled.reaching import HEADINGS
from sandtable.geometry.footprint import line
from sandtable.geometry.going import Going
from sandtable.geometry.measure import INCH, Point, Pose, direction
from sandtable.geometry.reach import Reach, reach
from sandtable.geometry.terrain import Area, Terrain
from sandtable.geometry.walk import walk

SIDE = 12 * INCH
GRID = Grid(SIDE, SIDE, 2 * INCH)
FINE = Grid(SIDE, SIDE, INCH)
REACHES = np.array([3.0 * INCH, 8.0 * INCH])
BANDS = len(REACHES) + 1
COVERS = 3
WALL = (4_000.0, 6_500.0, 9_000.0, 6_500.0, 2.0)
START = Pose(6_000, 3_000, 300)
BODY = line(START, 3, INCH, INCH)
NEAR, ROOM, BUDGET = 1_000, 700.0, 4_000
GOING = Going({"pond": None}, {})
NOWHERE = -99.0  # what any place is worth more than
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
        self.wish = wish(FINE, luck.random(len(FINE.places)) * SIDE, Point(5_000, 5_000), 0.05, 9.0, 0.1, GOALS)
        costs = luck.random((13, 13)) * BUDGET
        costs[luck.random((13, 13)) < 0.7] = inf
        turns = np.ones(HEADINGS, dtype=np.bool_)
        turns[3] = seed % 2 == 0
        self.reach = Reach(START, INCH, BUDGET, costs, np.zeros((13, 13), dtype=np.int64), turns)
        self.nearest = Point(9_000, 8_000) if seed % 3 else None

    def found(self, many: int, tries: int = 99, least: float = NOWHERE, doubt: float = 0.0) -> list[Promise]:
        """As for a unit whose ways nobody asks about here."""
        around = Around(Terrain(SIDE, SIDE), (), (), INCH)
        who = mover(BODY, GOING, around, ROOM, INCH, strict=False, walks=False)
        sought = Sought(many, tries, 1500.0, least, doubt, float(NEAR))
        return list(
            promising(self.reach, BODY, who, self.cells, self.enemies, self.wish, self.odds, self.nearest, sought)
        )

    # ---- The same, place by place ----------------------------------------------------------------------------------

    def in_reach(self, x: int, y: int) -> bool:
        if self.reach.costs[y // INCH, x // INCH] < inf:
            return True
        dx, dy = x - START.x, y - START.y
        forward, aside = self._ahead(START, dx, dy)
        return not self.reach.turns.all() and hypot(dx, dy) * (1 if forward >= aside else GOING.aside) <= BUDGET

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
        return float(-0.05 * far + 0.1 * self.cells.covers[GRID.cell(x, y)] + goals)

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
        return float(self.purpose(x, y) + odds.hope * chance - danger)

    def at_most(self, x: int, y: int) -> float:
        shots = [0.0]
        for number, row in enumerate(self.enemies.rows):
            gap = hypot(row[0] - x, row[1] - y) - ROOM - row[-1]
            shots += [
                self.odds.done[number, band] for band, reach in enumerate(REACHES) if gap <= min(reach, self.odds.reach)
            ]
        return self.purpose(x, y) + self.odds.hope * max(shots) * self.odds.stake


def ranked(table: Table) -> list[tuple[int, int]]:
    """The places in reach, the best first, no two close together."""
    places = [(x * INCH, y * INCH) for y in range(13) for x in range(13) if table.in_reach(x * INCH, y * INCH)]
    apart: list[tuple[int, int]] = []
    for x, y in sorted(places, key=lambda place: -table.roughly(*place)):
        if all(abs(x - other_x) >= 1500 or abs(y - other_y) >= 1500 for other_x, other_y in apart):
            apart.append((x, y))
    return apart


@pytest.mark.parametrize("seed", range(8))
def test_a_survey_finds_what_plain_sums_find(seed):
    table = Table(seed)
    found = table.found(5)
    assert [promise.place for promise in found] == ranked(table)[:5]
    for promise in found:
        assert promise.roughly == pytest.approx(table.roughly(*promise.place))
        assert promise.at_most == pytest.approx(table.at_most(*promise.place))


@pytest.mark.parametrize("seed", range(4))
def test_a_survey_leaves_out_what_cannot_be_worth_enough(seed):
    table = Table(seed)
    best = ranked(table)
    least, doubt = sorted(table.at_most(*place) for place in best)[len(best) // 2], 0.5
    worth = [place for place in best if table.at_most(*place) >= least and table.roughly(*place) + doubt >= least]
    assert 0 < len(worth) < len(best)
    assert [promise.place for promise in table.found(99, least=least, doubt=doubt)] == worth
    tried = [place for place in best[:3] if table.at_most(*place) >= least]
    assert [promise.place for promise in table.found(99, tries=3, least=least, doubt=9.0)] == tried


def test_what_is_out_of_reach_is_not_found():
    table = Table(2)
    table.reach.costs[:] = inf
    assert table.found(9) == []


@pytest.mark.parametrize("enemy", (Pose(6_000, 10_000, 1800), Pose(7_500, 5_200, 1800)))
def test_the_ways_that_are_found_can_be_gone(enemy):
    """Round a pond and past a friend, with the enemy far off and so near that not every turn is free."""
    pond = Area("pond", "pond", (Point(2_000, 5_000), Point(4_500, 5_000), Point(4_500, 7_000), Point(2_000, 7_000)))
    friend = line(Pose(9_000, 6_000, 0), 2, INCH, INCH)
    around = Around(Terrain(SIDE, SIDE, (pond,)), (line(enemy, 2, INCH, INCH),), (friend,), INCH)
    table = Table(1)
    field = reach(BODY, GOING, around, BUDGET, INCH, INCH)
    who = mover(BODY, GOING, around, ROOM, INCH, strict=False, walks=True)
    sought = Sought(40, 60, 500.0, NOWHERE, 0.0, float(NEAR))
    found = list(promising(field, BODY, who, table.cells, table.enemies, table.wish, table.odds, None, sought))
    assert len(found) > 4
    for promise in found:
        assert promise.path[-1].point == promise.place
        gone = walk(BODY, promise.path, GOING, around, BUDGET, INCH)
        assert gone.legal
        assert promise.end == gone.end


@pytest.mark.parametrize("seed", range(3))
def test_danger_is_all_fire_and_the_worst_charge(seed):
    table = Table(seed)
    for cell in range(len(GRID.places)):
        assert danger_at(cell, table.cells, table.enemies, table.odds.suffered) == pytest.approx(table.danger(cell))
