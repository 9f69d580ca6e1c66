"""Buildings on the table: going in and out, fire through windows, storming, villages; worked out by hand."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from sandtable.geometry.measure import Pose, inches
from sandtable.kernel.problem import Refusal
from sandtable.miniatures.acting import law_of
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table.housing import villages_held
from sandtable.rulesets.average_dice.table.rules import KIT, TABLE
from sandtable.rulesets.average_dice.vocabulary import Arm
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    VILLISTA,
    area,
    at,
    done,
    fire,
    form,
    laid,
    opening,
    pose,
    refused,
    row,
    unit,
)

HOUSE = area("building", 20, 20, 3, 3)
NAME = HOUSE.id
WITHIN = ((21.5, 21.5),) * 10  # where in a house figures stand makes no difference
STRIKE = Act(by="villista", action="melee", piece="V1", target="F1")
SHOT = fire(VILLISTA, "V1", "F1")


def all_to(field, piece, x, y, **chosen):
    """Every figure of a unit goes straight to one place."""
    own = field.pieces[piece]
    ways = tuple((pose(x, y),) for _ in own.figures)
    return Act(by=own.owner, action="move", piece=piece, ways=ways, chosen=chosen)


def before_the_door(distance, figures=3, arm=Arm.GENERAL, **about):
    """Somebody so far from the southern wall, base middle to wall, with the enemy far away."""
    mine = unit("V1", VILLISTA, at(*((21.5, 20 - distance),) * figures), arm, **about)
    return laid(mine, unit("F1", FEDERAL, at((46, 70))), ground=(HOUSE,))


@pytest.mark.rule("AVD-5.14")
def test_a_building_that_the_books_do_not_know_is_refused():
    told = json.loads(opening(unit("V1", VILLISTA, row(10, 10, 5)), ground=(HOUSE,)))
    told["books"]["structures"] = {}
    with pytest.raises(Refusal) as caught:
        TABLE.set_up(json.dumps(told), RULESET.default_tables)
    assert [(each.field, each.rule) for each in caught.value.problems] == [("scenario.terrain.areas", "AVD-5.14")]


# ---- In and out ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-5.13b", "AVD-G.45", "AVD-G.11")
def test_whoever_reaches_a_wall_with_two_inches_left_is_inside():
    near, far = (before_the_door(distance, 1) for distance in (4, 4.001))
    assert refused(near, all_to(near, "V1", 21.5, 21.5)) == []
    assert form(near, all_to(near, "V1", 21.5, 21.5))["buildings_in_or_out"] == 1
    assert refused(far, all_to(far, "V1", 21.5, 21.5)) == ["AVD-G.11"]
    inside = done(near, all_to(near, "V1", 21.5, 21.5))
    assert inside.books.structures[NAME].inside == ("V1",)


@pytest.mark.rule("AVD-5.13b")
def test_coming_out_costs_as_much_and_the_way_begins_at_the_wall():
    field = laid(
        unit("V1", VILLISTA, at((21.5, 21.5)), Arm.GENERAL), unit("F1", FEDERAL, at((46, 70))), ground=(HOUSE,)
    )
    assert refused(field, all_to(field, "V1", 21.5, 27)) == []  # four inches from the northern wall
    assert refused(field, all_to(field, "V1", 21.5, 27.001)) == ["AVD-G.11"]
    out = done(field, all_to(field, "V1", 21.5, 27))
    assert out.books.structures[NAME].inside == ()


@pytest.mark.rule("AVD-5.13b", "AVD-G.11")
def test_going_through_a_house_costs_both_walls():
    field = before_the_door(0.6, 1)
    through = all_to(field, "V1", 21.5, 24.4, rate="fast")  # five inches, and four for the walls
    assert form(field, through)["buildings_in_or_out"] == 2
    assert refused(field, through) == []
    assert refused(field, all_to(field, "V1", 21.5, 24.41, rate="fast")) == ["AVD-G.11"]


@pytest.mark.rule("AVD-6.04", "AVD-G.45")
def test_riders_stay_outside():
    field = laid(unit("V1", VILLISTA, row(18, 15, 6), Arm.CAVALRY), unit("F1", FEDERAL, at((46, 70))), ground=(HOUSE,))
    assert "AVD-6.04" in refused(field, all_to(field, "V1", 21.5, 21.5))


@pytest.mark.rule("AVD-5.14", "AVD-G.45")
def test_a_house_holds_ten_of_a_side_and_a_general_besides():
    ten = unit("V2", VILLISTA, at(*WITHIN))
    field = laid(
        unit("V1", VILLISTA, row(19, 18, 5)),
        unit("Villa", VILLISTA, at((21.5, 17)), Arm.GENERAL),
        ten,
        unit("F1", FEDERAL, at((46, 70))),
        ground=(HOUSE,),
    )
    assert refused(field, all_to(field, "V1", 21.5, 21.5)) == ["AVD-5.14"]
    assert refused(field, all_to(field, "Villa", 21.5, 21.5)) == []
    half = tuple((pose(21.5, 21.5),) if number < 2 else () for number in range(5))
    assert "AVD-5.14" in refused(field, Act(by="villista", action="move", piece="V1", ways=half))


# ---- Fire ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-G.15", "AVD-G.45", "AVD-G.22", "AVD-6.01")
def test_those_inside_are_seen_and_shot_at_in_hard_cover_from_the_nearest_wall():
    theirs = unit("F1", FEDERAL, at(*WITHIN))
    field = laid(unit("V1", VILLISTA, row(18, 5.5, 10)), theirs, ground=(HOUSE,))
    told = form(field, SHOT)
    assert told["range"] == "14"  # from 6 to the wall at 20
    assert told["target_building"] == NAME
    after = done(field, SHOT)  # beyond 12 inches no save against a Mauser can fail in hard cover
    assert len(after.pieces["F1"].figures) == 10
    near = laid(unit("V1", VILLISTA, row(18, 7.5, 10)), theirs, ground=(HOUSE,))
    assert form(near, SHOT)["range"] == "12"
    assert len(done(near, SHOT, fire_hits=7, fire_saves=[{"counts": [2]}]).pieces["F1"].figures) == 8


@pytest.mark.rule("AVD-G.45", "AVD-G.15")
def test_those_inside_fire_out_in_every_direction_and_another_house_still_hides():
    mine = unit("V1", VILLISTA, at(*WITHIN))
    for place in ((21.5, 5), (21.5, 40), (5, 21.5), (40, 21.5)):
        field = laid(mine, unit("F1", FEDERAL, at(place)), ground=(HOUSE,))
        assert refused(field, SHOT) == []
        assert form(field, SHOT)["figures_firing"] == 10
    other = area("building", 20, 30, 3, 3)
    assert refused(laid(mine, unit("F1", FEDERAL, at((21.5, 40))), ground=(HOUSE, other)), SHOT) == ["AVD-7.03"]


@pytest.mark.rule("AVD-7.12", "AVD-G.22", "AVD-G.45", "AVD-G.35")
def test_nobody_fires_inside_nor_out_of_a_house_with_enemies_in_it():
    field = laid(
        unit("V1", VILLISTA, at(*WITHIN)),
        unit("F1", FEDERAL, at(*WITHIN)),
        unit("F2", FEDERAL, at((21.5, 40))),
        ground=(HOUSE,),
    )
    assert "AVD-G.45" in refused(field, SHOT)
    assert "AVD-G.45" in refused(field, fire(VILLISTA, "V1", "F2"))


# ---- Storming -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-11.02", "AVD-11.05", "AVD-G.45")
def test_ten_stormers_against_ten_inside_kill_two_on_average_and_against_four_fewer():
    for inside, mean in ((10, 2), (4, Fraction(1696, 1000))):
        field = laid(unit("V1", VILLISTA, at(*WITHIN)), unit("F1", FEDERAL, at(*WITHIN[:inside])), ground=(HOUSE,))
        assert form(field, STRIKE)["inside_building"]
        assert sum(weight * verdict.killed for verdict, weight in law_of(KIT, field, STRIKE).law) == mean


@pytest.mark.rule("AVD-11.02")
def test_nobody_touches_anybody_through_a_wall():
    outside = laid(unit("V1", VILLISTA, row(18, 19.5, 5)), unit("F1", FEDERAL, at(*WITHIN)), ground=(HOUSE,))
    assert refused(outside, STRIKE) == ["AVD-11.02"]
    assert refused(outside, SHOT) == []


@pytest.mark.rule("AVD-G.45", "AVD-11.03c", "AVD-12.01")
def test_going_in_to_enemies_is_going_into_melee_and_three_to_one_inside_hold_fast():
    field = laid(unit("V1", VILLISTA, row(19, 18, 4)), unit("F1", FEDERAL, at(*WITHIN)), ground=(HOUSE,))
    assert "AVD-12.01" in refused(field, all_to(field, "V1", 21.5, 21.5))
    for enemies, rules in ((9, {"AVD-G.45"}), (8, set())):
        held = laid(unit("V1", VILLISTA, at(*WITHIN[:3])), unit("F1", FEDERAL, at(*WITHIN[:enemies])), ground=(HOUSE,))
        ways = tuple((Pose(inches(20 + number), inches(18)),) for number in range(3))
        assert set(refused(held, Act(by="villista", action="move", piece="V1", ways=ways))) == rules


# ---- Villages -----------------------------------------------------------------------------------------------------------------------


def village(*holders):
    """Three houses, and who is in each: V, F, or nobody."""
    houses = tuple(area("building", 10 + 5 * number, 62, 3, 3) for number in range(3))
    units = [unit("V0", VILLISTA, row(10, 10, 10)), unit("F0", FEDERAL, row(10, 40, 10))]
    for number, sides in enumerate(holders):
        for letter in sides:
            side = VILLISTA if letter == "V" else FEDERAL
            units.append(unit(f"{letter} in {number}", side, at(*((11.5 + 5 * number, 63.5),) * 5)))
    return laid(*units, ground=houses, villages=(tuple(each.id for each in houses),), side=FEDERAL)


@pytest.mark.rule("AVD-G.32", "AVD-13.02", "AVD-3.04", "AVD-1.08")
@pytest.mark.parametrize(
    ("holders", "held"),
    ((("V", "V", ""), 1), (("V", "", ""), 0), (("V", "VF", "F"), 0), (("V", "V", "F"), 1), (("F", "F", "F"), 0)),
)
def test_a_village_is_held_with_two_of_its_houses(holders, held):
    assert villages_held(village(*holders)) == held


@pytest.mark.rule("AVD-G.33", "AVD-13.02", "AVD-3.04", "AVD-13.05")
def test_the_game_ends_when_a_turn_ends_with_every_village_taken():
    field = village("V", "V", "")
    assert TABLE.result(field) is None
    over = done(field, Act(by="federal", action="next_move"))
    ended = TABLE.result(over)
    assert ended is not None
    assert ended.winner == "villista"
    assert ended.scores == (("villista", 20), ("federal", 0))  # the village, and two units more
    on = done(village("V", "F", ""), Act(by="federal", action="next_move"))
    assert TABLE.result(on) is None
