"""Outcomes that have a value each, counted: the mean of them, and how likely they are if the truth had another mean.

A battle is worth 1, 1/2 or 0 to a side; a pair of battles is worth the difference of both, from -1 to 1. What can be said of the mean of
either, and which of two means is the likelier, rests on one thing: the largest likelihood that counts like these can have with a given mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import copysign, log, sqrt

UNSEEN = 1e-6  # what stands for the count of something that has not come yet: it must stay possible
TWO, THREE = 2, 3
MOST_STEPS = 200
EXACT = 1e-14


@dataclass(frozen=True)
class Tally:
    """How often each value came. Values that cannot come are left out; those that can are there, with nought.

    A value between two of them, a draw between a win and a loss, counts to both in parts. What is said of the mean holds all the same: such
    a part weighs no more than a lot drawn between both would on average.
    """

    counts: Mapping[float, float]

    @classmethod
    def of(cls, values: Iterable[float], possible: tuple[float, ...]) -> Tally:
        """A tally of these values."""
        counts = dict.fromkeys(possible, 0.0)
        for value in values:
            for place, part in parts(value, possible):
                counts[place] += part
        return cls(counts)

    @cached_property
    def number(self) -> int:
        """How many values there are."""
        return round(sum(self.counts.values()))

    @cached_property
    def mean(self) -> float:
        """Their mean; the middle of what is possible where there are none."""
        if not self.number:
            return (min(self.counts) + max(self.counts)) / 2
        return sum(value * count for value, count in self.counts.items()) / self.number

    @cached_property
    def variance(self) -> float:
        """The variance of one of them."""
        if not self.number:
            return 0.0
        return sum(count * (value - self.mean) ** 2 for value, count in self.counts.items()) / self.number

    def _of_two(self, mean: float, low: float, high: float) -> float:
        """Of two values only one law has this mean."""
        share = (mean - low) / (high - low)
        return _weighed(self.counts[high], share) + _weighed(self.counts[low], 1 - share)

    def log_likelihood(self, mean: float) -> float:
        """The largest log-likelihood of these counts under any law with this mean (Owen's empirical likelihood, in full).

        The best law gives each value count / (1 + tilt * (value - mean)); the tilt is found by steps.
        """
        low, high = min(self.counts), max(self.counts)
        if not low < mean < high:
            return float("-inf")
        if len(self.counts) == TWO:
            return self._of_two(mean, low, high)
        counts = {value: float(count) or UNSEEN for value, count in self.counts.items()}
        total = sum(counts.values())
        tilt = _tilt({value - mean: count / total for value, count in counts.items()})
        return sum(
            count * (log(counts[value] / total) - log(1 + tilt * (value - mean)))
            for value, count in self.counts.items()
            if count
        )


def parts(value: float, possible: tuple[float, ...]) -> tuple[tuple[float, float], ...]:
    """A value as parts of those that are possible: itself, or its neighbours, by how near they are."""
    if value in possible:
        return ((value, 1.0),)
    below = max(one for one in possible if one < value)
    above = min(one for one in possible if one > value)
    share = (value - below) / (above - below)
    return (below, 1 - share), (above, share)


def _weighed(count: float, share: float) -> float:
    return count * log(share) if count else 0.0


def _tilts_of_three(shares: Mapping[float, float]) -> list[float]:
    """Of three values the tilt is one of the roots of a quadratic, found without taking like from like."""
    (one, two, three), (first, second, third) = shares.keys(), shares.values()
    square = one * two * three
    middle = first * one * (two + three) + second * two * (one + three) + third * three * (one + two)
    rest = first * one + second * two + third * three
    half = -(middle + copysign(sqrt(max(0.0, middle * middle - 4 * square * rest)), middle)) / 2
    return [top / bottom for top, bottom in ((half, square), (rest, half)) if bottom]


def _tilt(shares: Mapping[float, float]) -> float:
    """The tilt at which the tilted law has a mean of nought; all its shares stay above nought between the bounds.

    By Newton's steps, and by halving where one of them would leave the bounds.
    """
    low, high = -1.0 / max(shares), -1.0 / min(shares)
    known = [one for one in _tilts_of_three(shares) if low < one < high] if len(shares) == THREE else []
    if len(known) == 1:
        return known[0]
    tilt = 0.0
    for _ in range(MOST_STEPS):
        gap = sum(share * value / (1 + tilt * value) for value, share in shares.items())
        if gap > 0:
            low = tilt
        else:
            high = tilt
        slope = sum(share * (value / (1 + tilt * value)) ** 2 for value, share in shares.items())
        following = tilt + gap / slope
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - tilt) <= EXACT * (1 + abs(tilt)):
            return following
        tilt = following
    return tilt
