"""The morale step on the table: who checks, what is counted around him, what his level makes him do (chapter 9, PRE-3.24 to PRE-3.26, PRE-G.41 to PRE-G.44)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.miniatures.events import Ruled
from sandtable.miniatures.orders import Act, Plan
from sandtable.rulesets.mesoamerica.ledger import Toll
from sandtable.rulesets.mesoamerica.table.nearness import astray, far_between
from sandtable.rulesets.mesoamerica.table.rules import TABLE
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Fired, LeaderFate, Weapon, Weather
from tests.rulesets.mesoamerica.table.laying import (
    EAST,
    FAR,
    NORTH,
    SOUTH,
    WEST,
    Laid,
    area,
    charge,
    effects,
    fire,
    hill,
    hold,
    kept,
    laid,
    leader,
    middle,
    move,
    moved,
    planned,
    refused,
    told,
    unit,
    with_unit,
)

ARCHER = unit("E9", EAST, 20, 14, Weapon.BOW, strength=1)  # 19 hits at 4 inches: it shoots at somebody and kills nobody


def under_fire(*units: Laid, own: dict[str, Any] | None = None, **about: Any) -> MesoamericaField:
    """W1 is shot at from 4 inches: the table after the morale step."""
    field = laid(unit("W1", WEST, 20, 10, **(own or {})), ARCHER, *units, *FAR, **about)
    return planned(field, fire(field, "E9", "W1"))


def checked(field: MesoamericaField, name: str = "W1") -> int:
    assert field.books.units[name].checked_turn == field.books.turn
    return field.books.units[name].shown


def friends(number: int, side: Any = WEST) -> list[Laid]:
    return [
        unit(f"{side.value[0]} friend {n}", side, 18.5 + 1.5 * (n % 3), 8.5 - 0.6 * (n // 3)) for n in range(number)
    ]


def at_level(level: int, *units: Laid, acts: Any = (), **about: Any) -> MesoamericaField:
    """W1 was checked and is at a level, before the movement."""
    field = laid(
        unit("W1", WEST, 20, 10, checked_turn=1, shown=level, stored=Fraction(level)),
        *units,
        *FAR,
        **{"phase": "move", "orders_shown": True, **about},
    )
    return replace(field, afoot=tuple(act(field) for act in acts))


# ---- Who is checked, and what counts -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-9.01", "PRE-9.02", "PRE-9.03", "PRE-9.03d", "PRE-G.41", "PRE-G.42", "PRE-G.52")
def test_friends_within_two_inches_hearten_who_is_shot_at():
    """2 friends, strength 3, 20 men, shot at: 2 + 0 + 2 - 1 = 3."""
    assert checked(under_fire(*friends(2))) == 3
    assert checked(under_fire()) == 1
    assert checked(under_fire(*friends(1))) == 2
    assert checked(under_fire(unit("W3", WEST, 20, 7.41))) == 2, "2 inches from edge to edge"
    assert checked(under_fire(unit("W3", WEST, 20, 7.4))) == 1


@pytest.mark.rule("PRE-9.02", "PRE-G.41", "PRE-G.15")
def test_enemies_within_two_inches_count_against_it_from_edge_to_edge():
    near = unit("E1", EAST, 20, 12.5)
    assert checked(under_fire(*friends(2), near)) == 2
    assert checked(under_fire(*friends(2), unit("E1", EAST, 20, 12.7))) == 3


@pytest.mark.rule("PRE-9.02", "PRE-G.42")
def test_strength_and_men_count_as_recorded():
    """Strength 5, 6 men: 1 - 0.8 - 1 = -0.8, rounded -1; strength 2, 10 men: -0.5 + 0 - 1 = -1.5, rounded -1."""
    assert checked(under_fire(own={"strength": 5, "men": 6})) == -1
    assert checked(under_fire(own={"strength": 2, "men": 10})) == -1


@pytest.mark.rule("PRE-9.03b", "PRE-4.04", "PRE-4.05", "PRE-4.06", "PRE-4.03", "PRE-4.01b")
@pytest.mark.parametrize(("weather", "level"), ((Weather.CLEAR, 1), (Weather.RAIN, 0), (Weather.THUNDERSTORM, -1)))
def test_the_weather_lowers_what_is_shown_and_is_not_kept(weather, level):
    archer = unit("E9", EAST, 20, 11.9, Weapon.BOW, strength=1)  # in a thunderstorm a bow carries 2 inches
    field = laid(unit("W1", WEST, 20, 10), archer, *FAR, weather=weather)
    after = planned(field, fire(field, "E9", "W1"))
    assert checked(after) == level - 1, "the archer is within 2 inches"
    assert after.books.units["W1"].stored == 0
    snow = laid(unit("W1", WEST, 20, 10), archer, *FAR, weather=Weather.SNOW)
    assert checked(planned(snow, fire(snow, "E9", "W1"))) == -1


@pytest.mark.rule("PRE-9.01b", "PRE-9.03h", "PRE-G.44")
def test_who_fought_is_checked_in_the_next_turn_and_a_leader_who_fought_heartens_all():
    fought = {"fought_turn": 1, "due": frozenset({"fought"})}
    units = (unit("W1", WEST, 20, 10, **fought), unit("E1", EAST, 20, 15), *FAR)
    plain = planned(laid(*units, turn=2))
    assert checked(plain) == 2
    chief = leader("WL", WEST, 30, 5, fought_turn=1)
    assert checked(planned(laid(*units, chief, turn=2))) == 4


@pytest.mark.rule("PRE-9.01c", "PRE-9.03e")
def test_who_saw_an_enemy_come_out_of_hiding_is_checked():
    surprised = unit("W1", WEST, 20, 10, due=frozenset({"enemy_revealed"}))
    assert checked(planned(laid(surprised, *FAR))) == 1


@pytest.mark.rule("PRE-9.03f", "PRE-G.44")
def test_a_leader_lost_counts_once_for_each_unit():
    tolls = {WEST: Toll(leader=LeaderFate.LOST), EAST: Toll()}
    field = under_fire(*friends(2), tolls=tolls)
    assert checked(field) == 0
    assert field.books.units["W1"].leaders_counted == {WEST}
    won = under_fire(*friends(1), tolls={WEST: Toll(), EAST: Toll(leader=LeaderFate.LOST)})
    assert checked(won) == 4


@pytest.mark.rule("PRE-9.03g", "PRE-G.44")
def test_those_who_ran_in_the_last_movement_count_only_in_sight():
    ran = {"retreated_turn": 1, "moved_turn": 1}
    seen = unit("W3", WEST, 20, 4, **ran)
    archer = unit("E9", EAST, 20, 14, Weapon.BOW, strength=1)

    def level(*units: Laid, **about: Any) -> int:
        field = laid(unit("W1", WEST, 20, 10), archer, *units, *FAR, turn=2, **about)
        return checked(planned(field, fire(field, "E9", "W1")))

    assert level(seen) == -1
    assert level(seen, ground=(hill(18, 6, 4, 1),)) == 1, "a hill is between them"
    assert level(unit("E3", EAST, 26, 14, **ran)) == 3
    assert level(unit("W3", WEST, 20, 4, retreated_turn=1)) == 1, "it could not get away"


@pytest.mark.rule("PRE-9.03c", "PRE-8.10", "PRE-8.12", "PRE-9.03")
def test_sacrifice_and_captor_bonus_are_shown_and_not_kept():
    field = under_fire(own={"captor_pending": True}, heartened={WEST: 1})
    assert checked(field) == 4, "1 + 1 + 3, limited"
    assert field.books.units["W1"].stored == 1
    assert field.books.units["W1"].captor_until == 15


@pytest.mark.rule("PRE-G.41")
def test_who_is_not_checked_goes_a_step_toward_nothing():
    field = laid(
        unit("W1", WEST, 20, 10, stored=Fraction(3), shown=3),
        unit("W2", WEST, 25, 10, stored=Fraction(-2), shown=-2),
        *FAR,
    )
    after = planned(field)
    assert (after.books.units["W1"].shown, after.books.units["W2"].shown) == (2, -1)


# ---- Divisions ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-3.24", "PRE-3.26", "PRE-G.09")
def test_a_division_whose_chain_is_broken_loses_a_point_while_it_is():
    members = [unit(f"W{n}", WEST, 20 + 2.5 * n, 10, division=1) for n in range(4)]
    assert dict(astray(laid(*members, *FAR)))["W1"] == 0, "2.5 less 0.59 is less than 2"
    broken = laid(*members[:2], unit("W3", WEST, 25.7, 10, division=1), *FAR)
    assert dict(astray(broken))["W0"] == 1
    after = planned(broken)
    assert after.books.units["W0"].shown == -1
    assert after.books.units["W0"].stored == 0
    assert after.books.units["W far 0"].shown == 0
    joined = with_unit(broken, "W3", division=2)
    assert dict(astray(joined))["W0"] == 0


@pytest.mark.rule("PRE-3.25", "PRE-3.26", "PRE-G.09")
def test_one_member_is_within_two_feet_of_the_leader_as_long_as_he_lives():
    members = [unit(f"W{n}", WEST, 20 + 2 * n, 10, division=1) for n in range(2)]
    far = laid(*members, leader("WL", WEST, 47, 10), *FAR)
    assert dict(astray(far))["W0"] == 1, "24.41 inches from edge to edge"
    near = laid(*members, leader("WL", WEST, 46.5, 10), *FAR)
    assert dict(astray(near))["W0"] == 0
    assert dict(astray(laid(*members, *FAR)))["W0"] == 0
    both = laid(
        *members,
        unit("W9", WEST, 10, 30, division=1),
        leader("WL", WEST, 47, 10),
        *FAR,
        options={"division_penalty": "each"},
    )
    assert planned(both).books.units["W0"].shown == -2
    once = laid(*members, unit("W9", WEST, 10, 30, division=1), leader("WL", WEST, 47, 10), *FAR)
    assert planned(once).books.units["W0"].shown == -1


@pytest.mark.rule("PRE-3.26", "PRE-9.03")
def test_the_penalty_counts_for_those_who_are_checked_too():
    assert checked(under_fire(unit("W3", WEST, 30, 10, division=1), own={"division": 1})) == 0


@pytest.mark.rule("PRE-G.10", "PRE-3.24")
def test_who_is_hidden_is_exempt_from_the_chain():
    ground = (area("rough", 28, 28, 4, 4),)
    field = laid(
        unit("W1", WEST, 20, 10, division=1),
        unit("W2", WEST, 30, 30, elite=True, hidden=True, division=1),
        *FAR,
        ground=ground,
    )
    assert dict(astray(field))["W1"] == 0
    assert dict(astray(field))["W2"] == 0


# ---- What a level makes of orders ---------------------------------------------------------------------------------------------------------


def gap(field: MesoamericaField, one: str, other: str) -> float:
    return far_between(field.pieces[one], field.pieces[other]) / 1000


@pytest.mark.rule("PRE-9.04", "PRE-G.43")
@pytest.mark.parametrize(("level", "inches"), ((4, 4), (3, 3)))
def test_who_must_advance_charges_the_nearest_enemy_whatever_was_ordered(level, inches):
    field = at_level(
        level, unit("E1", EAST, 20, 18), unit("E2", EAST, 30, 12), acts=(lambda field: move(field, "W1", (20, 7)),)
    )
    after = kept(field)
    assert middle(after, "W1") == (20, 10 + inches)
    assert after.books.units["W1"].moved_share == Fraction(inches, 4)


@pytest.mark.rule("PRE-G.43")
def test_who_must_advance_stays_beside_an_enemy_and_without_one_in_sight_goes_for_the_far_edge():
    beside = at_level(4, unit("E1", EAST, 20, 11))
    assert middle(kept(beside), "W1") == (20, 10)
    alone = at_level(4, ground=(hill(0, 15, 48, 5),))
    assert middle(kept(alone), "W1") == (20, 14)
    fired = at_level(4, unit("E1", EAST, 20, 18))
    full = with_unit(fired, "W1", fired=Fired.FULL)
    assert middle(kept(full), "W1") == (20, 10), "who has fired does not move"
    half = with_unit(fired, "W1", fired=Fired.HALF)
    assert middle(kept(half), "W1") == (20, 12)


@pytest.mark.rule("PRE-G.43", "PRE-9.04", "PRE-G.42")
@pytest.mark.parametrize(("level", "nearer"), ((2, 2), (1, 1), (0, 0)))
def test_from_m2_to_m0_a_unit_goes_freely_but_not_too_near(level, nearer):
    enemy = unit("E1", EAST, 20, 18)
    straight = at_level(level, enemy, acts=(lambda field: move(field, "W1", (20, 14)),))
    assert middle(kept(straight), "W1")[1] == pytest.approx(10 + nearer, abs=0.002)
    charging = at_level(level, enemy, acts=(lambda field: charge(field, "W1", "E1"),))
    assert middle(kept(charging), "W1")[1] == pytest.approx(10 + nearer, abs=0.002)
    across = at_level(level, enemy, acts=(lambda field: move(field, "W1", (16, 10)),))
    assert middle(kept(across), "W1") == (16, 10)
    back = at_level(level, enemy, acts=(lambda field: move(field, "W1", (20, 6.5)),))
    assert middle(kept(back), "W1") == (20, 6.5)


@pytest.mark.rule("PRE-G.43", "PRE-G.42")
@pytest.mark.parametrize(("level", "inches"), ((-1, 1), (-2, 2)))
def test_below_m0_a_unit_may_only_go_a_little_back(level, inches):
    enemy = unit("E1", EAST, 20, 18, facing=SOUTH)
    back = at_level(level, enemy, acts=(lambda field: move(field, "W1", (20, 6.5)),))
    assert middle(kept(back), "W1") == (20, 10 - inches)
    for ordered in (lambda field: move(field, "W1", (20, 14)), lambda field: charge(field, "W1", "E1")):
        assert middle(kept(at_level(level, enemy, acts=(ordered,))), "W1") == (20, 10)


@pytest.mark.rule("PRE-G.43", "PRE-G.42", "PRE-7.07")
def test_who_must_retreat_goes_toward_its_edge_facing_the_enemy_or_with_its_back_turned():
    enemy = unit("E1", EAST, 20, 18)
    order = (lambda field: charge(field, "W1", "E1"),)
    steady = kept(at_level(-3, enemy, acts=order))
    assert middle(steady, "W1") == (20, 7)
    assert steady.pieces["W1"].figures[0].facing == NORTH
    rout = kept(at_level(-4, enemy, acts=order))
    assert middle(rout, "W1") == (20, 6.5), "turning about costs half an inch"
    assert rout.pieces["W1"].figures[0].facing == 1800


@pytest.mark.rule("PRE-G.43", "PRE-G.26")
def test_who_retreats_out_of_a_contact_goes_aside_if_it_must_and_stays_if_it_cannot():
    behind = kept(at_level(-3, unit("E1", EAST, 20, 9, facing=NORTH)))
    assert middle(behind, "W1") == (20, 10), "the enemy is on its way home"
    aside = kept(at_level(-3, unit("E1", EAST, 20.6, 9.2, facing=NORTH)))
    x, y = middle(aside, "W1")
    assert x < 20
    assert y < 10


@pytest.mark.rule("PRE-G.43", "PRE-G.45", "PRE-G.44")
def test_who_runs_over_the_edge_is_lost_for_good():
    chief = leader("WL", WEST, 20, 2, shown=-4, stored=Fraction(-4))
    field = laid(chief, unit("E1", EAST, 20, 18), *FAR, phase="move")
    after = kept(field)
    assert "WL" not in after.pieces
    assert after.books.units["WL"].gone
    assert after.books.tolls[WEST].leader is LeaderFate.LEFT


@pytest.mark.rule("PRE-G.43")
def test_inches_are_shortened_by_the_ground():
    """2 inches of clear ground are half: in rough ground 1.25 inches nearer, and at M-2 1.25 inches back."""
    ground = (area("rough", 15, 5, 10, 10),)
    nearer = at_level(2, unit("E1", EAST, 20, 18), acts=(lambda field: move(field, "W1", (20, 12.5)),), ground=ground)
    assert middle(kept(nearer), "W1")[1] == pytest.approx(11.25, abs=0.002)
    back = at_level(-2, unit("E1", EAST, 20, 18), acts=(lambda field: move(field, "W1", (20, 8)),), ground=ground)
    assert middle(kept(back), "W1") == (20, 8.75)


# ---- New orders --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-G.25", "PRE-9.04", "PRE-G.43")
def test_units_that_were_checked_may_have_new_orders_in_secret():
    field = at_level(
        1, unit("E1", EAST, 20, 18), unit("W2", WEST, 25, 10), acts=(lambda field: move(field, "W1", (20, 14)),)
    )
    assert set(field_plans(field)) == {"West"}
    assert refused(field, move(field, "W2", (25, 12))) == ["PRE-G.43"], "it was not checked"
    assert refused(field, move(field, "W1", (20, 12))) == ["PRE-G.43"], "more than an inch nearer"
    assert refused(field, move(field, "W1", (20, 11))) == []
    assert refused(field, move(field, "W1", (17, 10.5))) == [], "not much nearer"
    after, events = told(field, move(field, "W1", (16, 10)))
    assert middle(after, "W1") == (16, 10)
    assert [one.order.value for one in effects(events, "order_shown")] == ["move"]


def field_plans(field: MesoamericaField) -> Any:
    return TABLE.kit.plans(field)


@pytest.mark.rule("PRE-G.43", "PRE-9.04")
def test_who_must_do_something_takes_no_new_orders():
    for level in (3, 4, -3, -4):
        field = at_level(level, unit("E1", EAST, 20, 18), unit("W2", WEST, 25, 10, checked_turn=1))
        assert refused(field, move(field, "W1", (16, 10))) == ["PRE-G.43"]
        assert refused(field, hold(field, "W2")) == []
    low = at_level(-1, unit("E1", EAST, 20, 18))
    assert refused(low, charge(low, "W1", "E1")) == ["PRE-G.43"]
    assert refused(low, move(low, "W1", (20, 9))) == []
    assert refused(low, move(low, "W1", (20, 8.9))) == ["PRE-G.43"]
    assert refused(low, Act(by="West", action="fire_order", piece="W1", target="E1")) == ["PRE-G.25"], "firing is over"


@pytest.mark.rule("PRE-G.25")
def test_who_keeps_silent_keeps_its_order():
    field = at_level(
        2,
        unit("E1", EAST, 20, 18),
        unit("W2", WEST, 25, 10, checked_turn=1, shown=2),
        acts=(lambda f: move(f, "W1", (20, 12)), lambda f: move(f, "W2", (25, 12))),
    )
    after = planned(field, hold(field, "W1"))
    assert middle(after, "W1") == (20, 10)
    assert middle(after, "W2") == (25, 12)


@pytest.mark.rule("PRE-G.43")
def test_a_running_unit_neither_fires_nor_attacks_nor_claims():
    field = laid(unit("W1", WEST, 20, 10, Weapon.BOW, shown=-3), unit("E1", EAST, 20, 13), *FAR)
    assert refused(field, fire(field, "W1", "E1")) == ["PRE-G.43"]


@pytest.mark.rule("PRE-G.52", "PRE-1.05")
def test_levels_of_all_are_found_from_where_they_stood_when_the_step_began():
    """Both are shot at and stand within 2 inches of each other: each counts the other."""
    field = laid(
        unit("W1", WEST, 20, 10),
        unit("W2", WEST, 21.5, 10),
        ARCHER,
        unit("E8", EAST, 21.5, 14, Weapon.BOW, strength=1),
        *FAR,
    )
    after, events = told(field, fire(field, "E9", "W1"), fire(field, "E8", "W2"))
    assert checked(after) == checked(after, "W2") == 2
    assert sum(event.action == "morale" for event in events if isinstance(event, Ruled)) == 1


def test_the_plan_of_new_orders_names_each_unit_once():
    field = at_level(1, unit("E1", EAST, 20, 18))
    assert refused(field, Plan(by="West", acts=(hold(field, "W1"), hold(field, "W1")))) == ["PRE-G.25"]
    assert moved(field) is not field
