"""Ways round what has to be kept off: by hand, and no longer than a search on a fine grid finds."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from math import hypot
from random import Random

from sandtable.geometry.measure import Point
from sandtable.miniatures.routes import Ring, short_of, way_round

FIELD = Point(0, 0), Point(20_000, 20_000)


def keeps_off(a: Point, b: Point, middle: Point, far: float) -> bool:
    """Whether a straight leg keeps so far from a place, to a thousandth: one by one, as the slow twin has it."""
    dx, dy = b.x - a.x, b.y - a.y
    size = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((middle.x - a.x) * dx + (middle.y - a.y) * dy) / size)) if size else 0.0
    return hypot(a.x + share * dx - middle.x, a.y + share * dy - middle.y) >= far - 1


def long(way: list[Point]) -> float:
    return sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(way))


def test_a_way_with_nothing_on_it_is_straight():
    assert way_round(Point(0, 0), Point(9000, 5000), [(Point(2000, 9000), 1000.0)], FIELD) == [
        Point(0, 0),
        Point(9000, 5000),
    ]


def test_it_goes_round_a_ring_and_stays_on_the_field():
    ring = (Point(5000, 1000), 2500.0)
    way = way_round(Point(0, 1000), Point(10_000, 1000), [ring], FIELD)
    assert len(way) > 2
    assert all(place.y >= 0 for place in way)
    assert all(keeps_off(a, b, *ring) for a, b in pairwise(way))


def test_there_may_be_none():
    wall = [(Point(5000, y), 800.0) for y in range(0, 20_001, 1000)]
    assert way_round(Point(0, 9000), Point(10_000, 9000), wall, FIELD) == []


def on_a_grid(start: Point, goal: Point, rings: list[Ring], cell: int = 1000) -> float:
    """The length of a shortest way over a grid with steps in sixteen directions: a slow twin, and a longer way."""
    steps = [(a, b) for a in range(-2, 3) for b in range(-2, 3) if (a, b) != (0, 0) and not (abs(a) == abs(b) == 2)]
    waiting, done = [(0.0, (start.x, start.y))], set()
    while waiting:
        far, (x, y) = heappop(waiting)
        if (x, y) == (goal.x, goal.y):
            return far
        if (x, y) in done:
            continue
        done.add((x, y))
        for a, b in steps:
            there = Point(x + a * cell, y + b * cell)
            on = 0 <= there.x <= FIELD[1].x and 0 <= there.y <= FIELD[1].y
            if on and all(keeps_off(Point(x, y), there, *ring) for ring in rings):
                heappush(waiting, (far + hypot(a * cell, b * cell), (there.x, there.y)))
    return float("inf")


def test_ways_are_hardly_longer_than_a_slow_search_finds():
    for number in range(8):
        chance = Random(number)
        start, goal = Point(1000, 1000), Point(19_000, 17_000)
        rings = [
            (Point(chance.randrange(3000, 17_000), chance.randrange(3000, 16_000)), float(chance.randrange(500, 2600)))
            for _ in range(6)
        ]
        rings = [ring for ring in rings if keeps_off(start, start, *ring) and keeps_off(goal, goal, *ring)]
        way = way_round(start, goal, rings, FIELD)
        assert all(keeps_off(a, b, *ring) for a, b in pairwise(way) for ring in rings)
        assert long(way) <= on_a_grid(start, goal, rings) * 1.02


def test_a_way_may_end_before_its_goal():
    assert short_of([Point(0, 0), Point(4000, 0), Point(4000, 3000)], 1000) == (
        Point(0, 0),
        Point(4000, 0),
        Point(4000, 2000),
    )
    x, y = short_of([Point(0, 0), Point(4000, 0), Point(4000, 300)], 1000)[-1]
    assert abs(x - 3046) <= 1, "the corner is not cut"
    assert y == 0
    assert short_of([Point(0, 0), Point(400, 0)], 1000) == (Point(0, 0),)
