"""A Total under Why is the sum of the rows above it, and what is added to dice is such a Total."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sandtable.conformance.cases import cases, leaves_of, plain_json
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.umpire.resolution import finished_view
from sandtable.umpire.setting import Setting

ENDS = 3  # of each form
NUMBER = re.compile(r"[0-9]+")  # "4 + 6 = 10": the faces, then what is added
TENTH = Fraction(1, 10)  # what is told of a fraction


def test_totals_are_the_sums_of_their_rows(ruleset: Ruleset, action: Action) -> None:
    for view in _verdicts(ruleset, action):
        for block in view["why"]:
            if block["sum"] is not None:
                numbers = [Fraction(row["number"]) for row in block["rows"] if row["number"] is not None]
                assert abs(sum(numbers) - Fraction(block["sum"])) < TENTH, block
                assert abs(_number(block["total"]) - sum(numbers)) < TENTH, block


def test_what_is_added_to_dice_is_a_total(ruleset: Ruleset, action: Action) -> None:
    for view in _verdicts(ruleset, action):
        totals = {abs(Fraction(block["sum"])) for block in view["why"] if block["sum"] is not None}
        for throw in view["dice"]:
            added = NUMBER.findall(throw["sum"].partition("=")[0])[len(throw["faces"]) :]
            assert {Fraction(number) for number in added} <= totals, (throw, view["why"])


def _verdicts(ruleset: Ruleset, action: Action) -> Iterator[Mapping[str, Any]]:
    for case in cases(ruleset, action):
        setting = Setting(ruleset, case.tables, PLAIN, "", case.options)
        leaves, _ = leaves_of(case) or ([], False)
        for leaf in leaves[:ENDS]:
            yield plain_json(finished_view(setting, action, case.form, leaf.finished, {"id": "1"}))


def _number(told: str) -> Fraction:
    return Fraction(told.strip("%").replace("\N{MINUS SIGN}", "-"))
