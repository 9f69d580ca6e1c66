"""Laws of dice against two twins: counting every combination of faces, and icepool."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.dice import (
    AVERAGE,
    D4,
    D6,
    D8,
    D10,
    D12,
    D20,
    PERCENT,
    Die,
    face_weights,
    law_of_counts,
    law_of_difference,
    law_of_faces,
    law_of_total,
    sided,
)

dice = st.lists(st.integers(-3, 9), min_size=1, max_size=6).map(lambda faces: Die("odd die", tuple(faces)))
few_dice = st.lists(dice, min_size=1, max_size=4).map(tuple)
pools = st.integers(0, 5)


@pytest.mark.parametrize(
    ("die", "name", "sides"),
    (
        (D4, "d4", 4),
        (D6, "d6", 6),
        (D8, "d8", 8),
        (D10, "d10", 10),
        (D12, "d12", 12),
        (D20, "d20", 20),
        (PERCENT, "d100", 100),
    ),
)
def test_an_ordinary_die_counts_from_one(die, name, sides):
    assert die == sided(sides) == Die(name, tuple(range(1, sides + 1)))


def test_an_average_die_has_no_one_and_no_six():
    assert face_weights(AVERAGE) == ((2, 1), (3, 2), (4, 2), (5, 1))


@given(few_dice)
def test_totals_are_those_of_every_combination_of_faces(thrown):
    counted = Counter(sum(faces) for faces in product(*(die.faces for die in thrown)))
    assert law_of_total(thrown) == tuple(sorted(counted.items()))


@given(few_dice)
def test_totals_are_those_of_icepool(thrown):
    total: icepool.Die = sum((icepool.Die(list(die.faces)) for die in thrown), icepool.Die([0]))
    scale = sum(weight for _, weight in law_of_total(thrown))
    assert {face: weight * total.denominator() for face, weight in law_of_total(thrown)} == {
        face: quantity * scale for face, quantity in total.items()
    }


@given(dice, dice)
def test_differences_are_those_of_every_pair_of_faces(ours, theirs):
    counted = Counter(face - other for face in ours.faces for other in theirs.faces)
    assert law_of_difference(ours, theirs) == tuple(sorted(counted.items()))


def test_opposed_d10s_are_those_of_icepool():
    difference = icepool.d10 - icepool.d10
    assert dict(law_of_difference(D10, D10)) == dict(difference.items())


@given(few_dice)
def test_combinations_of_faces_are_weighted_by_equal_sides(thrown):
    assert dict(law_of_faces(thrown)) == Counter(product(*(die.faces for die in thrown)))


@given(st.lists(st.integers(0, 3), min_size=0, max_size=3), st.integers(0, 4), pools)
def test_counts_by_band_are_those_of_every_throw(bands, rest, pool):
    sides = [number for number, weight in enumerate((*bands, rest)) for _ in range(weight)]
    counted = Counter(
        tuple(sum(side == band for side in throw) for band in range(len(bands)))
        for throw in product(sides, repeat=pool)
    )
    assert {count: weight for count, weight in law_of_counts(tuple(bands), rest, pool) if weight} == dict(counted)


def test_a_pool_of_hits_is_that_of_icepool():
    hits: Any = (icepool.d6 >= 4).pool(12).sum()
    assert {count: weight for (count,), weight in law_of_counts((3,), 3, 12)} == {
        int(face): quantity for face, quantity in hits.items()
    }


def test_a_pool_in_three_bands_is_that_of_icepool():
    one: icepool.Die = icepool.Die([(1, 0), (0, 1), *[(0, 0)] * 4]).map(icepool.Vector)
    five = 5 @ one
    assert {count: weight for count, weight in law_of_counts((1, 1), 4, 5) if weight} == {
        tuple(face): quantity for face, quantity in five.items()
    }
