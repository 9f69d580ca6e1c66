"""Fire, closely looked at: batteries counted and not, targets out of reach, indirect fire, shaken firers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel.messages import Message
from sandtable.kernel.tally import Modifier
from sandtable.kernel.verdict import Outcome
from sandtable.rulesets.revolucion.damage import Damage
from sandtable.rulesets.revolucion.fire import FireVerdict, damage_outcome
from sandtable.rulesets.revolucion.vocabulary import Status
from tests.rulesets.revolucion.play import FIRE, law, requests, tables, total, verdict
from tests.support.talk import Fields

GUNS: Fields = {name: value for name, value in FIRE.items() if name != "bases_of_actor"}


def levels(action: str, options: dict[str, Any] | None = None, **shot: Any) -> Any:
    """The law of the levels."""
    return law(action, options=options, **shot).project(lambda found: found.damage.levels)


@pytest.mark.rule("REV-G.06c")
def test_the_size_of_a_battery_counts():
    one, five = (levels("deployed_fire", **{**GUNS, "unit": "Artillery", "bases_of_actor": n}) for n in (1, 5))
    assert one != five


@pytest.mark.rule("REV-6.06", "REV-6.05")
def test_out_of_reach_there_are_no_levels_and_the_reason_names_the_reach():
    beyond: Fields = {**FIRE, "range": "13"}
    assert dict(levels("deployed_fire", **beyond)) == {0: 1}
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
    shaken: Fields = {**FIRE, "actor_status": "Disordered"}
    asked = requests("deployed_fire", options={"fire.refusal": True}, **shaken)["fire.discipline"]
    (reason,) = asked.tally.modifiers
    fails_on = tables().number("fire.refusal.fails_on")
    assert reason == Modifier(Message.of("reason.fire.refusal", fails_on=fails_on), None, "REV-G.38")


@pytest.mark.rule("REV-10.84", "REV-G.34")
def test_indirect_fire_is_halved_beyond_12_by_option_to_no_less_than_12():
    guns: Fields = {**FIRE, "unit": "Artillery", "indirect": True, "range": "20"}
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


def test_rows_of_the_odds_rise_with_the_damage():
    """From nothing over the ladder to bases lost and the end of the unit; each row is named, shaded and led to by its step."""
    rows = [
        (Damage(0, Status.OK, 0, False), "none", Message("outcome.damage.none"), 0, 0),
        (Damage(1, Status.DISORDERED, 0, False), "Disordered", status_row(Status.DISORDERED), 1, 1),
        (Damage(2, Status.DEMORALIZED, 0, False), "Demoralized", status_row(Status.DEMORALIZED), 2, 2),
        (Damage(3, Status.DEMORALIZED, 1, False), "bases_1", Message.of("outcome.damage.bases", bases=1), 3, 4),
        (Damage(4, Status.DEMORALIZED, 2, False), "bases_2", Message.of("outcome.damage.bases", bases=2), 4, 5),
        (Damage(6, Status.DEMORALIZED, 4, False), "bases_4", Message.of("outcome.damage.bases", bases=4), 4, 7),
        (Damage(6, Status.DEMORALIZED, 4, True), "destroyed", Message("outcome.damage.destroyed"), 4, 99),
    ]
    for damage, key, label, severity, order in rows:
        assert damage_outcome(damage, "a step") == Outcome(key, label, severity, order, "a step")
        assert FireVerdict(damage=damage).outcome().step == "fire.effect"


def status_row(status: Status) -> Message:
    return Message.of("outcome.damage.status", status=status)


@pytest.mark.rule("REV-G.38")
def test_a_refusal_stands_before_all_other_rows():
    found = verdict("deployed_fire", {"fire.discipline": 1}, {"fire.refusal": True}, **FIRE, actor_status="Disordered")
    assert found.outcome() == Outcome("refused", Message("outcome.fire.refused"), 0, -1, "fire.discipline")
    assert found.headline() == Message("headline.fire.refused")
    assert [(effect.kind, effect.whom) for effect in found.effects] == [("action_spent", "actor")]
    assert found.damage.levels == 0


@pytest.mark.rule("REV-6.32")
def test_a_leader_with_the_firer_counts_in_the_shot_and_in_its_levels():
    led: Fields = {**FIRE, "leader_with_actor": "attached"}
    assert total("deployed_fire", "fire.effect", **led) > total("deployed_fire", "fire.effect", **FIRE)
    assert levels("deployed_fire", **led) != levels("deployed_fire", **FIRE)
