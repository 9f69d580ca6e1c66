"""Every option changes what it should and nothing else; house rules reach every table through the ruleset."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.conformance.random_forms import random_form
from sandtable.kernel.drivers import enumerate_exactly
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Refusal
from sandtable.kernel.reader import Form, read_form
from sandtable.rulesets.revolucion.ruleset import RULESET
from tests.rulesets.revolucion import play
from tests.rulesets.revolucion.play import ASSAULT, FIRE, RECEIVED, law, mean, tables, total, verdict
from tests.support.talk import Fields, there

ON_ALL: Fields = {"aircraft": True, "mines": True, "indirect": True, "wire": True}

# option, another value, actions it may change
SWITCHES: dict[str, tuple[Any, set[str]]] = {
    "maneuverUniform": (True, {"maneuver"}),
    "delay.factor": ("1/4", {"maneuver", "march", "deploy_tactical"}),
    "fire.battery": ("steep", {"deployed_fire", "moving_fire", "assault", "bomb", "strafe", "anti_aircraft"}),
    "assault.stop": (3, {"assault"}),
    "assault.ledFire": (-3, {"assault"}),
    "assault.flankFire": (True, {"assault"}),
    "truck.class": ("fast", {"maneuver", "march", "route_march", "regroup", "assault", "deployed_fire", "moving_fire", "blast", "bomb", "strafe", "mine_field"}),
    "train.destroyedAt": ("all", {"deployed_fire", "moving_fire", "assault", "blast", "bomb", "strafe", "mine_field"}),
    "armoredCar.deployedFire": (True, {"deployed_fire"}),
    "air.ignoreNumbers": (True, {"bomb", "strafe", "anti_aircraft"}),
    "indirect.monotone": (True, {"moving_fire"}),
    "mgFromCars": (True, {"moving_fire"}),
    "fire.refusal": (True, {"deployed_fire", "moving_fire"}),
    "fire.afterDeploy": (True, {"moving_fire"}),
    "initiative.govPercent": (30, {"initiative"}),
}  # fmt: skip


def resolved(action: str, fields: dict[str, Any], options: dict[str, Any]) -> Any:
    """The exact law of a form under these options, or its problems."""
    found = read_form(RULESET.by_id[action], fields, tables({**ON_ALL, **options}), known_elsewhere=(), style=PLAIN)
    if not isinstance(found, Form):
        return [problem.message.id for problem in found]
    start = RULESET.by_id[action].start(found.situation, tables({**ON_ALL, **options}))
    return enumerate_exactly(start, found.answers).law


def test_every_switch_of_the_umpire_is_tried_here():
    gates = set(ON_ALL)
    on_the_umpire = {name for name, option in RULESET.options.items() if not option.table_only}
    assert on_the_umpire == set(SWITCHES) | gates


@pytest.mark.parametrize("option", SWITCHES)
def test_a_switch_changes_nothing_else(option: str):
    value, may_change = SWITCHES[option]
    random = Random(option)
    for action in RULESET.actions:
        if action.id in may_change:
            continue
        for _ in range(3):
            fields = random_form(action, random, tables(ON_ALL))
            assert resolved(action.id, fields, {}) == resolved(action.id, fields, {option: value}), action.id


@pytest.mark.rule("REV-G.02")
def test_uniform_maneuver():
    option = {"maneuverUniform": True}
    for grade in ("Irregular", "Regular", "Veteran"):
        assert verdict("maneuver", RECEIVED, option, unit=f"{grade}Infantry").distance == 6
        assert verdict("maneuver", RECEIVED, option, unit=f"{grade}Cavalry").distance == 12
        march = {"Irregular": 10, "Regular": 12, "Veteran": 14}[grade]
        assert verdict("march", RECEIVED, option, unit=f"{grade}Infantry").distance == march
    assert verdict("maneuver", RECEIVED, option, unit="Artillery").distance == 6
    assert verdict("maneuver", RECEIVED, option, unit="FastTransport").distance == 8


@pytest.mark.rule("REV-G.03")
@pytest.mark.parametrize(("factor", "distance"), (("0", 0), ("1/3", 2), ("2/3", 4), ("1", 6), ("0.5", 3)))
def test_the_delay_factor(factor: str, distance: int):
    option = {"delay.factor": factor}
    assert verdict("maneuver", {"order.result": 4}, option, unit="RegularInfantry").distance == distance
    assert verdict("maneuver", {"order.result": 9}, option, unit="RegularInfantry").distance == 6
    asked = play.requests("assault", {"order.result": 4}, option, **ASSAULT)["assault.within_reach"]
    assert dict(there(asked.says).parameters)["distance"] == distance


@pytest.mark.rule("REV-G.10")
@pytest.mark.parametrize(("stop", "percent"), ((1, 90), (2, 60), (3, 30), (4, 30)))
def test_levels_that_stop_an_assault(stop: int, percent: int):
    stopped = mean("assault", "stopped", answers=RECEIVED, options={"assault.stop": stop}, **ASSAULT)
    assert stopped * 100 == percent, "three levels cost a base, and that stops it at any setting"
    shaken: Fields = {**ASSAULT, "actor_status": "Demoralized"}
    base_lost = mean("assault", "stopped", answers=RECEIVED, options={"assault.stop": stop}, **shaken)
    assert base_lost == 1, "a lost base always stops it; +1 for the shaken assaulter"


@pytest.mark.rule("REV-G.09b")
@pytest.mark.parametrize("value", (0, -1, -3))
def test_defensive_fire_at_a_led_assault(value: int):
    led: Fields = {**ASSAULT, "leader_with_actor": "attached"}
    key = "assault.defensive_fire.effect"
    assert total("assault", key, RECEIVED, {"assault.ledFire": value}, **led) == 6 + value
    assert total("assault", key, RECEIVED, {"assault.ledFire": value}, **ASSAULT) == 6


@pytest.mark.rule("REV-G.29")
def test_numbers_in_the_air_may_be_left_out():
    attack: Fields = {"target_type": "RegularInfantry", "target_formation": "deployed"}
    on, off = ({"aircraft": True, "air.ignoreNumbers": value} for value in (True, False))
    totals = [total("bomb", "fire.effect", None, on, **attack, bases_of_target=n) for n in (1, 4, 6)]
    assert totals == [5, 5, 5]
    assert [total("bomb", "fire.effect", None, off, **attack, bases_of_target=n) for n in (1, 2, 4)] == [4, 2, 2]
    ticked: Fields = {"bases_of_target": None, "actor_outnumbered": True}
    assert total("bomb", "fire.effect", None, off, **attack, **ticked) == 3


@pytest.mark.parametrize(
    ("action", "option", "fields"),
    (
        ("bomb", "aircraft", {"target_type": "RegularInfantry", "target_formation": "deployed"}),
        ("strafe", "aircraft", {"target_type": "RegularInfantry", "target_formation": "deployed"}),
        ("anti_aircraft", "aircraft", {"unit": "MachineGuns", "range": "3-6"}),
        ("mine_field", "mines", {"target_type": "RegularInfantry"}),
        ("maneuver", "aircraft", {"unit": "aircraft"}),
        ("blast", "mines", {"source": "commandMine", "range": 2, "target_type": "train"}),
        ("moving_fire", "indirect", {**FIRE, "unit": "Artillery", "indirect": True}),
        ("rest", "wire", {"cuts_wire": True}),
    ),
)
def test_what_only_a_scenario_brings_is_closed_without_its_option(action: str, option: str, fields: dict[str, Any]):
    assert len(play.problems(action, **fields)) == 1
    assert play.problems(action, {option: True}, **fields) == []


# ---- House rules ------------------------------------------------------------------------------------------------------------------


def test_house_rules_reach_the_tables():
    house = """
