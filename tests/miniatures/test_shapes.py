"""Bases that turn and move: gaps against another measure of them, and moments against small steps."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest
from shapely.affinity import rotate, translate
from shapely.geometry import LineString, box
from shapely.geometry import Point as Dot

from sandtable.geometry.distance import distance
from sandtable.geometry.measure import Point, Pose
from sandtable.miniatures.bodies import Base, figure
from sandtable.miniatures.shapes import between, gap, middle_of, pose_about, turned_about, within

SQUARE, LONG, ROUND, RIDER = Base(0, 590, 590), Base(0, 1380, 590), Base(500), Base(500, 1000)
BASES = (SQUARE, LONG, ROUND, RIDER)


def ground(base: Base, x: float, y: float, facing: int):
    """What a base covers, as somebody else works it out."""
    if base.width:
        core = box(-base.width / 2, -base.behind / 2, base.width / 2, base.behind / 2)
    elif base.behind:
        core = LineString([(0, -base.behind / 2), (0, base.behind / 2)])
    else:
        core = Dot(0, 0)
    return translate(rotate(core, -facing / 10, origin=(0, 0)), x, y)


def apart(one: Base, facing: int, other: Base, other_facing: int, x: float, y: float) -> float:
    cores = ground(one, 0, 0, facing), ground(other, x, y, other_facing)
    far: float = cores[0].distance(cores[1])
    return far - one.radius - other.radius


@pytest.mark.parametrize("one", BASES)
@pytest.mark.parametrize("other", BASES)
def test_gaps_are_those_between_the_grounds_that_bases_cover(one, other):
    chance = Random(f"{one}{other}")
    for _ in range(60):
        facings = chance.choice((0, 900, 450, chance.randrange(3600))), chance.choice((0, 1800, chance.randrange(3600)))
        x, y = chance.uniform(-4000, 4000), chance.uniform(-4000, 4000)
        far, measured = (
            apart(one, facings[0], other, facings[1], x, y),
            gap(between(one, facings[0], other, facings[1]), x, y),
        )
        assert measured == pytest.approx(far, abs=1e-6) or (measured < 0 and far <= 0)


def test_gaps_agree_with_those_of_figures_on_the_table():
    chance = Random(4)
    for _ in range(100):
        poses = [Pose(chance.randrange(4000), chance.randrange(4000), chance.randrange(3600)) for _ in range(2)]
        a, b = (middle_of(SQUARE, pose) for pose in poses)
        shape = between(SQUARE, poses[0].facing, SQUARE, poses[1].facing)
        assert max(0, gap(shape, b.x - a.x, b.y - a.y)) == pytest.approx(
            distance(figure(SQUARE, poses[0]), figure(SQUARE, poses[1])), abs=3
        )


def test_how_deep_bases_share_ground_is_told():
    shape = between(SQUARE, 0, SQUARE, 900)
    assert gap(shape, 590, 0) == pytest.approx(0)
    assert gap(shape, 400, 100) == pytest.approx(-190)
    assert gap(between(ROUND, 0, ROUND, 0), 0, 400) == pytest.approx(-600)


@pytest.mark.parametrize("near", (500, 0, -2))
def test_moments_are_those_that_small_steps_find(near):
    chance = Random(near)
    met = 0
    for _ in range(150):
        one, other = chance.choice(BASES), chance.choice(BASES)
        shape = between(one, chance.randrange(3600), other, chance.randrange(3600))
        start = chance.uniform(-3000, 3000), chance.uniform(-3000, 3000)
        speed = chance.uniform(-6000, 6000), chance.uniform(-6000, 6000)
        steps = 500
        near_at = [
            k / steps
            for k in range(steps + 1)
            if gap(shape, start[0] + speed[0] * k / steps, start[1] + speed[1] * k / steps) <= near
        ]
        span = within(shape, start, speed, near, 1.0)
        if not near_at:
            assert span is None or span[1] - span[0] <= 2 / steps
            continue
        assert span is not None
        met += 1
        assert near_at[0] - 1 / steps <= span[0] <= near_at[0] + 1e-9
        assert near_at[-1] - 1e-9 <= span[1] <= near_at[-1] + 1 / steps
        if span[0] > 0:
            where = start[0] + speed[0] * span[0], start[1] + speed[1] * span[0]
            assert gap(shape, *where) == pytest.approx(near, abs=1e-6), "to far less than a thousandth"
    assert met > 30


def test_who_stands_still_is_near_all_the_time_or_never():
    shape = between(SQUARE, 0, ROUND, 0)
    assert within(shape, (0, 1290), (0.0, 0.0), 500, 1.0) == (0.0, 1.0)
    assert within(shape, (0, 1296), (0.0, 0.0), 500, 1.0) is None


def test_a_figure_turns_about_the_middle_of_its_ground():
    for base in BASES:
        pose = pose_about(base, 5000, 6000, 300)
        assert hypot(middle_of(base, pose).x - 5000, middle_of(base, pose).y - 6000) <= 1.5
    assert middle_of(SQUARE, Pose(1000, 2000, 0)) == Point(1000, 1705)
    assert turned_about(SQUARE, Pose(1000, 2000, 0), 900) == Pose(1295, 1705, 900)
    assert turned_about(SQUARE, Pose(1000, 2000, 0), 0) == Pose(1000, 2000, 0)
