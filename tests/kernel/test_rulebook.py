"""The rules as data: read, found by id and by words."""

from __future__ import annotations

import pytest

from sandtable.kernel.rulebook import RuleTable, finished_surfaces, parse_rulebook

SOURCE = """\
finished = ["umpire"]
[[chapter]]
id = "1"
title = "Fire"
[[rule]]
id = "X-1.01"
chapter = "1"
text = "Rifles reach twelve inches."
tags = ["calc"]
ours = false
applied = ["umpire"]
[[rule]]
id = "X-1.02"
chapter = "1"
text = "Cover takes from the die."
tags = ["calc", "gap"]
ours = true
applied = []
table = { columns = ["Cover", "Die"], rows = [["Hard", -3], ["Soft", -1]] }
more_tables = [{ columns = ["A"], rows = [["Rifles too"]] }]
"""


@pytest.fixture
def book():
    return parse_rulebook(SOURCE)


def test_a_rulebook_is_read_whole(book):
    assert book.chapters == (("1", "Fire"),)
    assert list(book.by_id) == ["X-1.01", "X-1.02"]
    rule = book.by_id["X-1.02"]
    assert book.by_id["X-1.01"].text == "Rifles reach twelve inches."
    assert (book.by_id["X-1.01"].ours, book.by_id["X-1.01"].applied, book.by_id["X-1.01"].tables) == (
        False,
        ("umpire",),
        (),
    )
    assert (rule.chapter, rule.tags, rule.ours, rule.applied) == ("1", ("calc", "gap"), True, ())
    assert rule.tables == (
        RuleTable(("Cover", "Die"), (("Hard", "-3"), ("Soft", "-1"))),
        RuleTable(("A",), (("Rifles too",),)),
    )


@pytest.mark.parametrize(
    ("words", "found"),
    (
        ("rifles", ["X-1.01", "X-1.02"]),
        ("RIFLES inches", ["X-1.01"]),
        ("hard cover", ["X-1.02"]),
        ("x-1.02", ["X-1.02"]),
        ("die", ["X-1.02"]),
        ("artillery", []),
        ("", ["X-1.01", "X-1.02"]),
    ),
)
def test_rules_are_found_by_all_of_the_words(book, words, found):
    assert [rule.id for rule in book.search(words)] == found


def test_an_empty_rulebook_is_one():
    empty = parse_rulebook("")
    assert (empty.rules, empty.chapters) == ((), ())


@pytest.mark.parametrize(
    ("source", "finished"),
    (
        (SOURCE, ("umpire",)),
        ('finished = [\n  "umpire",\n  "table",\n]\n\n[[rule]]\nfinished = ["nothing"]\n', ("umpire", "table")),
        ('ruleset = "x"\n[[rule]]\nid = "X"\n', ()),
        ("", ()),
    ),
)
def test_the_head_says_what_is_finished(source, finished):
    assert finished_surfaces(source) == finished


def test_the_head_is_read_without_the_rules():
    assert finished_surfaces(SOURCE + "[[rule]]\nthis is no TOML") == ("umpire",)
