"""Army morale, the end of the battle, and the set-up of a scenario (chapter 11, REV-2, REV-G.44, REV-G.48h)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.scenario.scenario import Objective, Victory
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table import events, orders
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Phase, Terms
from sandtable.rulesets.revolucion.vocabulary import FireMode, Formation, Status
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    MARCH,
    REV,
    Game,
    game,
    point,
    pose,
    unit,
)
from tests.support import scenarios

BY = REV.value
FIRE = orders.Fire(by=BY, unit="guns", target="own", mode=FireMode.DEPLOYED)


def last_stand(morale: int, *more: Any) -> Game:
    """Machine guns are about to destroy a unit in march formation."""
    return game(
        unit("guns", REV, (20, 10, 0), "MachineGuns", 3, DEPLOYED),
        unit("own", GOV, (20, 12, 180), formation=MARCH),
        unit("other", GOV, (40, 30, 180)),
        *more,
        morale=morale,
    )


@pytest.mark.rule("REV-11.06", "REV-11.04", "REV-11.01")
def test_an_army_whose_number_is_nought_is_beaten_at_once():
    playing = last_stand(1).do(FIRE, fire__effect=10)
    result = TABLE.result(playing.state)
    assert result is not None
    assert result.winner == REV.value
    assert playing.state.turn.phase is Phase.OVER
    assert TABLE.decisions(playing.state) == ()
    going_on = last_stand(2, unit("mate", REV, (40, 3, 0))).do(FIRE, fire__effect=10)
    assert TABLE.result(going_on.state) is None
    assert going_on.state.armies[GOV].morale == 1


@pytest.mark.rule("REV-G.44c")
def test_both_armies_broken_by_the_same_action_is_a_draw():
    playing = last_stand(1)
    playing.state = replace(
        playing.state, armies={**playing.state.armies, REV: replace(playing.state.armies[REV], morale=0)}
    )
    playing.do(FIRE, fire__effect=10)
    result = TABLE.result(playing.state)
    assert result is not None
    assert result.winner is None
    assert playing.state.armies[GOV].morale == 0


@pytest.mark.rule("REV-11.01")
def test_a_scenario_may_play_without_morale():
    playing = last_stand(1, unit("mate", REV, (40, 3, 0)))
    armies = {side: replace(army, counts=False) for side, army in playing.state.armies.items()}
    playing.state = replace(playing.state, armies=armies)
    playing.do(FIRE, fire__effect=10)
    assert TABLE.result(playing.state) is None


@pytest.mark.parametrize(("near", "winner"), ((True, REV.value), (False, GOV.value)))
def test_after_the_last_turn_points_decide(near, winner):
    place = point(20, 10) if near else point(40, 30)
    terms = Terms(objectives=(Objective("hill", "Hill", "hold", at=place, within=1000),), victory=Victory(turns=1))
    playing = last_stand(5)
    playing.state = replace(playing.state, terms=terms)
    playing.do(orders.Rest(by=BY, unit="guns"))
    playing.do(orders.Finish(by=GOV.value))
    result = TABLE.result(playing.state)
    assert result is not None
    assert result.winner == winner


# ---- Setting up ----------------------------------------------------------------------------------------------------------------------


def two_columns(*more: str, federals: str = "average") -> str:
    """A line, guns and wagons, and whoever is added, against irregulars who are still to be placed."""
    return scenarios.scenario(
        "Two columns",
        scenarios.part("zone", id="south", side=BY, outline=[[0, 0], [24, 0], [24, 6], [0, 6]]),
        scenarios.column(
            "Norte",
            GOV.value,
            {"name": "Rojas", "at": [12, 22]},
            scenarios.unit("Line", "RegularInfantry", 4, [12, 20, 180], formation="deployed"),
            scenarios.unit("Guns", "MachineGuns", 2, [6, 20, 180], formation="deployed"),
            scenarios.unit("Wagons", "SlowTransport", 2, [18, 20, 180]),
            *more,
        ),
        scenarios.column(
            "Sur",
            BY,
            {"name": "Urbina", "zone": "south"},
            scenarios.unit("Foot", "IrregularInfantry", 6, zone="south"),
        ),
        size=(24, 24),
        sides=(scenarios.side(GOV.value, "Federals", federals), scenarios.side(BY, "Villistas")),
        turns=3,
    )


def set_up(source: str) -> Game:
    return Game(TABLE.set_up(source, RULESET.default_tables))


@pytest.mark.rule("REV-11.02", "REV-11.02b", "REV-11.03", "REV-5.01")
def test_a_scenario_is_set_up_with_its_break_points():
    state = set_up(two_columns()).state
    assert state.armies[GOV].break_point == 1, (
        "two combat units at 40 per cent, rounded up; with the wagons it would be 2"
    )
    assert state.armies[REV].break_point == 1
    assert all(each.status is Status.OK for each in state.units.values())


@pytest.mark.rule("REV-G.48h")
def test_a_side_places_what_is_left_to_it_in_any_formation_inside_its_zone():
    playing = set_up(two_columns())
    foot = next(each.id for each in playing.state.units.values() if each.side is REV)
    boss = next(each.id for each in playing.state.leaders.values() if each.side is REV)
    assert playing.refused(orders.Ready(by=BY)) == {"REV-G.48h"}
    place = orders.PlaceUnit(by=BY, unit=foot, formation=Formation.MARCH, at=pose(12, 6, 0))
    assert playing.refused(replace(place, at=pose(12, 6.5, 0))) == {"REV-8.01"}
    playing.do(place)
    assert playing.unit(foot).formation is Formation.MARCH
    playing.do(orders.PlaceLeader(by=BY, leader=boss, at=point(16, 3)))
    playing.do(orders.Ready(by=BY))
    playing.do(orders.Ready(by=GOV.value), initiative__side=100)
    assert playing.state.turn.number == 1
    assert playing.state.turn.side is REV
    assert any(isinstance(event, events.TurnBegan) for event in playing.events)


@pytest.mark.rule("REV-G.44b", "REV-11.02b")
@pytest.mark.parametrize(
    ("kind", "counts"),
    (("armoredCar", True), ("tankette", True), ("SlowTransport", False), ("truck", False), ("muleTrain", False)),
)
def test_who_counts_for_the_break_point_of_an_army(kind, counts):
    """Two combat units at 40 per cent break at 1; a third that counts makes it 2."""
    third = scenarios.unit("Third", kind, 2, [4, 20, 180])
    assert set_up(two_columns(third)).state.armies[GOV].break_point == (2 if counts else 1)


@pytest.mark.rule("REV-T.01", "REV-G.44d")
@pytest.mark.parametrize(
    ("units", "quality", "breaks"),
    ((13, "average", 6), (10, "unmotivated", 3), (11, "motivated", 6), (14, "average", 6)),
)
def test_the_break_point_is_a_share_of_the_combat_units_rounded_up(units, quality, breaks):
    """The line and the guns count, the wagons do not."""
    more = [
        scenarios.unit(f"Gun {number}", "MachineGuns", 1, [2 * number, 16, 180], formation="deployed")
        for number in range(1, 12)
    ] + [scenarios.unit("Last", "MachineGuns", 1, [2, 12, 180], formation="deployed")]
    army = set_up(two_columns(*more[: units - 2], federals=quality)).state.armies[GOV]
    assert army.break_point == breaks
