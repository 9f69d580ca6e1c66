"""A share of a number that was settled beforehand: so many of so many, with the interval that belongs to it."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from sandtable.lab.numbers.beta import below, quantile

Interval = tuple[float, float]
ALPHA = 0.05
Z95 = 1.959963984540054  # standard deviations either way that hold 95 of 100


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many; draws may count half."""

    count: float
    of: int

    @property
    def part(self) -> float:
        """The share itself."""
        return self.count / self.of if self.of else 0.0

    @property
    def wilson(self) -> Interval:
        """The 95% interval after Wilson: for a number of battles that was settled beforehand, and looked at once."""
        return wilson(self.count, self.of)

    @property
    def jeffreys(self) -> Interval:
        """The 95% interval after Jeffreys, which stays honest near nought and a hundred."""
        return jeffreys(self.count, self.of)

    @property
    def favoured(self) -> float:
        """How likely it is that more than half is the truth, if every share was as likely beforehand (after Jeffreys)."""
        return 1.0 - below(0.5, self.count + 0.5, self.of - self.count + 0.5)


def wilson(count: float, of: int, z: float = Z95) -> Interval:
    """Wilson's interval."""
    if not of:
        return 0.0, 1.0
    part, square = count / of, z * z
    middle = (part + square / (2 * of)) / (1 + square / of)
    half = z * sqrt(part * (1 - part) / of + square / (4 * of**2)) / (1 + square / of)
    return (0.0 if not count else max(0.0, middle - half)), (1.0 if count == of else min(1.0, middle + half))


def jeffreys(count: float, of: int, alpha: float = ALPHA) -> Interval:
    """Jeffreys's interval: what lies in the middle of Beta(count + 1/2, rest + 1/2); at the ends it reaches them."""
    a, b = count + 0.5, of - count + 0.5
    low = 0.0 if not count else quantile(alpha / 2, a, b)
    return low, (1.0 if count == of else quantile(1 - alpha / 2, a, b))


def median_of(values: list[int]) -> int:
    """The middle one; of an even number the lower of both."""
    return sorted(values)[(len(values) - 1) // 2] if values else 0
