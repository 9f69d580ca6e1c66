from pathlib import Path

import pytest

from scripts import rule_coverage
from scripts.rule_coverage import Rule, Rulebook, read_rulebook, report, unknown_marks

RULES = """
ruleset = "skirmish"
prefix = "SKI"
finished = []

[[chapter]]
id = "1"
title = "Fire"

[[rule]]
id = "SKI-1.01"
chapter = "1"
text = "Who fires throws."
tags = ["calc"]
ours = false
applied = ["umpire"]
"""


def book(folder: Path, monkeypatch, text: str) -> Rulebook:
    monkeypatch.setattr(rule_coverage, "ROOT", folder)
    path = folder / "skirmish" / "rules.toml"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    return read_rulebook(path)


def rule(number: int, tags: str, applied: str) -> Rule:
    return Rule(f"SKI-1.{number:02}", frozenset(tags.split()), frozenset(applied.split()))


def test_a_sound_rulebook_has_no_problems(tmp_path, monkeypatch):
    found = book(tmp_path, monkeypatch, RULES)
    assert found.problems == ()
    assert [r.id for r in found.rules] == ["SKI-1.01"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    (
        ('"skirmish"', '"battle"', "ruleset should be 'skirmish'"),
        ("finished = []", 'finished = ["umpyre"]', "finished names 'umpyre'"),
        ('prefix = "SKI"', 'prefix = "SKO"', "SKI-1.01 should start with SKO-"),
        ('chapter = "1"', 'chapter = "2"', "SKI-1.01 is in chapter '2', which is not listed"),
        ('"Who fires throws."', '""', "SKI-1.01 has no text"),
        ('["calc"]', '["calculated"]', "SKI-1.01 has the tags ['calculated']"),
        ('["umpire"]', '["umpyre"]', "SKI-1.01 is applied in ['umpyre']"),
        ("[[chapter]]", "[[chapter", "rules.toml"),
    ),
)
def test_a_rulebook_that_contradicts_itself_says_where(tmp_path, monkeypatch, old, new, problem):
    (found,) = book(tmp_path, monkeypatch, RULES.replace(old, new)).problems
    assert problem in found


def test_a_rule_that_stands_there_twice_is_named(tmp_path, monkeypatch):
    (found,) = book(tmp_path, monkeypatch, RULES + RULES[RULES.index("[[rule]]") :]).problems
    assert "SKI-1.01 stands there twice" in found


@pytest.mark.parametrize(
    ("tags", "applied", "expected"),
    (
        ("calc", "umpire", True),
        ("calc example", "", True),
        ("both", "umpire table", True),
        ("both", "table", False),
        ("table", "table", False),
        ("ref", "docs", False),
    ),
)
def test_which_rules_are_the_umpires(tags, applied, expected):
    assert rule(1, tags, applied).belongs_to("umpire") is expected


def test_an_uncovered_rule_is_listed_and_fails_only_a_finished_ruleset(capsys):
    rules = (rule(1, "calc", "umpire"), rule(2, "calc", "umpire"))
    begun = Rulebook("skirmish", ("umpire",), (), rules, ())
    finished = Rulebook("skirmish", ("umpire",), ("umpire",), rules, ())
    marks = {"tests/test_skirmish.py::test_one": ["SKI-1.01"]}
    assert list(report(begun, marks)) == []
    out = capsys.readouterr().out
    assert "1 of    2 covered" in out
    assert "SKI-1.02" in out
    assert "SKI-1.01" not in out
    assert list(report(finished, marks)) == [
        "skirmish: the umpire is called finished, and 1 of its rules have no test",
    ]


def test_only_tests_of_the_table_vouch_for_the_table():
    both = Rule("SKI-1.01", frozenset({"both"}), frozenset({"umpire", "table"}))
    book = Rulebook("skirmish", ("umpire", "table"), ("umpire", "table"), (both,), ())
    elsewhere = {"tests/rulesets/skirmish/test_rules.py::test_one": ["SKI-1.01"]}
    assert list(report(book, elsewhere)) == ["skirmish: the table is called finished, and 1 of its rules have no test"]
    there = elsewhere | {"tests/rulesets/skirmish/table/test_turn.py::test_one": ["SKI-1.01"]}
    assert list(report(book, there)) == []


def test_a_mark_that_no_rulebook_knows_is_named_with_its_test():
    known = Rulebook("skirmish", ("umpire",), (), (rule(1, "calc", "umpire"),), ())
    marks = {"tests/test_fire.py::test_one": ["SKI-1.01"], "tests/test_fire.py::test_two": ["SKI-9.99"]}
    assert list(unknown_marks([known], marks)) == ["tests/test_fire.py::test_two: no rulebook has SKI-9.99"]
