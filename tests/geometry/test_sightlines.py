"""Lines of sight by the thousand are what shapely says of each of them alone: it checks the slow twin, and the twin checks the compiled loops."""

from __future__ import annotations

from math import hypot
from random import Random

import numpy as np
import pytest
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Dot

from sandtable.geometry.compiled.sightlines import (
    GRAZE,
    LINES,
    POINTS,
    Foliage,
    Posts,
    Screens,
    beside_each,
    inside_each,
    looks,
    meeting,
    meets_any,
    narrow_gaps,
)
from sandtable.geometry.crowd import Crowd, all_of
from sandtable.geometry.distance import distances
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.sightlines import core_of, edges_of, nine_points, point
from tests.geometry.slow_sightlines import FIRST, Sightlines
from tests.geometry.slow_sightlines import meeting as slowly_meeting


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
    assert met.tolist() == slowly_meeting(np.array(ways, dtype=float), posts, 500.0).tolist()
    for row, way in enumerate(ways):
        assert meets_any(np.array([way], dtype=float), posts, 500.0) == met[row].any()
    assert not meets_any(np.zeros((0, 4)), posts, 0.0)


# ---- The compiled loops ----------------------------------------------------------------------------------------------------------------


def walls(chance: Random, count: int) -> list[np.ndarray]:
    """Broken lines anywhere."""
    return [
        edges_of([Point(chance.randrange(20_000), chance.randrange(20_000)) for _ in range(3)], closed=False)
        for _ in range(count)
    ]


def stacked(some: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Segments of features one after the other, where each begins, and the rectangles around them."""
    first = np.cumsum([0, *(len(each) for each in some)])
    corners = [each.reshape(-1, 2) for each in some]
    boxes = np.array([(*each.min(axis=0), *each.max(axis=0)) for each in corners]).reshape(-1, 4)
    return np.concatenate([np.zeros((0, 4)), *some]), first, boxes


def flags(chance: Random, *shape: int, share: float = 0.5) -> np.ndarray:
    return np.array([chance.random() < share for _ in range(int(np.prod(shape)))], dtype=bool).reshape(shape)


@pytest.mark.parametrize("seed", range(24))
def test_compiled_looks_are_those_of_the_slow_twin(seed):
    lines, chance = strewn(seed)
    ones, others = lines.shape
    features = walls(chance, 3)
    segments, first, boxes = stacked(features)
    screens = Screens(
        segments, first, boxes, np.array([0, 1, 2]), flags(chance, 3, 2, 2, share=0.3), flags(chance, 3, 2, 2)
    )
    at_start, at_end = flags(chance, 3, ones), flags(chance, 3, others)
    wood = [Point(4000, 4000), Point(9000, 5000), Point(8000, 9000), Point(5000, 7000)][:: chance.choice((1, -1))]
    edges, wood_first, wood_boxes = stacked([edges_of(wood)])
    turns = np.array([1.0 if Polygon(wood).exterior.is_ccw else -1.0])
    foliage = Foliage(edges, wood_first, wood_boxes, turns, 2000.0, 1)
    bases = [base(chance) for _ in range(5)]
    cores = np.array([core_of(each) for each in bases])
    whose = np.array([(number, number) for number in range(4)] + [(1, 4)])  # the last is a gap between two
    posts = Posts(
        cores,
        whose,
        flags(chance, ones, 5, share=0.7),
        flags(chance, ones, 5),
        flags(chance, others, 5),
        flags(chance, others, 5, share=0.2),
    )
    open_, numbers = looks(lines.starts, lines.ends, screens, at_start, at_end, foliage, posts, 3)
    blocked, counted = lines.none(), [lines.none() for _ in range(3)]
    for number, feature in enumerate(features):
        crossed = lines.crossing(feature)
        for one in range(ones):
            for other in range(others):
                state = int(at_start[number, one]), int(at_end[number, other])
                blocked[one, other] |= crossed[one, other] & screens.blocks[number][state]
                counted[number][one, other] |= crossed[one, other] & screens.counts[number][state]
    depth = lines.inside(wood)
    counted[1] |= depth > GRAZE
    blocked |= depth > 2000 + GRAZE
    hides = (posts.hides[:, None] | (posts.may_hide[:, None] & posts.close[None])) & ~posts.aimed_at[None]
    blocked |= lines.passing(cores, hides[:, :, whose[:, 0]] & hides[:, :, whose[:, 1]])
    assert open_.tolist() == (~blocked).any(axis=2).tolist()
    assert numbers.tolist() == np.stack([each.sum(axis=2) for each in counted], axis=2).tolist()


@pytest.mark.parametrize("seed", range(12))
def test_gaps_between_figures_are_as_narrow_as_they_measure(seed):
    chance = Random(seed)
    stands = [
        Footprint(
            (Pose(chance.randrange(9000), chance.randrange(9000), chance.randrange(3600)),),
            1,
            0,
            chance.choice((0, 1000)),
            500,
        )
        for _ in range(24)
    ]
    posts = Crowd(stands).posts
    apart = distances(stands, stands)
    told = {(one, two) for one in range(24) for two in range(one + 1, 24) if apart[one, two] < 500}
    assert {tuple(pair) for pair in narrow_gaps(posts, 500.0).tolist()} == told
    everybody = narrow_gaps(posts, 1e9)
    assert len(everybody) == 24 * 23 / 2  # more than there is room for at first


@pytest.mark.parametrize("seed", range(8))
def test_who_is_inside_what_and_beside_what(seed):
    chance = Random(seed)
    stands = Crowd([base(chance) for _ in range(9)])
    features = walls(chance, 3)
    segments, first, _ = stacked(features)
    near_by = beside_each(segments, first, stands.posts, 1000.0)
    for row, feature in enumerate(features):
        whole = [LineString([each[:2], each[2:]]) for each in feature]
        for column, stand in enumerate(stands):
            x, y, to_x, to_y, reach = core_of(stand)
            far = min(Dot(end).distance(each) for end in ((x, y), (to_x, to_y)) for each in whole)
            assert near_by[row, column] == (far <= 1000 + reach + GRAZE)
    square = [Point(2000, 2000), Point(12_000, 2000), Point(12_000, 12_000), Point(2000, 12_000)]
    edges, first, _ = stacked([edges_of(square)])
    places = np.array([(2000, 5000), (1999, 5000), (12_000, 12_000), (7000, 7000), (12_001, 3000)], dtype=float)
    assert inside_each(edges, first, places).tolist() == [[True, False, True, True, False]]


def test_crowds_that_are_laid_together_know_what_each_knew():
    chance = Random(3)
    some, others = (Crowd([base(chance) for _ in range(4)]) for _ in range(2))
    both = all_of([some, others])
    fresh = Crowd([*some, *others])
    assert list(both) == list(fresh)
    for name in ("posts", "middles", "square", "nines"):
        assert np.array_equal(getattr(both, name), getattr(fresh, name))
    assert all_of([]) == ()
