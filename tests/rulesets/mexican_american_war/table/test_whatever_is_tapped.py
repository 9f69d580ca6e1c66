"""Whatever can be tapped answers: every offer of every unit in battles by chance, with all that can be chosen about it.

`SANDTABLE_BATTLES` says how many battles the long test looks through. Whatever fails names its battle and its order.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.rulesets.mexican_american_war.table.rules import TABLE
from sandtable.rulesets.mexican_american_war.table.state import MawField
from tests.rulesets.mexican_american_war.table.laying import SEATS
from tests.rulesets.mexican_american_war.table.wandering import strewn
from tests.support.tapping import Tapper

BATTLES = int(os.environ.get("SANDTABLE_BATTLES", "20"))
PLAYERS = ("random", "nearest", "opponent")
MOST = 2000  # orders of a battle


def tapped_through(number: int, every: int, turns: int = 4) -> set[str]:
    """A battle by chance, with everything tapped at one moment of so many; what could be ordered."""
    chance = Random(f"tapped {number}")
    battle = strewn(chance, chance.choice((5, 9, 16)), turns=turns)
    player = TABLE.players[PLAYERS[number % len(PLAYERS)]]("", str(number))
    ordered: set[str] = set()
    for order in range(MOST):
        if battle.result is not None:
            return ordered
        if chance.randrange(every) == 0:
            try:
                ordered |= {each.get("action", each["kind"]) for _, each in Tapper(battle, chance).everything()}
            except Exception as fault:
                raise AssertionError(f"battle {number}, order {order}: {fault}") from fault
        battle = gone_on(battle, player)
    raise AssertionError(f"battle {number} has no end")


def gone_on(battle: Battle[MawField], player: Any) -> Battle[MawField]:
    """The battle after an answer where something is asked, else after an order."""
    question = battle.question
    role = question.to if question is not None else battle.decisions()[0].by
    seat = next(seat.id for seat in SEATS if role in seat.roles)
    if question is not None:
        choice = player.choose(battle.view(seat), role, question.request)
        done = battle.answer(seat, question.key, choice)
    else:
        done = battle.submit(seat, player.order(battle.view(seat), battle.decisions()[0]))
    assert isinstance(done, Accepted), done
    return done.battle


def test_whatever_can_be_tapped_answers():
    ordered = set().union(*(tapped_through(number, 40, 2) for number in range(3)))
    assert ordered >= {"maneuver", "instruct", "fire", "go_in", "attach", "next_phase", "charge_combat"}


@pytest.mark.long
@pytest.mark.parametrize("number", range(100, 100 + BATTLES))
def test_whatever_can_be_tapped_in_many_battles_answers(number):
    tapped_through(number, 10)
