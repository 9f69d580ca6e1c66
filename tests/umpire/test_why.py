"""Reasons as they are told: what their numbers come to, and where they come to nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.messages import Message
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.telling import total_text
from sandtable.umpire.desk import call
from sandtable.umpire.setting import read_setting
from sandtable.umpire.why import whys

SETTING = read_setting({"ruleset": "revolucion"})
YES = Message("kernel.word.yes")


@pytest.mark.parametrize(
    ("values", "told"),
    (
        ((Fraction(-1, 2), Fraction(-4, 5)), "\N{MINUS SIGN}1.3"),
        ((5, Fraction(-1, 2)), "+4.5"),
        ((Fraction(3, 2), Fraction(1, 2)), "+2"),
        ((1, -1), "0"),
        ((None, None), ""),
    ),
)
def test_totals_keep_fractions(values: tuple[Fraction | int | None, ...], told: str) -> None:
    assert total_text(Tally(tuple(Modifier(YES, value) for value in values))) == told


def test_a_list_has_rows_and_no_total_and_stands_by_itself() -> None:
    points = Tally((Modifier(YES, 25), Modifier(YES, 10)), listed=True)
    found = whys(SETTING, (), (Modifier(YES, 1), points, Modifier(YES, 2)))
    assert [([row.value for row in block.rows], block.total) for block in found] == [
        (["+1", "+2"], "+3"),
        (["+25", "+10"], ""),
    ]


def test_a_move_of_four_and_a_half_inches_says_so_under_why() -> None:
    fields = {"mover": "infantry", "rate": "fast", "go_prone_or_rise": True}
    told = call("resolve", {"ruleset": "average_dice", "action": "move", "fields": fields})
    assert [block["total"] for block in told["why"]] == ["+4.5"]
