"""The schema for editors: it takes what the reader takes and marks what is plainly wrong."""

from __future__ import annotations

import copy
import tomllib
from typing import Any

import jsonschema_rs
import pytest

from sandtable.battle.scenario.keys import Key, keys_of
from sandtable.battle.scenario.library import shipped
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.battle.scenario.schema import schema
from tests.battle.test_scenario_reader import EVERYTHING, SMALL

RULES = scenario_rules("revolucion")
CHECK = jsonschema_rs.validator_for(schema(RULES))


def test_it_accepts_what_is_shipped_and_one_of_everything() -> None:
    for source in (EVERYTHING.read_text(encoding="utf-8"), SMALL, RULES.made_by_chance(3)):
        CHECK.validate(tomllib.loads(source))
    for entry in shipped().values():
        tree = tomllib.loads(entry.read_text(encoding="utf-8"))
        jsonschema_rs.validator_for(schema(scenario_rules(tree["ruleset"]))).validate(tree)


def broken(change: Any) -> bool:
    tree = copy.deepcopy(tomllib.loads(EVERYTHING.read_text(encoding="utf-8")))
    change(tree)
    return not CHECK.is_valid(tree)


@pytest.mark.parametrize(
    "change",
    (
        lambda tree: tree.pop("title"),
        lambda tree: tree.pop("side"),
        lambda tree: tree.update(ruleset="chess"),
        lambda tree: tree.update(weather="fine"),
        lambda tree: tree["table"].update(width=3),
        lambda tree: tree["area"][0].update(kind="jungle"),
        lambda tree: tree["area"][0].update(outline=[[1, 1], [2, 2]]),
        lambda tree: tree["hill"][0].update(level=0),
        lambda tree: tree["column"][0]["unit"][0].update(type="Elephants"),
        lambda tree: tree["column"][0]["unit"][0].update(bases="four"),
        lambda tree: tree["column"][0]["unit"][0].update(at=[1]),
        lambda tree: tree["column"][0].pop("unit"),
        lambda tree: tree["arrival"][0].pop("turn"),
        lambda tree: tree["options"].update(wire="much"),
        lambda tree: tree["victory"].update(turns=0),
        lambda tree: tree["hint"][0].update(side="Nobody"),
        lambda tree: tree["hint"][0].update(when="lunch"),
        lambda tree: tree["hint"][0].update(fact="hungry"),
    ),
)
def test_it_rejects_what_is_plainly_wrong(change: Any) -> None:
    assert not broken(lambda _: None)
    assert broken(change)


def test_every_key_is_described() -> None:
    def walk(keys: tuple[Key, ...]) -> None:
        for key in keys:
            assert key.about.endswith("."), key.name
            walk(key.inner)

    walk(keys_of(RULES))
