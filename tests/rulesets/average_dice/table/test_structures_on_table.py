"""Structures and dynamite on the table: what is hit, what is left of it, who goes with it; worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from sandtable.kernel.problem import Refusal
from sandtable.miniatures.acting import law_of
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.ledger import KnownStructure
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table.ground import ground_left
from sandtable.rulesets.average_dice.table.housing import villages_held
from sandtable.rulesets.average_dice.table.rules import KIT
from sandtable.rulesets.average_dice.vocabulary import Arm, Cover, StructureKind
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    VILLISTA,
    area,
    at,
    done,
    fire,
    form,
    gun,
    laid,
    move,
    outline,
    pose,
    refused,
    row,
    unit,
    wall,
    with_unit,
)

HOUSE = area("building", 20, 40, 3, 3)
WITHIN = ((21.5, 41.5),) * 10
FAR = unit("F9", FEDERAL, at((46, 70)))
CANNON = gun("FG", VILLISTA, Arm.FIELD_GUN, pose(21.5, 30), 3)
WALL = wall("low_wall", (10, 40), (24, 40))


def hit(target, piece="FG"):
    return Act(by="villista", action="hit_structure", piece=piece, target=target)


def throw(target, piece="V1"):
    return Act(by="villista", action="throw_dynamite", piece=piece, target=target)


def house(kind=StructureKind.WOODEN_BUILDING, value=20, inside=()):
    return {HOUSE.id: KnownStructure(HOUSE.id, kind, value, value, inside=inside)}


def shelled(*units, ground=(HOUSE,), **books):
    return laid(CANNON, FAR, *units, ground=ground, **books)


def bombers(throwers, *others, y=36.0, ground=(WALL,), **about):
    """A unit with throwers, half an inch of base and so far before whatever stands at 40."""
    return laid(unit("V1", VILLISTA, row(10, y, 6), throwers=throwers, **about), FAR, *others, ground=ground)


# ---- Field guns at structures ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-10.01b", "AVD-10.03", "AVD-10.03d", "AVD-10.04")
def test_a_crew_takes_its_hits_off_a_wooden_house_until_ten_are_left():
    field = shelled(structures=house())
    assert form(field, hit(HOUSE.id))["hits_left"] == 20
    left = {verdict.left for verdict, _ in law_of(KIT, field, hit(HOUSE.id)).law}
    assert left == set(range(5, 15))  # three dice, 6 to 15
    after = done(field, hit(HOUSE.id), structure_hits=9)
    assert (after.books.structures[HOUSE.id].left, after.books.structures[HOUSE.id].fallen) == (11, False)
    assert refused(after, hit(HOUSE.id)) == ["AVD-7.08"]
    again = done(with_unit(after, "FG", fired=False), hit(HOUSE.id), structure_hits=6)
    assert again.books.structures[HOUSE.id].fallen
    assert refused(with_unit(again, "FG", fired=False), hit(HOUSE.id)) == ["AVD-10.04"]


@pytest.mark.rule("AVD-10.01", "AVD-10.04", "AVD-10.05", "AVD-G.23")
def test_a_stone_house_falls_at_ten_with_everybody_inside_and_leaves_rubble():
    stone = house(StructureKind.STONE_BUILDING, 40, ("F1", "V2"))
    field = shelled(unit("F1", FEDERAL, at(*WITHIN)), unit("V2", VILLISTA, at(*WITHIN[:4])), structures=stone)
    for hits in (12, 12):
        field = with_unit(done(field, hit(HOUSE.id), structure_hits=hits), "FG", fired=False)
        assert {"F1", "V2"} <= field.pieces.keys()
    field = done(field, hit(HOUSE.id), structure_hits=6)
    assert field.books.structures[HOUSE.id].left == 10
    assert field.pieces.keys() == {"FG", "F9"}
    assert [each.kind for each in ground_left(field).areas] == ["rubble"]


@pytest.mark.rule("AVD-G.23", "AVD-10.04")
def test_rubble_hides_nobody_gives_soft_cover_and_is_crossed_like_broken_ground():
    mine = unit("V1", VILLISTA, row(17, 37, 6))
    theirs = unit("F1", FEDERAL, at((21.5, 41.5)))
    fallen = {HOUSE.id: KnownStructure(HOUSE.id, StructureKind.WOODEN_BUILDING, 20, 0, fallen=True)}
    field = laid(mine, theirs, ground=(HOUSE,), structures=fallen)
    assert form(field, fire(VILLISTA, "V1", "F1"))["target_cover"] == Cover.SOFT
    through = laid(unit("V1", VILLISTA, at((21.5, 39.4)), Arm.GENERAL), FAR, ground=(HOUSE,), structures=fallen)
    assert form(through, move(through, "V1", 0, 5))["crossed"] == [{"obstacle": "rubble", "times": 1}]
    assert refused(through, move(through, "V1", 0, 5)) == []
    assert refused(through, move(through, "V1", 0, 5.001)) == ["AVD-G.11"]


@pytest.mark.rule("AVD-10.01c", "AVD-10.01d", "AVD-10.01e", "AVD-G.23")
@pytest.mark.parametrize(
    ("kind", "value"),
    (
        ("low_wall", 10),
        ("high_wall", 10),
        ("barbed_wire", 10),
        ("fence", 5),
        ("barricade", 5),
        ("fieldwork", 40),
        ("trench", 40),
    ),
)
def test_every_six_inches_of_a_linear_thing_have_their_own_value(kind, value):
    line = wall(kind, (10, 40), (24, 40))
    field = shelled(ground=(line,))
    for number in (1, 2, 3):
        assert form(field, hit(f"{line.id} #{number}"))["hits_left"] == value
    assert refused(field, hit(f"{line.id} #4")) == ["AVD-10.01"]


@pytest.mark.rule("AVD-10.07", "AVD-10.01c")
def test_a_length_without_hits_is_gone_and_the_rest_of_the_wall_stands():
    field = shelled(ground=(WALL,))
    after = done(field, hit(f"{WALL.id} #2"), structure_hits=9)
    assert ground_left(after) == after.terrain  # one hit is left
    after = done(field, hit(f"{WALL.id} #2"), structure_hits=10)
    assert [each.points for each in ground_left(after).lines] == [
        outline((10, 40), (16, 40)),
        outline((22, 40), (24, 40)),
    ]
    for x, left in ((17, 6), (12, 5)):
        one = laid(unit("V1", VILLISTA, at((x, 39.4)), Arm.GENERAL), FAR, ground=(WALL,))
        one = replace(one, books=replace(one.books, structures=after.books.structures))
        assert refused(one, move(one, "V1", 0, left)) == []
        assert refused(one, move(one, "V1", 0, left + 0.001)) != []


@pytest.mark.rule("AVD-10.08", "AVD-G.24", "AVD-12.05")
def test_whoever_is_within_an_inch_behind_a_destroyed_length_goes_with_it():
    behind = unit("F1", FEDERAL, at((17, 40.6), (18.5, 41.4), (20, 42.2), (26, 40.6)), prone_to_desertion=True)
    before = unit("V2", VILLISTA, at((17, 39.4), (18.5, 39.4)))
    ours = unit("V3", VILLISTA, at((21, 40.6)))
    field = shelled(behind, before, ours, ground=(WALL,))
    told = form(field, hit(f"{WALL.id} #2"))
    assert [(each["unit_name"], each["figures"]) for each in told["units_caught"]] == [("F1", 2), ("V3", 1)]
    stayed = done(field, hit(f"{WALL.id} #2"), structure_hits=10, structure_desertion=[[4, 5]])
    assert stayed.pieces["F1"].figures == at((20, 42.2), (26, 40.6))
    assert stayed.pieces["V2"] == field.pieces["V2"]
    assert "V3" not in stayed.pieces
    ran = done(field, hit(f"{WALL.id} #2"), structure_hits=10, structure_desertion=[[4, 3]])
    assert "F1" not in ran.pieces


@pytest.mark.rule("AVD-10.06", "AVD-10.05")
def test_figures_in_a_trench_and_whole_units_on_a_bridge_are_caught():
    trench, bridge = area("trench", 18, 40, 6, 2), area("bridge", 18, 44, 6, 4)
    inside = unit("F1", FEDERAL, at((19, 41), (21, 41), (23, 43.2)))
    crossing = unit("F2", FEDERAL, at((19, 45), (21, 49.5), (23, 49.5)))
    field = shelled(inside, crossing, ground=(trench, bridge))
    for _ in range(2):
        field = with_unit(done(field, hit(trench.id), structure_hits=15), "FG", fired=False)
    assert field.pieces["F1"].figures == at((23, 43.2))
    for _ in range(2):
        field = with_unit(done(field, hit(bridge.id), structure_hits=15), "FG", fired=False)
    assert "F2" not in field.pieces
    assert ground_left(field).areas == ()


@pytest.mark.rule("AVD-10.02")
def test_rifles_and_machine_guns_do_nothing_to_a_structure():
    field = laid(
        unit("V1", VILLISTA, row(15, 30, 10)),
        gun("MG", VILLISTA, Arm.MACHINE_GUN, pose(21.5, 30), 2),
        FAR,
        ground=(HOUSE,),
    )
    for piece in ("V1", "MG"):
        after = done(field, hit(HOUSE.id, piece))
        assert after.books.structures == field.books.structures
        assert after.books.units[piece].fired


@pytest.mark.rule("AVD-7.11", "AVD-7.06b", "AVD-10.03")
def test_a_structure_is_aimed_at_like_anybody_else():
    aside, beyond = area("building", 44, 30, 3, 3), area("building", 20, 68, 3, 3)
    near = gun("FG", VILLISTA, Arm.FIELD_GUN, pose(21.5, 10), 3)
    field = laid(near, FAR, ground=(HOUSE, aside, beyond))
    assert refused(field, hit(HOUSE.id)) == []
    assert refused(field, hit(aside.id)) == ["AVD-7.06b"]
    assert refused(field, hit(beyond.id)) == ["AVD-7.06b"]  # behind the other house
    alone = laid(near, FAR, ground=(beyond,))
    assert refused(alone, hit(beyond.id)) == ["AVD-7.11"]


@pytest.mark.rule("AVD-7.12")
def test_nobody_takes_down_the_house_he_is_in():
    field = laid(unit("V1", VILLISTA, at(*WITHIN), throwers=2), FAR, ground=(HOUSE,))
    assert refused(field, hit(HOUSE.id, "V1")) == ["AVD-7.12"]


# ---- Dynamite ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-10.03b", "AVD-10.03c", "AVD-10.01d")
def test_throwers_take_down_a_barricade_and_one_of_them_himself():
    barricade = wall("barricade", (10, 40), (16, 40))
    field = bombers(2, ground=(barricade,))
    assert form(field, hit(barricade.id, "V1"))["throwers"] == 2
    after = done(field, hit(barricade.id, "V1"), structure_cans=[[3, 5, 2, 4]])
    assert ground_left(after).lines == ()
    assert after.pieces["V1"].figures == field.pieces["V1"].figures[1:]
    assert after.books.units["V1"].throwers == 1


@pytest.mark.rule("AVD-G.37", "AVD-10.03b")
def test_one_can_destroys_a_length_of_barricade_25_times_in_36_and_wrecks_a_wooden_house_once():
    barricade = wall("barricade", (10, 40), (16, 40))
    for ground, target, chance in (
        ((barricade,), barricade.id, Fraction(25, 36)),
        ((area("building", 10, 40, 3, 3),), "building 10 40", Fraction(1, 36)),
    ):
        law = law_of(KIT, bombers(1, ground=ground), hit(target, "V1")).law
        assert sum(weight for verdict, weight in law if verdict.falls) == chance


@pytest.mark.rule("AVD-8.21", "AVD-8.22", "AVD-2.08", "AVD-7.11")
def test_every_thrower_in_reach_throws_two_dice_and_a_two_kills_him():
    theirs = unit("F1", FEDERAL, row(10, 42, 8))
    field = bombers(4, theirs, ground=())
    told = form(field, throw("F1"))
    assert (told["throwers"], told["range"]) == (4, "5")
    after = done(field, throw("F1"), dynamite_hits=[[3, 3, 2, 5, 4, 4, 5, 2]], dynamite_saves=[{"counts": [3]}])
    assert len(after.pieces["F1"].figures) == 5
    assert after.pieces["V1"].figures == field.pieces["V1"].figures[2:]
    assert (after.books.units["V1"].figures, after.books.units["V1"].throwers) == (4, 2)
    assert refused(bombers(4, theirs, y=34.999, ground=()), throw("F1")) == ["AVD-7.11"]
    assert refused(bombers(0, theirs, ground=()), throw("F1")) == ["AVD-2.08"]


@pytest.mark.rule("AVD-G.37", "AVD-8.21")
def test_only_throwers_with_reach_throw_and_nobody_who_has_moved():
    theirs = unit("F1", FEDERAL, at((10, 42.5)))
    field = bombers(5, theirs, ground=())
    assert form(field, throw("F1"))["throwers"] == 2  # the third is 6.2 inches away
    assert refused(with_unit(field, "V1", moved=True), throw("F1")) == ["AVD-G.37"]
    walled = with_unit(bombers(5), "V1", moved=True)
    assert refused(walled, hit(f"{WALL.id} #1", "V1")) == ["AVD-G.37"]


@pytest.mark.rule("AVD-G.37", "AVD-7.02", "AVD-8.02")
def test_those_without_cans_still_fire_at_whom_the_others_threw_at():
    """Eight, three of them with cans: five fire, by their own row, at that unit alone, once."""
    mine = unit("V1", VILLISTA, row(10, 36, 8), throwers=3)
    field = laid(mine, unit("F1", FEDERAL, row(10, 42, 8)), unit("F2", FEDERAL, row(30, 42, 8)))
    thrown = done(field, throw("F1"), dynamite_hits=[[3, 3, 4, 4, 5, 5]], dynamite_saves=[{"counts": [2]}])
    rifles = fire(VILLISTA, "V1", "F1")
    assert form(thrown, rifles)["figures_firing"] == 5
    assert refused(thrown, fire(VILLISTA, "V1", "F2")) == ["AVD-G.37"]
    assert refused(thrown, throw("F1")) == ["AVD-7.08"]
    assert refused(thrown, move(thrown, "V1", 0, -1)) == ["AVD-7.07"]
    after = done(thrown, rifles, fire_hits=5, fire_saves=[{"counts": [1]}])  # 2 average dice less 2
    assert refused(after, rifles) == ["AVD-7.08"]
    only = laid(unit("V1", VILLISTA, row(10, 36, 3), throwers=3), unit("F1", FEDERAL, row(10, 42, 8)))
    spent = done(only, throw("F1"), dynamite_hits=[[3, 3, 4, 4, 5, 5]], dynamite_saves=[{"counts": [2]}])
    assert refused(spent, rifles) == ["AVD-7.08"]  # nobody is left who has not thrown


@pytest.mark.rule("AVD-2.08", "AVD-G.37", "AVD-G.20")
def test_throwers_are_figures_and_fall_as_such():
    """The last two of four have the cans; fire takes the nearest, one of them, and the books know it."""
    known, piece = unit("V1", VILLISTA, row(10, 36, 4, 1.1), throwers=2)
    theirs = unit("F1", FEDERAL, at((13.3, 41.5), (14.4, 41.5), (15.5, 41.5), (16.6, 41.5)))
    field = laid((known, replace(piece, marked=(2, 3))), theirs)
    far = laid((known, replace(piece, marked=(0, 1))), unit("F1", FEDERAL, at((16, 41.9))))
    assert refused(far, throw("F1")) == ["AVD-7.11"]  # those who are near have no cans
    assert form(field, throw("F1"))["throwers"] == 2
    shot = with_unit(replace(field, books=replace(field.books, side=FEDERAL)), "F1", fired=False)
    hurt = done(shot, fire(FEDERAL, "F1", "V1"), fire_hits=3, fire_saves=[{"counts": [1]}])
    assert hurt.pieces["V1"].marked == (2,)
    assert hurt.books.units["V1"].throwers == 1
    with pytest.raises(Refusal) as caught:
        laid((known, replace(piece, marked=(0,))), theirs)
    assert caught.value.problems[0].rule == "AVD-2.08"


@pytest.mark.rule("AVD-9.02", "AVD-8.21", "AVD-9.04b")
@pytest.mark.parametrize("y", (42, 50))
def test_a_can_kills_seven_in_twenty_hit_in_the_open_however_far_a_club_lets_it_fly(y):
    field = bombers(1, unit("F1", FEDERAL, row(10, y, 10, 1.0)), ground=())
    field = replace(field, tables=RULESET.tables({}, "[range]\ndynamite = 20\n"))
    law = law_of(KIT, field, throw("F1")).law
    assert sum(weight * verdict.killed for verdict, weight in law) == Fraction(95, 18) * Fraction(7, 20)


@pytest.mark.rule("AVD-G.30", "AVD-12.05")
def test_a_thrower_who_kills_himself_is_a_loss_over_which_his_unit_may_desert():
    field = laid(
        unit("F1", FEDERAL, row(10, 42, 6), throwers=1, prone_to_desertion=True),
        unit("V1", VILLISTA, row(10, 37, 6)),
        side=FEDERAL,
    )
    cast = Act(by="federal", action="throw_dynamite", piece="F1", target="V1")
    stayed = done(field, cast, dynamite_hits=[[2, 5]], dynamite_own_desertion=[[4]])
    assert len(stayed.pieces["F1"].figures) == 5
    ran = done(field, cast, dynamite_hits=[[2, 5]], dynamite_own_desertion=[[3]])
    assert "F1" not in ran.pieces


# ---- What stands on the table ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-5.14", "AVD-10.01")
def test_a_structure_that_cannot_be_measured_is_refused():
    crooked = replace(HOUSE, outline=outline((20, 40), (23, 40), (24, 43), (20, 43)))
    ditch = replace(area("trench", 20, 40, 3, 3), outline=outline((20, 40), (23, 40), (20, 43)))
    for odd, rule in ((crooked, "AVD-5.14"), (ditch, "AVD-10.01")):
        with pytest.raises(Refusal) as caught:
            laid(CANNON, FAR, ground=(odd,))
        assert [each.rule for each in caught.value.problems] == [rule]


@pytest.mark.rule("AVD-G.32")
def test_a_village_in_ruins_is_held_by_those_who_are_near():
    houses = tuple(area("building", 10 + 5 * number, 62, 3, 3) for number in range(3))
    ruins = {each.id: KnownStructure(each.id, StructureKind.WOODEN_BUILDING, 20, 0, fallen=True) for each in houses}
    names = tuple(each.id for each in houses)

    def held(*units):
        return villages_held(laid(*units, ground=houses, structures=ruins, villages=(names,)))

    near, away = unit("V1", VILLISTA, at((16.5, 57.1))), unit("V1", VILLISTA, at((16.5, 56.9)))
    assert held(near, FAR) == 1  # five and nine tenths from the middle at 63.5
    assert held(away, FAR) == 0
    assert held(near, unit("F1", FEDERAL, at((18, 64)))) == 0
