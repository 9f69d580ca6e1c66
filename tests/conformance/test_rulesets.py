"""Every ruleset keeps its promises as a whole, as `sandtable check` holds it to them.

Runs over all registered rulesets; an unregistered one is tested with

    pytest tests/conformance --ruleset package.module:OBJECT
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.conformance import inspection, ruleset_promises
from sandtable.kernel import registry

DOCS = Path(__file__).parents[2] / "docs" / "icons.md"
ICONS = Path(inspection.__file__).with_name(inspection.ICONS)


def test_it_loads(ruleset_name):
    assert registry.ruleset(ruleset_name).actions


# These try every entry of the tables: half a minute for a large game. One game is tried in short.
THOROUGH = (
    ruleset_promises.every_table_entry_is_read_or_says_why_not,
    ruleset_promises.house_rules_that_its_tables_accept_can_be_played,
)


@pytest.mark.parametrize(
    "promise",
    [each for each in ruleset_promises.PROMISES if each not in THOROUGH],
    ids=lambda promise: promise.__name__,
)
def test_a_ruleset_keeps(promise, ruleset):
    promise(ruleset)


@pytest.mark.parametrize("promise", THOROUGH, ids=lambda promise: promise.__name__)
def test_one_ruleset_keeps_what_takes_long_to_try(promise):
    promise(registry.ruleset("average_dice"))


@pytest.mark.long
@pytest.mark.parametrize("promise", THOROUGH, ids=lambda promise: promise.__name__)
def test_a_ruleset_keeps_what_takes_long_to_try(promise, ruleset):
    promise(ruleset)


def test_the_icons_that_a_ruleset_may_name_are_those_of_the_page():
    """The page's own test holds the document to what it draws."""
    named = re.findall(r"`([a-z0-9-]+)`", DOCS.read_text(encoding="utf-8").split("|---|---|")[1])
    assert ICONS.read_text(encoding="utf-8").split() == sorted(set(named))
