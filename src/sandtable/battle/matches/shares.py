"""A share of a number that was settled beforehand: so many of so many, with the interval that belongs to it."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Interval = tuple[float, float]
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
    def interval(self) -> Interval:
        """The 95% interval after Wilson: for a number of battles that was settled beforehand, and looked at once."""
        return wilson(self.count, self.of)


def wilson(count: float, of: int, z: float = Z95) -> Interval:
    """Wilson's interval."""
    if not of:
        return 0.0, 1.0
    part, square = count / of, z * z
    middle = (part + square / (2 * of)) / (1 + square / of)
    half = z * sqrt(part * (1 - part) / of + square / (4 * of**2)) / (1 + square / of)
    return (0.0 if not count else max(0.0, middle - half)), (1.0 if count == of else min(1.0, middle + half))
