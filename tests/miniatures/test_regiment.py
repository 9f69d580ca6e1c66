"""Formations worked out by hand: where stands are, what a wheel costs, what bends back, how a file follows its head."""

from __future__ import annotations

from itertools import combinations
from math import cos, hypot, pi, radians, sin
from random import Random

import numpy as np
import pytest
import shapely

from sandtable.geometry.measure import CIRCLE, DEGREE, Point, Pose, inches
from sandtable.miniatures.bodies import Base, figures
from sandtable.miniatures.regiment import (
    Array,
    about,
    along,
    block,
    depth,
    filed,
    frontage,
    fronts,
    mob,
    path_of,
    quads_of,
    ranks,
    redrawn,
    shifted,
    side_of_square,
    sides,
    square,
    stood,
    swung,
    wheel_of,
    wheeled,
    wheeling,
)

FOOT = Base(width=1000, behind=750)
HORSE = Base(width=1000, behind=1000)
RIGHT, LEFT = 45 * DEGREE, -45 * DEGREE


def line(stands: int = 8, **more: int) -> Array:
    return Array(Pose(20_000, 20_000, 0), stands, **more)


def close(poses: tuple[Pose, ...], *wanted: tuple[float, float, float]) -> None:
    assert len(poses) == len(wanted)
    for (x, y, facing), (a, b, turn) in zip(poses, wanted, strict=True):
        assert abs(x - inches(a)) <= 2
        assert abs(y - inches(b)) <= 2
        assert facing == turn * DEGREE


def apart(base: Base, poses: tuple[Pose, ...]) -> bool:
    """Whether no two stands share ground, as a slow and careful hand would find."""
    shapes = [shapely.Polygon(each.quads[0]).buffer(-3) for each in figures(base, poses)]
    return not any(one.intersects(two) for one, two in combinations(shapes, 2))


def test_a_line_stands_edge_to_edge_and_a_second_rank_behind_its_middle():
    close(stood(line(3), 3, FOOT), (19, 20, 0), (20, 20, 0), (21, 20, 0))
    close(stood(line(3), 5, FOOT), (19, 20, 0), (20, 20, 0), (21, 20, 0), (19.5, 19.25, 0), (20.5, 19.25, 0))
    assert ranks(7, 2) == (2, 2, 2, 1)
    assert (frontage(line(8), 8, FOOT), depth(line(4), 8, FOOT)) == (8000, 1500)


def test_rear_stands_of_an_open_order_cover_the_gaps_before_them():
    loose = line(3, gap=1000)
    close(stood(loose, 3, FOOT), (18, 20, 0), (20, 20, 0), (22, 20, 0))
    close(stood(loose, 5, FOOT)[3:], (19, 19.25, 0), (21, 19.25, 0))
    close(stood(loose, 6, FOOT)[3:], (19, 19.25, 0), (21, 19.25, 0), (23, 19.25, 0))


def test_a_wheel_of_eight_stands_by_45_degrees_takes_the_outer_corner_a_quarter_of_pi_times_eight():
    assert wheel_of(line(8), 8, FOOT, RIGHT) == 6283  # 6.2832
    after = wheeled(line(8), 8, FOOT, RIGHT)
    (front,) = fronts(after, 8, FOOT)
    assert front.right == Point(24_000, 20_000)  # the pivot
    assert abs(front.left.x - (24_000 - 8000 * cos(pi / 4))) <= 2
    assert abs(front.left.y - (20_000 + 8000 * sin(pi / 4))) <= 2
    assert front.facing == RIGHT


def test_a_wheel_to_the_left_turns_on_the_left_corner_and_backward_the_other_flank_falls_back():
    (front,) = fronts(wheeled(line(8), 8, FOOT, LEFT), 8, FOOT)
    assert front.left == Point(16_000, 20_000)
    assert front.facing == CIRCLE - RIGHT
    (back,) = fronts(wheeled(line(8), 8, FOOT, RIGHT, backward=True), 8, FOOT)
    assert back.left == Point(16_000, 20_000)
    assert abs(back.right.y - (20_000 - 8000 * sin(pi / 4))) <= 2
    assert back.facing == RIGHT


def test_a_wheel_is_looked_at_every_five_degrees():
    stations = wheeling(line(8), 8, FOOT, 90 * DEGREE)
    assert [each.front.facing for each in stations] == [50 * step for step in range(1, 19)]
    assert stations[-1] == wheeled(line(8), 8, FOOT, 90 * DEGREE)


def test_an_oblique_keeps_the_facing_and_is_measured_along_the_angle():
    after = along(line(8), inches(6), 30 * DEGREE)
    assert after.front == Pose(20_000 + 3000, 20_000 + round(6000 * cos(radians(30))), 0)
    assert shifted(line(8), 0, inches(-4)).front == Pose(16_000, 20_000, 0)


def test_facing_by_the_rear_rank_keeps_the_ground():
    two = line(4)
    after = about(two, 8, FOOT)
    assert after.front == Pose(20_000, 18_500, 1800)
    assert {frozenset(map(tuple, quad)) for quad in quads_of(FOOT, stood(after, 8, FOOT)).tolist()} == {
        frozenset(map(tuple, quad)) for quad in quads_of(FOOT, stood(two, 8, FOOT)).tolist()
    }


