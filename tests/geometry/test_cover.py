"""What a unit stands on and what lines are before it, against shapely."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from sandtable.geometry.cover import area_at, ground_under, level_at, lines_crossed, share_inside, something_within
from sandtable.geometry.footprint import figure, line
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.terrain import Line
from tests.geometry.ground import (
    at,
    box,
    hill,
    motions,
    moved_point,
    moved_terrain,
    moved_unit,
    outlines,
    plaza,
    points,
    table,
    terrains,
    units,
    woods,
)
from tests.geometry.slow_crossing import crosses


def wall(*places, name="wall"):
    return Line(name, "wall", tuple(at(x, y) for x, y in places))


@given(units, outlines())
def test_the_share_inside_is_that_of_shapely(unit, outline):
    shapes = shapely.polygons(unit.quads)
    slow = shapely.area(shapely.intersection(shapes, shapely.Polygon(outline))) / shapely.area(shapes)
    assert share_inside(unit, outline) == pytest.approx(slow, abs=1e-6)


@given(units, outlines(), motions)
def test_moving_all_together_changes_no_share(unit, outline, motion):
    moved = tuple(moved_point(corner, *motion) for corner in outline)
    assert share_inside(moved_unit(unit, *motion), moved) == pytest.approx(share_inside(unit, outline), abs=1e-9)


@given(terrains, points)
def test_ground_and_level_at_a_point_are_those_of_shapely(terrain, point):
    here = shapely.Point(point)
    around = [area for area in terrain.areas if shapely.Polygon(area.outline).covers(here)]
    assert area_at(terrain, point) == (around[-1] if around else None)
    assert level_at(terrain, point) == max(
        (each.level for each in terrain.hills if shapely.Polygon(each.outline).covers(here)), default=0
    )


def test_an_edge_belongs_to_what_it_encloses():
    terrain = table(woods(5, 5, 10, 10), hill(2, 5, 5, 10, 10), hill(1, 0, 0, 20, 20))
    for corner in (at(5, 5), at(10, 10), at(10, 7), at(7, 5)):
        assert level_at(terrain, corner) == 2
        assert area_at(terrain, corner) is not None
    assert level_at(terrain, Point(10_001, 7000)) == 1
    assert area_at(terrain, Point(10_001, 7000)) is None


@pytest.mark.rule("REV-G.25")
def test_a_base_that_is_half_inside_stands_on_that_ground():
    terrain = table(woods(0, 0, 10, 10))
    unit = line(Pose(10_000, 8_000), 4, 1000, 1000)
    assert ground_under(terrain, unit) == ("woods", "woods", None, None)
    assert ground_under(terrain, unit.moved(500, 0)) == ("woods", "woods", None, None)
    assert ground_under(terrain, unit.moved(501, 0)) == ("woods", None, None, None)
    assert ground_under(terrain, line(Pose(5000, 10_500), 3, 1000, 1000)) == ("woods",) * 3
    assert ground_under(terrain, line(Pose(5000, 10_501), 3, 1000, 1000)) == (None,) * 3


def test_what_lies_on_top_is_what_a_base_stands_on():
    terrain = table(woods(0, 0, 10, 10), plaza(4, 4, 6, 6))
    inside = line(Pose(5000, 5500), 1, 1000, 1000)
    assert ground_under(terrain, inside) == ("plaza",)
    assert ground_under(terrain, inside.moved(1000, 0)) == ("plaza",)
    assert ground_under(terrain, inside.moved(1001, 0)) == ("woods",)


def test_a_round_base_stands_where_its_middle_is():
    terrain = table(woods(0, 0, 10, 10))
    assert ground_under(terrain, figure(at(10, 5), 500)) == ("woods",)
    assert ground_under(terrain, figure(Point(10_001, 5000), 500)) == (None,)


@pytest.mark.rule("REV-G.25b")
def test_a_line_counts_within_an_inch_of_the_end_and_not_near_the_start():
    terrain = table(wall((0, 10), (20, 10)))
    assert lines_crossed(terrain, at(10, 0), at(10, 11), 1000) == terrain.lines
    assert lines_crossed(terrain, at(10, 0), Point(10_000, 11_001), 1000) == ()
    assert lines_crossed(terrain, at(10, 9.5), at(10, 20), 1000) == ()
    assert lines_crossed(terrain, at(10, 0), Point(10_000, 11_001)) == terrain.lines
    assert lines_crossed(terrain, at(10, 0), at(10, 10), 1000) == terrain.lines  # right behind it
    assert lines_crossed(terrain, at(10, 0), Point(10_000, 9_999), 1000) == ()
    assert lines_crossed(terrain, at(21, 0), at(21, 11), 1000) == ()


def test_along_a_line_the_nearest_part_to_the_end_counts():
    terrain = table(wall((5, 10), (8, 10)))
    assert lines_crossed(terrain, at(0, 10), at(9, 10), 1000) == terrain.lines
    assert lines_crossed(terrain, at(0, 10), Point(9_001, 10_000), 1000) == ()
    assert lines_crossed(terrain, at(0, 10), at(4, 10)) == ()
    assert lines_crossed(terrain, at(6, 10), at(6, 10)) == terrain.lines
    assert lines_crossed(terrain, at(4, 10), at(4, 10)) == ()


lines = st.builds(
    lambda number, places: Line(f"line {number}", "wall", tuple(places)),
    st.integers(0, 99),
    st.lists(points, min_size=2, max_size=4, unique=True),
)


@given(st.lists(lines, max_size=4), points, points, st.one_of(st.none(), st.integers(0, 9_000)))
def test_lines_are_crossed_as_they_are_one_leg_after_the_other(some, start, end, within):
    terrain = table(*some)
    slowly = tuple(each for each in terrain.lines if crosses(each, start, end, within))
    assert lines_crossed(terrain, start, end, within) == slowly


@given(st.lists(lines, max_size=4), points, st.integers(0, 9_000))
def test_where_nothing_is_said_to_be_near_nothing_is(some, place, near):
    terrain = table(*some)
    here = shapely.Point(place).buffer(near)
    there = any(shapely.LineString(each.points).intersects(here) for each in terrain.lines)
    assert something_within(terrain, np.array([place], dtype=np.float64), near)[0] or not there


@given(st.lists(lines, max_size=4), points, points, st.integers(0, 9_000))
def test_lines_are_crossed_when_they_are_for_shapely(some, start, end, within):
    assume(start != end)
    terrain = table(*some)
    path = shapely.LineString((start, end))
    meetings = [(each, shapely.LineString(each.points)) for each in terrain.lines]
    assert lines_crossed(terrain, start, end) == tuple(each for each, shape in meetings if path.intersects(shape))
    goal = shapely.Point(end)
    far = np.array(
        [shape.intersection(path).distance(goal) if path.intersects(shape) else np.inf for _, shape in meetings]
    )
    assume(not (abs(far - within) < 1).any())
    near = tuple(each for (each, _), distance in zip(meetings, far, strict=True) if distance <= within)
    assert lines_crossed(terrain, start, end, within) == near


@given(st.lists(lines, max_size=4), points, points, motions)
def test_moving_all_together_changes_no_crossing(some, start, end, motion):
    before = lines_crossed(table(*some), start, end)
    after = lines_crossed(moved_terrain(table(*some), *motion), moved_point(start, *motion), moved_point(end, *motion))
    assert [each.id for each in before] == [each.id for each in after]


def test_a_box_is_all_inside_itself():
    assert share_inside(line(Pose(5000, 6000), 2, 1000, 1000), box(4, 5, 6, 6)).tolist() == [1.0, 1.0]
