"""What any plan is made of: how late it is, whom one makes for, and which way round him is shorter."""

from __future__ import annotations

import pytest

from sandtable.ai.ways import Room
from sandtable.geometry.going import Going
from sandtable.geometry.measure import INCH, Point, inches
from sandtable.geometry.terrain import Area, Terrain
from sandtable.miniatures.opponent.intents import AIMED_AT, beside, haste, middle_of_nearest, ways_over

TABLE = Terrain(48 * INCH, 36 * INCH)


def at(x, y):
    return Point(inches(x), inches(y))


@pytest.mark.parametrize(("spare", "late"), ((9.0, 0.0), (1.0, 1.0), (-3.0, 1.0), (3.0, 0.5)))
def test_it_is_the_later_the_fewer_turns_there_are_to_spare(spare, late):
    assert haste(spare, 4.0) == late


def test_only_the_nearest_enemies_are_made_for():
    near = [at(10, 10), at(12, 10), at(14, 13)]
    assert len(near) == AIMED_AT
    assert middle_of_nearest([at(40, 30), *near], at(8, 8)) == at(12, 11)
    assert middle_of_nearest([], at(8, 8)) == at(8, 8)


def test_the_way_round_is_square_to_the_straight_one_and_stays_on_the_table():
    assert beside(at(10, 10), at(30, 10), inches(8), inches(2), TABLE) in (at(30, 18), at(30, 2))
    assert beside(at(10, 20), at(10, 30), inches(20), inches(3), TABLE) == at(3, 30)


def test_of_two_ways_round_the_shorter_is_taken():
    cut_short = beside(at(10, 30), at(30, 30), inches(20), inches(2), TABLE)
    assert cut_short == at(30, 34)


def test_who_wants_more_room_has_ways_of_his_own_over_the_same_ground():
    banks = tuple(
        Area(name, "river", (at(20, low), at(24, low), at(24, high), at(20, high)))
        for name, low, high in (("lower", 0, 17), ("upper", 20, 30))
    )
    table, going = Terrain(48 * INCH, 36 * INCH, banks), Going({"river": None})
    slim, wide = Room(INCH // 2, INCH, 2.0), Room(3 * INCH, 4 * INCH, 2.0)
    through, round_it = (ways_over(table, going, room, INCH) for room in (slim, wide))
    assert ways_over(table, going, slim, INCH) is through
    goal, start = through.grid.cell(*at(30, 18)), through.grid.cell(*at(10, 18))
    assert through.field(goal)[start] < round_it.field(goal)[start]
