"""Strength and experience on the table: what stands lost make of a unit, the phases of a turn, and what night leaves of an effect (chapters 2, 12, 17)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.miniatures.acting import law_of
from sandtable.miniatures.events import Ruled
from sandtable.rulesets.mexican_american_war.table.rules import KIT
from sandtable.rulesets.mexican_american_war.table.state import MawField
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CheckEffect,
    Experience,
    Light,
    MoraleClass,
    OrderState,
    Phase,
)
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    US,
    act,
    carried,
    check,
    checked,
    done,
    fire,
    laid,
    leader,
    maneuver,
    pose,
    refused,
    unit,
)

FAR = (unit("reserve", US, pose(80, 3), 25), unit("reserva", MEX, pose(80, 57, DOWN), 25))


def under_fire(morale: MoraleClass, stands: int, **about: Any) -> MawField:
    """A Mexican line in disorder, four inches before ten stands of muskets."""
    target = unit("1st", MEX, pose(30, 24, DOWN), stands, morale=morale, order=OrderState.DISORDERED)
    return laid(unit("5th", US, pose(30, 20), 10), target, *FAR, phase=Phase.OFFENSIVE_FIRE, **about)


def after_losses(field: MawField, lost: int) -> list[str]:
    """How effective the 1st is after every stand that it loses: Galling Fire costs a disordered unit one (MAW-10.05)."""
    found = []
    for _ in range(lost):
        books = field.books.phase_begins(Phase.OFFENSIVE_FIRE, US, field.books.turn + 1, field.tables)
        field = done(replace(field, fired={}, books=books), fire("5th", "1st"), fire_die=8)
        found.append(effectiveness(field))
    return found


def effectiveness(field: MawField) -> str:
    """What the check of the 1st counts it as."""
    mexican = replace(field, books=replace(field.books, side=MEX, phase=Phase.MANEUVER), fired={})
    tally = law_of(KIT, mexican, check("1st", side=MEX)).requests["maneuver.die"].tally
    told = {each.reason.id.rpartition(".")[2]: each.value for each in tally if "effectiveness" in each.reason.id}
    assert told in ({"Fresh": 2}, {}, {"Spent": -2})
    return next(iter(told), "Worn")  # which adds nothing


@pytest.mark.rule("MAW-17.03", "MAW-17.04", "MAW-17.05", "MAW-17.06", "MAW-17.08", "MAW-G.37")
@pytest.mark.parametrize(
    ("morale", "stands", "expected"),
    (
        (MoraleClass.SPIRITED, 6, ["Fresh", "Worn", "Worn", "Spent"]),  # 6/4/2
        (MoraleClass.RELIABLE, 6, ["Worn", "Worn", "Spent"]),  # 6/5/3
        (MoraleClass.UNRELIABLE, 6, ["Worn", "Spent"]),  # 6/5/4
        (MoraleClass.DISPIRITED, 6, ["Spent"]),  # 6/-/5
        (MoraleClass.DISPIRITED, 12, ["Worn", "Spent"]),  # 12/11/10
        (MoraleClass.DISPIRITED, 7, ["Spent"]),
    ),
)
def test_stands_that_fall_to_fire_wear_a_unit_out_by_its_morale(morale, stands, expected):
    assert after_losses(under_fire(morale, stands), len(expected)) == expected


@pytest.mark.rule("MAW-G.37", "MAW-17.03")
def test_by_option_seven_dispirited_stands_are_spent_at_five_as_printed():
    printed = under_fire(MoraleClass.DISPIRITED, 7, options={"dispirited7": "printed"})
    assert after_losses(printed, 2) == ["Fresh", "Spent"]


@pytest.mark.rule("MAW-17.01")
def test_experience_never_changes():
    field = under_fire(MoraleClass.DISPIRITED, 6)
    before = {name: each.experience for name, each in field.books.units.items()}
    after = done(field, fire("5th", "1st"), fire_die=10)
    assert {name: each.experience for name, each in after.books.units.items()} == before
    assert after.books.units["1st"].experience is Experience.VETERAN


@pytest.mark.rule("MAW-2.01", "MAW-2.02", "MAW-2.09", "MAW-2.09a", "MAW-2.10")
def test_a_player_turn_has_three_phases_in_their_order_and_then_it_is_the_others():
    field = laid(unit("5th", US, pose(30, 10)), unit("1st", MEX, pose(30, 13, DOWN)), phase=Phase.LEADERS)
    seen = []
    while field.books.side is US:
        (role,) = KIT.open(field)
        seen.append((field.books.phase, role))
        field = done(field, act("next_phase", role))
    assert seen == [
        (Phase.LEADERS, "US"),
        (Phase.MANEUVER, "US"),
        (Phase.DEFENSIVE_FIRE, "MEX"),
        (Phase.OFFENSIVE_FIRE, "US"),
    ]  # nobody has charged: there is nothing to decide
    assert (field.books.side, field.books.phase, field.books.turn) == (MEX, Phase.LEADERS, 1)
    while field.books.side is MEX:
        (role,) = KIT.open(field)
        field = done(field, act("next_phase", role))
    assert (field.books.side, field.books.turn) == (US, 2)


def test_nobody_is_asked_to_fire_who_has_no_target_nor_after_charges_that_nobody_made():
    field = laid(unit("5th", US, pose(30, 10)), unit("1st", MEX, pose(30, 50, DOWN)))
    after, events = carried(field, act("next_phase"), {})
    assert (after.books.side, after.books.phase) == (MEX, Phase.LEADERS)
    begun = [each.action for each in events if isinstance(each, Ruled)]
    assert begun.count("next_phase") == 5  # each phase is told all the same
    near = laid(unit("5th", US, pose(30, 10)), unit("1st", MEX, pose(30, 13, DOWN)), phase=Phase.OFFENSIVE_FIRE)
    fired = done(near, act("fire", piece="5th", target="1st"), fire_die=1)
    assert fired.books.phase == Phase.OFFENSIVE_FIRE  # who has fired sees what came of it


@pytest.mark.rule("MAW-12.10")
@pytest.mark.parametrize("effect", (CheckEffect.DOUBLE_QUICK, CheckEffect.WELL_HANDLED))
def test_at_night_good_effects_allow_only_tardy_maneuvers(effect):
    units = (unit("5th", US, pose(30, 10)), unit("1st", MEX, pose(30, 50, DOWN)), leader("Taylor", US, pose(30, 8)))
    by_day = checked(laid(*units), "5th", effect=effect)
    night = checked(laid(*units, light=Light.FULL_MOON, lights=((1, Light.FULL_MOON),)), "5th", effect=effect)
    assert refused(by_day, maneuver("5th", "full move", ("advance", 12))) == []
    assert refused(night, maneuver("5th", "full move", ("advance", 12))) != []
    assert refused(night, maneuver("5th", "half move", ("advance", 6))) == []
    assert refused(night, maneuver("5th", "half move", ("advance", 6.001))) != []
