"""What follows from the printed tables, on exact laws: who kills more, who survives oftener, which is never less."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from sandtable.kernel.law import Law
from sandtable.kernel.requests import Count
from sandtable.rulesets.average_dice.casualties import Exposed, fatal_faces, save_die
from sandtable.rulesets.average_dice.dice import average_dice, average_die, law_of_cans
from sandtable.rulesets.average_dice.fire import rifle_row
from sandtable.rulesets.average_dice.vocabulary import Cover, Posture, Weapon
from tests.rulesets.average_dice import play
from tests.support.talk import Fields, of_kind

SHOT = ("mauser", "winchester", "hotchpotch", "mg", "field_gun", "hotch_field_gun")
COVERS = ("open", "soft", "hard")
NEAR, FAR = "6-12", "12-18"


def kills(weapon: str, **about) -> Fraction:
    if weapon == "dynamite":
        return play.mean("throw_dynamite", "figures_lost", **{"range": 6, "throwers": 1, **about})
    return play.mean("fire", "figures_lost", weapon=weapon, **{"range": NEAR, **about})


def hits(weapon: Weapon, figures: int) -> Fraction:
    row = rifle_row(weapon, figures, play.tables())
    if not row.dice:
        return Fraction(row.fixed)
    dice = average_dice("fire.hits", row.dice, play.tables(), less=row.less, least=0)
    return Law.of_counts(dice.law()).mean(lambda score: of_kind(int, score))


@pytest.mark.rule("AVD-O.01")
@pytest.mark.parametrize("weapon", (*SHOT, "dynamite"))
def test_open_kills_more_than_soft_and_soft_more_than_hard(weapon):
    in_the_open, soft, hard = (kills(weapon, target_cover=cover) for cover in COVERS)
    assert in_the_open > soft > hard
    assert (hard == 0) == (weapon == "hotchpotch")


KILLED = {
    "mauser": (3, 2, 1, 10),
    "winchester": (3, 2, 1, 10),
    "field_gun": (3, 2, 1, 10),
    "hotch_field_gun": (3, 2, 1, 10),
    "hotchpotch": (2, 1, 0, 6),
    "dynamite": (7, 6, 5, 20),
    "mg": (5, 4, 3, 20),
}


@pytest.mark.rule("AVD-9.02", "AVD-9.03")
@pytest.mark.parametrize("weapon", list(Weapon))
def test_faces_that_kill_without_additions(weapon):
    tables = play.tables()
    groups = [Exposed(1, cover, Posture.UPRIGHT) for cover in Cover]
    faces = tuple(len(fatal_faces(weapon, group, "0-6", tables)) for group in groups)
    assert (*faces, len(save_die(weapon, tables).faces)) == KILLED[weapon]


@pytest.mark.rule("AVD-O.02", "AVD-G.18", "AVD-G.19")
@pytest.mark.parametrize("weapon", (Weapon.MAUSER, Weapon.WINCHESTER, Weapon.HOTCHPOTCH))
def test_hits_never_rise_as_figures_fall(weapon):
    moves = 2 if weapon is Weapon.HOTCHPOTCH else 1  # three or fewer hotchpotch rifles fire in one move of two
    by_figures = [hits(weapon, figures) / (moves if figures <= 3 else 1) for figures in range(1, 11)]
    assert by_figures == sorted(by_figures)
    assert len(set(by_figures)) == 5  # one for each row of the table


@pytest.mark.rule("AVD-8.02", "AVD-G.18")
def test_means_of_the_rifle_table():
    mausers = [hits(Weapon.MAUSER, figures) for figures in (10, 8, 6, 4)]
    mixed = [hits(Weapon.HOTCHPOTCH, figures) for figures in (10, 8, 6, 4)]
    assert mausers == [7, 6, 5, Fraction(7, 2)]
    assert mixed == [Fraction(7, 2), Fraction(5, 2), Fraction(3, 2), Fraction(4, 6)]


@pytest.mark.rule("AVD-O.03")
@pytest.mark.parametrize("cover", COVERS)
@pytest.mark.parametrize("figures", range(4, 11))
def test_mausers_kill_more_than_hotchpotch_rifles(figures, cover):
    about: Fields = {"figures_firing": figures, "target_cover": cover}
    assert kills("mauser", **about) > kills("hotchpotch", **about)


@pytest.mark.rule("AVD-O.03", "AVD-O.06")
def test_kills_in_the_open():
    by_weapon = [kills(weapon) for weapon in ("mg", "field_gun", "mauser", "dynamite", "hotchpotch")]
    assert by_weapon == sorted(by_weapon, reverse=True)
    assert [round(float(mean), 3) for mean in by_weapon] == [3.5, 3.15, 2.1, 1.847, 1.167]


@pytest.mark.rule("AVD-O.04", "AVD-9.04")
@pytest.mark.parametrize("cover", COVERS)
@pytest.mark.parametrize("weapon", SHOT)
def test_near_fire_kills_at_least_as_many_as_far_fire(weapon, cover):
    assert kills(weapon, target_cover=cover) >= kills(weapon, target_cover=cover, range=FAR)


@pytest.mark.rule("AVD-9.04b")
def test_dynamite_gets_no_addition_for_range():
    far = "[range]\ndynamite = 24\n"
    near, beyond = (
        play.law("throw_dynamite", house=far, throwers=2, range=inches).mean(lambda verdict: verdict.killed)
        for inches in (6, 20)
    )
    assert near == beyond


@pytest.mark.rule("AVD-O.05", "AVD-9.05", "AVD-9.06", "AVD-9.07", "AVD-G.21")
@pytest.mark.parametrize("reach", (NEAR, FAR))
@pytest.mark.parametrize("cover", COVERS)
@pytest.mark.parametrize("weapon", SHOT)
def test_lying_down_never_hurts(weapon, cover, reach):
    upright, prone, fired, crawling = (
        kills(weapon, target_cover=cover, range=reach, posture=posture)
        for posture in ("upright", "prone", "fired_prone", "crawling")
    )
    assert prone <= fired <= upright
    assert crawling == fired
    if cover == "open" and reach == NEAR:
        assert prone < fired < upright


@pytest.mark.rule("AVD-O.07", "AVD-11.05", "AVD-11.09")
def test_chances_to_kill_in_melee():
    one: Fields = {
        "attacker_class": "infantry",
        "defender_class": "infantry",
        "attacker_number": 1,
        "defender_number": 1,
    }
    chances = [play.mean("melee", "figures_lost", target_cover=cover, **one) for cover in COVERS]
    prone = [play.mean("melee", "figures_lost", target_cover=cover, target_prone=True, **one) for cover in COVERS]
    assert chances == [Fraction(4, 10), Fraction(3, 10), Fraction(2, 10)]
    assert prone == [chance + Fraction(2, 10) for chance in chances]


@pytest.mark.rule("AVD-O.08", "AVD-11.06", "AVD-11.08")
def test_cavalry_beat_infantry_and_artillery_are_worst():
    def chance(attacker: str, defender: str) -> Fraction:
        about: Fields = {
            "attacker_class": attacker,
            "defender_class": defender,
            "attacker_number": 1,
            "defender_number": 1,
        }
        return play.mean("melee", "figures_lost", **about)

    horse, foot, guns = chance("cavalry", "infantry"), chance("infantry", "cavalry"), chance("artillery", "cavalry")
    assert (horse, foot, guns) == (Fraction(4, 10), Fraction(3, 10), Fraction(2, 10))
    assert horse > foot > guns


@pytest.mark.rule("AVD-10.09", "AVD-10.03", "AVD-10.04", "AVD-10.07")
@pytest.mark.parametrize(
    ("structure", "volleys"),
    (
        ("stone_building", "3.245"),
        ("fieldwork", "3.245"),
        ("wooden_building", "1.278"),
        ("linear_stone", "1.278"),
        ("linear_wooden", "1.000"),
    ),
)
def test_volleys_that_a_full_field_gun_needs(structure, volleys):
    assert f"{float(volleys_until_it_falls(structure)):.3f}" == volleys


def volleys_until_it_falls(structure: str, hits_left: int | None = None) -> Fraction:
    """One volley, and as many more as what it leaves standing needs."""
    left: Fields = {} if hits_left is None else {"hits_left": hits_left}
    law = play.law("hit_structure", weapon="field_gun", range=6, structure=structure, **left)
    standing = law.project(lambda verdict: None if verdict.falls else verdict.left)
    return 1 + sum(
        (weight * volleys_until_it_falls(structure, left) for left, weight in standing if left is not None), Fraction(0)
    )


@pytest.mark.rule("AVD-8.22b")
def test_a_throw_makes_95_eighteenths_of_hits():
    law = Law.of_counts(law_of_cans(average_die(play.tables()), 2, 2, 1))
    assert law.mean(lambda can: can[1]) == Fraction(95, 18)
    assert law.probability(lambda can: can[0] == 1) == Fraction(11, 36)


@pytest.mark.rule("AVD-5.11b", "AVD-5.11", "AVD-G.09")
@pytest.mark.parametrize(("mover", "two_turns", "turns"), (("infantry", 15, 8), ("cavalry", 30, 4)))
def test_turns_to_the_five_foot_line(mover, two_turns, turns):
    """Fast where the last move was not: 60 inches in 8 turns on foot, in 4 on horseback, and not one sooner (AVD-3.09, AVD-3.10)."""
    covered, inches, last_fast = [], 0, False
    for _ in range(turns):
        fast = not play.problems("move", mover=mover, rate="fast", last_move_fast=last_fast)
        rate = "fast" if fast else "amble"
        inches += play.verdict("move", mover=mover, rate=rate, last_move_fast=last_fast).measure("inches")
        covered.append(inches)
        last_fast = fast
    assert covered[1] == two_turns
    assert covered[-1] >= 60 > covered[-2]


@pytest.mark.rule("AVD-11.01", "AVD-G.36")
def test_more_attackers_never_kill_fewer():
    about: Fields = {"attacker_class": "infantry", "defender_class": "infantry", "defender_number": 4}
    means = [play.mean("melee", "figures_lost", attacker_number=number, **about) for number in range(1, 16)]
    assert means == sorted(means)
    assert all(more == fewer for fewer, more in pairwise(means[11:])), "no more than three on one"


@pytest.mark.rule("AVD-1.02b", "AVD-G.44")
def test_the_dice_in_use():
    sides = {weapon: play.tables().number("save", weapon, "die") for weapon in (*SHOT, "dynamite")}
    assert sides == dict.fromkeys(("mauser", "winchester", "field_gun", "hotch_field_gun"), 10) | {
        "hotchpotch": 6,
        "mg": 20,
        "dynamite": 20,
    }
    request = of_kind(Count, play.pending("new_day"))
    assert request.die.faces == (2, 3, 3, 4, 4, 5)
    other = of_kind(Count, play.pending("new_day", house="[dice]\naverage = [1, 2, 3, 4, 5, 6]\n"))
    assert other.die.faces == (1, 2, 3, 4, 5, 6)
    variance = sum((Fraction(face) - Fraction(7, 2)) ** 2 for face in request.die.faces) / 6
    assert variance == Fraction(11, 12)
