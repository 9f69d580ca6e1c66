"""Maps that opponents think with, against the plain way of asking for every cell."""

from __future__ import annotations

from math import hypot

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.ai.grid import Grid
from sandtable.ai.lookout import Lookout
from sandtable.geometry.measure import INCH, Point
from sandtable.geometry.sight import SightRules, sightline
from sandtable.geometry.terrain import Area, Hill, Terrain


def square(left: int, bottom: int, right: int, top: int) -> tuple[Point, ...]:
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return tuple(Point(x * INCH, y * INCH) for x, y in corners)


WOODS = Area("wood", "woods", square(8, 2, 14, 10), tall=True)
TABLE = Terrain(24 * INCH, 16 * INCH, (WOODS,), (Hill("hill", 1, square(16, 10, 22, 15)),))
RULES = SightRules()
REACHES = np.array([6.0 * INCH, 12.0 * INCH])


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


def by_hand(place: Point, x: float, y: float) -> int:
    """The band of one place, asked of the line of sight."""
    watch = lookout()
    own, there = watch.grid.place(watch.grid.cell(*place)), Point(round(x), round(y))
    away = hypot(x - place.x, y - place.y)
    band = 0 if away <= 6 * INCH else 1 if away <= 12 * INCH else 2
    return band if sightline(TABLE, RULES, own, there).clear else 2


@pytest.mark.parametrize("place", (Point(5_000, 5_000), Point(20_000, 12_000)))
def test_of_every_cell_the_band_is_known_in_which_it_is_seen(place):
    watch = lookout()
    found = watch.bands_from(place, REACHES)
    assert [by_hand(place, x, y) for x, y in watch.grid.places] == found.tolist()
    assert set(found.tolist()) == {0, 1, 2}


def test_a_distance_on_a_reach_belongs_to_the_nearer_band():
    watch = lookout()
    found = watch.bands_from(Point(5_000, 5_000), REACHES)
    assert found[watch.grid.cell(5_000, 11_000)] == 0
    assert found[watch.grid.cell(5_000, 13_000)] == 1
