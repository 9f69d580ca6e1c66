"""Maps that opponents think with, against the plain way of asking for every cell."""

from __future__ import annotations

from math import hypot

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.ai.grid import Grid
from sandtable.ai.lookout import Lookout
from sandtable.ai.threat import Harm, Watcher, threat, worst
from sandtable.geometry.measure import INCH, Point
from sandtable.geometry.sight import SightRules, sightline
from sandtable.geometry.terrain import Area, Hill, Terrain


def square(left: int, bottom: int, right: int, top: int) -> tuple[Point, ...]:
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return tuple(Point(x * INCH, y * INCH) for x, y in corners)


WOODS = Area("wood", "woods", square(8, 2, 14, 10), tall=True)
TABLE = Terrain(24 * INCH, 16 * INCH, (WOODS,), (Hill("hill", 1, square(16, 10, 22, 15)),))
RULES = SightRules()
GUN = Harm((6 * INCH, 12 * INCH), (2.0, 0.5))


def lookout() -> Lookout:
    return Lookout(TABLE, RULES, 2 * INCH)


@given(st.integers(-5000, 30000), st.integers(-5000, 30000))
def test_a_place_lies_in_the_cell_whose_middle_is_nearest(x, y):
    grid = Grid(24 * INCH, 16 * INCH, 2 * INCH)
    distances = np.maximum(abs(grid.places[:, 0] - x), abs(grid.places[:, 1] - y))
    inside = 0 <= x < grid.width and 0 <= y < grid.height
    cell = grid.cell(x, y)
    assert cell == grid.cells(np.array([[x, y]], dtype=float))[0]
    if inside:
        assert distances[cell] == distances.min()


def test_a_table_that_does_not_divide_evenly_is_covered():
    grid = Grid(25 * INCH, 15 * INCH, 2 * INCH)
    assert (grid.columns, grid.rows) == (13, 8)
    assert grid.place(grid.cell(24_900, 14_900)) == (25_000, 15_000)


def test_a_lookout_sees_what_the_line_of_sight_sees():
    watch = lookout()
    seen = 0
    for cell in range(0, len(watch.grid.places), 7):
        look = watch.seen_from(cell)
        for other in range(0, len(watch.grid.places), 5):
            line = sightline(TABLE, RULES, watch.grid.place(cell), watch.grid.place(other))
            assert look[other] == line.clear
            seen += line.clear
    assert seen  # not all of it is hidden


def test_a_look_is_taken_once():
    watch = lookout()
    assert watch.seen_from(3) is watch.seen_from(3)


@pytest.mark.parametrize("blind", (False, True))
def test_threat_is_the_sum_over_watchers_of_harm_where_they_see(blind):
    watch = lookout()
    watchers = [Watcher(Point(5_000, 5_000), GUN, blind), Watcher(Point(20_000, 12_000), GUN, blind)]
    total, most = threat(watch, watchers), worst(watch, watchers)
    for cell, (x, y) in enumerate(watch.grid.places):
        harms = []
        for watcher in watchers:
            away = hypot(x - watcher.place.x, y - watcher.place.y)
            own = watch.grid.place(watch.grid.cell(*watcher.place))
            harm = 2.0 if away <= 6 * INCH else 0.5 if away <= 12 * INCH else 0.0
            sees = blind or sightline(TABLE, RULES, own, watch.grid.place(cell)).clear
            harms.append(harm if sees else 0.0)
        assert total[cell] == pytest.approx(sum(harms))
        assert most[cell] == pytest.approx(max(harms))


def test_nobody_threatens_nobody():
    assert not worst(lookout(), []).any()
    assert not threat(lookout(), []).any()


def test_a_reach_belongs_to_the_nearer_band():
    assert list(GUN.at(np.array([0.0, 6000.0, 6001.0, 12000.0, 12001.0]))) == [2.0, 2.0, 0.5, 0.5, 0.0]
