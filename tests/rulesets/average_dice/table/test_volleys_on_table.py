"""What volleys do on the table, by strength, weapon, cover and posture: exact means, worked out by hand from the printed rows."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.geometry.measure import Pose, inches
from sandtable.miniatures.acting import law_of
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.table.rules import KIT
from sandtable.rulesets.average_dice.vocabulary import Arm, Posture, Weapon
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
    with_unit,
)

SHOT = fire(VILLISTA, "V1", "F1")
STRIKE = Act(by="villista", action="melee", piece="V1", target="F1")
THEIRS = unit("F1", FEDERAL, row(10, 20, 10))


def killed(field, order=SHOT):
    """Figures killed on average, exact."""
    return sum(weight * verdict.killed for verdict, weight in law_of(KIT, field, order).law)


def volley(figures, weapon, ground=()):
    return laid(unit("V1", VILLISTA, row(10, 10, figures), weapon=weapon), THEIRS, ground=ground)


@pytest.mark.rule("AVD-8.01", "AVD-8.03", "AVD-8.04", "AVD-8.05", "AVD-8.06", "AVD-8.07", "AVD-G.19", "AVD-G.44")
@pytest.mark.parametrize(
    ("figures", "hits"), ((10, 7), (9, 7), (8, 6), (6, 5), (5, 5), (4, Fraction(7, 2)), (3, 1), (1, 1))
)
def test_mausers_by_the_figures_that_fire(figures, hits):
    assert killed(volley(figures, Weapon.MAUSER)) == hits * Fraction(3, 10)


@pytest.mark.rule("AVD-8.08", "AVD-8.09", "AVD-8.10", "AVD-8.11", "AVD-8.12", "AVD-G.18", "AVD-2.05b")
@pytest.mark.parametrize(
    ("figures", "hits"), ((10, Fraction(7, 2)), (7, Fraction(5, 2)), (6, Fraction(3, 2)), (4, Fraction(2, 3)), (2, 1))
)
def test_hotchpotch_rifles_by_the_figures_that_fire(figures, hits):
    assert killed(volley(figures, Weapon.HOTCHPOTCH)) == hits * Fraction(1, 3)


@pytest.mark.rule("AVD-G.17", "AVD-6.01")
def test_hotchpotch_rifles_kill_nobody_in_a_trench():
    trench = area("trench", 5, 18, 30, 4)
    assert killed(volley(10, Weapon.HOTCHPOTCH, (trench,))) == 0
    assert killed(volley(10, Weapon.MAUSER, (trench,))) == Fraction(7, 10)


@pytest.mark.rule("AVD-9.05", "AVD-9.06", "AVD-9.07", "AVD-G.21")
@pytest.mark.parametrize(
    ("posture", "fatal"), ((Posture.UPRIGHT, 3), (Posture.PRONE, 1), (Posture.FIRED_PRONE, 2), (Posture.CRAWLING, 2))
)
def test_whoever_lies_is_safer_and_less_so_after_he_has_fired(posture, fatal):
    assert killed(with_unit(volley(10, Weapon.MAUSER), "F1", posture=posture)) == Fraction(7 * fatal, 10)
    lying = with_unit(volley(10, Weapon.MAUSER), "V1", posture=Posture.PRONE)
    after = done(lying, SHOT, fire_hits=7, fire_saves=[{"counts": [0]}])
    assert after.books.units["V1"].posture is Posture.FIRED_PRONE


@pytest.mark.rule("AVD-8.13", "AVD-8.16", "AVD-8.14", "AVD-8.17")
def test_guns_by_who_serves_them():
    far = unit("F1", FEDERAL, row(18, 38, 10))
    machine_gun = laid(gun("V1", VILLISTA, Arm.MACHINE_GUN, pose(24, 30), 2), far)
    field_gun = laid(gun("V1", VILLISTA, Arm.FIELD_GUN, pose(24, 30), 3), far)
    assert float(killed(machine_gun)) == pytest.approx(
        3.5, abs=0.05
    )  # 14 hits, of which a quarter kill; ten men at most
    assert float(killed(field_gun)) == pytest.approx(3.15, abs=0.02)
    lent = with_unit(machine_gun, "V1", figures=1, replacements=1)  # one gunner, and one of the infantry
    assert float(killed(lent)) == pytest.approx(10.5 / 4, abs=0.02)
    two_of_three = with_unit(field_gun, "V1", figures=2, replacements=1)
    assert float(killed(two_of_three)) == pytest.approx(2.1, abs=0.01)


@pytest.mark.rule("AVD-4.03", "AVD-G.12", "AVD-G.19")
def test_a_general_fires_and_makes_one_hit():
    field = laid(unit("V1", VILLISTA, at((10, 10)), Arm.GENERAL), THEIRS)
    assert killed(field) == Fraction(3, 10)


@pytest.mark.rule("AVD-12.02b", "AVD-12.03", "AVD-G.28")
def test_weak_units_still_fire_and_machine_guns_still_advance():
    weak = volley(4, Weapon.MAUSER)
    assert refused(weak, SHOT) == []
    assert refused(weak, move(weak, "V1", 0, 1)) == ["AVD-12.02"]
    field = laid(gun("V1", VILLISTA, Arm.MACHINE_GUN, pose(24, 10), 2), THEIRS)
    ways = tuple((Pose(each.x, each.y + inches(2)),) for each in field.pieces["V1"].figures)
    assert refused(field, Act(by="villista", action="move", piece="V1", ways=ways, marker=(pose(24, 12),))) == []


@pytest.mark.rule("AVD-11.07", "AVD-11.08")
def test_gunners_fight_badly():
    crew = gun("V1", VILLISTA, Arm.MACHINE_GUN, pose(24, 30, 180), 2)
    before = [Pose(each.x, each.y - inches(1)) for each in crew[1].figures]
    assert killed(laid(crew, unit("F1", FEDERAL, before)), STRIKE) == 2 * Fraction(3, 10)
    riders = [Pose(each.x, each.y - inches(1)) for each in crew[1].figures]  # riding up to them, their mounts behind
    assert killed(laid(crew, unit("F1", FEDERAL, riders, Arm.CAVALRY)), STRIKE) == 2 * Fraction(2, 10)
