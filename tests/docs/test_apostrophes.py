"""Apostrophes as a printer sets them, in every text that a person reads; what is typed may have either."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import pytest

from sandtable.kernel.ledger import name_key
from sandtable.kernel.rulebook import parse_rulebook
from sandtable.kernel.spelling import folded

TYPED = re.compile(r"(?<=[\w})*])'(?=\w)|(?<=[sz])'(?=[ ,.;:)!?]|$)")
NAMES = {"id", "name", "unit", "piece", "like", "column", "house", "side", "type", "what", "mission"}
SOURCES = files("sandtable")


def _below(folder: Traversable) -> Iterator[Traversable]:
    for each in folder.iterdir():
        if each.is_dir():
            yield from _below(each)
        elif each.name.endswith(".toml"):
            yield each


def _texts(tree: Any, key: str = "") -> Iterator[str]:
    """What a file says, but for the names by which things are known."""
    if isinstance(tree, dict):
        for name, part in tree.items():
            yield from _texts(part, name)
    elif isinstance(tree, list):
        for part in tree:
            yield from _texts(part, key)
    elif isinstance(tree, str) and key not in NAMES:
        yield tree


def _is_read(file: str) -> bool:
    return file.endswith(("en.toml", "rules.toml", "/table/scenario.toml")) or "/table/scenarios/" in file


READ = {str(each): each for each in _below(SOURCES) if _is_read(str(each).replace("\\", "/"))}


def test_the_texts_of_all_rulesets_are_looked_at():
    assert sum(name.endswith("en.toml") for name in READ) > 20
    assert sum(name.endswith("rules.toml") for name in READ) >= 5
    assert sum("scenarios" in name for name in READ) >= 15


@pytest.mark.parametrize("name", READ, ids=lambda name: name.partition("sandtable/")[2])
def test_no_text_has_a_typed_apostrophe(name):
    tree = tomllib.loads(READ[name].read_text(encoding="utf-8"))
    assert [text for text in _texts(tree) if TYPED.search(text)] == []


@pytest.mark.parametrize("typed", ("Ringgold's Battery", "ringgold\N{RIGHT SINGLE QUOTATION MARK}s battery"))
def test_names_and_words_are_known_whichever_is_typed(typed):
    assert folded(typed) == folded("Ringgold's Battery")
    assert name_key(typed) == name_key("Ringgold\N{RIGHT SINGLE QUOTATION MARK}s Battery")


@pytest.mark.parametrize("typed", ("target's", "target\N{RIGHT SINGLE QUOTATION MARK}s"))
def test_the_rulebook_is_searched_for_either(typed):
    book = parse_rulebook(SOURCES.joinpath("rulesets/revolucion/rules.toml").read_text(encoding="utf-8"))
    assert book.search(typed)
