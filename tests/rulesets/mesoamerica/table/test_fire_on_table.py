"""Fire on the table: range, sight and losses by hand (chapter 5, PRE-G.14 to PRE-G.21, PRE-G.50)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.miniatures.orders import Act
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Fired, UnitType, Weapon, Weather
from tests.rulesets.mesoamerica.table.laying import (
    EAST,
    FAR,
    SOUTH,
    WEST,
    area,
    charge,
    effects,
    fire,
    hill,
    laid,
    leader,
    middle,
    move,
    moved,
    planned,
    refused,
    told,
    unit,
    way,
)

BOW, SLING, ATL_ATL = Weapon.BOW, Weapon.SLING, Weapon.ATL_ATL


def shot(field: MesoamericaField, *acts: Act) -> MesoamericaField:
    """The table after the fire, and whatever came of it up to the next decision."""
    return planned(field, *acts)


def men(field: MesoamericaField, name: str) -> Men:
    return field.books.units[name].men


def killed(events: Any) -> dict[str, int]:
    return {one.whom: one.count for one in effects(events, "men_killed")}


# ---- Range and numbers -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-5.01", "PRE-5.02b", "PRE-5.06", "PRE-G.15")
@pytest.mark.parametrize(("weapon", "reach"), ((BOW, 4), (SLING, 3.5), (ATL_ATL, 2)))
def test_missiles_carry_so_far_from_middle_to_middle(weapon, reach):
    near = laid(unit("W1", WEST, 20, 10, weapon), unit("E1", EAST, 20, 10 + reach), *FAR)
    assert refused(near, fire(near, "W1", "E1")) == []
    far = laid(unit("W1", WEST, 20, 10, weapon), unit("E1", EAST, 20, 10.01 + reach), *FAR)
    assert refused(far, fire(far, "W1", "E1")) == ["PRE-5.02b"]
    club = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 11), *FAR)
    assert refused(club, fire(club, "W1", "E1")) == ["PRE-5.01"]


@pytest.mark.rule("PRE-5.07", "PRE-4.05b", "PRE-4.06b", "PRE-4.01b")
@pytest.mark.parametrize(
    ("weather", "reach"), ((Weather.CLEAR, 4), (Weather.RAIN, 4), (Weather.SNOW, 2), (Weather.THUNDERSTORM, 2))
)
def test_snow_and_thunderstorms_halve_ranges(weather, reach):
    field = laid(unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 10 + reach), *FAR, weather=weather)
    assert refused(field, fire(field, "W1", "E1")) == []
    far = laid(unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 10.1 + reach), *FAR, weather=weather)
    assert refused(far, fire(far, "W1", "E1")) == ["PRE-5.02b"]


@pytest.mark.rule("PRE-5.06", "PRE-5.08", "PRE-5.09", "PRE-5.10", "PRE-5.13", "PRE-5.14", "PRE-5.19")
@pytest.mark.parametrize(
    ("weapon", "far", "lost"),
    (
        (BOW, 2, 2),
        (ATL_ATL, 1, 2),
        (BOW, 4, 1),
        (SLING, 1, 1),
    ),  # 120, 40, 60 and 80 hits; 2, 5, 2 and 1.5 percent of them
)
def test_losses_are_those_of_the_printed_sums(weapon, far, lost):
    """At an inch the two are beside each other, and fire by option only (PRE-G.50)."""
    units = unit("W1", WEST, 20, 10, weapon), unit("E1", EAST, 20, 10 + far)
    field = laid(*units, *FAR, options={"fire_in_contact": far == 1})
    assert killed(told(field, fire(field, "W1", "E1"))[1]) == {"E1": lost}


@pytest.mark.rule("PRE-5.11")
def test_no_more_than_all_shots_hit():
    """Strength 6 at 1.5 inches: 133 percent, cut to 100; 240 hits, 2 percent."""
    field = laid(unit("W1", WEST, 20, 10, BOW, strength=6), unit("E1", EAST, 20, 11.5), *FAR)
    assert killed(told(field, fire(field, "W1", "E1"))[1]) == {"E1": 5}


@pytest.mark.rule("PRE-5.12", "PRE-G.25")
def test_a_target_with_a_movement_order_is_harder_to_hit():
    """50 percent less 10: 96 hits instead of 120 (both 2 killed); at 4 inches 15 percent of 240 is 36 instead of 60: 1 instead of 1; armoured 0 instead of 1."""
    field = laid(unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 14, armoured=True), *FAR)
    still = told(field, fire(field, "W1", "E1"))[1]
    moves = told(field, fire(field, "W1", "E1"), move(field, "E1", (20, 16)))[1]
    assert killed(still) == {"E1": 1}
    assert killed(moves) == {}
    charges = told(field, fire(field, "W1", "E1"), charge(field, "E1", "W1"))[1]
    assert killed(charges) == {}


@pytest.mark.rule("PRE-3.22", "PRE-5.14")
def test_elite_and_armoured_units_lose_fewer():
    """Bow at 2 inches: 120 hits; normal 2.4, elite 1.2, armoured 1.2, both 0.6."""
    for kind, lost in (({}, 2), ({"elite": True}, 1), ({"armoured": True}, 1), ({"elite": True, "armoured": True}, 1)):
        field = laid(unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 12, **kind), *FAR)
        assert killed(told(field, fire(field, "W1", "E1"))[1]) == {"E1": lost}


@pytest.mark.rule("PRE-5.22", "PRE-5.22b", "PRE-5.22c", "PRE-G.18")
def test_one_to_four_targets_share_the_fire():
    """Two targets at 2 inches: 25 percent each, 60 hits, 1 killed each."""
    enemies = [unit(f"E{n}", EAST, 18.5 + n, 11.7) for n in range(1, 6)]
    field = laid(unit("W1", WEST, 20.5, 10, BOW), *enemies, *FAR)
    two = fire(field, "W1", "E1", "E3")
    assert set(killed(told(field, two)[1])) == {"E1", "E3"}
    assert refused(field, fire(field, "W1", "E1", "E2", "E3", "E4")) == []
    assert refused(field, fire(field, "W1", "E1", "E2", "E3", "E4", "E5")) == ["PRE-G.25"]
    assert refused(field, fire(field, "W1", "E1", "E1")) == ["PRE-G.25"]
    half = replace(fire(field, "W1", "E1", "E2", "E3"), action="half_fire_order", ways=way(field, "W1", (20.5, 9)))
    assert refused(field, half) == []
    thrower = laid(
        unit("W1", WEST, 20.5, 10, ATL_ATL), *[unit(f"E{n}", EAST, 18.5 + n, 11.2) for n in range(1, 4)], *FAR
    )
    half = replace(fire(thrower, "W1", "E1", "E2", "E3"), action="half_fire_order", ways=way(thrower, "W1", (20.5, 9)))
    assert refused(thrower, half) == ["PRE-5.22b"], "two rounds are left"


# ---- Sight -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-5.02", "PRE-5.03", "PRE-2.03b", "PRE-G.14")
def test_what_is_five_feet_higher_than_the_firer_hides_what_is_behind():
    rise = hill(18, 11, 4, 1)
    field = laid(unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 13), *FAR, ground=(rise,))
    assert refused(field, fire(field, "W1", "E1")) == ["PRE-5.02"]
    beside = laid(unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 23.2, 11.5), *FAR, ground=(rise,))
    assert refused(beside, fire(beside, "W1", "E1")) == []
    level = laid(unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 13), *FAR, ground=(rise, hill(18, 8, 4, 2.5)))
    assert refused(level, fire(level, "W1", "E1")) == [], "from as high a place it hides nobody"
    on_top = laid(unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 12), *FAR, ground=(hill(18, 11, 4, 3),))
    assert refused(on_top, fire(on_top, "W1", "E1")) == [], "the slope up to him hides him not"


@pytest.mark.rule("PRE-5.04", "PRE-5.05b")
def test_forests_hide_who_is_in_them_and_who_is_behind_but_not_from_high_above():
    wood = area("forest", 18, 11, 4, 1)
    field = laid(
        unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 13), unit("E2", EAST, 21, 11.5), *FAR, ground=(wood,)
    )
    assert refused(field, fire(field, "W1", "E1")) == ["PRE-5.02"]
    assert refused(field, fire(field, "W1", "E2")) == ["PRE-5.02"]
    for level, seen in ((3, ["PRE-5.02"]), (4, [])):
        high = laid(
            unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 13), *FAR, ground=(wood, hill(18, 8, 4, 2.5, level))
        )
        assert refused(high, fire(high, "W1", "E1")) == seen, "20 feet are four levels"


@pytest.mark.rule("PRE-G.14", "PRE-5.05b")
def test_who_touches_the_edge_of_a_wood_fires_out_and_is_not_seen():
    wood = area("forest", 18, 12, 4, 4)
    edge = laid(unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 12.29, BOW), *FAR, ground=(wood,))
    assert refused(edge, fire(edge, "E1", "W1")) == []
    assert refused(edge, fire(edge, "W1", "E1")) == ["PRE-5.02"]
    deep = laid(unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 12.5, BOW), *FAR, ground=(wood,))
    assert refused(deep, fire(deep, "E1", "W1")) == ["PRE-5.02"], "it does not touch the edge"
    through = laid(
        unit("W1", WEST, 20, 17.5, BOW, facing=SOUTH),
        unit("E1", EAST, 20, 13.9, BOW),
        *FAR,
        ground=(area("forest", 18, 13.7, 4, 2),),
    )
    assert refused(through, fire(through, "E1", "W1")) == ["PRE-5.02"], "on its other side the wood is deep"


@pytest.mark.rule("PRE-G.14")
def test_units_hide_nobody_but_by_option():
    units = (unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 11.5), unit("E2", EAST, 20, 13), *FAR)
    field = laid(*units)
    assert refused(field, fire(field, "W1", "E2")) == []
    blocked = laid(*units, options={"units_block_sight": True})
    assert refused(blocked, fire(blocked, "W1", "E2")) == ["PRE-5.02"]
    assert refused(blocked, fire(blocked, "W1", "E1")) == []


# ---- All at once, and afterwards -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-G.20")
def test_all_fire_at_once_with_the_men_who_were_there():
    """Two men with bows are killed by the first volley, and still fire: at 2 inches 24 shots of strength 6 all hit, 2 percent."""
    few = unit("E1", EAST, 20, 12, BOW, men=2, strength=6)
    field = laid(unit("W1", WEST, 20, 10, BOW), few, unit("W2", WEST, 22, 10, BOW), *FAR)
    after, events = told(field, fire(field, "W1", "E1"), fire(field, "E1", "W1"), fire(field, "W2", "E1"))
    assert after.books.units["E1"].gone
    assert "E1" not in after.pieces
    assert effects(events, "men_killed")[0].count == 2
    assert after.books.tolls[EAST].killed == 2, "the third volley finds nobody"
    assert killed(events) == {"E1": 2}
    assert {one.whom for one in effects(events, "has_fired")} == {"W1", "W2", "E1"}
    strong = laid(unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 12, BOW, men=3, strength=6), *FAR)
    _, events = told(strong, fire(strong, "W1", "E1"), fire(strong, "E1", "W1"))
    assert killed(events) == {"E1": 2, "W1": 1}, "36 hits, 2 percent, rounded"


@pytest.mark.rule("PRE-5.15", "PRE-5.16", "PRE-G.21")
def test_slings_stun_until_the_next_turn_begins():
    """Strength 6 at 1.5 inches: 66 percent of 160 are 105 hits: 2 killed, 3 stunned."""
    field = laid(unit("W1", WEST, 20, 10, SLING, strength=6), unit("E1", EAST, 20, 11.5), *FAR)
    after = shot(field, fire(field, "W1", "E1"))
    assert men(after, "E1") == Men(18, 0, 3)
    while after.books.turn == 1:
        after = planned(after)
    assert men(after, "E1") == Men(18)


@pytest.mark.rule("PRE-5.16b", "PRE-5.17b", "PRE-G.21")
def test_men_on_the_ground_stay_where_their_unit_leaves_them_and_are_lost():
    field = laid(unit("W1", WEST, 20, 10, SLING, strength=6), unit("E1", EAST, 20, 11.5), *FAR)
    after = moved(field, fire(field, "W1", "E1"), move(field, "E1", (20, 13), order="withdraw"))
    if after.books.turn == 1:
        assert after.lying["E1"] == field.pieces["E1"].figures[0]
    assert men(after, "E1") == Men(16), "56 percent of a moving target are 89 hits: 1 killed, 3 stunned"
    while after.books.turn == 1:
        after = planned(after)
    assert after.books.tolls[EAST].abandoned == 3
    assert after.lying == {}


@pytest.mark.rule("PRE-5.20")
def test_who_has_fired_does_not_move_whatever_its_level():
    field = laid(unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 13, BOW), *FAR)
    after = moved(field, fire(field, "W1", "E1"), fire(field, "E1", "W1"))
    assert middle(after, "W1") == (20, 10)
    assert after.books.units["W1"].moved_turn == -1
    assert "PRE-5.20" not in refused(field, move(field, "W1", (20, 12)))


@pytest.mark.rule("PRE-5.21", "PRE-G.19")
def test_at_half_rate_a_unit_fires_six_rounds_and_has_half_its_movement():
    field = laid(unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 12), *FAR)
    act = Act(by="West", action="half_fire_order", piece="W1", target="E1", ways=way(field, "W1", (22, 10)))
    assert refused(field, act) == []
    assert refused(field, replace(act, ways=way(field, "W1", (22.01, 10)))) == ["PRE-6.02"]
    after, events = told(field, act)
    assert killed(events) == {"E1": 1}, "120 shots, 60 hits"
    after = moved(field, act) if after.books.phase == "move" else after
    assert middle(after, "W1") == (22, 10)
    assert after.books.units["W1"].fired is Fired.HALF or after.books.turn == 2
    assert after.books.units["W1"].moved_share == Fraction(1, 2)


@pytest.mark.rule("PRE-G.50")
def test_nobody_fires_beside_an_enemy_but_others_fire_into_the_fight():
    units = (unit("W1", WEST, 20, 10, BOW), unit("E1", EAST, 20, 11), unit("W2", WEST, 22, 10, BOW), *FAR)
    field = laid(*units)
    assert refused(field, fire(field, "W1", "E1")) == ["PRE-G.50"]
    _, events = told(field, fire(field, "W2", "E1"))
    assert {one.whom for one in effects(events, "has_fired")} == {"W2"}
    assert set(killed(events)) <= {"E1"}
    beside = laid(*units, options={"fire_in_contact": True})
    assert refused(beside, fire(beside, "W1", "E1")) == []


@pytest.mark.rule("PRE-3.17", "PRE-5.05")
def test_a_leader_falls_last_and_who_is_hidden_is_no_target():
    field = laid(unit("W1", WEST, 20, 10, BOW, strength=6), leader("EL", EAST, 20, 11.5, men=2), *FAR)
    after = shot(field, fire(field, "W1", "EL"))
    assert after.books.tolls[EAST].leader.value == "lost"
    three = laid(unit("W1", WEST, 20, 10, BOW, strength=6), leader("EL", EAST, 20, 11.5, men=3), *FAR)
    assert shot(three, fire(three, "W1", "EL")).books.tolls[EAST].leader.value == "safe"
    lurking = unit("E1", EAST, 20, 13, elite=True, hidden=True)
    hidden = laid(unit("W1", WEST, 20, 10, BOW), lurking, *FAR, ground=(area("rough", 18, 12, 4, 3),))
    assert refused(hidden, fire(hidden, "W1", "E1")) == ["PRE-G.25"]


@pytest.mark.rule("PRE-G.46")
def test_steel_turns_three_quarters_of_what_would_kill():
    field = laid(
        unit("W1", WEST, 20, 10, BOW, strength=6),
        unit("E1", EAST, 20, 12, Weapon.LANCE, kind=UnitType.SPANISH, strength=6),
        *FAR,
        options={"spanish": True},
    )
    assert killed(told(field, fire(field, "W1", "E1"))[1]) == {"E1": 1}, "240 hits, a quarter of 1 percent"
