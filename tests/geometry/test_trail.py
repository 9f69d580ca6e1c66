"""Trails and columns: places by length, and bends that every base goes through."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.geometry.footprint import column
from sandtable.geometry.going import Going
from sandtable.geometry.measure import Point, Pose, bearing
from sandtable.geometry.terrain import Area, Terrain
from sandtable.geometry.trail import along, first_part, length, part, stand_along, way_length
from sandtable.geometry.walk import Around, march
from tests.geometry.ground import at, box, woods

CORNER = (at(10, 10), at(10, 20), at(20, 20))
EMPTY = Terrain(48_000, 48_000)
FOOT = Going({"woods": 2, "river": None})


def test_bearings_look_along():
    assert [bearing(0, 1), bearing(1, 0), bearing(0, -1), bearing(-1, 0), bearing(1, 1)] == [0, 900, 1800, 2700, 450]


def test_places_along_a_corner():
    assert length(CORNER) == 20_000
    assert along(CORNER, 4000) == Pose(*at(10, 14), 0)
    assert along(CORNER, 14_000) == Pose(*at(14, 20), 900)
    assert along(CORNER, -1000) == Pose(*at(10, 9), 0)
    assert along(CORNER, 21_000) == Pose(*at(21, 20), 900)
    assert part(CORNER, 8000, 13_000) == (at(10, 18), at(10, 20), at(13, 20))


def test_a_column_stands_round_a_corner():
    stood = stand_along(CORNER, 12_000, 4, 1000, 1000)
    assert stood.bases == (Pose(*at(12, 20), 900), Pose(*at(11, 20), 900), Pose(*at(10, 20), 0), Pose(*at(10, 19), 0))
    assert stand_along(CORNER, 12_000, 2, 1000, 1000, gap=1000).bases[1] == Pose(*at(10, 20), 0)


points = st.builds(Point, st.integers(0, 40_000), st.integers(0, 40_000))


@given(st.lists(points, min_size=2, max_size=5, unique=True), st.floats(0, 1))
def test_a_place_along_a_polyline_lies_on_it(places, share):
    whole = length(places)
    here = along(places, share * whole)
    assert abs(length(part(places, 0, share * whole)) - share * whole) <= len(places) + 1
    assert min(
        abs(hypot(here.x - a.x, here.y - a.y) + hypot(here.x - b.x, here.y - b.y) - hypot(a.x - b.x, a.y - b.y))
        for a, b in pairwise(places)
    ) <= 60  # fmt: skip


def test_a_march_bends_and_every_base_pays_along_its_own_trail():
    body = column(Pose(*at(10, 10)), 4, 1000, 1000)
    marched = march(body, [at(10, 14), at(16, 14)], FOOT, Around(EMPTY), 12_000)
    assert marched.legal
    assert marched.cost == 10_000
    assert marched.end == column(Pose(*at(16, 14), 900), 4, 1000, 1000)
    assert marched.trail == (Pose(*at(10, 10)), Pose(*at(10, 14), 900), Pose(*at(16, 14), 900))
    swamp = Around(Terrain(48_000, 48_000, (woods(9, 11, 11, 13),)))
    assert march(body, [at(10, 14), at(16, 14)], FOOT, swamp, 12_000).cost == 12_000
    # The lead base is through after two inches and a half; the last one has paid for nothing yet.
    assert march(body, [at(10, 13.5)], FOOT, swamp, 12_000).cost == 3500 + 2000


def test_a_march_is_hindered_along_its_whole_band():
    body = column(Pose(*at(10, 10)), 4, 1000, 1000)
    lake = Around(Terrain(48_000, 48_000, (Area("lake", "river", box(10.4, 12, 12, 13)),)))
    assert [each.feature for each in march(body, [at(10, 16)], FOOT, lake).hindrances] == ["lake"]
    shore = Around(Terrain(48_000, 48_000, (Area("lake", "river", box(10.5, 12, 12, 13)),)))
    assert march(body, [at(10, 16)], FOOT, shore).legal
    enemy = column(Pose(*at(12.4, 13)), 1, 1000, 1000)
    near = Around(EMPTY, [enemy], zone=1500)
    assert [each.cause for each in march(body, [at(10, 16)], FOOT, near).hindrances] == ["enemy"]
    assert march(body, [at(10, 16)], FOOT, Around(EMPTY, [enemy], zone=1400)).legal
    friend = column(Pose(*at(10, 17)), 2, 1000, 1000)
    assert [each.cause for each in march(body, [at(10, 16)], FOOT, Around(EMPTY, (), [friend])).hindrances] == [
        "friend"
    ]
    assert march(body, [at(10, 22)], FOOT, Around(EMPTY, (), [friend])).legal


@pytest.mark.parametrize("gap", (0, 1000))
def test_a_march_straight_on_keeps_the_column(gap):
    body = column(Pose(*at(10, 10)), 3, 1000, 1000, gap)
    assert march(body, [at(10, 15)], FOOT, Around(EMPTY), gap=gap).end == body.moved(0, 5000)


def test_a_way_is_gone_as_far_as_there_is_of_it():
    start, way = CORNER[0], CORNER[1:]
    assert way_length(start, way) == 20_000
    assert first_part(start, way, 15_000) == (at(10, 20), at(15, 20))
    assert first_part(start, way, 10_000) == (at(10, 20),)
    assert first_part(start, way, 50_000) == way
    assert first_part(start, (), 5_000) == ()


def test_whoever_stops_on_a_leg_faces_as_he_would_at_its_end():
    way = (Pose(10_000, 20_000, 0), Pose(20_000, 20_000, 900))
    assert first_part(CORNER[0], way, 12_000) == (way[0], Pose(12_000, 20_000, 900))
