"""Ranges told as bands or in inches."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.bands import ends_of, farthest, past, range_words, within
from sandtable.kernel.messages import Message


@pytest.mark.parametrize(
    ("told", "inside", "outside"),
    (
        ("0-6", True, False),
        ("6-12", True, False),
        ("12-18", False, True),
        (Fraction(12), True, False),
        (Fraction(25, 2), False, True),
    ),
)
def test_a_range_lies_within_a_limit_or_past_it(told, inside, outside):
    assert (within(told, 12), past(told, 12)) == (inside, outside)


def test_a_band_across_the_limit_is_neither():
    assert (within("9-15", 12), past("9-15", 12)) == (False, False)


def test_a_range_is_told_as_it_was():
    assert ends_of("6-12") == (Fraction(6), Fraction(12))
    assert (farthest("6-12"), farthest(Fraction(7))) == (Fraction(12), Fraction(7))
    assert range_words("6-12") == Message.of("word.band", nearest=Fraction(6), farthest=Fraction(12))
    assert range_words(Fraction(7)) == Message.of("word.distance", distance=Fraction(7))
