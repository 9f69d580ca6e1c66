"""Where a unit may stand, and the nearest such place."""

from __future__ import annotations

from math import hypot

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandtable.geometry.distance import distance
from sandtable.geometry.footprint import figure, ranks
from sandtable.geometry.going import Going
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.place import RING, hindrances, nearest_place
from sandtable.geometry.terrain import Area, Terrain
from sandtable.geometry.walk import Around
from tests.geometry.ground import at, box

EMPTY = Terrain(48_000, 48_000)
FOOT = Going({"river": None})


def square(x: float, y: float, facing: int = 0):
    return ranks(Pose(*at(x, y), facing), (2, 2), 1000, 1000)


def test_all_that_is_wrong_with_a_place_is_told():
    terrain = Terrain(48_000, 48_000, (Area("river", "river", box(0, 0, 48, 2)),))
    around = Around(terrain, [square(20, 5.4)], [square(21, 2.5)])
    found = hindrances(square(20, 1.5), FOOT, around, 2000)
    assert {(each.cause, each.feature) for each in found} == {
        ("edge", None),
        ("impassable", "river"),
        ("friend", 0),
        ("enemy", 0),
    }
    assert not hindrances(square(10, 10), FOOT, around, 2000)
    assert {each.cause for each in hindrances(square(20, 5.4), FOOT, around)} == {"enemy"}
    assert not hindrances(square(20, 5.4), FOOT, around, None)


def test_a_place_that_will_do_is_kept():
    assert nearest_place(square(0, 0), Around(EMPTY), at(20, 20), 6000, 1000) == square(20, 20)


def test_a_leader_flees_to_the_nearest_point_clear_of_all_enemies():
    leader = figure(at(20, 20), 500)
    enemy = square(20, 21)  # its front is an inch beyond him, its back an inch behind
    found = nearest_place(leader, Around(EMPTY, [enemy]), at(20, 20), 12_000, 6000)
    assert found is not None
    assert distance(found, enemy) >= 6000
    assert (
        abs(hypot(found.anchor.x - 20_000, found.anchor.y - 20_000) - 7500) <= 10
    )  # 6 + 1/2, from the edge an inch off


def test_without_room_there_is_none():
    assert nearest_place(figure(at(20, 20), 500), Around(EMPTY, [square(20, 20)]), at(20, 20), 3000, 6000) is None
    lake = Terrain(48_000, 48_000, (Area("lake", "river", box(0, 0, 48, 48)),))
    assert nearest_place(square(20, 20), Around(lake), at(20, 20), 3000, 0, FOOT) is None


@settings(max_examples=15)
@given(st.lists(st.tuples(st.integers(15, 25), st.integers(15, 25), st.integers(0, 35)), min_size=1, max_size=3))
@example([(17, 17, 27), (17, 20, 0), (22, 20, 16)])
def test_no_place_of_a_dense_grid_with_room_around_it_is_much_nearer(places):
    """A pocket that is smaller than the search is dense may be missed."""
    enemies = [square(x, y, facing * 100) for x, y, facing in places]
    around = Around(EMPTY, enemies)
    leader = figure(at(20, 20), 500)
    found = nearest_place(leader, around, at(20, 20), 12_000, 1000)
    assert found is not None
    far = hypot(found.anchor.x - 20_000, found.anchor.y - 20_000)
    for x, y in np.ndindex(49, 49):
        place = Point(20_000 + 250 * (x - 24), 20_000 + 250 * (y - 24))
        if hypot(place.x - 20_000, place.y - 20_000) < far - 260:
            assert hindrances(figure(place, 500), FOOT, around, 1000 + RING)
