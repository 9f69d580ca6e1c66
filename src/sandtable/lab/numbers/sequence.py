"""An interval that may be looked at after every battle: it holds the truth all the time in 95 of 100 runs, however often one looks.

An ordinary interval looked at again and again excludes the truth sooner or later in half of all runs. This one (after Robbins) asks of each
mean whether what was seen is less than a twentieth as likely under it, even under the law that suits it best, as under all laws mixed
together; and by a theorem of Ville's the truth is hardly ever among those. The price is an interval that is about twice as wide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import lgamma, log
from typing import Literal

from sandtable.battle.matches.shares import Interval
from sandtable.lab.numbers.shares import ALPHA
from sandtable.lab.numbers.tallies import Tally, parts

ALWAYS, EVERY = 100, 1.01
PRIOR = 0.5  # of each value, in the mixture (after Jeffreys)
FINE = 1e-10  # how closely the ends of an interval are found
Verdict = Literal["inside", "outside", "unknown"]


def mixed_log_likelihood(tally: Tally) -> float:
    """The log-likelihood of what was seen under all laws mixed together (Dirichlet, 1/2 each)."""
    kinds = len(tally.counts)
    seen = sum(lgamma(PRIOR + count) - lgamma(PRIOR) for count in tally.counts.values())
    return seen - lgamma(PRIOR * kinds + tally.number) + lgamma(PRIOR * kinds)


def interval(tally: Tally, alpha: float = ALPHA, within: Interval | None = None) -> Interval:
    """Every mean that has not been made unlikely, from the least to the largest; only those ``within`` what is known, where that is given."""
    low, high = within or (min(tally.counts), max(tally.counts))
    if not tally.number:
        return low, high
    least = mixed_log_likelihood(tally) + log(alpha)

    def likely(mean: float) -> bool:
        return tally.log_likelihood(mean) >= least

    middle = min(max(tally.mean, low), high)
    return _edge(likely, middle, low), _edge(likely, middle, high)


def _edge(likely: Callable[[float], bool], inside: float, outside: float) -> float:
    """Where it stops being likely, between the mean that was seen and the end of what is possible."""
    near, far = inside, outside
    if likely(far):
        return far
    while abs(far - near) > FINE:
        middle = (near + far) / 2
        if likely(middle):
            near = middle
        else:
            far = middle
    return far


@dataclass(frozen=True, slots=True)
class Look:
    """What is known after so many: the mean, and the interval, which never widens again."""

    number: int
    mean: float
    low: float
    high: float

    def against(self, band: Interval) -> Verdict:
        """Whether the truth lies in a band, out of it, or nobody knows yet."""
        if band[0] <= self.low and self.high <= band[1]:
            return "inside"
        return "outside" if self.high < band[0] or self.low > band[1] else "unknown"


@dataclass(slots=True)
class Sequence:
    """A run that is looked at as it goes on; ``possible`` are the values that one battle, or one pair, may have.

    After the first hundred it is looked at whenever one in a hundred more has come: to look less often harms nothing.
    """

    possible: tuple[float, ...]
    alpha: float = ALPHA
    looks: list[Look] = field(default_factory=list)
    counts: dict[float, float] = field(default_factory=dict)
    number: int = 0

    @property
    def tally(self) -> Tally:
        """What has come so far."""
        return Tally({value: self.counts.get(value, 0.0) for value in self.possible})

    @property
    def now(self) -> Look:
        """What was known at the last look."""
        if self.looks:
            return self.looks[-1]
        return Look(0, self.tally.mean, min(self.possible), max(self.possible))

    def add(self, value: float) -> Look:
        """Add a value, and return what is known then."""
        for place, part in parts(value, self.possible):
            self.counts[place] = self.counts.get(place, 0.0) + part
        self.number += 1
        return self.look() if self.number <= ALWAYS or self.number >= self.now.number * EVERY else self.now

    def look(self) -> Look:
        """Work out the interval now, and return what is known."""
        before, tally = self.now, self.tally
        if before.number == tally.number:
            return before
        low, high = self._narrowed(tally, before)
        self.looks.append(Look(tally.number, tally.mean, low, high))
        return self.looks[-1]

    def _narrowed(self, tally: Tally, before: Look) -> Interval:
        """What is left of the interval. It may have left the truth behind, as happens once in a while: then the end that is nearer is left."""
        if before.low <= tally.mean <= before.high:
            return interval(tally, self.alpha, (before.low, before.high))
        low, high = interval(tally, self.alpha)
        low, high = max(low, before.low), min(high, before.high)
        return (low, high) if low <= high else ((before.low,) * 2 if tally.mean < before.low else (before.high,) * 2)

    def add_all(self, values: Iterable[float]) -> Look:
        """Add many values one after the other, look at the end, and return what is known then."""
        for value in values:
            self.add(value)
        return self.look()


def battles_needed(band: Interval, possible: tuple[float, ...] = (0.0, 1.0), most: int = 100_000) -> int:
    """About how many battles show that the truth is the middle of a band, if it is."""
    middle = (band[0] + band[1]) / 2
    low, high = 1, most
    while low < high:
        number = (low + high) // 2
        first, last = min(possible), max(possible)
        share = (middle - first) / (last - first)
        tally = Tally({first: number * (1 - share), last: number * share})
        found = interval(tally)
        if band[0] <= found[0] and found[1] <= band[1]:
            high = number
        else:
            low = number + 1
    return low
