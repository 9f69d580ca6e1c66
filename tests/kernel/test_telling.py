"""Odds and reasons in words: the same for umpire and table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

from sandtable.kernel.dice import D6, D10, Die
from sandtable.kernel.drivers import enumerate_exactly
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Band, Choose, Count, Of, Option, Request, Roll
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.telling import first_throw, shares, throw_text, why
from sandtable.kernel.verdict import Outcome, Rule, Verdict

PLUS = Tally((Modifier(Message("high"), 5, "X-1"), Modifier(Message("tired"), -1)))
MINUS = "\N{MINUS SIGN}"
ASK = Choose("ask", (Option("yes", Message("yes")),), "yes")
HITS = Count("pool", D6, 3, (Band(Message("hit"), frozenset({6})),), int)


def said(message: Message) -> str:
    return message.id.capitalize()


def roll(*dice: Die, of: Of = Of.FACES, tally: Tally = PLUS) -> Roll:
    return Roll("die", dice, lambda *faces: faces, of, tally)


@pytest.mark.parametrize(
    ("asked", "words"),
    (
        (roll(D10), "d10 +4"),
        (roll(D6, D6, of=Of.TOTAL, tally=Tally()), "2d6"),
        (roll(D10, D10, of=Of.DIFFERENCE), "d10 v d10 +4"),
        (HITS, "3d6"),
        (ASK, ""),
    ),
)
def test_a_throw_is_told_with_what_is_added(asked: Request, words: str) -> None:
    assert throw_text(asked) == words


def test_the_first_throw_is_the_first_that_dice_answer() -> None:
    assert first_throw([ASK, HITS, roll(D10)]) is HITS
    assert first_throw([ASK]) is None


def test_reasons_have_their_numbers_rules_and_sum() -> None:
    told = why(PLUS, said, "Fire")
    assert [(row.reason, row.value, row.number, row.rule) for row in told.rows] == [
        ("High", "+5", 5, "X-1"),
        ("Tired", f"{MINUS}1", -1, None),
    ]
    assert (told.title, told.total, told.sum) == ("Fire", "+4", 4)


def test_a_chance_begins_with_its_first_number_and_is_told_in_percent() -> None:
    told = why(Tally((Modifier(Message("base"), 40), Modifier(Message("rain"), Fraction(-5, 2))), percent=True), said)
    assert [row.value for row in told.rows] == ["40%", f"{MINUS}2.5%"]
    assert told.total == "37.5%"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sixth(Verdict):
    """One face of six, or one of the other five."""

    is_six: bool

    def outcome(self) -> Outcome:
        key = "six" if self.is_six else "others"
        return Outcome(key, Message(key), 0, int(self.is_six))


def sixths() -> Rule[Sixth]:
    is_six = yield Roll("die", (D6,), lambda face: face == D6.faces[-1])
    return Sixth(is_six=is_six)


def test_shares_come_in_the_order_of_the_rows_exact_and_in_percents_that_sum_to_a_hundred() -> None:
    found = shares(enumerate_exactly(sixths))
    assert [(outcome.key, weight, percent) for outcome, weight, percent in found] == [
        ("others", Fraction(5, 6), 83),
        ("six", Fraction(1, 6), 17),
    ]