[order.leader]
attached = 6

[fire.modifier.cover]
hard = -4

[fire.factor.deployed]
RegularInfantry = [ 6, 4, 2, "-", "-" ]

[base_move]
RegularInfantry = [ 2, 7, 13, 6, 6 ]

[options]
"assault.stop" = 3
"""
    shot: Fields = {**FIRE, "cover": "hard"}
    changed = play.requests("deployed_fire", house=house, **shot)["fire.effect"].tally
    assert changed.total == total("deployed_fire", "fire.effect", **shot) + 2 - 1
    assert [modifier.house for modifier in changed] == [True, True]
    assert verdict("maneuver", RECEIVED, house=house, unit="RegularInfantry").distance == 7
    assert mean("assault", "stopped", answers=RECEIVED, house=house, **ASSAULT) < mean(
        "assault", "stopped", answers=RECEIVED, **ASSAULT
    )
    led: Fields = {"unit": "IrregularInfantry", "leader_with_actor": "attached"}
    assert law("maneuver", house=house, **led).mean(lambda found: found.measured()["received"]) == 1


@pytest.mark.parametrize(
    "house",
    (
        "[fire.modifier.cover]\nhrad = -4\n",
        '[fire.modifier.cover]\nhard = "much"\n',
        "[fire.reach]\nArtillery = [ 30 ]\n",
        "[order.result]\nup_to = [ 5, 3 ]\n",
        "[army_morale.percent]\naverage = 140\n",
        '[options]\n"assault.stop" = 9\n',
    ),
)
def test_impossible_house_rules_are_refused(house: str):
    with pytest.raises(Refusal):
        RULESET.tables({}, house)


def test_a_weapons_reach_may_be_shortened_for_inches_and_bands_alike():
    house = "[fire.reach]\nMachineGuns = [ 12 ]\n"
    guns: Fields = {**FIRE, "unit": "MachineGuns"}
    for told in (12.5, "12-18"):
        assert verdict("deployed_fire", house=house, **{**guns, "range": told}).outcome().key == "out_of_range"
    assert play.pending("deployed_fire", house=house, **{**guns, "range": 12}) == "fire.effect"
