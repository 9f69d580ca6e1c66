"""Falling back: straight away, else by the least deviation, never nearer to what drives the unit back."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.geometry.distance import distance
from sandtable.geometry.footprint import line, ranks
from sandtable.geometry.going import Going
from sandtable.geometry.measure import CIRCLE, Point, Pose
from sandtable.geometry.place import hindrances
from sandtable.geometry.retreat import retreat
from sandtable.geometry.terrain import Area, Line, Terrain
from sandtable.geometry.walk import Around
from tests.geometry.ground import at, box, outlines, units, woods
from tests.geometry.slow_movement import hindered
from tests.support.talk import there

EMPTY = Terrain(48_000, 48_000)
FOOT = Going({"woods": 2, "river": None}, {"wall": 500, "wire": None})
SOURCE = at(20, 32)


def square(x: float = 20, y: float = 25):
    return ranks(Pose(*at(x, y)), (2, 2), 1000, 1000)  # its centre is an inch behind its front


def test_straight_away_with_formation_and_facing_kept():
    gone = retreat(square(), SOURCE, 6000, FOOT, Around(EMPTY))
    assert (gone.end, gone.bearing, gone.cause) == (square(20, 19), 1800, None)


def test_slow_ground_and_walls_stop_it_short_but_turning_its_back_costs_nothing():
    terrain = Terrain(48_000, 48_000, (woods(0, 0, 48, 22.5),))
    gone = retreat(square(), SOURCE, 6000, FOOT, Around(terrain))
    assert gone.end == square(20, 21.5)  # an inch of open ground for the rear rank, then two and a half of woods
    assert gone.cause == "budget"
    wall = Terrain(48_000, 48_000, (), (), (Line("wall", "wall", (at(0, 22), at(48, 22))),))
    assert retreat(square(), SOURCE, 6000, FOOT, Around(wall)).end == square(20, 19.5)


@pytest.mark.parametrize(("left", "right", "bearing"), ((-5, 19.2, 1800 - 50), (20.8, 45, 1800 + 50)))
def test_the_smallest_deviation_that_is_clear_is_taken(left, right, bearing):
    river = Terrain(48_000, 48_000, (Area("river", "river", box(left, 15, right, 19.5)),))
    assert retreat(square(), SOURCE, 6000, FOOT, Around(river)).bearing == bearing


def test_left_is_tried_before_right():
    pond = Terrain(48_000, 48_000, (Area("pond", "river", box(19.9, 19.4, 20.1, 19.6)),))
    gone = retreat(square(), SOURCE, 6000, FOOT, Around(pond))
    assert gone.bearing < 1800  # as one looks along the retreat, down the table, left is east
    assert there(gone.end).anchor.x > 20_000


def test_who_would_end_on_a_friend_goes_on_by_up_to_two_inches():
    friend = square(20, 20)
    assert there(retreat(square(), SOURCE, 6000, FOOT, Around(EMPTY, (), [friend])).end).anchor.y in (
        18_002,
        18_001,
        18_000,
    )
    wide = ranks(Pose(*at(20, 21)), (24, 24, 24, 24, 24), 1000, 1000)
    gone = retreat(square(), SOURCE, 6000, FOOT, Around(EMPTY, (), [wide]))
    assert (gone.end, gone.cause) == (None, "friend")
    assert retreat(square(), SOURCE, 6000, FOOT, Around(EMPTY, (), [wide]), extend=3000).end is not None


def test_who_is_shut_in_cannot():
    wire = Line("wire", "wire", (at(5, 22), at(35, 22)))
    gone = retreat(square(), SOURCE, 6000, FOOT, Around(Terrain(48_000, 48_000, (), (), (wire,))))
    assert (gone.end, gone.cause, gone.leaves_table) == (None, "line", False)


def test_who_has_no_room_leaves_the_table():
    gone = retreat(square(20, 4), at(20, 12), 6000, FOOT, Around(EMPTY))
    assert (gone.end, gone.cause, gone.leaves_table, gone.bearing) == (None, "edge", True, 1800)
    stays = retreat(square(20, 7), at(20, 15), 6000, FOOT, Around(EMPTY))
    assert stays.end is not None
    assert not stays.leaves_table


def test_other_enemies_zones_are_kept_and_contact_is_broken():
    behind = line(Pose(*at(20, 17)), 2, 1000, 1000)
    source = line(Pose(*at(20, 25), 1800), 2, 1000, 1000)  # in contact
    gone = retreat(square(), source.centre, 6000, FOOT, Around(EMPTY, [behind, source], zone=1000))
    assert gone.end is not None
    assert gone.bearing != 1800
    assert distance(gone.end, behind) >= 1000


near = st.builds(Point, st.integers(0, 24_000), st.integers(0, 24_000))
blocks = st.builds(
    lambda x, y, facing: ranks(Pose(x, y, facing), (2, 2), 1000, 1000),
    st.integers(9000, 15_000),
    st.integers(9000, 15_000),
    st.integers(0, CIRCLE - 1),
)
grounds = st.lists(st.tuples(st.sampled_from(("woods", "river")), outlines()), max_size=3)


@settings(max_examples=40)
@given(blocks, near, grounds, st.lists(units, max_size=2), st.lists(units, max_size=2), st.integers(0, 6000))
def test_it_never_ends_nearer_and_never_where_nobody_may_stand(body, source, grounds, enemies, friends, far):
    areas = tuple(Area(f"{number} {kind}", kind, outline) for number, (kind, outline) in enumerate(grounds))
    around = Around(Terrain(24_000, 24_000, areas), enemies, friends, zone=1000)
    if body.centre == source or hindrances(body, FOOT, around, 1000):
        return  # it stands where nobody may
    gone = retreat(body, source, far, FOOT, around)
    if gone.end is None:
        assert gone.cause is not None
        return
    before, after = body.centre, gone.end.centre
    assert hypot(after.x - source.x, after.y - source.y) >= hypot(before.x - source.x, before.y - source.y) - 1
    assert not hindrances(gone.end, FOOT, around, 0)
    dx, dy = there(gone.end).anchor.x - body.anchor.x, there(gone.end).anchor.y - body.anchor.y
    assert not hindered(body, dx, dy, FOOT, around)[0]
    assert hypot(dx, dy) <= far + 2000 + 1
