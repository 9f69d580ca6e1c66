"""Fire at those who charge or pass by (MAW-G.04a to MAW-G.04c, MAW-G.07g)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulesets.mexican_american_war.table.state import Charge, MawField
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Formation,
    OrderState,
    Phase,
)
from tests.rulesets.mexican_american_war.table.fired import mexicans, muskets, shot
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    RIGHT,
    US,
    Laid,
    checked,
    come_to,
    done,
    fire,
    form,
    hill,
    horse,
    laid,
    maneuver,
    pose,
    refused,
    unit,
)

F = Formation


# ---- Charges under fire (MAW-G.04a to MAW-G.04c, MAW-24.24) -------------------------------------------------------------------------------


def charging(charger: Laid, steel: bool = False, **more: Any) -> MawField:
    """A Mexican unit has charged home on ten muskets."""
    field = shot(muskets(10, **more), charger, side=MEX, defensive=True)
    name = charger[0].name
    books = field.books.with_changes(name, charges=True, charging=frozenset({"5th"}), cold_steel=steel)
    books = books.with_changes("5th", charged_by=frozenset({name}))
    return replace(field, books=books, charges={name: Charge("5th", pose(30, 34, DOWN), moved=True)})


@pytest.mark.rule("MAW-G.04", "MAW-G.04a", "MAW-11.04", "MAW-11.02", "MAW-G.07e")
def test_a_checked_charge_halts_two_inches_off_and_fights_no_combat():
    """Ten points and buck and ball: +2. A 6 is Galling."""
    plain = done(charging(mexicans(20)), fire("5th", "1st"), fire_die=6)
    assert plain.books.units["1st"].charge_checked
    assert plain.books.units["1st"].order is OrderState.DISORDERED
    gap = min(pose.y for pose in plain.pieces["1st"].figures) - 20_000
    assert 1990 <= gap <= 2060
    assert plain.charges["1st"].moved
    assert come_to(plain, Phase.LEADERS).books.combats == 0
    home = done(charging(mexicans(20), steel=True), fire("5th", "1st"), fire_die=9)
    assert not home.books.units["1st"].charge_checked
    withering = done(charging(mexicans(20), steel=True), fire("5th", "1st"), fire_die=10)
    assert withering.books.units["1st"].charge_checked


@pytest.mark.rule("MAW-4.20", "MAW-24.24", "MAW-24.26", "MAW-G.04b", "MAW-G.04c", "MAW-G.25b", "MAW-G.04")
@pytest.mark.parametrize(("choice", "low", "high"), (("go back", 21.9, 22.2), ("recall", 30, 60)))
def test_mexican_horse_is_checked_by_lively_fire_and_may_recall(choice, low, high):
    """A 4 makes 6: Lively."""
    field = charging(horse("1st", MEX, pose(30, 20, DOWN), 6))
    after = done(field, fire("5th", "1st"), fire_die=4, recall=choice)
    assert after.books.units["1st"].charge_checked
    assert low <= min(pose.y for pose in after.pieces["1st"].figures) / 1000 <= high
    foot = done(charging(mexicans(20)), fire("5th", "1st"), fire_die=4)
    assert not foot.books.units["1st"].charge_checked
    assert foot.books.units["1st"].order is OrderState.DISORDERED


# ---- Pass through fire (MAW-G.07g) ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-G.07g")
def test_a_unit_that_passed_a_front_is_fired_at_where_it_was():
    """It marches across ten inches before the muskets and ends behind a hill; half way it was five inches off."""
    crossing = unit("1st", MEX, pose(20, 25, RIGHT), 2, formation=F.MARCH_COLUMN)
    field = checked(laid(muskets(10), crossing, side=MEX, ground=(hill(36, 21, 3, 20),)), "1st")
    moved = done(field, maneuver("1st", "full move", ("advance", 12), side=MEX))
    away = replace(moved, books=replace(moved.books, phase=Phase.DEFENSIVE_FIRE), group=())
    away = replace(
        away,
        pieces={
            **away.pieces,
            "1st": replace(away.pieces["1st"], figures=(pose(60, 25, RIGHT), pose(59.25, 25, RIGHT))),
        },
    )
    told = form(away, fire("5th", "1st"))
    assert told["station"] > 0
    assert Fraction(told["firers"][0]["range"]) <= 5
    mine = form(away, fire("5th", "1st", station=6))
    assert mine["station"] == 6
    assert refused(away, fire("5th", "1st", station=99)) == ["MAW-G.07g"]
    offensive = replace(away, books=replace(away.books, phase=Phase.OFFENSIVE_FIRE, side=US))
    assert refused(offensive, fire("5th", "1st")) != []
