"""Rulesets come from entry points, of this package or any other."""

from __future__ import annotations

import importlib
import sys
from textwrap import dedent

import pytest

from sandtable.kernel import registry
from sandtable.kernel.problem import Refusal
from sandtable.kernel.texts import kernel_catalogue
from sandtable.umpire import desk

FILES = {
    "third_party_rules/__init__.py": "",
    "third_party_rules/game.py": """
        from collections.abc import Mapping
        from dataclasses import dataclass
        from typing import Any, ClassVar

        from sandtable.kernel.dice import D6
        from sandtable.kernel.form import number
        from sandtable.kernel.messages import Message
        from sandtable.kernel.requests import Roll
        from sandtable.kernel.ruleset import Action, Ruleset, Side
        from sandtable.kernel.tables import Tables
        from sandtable.kernel.verdict import Outcome, Rule, Verdict

        @dataclass(frozen=True, kw_only=True)
        class Duel:
            skill: int = number(lowest=0, highest=3, usual=0)

        @dataclass(frozen=True, kw_only=True)
        class Hit(Verdict):
            hit: bool
            measures: ClassVar[dict[str, Any]] = {"hit": lambda verdict: verdict.hit}

            def outcome(self) -> Outcome:
                return Outcome(str(self.hit), Message(f"outcome.{self.hit}"), 4 * self.hit, self.hit)

        def duel(situation: Duel, tables: Tables) -> Rule[Hit]:
            needs = tables.number("duel.needs") - situation.skill
            hit = yield Roll("duel.shot", (D6,), read=lambda face: face >= needs)
            return Hit(hit=hit)

        RULESET = Ruleset(
            id="duel", prefix="D", rules_version="1", package="third_party_rules", groups=("all",),
            actions=(Action("duel", Duel, duel, Hit, "all", ("D-1.01",)),),
            sides=(Side("North", "blue"), Side("South", "red")), fresh=("duel", {"skill": 1}),
        )
        NOT_A_RULESET = 3
    """,
    "third_party_rules/tables.toml": '[duel]\nrule = "D-1.01"\nneeds = 5\n',
    "third_party_rules/options.toml": "",
    "third_party_rules/rules.toml": """
        [[chapter]]
        id = "1"
        title = "Duels"
        [[rule]]
        id = "D-1.01"
        chapter = "1"
        text = "A duellist hits on five or more."
        tags = ["calc"]
        ours = false
        applied = ["umpire"]
    """,
    "third_party_rules/game.toml": """
        [en]
        title = "Duel"
        tagline = "Pistols at dawn"
        period = "Any"
        scale = "One figure is one man"
    """,
    "third_party_rules/messages/en.toml": """
        [group]
        all = "All"
        [side]
        North = "North"
        South = "South"
        [side_short]
        North = "N"
        South = "S"
        [action.duel]
        label = "Duel"
        verb = "Fire"
        [field]
        skill = "Skill"
        [measure]
        hit = "Hit"
        [outcome]
        True = "Hit"
        False = "Missed"
        [request.duel]
        shot = "Throw one die."
    """,
    "third_party_rules-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: third_party_rules\nVersion: 1.0\n",
    "third_party_rules-1.0.dist-info/entry_points.txt": """
        [sandtable.rulesets]
        duel = third_party_rules.game:RULESET
        broken = third_party_rules.game:NOT_A_RULESET
    """,
}


@pytest.fixture
def third_party(tmp_path, monkeypatch):
    """A package that registers a ruleset, as if somebody had installed it."""
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(content), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    registry.ruleset.cache_clear()
    yield
    registry.ruleset.cache_clear()
    for name in [name for name in sys.modules if name.startswith("third_party_rules")]:
        del sys.modules[name]


def test_our_own_is_registered():
    assert "revolucion" in registry.names()
    assert registry.ruleset("revolucion").id == "revolucion"
    assert registry.ruleset("Revolucion") is registry.ruleset("revo-lucion")


def test_an_unknown_one_is_refused_with_those_there_are():
    with pytest.raises(Refusal) as refused:
        registry.ruleset("chess")
    (problem,) = refused.value.problems
    assert (problem.field, problem.message.id) == ("ruleset", "kernel.ruleset.unknown")
    assert "revolucion" in problem.choices


@pytest.mark.usefixtures("third_party")
def test_another_package_adds_one_that_the_umpire_plays():
    assert "duel" in registry.names()
    assert registry.ruleset("duel").rulebook.by_id["D-1.01"].text == "A duellist hits on five or more."
    odds = desk.call("odds", {"ruleset": "duel", "action": "duel", "fields": {"skill": 1}})
    assert {row["label"]: row["weight"] for row in odds["rows"]} == {"Missed": [1, 2], "Hit": [1, 2]}
    house = desk.call("odds", {"ruleset": "duel", "action": "duel", "fields": {}, "house": "duel.needs = 6"})
    assert {row["label"]: row["weight"] for row in house["rows"]} == {"Missed": [5, 6], "Hit": [1, 6]}
    verdict = desk.call(
        "resolve", {"ruleset": "duel", "action": "duel", "fields": {}, "answers": {"duel.shot": 5}, "meta": {"id": "1"}}
    )
    assert verdict["headline"] == "Hit."
    books = desk.call("ledger", {"ruleset": "duel", "entries": [{"record": verdict["record"]}]})
    assert books["log"][0]["sentence"] == "Duel: Hit."


@pytest.mark.usefixtures("third_party")
def test_a_ruleset_that_does_not_load_is_refused_in_words():
    with pytest.raises(Refusal) as refused:
        registry.ruleset("broken")
    (problem,) = refused.value.problems
    assert problem.field == "ruleset"
    assert kernel_catalogue().say(problem.message) == (
        "broken is left out: the package third_party_rules 1.0 has a fault. "
        "third_party_rules/game.py, NOT_A_RULESET: 3 does not fit. Give a Ruleset."
    )


@pytest.mark.usefixtures("third_party")
def test_a_module_that_fails_is_told_with_its_error(monkeypatch):
    monkeypatch.setattr(registry, "_ADDED", {})
    registry.add("gone", "third_party_rules.nowhere:RULESET")
    with pytest.raises(Refusal) as refused:
        registry.ruleset("gone")
    (problem,) = refused.value.problems
    assert problem.field == "ruleset"
    assert kernel_catalogue().say(problem.message) == (
        "gone is left out: the package third_party_rules has a fault. "
        "third_party_rules/nowhere.py: ModuleNotFoundError: No module named 'third_party_rules.nowhere'."
    )
    assert registry.ruleset("duel").id == "duel"


def test_one_can_be_added_by_hand_where_packages_are_not_installed(monkeypatch):
    monkeypatch.setattr(registry, "_ADDED", {})
    registry.add("By Hand", "sandtable.rulesets.revolucion.ruleset:RULESET")
    assert "By Hand" in registry.names()
    assert registry.ruleset("byhand").id == "revolucion"
    registry.ruleset.cache_clear()
