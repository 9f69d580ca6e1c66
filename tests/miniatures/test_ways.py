"""Ways of figures: lengths, crossings, and whom they run into, by hand."""

from __future__ import annotations

from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.terrain import Area, Hill, Line, Terrain
from sandtable.miniatures.bodies import Base, figure, figures
from sandtable.miniatures.ways import crossed, crowded, end_of, length_of, off_board, run_into

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
