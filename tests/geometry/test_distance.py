"""Distances, contact and common ground, against shapely."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import assume, example, given
from hypothesis import strategies as st

from sandtable.geometry.distance import (
    distance,
    distance_to_point,
    distances,
    distances_from,
    near_point,
    nearest,
    overlaps,
    touches,
)
from sandtable.geometry.footprint import Footprint, figure, line, ranks
from sandtable.geometry.measure import Point, Pose
from tests.geometry.ground import coordinates, motions, moved_unit, points, poses, units, widths

figures = st.builds(figure, points, st.integers(100, 700))
anybody = st.one_of(units, figures)
oblongs = st.builds(line, poses, st.integers(1, 5), widths, widths)


def shape(unit: Footprint) -> shapely.Geometry:
    """The same bases, as shapely has them; round ones as polygons of very many corners."""
    cores = [shapely.convex_hull(shapely.MultiPoint(quad)) for quad in unit.quads]
    return shapely.union_all([core.buffer(unit.radius, quad_segs=64) if unit.radius else core for core in cores])


@given(anybody, anybody)
def test_distance_is_that_of_shapely(a, b):
    slow = shape(a).distance(shape(b))
    assert abs(distance(a, b) - slow) <= 0.5 + 0.06 * bool(a.radius or b.radius)


@given(anybody, points)
def test_distance_to_a_point_is_that_of_shapely(a, point):
    slow = shape(a).distance(shapely.Point(point))
    assert abs(distance_to_point(a, point) - slow) <= 0.5 + 0.06 * bool(a.radius)


@given(anybody, anybody)
def test_distance_is_mutual(a, b):
    assert distance(a, b) == distance(b, a)


@given(anybody, anybody, motions)
def test_moving_all_together_changes_no_distance(a, b, motion):
    assert distance(moved_unit(a, *motion), moved_unit(b, *motion)) == distance(a, b)


@given(anybody, anybody)
@example(line(Pose(0, 1, 0), 1, 500, 500), figure(Point(0, 0), 100))  # a figure whose middle lies on the base
def test_nearest_points_belong_to_the_units_and_are_as_far_apart_as_they_say(a, b):
    ours, theirs, length = nearest(a, b)
    assert length == distance(a, b)
    assert distance_to_point(a, ours) <= 1
    assert distance_to_point(b, theirs) <= 1
    assert abs(shapely.Point(ours).distance(shapely.Point(theirs)) - length) <= 2


@given(anybody, anybody)
def test_nothing_between_them_is_contact(a, b):
    assert (distance(a, b) == 0) == (shape(a).distance(shape(b)) < 0.5)
    assert touches(a, b, 0) == (distance(a, b) == 0)
    assert distance(a, b) == 0 or not overlaps(a, b)


@given(anybody, anybody)
@example(ranks(Pose(0, 0), (2, 2), 1000, 1000), figure(Point(0, -500), 400))
def test_units_overlap_when_they_do_so_for_shapely(a, b):
    one, two = shape(a), shape(b)
    certainly, perhaps = one.buffer(-3).intersects(two.buffer(-3)), one.buffer(-0.5).intersects(two.buffer(-0.5))
    assume(certainly == perhaps)
    assert overlaps(a, b) == certainly
    assert overlaps(b, a) == certainly


def test_edge_to_edge_is_touching_and_not_overlapping():
    left, right = line(Pose(1000, 1000), 2, 1000, 1000), line(Pose(3000, 1000), 2, 1000, 1000)
    assert distance(left, right) == 0
    assert touches(left, right)
    assert not overlaps(left, right)
    assert not overlaps(left, right.moved(-2, 0))
    assert overlaps(left, right.moved(-3, 0))


@pytest.mark.parametrize("facing", range(0, 3600, 175))
def test_edge_to_edge_is_not_overlapping_in_any_direction(facing):
    whole = line(Pose(9000, 9000, facing), 6, 1000, 1000)
    left, right = whole.without(3), line(whole.bases[4], 3, 1000, 1000)
    assert touches(left, right, 2)
    assert not overlaps(left, right)


def test_contact_allows_a_hand_its_breadth():
    a = line(Pose(0, 0), 1, 1000, 1000)
    assert touches(a, a.moved(0, 1050))
    assert not touches(a, a.moved(0, 1051))
    assert touches(a, a.moved(0, 1051), slack=60)


def test_a_rhomb_cornerwise_is_measured_from_its_corner():
    square = line(Pose(0, 0), 1, 1000, 1000)
    assert distance(square, figure(Point(3500, 4000), 0)) == 5000


def test_crossing_bases_have_a_point_in_common():
    along, across = line(Pose(0, 0, 0), 1, 6000, 600), line(Pose(0, 3000, 0), 1, 600, 6000)
    point, same, length = nearest(along, across)
    assert (point, length) == (same, 0)
    assert distance_to_point(along, point) == distance_to_point(across, point) == 0


def test_round_bases_are_measured_from_their_rims():
    assert distance(figure(Point(0, 0), 500), figure(Point(3000, 4000), 1000)) == 3500
    assert nearest(figure(Point(0, 0), 500), figure(Point(3000, 4000), 1000))[:2] == (
        Point(300, 400),
        Point(2400, 3200),
    )
    assert overlaps(figure(Point(0, 0), 500), figure(Point(0, 900), 500))
    assert not overlaps(figure(Point(0, 0), 500), figure(Point(0, 1000), 500))


@given(st.lists(anybody, max_size=4), st.lists(anybody, max_size=4))
def test_all_distances_at_once_are_the_same_distances(some, others):
    matrix = distances(some, others)
    assert matrix.shape == (len(some), len(others))
    assert matrix.tolist() == [[distance(a, b) for b in others] for a in some]


@given(oblongs, oblongs, coordinates)
def test_going_straight_away_never_brings_units_nearer(a, b, step):
    ours, theirs, length = nearest(a, b)
    assume(length > 0)
    away = b.moved(round((theirs.x - ours.x) * step / length), round((theirs.y - ours.y) * step / length))
    assert distance(a, away) >= length - 2


@given(anybody, points, st.integers(0, 20_000))
def test_whether_a_point_is_near_is_told_by_how_far_it_is(unit, point, within):
    assert near_point(unit, point, within) == (distance_to_point(unit, point) <= within)


@given(st.lists(points, max_size=4), st.lists(anybody, max_size=3))
def test_from_many_points_it_is_as_far_as_from_each(places, some):
    found = distances_from(places, some)
    assert found == [[distance_to_point(unit, place) for unit in some] for place in places]
