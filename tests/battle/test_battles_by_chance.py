"""Battles of scenario files by players of chance, in every game on the kit: none stops, each is logged, and each log is verified.

`SANDTABLE_BATTLES` says how many of each game the long test plays, over everything that is shipped and, now and then, what a seed makes.
"""

from __future__ import annotations

import os
from functools import cache

import pytest

from sandtable.battle.engine.verify import verify
from sandtable.battle.matches.match import Match, play_logged
from sandtable.battle.registry import names, table
from sandtable.battle.scenario.library import shipped
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.miniatures.acting import disagreements
from sandtable.miniatures.table import MiniaturesTable

BATTLES = int(os.environ.get("SANDTABLE_BATTLES", "1000"))
MADE = 20  # every so often a battle is one that its number makes
GAMES = [name for name in names() if isinstance(table(name), MiniaturesTable)]


@cache
def shipped_texts(ruleset: str) -> tuple[str, ...]:
    texts = [file.read_text(encoding="utf-8") for file in shipped().values()]
    return tuple(text for text in texts if read_scenario(text).ruleset == ruleset)


def text_of(ruleset: str, number: int) -> str:
    if number % MADE == MADE - 1:
        return scenario_rules(ruleset).made_by_chance(number)
    texts = shipped_texts(ruleset)
    return texts[number % len(texts)]


def fought(ruleset: str, number: int) -> None:
    text = text_of(ruleset, number)
    match = Match(ruleset, text, tuple((side.label, "random") for side in read_scenario(text).sides))
    battle = play_logged(match, str(number))
    assert battle.result is not None
    rules = table(ruleset)
    assert isinstance(rules, MiniaturesTable)
    assert list(disagreements(rules.kit, battle.state)) == []
    assert verify(rules, battle.log, str(number)).differences == ()


def test_four_games_are_on_the_kit_and_ship_battles():
    assert {"average_dice", "mesoamerica", "mexican_american_war", "uprising1848"} <= set(GAMES)
    assert all(len(shipped_texts(name)) >= 4 for name in GAMES)


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_battle_by_chance_is_verified(ruleset: str):
    fought(ruleset, MADE - 1)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", GAMES)
def test_many_battles_by_chance_are_verified(ruleset: str):
    for number in range(BATTLES):
        try:
            fought(ruleset, number)
        except Exception as fault:
            raise AssertionError(f"{ruleset}, battle {number}: {fault!r}") from fault
