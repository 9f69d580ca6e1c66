"""A share of battles that was settled beforehand, with the interval that stays honest at its ends."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.battle.matches import shares
from sandtable.battle.matches.shares import Interval
from sandtable.lab.numbers.beta import below, quantile

ALPHA = 0.05
FEW = 5  # won or lost: a share with fewer is near nought or a hundred


@dataclass(frozen=True, slots=True)
class Share(shares.Share):
    """So many of so many; draws may count half."""

    @property
    def interval(self) -> Interval:
        """The 95% interval after Wilson, near nought and a hundred after Jeffreys."""
        near_an_end = self.of and min(self.count, self.of - self.count) < FEW
        return jeffreys(self.count, self.of) if near_an_end else shares.wilson(self.count, self.of)

    @property
    def favoured(self) -> float:
        """How likely it is that more than half is the truth, if every share was as likely beforehand (after Jeffreys)."""
        return 1.0 - below(0.5, self.count + 0.5, self.of - self.count + 0.5)


def jeffreys(count: float, of: int, alpha: float = ALPHA) -> Interval:
    """Jeffreys's interval: what lies in the middle of Beta(count + 1/2, rest + 1/2); at the ends it reaches them."""
    a, b = count + 0.5, of - count + 0.5
    low = 0.0 if not count else quantile(alpha / 2, a, b)
    return low, (1.0 if count == of else quantile(1 - alpha / 2, a, b))


def median_of(values: list[int]) -> int:
    """The middle one; of an even number the lower of both."""
    return sorted(values)[(len(values) - 1) // 2] if values else 0
