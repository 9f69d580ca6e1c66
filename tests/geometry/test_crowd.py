"""Footprints that are measured together: quick looks against plain loops."""

from __future__ import annotations

from random import Random

from sandtable.geometry.cover import lines_crossed, open_within
from sandtable.geometry.crowd import Crowd, crowd
from sandtable.geometry.distance import distance, distances
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.terrain import Area, Hill, Line, Terrain
from tests.geometry.slow_crossing import crosses


def some(chance: Random, count: int) -> list[Footprint]:
    return [
        Footprint(
            (Pose(chance.randrange(20_000), chance.randrange(20_000), chance.randrange(3600)),),
            1,
            chance.choice((0, 1000)),
            chance.choice((0, 1500)),
            chance.choice((0, 500)),
        )
        for _ in range(count)
    ]


def box(chance: Random) -> tuple[float, float, float, float]:
    x, y = chance.randrange(20_000), chance.randrange(20_000)
    return x, y, x + chance.randrange(6000), y + chance.randrange(6000)


def strewn(chance: Random) -> Terrain:
    def outline() -> tuple[Point, ...]:
        left, low, right, high = (int(each) for each in box(chance))
        return Point(left, low), Point(right + 1, low), Point(right + 1, high + 1), Point(left, high + 1)

    def ends() -> tuple[Point, ...]:
        return tuple(Point(chance.randrange(20_000), chance.randrange(20_000)) for _ in range(3))

    return Terrain(
        20_000,
        20_000,
        (Area("house", "house", outline()),),
        (Hill("hill", 1, outline()),),
        tuple(Line(f"wall {number}", "wall", ends()) for number in range(4)),
    )


def test_distances_of_a_crowd_are_those_of_its_members():
    chance = Random(1)
    for _ in range(20):
        ours, theirs = some(chance, 5), some(chance, 7)
        both = distances(Crowd(ours), Crowd(theirs))
        assert both.tolist() == [[distance(a, b) for b in theirs] for a in ours]
        assert both.tolist() == distances(ours, theirs).tolist()


def test_those_near_a_rectangle_are_found_as_by_looking_at_each():
    chance = Random(2)
    for _ in range(50):
        all_of_them, around = crowd(some(chance, 12)), box(chance)
        left, low, right, high = around
        by_hand = [
            each
            for each in all_of_them
            if each.box[0] <= right and each.box[2] >= left and each.box[1] <= high and each.box[3] >= low
        ]
        assert list(all_of_them.near(around)) == by_hand
    assert Crowd().near(box(chance)) == ()


def test_a_crowd_keeps_what_it_knows():
    known = Crowd(some(Random(3), 3))
    assert crowd(known) is known
    assert known.stacked is known.stacked


def test_the_lines_that_a_way_crosses_are_those_that_a_careful_look_at_all_finds():
    chance = Random(4)
    met = 0
    for _ in range(300):
        ground = strewn(chance)
        start, end = (Point(chance.randrange(20_000), chance.randrange(20_000)) for _ in range(2))
        slow = tuple(line for line in ground.lines if crosses(line, start, end, None))
        assert lines_crossed(ground, start, end) == slow
        met += bool(slow)
    assert met > 50


def test_nothing_is_met_where_the_ground_is_called_open():
    chance = Random(5)
    empty = 0
    for _ in range(200):
        ground, around = strewn(chance), box(chance)
        if open_within(ground, around):
            empty += 1
            left, low, right, high = (int(each) for each in around)
            corners = (Point(left, low), Point(right, low), Point(right, high), Point(left, high))
            pairs = [(a, b) for a in corners for b in corners if a != b]
            assert not any(crosses(line, a, b, None) for line in ground.lines for a, b in pairs)
    assert 5 < empty < 195


def test_crowds_that_stand_alike_are_found_by_one_another():
    chance = Random(5)
    members = some(chance, 6)
    known = {Crowd(members): "there"}
    assert known[Crowd(list(members))] == "there"
    assert known[Crowd([Footprint(each.bases, each.front, each.width, each.depth, each.radius) for each in members])]
    assert Crowd(members[:-1]) not in known
