"""What is said of a scenario's length and difficulty was counted, and of the text it has now."""

from __future__ import annotations

import pytest

from sandtable.battle.registry import has_table
from sandtable.battle.scenario.counts import Counts, LevelCount, all_counts, counts_of, hash_of
from sandtable.battle.scenario.library import shipped
from sandtable.battle.scenario.reader import read_scenario
from sandtable.kernel import registry

LEVEL = LevelCount(battles=10, wins={"red": 7, "blue": 3}, orders=600, turns=50)
COUNTS = Counts(text="", rules_version="1", first=1, levels={"recruit": LEVEL, "general": LEVEL})


def own_scenarios():
    for name, file in shipped().items():
        text = file.read_text(encoding="utf-8")
        ruleset = read_scenario(text, file.name).ruleset
        if registry.entries()[ruleset].ours:
            yield name, text


@pytest.mark.parametrize(("name", "text"), [pytest.param(*each, id=each[0]) for each in own_scenarios()])
def test_the_counts_belong_to_the_scenario_as_it_is(name, text):
    counts = counts_of(name, text)
    assert counts is not None, f"{name} was changed since it was counted: run scripts/count_battles.py"
    assert counts.rules_version
    assert counts.battles >= 20
    labels = {side.label for side in read_scenario(text, name).sides}
    for level in counts.levels.values():
        assert set(level.wins) == labels
        assert sum(level.wins.values()) <= level.battles


def test_every_count_is_of_a_scenario_that_there_is():
    assert set(all_counts()) <= {name for name, _ in own_scenarios()}


def test_words_change_nothing_and_forces_do():
    name, text = next(each for each in own_scenarios() if each[0] == "tutorial")
    assert counts_of(name, text.replace("The Ford at San Jacinto", "Another name")) is not None
    assert counts_of(name, text.replace("turns = 6", "turns = 5")) is None
    assert hash_of(text) != hash_of(text.replace("turns = 6", "turns = 5"))


def test_how_an_apostrophe_is_set_changes_nothing():
    text = next(text for name, text in own_scenarios() if name == "tutorial")
    assert "Contreras's column" in text
    assert hash_of(text.replace("Contreras's column", "Contreras\N{RIGHT SINGLE QUOTATION MARK}s column")) == hash_of(
        text
    )


def test_minutes_follow_from_orders_and_difficulty_from_battles_won():
    assert COUNTS.battles == 20
    assert COUNTS.minutes == 10
    assert (COUNTS.wins("red"), COUNTS.difficulty("red")) == (14, 1)
    assert (COUNTS.wins("blue"), COUNTS.difficulty("blue")) == (6, 3)


def test_a_table_is_offered_only_by_a_game_that_has_one():
    offering = [name for name in registry.names() if "table" in registry.ruleset(name).finished]
    assert "revolucion" in offering
    assert [name for name in offering if not has_table(name)] == []
