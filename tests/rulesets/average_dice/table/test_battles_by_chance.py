"""Battles of scenario files by players of chance: none stops, each is logged, and each log is verified.

`SANDTABLE_BATTLES` says how many the long test plays, over everything that is shipped and, now and then, what a seed makes.
"""

from __future__ import annotations

import os

import pytest

from sandtable.battle.engine.verify import verify
from sandtable.battle.matches.match import Match, play_logged
from sandtable.battle.scenario.library import source_of
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.miniatures.acting import disagreements
from sandtable.rulesets.average_dice.table.rules import KIT, TABLE

BATTLES = int(os.environ.get("SANDTABLE_BATTLES", "1000"))
SHIPPED = ("the-road-to-san-pedro", "carrizal-1916", "gomez-palacio-1914", "the-two-villages")
MADE = 20  # every so often a battle is one that its number makes


def text_of(number: int) -> str:
    if number % MADE == MADE - 1:
        return scenario_rules("average_dice").made_by_chance(number)
    return source_of(SHIPPED[number % len(SHIPPED)])[0]


def fought(number: int) -> None:
    match = Match("average_dice", text_of(number), (("villista", "random"), ("federal", "random")))
    battle = play_logged(match, str(number))
    assert battle.result is not None
    assert list(disagreements(KIT, battle.state)) == []
    assert verify(TABLE, battle.log, str(number)).differences == ()


def test_a_battle_by_chance_is_verified():
    fought(0)


@pytest.mark.long
def test_many_battles_by_chance_are_verified():
    for number in range(BATTLES):
        try:
            fought(number)
        except Exception as fault:
            raise AssertionError(f"battle {number}: {fault!r}") from fault
