"""Footprints: formations in their places, shifted and turned without losing their shape."""

from __future__ import annotations

from math import hypot

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sandtable.geometry.around import stacked
from sandtable.geometry.distance import ROUNDING
from sandtable.geometry.edges import outer_edges
from sandtable.geometry.footprint import Footprint, column, figure, line, ranks, standing
from sandtable.geometry.measure import CIRCLE, DEGREE, INCH, Point, Pose, ahead, direction, in_inches, inches

PLACES = st.integers(-40_000, 80_000)
POSES = st.builds(Pose, PLACES, PLACES, st.integers(0, CIRCLE - 1))
SHAPES = st.sampled_from([(2, 2), (3, 2), (2, 2, 1), (4,), (1, 1, 1)])
NEAR_POSES = st.builds(Pose, st.integers(0, 2000), st.integers(0, 2000), st.integers(0, CIRCLE - 1))
BENT = st.builds(lambda poses: standing(poses, 1, INCH, 1250), st.lists(NEAR_POSES, min_size=1, max_size=4))


def corners(footprint: Footprint) -> list[list[tuple[float, float]]]:
    return [[(float(x), float(y)) for x, y in quad] for quad in footprint.quads]


def test_a_line_faces_up_the_table_with_its_front_on_its_anchor():
    unit = line(Pose(10 * INCH, 5 * INCH), 4, INCH, INCH)
    assert unit.anchor == Pose(10_000, 5_000, 0)
    assert corners(unit)[0] == [(8_000, 5_000), (9_000, 5_000), (9_000, 4_000), (8_000, 4_000)]
    assert unit.front == 4
    assert unit.box == (8_000, 4_000, 12_000, 5_000)


def test_ranks_stand_edge_to_edge_and_centred():
    unit = ranks(Pose(0, 0), (3, 2), INCH, INCH)
    assert [base[:2] for base in unit.bases] == [(-1000, 0), (0, 0), (1000, 0), (-500, -1000), (500, -1000)]
    assert unit.front == 3


def test_a_column_leaves_gaps_for_limbers():
    unit = column(Pose(0, 0), 3, INCH, INCH, gap=INCH)
    assert [base.y for base in unit.bases] == [0, -2000, -4000]
    assert unit.front == 1


def test_a_quarter_turn_is_exact():
    unit = ranks(Pose(0, 0), (2, 2), INCH, INCH).placed(Pose(0, 0, 90 * DEGREE))
    assert unit.box == (-2000, -1000, 0, 1000)


def test_a_bent_line_turns_about_its_middle_base():
    bent = standing([Pose(-1000, 0, 3400), Pose(0, 0, 0), Pose(1000, 0, 200)], 3, INCH, INCH)
    assert bent.anchor == Pose(0, 0, 0)


def test_a_figure_is_a_point_with_a_radius():
    leader = figure(Point(1000, 2000), 750)
    assert leader.box == (250, 1250, 1750, 2750)


@given(POSES, SHAPES, PLACES, PLACES)
def test_a_shifted_formation_keeps_its_shape_to_the_thousandth(pose, sizes, dx, dy):
    """Known corners go along; they are those that would be worked out afresh."""
    unit = ranks(pose, sizes, INCH, 1250)
    assert unit.box is not None  # worked out, and with it the corners
    shifted = unit.moved(dx, dy)
    afresh = Footprint(shifted.bases, unit.front, unit.width, unit.depth)
    assert np.array_equal(shifted.quads, afresh.quads)
    assert shifted.box == afresh.box
    assert shifted == afresh


@given(st.lists(POSES, min_size=1, max_size=4), st.integers(1, 2000), st.integers(1, 2000))
def test_corners_are_where_looking_ahead_from_each_base_finds_them(poses, width, depth):
    unit = standing(poses, len(poses), width, depth)
    for (x, y, facing), quad in zip(unit.poses.tolist(), corners(unit), strict=True):
        base, half = Pose(int(x), int(y), int(facing)), width / 2
        assert quad == [
            ahead(base, 0, -half),
            ahead(base, 0, half),
            ahead(base, -depth, half),
            ahead(base, -depth, -half),
        ]


@given(POSES, SHAPES, POSES)
def test_a_placed_formation_has_every_base_where_looking_ahead_from_its_anchor_finds_it(pose, sizes, there):
    unit = ranks(pose, sizes, INCH, 1250)
    x, y = direction(unit.anchor.facing)
    assume(there.facing != unit.anchor.facing)
    for base, placed in zip(unit.bases, unit.placed(there).bases, strict=True):
        dx, dy = base.x - unit.anchor.x, base.y - unit.anchor.y
        assert placed == Pose(*ahead(there, dx * x + dy * y, dx * y - dy * x), there.facing)


@given(
    st.lists(st.builds(lambda pose, sizes: ranks(pose, sizes, INCH, 1250), POSES, SHAPES), min_size=1, max_size=4),
    POSES,
)
def test_stacked_units_keep_their_corners_and_boxes(units, leader):
    everybody = [*units, figure(leader.point, 750)]
    stack = stacked(everybody)
    for number, unit in enumerate(everybody):
        own = slice(*stack.starts[number : number + 2])
        assert np.array_equal(stack.shapes[own], unit.quads)
        assert tuple(stack.boxes[number]) == unit.box
        assert stack.radii[number] == unit.radius
        for box, quad in zip(stack.base_boxes[own].tolist(), unit.quads, strict=True):
            assert box == [*quad.min(axis=0), *quad.max(axis=0)]


@given(st.one_of(st.builds(lambda pose, sizes: ranks(pose, sizes, INCH, 1250), POSES, SHAPES), BENT))
def test_outer_edges_are_those_that_no_other_base_covers(unit):
    quads = unit.quads.tolist()

    def covers(quad, place):
        sides = zip(quad, [*quad[1:], quad[0]], strict=True)
        return all(
            (bx - ax) * (place[1] - ay) - (by - ay) * (place[0] - ax) <= ROUNDING * hypot(bx - ax, by - ay)
            for (ax, ay), (bx, by) in sides
        )

    outside = [
        [*start, *end]
        for quad in quads
        for start, end in zip(quad, [*quad[1:], quad[0]], strict=True)
        if not any(other is not quad and covers(other, start) and covers(other, end) for other in quads)
    ]
    assert outer_edges(unit).tolist() == outside


@given(POSES, SHAPES, POSES)
def test_a_placed_formation_stands_formation_stands_on_its_new_anchor(pose, sizes, there):
    unit = ranks(pose, sizes, INCH, INCH).placed(there)
    assert abs(unit.anchor.x - there.x) <= 1
    assert abs(unit.anchor.y - there.y) <= 1
    assert unit.anchor.facing == there.facing
    wanted = ranks(there, sizes, INCH, INCH)
    assert np.abs(unit.quads - wanted.quads).max() <= 3


def test_losses_are_taken_from_the_end():
    unit = ranks(Pose(0, 0), (3, 2), INCH, INCH)
    assert unit.without(2).bases == unit.bases[:3]
    assert unit.without(4).front == 1


def test_lengths_are_whole_thousandths():
    assert (inches(5.5), inches(1 / 3), float(in_inches(2500))) == (5500, 333, 2.5)


@pytest.mark.parametrize(
    ("facing", "there"), ((0, (0, 1000)), (900, (1000, 0)), (1800, (0, -1000)), (2700, (-1000, 0)))
)
def test_facings_go_clockwise_from_up_the_table(facing, there):
    assert ahead(Pose(0, 0, facing), 1000) == there
