"""Figures on their bases against what a ruler and common sense say."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest

from sandtable.geometry.measure import Point, Pose
from sandtable.miniatures.bodies import Base, figure, figures, gaps, house, is_house, lines_between, scattered, touching

ROUND, MOUNT = Base(500), Base(500, 1000)


def test_gaps_are_those_of_circles():
    chance = Random(1)
    some = [Pose(chance.randrange(20_000), chance.randrange(20_000)) for _ in range(12)]
    others = [Pose(chance.randrange(20_000), chance.randrange(20_000)) for _ in range(9)]
    found = gaps(figures(ROUND, some), figures(ROUND, others))
    for number, one in enumerate(some):
        for column, other in enumerate(others):
            apart = max(0.0, hypot(one.x - other.x, one.y - other.y) - 1000)
            assert found[number, column] == pytest.approx(apart, abs=1)


def test_a_rectangle_stands_behind_the_middle_of_its_front():
    stand = figure(Base(behind=750, width=1000), Pose(10_000, 10_000))
    assert list(stand.box) == [9_500, 9_250, 10_500, 10_000]
    beside = figure(Base(behind=750, width=1000), Pose(12_000, 10_000))
    assert gaps([stand], [beside])[0, 0] == 1000


@pytest.mark.parametrize(
    ("facing", "place", "gap"),
    (
        (0, (0, 3000), 2000),
        (0, (0, -3000), 1000),
        (900, (-3000, 0), 1000),
        (1800, (0, 3000), 1000),
        (0, (3000, -500), 2000),
    ),
)
def test_a_mount_reaches_an_inch_behind_its_rider(facing, place, gap):
    assert gaps([figure(MOUNT, Pose(0, 0, facing))], [figure(ROUND, Pose(*place))])[0, 0] == gap


def test_bases_touch_that_a_hand_would_set_together():
    row = figures(ROUND, [Pose(0, 0), Pose(1050, 0), Pose(2101, 0)])
    assert touching(row[:1], row[1:]) == ((0,),)
    assert touching(row[1:2], row[2:]) == ((),)


def test_who_is_far_from_all_others_of_his_unit_is_scattered():
    row = figures(ROUND, [Pose(0, 0), Pose(3000, 0), Pose(6001, 0)])
    assert scattered(row, 2000) == (2,)
    assert scattered(row, 2001) == ()
    assert scattered(row[:1], 0) == ()
    assert scattered((), 0) == ()
    pairs = figures(ROUND, [Pose(0, 0), Pose(1000, 0), Pose(9000, 0), Pose(10_000, 0)])
    assert scattered(pairs, 2000) == ()


def test_nine_lines_between_the_sides_of_two_bases_and_one_between_points():
    lines = list(lines_between(figure(ROUND, Pose(0, 0)), figure(ROUND, Pose(0, 10_000))))
    assert lines[0] == (Point(0, 0), Point(0, 10_000))
    assert {start for start, _ in lines} == {Point(0, 0), Point(500, 0), Point(-500, 0)}
    assert len(set(lines)) == 9
    assert list(lines_between(figure(Base(0), Pose(0, 0)), figure(Base(0), Pose(5, 5)))) == [(Point(0, 0), Point(5, 5))]


def test_a_house_has_four_walls_at_right_angles():
    square = [Point(0, 0), Point(3000, 0), Point(3000, 5000), Point(0, 5000)]
    tilted = [Point(0, 0), Point(3000, 4000), Point(-1000, 7000), Point(-4000, 3000)]
    assert is_house(square)
    assert is_house(tilted)
    assert not is_house(square[:3])
    assert not is_house([*square, Point(-100, 2500)])
    assert not is_house([Point(0, 0), Point(3000, 0), Point(4000, 5000), Point(0, 5000)])
    assert not is_house([Point(0, 0), Point(3000, 0), Point(4000, 5000), Point(1000, 5000)])  # leaning


@pytest.mark.parametrize("turned", (0, 1, 2, 3))
def test_a_house_is_measured_from_its_nearest_wall(turned):
    corners = [Point(0, 0), Point(3000, 0), Point(3000, 5000), Point(0, 5000)]
    walls = house([*corners[turned:], *corners[:turned]])
    for place, gap in (
        ((1500, -2500), 2000),
        ((-2500, 1), 2000),
        ((1500, 7500), 2000),
        ((6000, 9000), 4500),
        ((1500, 1500), 0),
    ):
        assert gaps([walls], [figure(ROUND, Pose(*place))])[0, 0] == gap
    ((start, end),) = lines_between(walls, figure(ROUND, Pose(1000, 9500)))
    assert (start, end) == (Point(1000, 5000), Point(1000, 9000))
