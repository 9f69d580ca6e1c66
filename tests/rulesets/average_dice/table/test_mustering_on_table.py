"""Figures that change their unit, and units that take heart; worked out by hand."""

from __future__ import annotations

import pytest

from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.table.rules import TABLE
from sandtable.rulesets.average_dice.table.turning import open_now
from sandtable.rulesets.average_dice.vocabulary import Arm
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    VILLISTA,
    at,
    done,
    fire,
    form,
    gun,
    laid,
    move,
    pose,
    refused,
    row,
    unit,
    with_unit,
)

FAR = unit("F1", FEDERAL, row(10, 60, 10))
MUZZLE = pose(24, 30)
JOIN = Act(by="villista", action="join", piece="V1", target="V2")
SHOT = fire(VILLISTA, "G", "F1")


def weak(one, other, apart=2.0, **about):
    """Two units in rows, so far apart base to base."""
    first, second = row(10, 10, one), row(10, 11 + apart, other)
    return laid(unit("V1", VILLISTA, first), unit("V2", VILLISTA, second, **about), FAR)


# ---- Joining -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-12.04", "AVD-G.29")
def test_two_weak_units_within_two_inches_become_one_where_they_stand():
    field = weak(2, 3)
    after = done(field, JOIN)
    assert after.pieces.keys() == {"V1", "F1"}
    assert after.pieces["V1"].figures == (*field.pieces["V1"].figures, *field.pieces["V2"].figures)
    assert after.books.units["V1"].joined
    assert refused(weak(2, 3, 2.001), JOIN) == ["AVD-G.29"]
    assert refused(weak(2, 5), JOIN) == ["AVD-12.04"]
    assert refused(weak(5, 2), JOIN) == ["AVD-12.04"]
    assert refused(field, Act(by="villista", action="join", piece="V1", target="F1")) == ["AVD-12.04"]
    assert refused(weak(2, 3, arm=Arm.CAVALRY), JOIN) == ["AVD-12.04"]
    assert refused(with_unit(field, "V2", fired=True), JOIN) == ["AVD-G.29"]


@pytest.mark.rule("AVD-12.04b", "AVD-G.29", "AVD-12.02", "AVD-12.01")
@pytest.mark.parametrize(("one", "other", "rules"), ((1, 2, {"AVD-12.04b"}), (2, 2, set()), (3, 2, set())))
def test_a_joined_unit_of_four_may_advance_and_a_smaller_one_may_not(one, other, rules):
    field = done(weak(one, other), JOIN)
    assert set(refused(field, move(field, "V1", 0, 3))) == rules
    alone = laid(unit("V1", VILLISTA, row(10, 10, 4)), FAR)
    assert refused(alone, move(alone, "V1", 0, 3)) == ["AVD-12.02"]


@pytest.mark.rule("AVD-G.29")
def test_a_joined_unit_is_prone_to_desertion_if_any_part_was():
    field = laid(
        unit("F1", FEDERAL, row(10, 40, 2)),
        unit("F2", FEDERAL, row(10, 42, 2), prone_to_desertion=True),
        unit("V1", VILLISTA, row(10, 10, 5)),
        side=FEDERAL,
    )
    after = done(field, Act(by="federal", action="join", piece="F1", target="F2"))
    assert after.books.units["F1"].prone_to_desertion


# ---- Serving a gun -----------------------------------------------------------------------------------------------------------------


def served(arm, crew, y=28.0, figures=5, **about):
    """A gun that has lost some of its crew, and infantry in a row some way behind it."""
    return laid(gun("G", VILLISTA, arm, MUZZLE, crew, **about), unit("V1", VILLISTA, row(26, y, figures)), FAR)


def lend(field, *places, piece="V1"):
    """The first figures of a unit go to places at the gun."""
    stay = ((),) * (len(field.pieces[piece].figures) - len(places))
    ways = (*((pose(*place),) for place in places), *stay)
    return Act(by="villista", action="unit_change", piece=piece, target="G", ways=ways)


BESIDE = ((25.2, 29.5), (25.2, 28.4))


