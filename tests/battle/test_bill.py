"""The bill of a battle that is over: the reckoning of Revolucion!'s tutorial, played by two computers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.battle.matches.match import Match, play_logged
from sandtable.battle.reckoning.bill import bill_of
from sandtable.battle.reckoning.throws import deeds, plain_key
from sandtable.battle.registry import table
from sandtable.battle.scenario.library import source_of
from sandtable.kernel.problem import Refusal
from tests.support.scenarios import column, scenario, unit

SIDES = ("Revolutionary", "Government")


@pytest.fixture(scope="module", params=("1", "4"))
def battle(request):
    match = Match("revolucion", source_of("tutorial")[0], tuple((side, "opponent") for side in SIDES), "recruit")
    return play_logged(match, request.param)


def test_a_battle_that_is_not_over_has_no_bill(battle):
    begun = replace(battle, log=replace(battle.log, seed=None), state=battle.start, standing=battle.start)
    with pytest.raises(Refusal) as refused:
        bill_of(begun, SIDES[0])
    assert refused.value.problems[0].message.id == "battle.bill.not_over"


def test_losses_are_those_of_the_events(battle):
    bill = bill_of(battle, SIDES[0])
    gone: dict[str, int] = {}
    for entry in battle.log.live():
        for event in entry.events:
            if event["kind"] == "bases_removed":
                gone[event["unit"]] = gone.get(event["unit"], 0) + event["count"]
            elif event["kind"] == "unit_gone":
                gone[event["unit"]] = next(loss.start for loss in bill.losses if loss.unit == event["unit"])
    assert {loss.unit: loss.lost for loss in bill.losses if loss.lost} == gone
    assert {loss.unit for loss in bill.losses} == set(battle.start.units)
    assert all(0 <= loss.lost <= loss.start for loss in bill.losses)


@pytest.mark.rule("REV-G.07")
def test_levels_made_are_those_that_the_shots_told(battle):
    """Shots by the events, close combats and defensive fire by the dice: together what the luck of both sides has."""
    bill = bill_of(battle, SIDES[0])
    fired = dict.fromkeys(SIDES, 0)
    for entry in battle.log.live():
        for event in entry.events:
            if event["kind"] == "fired":
                fired[battle.start.units[event["unit"]].owner] += event["levels"]
    made = {luck.side: luck.made for luck in bill.luck}
    assert all(made.get(side, 0) >= levels for side, levels in fired.items())
    if not any(entry.order["kind"] == "assault" for entry in battle.log.live()):
        assert {side: made.get(side, 0) for side in SIDES} == fired


@pytest.mark.rule("REV-G.07b")
def test_the_law_of_a_shot_has_the_second_die_of_a_long_shot_in_it(battle):
    reckoner = battle.rules.reckoner
    shots = [
        (throw, stroke)
        for deed in deeds(battle.rules, battle.start, battle.log.live(), reckoner.counts)
        for throw in deed.throws[:1]
        if plain_key(throw.request.key) == "fire.effect"
        for stroke in list(reckoner.strokes(deed))[:1]
    ]
    assert shots
    for throw, stroke in shots:
        long_shot = sum((Fraction(weight, 10) for levels, weight in throw.request.law() if levels is None), Fraction(0))
        sure: dict[Any, Fraction] = {
            levels: Fraction(weight, 10) for levels, weight in throw.request.law() if levels is not None
        }
        assert stroke.law.total == 1
        assert all(stroke.law[levels] >= chance for levels, chance in sure.items())
        assert sum((stroke.law[levels] - chance for levels, chance in sure.items() if levels > 1), Fraction(0)) == 0
        assert stroke.law.probability(lambda levels: levels > 0) <= 1 - sure.get(0, Fraction(0))
        assert (long_shot == 0) == (stroke.law[0] == sure.get(0, 0) and stroke.law[1] == sure.get(1, 0))


def test_each_side_reads_who_won_and_what_the_ground_said(battle):
    bills = {side: bill_of(battle, side) for side in SIDES}
    assert len({bill.winner for bill in bills.values()}) == 1
    assert len({bill.luck for bill in bills.values()}) == 1
    for side, bill in bills.items():
        assert bill.reason.headline.endswith(".")
        assert "The hacienda is held by" in bill.reason.text
        if bill.winner and not bill.reason.headline.startswith("The last turn"):
            assert bill.reason.headline.startswith(("The enemy", "Your", "You")), (side, bill.reason)


def test_without_a_reckoner_the_result_alone_is_told(battle):
    rules = table("revolucion")

    class Plain:
        def __getattr__(self, name):
            if name == "reckoner":
                raise AttributeError(name)
            return getattr(rules, name)

    bill = bill_of(replace(battle, rules=Plain()), SIDES[0])
    assert bill.luck == ()
    assert bill.reason.text == ""
    assert "won" in bill.reason.headline or "no winner" in bill.reason.headline


def test_an_army_without_a_unit_left_is_said_to_have_lost_its_last_not_its_morale():
    guns = [
        unit(f"Guns {number}", "MachineGuns", 3, [8 + 6 * number, 9, 0], formation="deployed") for number in range(5)
    ]
    text = scenario(
        "The Last Stand",
        column("Many", SIDES[0], {"name": "Vega", "at": [18, 4], "chief": True}, *guns),
        column(
            "Few",
            SIDES[1],
            {"name": "Rubio", "at": [18, 20], "chief": True},
            unit("Lost", "IrregularInfantry", 4, [20, 12.5, 180]),
        ),
        turns=40,
        morale=False,
    )
    match = Match("revolucion", text, tuple((side, "opponent") for side in SIDES), "recruit")
    reason = bill_of(play_logged(match, "1"), SIDES[1]).reason
    assert reason.headline == "You have no unit left."
    assert reason.text.startswith("The Government army lost its last unit, Lost, in turn ")
    assert "morale" not in reason.text
