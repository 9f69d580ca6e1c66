"""A choice between two means with as few battles as possible (Wald's test, in the form for outcomes of several values)."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from statistics import NormalDist
from typing import Literal

from sandtable.lab.numbers.tallies import Tally

Choice = Literal["first", "second", "unknown"]


@dataclass(frozen=True, slots=True)
class Sprt:
    """Two means, and how often either may be taken for the other: ``alpha`` the first for the second, ``beta`` the second for the first."""

    first: float
    second: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the first, and the second, is chosen."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, tally: Tally) -> float:
        """How much likelier the second mean is, as a logarithm; nought before anything has come.

        Where only one value has come so far, the others count as having come a little: nothing is settled by what was never seen.
        """
        if not tally.number:
            return 0.0
        return tally.log_likelihood(self.second) - tally.log_likelihood(self.first)

    def choice(self, tally: Tally) -> Choice:
        """Which of them is chosen by now."""
        low, high = self.bounds
        ratio = self.ratio(tally)
        return "first" if ratio <= low else "second" if ratio >= high else "unknown"


def fixed_number(first: float, second: float, alpha: float = 0.05, beta: float = 0.05) -> int:
    """How many yes-or-no battles a test of a number settled beforehand takes for the same certainty: the yardstick."""
    za, zb = NormalDist().inv_cdf(1 - alpha), NormalDist().inv_cdf(1 - beta)
    spread = za * (first * (1 - first)) ** 0.5 + zb * (second * (1 - second)) ** 0.5
    return int((spread / (second - first)) ** 2) + 1
