"""Ways over the grid: round what bars them, through the gaps that are wide enough, over what takes time."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.ai.grid import Grid
from sandtable.ai.ways import SAMPLES, STEPS, Room, Ways, _closed, _crossings, _rates, step_prices
from sandtable.geometry.compiled.stepping import costs_from
from sandtable.geometry.going import Going
from sandtable.geometry.measure import INCH, Point
from sandtable.geometry.terrain import Area, Line, Terrain

GOING = Going(ground={"river": None, "ford": 2}, crossing={"wire": 5 * INCH, "cliff": None})
ROOM = Room(INCH // 2, INCH, 3.0)


def box(left, bottom, right, top):
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return tuple(Point(round(x * INCH), round(y * INCH)) for x, y in corners)


def ways(*areas, lines=()):
    terrain = Terrain(20 * INCH, 20 * INCH, areas, (), lines, ())
    grid = Grid(terrain.width, terrain.height, INCH)
    return Ways(grid, step_prices(terrain, grid, GOING, ROOM))


def far(known, start, goal):
    """What the way costs, in inches, between the cells of two places."""
    cells = [known.grid.cell(x * INCH, y * INCH) for x, y in (start, goal)]
    return float(known.field(cells[1])[cells[0]]) / INCH


RIVER = Area("river", "river", box(0, 9, 20, 11), False)


def test_over_open_ground_the_way_is_straight():
    assert far(ways(), (3.5, 2.5), (3.5, 15.5)) == pytest.approx(13)
    assert not ways().barred


def test_nobody_swims():
    assert far(ways(RIVER), (3.5, 2.5), (3.5, 15.5)) == inf
    assert ways(RIVER).barred


def test_a_ford_is_gone_round_to_and_is_slow():
    ford = Area("ford", "ford", box(14, 8.5, 18, 11.5), False)
    there = far(ways(RIVER, ford), (3.5, 2.5), (3.5, 15.5))
    assert 25 < there < 45
    assert far(ways(RIVER, ford), (16.5, 8.4), (16.5, 11.6)) > 4, "an inch of it costs two"


def test_a_gap_that_is_too_narrow_is_none():
    narrow = Area("ford", "ford", box(15.2, 8.5, 16, 11.5), False)
    assert far(ways(RIVER, narrow), (3.5, 2.5), (3.5, 15.5)) == inf


def test_where_only_a_column_fits_it_is_harder():
    def over(width):
        ford = Area("ford", "ford", box(10.5 - width / 2, 8.5, 10.5 + width / 2, 11.5), False)
        return far(ways(RIVER, ford), (10.5, 5.5), (10.5, 14.5))

    assert over(1.4) > over(4)


def test_a_line_costs_what_crossing_it_takes_unless_the_way_round_is_shorter():
    wire = Line("wire", "wire", (Point(0, 10 * INCH), Point(20 * INCH, 10 * INCH)))
    short = Line("wire", "wire", (Point(3 * INCH, 10 * INCH), Point(4 * INCH, 10 * INCH)))
    cliff = Line("cliff", "cliff", wire.points)
    assert far(ways(lines=(wire,)), (3.5, 4.5), (3.5, 14.5)) == pytest.approx(15)
    assert 10 < far(ways(lines=(short,)), (3.5, 4.5), (3.5, 14.5)) < 12
    assert far(ways(lines=(cliff,)), (3.5, 4.5), (3.5, 14.5)) == inf


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**32 - 1))
def test_costs_are_those_of_the_slow_way(rows, columns, seed):
    luck = np.random.default_rng(seed)
    prices = luck.choice([1.0, 1.5, 2.0, inf], size=(rows * columns, len(STEPS)))
    start = int(luck.integers(rows * columns))
    costs = np.full(rows * columns, inf)
    costs[start] = 0.0
    for _ in range(rows * columns):  # every round carries the news one step further
        for cell in range(rows * columns):
            for number, (up, right) in enumerate(STEPS):
                row, column = cell // columns + up, cell % columns + right
                if 0 <= row < rows and 0 <= column < columns:
                    there = row * columns + column
                    costs[there] = min(costs[there], costs[cell] + prices[cell, number])
    assert costs_from(prices, columns, start).tolist() == costs.tolist()


def test_every_step_costs_the_ground_it_goes_over_and_the_lines_it_crosses():
    """Half of the steps are taken from the other half: here each is worked out by itself."""
    wire = Line("wire", "wire", (Point(2_300, 0), Point(9_100, 19_000)))
    marsh = Area("marsh", "ford", box(12, 3, 17, 16), False)
    terrain = Terrain(20 * INCH, 14 * INCH, (RIVER, marsh), (), (wire,), ())
    grid = Grid(terrain.width, terrain.height, INCH)
    found = step_prices(terrain, grid, GOING, ROOM)
    closed = _closed(terrain, GOING)
    narrow = (closed.buffer(ROOM.least), closed.buffer(ROOM.easy))
    for number, (up, right) in enumerate(STEPS):
        shift = np.array((right, up), dtype=np.float64) * INCH
        shares = [(sample + 0.5) / SAMPLES for sample in range(SAMPLES)]
        rates = sum(_rates(terrain, GOING, narrow, ROOM.dear, grid.places + shift * share) for share in shares)
        alone = rates / SAMPLES * np.hypot(*shift) + _crossings(terrain, GOING, grid.places, shift)
        there = grid.places + shift
        inside = (there > 0).all(axis=1) & (there < (terrain.width, terrain.height)).all(axis=1)
        assert found[inside, number] == pytest.approx(alone[inside])