@pytest.mark.rule("AVD-8.14", "AVD-8.14b", "AVD-8.15", "AVD-G.31", "AVD-G.30")
@pytest.mark.parametrize(("gunners", "dice"), ((1, 3), (0, 2)))
def test_infantry_stand_in_for_machine_gunners_and_it_fires_the_same_turn(gunners, dice):
    near = unit("F1", FEDERAL, row(20, 48, 10))
    field = laid(gun("G", VILLISTA, Arm.MACHINE_GUN, MUZZLE, gunners), unit("V1", VILLISTA, row(27, 28, 5)), near)
    assert refused(field, SHOT) == ["AVD-8.15"]
    after = done(field, lend(field, *BESIDE[: 2 - gunners]))
    assert len(after.pieces["G"].figures) == 2
    assert after.pieces["V1"].figures == field.pieces["V1"].figures[2 - gunners :]
    assert after.books.units["G"].replacements == 2 - gunners
    assert refused(after, SHOT) == []
    done(after, SHOT, fire_hits=[[3] * dice], fire_saves=[{"counts": [0]}])


@pytest.mark.rule("AVD-8.17", "AVD-8.17b", "AVD-8.18")
@pytest.mark.parametrize(("gunners", "dice"), ((2, 2), (1, 1)))
def test_infantry_at_a_field_gun_bring_no_dice_and_it_needs_an_artilleryman(gunners, dice):
    near = unit("F1", FEDERAL, row(20, 48, 10))
    mine = unit("V1", VILLISTA, row(27, 28, 5))
    field = laid(gun("G", VILLISTA, Arm.FIELD_GUN, MUZZLE, gunners), mine, near)
    places = ((25.4, 29.5), (25.4, 28.4), (25.4, 27.3))
    after = done(field, lend(field, *places[: 3 - gunners]))
    done(after, SHOT, fire_hits=[[3] * dice], fire_saves=[{"counts": [0]}])
    none = laid(gun("G", VILLISTA, Arm.FIELD_GUN, MUZZLE, 0), mine, near)
    assert refused(done(none, lend(none, *places)), SHOT) == ["AVD-8.18"]


@pytest.mark.rule("AVD-8.19", "AVD-8.20", "AVD-G.31")
def test_infantry_fire_a_captured_machine_gun_and_no_captured_field_gun():
    near = unit("F1", FEDERAL, row(20, 48, 10))
    mine = unit("V1", VILLISTA, row(27, 28, 5))
    field = laid(gun("G", VILLISTA, Arm.MACHINE_GUN, MUZZLE, 0, captured=True), mine, near)
    after = done(field, lend(field, *BESIDE))
    done(after, SHOT, fire_hits=[[3, 3]], fire_saves=[{"counts": [0]}])
    places = ((25.4, 29.5), (25.4, 28.4), (25.4, 27.3))
    field = laid(gun("G", VILLISTA, Arm.FIELD_GUN, MUZZLE, 0, captured=True), mine, near)
    assert refused(done(field, lend(field, *places)), SHOT) == ["AVD-8.19"]


@pytest.mark.rule("AVD-G.31", "AVD-2.15", "AVD-2.15b", "AVD-G.01", "AVD-1.04b")
def test_they_come_from_within_six_inches_to_within_one_and_no_more_than_are_missing():
    field = served(Arm.MACHINE_GUN, 1)
    assert refused(field, lend(field, BESIDE[0])) == []
    assert refused(field, lend(field, *BESIDE)) == ["AVD-2.15"]
    large = served(Arm.FIELD_GUN, 3)
    assert refused(large, lend(large, (25.4, 29.5))) == ["AVD-2.15b"]
    assert refused(field, lend(field, (26.001, 29.5))) == ["AVD-G.01"]
    assert refused(field, lend(field, (24.9, 29.5))) == ["AVD-1.04b"]  # on the gun
    assert refused(field, lend(field)) == ["AVD-8.14"]
    for y, rules in ((22.5, []), (22.4, ["AVD-G.31"])):  # the gun's own ground begins at 29
        away = laid(gun("G", VILLISTA, Arm.MACHINE_GUN, MUZZLE, 1), unit("V1", VILLISTA, at((24, y))), FAR)
        assert refused(away, lend(away, BESIDE[0])) == rules
    assert refused(with_unit(field, "V1", moved=True), lend(field, BESIDE[0])) == ["AVD-G.31"]