@pytest.mark.parametrize(("left", "right"), ((3, 0), (0, 2), (2, 2)))
@pytest.mark.parametrize("deep", (1, 2))
def test_a_refused_flank_is_bent_back_and_stands_on_nobody(left, right, deep):
    bent = line(8, left=left, right=right, bend=RIGHT)
    poses = stood(bent, 8 * deep, FOOT)
    turns = [pose.facing for pose in poses[:8]]
    assert turns == [CIRCLE - RIGHT] * left + [0] * (8 - left - right) + [RIGHT] * right
    assert apart(FOOT, poses)
    found = fronts(bent, 8 * deep, FOOT)
    assert len(found) == 1 + bool(left) + bool(right)
    for front in found:
        assert abs(hypot(front.right.x - front.left.x, front.right.y - front.left.y) % 1000 - 500) > 495


def test_the_front_of_a_refused_right_flank_by_hand():
    """Two stands bent back by 45 degrees about the rear corner at 22, 19.25: their front begins 0.75 inches off it, to its upper right."""
    main, flank = fronts(line(8, right=2, bend=RIGHT), 8, FOOT)
    assert (main.left, main.right) == (Point(16_000, 20_000), Point(22_000, 20_000))
    step = 750 * sin(pi / 4)
    assert abs(flank.left.x - (22_000 + step)) <= 2
    assert abs(flank.left.y - (19_250 + step)) <= 2
    assert flank.facing == RIGHT


@pytest.mark.parametrize(
    ("stands", "wanted"), ((4, (1, 1, 1, 1)), (7, (2, 2, 2, 1)), (9, (3, 2, 2, 2)), (12, (3,) * 4))
)
def test_a_square_divides_its_stands_evenly_over_four_sides(stands, wanted):
    assert sides(stands) == wanted
    poses = square(Pose(20_000, 20_000, 0), stands, FOOT, 12)
    assert [sum(pose.facing == turn for pose in poses) for turn in (0, 900, 1800, 2700)] == list(wanted)
    assert apart(FOOT, poses)
    front = [pose for pose in poses if pose.facing == 0]
    assert abs(sum(pose.x for pose in front) / len(front) - 20_000) <= 1
    assert {pose.y for pose in front} == {20_000}


@pytest.mark.parametrize("stands", range(4, 26))
@pytest.mark.parametrize("facing", (0, 300, 1800))
def test_no_two_stands_of_a_square_share_ground_and_its_inside_is_hollow(stands, facing):
    poses = square(Pose(20_000, 20_000, facing), stands, FOOT, 12)
    assert len(poses) == stands
    assert apart(FOOT, poses)
    assert side_of_square(stands, 12) == tuple((pose.facing - facing) % CIRCLE // 900 for pose in poses)


def test_beyond_twelve_stands_a_square_has_a_second_rank_inside():
    poses = square(Pose(20_000, 20_000, 0), 16, FOOT, 12)
    assert [pose.y for pose in poses if pose.facing == 0] == [20_000] * 3 + [19_250]


@pytest.mark.parametrize("count", (1, 2, 5, 9, 25))
def test_a_mob_crowds_about_its_middle(count):
    poses = mob(Pose(20_000, 20_000, 0), count, FOOT)
    assert apart(FOOT, poses)
    x, y = quads_of(FOOT, poses).reshape(-1, 2).mean(axis=0)
    assert hypot(x - 20_000, y - 20_000) < 800


def test_an_open_order_widens_to_both_flanks_or_to_one():
    thin = line(4, gap=500)
    both = redrawn(thin, 4, FOOT, files=4, gap=1000)
    assert both.front == thin.front
    right = redrawn(thin, 4, FOOT, files=4, gap=1000, flank=1)
    left_before = frontage(thin, 4, FOOT) / 2 - 20_000
    assert frontage(right, 4, FOOT) / 2 - right.front.x == left_before  # the left flank stands fast
    assert redrawn(thin, 4, FOOT, files=2, gap=500, flank=-1).front.x == 20_000 + 1500


def test_a_file_follows_its_head_round_a_bend():
    path = (Point(0, 0), Point(0, 10_000), Point(5000, 10_000))
    close(filed(path, 3, HORSE), (5, 10, 90), (4, 10, 90), (3, 10, 90))
    bend = filed((Point(0, 0), Point(0, 10_000), Point(1000, 10_000)), 3, HORSE)
    close(bend, (1, 10, 90), (0, 10, 0), (0, 9, 0))
    assert path_of(bend, HORSE)[0] == Point(0, 8000)


def test_a_file_on_too_short_a_path_is_drawn_out_backward():
    close(filed((Point(0, 0), Point(0, 500)), 3, HORSE), (0, 0.5, 0), (0, -0.5, 0), (0, -1.5, 0))


def test_nothing_is_lost_by_swinging_there_and_back():
    chance = Random(3)
    for _ in range(200):
        pose = Pose(chance.randrange(90_000), chance.randrange(60_000), chance.randrange(CIRCLE))
        pivot = Point(chance.randrange(90_000), chance.randrange(60_000))
        by = chance.randrange(-900, 900)
        there = swung(pose, pivot, by)
        assert abs(hypot(there.x - pivot.x, there.y - pivot.y) - hypot(pose.x - pivot.x, pose.y - pivot.y)) <= 1.5
        back = swung(there, pivot, -by)
        assert hypot(back.x - pose.x, back.y - pose.y) <= 2
        assert back.facing == pose.facing


def test_a_block_holds_every_stand():
    chance = Random(5)
    for _ in range(100):
        array = Array(
            Pose(40_000, 30_000, chance.randrange(CIRCLE)), chance.randint(1, 12), chance.choice((0, 500, 1000))
        )
        count = chance.randint(1, 25)
        whole = shapely.Polygon(block(array, count, FOOT)[0]).buffer(5)
        assert all(
            whole.contains(shapely.Polygon(quad)) for quad in np.asarray(quads_of(FOOT, stood(array, count, FOOT)))
        )
