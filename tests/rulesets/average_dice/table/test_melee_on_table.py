"""Melee on the table: who strikes whom, and who falls; worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.miniatures.acting import law_of
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.table.rules import KIT, TABLE
from sandtable.rulesets.average_dice.vocabulary import Arm, Posture
from tests.rulesets.average_dice import play
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    VILLISTA,
    area,
    at,
    done,
    form,
    laid,
    move,
    refused,
    row,
    unit,
    wall,
    with_unit,
)

STRIKE = Act(by="villista", action="melee", piece="V1", target="F1")


def mean(field):
    """Enemies struck down on average, exact."""
    return sum(weight * verdict.killed for verdict, weight in law_of(KIT, field, STRIKE).law)


def lines(mine=10, theirs=10, ground=(), arm=Arm.INFANTRY):
    """Two rows, one before the other, each figure touching the one before it."""
    return laid(unit("V1", VILLISTA, row(10, 20, mine), arm), unit("F1", FEDERAL, row(10, 21, theirs)), ground=ground)


@pytest.mark.rule("AVD-11.01", "AVD-11.02", "AVD-11.04", "AVD-11.05", "AVD-G.36")
def test_ten_on_ten_in_the_open_kill_four_on_average():
    assert form(lines(), STRIKE)["strikes"] == [{"enemies": 10, "strikers": 1, "cover": "open"}]
    assert mean(lines()) == 4
    assert mean(lines()) == play.mean("melee", "figures_lost", attacker_class="infantry", defender_class="infantry")


@pytest.mark.rule("AVD-11.02", "AVD-11.03")
def test_only_those_who_touch_strike_and_are_struck():
    apart = laid(unit("V1", VILLISTA, row(10, 20, 10)), unit("F1", FEDERAL, row(10, 21.1, 10)))
    assert refused(apart, STRIKE) == ["AVD-11.02"]
    shifted = laid(unit("V1", VILLISTA, row(10, 20, 10)), unit("F1", FEDERAL, row(20.5, 21, 10)))
    assert form(shifted, STRIKE)["strikes"] == [{"enemies": 3, "strikers": 1, "cover": "open"}]
    theirs = Act(by="federal", action="melee", piece="F1", target="V1")
    assert TABLE.problems(shifted, theirs)[0].message.id == "problem.table.not_open"
    passed = done(shifted, Act(by="villista", action="next_move"))
    assert refused(passed, theirs) == []


@pytest.mark.rule("AVD-11.01", "AVD-G.36")
def test_three_on_one_at_most_and_spread_as_evenly_as_contact_lets():
    around = laid(
        unit("V1", VILLISTA, at((9, 20), (11, 20), (10, 19), (10, 21))),
        unit("F1", FEDERAL, at((10, 20), (12, 20), (20, 20), (21, 20))),
    )
    told = form(around, STRIKE)
    assert told["strikes"] == [
        {"enemies": 1, "strikers": 3, "cover": "open"},
        {"enemies": 1, "strikers": 1, "cover": "open"},
    ]
    assert mean(around) == 1 - Fraction(6, 10) ** 3 + Fraction(4, 10)


@pytest.mark.rule("AVD-11.04", "AVD-G.36")
def test_those_who_were_struck_fall_and_the_rest_of_the_unit_stays():
    around = laid(
        unit("V1", VILLISTA, at((9, 20), (11, 20), (10, 19), (10, 21))),
        unit("F1", FEDERAL, at((20, 20), (12, 20), (10, 20), (21, 20))),
    )
    after = done(around, STRIKE, melee_strikes=[[1, 1, 7], [1]])  # the one with three on him falls
    assert [(pose.x, pose.y) for pose in after.pieces["F1"].figures] == [
        (20_000, 20_000),
        (12_000, 20_000),
        (21_000, 20_000),
    ]
    both = done(around, STRIKE, melee_strikes=[[1, 1, 7], [9]])
    assert len(both.pieces["F1"].figures) == 2
    assert not both.books.units["F1"].gone
    assert both.books.units["V1"].fought
    assert refused(both, STRIKE) == ["AVD-11.02"]  # nobody is left in contact


@pytest.mark.rule("AVD-11.05", "AVD-G.26")
def test_each_enemy_has_the_cover_that_he_stands_in():
    half = area("broken_ground", 9, 20.6, 6.8, 2)
    told = form(lines(ground=(half,)), STRIKE)["strikes"]
    assert told == [{"enemies": 4, "strikers": 1, "cover": "soft"}, {"enemies": 6, "strikers": 1, "cover": "open"}]
    assert mean(lines(ground=(half,))) == 4 * Fraction(3, 10) + 6 * Fraction(4, 10)
    assert mean(lines(ground=(wall("fieldwork", (9, 20.5), (30, 20.5)),))) == 2


@pytest.mark.rule("AVD-11.06", "AVD-11.09", "AVD-G.27", "AVD-O.08")
def test_horse_and_prone_enemies():
    assert mean(lines(arm=Arm.CAVALRY)) == 4
    foot_at_horse = laid(unit("V1", VILLISTA, row(10, 20, 10)), unit("F1", FEDERAL, row(10, 22, 10), Arm.CAVALRY))
    assert mean(foot_at_horse) == 3  # the mounts reach back an inch
    assert mean(with_unit(lines(), "F1", posture=Posture.PRONE)) == 6


@pytest.mark.rule("AVD-7.09", "AVD-12.01", "AVD-G.35")
def test_a_unit_moves_into_contact_and_fights_in_the_same_turn():
    field = laid(unit("V1", VILLISTA, row(10, 16, 10)), unit("F1", FEDERAL, row(10, 21, 10)))
    field = done(field, move(field, "V1", 0, 4))
    assert refused(field, STRIKE) == []
    again = done(field, STRIKE, melee_strikes=[[1] * 10])
    assert refused(again, STRIKE) == ["AVD-11.04"]
    assert refused(with_unit(field, "V1", fired=True), STRIKE) == ["AVD-G.35"]
    few = laid(unit("V1", VILLISTA, row(10, 20, 4), moved=True), unit("F1", FEDERAL, row(10, 21, 10)))
    assert refused(few, STRIKE) == ["AVD-12.01"]
    there = laid(unit("V1", VILLISTA, row(10, 20, 4)), unit("F1", FEDERAL, row(10, 21, 10)))
    assert refused(there, STRIKE) == []  # already in contact it goes on striking


@pytest.mark.rule("AVD-12.05", "AVD-G.12", "AVD-4.05")
def test_what_losses_in_melee_lead_to():
    deserting = with_unit(lines(2, 10), "F1", prone_to_desertion=True)
    gone = done(deserting, STRIKE, melee_strikes=[[10, 1]], melee_desertion={"counts": [1]})
    assert "F1" not in gone.pieces
    general = laid(unit("V1", VILLISTA, row(10, 20, 5)), unit("F1", FEDERAL, at((10, 21)), Arm.GENERAL))
    after = done(general, STRIKE, melee_strikes=[[7]])
    assert "F1" not in after.pieces
    assert FEDERAL in after.books.generals_killed