@pytest.mark.rule("AVD-8.14", "AVD-G.12")
def test_only_infantry_are_lent_and_only_to_a_gun():
    for arm in (Arm.CAVALRY, Arm.GENERAL):
        field = laid(gun("G", VILLISTA, Arm.MACHINE_GUN, MUZZLE, 1), unit("V1", VILLISTA, at((26, 28)), arm), FAR)
        assert refused(field, lend(field, BESIDE[0])) == ["AVD-8.14"]
    other = laid(unit("G", VILLISTA, at((24, 30))), unit("V1", VILLISTA, at((26, 28))), FAR)
    assert refused(other, lend(other, BESIDE[0])) == ["AVD-8.14"]


@pytest.mark.rule("AVD-8.14b", "AVD-9.01")
def test_whoever_stands_in_for_a_gunner_falls_like_one():
    field = laid(
        gun("G", FEDERAL, Arm.MACHINE_GUN, pose(24, 40, 180), 2),
        unit("V1", VILLISTA, row(20, 30, 10)),
        unit("F1", FEDERAL, row(10, 60, 5)),
    )
    field = with_unit(field, "G", figures=0, replacements=2)
    after = done(field, fire(VILLISTA, "V1", "G"), fire_hits=7, fire_saves=[{"counts": [1]}])
    assert (after.books.units["G"].figures, after.books.units["G"].replacements) == (0, 1)
    assert len(after.pieces["G"].figures) == 1


# ---- Taking heart ------------------------------------------------------------------------------------------------------------------


def shaken(prone=3):
    """The Federals have so many units that are prone to desertion, and the Villistas a General in the open before them."""
    theirs = [
        unit(f"F{number}", FEDERAL, row(2, 40 + 3 * number, 10), prone_to_desertion=number <= prone)
        for number in range(1, 5)
    ]
    mine = unit("V1", VILLISTA, row(2, 10, 10))
    return laid(mine, unit("Villa", VILLISTA, at((10, 30)), Arm.GENERAL), *theirs, side=FEDERAL)


def restore(first=""):
    return Act(by="federal", action="restore_units", chosen={"restored_first": first} if first else {})


@pytest.mark.rule("AVD-3.12", "AVD-G.06", "AVD-4.05")
def test_a_federal_moral_victory_makes_units_of_their_choice_normal():
    shot = fire(FEDERAL, "F1", "Villa")
    field = done(shaken(), shot, fire_hits=7, fire_saves=[{"counts": [1]}])
    assert open_now(field) == {"federal": ("restore_units",)}
    assert refused(field, Act(by="federal", action="next_move")) == ["AVD-3.12"]
    assert refused(field, restore("F4")) == ["AVD-3.12"]
    after = done(field, restore("F3"), restore_units=2)
    assert {name for name, known in after.books.units.items() if known.prone_to_desertion} == {"F2"}
    assert "next_move" in open_now(after)["federal"]
    all_of_them = done(field, restore(), restore_units=[[5]])
    assert not any(known.prone_to_desertion for known in all_of_them.books.units.values())


@pytest.mark.rule("AVD-3.12")
def test_where_nobody_is_prone_nothing_is_thrown():
    field = done(shaken(0), fire(FEDERAL, "F1", "Villa"), fire_hits=7, fire_saves=[{"counts": [1]}])
    assert "next_move" in open_now(field)["federal"]


@pytest.mark.rule("AVD-G.42")
def test_a_villista_moral_victory_brings_points_only():
    field = laid(
        unit("V1", VILLISTA, row(10, 10, 10)),
        unit("Huerta", FEDERAL, at((10, 20)), Arm.GENERAL),
        unit("F1", FEDERAL, row(10, 40, 10), prone_to_desertion=True),
    )
    after = done(field, fire(VILLISTA, "V1", "Huerta"), fire_hits=7, fire_saves=[{"counts": [1]}])
    assert [(each.side, each.points) for each in after.books.victories] == [(VILLISTA, 5)]
    assert after.books.units["F1"].prone_to_desertion
    assert open_now(after).keys() == {"villista"}
    assert TABLE.result(after) is None


def test_the_form_counts_the_figures_that_are_lent():
    field = served(Arm.MACHINE_GUN, 0)
    assert form(field, lend(field, *BESIDE))["figures_lent"] == 2
