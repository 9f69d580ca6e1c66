"""Units and polylines: how far one is from the other, and where along it a place lies."""

from __future__ import annotations

from random import Random

import pytest
from shapely.geometry import LineString, MultiPolygon, Polygon

from sandtable.geometry.footprint import line
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.trail import along, distance_to_trail, nearest_along, within_trail

WAY = (Point(0, 0), Point(10_000, 0), Point(10_000, 8_000), Point(2_000, 14_000))


@pytest.mark.parametrize("seed", range(200))
def test_the_distance_to_a_trail_is_that_of_a_plain_twin(seed):
    chance = Random(seed)
    pose = Pose(chance.randint(-4000, 14_000), chance.randint(-4000, 16_000), chance.randrange(3600))
    body = line(pose, chance.randint(1, 4), 1000, 1400)
    twin = MultiPolygon([Polygon(quad) for quad in body.quads.tolist()])
    assert distance_to_trail(body, WAY) == pytest.approx(twin.distance(LineString(WAY)), abs=1)


@pytest.mark.parametrize("seed", range(200))
def test_who_is_within_reach_of_a_trail_is_told_as_by_the_distance(seed):
    chance = Random(seed)
    pose = Pose(chance.randint(-4000, 14_000), chance.randint(-4000, 16_000), chance.randrange(3600))
    body = line(pose, chance.randint(1, 4), 1000, 1400)
    away = distance_to_trail(body, WAY)
    for reach in {0, 500, 3000, max(0, away - 1), away, away + 1}:
        assert within_trail(body, WAY, reach) == (away <= reach)


@pytest.mark.parametrize("seed", range(50))
def test_a_place_along_a_trail_is_found_again(seed):
    s = Random(seed).randint(0, 27_000)
    place = along(WAY, s).point
    found, off = nearest_along(WAY, place)
    assert off <= 1
    assert found == pytest.approx(s, abs=2)


def test_a_place_beside_a_trail_is_found_at_its_foot():
    assert nearest_along(WAY, Point(4000, 3000)) == (4000, 3000)
    assert nearest_along(WAY, Point(12_000, 5000)) == (15_000, 2000)
