"""Prisoners, sacrifices, the weather and the end on the table (chapters 4 and 8, PRE-5.17, PRE-G.21, PRE-G.35, PRE-G.37 to PRE-G.40, PRE-G.45)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.geometry.measure import Pose
from sandtable.miniatures.orders import Act, Plan
from sandtable.rulesets.mesoamerica.ledger import Marker, Toll
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.table.nearness import far_between
from sandtable.rulesets.mesoamerica.table.rules import KIT, TABLE
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Delivery, LeaderFate, Weapon, Weather
from tests.rulesets.mesoamerica.table.laying import (
    EAST,
    FAR,
    SOUTH,
    WEST,
    Laid,
    charge,
    done,
    effects,
    fire,
    gone_on,
    laid,
    leader,
    middle,
    move,
    moved,
    planned,
    priest,
    refused,
    told,
    unit,
)

PRIESTS = (priest("WP", WEST, 40, 3), priest("EP", EAST, 40, 33))


def after_fights(*units: Laid, **about: Any) -> MesoamericaField:
    """A table when prisoners are declared."""
    return laid(*units, *PRIESTS, *FAR, **{"phase": "prisoners", **about})


def claim(field: MesoamericaField, name: str, target: str, **chosen: Any) -> Act:
    return Act(by=field.pieces[name].owner, action="claim", piece=name, target=target, chosen=chosen)


def turn_of(field: MesoamericaField, *acts: Act) -> MesoamericaField:
    """A whole turn in which nothing else is ordered and nobody names anybody."""
    now = field.books.turn
    while field.books.turn == now and not field.ended:
        plans = KIT.plans(field)
        if plans:
            field = planned(field, *(acts if field.books.phase == "orders" else ()))
        elif KIT.open(field):
            (by,) = KIT.open(field)
            field = done(field, Act(by=by, action="pass_naming"))
        else:
            field = gone_on(field)
    return field


# ---- Claims --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-8.01", "PRE-8.02", "PRE-8.03", "PRE-G.37")
@pytest.mark.parametrize(("own", "most"), ((10, 5), (9, 4), (5, 0)))
def test_who_can_cover_the_rest_claims_helpless_men(own, most):
    """5 unarmed and 10 armed: 5 + 5 active men are needed; 9 take 4."""
    field = after_fights(unit("W1", WEST, 20, 10, men=own), unit("E1", EAST, 20, 11, men=15, unarmed=5))
    if not most:
        assert "West" not in KIT.plans(field)
        return
    assert refused(field, claim(field, "W1", "E1", men_claimed=most)) == []
    assert refused(field, claim(field, "W1", "E1", men_claimed=most + 1)) == ["PRE-8.02"]
    after = planned(field, claim(field, "W1", "E1"))
    assert after.books.units["W1"].prisoners == most
    assert after.books.units["E1"].men == Men(15 - most, 5 - most)


@pytest.mark.rule("PRE-8.01", "PRE-G.37")
def test_claims_are_voluntary_one_a_unit_and_only_of_those_beside_it():
    units = (
        unit("W1", WEST, 20, 10),
        unit("E1", EAST, 20, 11, men=10, unarmed=5),
        unit("E2", EAST, 20, 9, men=10, unarmed=5),
        unit("E3", EAST, 23, 11, men=10, unarmed=5),
    )
    field = after_fights(*units)
    assert refused(field, claim(field, "W1", "E3")) == ["PRE-8.01"]
    assert refused(field, Plan(by="West", acts=(claim(field, "W1", "E1"), claim(field, "W1", "E2")))) == ["PRE-G.37"]
    none = planned(field)
    assert none.books.units["W1"].prisoners == 0
    assert none.books.turn == 2


@pytest.mark.rule("PRE-8.04", "PRE-G.37")
def test_two_may_take_prisoners_from_each_other_at_once():
    field = after_fights(unit("W1", WEST, 20, 10, men=15, unarmed=3), unit("E1", EAST, 20, 11, men=15, unarmed=3))
    after = planned(field, claim(field, "W1", "E1"), claim(field, "E1", "W1"))
    assert after.books.units["W1"].prisoners == after.books.units["E1"].prisoners == 3
    assert after.books.units["W1"].men == Men(12)


@pytest.mark.rule("PRE-G.37")
def test_of_several_claimers_the_first_named_comes_first():
    field = after_fights(
        unit("W1", WEST, 19.6, 10), unit("W2", WEST, 20.4, 10), unit("E1", EAST, 20, 11, men=6, unarmed=4)
    )
    after = planned(field, claim(field, "W2", "E1", men_claimed=3), claim(field, "W1", "E1", men_claimed=4))
    assert (after.books.units["W2"].prisoners, after.books.units["W1"].prisoners) == (3, 1)


@pytest.mark.rule("PRE-G.37", "PRE-G.43", "PRE-G.38")
def test_escorts_and_who_runs_claim_nobody():
    for state, rule in (({"prisoners": 2}, "PRE-G.37"), ({"shown": -3}, "PRE-G.37")):
        field = after_fights(
            unit("W1", WEST, 20, 10, **state), unit("W2", WEST, 20.8, 10), unit("E1", EAST, 20, 11, men=10, unarmed=5)
        )
        assert refused(field, claim(field, "W1", "E1")) == [rule]


@pytest.mark.rule("PRE-3.17", "PRE-G.48", "PRE-G.37")
def test_a_leader_is_taken_as_the_last_man():
    field = after_fights(unit("W1", WEST, 20, 10), leader("EL", EAST, 20, 11, men=2, unarmed=2))
    after, events = told(field, claim(field, "W1", "EL"))
    assert "EL" not in after.pieces
    assert after.books.tolls[EAST].leader is LeaderFate.LOST
    assert effects(events, "leader_lost")


@pytest.mark.rule("PRE-5.17", "PRE-5.17b", "PRE-G.21")
def test_men_left_behind_are_claimed_by_whoever_goes_over_them():
    stunned = unit("E1", EAST, 20, 13, men=15, unconscious=4, checked_turn=1, shown=2)
    field = laid(unit("W1", WEST, 20, 10), stunned, *PRIESTS, *FAR, phase="move")
    field = replace_afoot(field, charge(field, "W1", "E1"), move(field, "E1", (20, 16.9)))
    after, _ = told(field)
    assert after.books.markers == (Marker("E1", EAST, 4),)
    assert after.lying == {"E1": field.pieces["E1"].figures[0]}
    assert after.trodden == {"E1": ("W1",)}
    act = Act(by="West", action="claim_marker", piece="W1", chosen={"marker": "E1"})
    assert refused(after, act) == []
    assert refused(after, Act(by="West", action="claim_marker", piece="W far 0", chosen={"marker": "E1"})) == [
        "PRE-5.17"
    ]
    claimed = planned(after, act)
    assert claimed.books.units["W1"].prisoners == 4
    assert claimed.books.tolls[EAST].abandoned == 0
    assert planned(after).books.tolls[EAST].abandoned == 4


def replace_afoot(field: MesoamericaField, *acts: Act) -> MesoamericaField:
    return replace(field, afoot=acts)


# ---- Escorts -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-8.05", "PRE-8.05b", "PRE-8.07", "PRE-8.07c", "PRE-8.08", "PRE-G.38")
def test_an_escort_goes_to_the_nearest_priests_waits_a_turn_and_is_free():
    field = laid(
        unit("W1", WEST, 30, 8, prisoners=5),
        priest("WP", WEST, 30, 3),
        priest("WQ", WEST, 20, 8),
        unit("E1", EAST, 30, 20, men=15),
        *FAR,
    )
    assert refused(field, move(field, "W1", (30, 10))) == ["PRE-8.05"]
    assert refused(field, charge(field, "W1", "E1")) == ["PRE-8.05"]
    first = turn_of(field)
    assert middle(first, "W1")[1] == pytest.approx(4.5), "turning about took half an inch of four"
    second = turn_of(first)
    assert far_between(second.pieces["W1"], second.pieces["WP"]) <= 500
    assert second.books.units["W1"].waited == 1
    third = turn_of(second)
    assert third.books.units["W1"].prisoners == 0
    assert third.books.units["WP"].held == 5
    assert third.books.tolls[EAST].handed_over == 5
    assert refused(third, move(third, "W1", (30, 6))) == []
    assert third.books.units["W1"].captor_pending


@pytest.mark.rule("PRE-8.06", "PRE-8.07b", "PRE-8.11", "PRE-G.38")
def test_without_priests_an_escort_leaves_waits_two_turns_and_comes_back_where_it_left():
    field = laid(unit("W1", WEST, 30, 3, prisoners=5), unit("E1", EAST, 30, 25, men=15), *FAR)
    first = turn_of(field)
    assert "W1" not in first.pieces
    assert first.books.units["W1"].delivery is Delivery.OFF_FIELD
    assert first.books.units["W1"].men == Men(20), "it is not lost"
    second = turn_of(first)
    assert "W1" not in second.pieces
    third = turn_of(second)
    assert middle(third, "W1") == pytest.approx((30, 0.295))
    assert third.books.turn == 4, "at the beginning of the third turn after"
    assert third.books.tolls[EAST].handed_over == 5
    assert third.pieces["W1"].figures[0].facing == 0


@pytest.mark.rule("PRE-G.38")
def test_an_escort_keeps_half_an_inch_from_enemies_on_its_way():
    field = laid(
        unit("W1", WEST, 30, 8, prisoners=5),
        priest("WP", WEST, 30, 3),
        unit("E1", EAST, 30, 6, facing=SOUTH, men=15),
        *FAR,
    )
    after = turn_of(field)
    assert far_between(after.pieces["W1"], after.pieces["E1"]) > 500
    assert abs(middle(after, "W1")[0] - 30) > 0.5, "it goes round him"


@pytest.mark.rule("PRE-G.38", "PRE-8.05")
def test_too_few_guards_let_their_prisoners_go_and_running_comes_before_escorting():
    archer = unit("E1", EAST, 30, 11.9, Weapon.BOW, strength=6, men=16)
    field = laid(unit("W1", WEST, 30, 10, men=6, prisoners=4), priest("WP", WEST, 30, 3), archer, *FAR)
    after, events = told(field, fire(field, "E1", "W1"))
    assert effects(events, "prisoners_escape")
    running = laid(
        unit("W1", WEST, 30, 10, prisoners=4, shown=-4, stored=Fraction(-4)),
        priest("WP", WEST, 20, 10),
        unit("E1", EAST, 30, 20, men=16),
        *FAR,
        phase="move",
    )
    assert middle(gone_on(running), "W1") == (30, 6.5), "toward its edge, not to the priests"
    assert after.books.units["W1"].prisoners == 0


@pytest.mark.rule("PRE-8.12", "PRE-8.12b", "PRE-G.40")
def test_the_captor_bonus_lasts_fifteen_turns_from_the_first_check():
    """1 and 3 make 4; in turn 16 of the check in turn 2 it is still there, in turn 17 it is not."""
    archer = unit("E9", EAST, 20, 14, Weapon.BOW, strength=1)
    field = laid(unit("W1", WEST, 20, 10, captor_pending=True), archer, *FAR, turn=2)
    after = planned(field, fire(field, "E9", "W1"))
    assert after.books.units["W1"].shown == 4
    assert after.books.units["W1"].captor_until == 16
    for turn, level in ((16, 3), (17, 0)):
        later = laid(unit("W1", WEST, 20, 10, captor_until=16), *FAR, turn=turn, weather_until=30)
        assert planned(later).books.units["W1"].shown == level


@pytest.mark.rule("PRE-G.35")
def test_a_quiet_turn_with_nobody_near_finds_weapons():
    quiet = turn_of(laid(unit("W1", WEST, 20, 10, unarmed=5), unit("E1", EAST, 20, 15), *FAR))
    assert quiet.books.units["W1"].men == Men(20)
    near = turn_of(laid(unit("W1", WEST, 20, 10, unarmed=5), unit("E1", EAST, 20, 12.5), *FAR))
    assert near.books.units["W1"].men.unarmed == 5
    field = laid(unit("W1", WEST, 20, 10, unarmed=5), unit("E1", EAST, 20, 20), *FAR)
    assert turn_of(field, move(field, "W1", (20, 11))).books.units["W1"].men.unarmed == 5


# ---- Sacrifices and weather -----------------------------------------------------------------------------------------------------------------


def offer(side: str, name: str, purpose: str) -> Act:
    return Act(by=side, action="sacrifice", piece=name, chosen={"purpose": purpose})


@pytest.mark.rule("PRE-8.09", "PRE-8.09b", "PRE-8.10", "PRE-8.10b", "PRE-G.39", "PRE-1.05")
def test_priests_offer_twenty_men_for_a_point_of_morale_in_this_turn():
    field = laid(unit("W1", WEST, 20, 10), priest("WP", WEST, 30, 3, held=45), *FAR, phase="sacrifice")
    assert KIT.plans(field) == {"West": ("sacrifice",)}
    after = planned(field, offer("West", "WP", "morale"))
    assert after.books.phase == "orders"
    assert after.books.units["WP"].held == 25
    assert refused(field, Plan(by="West", acts=(offer("West", "WP", "morale"),) * 2)) == ["PRE-8.09b"]
    turn = planned(after)
    assert turn.books.units["W1"].shown == 1 or turn.books.turn == 2
    later = planned(after)
    assert later.books.units["W1"].stored == 0


@pytest.mark.rule("PRE-G.39", "PRE-8.09")
def test_no_sacrifice_below_twenty_nor_by_priests_who_fought_or_run():
    for state in ({"held": 19}, {"held": 20, "fought_turn": 1}, {"held": 20, "shown": -3}):
        field = laid(priest("WP", WEST, 30, 3, **state), *FAR, phase="sacrifice", turn=2)
        assert KIT.plans(field) == {}
    refusing = laid(
        priest("WP", WEST, 30, 3, held=20), priest("WQ", WEST, 32, 3, held=10), *FAR, phase="sacrifice", turn=2
    )
    assert refused(refusing, offer("West", "WQ", "morale")) == ["PRE-G.39"]


@pytest.mark.rule("PRE-4.08", "PRE-4.09", "PRE-G.13")
def test_three_sacrifices_running_clear_the_weather_and_hearten_nobody():
    field = laid(
        unit("W1", WEST, 20, 10), priest("WP", WEST, 30, 3, held=70), *FAR, phase="sacrifice", weather=Weather.RAIN
    )
    clear = laid(priest("WP", WEST, 30, 3, held=70), *FAR, phase="sacrifice")
    assert refused(clear, offer("West", "WP", "weather")) == ["PRE-G.13"]
    for number in range(3):
        assert field.books.weather is Weather.RAIN
        field = planned(field, offer("West", "WP", "weather"))
        assert field.books.heartened == {}
        while number < 2 and field.books.phase != "sacrifice":
            field = planned(field) if KIT.plans(field) else gone_on(field)
    assert field.books.weather is Weather.CLEAR
    assert field.books.weather_until == 15
    assert field.books.units["WP"].held == 10


@pytest.mark.rule("PRE-4.01", "PRE-4.02", "PRE-4.07", "PRE-G.12", "PRE-1.05")
def test_the_weather_is_thrown_for_in_turns_one_and_sixteen_by_the_season():
    start = laid(
        unit("W1", WEST, 20, 10),
        unit("E1", EAST, 20, 20),
        *FAR,
        turn=0,
        phase=None,
        weather_until=0,
        options={"season": "summer"},
    )
    field = planned(start, weather_die=2)
    assert (field.books.turn, field.books.phase, field.books.weather, field.books.weather_until) == (
        1,
        "orders",
        Weather.THUNDERSTORM,
        15,
    )
    by_chance = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 20), *FAR, turn=0, phase=None, weather_until=0)
    thrown = planned(by_chance, weather_season=1, weather_die=1)
    assert thrown.books.weather is Weather.SNOW
    assert thrown.books.season is not None
    fifteenth = laid(
        unit("W1", WEST, 20, 10),
        unit("E1", EAST, 20, 20),
        *FAR,
        turn=15,
        weather=Weather.RAIN,
        season=thrown.books.season,
    )
    sixteenth = planned(fifteenth, weather_die=6)
    assert (sixteenth.books.turn, sixteenth.books.weather, sixteenth.books.weather_until) == (16, Weather.CLEAR, 30)
    assert turn_of(field).books.weather is Weather.THUNDERSTORM, "it lasts"


# ---- The end -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-G.45", "PRE-1.03")
def test_the_battle_ends_when_a_side_has_lost_a_quarter_of_its_men():
    """Five units are 100 men: 25 lost is a quarter."""

    def ended(left: int, handed_over: int) -> MesoamericaField:
        tolls = {WEST: Toll(), EAST: Toll(killed=23, handed_over=handed_over)}
        few = unit("E1", EAST, 20, 20, men=left), unit("E9", EAST, 9, 35, men=10)
        return gone_on(laid(unit("W1", WEST, 20, 10), *few, *FAR[:7], tolls=tolls, phase="prisoners"))

    assert not ended(6, 1).ended, "24 of 100"
    over = ended(5, 2)
    result = TABLE.result(over)
    assert result is not None
    assert (result.winner, dict(result.scores)) == ("West", {"West": 23 + 2 * 2, "East": 0})


@pytest.mark.rule("PRE-G.45")
def test_after_thirty_turns_points_decide_then_men():
    tolls = {WEST: Toll(killed=3), EAST: Toll(killed=3)}
    field = laid(
        unit("W1", WEST, 20, 10, men=17),
        unit("E1", EAST, 20, 20, men=16),
        *FAR,
        turn=30,
        phase="prisoners",
        tolls=tolls,
        weather_until=30,
    )
    result = TABLE.result(gone_on(field))
    assert result is not None
    assert result.winner == "West", "East has lost a man more"
    running = laid(
        unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 20), *FAR, turn=29, phase="prisoners", weather_until=30
    )
    assert not gone_on(running).ended


@pytest.mark.rule("PRE-G.45", "PRE-G.48")
def test_a_side_without_anybody_loses_at_once():
    """One man is shot: the fire ends the battle before anybody moves."""
    field = laid(unit("W1", WEST, 20, 10, Weapon.BOW, strength=6), unit("E1", EAST, 20, 12, men=1, started=1))
    after = planned(field, fire(field, "W1", "E1"))
    assert after.ended
    result = TABLE.result(after)
    assert result is not None
    assert result.winner == "West"
    assert after.books.phase == "morale"


@pytest.mark.rule("PRE-G.45")
def test_prisoners_on_their_way_count_less_than_those_delivered_and_a_leader_much():
    tolls = {WEST: Toll(), EAST: Toll(handed_over=3, leader=LeaderFate.LOST)}
    field = laid(
        unit("W1", WEST, 20, 10, prisoners=4),
        unit("E1", EAST, 20, 20, men=13),
        *FAR,
        turn=30,
        phase="prisoners",
        tolls=tolls,
        weather_until=30,
    )
    result = TABLE.result(gone_on(field))
    assert result is not None
    assert dict(result.scores)["West"] == 2 * 3 + 4 + 20


def test_an_escort_that_comes_back_finds_room_beside_whoever_stands_there():
    friend, foe = unit("W2", WEST, 30, 0.4), unit("E1", EAST, 31, 0.4, men=15)
    field = laid(
        unit("W1", WEST, 30, 3, prisoners=5, waited=2, delivery=Delivery.OFF_FIELD),
        friend,
        foe,
        *FAR,
        phase="prisoners",
    )
    after = gone_on(replace(field, away={"W1": Pose(30_000, 0, 1800)}))
    assert far_between(after.pieces["W1"], after.pieces["W2"]) == 0 or middle(after, "W1") != (30, 0.295)
    assert far_between(after.pieces["W1"], after.pieces["E1"]) >= 500
    assert moved(after) is not after
