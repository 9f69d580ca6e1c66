"""A ruleset as one object: which actions are open, whose law is asked for, which tables are in force."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.kernel import registry
from sandtable.kernel.drivers import Given, enumerate_exactly
from sandtable.kernel.problem import Refusal
from tests.kernel.muster import MARCH, Arm, Company, March, muster_tables

TABLES = muster_tables()
SITUATION = March(arm=Arm.INFANTRY, length="6-12", companies=(Company(arm=Arm.INFANTRY),))


def test_an_action_of_no_option_is_always_open():
    assert MARCH.open_under(TABLES)


@pytest.mark.parametrize("night", (True, False))
def test_an_action_of_an_option_is_open_while_it_is_set(night):
    at_night = replace(MARCH, option=("night", True))
    assert at_night.open_under(muster_tables(night=night)) is night


@pytest.mark.parametrize("river", (True, False))
def test_the_law_of_an_action_heeds_the_answers(river):
    answers = {"march.river": Given(river)}
    law = MARCH.law(SITUATION, TABLES, answers).law
    assert law == enumerate_exactly(MARCH.start(SITUATION, TABLES), answers).law
    assert law != MARCH.law(SITUATION, TABLES, {"march.river": Given(not river)}).law


def test_tables_without_a_wish_are_the_printed_ones():
    ruleset = registry.ruleset("revolucion")
    assert ruleset.tables({}) is ruleset.default_tables
    assert ruleset.tables({}, " \n") is ruleset.default_tables
    assert ruleset.tables({"indirect.monotone": True}).option("indirect.monotone") is True
    assert ruleset.tables({"indirect.monotone": False}).option("indirect.monotone") is False


def test_house_rules_are_named_by_their_file():
    ruleset = registry.ruleset("revolucion")
    for named, about in (("club.toml", ("club.toml",)), ("house rules", ())):
        with pytest.raises(Refusal) as refused:
            ruleset.tables({}, "no.such.table = 3", *about)
        assert refused.value.problems[0].field.startswith(named)


def test_a_ruleset_knows_the_names_of_all_its_fields():
    names = registry.ruleset("revolucion").field_names
    assert {"unit", "target_type", "range"} <= names
