"""Short battles told from beginning to end, one for each chapter of the rules: every distance and every die worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.geometry.measure import inches
from sandtable.miniatures.acting import filled_in, law_of
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.dice import AverageDice, CanDice
from sandtable.rulesets.average_dice.ledger import KnownStructure, Raised
from sandtable.rulesets.average_dice.table.ground import ground_left
from sandtable.rulesets.average_dice.table.rules import KIT, TABLE
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.vocabulary import Arm, Posture, StructureKind, Weapon
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    VILLISTA,
    area,
    at,
    done,
    fire,
    gun,
    laid,
    move,
    pose,
    refused,
    row,
    unit,
    wall,
)

FAR = unit("F9", FEDERAL, row(2, 71, 5))


def act(action: str, side: str = "villista", **about: Any) -> Act:
    return Act(by=side, action=action, **about)


def a_turn(field: AverageDiceField) -> AverageDiceField:
    """Both sides let the rest of a turn pass."""
    return done(done(field, act("next_move")), act("next_move", "federal"))


# ---- Chapter 2: the force, and its flank march -------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-2.09", "AVD-2.10", "AVD-2.10b", "AVD-G.05")
def test_two_units_of_horse_ride_round_the_flank_and_fall_on_a_village():
    """2 and 3 thrown: turn 5. They ride 18 inches fast from the right edge at 62, stand at 30, and strike what they touch."""

    def horse(name: str, x: float) -> Any:
        known, piece = unit(name, VILLISTA, row(x, 1.5, 5, 1.1), Arm.CAVALRY)
        return known, replace(piece, hidden=True)

    eve: dict[str, Any] = {"side": None, "day": 0, "boxes": 0, "turn": 0, "turns": 0}
    field = laid(
        horse("Dorados", 2),
        horse("Brigada", 10),
        unit("V3", VILLISTA, row(20, 0.5, 10)),
        unit("F1", FEDERAL, at(*((29, 62 + 1.1 * number) for number in range(5)))),
        raised={VILLISTA: Raised(units=3, flank=2)},
        **eve,
    )
    for name in ("Dorados", "Brigada"):
        field = done(field, act("flank_march", piece=name, chosen={"edge": "right"}))
    field = done(field, act("flank_arrival"), flank_arrival=[[2, 3]])
    field = done(field, act("new_day"), day_turns=[[3, 3, 3, 3, 3]])
    for _ in range(4):
        assert field.pieces.keys() == {"V3", "F1"}
        field = a_turn(field)
    ways = tuple((pose(48, 62 + 1.1 * n, 270), pose(30, 62 + 1.1 * n, 270)) for n in range(5))
    field = done(field, act("arrive", piece="Dorados", ways=ways, chosen={"rate": "fast"}))
    ways = tuple((pose(48, 62 + 1.1 * n, 270), pose(36, 62 + 1.1 * n, 270)) for n in range(5))
    field = done(field, act("arrive", piece="Brigada", ways=ways))
    assert {"AVD-7.07", "AVD-G.05"} <= set(refused(field, fire(VILLISTA, "Brigada", "F1")))
    field = done(field, act("melee", piece="Dorados", target="F1"), melee_strikes=[[7, 6, 9, 1, 10]])
    assert len(field.pieces["F1"].figures) == 2


# ---- Chapters 3 and 13: days, boxes, points ----------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-13.01", "AVD-13.02", "AVD-13.03", "AVD-13.04", "AVD-13.05", "AVD-G.33", "AVD-3.08")
def test_three_days_for_one_village_and_a_general():
    """A village 10, the General 5, two units more 10: 25 points; the Federals have 10 for the third box, and the village decides."""
    houses = tuple(area("building", 10 + 5 * number, 62, 3, 3) for number in range(3))
    inside = tuple(unit(f"V{n}", VILLISTA, at(*((11.5 + 5 * n, 63.5),) * 6)) for n in range(2))
    field = laid(
        *inside,
        unit("V2", VILLISTA, row(10, 30, 10)),
        unit("Huerta", FEDERAL, at((12, 40)), Arm.GENERAL),
        unit("F1", FEDERAL, row(20, 70, 10)),
        ground=houses,
        villages=(tuple(each.id for each in houses),),
        side=VILLISTA,
        turn=12,
        day=2,
        boxes=2,
    )
    field = done(field, fire(VILLISTA, "V2", "Huerta"), fire_hits=7, fire_saves=[{"counts": [1]}])
    field = replace(field, villages=(*field.villages, (houses[2].id,)))  # another, which they do not hold
    field = done(field, act("next_move"))
    field = done(field, act("next_move", "federal"))
    field = done(field, act("new_day"), day_turns=[[2, 2, 2, 2, 2]])
    field = replace(field, books=replace(field.books, turn=10, side=FEDERAL))
    field = done(field, act("next_move", "federal"))
    ended = TABLE.result(done(field, act("score")))
    assert ended is not None
    assert ended.scores == (("villista", 25), ("federal", 10))
    assert ended.winner == "villista"


# ---- Chapter 4: the General --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-4.01", "AVD-G.12")
@pytest.mark.parametrize(("gap", "rules"), ((1.9, ["AVD-G.12"]), (2.1, [])))
def test_a_general_near_six_riflemen_is_no_target(gap, rules):
    men = unit("F1", FEDERAL, row(10, 30, 6))
    general = unit("Huerta", FEDERAL, at((10 - 1 - gap, 30)), Arm.GENERAL)
    field = laid(unit("V1", VILLISTA, row(5, 18, 10)), men, general)
    assert refused(field, fire(VILLISTA, "V1", "Huerta")) == rules


# ---- Chapter 5: marching -----------------------------------------------------------------------------------------------------------


def marched(arm: Arm, rates: tuple[str, ...], inches_: dict[str, float]) -> AverageDiceField:
    field = laid(unit("V1", VILLISTA, row(5, 1.5 if arm is Arm.CAVALRY else 0.5, 10), arm), FAR, turns=20)
    for rate in rates:
        field = a_turn(done(field, move(field, "V1", 0, inches_[rate], rate=rate)))
    return field


@pytest.mark.rule("AVD-3.09", "AVD-5.02", "AVD-5.11", "AVD-5.11b", "AVD-G.09")
def test_foot_comes_from_the_base_line_to_the_five_foot_line_in_eight_turns():
    seven = marched(Arm.INFANTRY, ("fast", "amble") * 3 + ("fast",), {"fast": 9, "amble": 6})
    assert seven.pieces["V1"].figures[0].y == inches(54.5)
    assert "AVD-5.11" in refused(seven, move(seven, "V1", 0, 9, rate="fast"))
    eight = done(seven, move(seven, "V1", 0, 6))
    assert eight.pieces["V1"].figures[0].y == inches(60.5)


@pytest.mark.rule("AVD-3.10", "AVD-5.03", "AVD-5.11b")
def test_horse_comes_there_in_four():
    four = marched(Arm.CAVALRY, ("fast", "amble") * 2, {"fast": 18, "amble": 12})
    assert four.pieces["V1"].figures[0].y == inches(61.5)


# ---- Chapter 6: obstacles ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-6.04", "AVD-6.05", "AVD-G.14", "AVD-6.02", "AVD-G.13")
def test_horse_jumps_a_low_wall_stops_at_a_high_one_and_follows_foot_through_wire():
    behind = unit("F9", FEDERAL, row(2, 2, 5))
    low = laid(unit("V1", VILLISTA, row(5, 20, 3), Arm.CAVALRY), behind, ground=(wall("low_wall", (0, 25), (48, 25)),))
    assert refused(low, move(low, "V1", 0, 10)) == []
    assert refused(low, move(low, "V1", 0, 10.001)) == ["AVD-G.11"] * 3
    high = laid(
        unit("V1", VILLISTA, row(5, 20, 3), Arm.CAVALRY), behind, ground=(wall("high_wall", (0, 25), (48, 25)),)
    )
    assert refused(high, move(high, "V1", 0, 10)) == ["AVD-6.04"]
    field = laid(
        unit("V1", VILLISTA, at((10, 18)), Arm.CAVALRY),
        unit("V2", VILLISTA, at((7.5, 24.5), (8.6, 24.5))),
        behind,
        ground=(wall("barbed_wire", (0, 25), (48, 25)),),
    )
    assert refused(field, move(field, "V1", 0, 9)) == ["AVD-G.13"]
    field = a_turn(done(field, act("clear_wire", piece="V2", marker=(pose(9.6, 25),))))
    field = done(field, move(field, "V1", 0, 10))
    assert field.pieces["V1"].figures[0] == pose(10, 28)


# ---- Chapters 7 to 9: fire ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-8.03", "AVD-9.04", "AVD-9.05", "AVD-9.06", "AVD-G.25")
def test_mausers_hurt_nobody_who_lies_in_the_open_beyond_a_foot_until_he_fires():
    """4 or more saves, 1 for the range and 2 for lying down: a 1 does. Who has fired so has 1 less, and a 1 kills him."""
    field = laid(unit("V1", VILLISTA, row(5, 20, 10)), unit("F1", FEDERAL, row(5, 34, 10), posture=Posture.PRONE))
    shot = fire(VILLISTA, "V1", "F1")
    assert float(filled_in(KIT, field, shot)[1].fields["range"]) == 13
    assert {verdict.killed for verdict, _ in law_of(KIT, field, shot).law} == {0}
    field = done(field, act("next_move"))
    field = done(field, fire(FEDERAL, "F1", "V1"), fire_hits=7, fire_saves=[{"counts": [0]}])
    field = done(field, act("next_move", "federal"))
    assert field.books.units["F1"].posture is Posture.FIRED_PRONE
    law = law_of(KIT, field, shot).law
    assert sum(weight * verdict.killed for verdict, weight in law) == Fraction(7, 10)
    field = done(field, shot, fire_hits=7, fire_saves=[{"counts": [1]}])
    assert len(field.pieces["F1"].figures) == 9


# ---- Chapter 10: a house falls -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-10.01", "AVD-10.03", "AVD-10.04", "AVD-10.05")
def test_a_field_gun_brings_a_stone_house_down_on_the_ten_inside():
    house = area("building", 20, 40, 3, 3)
    inside = unit("F1", FEDERAL, at(*((21.5, 41.5),) * 10))
    stone = {house.id: KnownStructure(house.id, StructureKind.STONE_BUILDING, 40, 40, inside=("F1",))}
    cannon = gun("FG", VILLISTA, Arm.FIELD_GUN, pose(21.5, 20), 3)
    field = laid(cannon, inside, FAR, unit("V1", VILLISTA, row(2, 2, 5)), ground=(house,), structures=stone)
    shell = act("hit_structure", piece="FG", target=house.id)
    for hits, left in ((12, 28), (12, 16)):
        field = a_turn(done(field, shell, structure_hits=hits))
        assert field.books.structures[house.id].left == left
        assert "F1" in field.pieces
    field = done(field, shell, structure_hits=6)
    assert field.books.structures[house.id].left == 10
    assert "F1" not in field.pieces
    assert [each.kind for each in ground_left(field).areas] == ["rubble"]


# ---- Chapter 11: hand to hand ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-11.01", "AVD-11.03", "AVD-11.03b", "AVD-11.05", "AVD-11.07", "AVD-11.10", "AVD-8.20")
def test_a_machine_gun_is_rushed_struck_for_taken_and_turned_on_its_friends():
    theirs = gun("MG", FEDERAL, Arm.MACHINE_GUN, pose(24, 40, 0), 2)
    crew = theirs[1].figures
    rush = unit(
        "V1",
        VILLISTA,
        [each._replace(y=each.y - inches(5)) for each in crew] + list(at((26, 33.5), (27.1, 33.5), (28.2, 33.5))),
    )
    field = laid(rush, theirs, unit("F2", FEDERAL, row(20, 60, 6)))
    field = done(field, move(field, "V1", 0, 4))
    field = done(field, act("melee", piece="V1", target="MG"), melee_strikes=[[7, 6]])
    assert len(field.pieces["MG"].figures) == 1
    field = done(field, act("next_move"))
    assert refused(field, fire(FEDERAL, "MG", "V1"))[0] in ("AVD-8.15", "AVD-7.06b")
    field = done(field, act("melee", "federal", piece="MG", target="V1"), melee_strikes=[[7]])  # 7 less 1: nobody falls
    assert len(field.pieces["V1"].figures) == 5
    field = done(field, act("next_move", "federal"))
    field = done(field, act("melee", piece="V1", target="MG"), melee_strikes=[[7]])
    assert (field.pieces["MG"].owner, field.pieces["MG"].figures) == ("villista", ())
    field = a_turn(field)
    ways = ((), (), (pose(23.4, 38.49),), (pose(24.6, 38.49),), ())
    field = done(field, act("unit_change", piece="V1", target="MG", ways=ways))
    field = done(field, fire(VILLISTA, "MG", "F2"), fire_hits=6, fire_saves=[{"counts": [2]}])
    assert len(field.pieces["F2"].figures) == 4


# ---- Chapter 12: hearts fail -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-12.01", "AVD-12.02", "AVD-12.04", "AVD-12.04b", "AVD-12.05", "AVD-G.29", "AVD-G.30")
def test_a_volley_shakes_a_unit_and_two_remnants_go_on_together():
    field = laid(
        unit("V1", VILLISTA, row(5, 20, 10)),
        unit("F1", FEDERAL, row(5, 30, 6), prone_to_desertion=True),
        unit("F2", FEDERAL, row(10, 31.5, 2)),
    )
    shot = fire(VILLISTA, "V1", "F1")
    gone = done(field, shot, fire_hits=7, fire_saves=[{"counts": [3]}], fire_desertion=[[4, 5, 3]])
    assert "F1" not in gone.pieces
    field = done(field, shot, fire_hits=7, fire_saves=[{"counts": [3]}], fire_desertion=[[4, 5, 6]])
    field = done(field, act("next_move"))
    assert "AVD-12.02" in refused(field, move(field, "F1", 0, -1))
    field = done(field, act("join", "federal", piece="F1", target="F2"))
    assert field.books.units["F1"].figures == 5
    assert field.books.units["F1"].prone_to_desertion
    assert refused(field, move(field, "F1", 0, -3)) == []


# ---- The dice ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-1.02b", "AVD-G.44", "AVD-9.02", "AVD-11.04", "AVD-12.06")
def test_the_dice_of_the_table_are_average_dice_and_those_of_six_ten_and_twenty_sides():
    theirs = unit("F1", FEDERAL, row(5, 26, 10), prone_to_desertion=True)

    def dice(weapon: Weapon, order: Act, *, y: float = 20) -> set[tuple[int, ...]]:
        mine = unit("V1", VILLISTA, row(5, y, 10), weapon=weapon, throwers=1)
        field = laid(mine, theirs, unit("F2", FEDERAL, row(30, 60, 5)))
        return thrown_for(field, order)

    average, six, ten, twenty = (2, 3, 3, 4, 4, 5), *(tuple(range(1, n + 1)) for n in (6, 10, 20))
    shot = fire(VILLISTA, "V1", "F1")
    assert dice(Weapon.MAUSER, shot) == {average, ten, six}
    assert dice(Weapon.HOTCHPOTCH, shot) == {average, six}
    assert dice(Weapon.MAUSER, act("throw_dynamite", piece="V1", target="F1")) == {average, twenty, six}
    assert dice(Weapon.MAUSER, act("melee", piece="V1", target="F1"), y=25) == {ten, six}


def thrown_for(field: AverageDiceField, order: Act) -> set[tuple[int, ...]]:
    """The faces of all dice that an order asks for when one figure falls to it."""
    _, form = filled_in(KIT, field, order)
    steps = iter(KIT.deeds[order.action].action.start(form.situation, field.tables)())
    found: set[tuple[int, ...]] = set()
    try:
        request: Any = next(steps)
        while True:
            found.add(tuple(request.die.faces))
            request = steps.send(request.reading(request.normal(one_falls(request))))
    except StopIteration:
        return found


def one_falls(request: Any) -> list[int]:
    """Average dice as high as they go; of all others one in the band that kills."""
    faces = request.die.faces
    if isinstance(request, AverageDice | CanDice):
        return [max(faces)] * request.pool
    hit = request.bands[0].faces
    return [min(hit), *[next(face for face in faces if face not in hit)] * (request.pool - 1)]
