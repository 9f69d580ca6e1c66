"""How many pairs a choice of two differences takes, beside a number settled beforehand: thousands of runs whose truth is known."""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from sandtable.lab.numbers.sprt import Sprt
from sandtable.lab.numbers.tallies import UNSEEN, Tally

Row = npt.NDArray[np.float64]
RUNS = 2000
LONGEST = 6  # times the fixed number; no run of these goes on for so long
PAIRS = (-1.0, 0.0, 1.0)


def log_likelihoods(worse: Row, same: Row, better: Row, mean: float) -> Row:
    """The log-likelihood of a mean after each pair of a run, all of them at once."""
    counts = np.maximum(np.stack([worse, same, better]), UNSEEN)
    total = counts.sum(axis=0)
    first, second, third = counts / total
    one, two, three = (value - mean for value in PAIRS)
    square = one * two * three
    middle = first * one * (two + three) + second * two * (one + three) + third * three * (one + two)
    rest = first * one + second * two + third * three
    half = -(middle + np.copysign(np.sqrt(np.maximum(0.0, middle * middle - 4 * square * rest)), middle)) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        roots = (half / square if square else np.full_like(half, np.nan), rest / half)
    fits = (roots[0] > -1 / three) & (roots[0] < -1 / one)
    tilt = np.where(fits, roots[0], roots[1])
    values = np.array([one, two, three])[:, np.newaxis]
    told: Row = (counts * (np.log(counts / total) - np.log1p(tilt * values))).sum(axis=0)
    return told


def ratios(test: Sprt, values: Row) -> Row:
    """The log-likelihood ratio after each pair of a run."""
    worse, same, better = (np.cumsum(values == value).astype(float) for value in PAIRS)
    told: Row = log_likelihoods(worse, same, better, test.second) - log_likelihoods(worse, same, better, test.first)
    return told


def test_all_ratios_of_a_run_at_once_are_those_of_the_lab() -> None:
    luck = Random(4)
    for test in (Sprt(-0.05, 0.0), Sprt(-0.1, 0.0), Sprt(-0.04, 0.03)):
        values = luck.choices(PAIRS, (2, 9, 3), k=200)
        told = ratios(test, np.array(values))
        for number in (1, 2, 5, 40, 120, 200):
            assert told[number - 1] == pytest.approx(test.ratio(Tally.of(values[:number], PAIRS)), abs=1e-4)


def chosen(test: Sprt, moved: float, truth: float) -> tuple[float, float]:
    """How many pairs a choice takes on average, as a share of the fixed number, and how often it is wrong."""
    fixed = (2 * stats.norm.ppf(0.95)) ** 2 * moved / (test.second - test.first) ** 2
    luck, low, high = np.random.default_rng(1), *test.bounds
    law = [(moved - truth) / 2, 1 - moved, (moved + truth) / 2]
    taken = wrong = 0
    for _ in range(RUNS):
        told = ratios(test, luck.choice(PAIRS, size=int(LONGEST * fixed), p=law))
        over = (told <= low) | (told >= high)
        assert over.any()
        end = int(np.argmax(over))
        taken += end + 1
        wrong += (told[end] >= high) is not np.bool_(truth == test.second)
    return taken / RUNS / fixed, wrong / RUNS


CASES = [
    pytest.param(first, second, moved, marks=() if (first, moved) == (-0.1, 0.4) else pytest.mark.long)
    for first, second, moved in (
        (-0.05, 0.0, 0.15), (-0.05, 0.0, 0.2), (-0.05, 0.0, 0.4), (-0.06, 0.0, 0.2), (-0.06, 0.0, 0.4),
        (-0.1, 0.0, 0.2), (-0.1, 0.0, 0.4), (-0.15, 0.0, 0.4), (-0.05, 0.05, 0.2), (-0.05, 0.05, 0.4),
    )
]  # fmt: skip


@pytest.mark.parametrize(("first", "second", "moved"), CASES)
def test_a_choice_takes_hardly_more_than_half_of_a_fixed_number_at_either_truth(
    first: float, second: float, moved: float
) -> None:
    for truth in (first, second):
        share, wrong = chosen(Sprt(first, second), moved, truth)
        assert share <= 0.55
        assert wrong <= 0.065  # one in twenty, and three deviations of luck


@pytest.mark.long
@pytest.mark.parametrize(("first", "moved"), ((-0.06, 0.1), (-0.1, 0.15), (-0.15, 0.2)))
def test_where_few_pairs_decide_it_takes_more_only_if_nothing_has_changed(first: float, moved: float) -> None:
    shares = [chosen(Sprt(first, 0.0), moved, truth)[0] for truth in (first, 0.0)]
    assert shares[0] <= 0.5
    assert 0.55 < shares[1] <= 0.6
    assert sum(shares) / 2 <= 0.55
