"""The ruleset's page names every rule that the umpire applies or that is told elsewhere, every option, and no rule there is not."""

from __future__ import annotations

import re
from pathlib import Path

from sandtable.rulesets.revolucion.ruleset import RULESET

PAGE = (Path(__file__).parents[3] / "docs" / "revolucion.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"REV-[0-9A-Z]+\.[0-9]+[a-z]?", PAGE))


def test_every_rule_of_the_umpire_and_every_one_told_elsewhere_has_its_place():
    due = {rule.id for rule in RULESET.rulebook.rules if {"umpire", "docs"} & set(rule.applied)}
    assert due - NAMED == set()


def test_no_rule_is_named_that_there_is_not():
    assert NAMED - set(RULESET.rulebook.by_id) == set()


def test_every_option_is_explained():
    assert [name for name in RULESET.options if f"`{name}`" not in PAGE] == []


def test_every_function_it_names_exists():
    package = Path(__file__).parents[3] / "src" / "sandtable" / "rulesets" / "revolucion"
    for module, function in re.findall(r"`(\w+)\.(\w+)`", PAGE):
        source = package / f"{module}.py"
        if source.exists() and f"{module}.{function}" not in RULESET.options:
            assert re.search(rf"^(def|class) {function}\b", source.read_text(encoding="utf-8"), re.MULTILINE), function
