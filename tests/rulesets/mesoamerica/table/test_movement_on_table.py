"""Movement on the table: every distance worked out by hand (chapter 6, PRE-G.23 to PRE-G.26)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from sandtable.miniatures.events import Went
from sandtable.rulesets.mesoamerica.table.nearness import contacts, far_between
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField, base_of
from sandtable.rulesets.mesoamerica.vocabulary import UnitType, Weapon
from tests.rulesets.mesoamerica.table.laying import (
    EAST,
    EASTWARD,
    FAR,
    RIDERS,
    SOUTH,
    WEST,
    area,
    charge,
    effects,
    hill,
    hold,
    laid,
    middle,
    move,
    moved,
    refused,
    told,
    unit,
    with_unit,
)

BASE = 0.59


def gap(field: MesoamericaField, one: str, other: str) -> float:
    return far_between(field.pieces[one], field.pieces[other]) / 1000


def share(field: MesoamericaField, name: str) -> Fraction:
    return field.books.units[name].moved_share


# ---- Allowances ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-6.01", "PRE-3.02", "PRE-2.03")
@pytest.mark.parametrize(
    ("ground", "inches"), (("clear", 4), ("uneven", 3.75), ("forest", 3.75), ("rough", 2.5), ("swampy", 1.5))
)
def test_a_unit_goes_as_far_as_its_ground_lets_it(ground, inches):
    field = laid(unit("W1", WEST, 20, 10), *FAR, ground=(area(ground, 15, 5, 10, 15),))
    assert refused(field, move(field, "W1", (20, 10 + inches))) == []
    assert refused(field, move(field, "W1", (20, 10 + inches + 0.01))) == ["PRE-6.02"]
    after = moved(field, move(field, "W1", (20, 10 + inches)))
    assert middle(after, "W1") == (20, 10 + inches)
    assert share(after, "W1") == 1


@pytest.mark.rule("PRE-6.02", "PRE-6.03", "PRE-G.49")
def test_three_inches_of_clear_ground_leave_three_eighths_of_an_inch_in_swamp():
    field = laid(unit("W1", WEST, 20, 10), *FAR, ground=(area("swampy", 15, 13, 10, 9),))
    assert refused(field, move(field, "W1", (20, 13.376))) == ["PRE-6.02"]
    after, events = told(field, move(field, "W1", (20, 13.375)))
    assert middle(after, "W1") == (20, 13.375)
    (went,) = effects(events, "moves")
    assert went.share == 1
    assert went.left == 0
    after, events = told(field, move(field, "W1", (20, 13.1)))
    (went,) = effects(events, "moves")
    assert went.left == Fraction("0.275")


@pytest.mark.rule("PRE-6.01b", "PRE-G.23")
def test_a_turn_of_more_than_ninety_degrees_costs_half_an_inch():
    field = laid(unit("W1", WEST, 20, 10), unit("W2", WEST, 24, 10), *FAR, ground=(area("uneven", 22, 5, 5, 15),))
    assert refused(field, move(field, "W1", (16, 10))) == [], "to the left is free"
    assert refused(field, move(field, "W1", (20, 6.5))) == []
    assert refused(field, move(field, "W1", (20, 6.49))) == ["PRE-6.02"]
    assert refused(field, move(field, "W2", (24, 6.75))) == [], "3.25 inches of uneven ground"
    assert refused(field, move(field, "W2", (24, 6.74))) == ["PRE-6.02"]
    after = moved(field, move(field, "W1", (20, 6.5)))
    assert after.pieces["W1"].figures[0].facing == 1800
    assert share(after, "W1") == 1


@pytest.mark.rule("PRE-G.23", "PRE-G.25")
def test_a_way_ends_with_the_facing_that_was_ordered_and_turns_widely_once_at_most():
    field = laid(unit("W1", WEST, 20, 10), *FAR)
    after = moved(field, move(field, "W1", (20, 12), facing=900))
    assert after.pieces["W1"].figures[0].facing == 900
    assert middle(after, "W1") == (20, 12)
    assert refused(field, move(field, "W1", (20, 13.5), facing=1800)) == []
    assert refused(field, move(field, "W1", (20, 13.51), facing=1800)) == ["PRE-6.02"]
    assert "PRE-G.23" in refused(field, move(field, "W1", (20, 8), facing=0))
    assert "PRE-G.23" in refused(field, move(field, "W1", (20, 8), (20, 9)))
    assert refused(field, move(field, "W1", (20, 12), facing="left")) == ["PRE-G.25"]


@pytest.mark.rule("PRE-G.25")
def test_who_holds_may_turn_on_the_spot_and_has_not_moved():
    field = laid(unit("W1", WEST, 20, 10), *FAR)
    after = moved(field, hold(field, "W1", facing=1800))
    assert after.pieces["W1"].figures[0].facing == 1800
    assert middle(after, "W1") == (20, 10)
    assert after.books.units["W1"].moved_turn == -1


@pytest.mark.rule("PRE-6.07", "PRE-6.07b", "PRE-G.24")
def test_going_up_costs_an_inch_once_and_going_down_gives_one():
    ground = (hill(15, 12, 10, 20), hill(16, 14, 8, 10, level=2))
    field = laid(unit("W1", WEST, 20, 11), unit("W2", WEST, 23, 13, facing=SOUTH), *FAR, ground=ground)
    assert refused(field, move(field, "W1", (20, 14))) == [], "two levels higher is still one inch"
    assert refused(field, move(field, "W1", (20, 14.01))) == ["PRE-6.02"]
    assert refused(field, move(field, "W2", (23, 8))) == []
    assert refused(field, move(field, "W2", (23, 7.99))) == ["PRE-6.02"]
    assert share(moved(field, move(field, "W1", (20, 14))), "W1") == 1
    assert middle(moved(field, move(field, "W2", (23, 8))), "W2") == (23, 8)


@pytest.mark.rule("PRE-G.24")
def test_a_hill_changes_the_movement_of_the_ground_in_which_the_unit_starts():
    """1.5 less 1 of swamp is 0.5; 0.25 of it is half, and half of 4 inches are left on the hill."""
    ground = (area("swampy", 15, 5, 10, 5.25), hill(15, 10.25, 10, 10))
    field = laid(unit("W1", WEST, 20, 10), *FAR, ground=ground)
    assert refused(field, move(field, "W1", (20, 12.25))) == []
    assert refused(field, move(field, "W1", (20, 12.26))) == ["PRE-6.02"]


@pytest.mark.rule("PRE-G.46", "PRE-2.04b")
def test_spanish_cavalry_goes_twice_as_far_on_a_longer_base():
    horse = unit("W1", WEST, 20, 10, Weapon.LANCE, kind=UnitType.SPANISH, strength=6)
    field = laid(horse, *FAR, options={"spanish": True})
    assert refused(field, move(field, "W1", (20, 18))) == []
    assert refused(field, move(field, "W1", (20, 18.01))) == ["PRE-6.02"]
    assert middle(moved(field, move(field, "W1", (20, 18))), "W1") == (20, 18)
    assert base_of(field.books.units["W1"], field.tables) == RIDERS


# ---- All at once -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-1.02", "PRE-6.05", "PRE-G.25")
def test_two_chargers_five_inches_apart_stop_at_half_an_inch_after_two_and_a_quarter_each():
    field = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 15 + BASE), *FAR)
    after, events = told(field, charge(field, "W1", "E1"), charge(field, "E1", "W1"))
    assert gap(after, "W1", "E1") == 0.5
    assert middle(after, "W1") == (20, 12.25)
    assert middle(after, "E1")[1] == pytest.approx(13.34)
    assert share(after, "W1") == Fraction(9, 16), "56 percent"
    went = next(event for event in events if isinstance(event, Went) and event.piece == "W1")
    assert (went.met, went.step, went.share) == (("E1",), 5, 0.5)
    assert [pose.y for pose in went.stood] == [10_795, 11_295, 11_795, 12_295, 12_545]


@pytest.mark.rule("PRE-6.04", "PRE-6.05", "PRE-G.25")
def test_nobody_passes_an_enemy_within_half_an_inch_and_who_stands_is_not_turned():
    field = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20 + BASE + 0.5, 12, facing=EASTWARD), *FAR)
    after = moved(field, move(field, "W1", (20, 14)))
    assert gap(after, "W1", "E1") == 0.5
    assert middle(after, "W1")[1] < 12
    assert after.pieces["E1"].figures[0].facing == 900
    free = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20 + BASE + 0.504, 12, facing=EASTWARD), *FAR)
    assert middle(moved(free, move(free, "W1", (20, 14))), "W1") == (20, 14)


@pytest.mark.rule("PRE-G.25")
def test_a_charge_heads_for_where_its_target_is_and_stops_when_he_is_gone():
    field = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 16), *FAR)
    after = moved(field, charge(field, "W1", "E1"), move(field, "E1", (24, 16)))
    x, y = middle(after, "W1")
    assert x > 20.5, "it has turned after him"
    assert y < 14
    running = with_unit(field, "E1", shown=-4, stored=Fraction(-4))
    running = replace(running, edges={"West": "south", "East": "east"})
    after = moved(running, charge(running, "W1", "E1"))
    assert "E1" in after.pieces, "four inches take it not yet over the edge"


@pytest.mark.rule("PRE-G.25")
def test_friends_pass_each_other_and_who_would_end_on_one_goes_back():
    field = laid(unit("W1", WEST, 20, 10), unit("W2", WEST, 20, 12), unit("W3", WEST, 24, 10), *FAR)
    assert middle(moved(field, move(field, "W1", (20, 14))), "W1") == (20, 14), "it has gone through W2"
    after = moved(field, move(field, "W1", (20, 12.1)))
    assert middle(after, "W2") == (20, 12)
    assert middle(after, "W1")[1] == pytest.approx(12 - BASE, abs=0.003)
    assert share(after, "W1") < Fraction(1, 2)


@pytest.mark.rule("PRE-G.25")
def test_a_stop_in_the_first_steps_is_for_the_whole_turn():
    """E1 is met in the second step by W1 and stays, so that W2 meets it where it was stopped."""
    field = laid(unit("W1", WEST, 20, 10), unit("W2", WEST, 21, 6), unit("E1", EAST, 20, 12.5), *FAR)
    after = moved(field, charge(field, "W1", "E1"), move(field, "E1", (20, 8.5)), move(field, "W2", (21, 10)))
    assert gap(after, "W1", "E1") == 0.5
    assert middle(after, "E1")[1] == pytest.approx(12.5 - (2.5 - 0.59 - 0.5) / 2, abs=0.001)


@pytest.mark.rule("PRE-G.25")
def test_all_others_stop_at_the_edge():
    field = laid(unit("W1", WEST, 20, 1), *FAR)
    assert refused(field, move(field, "W1", (20, 0.2))) == ["PRE-G.25"]


@pytest.mark.rule("PRE-G.25")
def test_a_way_is_needed_where_one_belongs_and_refused_where_none_does():
    field = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 16), *FAR)
    assert refused(field, replace(move(field, "W1", (20, 12)), ways=())) == ["PRE-G.25"]
    assert refused(field, replace(move(field, "W1", (20, 12)), action="hold_order")) == ["PRE-G.25"]
    assert refused(field, move(field, "W1", (20, 10))) == [], "who goes nowhere holds"
    assert refused(field, move(field, "W1", (20, 10), order="withdraw")) == ["PRE-G.25"]
    assert refused(field, move(field, "E1", (20, 14))) == []
    assert refused(field, replace(move(field, "E1", (20, 14)), by="West")) == ["PRE-G.25"]


# ---- Leaving contact -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-G.26")
def test_who_is_beside_an_enemy_may_only_go_away_from_him_and_is_not_held():
    field = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 11), *FAR)
    assert contacts(field)["W1"] == ("E1",)
    assert refused(field, move(field, "W1", (20, 7), order="withdraw")) == []
    assert refused(field, move(field, "W1", (20, 12))) == ["PRE-G.26"]
    assert refused(field, move(field, "W1", (24, 10))) == ["PRE-G.26"], "at first it is no farther"
    after = moved(field, move(field, "W1", (20, 7), order="withdraw"))
    assert middle(after, "W1") == (20, 7)


@pytest.mark.rule("PRE-G.26")
def test_there_is_no_way_out_between_two_enemies():
    field = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 11), unit("E2", EAST, 20, 9), *FAR)
    for place in ((20, 7), (20, 13), (23, 10), (17, 10)):
        assert "PRE-G.26" in refused(field, move(field, "W1", place, order="withdraw"))


@pytest.mark.rule("PRE-G.26")
def test_an_enemy_who_charges_may_follow_and_one_who_stands_is_not_pushed():
    field = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 11), *FAR)
    after = moved(field, move(field, "W1", (20, 7), order="withdraw"), charge(field, "E1", "W1"))
    assert middle(after, "W1") == (20, 7)
    assert gap(after, "W1", "E1") <= 0.5, "he has kept up"
    after = moved(field, charge(field, "E1", "W1"))
    assert middle(after, "E1") == (20, 11), "there is nobody to follow"


@pytest.mark.rule("PRE-G.26")
def test_a_withdrawal_leads_away_from_the_nearest_enemy_in_sight():
    field = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 15), *FAR)
    assert refused(field, move(field, "W1", (20, 12), order="withdraw")) == ["PRE-G.26"]
    assert refused(field, move(field, "W1", (20, 8), order="withdraw")) == []
    assert refused(field, move(field, "W1", (20, 12))) == [], "a move may lead nearer"
