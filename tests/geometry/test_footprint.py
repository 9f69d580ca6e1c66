"""Footprints: formations in their places, shifted and turned without losing their shape."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.geometry.footprint import Footprint, column, figure, line, ranks, standing
from sandtable.geometry.measure import CIRCLE, DEGREE, INCH, Point, Pose, ahead, in_inches, inches

PLACES = st.integers(-40_000, 80_000)
POSES = st.builds(Pose, PLACES, PLACES, st.integers(0, CIRCLE - 1))
SHAPES = st.sampled_from([(2, 2), (3, 2), (2, 2, 1), (4,), (1, 1, 1)])


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


@given(POSES, SHAPES, POSES)
def test_a_placed_formation_stands_on_its_new_anchor(pose, sizes, there):
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
