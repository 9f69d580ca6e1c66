"""The promises about numbers of forms catch what they are for: a ruleset spoilt in one place breaks one of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from sandtable.conformance.breach import BreachError
from sandtable.conformance.limit_promises import (
    bands_that_a_rule_closes_come_from_its_tables,
    its_forms_follow_its_tables,
    no_form_says_again_what_a_table_says,
)
from sandtable.kernel.form import Bar, FromTables, cell, distance, number, when
from sandtable.kernel.messages import Message
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.rulesets.average_dice.ruleset import RULESET

NAME = "figures_firing"  # a field that has its words


def with_form(**about: Any) -> Ruleset:
    """Average Dice with one action, whose form has one number."""

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Spoilt:
        figures_firing: int = number(lowest=1, **about)

    return _with(Spoilt)


def _with(situation: type[Any]) -> Ruleset:
    action: Action = replace(RULESET.by_id["gun_crew"], situation=situation)
    return replace(RULESET, actions=(action,), own_limits={})


def test_a_number_of_a_table_that_stands_again_in_a_form_is_named_with_the_cell():
    with pytest.raises(BreachError, match=r"figures_firing \(unit\.figures"):
        no_form_says_again_what_a_table_says(with_form(highest=10))
    no_form_says_again_what_a_table_says(with_form(highest=cell("unit.figures")))
    no_form_says_again_what_a_table_says(with_form(highest=77))


def test_a_limit_may_be_the_forms_own_for_a_reason_that_is_needed():
    no_form_says_again_what_a_table_says(replace(with_form(highest=10), own_limits={"fingers": (NAME,)}))
    with pytest.raises(BreachError, match="needs no reason: figures_firing"):
        no_form_says_again_what_a_table_says(replace(with_form(highest=77), own_limits={"fingers": (NAME,)}))


def test_a_field_that_follows_no_cell_is_caught():
    its_forms_follow_its_tables(with_form(highest=cell("unit.figures")))
    with pytest.raises(BreachError, match="no house rule changes"):
        its_forms_follow_its_tables(with_form(highest=FromTables(lambda _: 10)))


def test_bands_that_are_closed_by_hand_are_caught():
    @dataclass(frozen=True, slots=True, kw_only=True)
    class ByHand:
        range: str = distance(
            bands=("0-6", "6-12"),
            usual="0-6",
            bars=(Bar(("6-12",), when("range", "0-6"), Message("reason.beyond"), "AVD-7.11", told_by_rule=True),),
        )

    with pytest.raises(BreachError, match="closed by hand"):
        bands_that_a_rule_closes_come_from_its_tables(_with(ByHand))
