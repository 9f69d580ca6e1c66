"""Who stands where, for any number of sides."""

from __future__ import annotations

from sandtable.battle.standing import Host, Standing
from sandtable.geometry.footprint import line
from sandtable.geometry.measure import INCH, Point, Pose
from sandtable.geometry.terrain import Terrain

EMPTY = Terrain(48 * INCH, 48 * INCH)


def at(x: int, y: int):
    return line(Pose(x * INCH, y * INCH), 2, INCH, INCH)


RED = Host((("one", at(10, 10)), ("two", at(20, 10))))
BLUE = Host((("three", at(10, 20)),))
GREEN = Host((("four", at(30, 30)),))


def test_friends_and_enemies():
    field = Standing(EMPTY, {"red": RED, "blue": BLUE})
    assert field.standing("red") == RED.places
    assert field.friends("red") == (at(10, 10), at(20, 10))
    assert field.friends("red", "one") == (at(20, 10),)
    assert field.friends("red", "one", "nobody") == (at(20, 10),)
    assert field.enemies("red") == (at(10, 20),)
    assert field.enemies("blue") is RED.crowd, "whose bases are stacked once for all who mind them"


def test_three_sides():
    field = Standing(EMPTY, {"red": RED, "blue": BLUE, "green": GREEN})
    assert field.enemies("blue") == (at(10, 10), at(20, 10), at(30, 30))


def test_who_is_near_a_place():
    field = Standing(EMPTY, {"red": RED, "blue": BLUE})
    assert field.near("red", Point(10 * INCH, 12 * INCH), 2 * INCH) == {"one"}
    assert field.near("red", Point(15 * INCH, 10 * INCH), 4 * INCH) == {"one", "two"}
    assert not field.near("blue", Point(10 * INCH, 12 * INCH), 2 * INCH)


def test_what_is_around_somebody():
    field = Standing(EMPTY, {"red": RED, "blue": BLUE})
    around = field.around("red", "one", INCH)
    assert (around.terrain, around.enemies, around.friends, around.zone) == (EMPTY, BLUE.crowd, (at(20, 10),), INCH)
    assert field.around("red", "one", INCH) is around
    assert field.around("red", "one", INCH, zone_at_end=True).zone_at_end
