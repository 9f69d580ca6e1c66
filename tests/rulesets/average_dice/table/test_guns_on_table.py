"""Guns on the table: arcs, crews, whole moves, capture; worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

import pytest

from sandtable.geometry.measure import Pose, inches
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.vocabulary import Arm, Posture
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    MOUNTED,
    ON_FOOT,
    VILLISTA,
    at,
    done,
    fire,
    form,
    gun,
    laid,
    pose,
    refused,
    row,
    unit,
    wall,
    with_unit,
)

SHOT = fire(VILLISTA, "MG", "F1")
MUZZLE = pose(24, 30)


def off(degrees: float, far: float = 10) -> tuple[float, float]:
    """A place so many degrees to the right of straight up the table from the muzzle."""
    return 24 + far * sin(radians(degrees)), 30 + far * cos(radians(degrees))


def gunner(arm, *places, crew=None, **about):
    """A gun of the Villistas and somebody to shoot at."""
    served = crew if crew is not None else 2 if arm is Arm.MACHINE_GUN else 3
    return laid(gun("MG", VILLISTA, arm, MUZZLE, served, **about), unit("F1", FEDERAL, at(*places)))


def spend(what, piece="MG", **about):
    return Act(by="villista", action="spend_move", piece=piece, chosen={"whole_move": what}, **about)


def hauled(field, x, y):
    """A gun and its crew go straight."""
    own = field.pieces["MG"]
    ways = tuple((Pose(each.x + inches(x), each.y + inches(y)),) for each in own.figures)
    there = Pose(own.marker.x + inches(x), own.marker.y + inches(y))
    return Act(by="villista", action="move", piece="MG", ways=ways, marker=(there,))


# ---- Fire ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-7.05", "AVD-7.06", "AVD-7.06b")
@pytest.mark.parametrize(("arm", "half"), ((Arm.MACHINE_GUN, 60), (Arm.FIELD_GUN, 45)))
def test_a_gun_fires_at_what_is_in_its_arc(arm, half):
    for degrees in (0, half, -half):
        assert refused(gunner(arm, off(degrees)), SHOT) == []
    for degrees in (half + 1, -half - 1, 180):
        assert refused(gunner(arm, off(degrees)), SHOT) == ["AVD-7.06b"]


@pytest.mark.rule("AVD-1.06", "AVD-G.01", "AVD-7.11")
def test_range_is_measured_from_the_middle_of_the_front_of_the_gun():
    assert form(gunner(Arm.MACHINE_GUN, (24, 40.5)), SHOT)["range"] == "10"
    assert refused(gunner(Arm.MACHINE_GUN, (24, 54.5)), SHOT) == []
    assert refused(gunner(Arm.MACHINE_GUN, (24, 54.501)), SHOT) == ["AVD-7.11"]


@pytest.mark.rule("AVD-7.05", "AVD-G.20")
def test_figures_outside_the_arc_are_not_hit():
    field = gunner(Arm.MACHINE_GUN, off(55), off(59), off(65), off(70))
    told = form(field, SHOT)
    assert (told["target_figures"], told["target_strength"]) == (2, 4)
    after = done(field, SHOT, fire_hits=14, fire_saves=[{"counts": [5]}])
    assert len(after.pieces["F1"].figures) == 2


@pytest.mark.rule("AVD-8.15", "AVD-8.18b", "AVD-8.13", "AVD-8.16", "AVD-G.43")
def test_a_gun_fires_with_its_whole_crew_alone_and_unlimbered():
    assert refused(gunner(Arm.MACHINE_GUN, (24, 40), crew=1), SHOT) == ["AVD-8.15"]
    assert refused(gunner(Arm.FIELD_GUN, (24, 40), crew=2), SHOT) == ["AVD-8.18b"]
    assert refused(gunner(Arm.FIELD_GUN, (24, 40), limbered=True), SHOT) == ["AVD-G.43"]


@pytest.mark.rule("AVD-6.06", "AVD-G.48", "AVD-G.31")
def test_a_crew_is_a_target_of_its_own_and_leaves_its_gun_behind():
    theirs = gun("F1", FEDERAL, Arm.FIELD_GUN, pose(24, 40, 180), 3)
    field = laid(unit("V1", VILLISTA, row(20, 30, 10)), theirs)
    shot = fire(VILLISTA, "V1", "F1")
    assert form(field, shot)["target_kind"] == "gun_crew"
    after = done(field, shot, fire_hits=7, fire_saves=[{"counts": [3]}])
    assert after.pieces["F1"].figures == ()
    assert after.pieces["F1"].marker == pose(24, 40, 180)
    assert after.pieces["F1"].owner == "federal"


@pytest.mark.rule("AVD-G.31", "AVD-G.43", "AVD-8.15")
def test_a_gun_that_nobody_serves_is_no_target_and_does_nothing():
    theirs = gun("F1", FEDERAL, Arm.MACHINE_GUN, pose(24, 40, 180), 0)
    field = laid(unit("V1", VILLISTA, row(20, 30, 10)), theirs, unit("F2", FEDERAL, row(2, 60, 5)), side=VILLISTA)
    assert "AVD-G.33" in refused(field, fire(VILLISTA, "V1", "F1"))
    mine = laid(gun("MG", VILLISTA, Arm.MACHINE_GUN, MUZZLE, 0), unit("F1", FEDERAL, row(20, 40, 5)))
    assert "AVD-8.15" in refused(mine, SHOT)
    assert "AVD-G.43" in refused(mine, hauled(mine, 0, 1))
    assert refused(mine, spend("realign", marker=(pose(24, 30, 90),))) == ["AVD-G.43"]


@pytest.mark.rule("AVD-11.10", "AVD-11.07", "AVD-G.31")
def test_a_gun_whose_crew_falls_in_melee_changes_sides():
    theirs = gun("F1", FEDERAL, Arm.MACHINE_GUN, pose(24, 40, 180), 2)
    crew = theirs[1].figures
    mine = unit("V1", VILLISTA, [Pose(each.x, each.y - inches(1)) for each in crew])
    field = laid(mine, theirs, unit("F2", FEDERAL, row(10, 60, 5)))
    after = done(field, Act(by="villista", action="melee", piece="V1", target="F1"), melee_strikes=[[10, 10]])
    assert after.pieces["F1"].owner == "villista"
    assert after.pieces["F1"].figures == ()
    assert after.books.units["F1"].captured


# ---- Taken, lost and served by others -----------------------------------------------------------------------------------------------


def left_behind(arm=Arm.MACHINE_GUN, y=41.5, **about):
    """A gun of the Federals that nobody serves, and Villistas before it; they touch it at 41.5, where its marker ends."""
    deep = 1 if arm is Arm.MACHINE_GUN else 2.5
    theirs = gun("F gun", FEDERAL, arm, pose(24, 42 + deep, 0), 0, **about)
    return laid(unit("V1", VILLISTA, row(24, y, 6, 1.02)), theirs, unit("F2", FEDERAL, row(10, 65, 5)))


TAKE = Act(by="villista", action="take_gun", piece="V1", target="F gun")


def turn_over(field, side="villista"):
    other = "federal" if side == "villista" else "villista"
    return done(done(field, Act(by=side, action="next_move")), Act(by=other, action="next_move"))


def lent(field, piece, target, *places):
    """Figures go to a gun, the first ones of their unit."""
    stay = len(field.pieces[piece].figures) - len(places)
    ways = (*((pose(*place),) for place in places), *((),) * stay)
    return Act(by="villista", action="unit_change", piece=piece, target=target, ways=ways)


@pytest.mark.rule("AVD-G.31")
def test_an_abandoned_gun_is_taken_by_whoever_touches_it():
    field = left_behind()
    taken = done(field, TAKE)
    assert taken.pieces["F gun"].owner == "villista"
    assert taken.books.units["F gun"].captured
    assert refused(left_behind(y=41.4), TAKE) == ["AVD-G.31"]
    served = laid(
        unit("V1", VILLISTA, row(24, 41.5, 6, 1.02)),
        gun("F gun", FEDERAL, Arm.MACHINE_GUN, pose(24, 43, 0), 2),
        unit("F2", FEDERAL, row(10, 65, 5)),
    )
    assert refused(served, TAKE) == ["AVD-G.31"]
    assert refused(field, replace(TAKE, target="F2")) == ["AVD-G.31"]


@pytest.mark.rule("AVD-8.20", "AVD-G.31", "AVD-8.14b")
def test_infantry_fire_a_captured_machine_gun_from_their_next_turn_with_a_die_each():
    taken = done(left_behind(), TAKE)
    serve = lent(taken, "V1", "F gun", (23.4, 43.6), (24.6, 43.6))
    assert refused(taken, serve) == ["AVD-G.31"]  # not in the turn in which it was taken
    field = done(turn_over(taken), serve)
    gunners = field.books.units["F gun"]
    assert (gunners.figures, gunners.replacements) == (0, 2)
    shot = fire(VILLISTA, "F gun", "F2")
    assert refused(field, shot) == []
    after = done(field, shot, fire_hits=7, fire_saves=[{"counts": [2]}])  # 2 average dice
    assert len(after.pieces["F2"].figures) == 3


@pytest.mark.rule("AVD-8.19", "AVD-G.31", "AVD-8.18")
def test_a_captured_field_gun_needs_an_artilleryman_among_those_who_serve_it():
    own = gun("V gun", VILLISTA, Arm.FIELD_GUN, pose(30, 44), 3)
    theirs = gun("F gun", FEDERAL, Arm.FIELD_GUN, pose(24, 44.5), 0)
    field = laid(unit("V1", VILLISTA, row(24, 41.5, 4, 1.02)), own, theirs, unit("F2", FEDERAL, row(20, 65, 5)))
    field = turn_over(done(field, TAKE))
    shot = fire(VILLISTA, "F gun", "F2")
    infantry = done(field, lent(field, "V1", "F gun", (22.6, 43), (22.6, 44.1), (25.4, 43)))
    assert "AVD-8.19" in refused(infantry, shot)
    two = done(field, lent(field, "V1", "F gun", (22.6, 43), (22.6, 44.1)))
    assert "AVD-8.19" in refused(two, shot)
    manned = done(two, lent(two, "V gun", "F gun", (25.4, 43)))
    gunners = manned.books.units["F gun"]
    assert (gunners.figures, gunners.replacements) == (1, 2)
    assert len(manned.pieces["V gun"].figures) == 2
    assert refused(manned, shot) == []
    assert "AVD-8.18b" in refused(manned, fire(VILLISTA, "V gun", "F2"))


@pytest.mark.rule("AVD-G.31", "AVD-11.10")
def test_a_gun_that_is_retaken_is_its_owners_again():
    field = laid(
        unit("F1", FEDERAL, row(24, 41.5, 6, 1.02)),
        gun("F gun", VILLISTA, Arm.MACHINE_GUN, pose(24, 43), 0, captured=True),
        unit("V2", VILLISTA, row(10, 10, 5)),
        side=FEDERAL,
    )
    back = done(field, Act(by="federal", action="take_gun", piece="F1", target="F gun"))
    assert back.pieces["F gun"].owner == "federal"
    assert not back.books.units["F gun"].captured


# ---- Moving -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-5.04", "AVD-5.06", "AVD-5.07", "AVD-G.43", "AVD-7.10")
@pytest.mark.parametrize(
    ("arm", "about", "far"),
    ((Arm.MACHINE_GUN, {}, 4), (Arm.FIELD_GUN, {"limbered": True}, 9), (Arm.FIELD_GUN, {"limbered": False}, 3)),
)
def test_guns_go_as_far_as_they_are_carried_driven_or_pushed(arm, about, far):
    field = gunner(arm, (24, 60), **about)
    assert refused(field, hauled(field, 0, -far)) == []
    assert set(refused(field, hauled(field, 0, -far - 0.001))) == {"AVD-5.01"}
    moved = done(field, hauled(field, 0, -far))
    assert moved.pieces["MG"].marker == pose(24, 30 - far)
    if not about.get("limbered"):
        assert refused(moved, SHOT) in (["AVD-7.10"], ["AVD-7.11"])


@pytest.mark.rule("AVD-G.01", "AVD-G.43")
def test_the_crew_keeps_within_an_inch_of_its_gun():
    field = gunner(Arm.MACHINE_GUN, (24, 60))
    alone = replace(hauled(field, 0, -2.9), ways=((), ()))
    assert refused(field, alone) == []  # it has come past them
    assert set(refused(field, replace(hauled(field, 0, -1), ways=((), ())))) == {"AVD-1.04b"}  # onto them
    ahead = replace(hauled(field, 0, 3), ways=((), ()))
    assert set(refused(field, ahead)) == {"AVD-G.01"}


@pytest.mark.rule("AVD-6.03", "AVD-G.14")
def test_a_field_gun_pays_for_what_the_gun_itself_crosses():
    fence = wall("fence", (0, 31), (48, 31))
    field = laid(
        gun("MG", VILLISTA, Arm.FIELD_GUN, MUZZLE, 3, limbered=True), unit("F1", FEDERAL, at((24, 60))), ground=(fence,)
    )
    assert "AVD-6.03" in refused(field, hauled(field, 0, 2))
    assert refused(field, hauled(field, 0, -2)) == []


# ---- Whole moves --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-7.06b", "AVD-G.16", "AVD-7.10")
def test_a_gun_turns_by_spending_its_move():
    field = gunner(Arm.MACHINE_GUN, off(100))
    turned = done(field, spend("realign", marker=(pose(24, 30, 90),)))
    assert turned.pieces["MG"].marker == pose(24, 30, 90)
    assert refused(turned, SHOT) == ["AVD-7.10"]
    assert refused(with_unit(turned, "MG", moved=False), SHOT) == []
    assert refused(field, spend("realign", marker=(pose(25, 30, 90),))) == ["AVD-7.06b"]
    assert refused(field, spend("limber")) == ["AVD-5.15"]


@pytest.mark.rule("AVD-5.15", "AVD-G.43")
def test_a_field_gun_is_limbered_and_unlimbered_in_a_whole_move():
    field = done(gunner(Arm.FIELD_GUN, (24, 60)), spend("limber"))
    assert field.books.units["MG"].limbered
    assert refused(with_unit(field, "MG", moved=False), spend("limber")) == ["AVD-5.15"]
    assert refused(field, spend("unlimber")) == ["AVD-5.15"]  # it has no move left


@pytest.mark.rule("AVD-5.16", "AVD-G.46", "AVD-1.05")
def test_riders_dismount_and_stand_on_one_base_each():
    field = laid(unit("V1", VILLISTA, row(10, 10, 6), Arm.CAVALRY), unit("F1", FEDERAL, row(10, 24, 10)))
    assert field.pieces["V1"].base == MOUNTED
    down = done(field, spend("dismount", "V1"))
    assert down.pieces["V1"].base == ON_FOOT
    assert not down.books.units["V1"].mounted
    assert refused(down, fire(VILLISTA, "V1", "F1")) == ["AVD-7.07"]
    assert refused(field, spend("mount", "V1")) == ["AVD-5.16"]
    assert down.books.units["V1"].posture is Posture.UPRIGHT
    close = laid(unit("V1", VILLISTA, row(10, 10, 6), Arm.CAVALRY, mounted=False), unit("F1", FEDERAL, row(10, 11, 6)))
    assert refused(close, spend("mount", "V1")) == ["AVD-G.46"]


@pytest.mark.rule("AVD-5.16", "AVD-1.05")
def test_riders_mount_and_stand_on_two_bases_each():
    on_foot = unit("V1", VILLISTA, row(10, 10, 6), Arm.CAVALRY, mounted=False)
    up = done(laid(on_foot, unit("F1", FEDERAL, row(10, 24, 10))), spend("mount", "V1"))
    assert up.books.units["V1"].mounted
    assert up.pieces["V1"].base == MOUNTED
