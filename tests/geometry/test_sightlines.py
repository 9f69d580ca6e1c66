"""Lines of sight by the thousand are what shapely says of each of them alone."""

from __future__ import annotations

from math import hypot
from random import Random

import numpy as np
import pytest
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Dot

from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.sightlines import (
    FIRST,
    GRAZE,
    LINES,
    POINTS,
    Sightlines,
    core_of,
    edges_of,
    meeting,
    nine_points,
    point,
)


def base(chance: Random, *, far: int = 20_000) -> Footprint:
    """A figure on foot, on horseback or on a wagon, anywhere."""
    pose = Pose(chance.randrange(far), chance.randrange(far), chance.randrange(3600))
    wide, deep, radius = chance.choice(((0, 0, 500), (0, 0, 500), (0, 1000, 500), (2000, 4000, 0)))
    return Footprint((pose,), 1, wide, deep, radius)


def ground_of(stand: Footprint) -> Polygon:
    x, y, to_x, to_y, reach = core_of(stand)
    return LineString([(x, y), (to_x, to_y)]).buffer(reach) if (x, y) != (to_x, to_y) else Dot(x, y).buffer(reach)


def drawn(one: Footprint, other: Footprint) -> list[LineString]:
    return [LineString([a, b]) for a in nine_points(one) for b in nine_points(other)]


def strewn(seed: int) -> tuple[Sightlines, Random]:
    chance = Random(seed)
    return Sightlines([base(chance) for _ in range(4)], [base(chance) for _ in range(3)]), chance


def test_nine_points_of_a_base_are_its_middle_and_eight_on_its_rim():
    for seed in range(20):
        stand = base(Random(seed))
        points = nine_points(stand)
        assert len({(round(x), round(y)) for x, y in points}) == POINTS
        if not stand.width:
            whole = ground_of(stand)
            assert whole.centroid.distance(Dot(points[0])) < 1
            assert max(whole.exterior.distance(Dot(each)) for each in points[1:]) < 12  # shapely's circles have corners
    corners = nine_points(Footprint((Pose(0, 0, 0),), 1, 2000, 4000))
    assert {(round(x), round(y)) for x, y in corners} == {(x, y) for x in (-1000, 0, 1000) for y in (0, -2000, -4000)}


@pytest.mark.parametrize("seed", range(12))
def test_lines_cross_what_they_cross(seed):
    lines, chance = strewn(seed)
    places = [Point(chance.randrange(20_000), chance.randrange(20_000)) for _ in range(9)]
    segments = edges_of(places, closed=False)
    crossed = lines.crossing(segments)
    wall = [LineString([segment[:2], segment[2:]]) for segment in segments]
    for row, one in enumerate(lines.ones):
        for column, other in enumerate(lines.others):
            told = [any(line.crosses(piece) for piece in wall) for line in drawn(one, other)]
            assert crossed[row, column].tolist() == told
    where = np.zeros(lines.shape, dtype=bool)
    where[1, 2] = True
    assert np.array_equal(lines.crossing(segments, where)[1, 2], crossed[1, 2])
    assert not lines.crossing(segments, where)[~where].any()


@pytest.mark.parametrize("seed", range(12))
def test_lines_pass_posts_that_they_pass(seed):
    lines, chance = strewn(seed)
    stands = [base(chance) for _ in range(6)]
    posts = np.array([core_of(stand) for stand in stands])
    where = np.array([[[chance.random() < 0.7 for _ in stands] for _ in lines.others] for _ in lines.ones])
    passed = lines.passing(posts, where)
    quick = lines.passing(posts, where, FIRST)
    for row, one in enumerate(lines.ones):
        for column, other in enumerate(lines.others):
            asked = [post for post, asks in zip(posts, where[row, column], strict=True) if asks]
            told = [any(near(line, post) for post in asked) for line in drawn(one, other)]
            assert passed[row, column].tolist() == told
            assert quick[row, column].tolist() == [hit and number in FIRST for number, hit in enumerate(told)]


def near(line: LineString, post: np.ndarray) -> bool:
    x, y, to_x, to_y, reach = post.tolist()
    core = LineString([(x, y), (to_x, to_y)]) if (x, y) != (to_x, to_y) else Dot(x, y)
    return bool(line.distance(core) < reach + GRAZE)


@pytest.mark.parametrize("seed", range(12))
def test_lines_run_as_far_inside_an_outline_as_they_do(seed):
    lines, chance = strewn(seed)
    middle = Point(10_000, 10_000)
    spokes = [number * 0.897 + chance.uniform(0, 0.5) for number in range(7)]
    outline = [
        Point(round(middle.x + far * np.cos(turn)), round(middle.y + far * np.sin(turn)))
        for turn in spokes
        for far in (chance.uniform(2000, 9000),)
    ]
    ground = Polygon(outline)
    for told in (outline, outline[::-1]):
        inside = lines.inside(told)
        for row, one in enumerate(lines.ones):
            for column, other in enumerate(lines.others):
                slow = [line.intersection(ground).length for line in drawn(one, other)]
                assert inside[row, column] == pytest.approx(slow, abs=0.1)


def test_a_muzzle_looks_from_one_place():
    lines = Sightlines([point(Pose(0, 0, 900))], [Footprint((Pose(5000, 0),), 1, 0, 0, 500)])
    assert lines.none().shape == (1, 1, LINES)
    assert not lines.crossing(edges_of([Point(2000, 600), Point(2000, 900)], closed=False)).any()
    assert lines.crossing(edges_of([Point(2000, -600), Point(2000, 900)], closed=False)).all()


def test_nobody_sees_nobody():
    lines = Sightlines([], [Footprint((Pose(5000, 0),), 1, 0, 0, 500)])
    assert lines.crossing(edges_of([Point(0, 0), Point(1, 1)], closed=False)).size == 0
    assert lines.passing(np.zeros((1, 5)), np.zeros((0, 1, 1), dtype=bool)).size == 0
    assert hypot(*lines.shape) == 1


@pytest.mark.parametrize("seed", range(8))
def test_ways_meet_whom_they_come_too_near(seed):
    chance = Random(seed)
    stands = [base(chance) for _ in range(12)]
    posts = np.array([core_of(stand) for stand in stands])
    ways = [[chance.randrange(20_000) for _ in range(4)] for _ in range(9)]
    met = meeting(np.array(ways, dtype=float), posts, 500.0)
    for row, (x, y, to_x, to_y) in enumerate(ways):
        leg = LineString([(x, y), (to_x, to_y)])
        for column, (a, b, c, d, reach) in enumerate(posts.tolist()):
            core = LineString([(a, b), (c, d)]) if (a, b) != (c, d) else Dot(a, b)
            assert met[row, column] == (leg.distance(core) < reach + 500)
    assert meeting(np.zeros((0, 4)), posts, 0.0).shape == (0, 12)
