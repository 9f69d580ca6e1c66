"""Who sees whom, who has range, and what shelters: against plain loops and by hand."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.terrain import Area, Hill, Line, Terrain
from sandtable.miniatures.bodies import Base, figures, gaps, lines_between
from sandtable.miniatures.looking import aim, hiding, hills_under, in_arc, nothing_hides, sees, sheltering

ROUND = Base(500)


def square(x, y, size):
    return (Point(x, y), Point(x + size, y), Point(x + size, y + size), Point(x, y + size))


GROUND = Terrain(
    40_000,
    40_000,
    (Area("house", "house", square(10_000, 10_000, 3000)), Area("scrub", "scrub", square(20_000, 10_000, 3000))),
    (Hill("low", 1, square(5000, 20_000, 10_000)), Hill("top", 2, square(8000, 23_000, 3000))),
    (Line("wall", "wall", (Point(0, 35_000), Point(40_000, 35_000))),),
)


def test_an_aim_is_what_plain_loops_find():
    chance = Random(3)
    for _ in range(20):
        ours = figures(ROUND, [Pose(chance.randrange(30_000), chance.randrange(9000)) for _ in range(6)])
        theirs = figures(ROUND, [Pose(chance.randrange(30_000), 14_000 + chance.randrange(9000)) for _ in range(7)])
        reach = chance.randrange(5000, 15_000)

        def clear(start: Point, end: Point) -> bool:
            return not hiding(GROUND, frozenset({"house"}), start, end)

        far = gaps(ours, theirs)
        pairs = [
            (a, b)
            for a in range(6)
            for b in range(7)
            if any(clear(*line) for line in lines_between(ours[a], theirs[b]))
        ]
        bearing = [(a, b) for a, b in pairs if far[a, b] <= reach]
        found = aim(ours, theirs, reach, clear)
        assert found.firers == tuple(sorted({a for a, _ in bearing}))
        nearest = {b: min(far[a, other] for a, other in bearing if other == b) for _, b in bearing}
        assert found.marks == tuple(sorted(nearest, key=lambda mark: (nearest[mark], mark)))
        assert found.range == (min(far[pair] for pair in pairs) if pairs else None)
        assert all(sees(ours[a], theirs[b], clear) for a, b in pairs)


def test_what_stands_between_is_named_unless_it_is_left_out():
    kinds = frozenset({"house", "hill"})
    assert hiding(GROUND, kinds, Point(11_000, 5000), Point(11_000, 15_000)) == "house"
    assert hiding(GROUND, kinds, Point(11_000, 5000), Point(11_000, 15_000), {"house"}) == ""
    assert hiding(GROUND, kinds, Point(21_000, 5000), Point(21_000, 15_000)) == ""
    assert hiding(GROUND, kinds, Point(6000, 15_000), Point(6000, 33_000)) == "low"


def test_hills_are_known_one_by_one():
    assert hills_under(GROUND, Point(9000, 24_000)) == {"low", "top"}
    assert hills_under(GROUND, Point(6000, 21_000)) == {"low"}
    assert hills_under(GROUND, Point(1000, 1000)) == frozenset()


@pytest.mark.parametrize(
    ("start", "end", "within", "kinds"),
    (
        ((21_000, 0), (21_000, 11_000), 1500, {"scrub"}),
        ((21_000, 0), (21_000, 14_000), 1500, {"scrub"}),
        ((21_000, 0), (21_000, 15_000), 1500, set()),
        ((6000, 0), (6000, 21_000), 1500, {"hill"}),
        ((30_000, 30_000), (30_000, 36_500), 1500, {"wall"}),
        ((30_000, 30_000), (30_000, 36_501), 1500, set()),
    ),
)
def test_what_is_stood_in_or_crossed_close_before_the_end_shelters(start, end, within, kinds):
    assert sheltering(GROUND, Point(*start), Point(*end), within) == kinds


@pytest.mark.parametrize(
    ("facing", "place", "inside"),
    ((0, (0, 10), True), (0, (1732, 1000), True), (0, (1733, 1000), True), (0, (1740, 1000), False), (0, (-1732, 1000), True),
     (3000, (0, 1000), True), (2990, (0, 1000), False), (0, (0, -5), False)),
)  # fmt: skip
def test_an_arc_of_sixty_degrees_either_way_with_its_edge(facing, place, inside):
    assert in_arc(Pose(0, 0, facing), 600, Point(*place)) is inside


def test_where_nothing_hides_in_a_rectangle_everybody_in_it_sees_everybody():
    chance, kinds = Random(8), frozenset({"house", "hill"})
    quick = 0
    for _ in range(300):
        start, end = (Point(chance.randrange(30_000), chance.randrange(30_000)) for _ in range(2))
        across, up = sorted((start.x, end.x)), sorted((start.y, end.y))
        if nothing_hides(GROUND, kinds, (across[0], up[0], across[1], up[1])):
            quick += 1
            assert hiding(GROUND, kinds, start, end) == ""
    assert 10 < quick < 290
