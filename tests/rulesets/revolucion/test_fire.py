"""Fire, closely looked at: levels alone, batteries counted and not, targets out of reach, indirect fire, shaken firers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel.messages import Message
from sandtable.kernel.tally import Modifier
from sandtable.rulesets.revolucion.fire import levels_law
from tests.rulesets.revolucion.play import FIRE, law, read, requests, tables, total, verdict

GUNS = {name: value for name, value in FIRE.items() if name != "bases_of_actor"}


def levels(action: str, options: dict[str, Any] | None = None, **shot: Any) -> tuple[Any, Any]:
    """The law of the levels alone, and that of the whole action."""
    alone = levels_law(read(action, shot, options).situation, tables(options))
    return alone, law(action, options=options, **shot).project(lambda found: found.damage.levels)


@pytest.mark.rule("REV-G.06c")
@pytest.mark.parametrize("unit", ("Artillery", "MachineGuns"))
@pytest.mark.parametrize("bases", ({}, {"bases_of_actor": 1}, {"bases_of_actor": 2}, {"bases_of_actor": 5}))
def test_the_levels_of_a_battery_are_those_of_the_whole_shot(unit: str, bases: dict[str, int]):
    alone, whole = levels("deployed_fire", **{**GUNS, "unit": unit, **bases})
    assert alone == whole


def test_the_size_of_a_battery_counts():
    one, five = (levels("deployed_fire", **{**GUNS, "unit": "Artillery", "bases_of_actor": n})[0] for n in (1, 5))
    assert one != five


@pytest.mark.rule("REV-6.06", "REV-6.05")
def test_out_of_reach_there_are_no_levels_and_the_reason_names_the_reach():
    beyond = {**FIRE, "range": "13"}
    alone, whole = levels("deployed_fire", **beyond)
    assert dict(alone) == dict(whole) == {0: 1}
    found = verdict("deployed_fire", **beyond)
    reach = Message.of("reason.out_of_range.reach", unit=found.reasons[0].reason.parameters[0][1], reach=Fraction(12))
    assert found.reasons == (Modifier(reach, None, "REV-6.05"),)
    assert found.reach == 12
    row = found.outcome()
    assert (row.key, row.label, row.severity, row.order) == (
        "out_of_range",
        Message("outcome.fire.out_of_range"),
        0,
        0,
    )


@pytest.mark.rule("REV-G.38")
def test_why_shaken_troops_are_tested_is_told():
    shaken = {**FIRE, "actor_status": "Disordered"}
    asked = requests("deployed_fire", options={"fire.refusal": True}, **shaken)["fire.discipline"]
    (reason,) = asked.tally.modifiers
    fails_on = tables().number("fire.refusal.fails_on")
    assert reason == Modifier(Message.of("reason.fire.refusal", fails_on=fails_on), None, "REV-G.38")


@pytest.mark.rule("REV-10.84", "REV-G.34")
def test_indirect_fire_is_halved_beyond_12_by_option_to_no_less_than_12():
    guns = {**FIRE, "unit": "Artillery", "indirect": True, "range": "20"}
    house = "[indirect]\ndivisor = 8\n"

    def added(house: str, **options: Any) -> int:
        return total("moving_fire", "fire.effect", options={"indirect": True, **options}, house=house, **guns)

    at = {
        length: total("moving_fire", "fire.effect", **{**FIRE, "unit": "Artillery", "range": length})
        for length in ("2.5", "10", "12")
    }
    assert added("") == at["10"]
    assert added(house) == at["2.5"]
    assert added(house, **{"indirect.monotone": True}) == at["12"]
