"""Arcs from the front corners, against the sums of the rulebook and against shapely."""

from __future__ import annotations

from math import cos, radians, sin

import pytest
import shapely
from hypothesis import assume, given

from sandtable.geometry.arc import arc_outline, fronts, in_arc, length_in_arc, reaches_arc
from sandtable.geometry.footprint import column, line, ranks, standing
from sandtable.geometry.measure import Point, Pose, ahead
from tests.geometry.ground import at, motions, moved_point, moved_unit, points, units

FAR = 60_000


def wedges(unit):
    """The arcs as polygons, each from the left corner of its front; rounding may set the right one a little before or behind."""
    for left, right, x, y in fronts(unit):
        skew = (right.x - left.x) * x + (right.y - left.y) * y
        yield shapely.Polygon(
            [
                left,
                (left.x + (x - y) * FAR, left.y + (y + x) * FAR),
                (right.x + (x + y) * FAR, right.y + (y - x) * FAR),
                (right.x - skew * x, right.y - skew * y),
            ]
        )


@pytest.mark.rule("REV-6.12", "REV-T.15")
def test_the_arc_opens_at_45_degrees_from_the_front_corners():
    unit = line(Pose(0, 0), 4, 1000, 1000)
    assert in_arc(unit, at(5, 3))
    assert not in_arc(unit, at(5.1, 3))
    assert not in_arc(unit, at(0, -0.1))
    assert not in_arc(unit, Point(5001, 3000))
    assert in_arc(unit, at(-5, 3))
    assert not in_arc(unit, Point(-5001, 3000))
    assert in_arc(unit, at(2, 0))
    assert not in_arc(unit, Point(0, -1))


@pytest.mark.rule("REV-6.13", "REV-6.10b")
def test_a_target_partly_in_the_arc_is_enough():
    unit = line(Pose(0, 0), 4, 1000, 1000)
    target = line(Pose(0, 4000, 1800), 2, 1000, 1000)
    assert reaches_arc(unit, target)
    assert reaches_arc(unit, target.moved(7000, 0))
    assert reaches_arc(unit, target.moved(8000, 0))
    assert not reaches_arc(unit, target.moved(8001, 0))
    assert not reaches_arc(unit, target.moved(0, -5001))


@given(units, points)
def test_a_point_is_in_the_arc_by_the_sum_of_the_rulebook(unit, point):
    """y >= 0 and |x| <= w/2 + y in the coordinates of each front."""
    inside, unsure = False, False
    for front in fronts(unit):
        middle_x, middle_y = (front.left.x + front.right.x) / 2, (front.left.y + front.right.y) / 2
        half = shapely.Point(front.left).distance(shapely.Point(front.right)) / 2
        x = (point.x - middle_x) * front.y - (point.y - middle_y) * front.x
        y = (point.x - middle_x) * front.x + (point.y - middle_y) * front.y
        spare = min(y, half + y - abs(x))
        inside |= spare >= 0
        unsure |= abs(spare) < 3
    assume(not unsure)
    assert in_arc(unit, point) == inside


@given(units, units)
def test_a_unit_reaches_into_the_arc_when_it_does_so_for_shapely(firer, target):
    depth = max(
        wedge.buffer(5).intersects(quad) + wedge.buffer(-5).intersects(quad)
        for wedge in wedges(firer)
        for quad in shapely.polygons(target.quads)
    )
    assume(depth != 1)
    assert reaches_arc(firer, target) == (depth == 2)


@given(units, points, points)
def test_the_length_of_a_path_in_the_arc_is_that_of_shapely(unit, start, end):
    assume(start != end)
    path = shapely.LineString((start, end))
    slow = shapely.intersection(path, shapely.union_all(list(wedges(unit)))).length
    assert abs(length_in_arc(unit, start, end) - slow) <= 8
    assert length_in_arc(unit, start, end) == length_in_arc(unit, end, start)


@given(units, units, points, motions)
def test_moving_all_together_changes_no_arc(unit, target, point, motion):
    assert in_arc(moved_unit(unit, *motion), moved_point(point, *motion)) == in_arc(unit, point)
    assert reaches_arc(moved_unit(unit, *motion), moved_unit(target, *motion)) == reaches_arc(unit, target)


def test_a_straight_front_has_one_arc_whatever_it_faces():
    for facing in range(0, 3600, 7):
        assert len(fronts(line(Pose(5000, 5000, facing), 6, 1600, 1000))) == 1
        assert len(fronts(ranks(Pose(5000, 5000, facing), (3, 3), 500, 500))) == 1


@pytest.mark.rule("REV-G.26")
def test_a_bent_line_has_the_arcs_of_all_its_bases_and_a_column_that_of_its_lead_base():
    bent = standing((Pose(0, 0, 0), Pose(1000, 0, 900)), 2, 1000, 1000)
    assert len(fronts(bent)) == 2
    ahead_of_one, ahead_of_other, between = Point(-3000, 4000), Point(6000, -4000), Point(4000, 4000)
    assert in_arc(bent, ahead_of_one)
    assert in_arc(bent, ahead_of_other)
    assert in_arc(bent, between)
    assert not in_arc(bent, Point(-4000, -4000))
    marching = column(Pose(0, 0, 0), 4, 1000, 1000)
    assert in_arc(marching, Point(3500, 3000))
    assert not in_arc(marching, Point(3501, 3000))
    assert not in_arc(marching, Point(600, -500))


@pytest.mark.rule("REV-G.26")
def test_a_path_is_measured_by_what_lies_in_the_arc():
    unit = line(Pose(0, 0), 2, 1000, 1000)
    assert length_in_arc(unit, at(0, 8), at(0, 0)) == 8000
    assert length_in_arc(unit, at(8, 1), at(0, 1)) == 2000
    assert length_in_arc(unit, at(8, -1), at(0, -1)) == 0
    assert length_in_arc(unit, at(0, -8), at(0, 0)) == 0


def test_bent_arcs_that_overlap_are_not_counted_twice():
    bent = standing((Pose(0, 0, 0), Pose(1000, 0, 300)), 2, 1000, 1000)
    assert length_in_arc(bent, at(0, 2), at(1, 2)) == 1000


def test_the_outline_for_drawing_encloses_the_arc():
    unit = line(Pose(3000, 3000, 300), 4, 1000, 1000)
    outline = shapely.Polygon(arc_outline(unit, 12_000))
    straight, aside = (
        ahead(unit.anchor, 11_000),
        ahead(unit.anchor, 11_000 * cos(radians(44)), 11_000 * sin(radians(44))),
    )
    assert outline.is_valid
    assert outline.contains(shapely.Point(straight))
    assert outline.contains(shapely.Point(aside))
    assert not outline.contains(shapely.Point(ahead(unit.anchor, -10)))
    assert not outline.contains(shapely.Point(ahead(unit.anchor, 12_100)))


def test_the_outline_of_a_bent_line_has_all_its_fronts():
    bent = standing((Pose(0, 0, 0), Pose(1000, 0, 300)), 2, 1000, 1000)
    outline = arc_outline(bent, 12_000)
    assert {corner for front in fronts(bent) for corner in (front.left, front.right)} <= set(outline)
