"""Pairs of battles that differ in their rules alone: how many changed hands, and what the difference is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import numpy.typing as npt

from sandtable.battle.matches.shares import Interval, wilson

BOOTSTRAPS = 2000
LOW, HIGH = 2.5, 97.5


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of battles by who won them for one side: under both texts, under the first alone, under the second alone, under neither."""

    both: int
    first: int
    second: int
    neither: int

    @property
    def number(self) -> int:
        """How many pairs."""
        return self.both + self.first + self.second + self.neither

    @property
    def difference(self) -> float:
        """The second's share of wins less the first's."""
        return (self.second - self.first) / self.number if self.number else 0.0

    @property
    def interval(self) -> Interval:
        """Newcombe's 95% interval of the difference for pairs (his method 10), for a number that was settled beforehand."""
        if not self.number:
            return -1.0, 1.0
        won = (self.both + self.second, self.both + self.first)
        return newcombe(won, self.number, self._likeness())

    @property
    def unpaired(self) -> Interval:
        """The interval that as many battles would give if they were not the same ones."""
        return newcombe((self.both + self.second, self.both + self.first), self.number, 0.0)

    def _likeness(self) -> float:
        """The correlation of both outcomes, corrected for continuity as Newcombe does."""
        a, b, c, d = self.both, self.first, self.second, self.neither
        below = (a + b) * (c + d) * (a + c) * (b + d)
        if not below:
            return 0.0
        product = a * d - b * c
        corrected = max(product - self.number / 2, 0.0) if product > 0 else float(product)
        return corrected / sqrt(below)

    @property
    def chance(self) -> float:
        """McNemar's exact test: how likely the battles that changed hands are parted at least as unevenly if the texts are alike."""
        return mcnemar(self.first, self.second)


def newcombe(won: tuple[int, int], of: int, likeness: float) -> Interval:
    """The interval of a difference of two shares from Wilson's of each, squared and added, less what they have in common."""
    if not of:
        return -1.0, 1.0
    one, other = won[0] / of, won[1] / of
    (low1, high1), (low2, high2) = wilson(won[0], of), wilson(won[1], of)
    down = _side(one - low1, high2 - other, likeness)
    up = _side(high1 - one, other - low2, likeness)
    return one - other - down, one - other + up


def _side(mine: float, other: float, likeness: float) -> float:
    return sqrt(max(0.0, mine**2 - 2 * likeness * mine * other + other**2))


def mcnemar(one: int, other: int) -> float:
    """The exact two-sided chance of so uneven a parting of coins that fall either way alike."""
    total, least = one + other, min(one, other)
    if not total:
        return 1.0
    ways = sum(comb(total, number) for number in range(least + 1))
    return min(1.0, float(Fraction(2 * ways, 2**total)))


def bootstrap_mean(differences: Sequence[float], seed: int = 0) -> Interval:
    """The 95% interval of a mean difference, by drawing the pairs again and again."""
    if not differences:
        return 0.0, 0.0
    luck, values = np.random.default_rng(seed), np.asarray(differences, dtype=float)
    drawn = values[luck.integers(0, len(values), (BOOTSTRAPS, len(values)))].mean(axis=1)
    low, high = np.percentile(drawn, [LOW, HIGH])
    return float(low), float(high)


def saving(first: npt.ArrayLike, second: npt.ArrayLike, seed: int = 0) -> tuple[float, Interval]:
    """How many times more battles independent samples need than these pairs for the same difference, with its 95% interval."""
    luck = np.random.default_rng(seed)
    one, other = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    picks = luck.integers(0, len(one), (BOOTSTRAPS, len(one)))
    drawn = [_ratio(one[pick], other[pick]) for pick in picks]
    finite = [ratio for ratio in drawn if np.isfinite(ratio)]
    low, high = np.percentile(finite, [LOW, HIGH]) if finite else (float("inf"), float("inf"))
    return _ratio(one, other), (float(low), float(high))


def _ratio(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> float:
    paired = float(np.var(other - one))
    return float(np.var(one) + np.var(other)) / paired if paired else float("inf")
