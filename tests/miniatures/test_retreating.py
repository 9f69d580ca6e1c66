"""Ways back to where one may stay, beside a slow twin that tries every place."""

from __future__ import annotations

from math import hypot
from random import Random

from sandtable.geometry.measure import INCH, Point
from sandtable.miniatures.retreating import FINE, STEP, Back, fan, step_in, way_back


def test_directions_fan_out_from_the_straight_one():
    assert list(fan(100, 300, 150)) == [100, 3550, 250, 3400, 400]


def test_the_shortest_way_out_of_a_circle_is_found_whatever_comes_first():
    """Out of a circle of ten inches about a place four inches up the table: six inches down, fourteen up."""
    centre = Point(0, 4 * INCH)

    def may_stay(shift: Point) -> bool:
        return hypot(shift.x - centre.x, shift.y - centre.y) > 10 * INCH

    found = way_back((0, 1800), may_stay, lambda _: 30 * INCH)
    assert found is not None
    assert found.bearing == 1800
    assert 0 <= found.far - 6 * INCH <= FINE + 1
    assert found.shift == Point(0, -found.far)
    assert way_back((0,), may_stay, lambda _: 13 * INCH) is None
    assert way_back((1800,), may_stay, lambda _: 30 * INCH, 9 * INCH) == Back(1800, 9 * INCH)
    assert way_back((1800,), may_stay, lambda _: 3 * INCH, 9 * INCH) is None


def test_no_shorter_way_is_missed_by_more_than_a_step():
    chance = Random(23)
    for _ in range(40):
        zones = [
            (chance.randrange(-9000, 9000), chance.randrange(-9000, 9000), chance.randrange(1000, 9000))
            for _ in range(4)
        ]

        def may_stay(shift: Point, zones: list[tuple[int, int, int]] = zones) -> bool:
            return all(hypot(shift.x - x, shift.y - y) > radius for x, y, radius in zones)

        bearings = tuple(fan(chance.randrange(3600), 600, 300))
        found = way_back(bearings, may_stay, lambda _: 25 * INCH)
        slow = min(
            (far for bearing in bearings for far in range(0, 25 * INCH, 20) if may_stay(step_in(bearing, far))),
            default=None,
        )
        if found is None or slow is None:
            assert slow is None or slow > 24 * INCH
            continue
        assert may_stay(found.shift)
        assert slow - FINE - 20 <= found.far <= slow + STEP
