"""Exact laws: projection, mean, conditions, at-least tables, and percentages that sum to a hundred."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.dice import D6, D10, law_of_total
from sandtable.kernel.law import Law, percentages

TWO_D6 = Law.of_counts(law_of_total((D6, D6)))
counts = st.lists(st.tuples(st.integers(0, 6), st.integers(1, 20)), min_size=1, max_size=12)


def test_counts_become_fractions_of_one():
    assert TWO_D6[7] == Fraction(1, 6)
    assert TWO_D6[2] == Fraction(1, 36)
    assert TWO_D6.total == 1
    assert len(TWO_D6) == 11


def test_weights_are_whole_numbers_over_one_denominator():
    law = Law({"hit": Fraction(1, 4), "miss": Fraction(1, 6), "gone": Fraction(7, 12)})
    assert law.of == 12
    assert dict(law.counts()) == {"hit": 3, "miss": 2, "gone": 7}


def test_equal_events_are_one_event():
    assert Law.of_counts([("hit", 1), ("miss", 2), ("hit", 1)]) == Law({"hit": Fraction(1, 2), "miss": Fraction(1, 2)})


def test_what_cannot_happen_is_not_in_it():
    law = Law({"never": Fraction(0), "always": Fraction(1)})
    assert "never" not in law
    assert law["never"] == 0
    assert list(law) == [("always", Fraction(1))]


def test_projection_adds_the_weights_of_equal_measures():
    assert TWO_D6.project(lambda total: total >= 10) == Law({True: Fraction(1, 6), False: Fraction(5, 6)})


def test_probability_mean_and_at_least():
    assert TWO_D6.probability(lambda total: total == 12) == Fraction(1, 36)
    assert TWO_D6.mean(lambda total: total) == 7
    assert TWO_D6.mean(lambda total: total >= 7) == Fraction(21, 36)
    assert TWO_D6.at_least(lambda total: total // 4) == {
        0: 1,
        1: Fraction(33, 36),
        2: Fraction(15, 36),
        3: Fraction(1, 36),
    }


def test_at_least_is_in_rising_order():
    assert list(TWO_D6.at_least(lambda total: -total)) == list(range(-12, -1))


@given(counts)
def test_every_law_of_counts_sums_to_one(weighted):
    law = Law.of_counts(weighted)
    assert law.total == 1
    assert law.mean(lambda event: event) == Fraction(sum(e * w for e, w in weighted), sum(w for _, w in weighted))
    assert law.at_least(lambda event: event)[min(event for event, _ in law)] == 1


def test_laws_are_values():
    same = Law.of_counts([(face, 5) for face in D10.faces])
    assert same == Law.of_counts([(face, 1) for face in D10.faces])
    assert hash(same) == hash(Law.of_counts([(face, 1) for face in D10.faces]))
    other = Law.of_counts([(face, face) for face in D10.faces])
    assert same != other
    assert hash(same) != hash(other)
    assert same != dict(same)
    assert "1/10" in repr(same)


@pytest.mark.parametrize(
    ("weights", "shown"),
    (
        ([Fraction(1, 3)] * 3, [34, 33, 33]),
        ([Fraction(1, 2), Fraction(1, 2)], [50, 50]),
        ([Fraction(1, 1000), Fraction(999, 1000)], [0, 100]),
        ([Fraction(1, 6)] * 6, [17, 17, 17, 17, 16, 16]),
        ([Fraction(5, 1000), Fraction(995, 1000)], [1, 99]),
        ([Fraction(1)], [100]),
        ([], []),
    ),
)
def test_percentages_go_by_the_largest_remainder(weights, shown):
    assert percentages(weights) == shown


@given(counts)
def test_percentages_sum_to_a_hundred_and_stay_within_one(weighted):
    weights = [weight for _, weight in Law.of_counts(weighted)]
    shown = percentages(weights)
    assert sum(shown) == 100
    assert all(abs(weight * 100 - percent) < 1 for weight, percent in zip(weights, shown, strict=True))


def test_equal_weights_have_equal_percents_where_that_can_be():
    eighteenth = Fraction(1, 18)
    weights = [eighteenth, eighteenth, Fraction(1, 36), Fraction(1, 36), Fraction(5, 6)]
    assert percentages(weights) == [5, 5, 3, 3, 84]
    assert percentages([Fraction(1, 3)] * 3) == [34, 33, 33], "a hundred cannot be shared by three"


@given(counts)
def test_no_choice_of_whole_groups_is_passed_over(weighted):
    weights = [weight for _, weight in Law.of_counts(weighted)]
    shown = percentages(weights)
    unlike = {weight for weight in weights if len({s for w, s in zip(weights, shown, strict=True) if w == weight}) > 1}
    sizes = [weights.count(weight) for weight in set(weights) if (weight * 100).denominator != 1]
    missing = 100 - sum(int(weight * 100) for weight in weights)
    reachable = {0}
    for size in sizes:
        reachable |= {size + other for other in reachable}
    assert not unlike or missing not in reachable
