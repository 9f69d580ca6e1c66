"""A line along the edge that it stands at: base by base, each touching the next."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from sandtable.geometry.footprint import standing
from sandtable.geometry.measure import DEGREE, INCH, Point, Pose, ahead, inches
from sandtable.geometry.terrain import Area, Line, Terrain
from sandtable.miniatures.bending import bent, has_gap, lies_on_itself

SIZE = (2 * INCH, INCH)
CORNER = (Point(inches(10), inches(20)), Point(inches(20), inches(20)), Point(inches(27), inches(13)))


def ground(*points, kind="wall"):
    return Terrain(48 * INCH, 48 * INCH, lines=(Line("it", kind, points),))


def front(x, y, facing=0):
    return Pose(inches(x), inches(y), facing)


def test_a_line_bends_where_the_wall_does_and_has_no_gaps():
    bases = bent(ground(*CORNER), 5, SIZE, front(20, 19.5))
    assert len(bases) == 5
    assert len({base.facing for base in bases}) > 1
    for one, two in pairwise(bases):
        meet = [(ahead(one, -deep, INCH), ahead(two, -deep, -INCH)) for deep in (0, INCH)]
        assert min(hypot(a.x - b.x, a.y - b.y) for a, b in meet) <= 3


def test_it_faces_the_same_way_whichever_end_the_wall_begins_at():
    there, back = (bent(ground(*way), 4, SIZE, front(20, 19.5)) for way in (CORNER, CORNER[::-1]))
    assert there
    assert [abs(a.facing - b.facing) <= 1 for a, b in zip(there, back, strict=True)] == [True] * 4


def test_along_a_straight_wall_there_is_nothing_to_bend():
    assert bent(ground(*CORNER[:2]), 4, SIZE, front(15, 19.5)) == ()


def test_what_is_far_off_or_passed_by_is_not_followed():
    assert bent(ground(*CORNER), 4, SIZE, front(20, 15)) == ()
    assert bent(ground(*CORNER, kind="wire"), 4, SIZE, front(20, 19.5), frozenset({"wire"})) == ()


def test_it_follows_an_outline_over_its_own_beginning():
    corners = ((10, 10), (20, 10), (20, 20), (10, 20))
    field = Terrain(48 * INCH, 48 * INCH, (Area("it", "wood", tuple(Point(inches(x), inches(y)) for x, y in corners)),))
    bases = bent(field, 5, SIZE, front(10, 10))
    assert len(bases) == 5
    assert len({base.facing for base in bases}) > 1


def line_of(*bases):
    return standing(bases, len(bases), *SIZE)


def test_a_bent_line_has_neither_gaps_nor_bases_on_each_other():
    line = line_of(*bent(ground(*CORNER), 5, SIZE, front(20, 19.5)))
    assert not has_gap(line, 50, 90 * DEGREE, in_file=False)
    assert not lies_on_itself(line)


def test_a_gap_is_found_and_so_is_a_bend_that_is_too_sharp():
    apart = line_of(front(10, 10), front(12.2, 10))
    assert has_gap(apart, 50, 90 * DEGREE, in_file=False)
    turned = line_of(*bent(ground(*CORNER), 5, SIZE, front(20, 19.5)))
    assert has_gap(turned, 50, 10 * DEGREE, in_file=False)


def test_a_file_meets_at_front_and_back():
    one, two, far = front(10, 10), front(10, 9), front(10, 7)
    assert not has_gap(standing((one, two), 1, *SIZE), 50, 90 * DEGREE, in_file=True)
    assert has_gap(standing((one, far), 1, *SIZE), 50, 90 * DEGREE, in_file=True)


def test_bases_that_share_ground_are_found():
    assert lies_on_itself(line_of(front(10, 10), front(11, 10)))
