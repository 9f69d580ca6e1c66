"""Ways of figures: lengths, crossings, and whom they run into, by hand."""

from __future__ import annotations

from math import hypot
from random import Random

from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.terrain import Area, Hill, Line, Terrain
from sandtable.miniatures.bodies import Base, figure, figures
from sandtable.miniatures.ways import crossed, crowded, end_of, length_inside, length_of, off_board, run_into

ROUND = Base(500)
START = Pose(1000, 1000)
STRIP = (Point(0, 3000), Point(9000, 3000), Point(9000, 4000), Point(0, 4000))
GROUND = Terrain(
    20_000,
    20_000,
    (Area("scrub", "scrub", STRIP),),
    (Hill("rise", 1, (Point(0, 6000), Point(9000, 6000), Point(9000, 8000), Point(0, 8000))),),
    (Line("fence", "fence", (Point(0, 5000), Point(9000, 5000))),),
)


def test_a_way_is_as_long_as_its_legs_and_a_part_of_a_thousandth_counts():
    assert length_of(START, ()) == 0
    assert length_of(START, (Pose(1000, 4000), Pose(5000, 4000))) == 7000
    assert length_of(START, (Pose(4000, 5000),)) == 5000
    assert length_of(START, (Pose(2000, 2000),)) == 1415
    assert end_of(START, ()) == START


def test_as_much_of_a_way_is_inside_as_small_steps_count():
    chance = Random(2)
    outline = (Point(2000, 2000), Point(7000, 3000), Point(6000, 7000), Point(3000, 6000))
    for corners in (outline, outline[::-1]):
        for _ in range(40):
            a, b = (Pose(chance.randrange(9000), chance.randrange(9000)) for _ in range(2))
            steps = [(a.x + (b.x - a.x) * k / 2000, a.y + (b.y - a.y) * k / 2000) for k in range(2000)]
            inside = sum(all(_left(one, two, x, y) for one, two in _edges(outline)) for x, y in steps)
            far = hypot(b.x - a.x, b.y - a.y)
            assert abs(length_inside(corners, a, (b,)) - far * inside / 2000) < far / 500 + 1
    assert length_inside(outline, Pose(4000, 4000), ()) == 0


def _edges(outline):
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def _left(one, two, x, y):
    return (two.x - one.x) * (y - one.y) - (two.y - one.y) * (x - one.x) >= 0


def test_lines_count_at_every_crossing_and_areas_once():
    assert crossed(GROUND, START, ()) == {}
    assert crossed(GROUND, START, (Pose(1000, 5500),)) == {"scrub": 1, "fence": 1}
    back = (Pose(1000, 5500), Pose(1000, 2000))
    assert crossed(GROUND, START, back) == {"scrub": 1, "fence": 2}
    assert crossed(GROUND, START, (Pose(1000, 2900),)) == {}
    assert crossed(GROUND, Pose(1000, 3500), (Pose(1000, 3600),)) == {"scrub": 1}
    assert crossed(GROUND, Pose(1000, 7000), (Pose(1000, 7100),)) == {"hill": 1}
    assert crossed(GROUND, Pose(1000, 5500), (Pose(1000, 9000),)) == {"hill": 1}


def test_a_figure_goes_past_another_or_through_it():
    other = figures(ROUND, [Pose(1000, 5000), Pose(5000, 5000)])
    assert list(run_into(ROUND, START, (Pose(1000, 9000),), other)) == [0]
    assert list(run_into(ROUND, START, (Pose(1000, 4000),), other)) == []
    assert list(run_into(ROUND, START, (Pose(2000, 1000), Pose(2000, 9000)), other)) == []
    assert list(run_into(ROUND, START, (Pose(1900, 1000), Pose(1900, 9000)), other)) == [0]


def test_who_would_stand_on_somebody_or_over_the_edge():
    ends = [Pose(1000, 1000), Pose(1900, 1000), Pose(4000, 1000), Pose(5000, 1000)]
    assert list(crowded(ROUND, ends, ())) == [0, 1]
    assert list(crowded(ROUND, ends[2:], figures(ROUND, [Pose(5500, 1000)]))) == [1]
    assert off_board(GROUND, figure(ROUND, Pose(499, 5000)))
    assert not off_board(GROUND, figure(ROUND, Pose(500, 19_500)))
