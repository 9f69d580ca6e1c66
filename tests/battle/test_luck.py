"""Luck is exact: sums of laws against every way the dice can fall, and against a second opinion."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from sandtable.battle.reckoning.luck import Stroke, law_of_sum, luck_of, upsets
from sandtable.kernel.law import Law

COIN = Law.of_counts([(0, 1), (1, 1)])
D6 = Law.of_counts([(face, 1) for face in range(1, 7)])
UNEVEN = Law.of_counts([(0, 7), (1, 2), (3, 1)])


def test_the_law_of_a_sum_counts_every_way_there_is():
    expected: dict[int, Fraction] = {}
    for (one, first), (two, second), (three, third) in product(COIN, UNEVEN, D6):
        expected[one + two + three] = expected.get(one + two + three, Fraction(0)) + first * second * third
    assert dict(law_of_sum((COIN, UNEVEN, D6))) == expected


def test_the_law_of_many_sums_is_what_icepool_says():
    shot: Any = icepool.Die({0: 7, 1: 2, 3: 1})
    theirs = 12 @ shot
    ours = law_of_sum([UNEVEN] * 12)
    assert ours.total == 1
    assert {total: ours[total] for total in theirs.outcomes()} == {
        total: Fraction(theirs.quantity(total), theirs.denominator()) for total in theirs.outcomes()
    }


def test_nothing_thrown_promises_nothing():
    luck = luck_of("red", ())
    assert (luck.strokes, luck.made, float(luck.promised), float(luck.as_good)) == (0, 0, 0.0, 1.0)


def test_the_luck_of_a_side_is_that_of_its_own_strokes():
    strokes = [Stroke("red", 6, D6), Stroke("red", 5, D6), Stroke("blue", 1, D6)]
    red, blue = luck_of("red", strokes), luck_of("blue", strokes)
    assert (red.strokes, red.made, red.promised) == (2, 11, Fraction(7))
    assert red.as_good == Fraction(3, 36)
    assert (blue.made, blue.promised, blue.as_good) == (1, Fraction(7, 2), Fraction(1))


@pytest.mark.parametrize(("made", "chance"), ((3, Fraction(1, 10)), (1, Fraction(3, 10)), (0, Fraction(7, 10))))
def test_the_chance_of_a_stroke_is_that_of_what_fell_or_further_off(made, chance):
    assert Stroke("red", made, UNEVEN).chance == chance


def test_what_went_most_against_its_odds_comes_first_and_the_usual_is_left_out():
    rare, usual, rarer = (
        Stroke("red", 3, UNEVEN, number=5),
        Stroke("red", 0, UNEVEN, number=2),
        Stroke("blue", 5, Law.of_counts([(0, 99), (5, 1)]), number=9),
    )
    assert upsets([rare, usual, rarer]) == [rarer, rare]
    assert upsets([rare, rarer], most=1) == [rarer]
