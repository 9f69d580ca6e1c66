"""Luck: what the dice of a side made against what their laws promised, and how often dice do as well. All of it is exact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sandtable.battle.seat import Role
from sandtable.kernel.law import Law

MOST_UPSETS = 3
UNLIKELY = Fraction(1, 3)  # what comes more often than that surprises nobody


@dataclass(frozen=True, slots=True)
class Stroke:
    """A throw, or several that are one, as its game counts it: for which side, what it made, and the law of what it could have made."""

    side: Role
    made: int
    law: Law[int]
    words: str = ""  # who did what to whom
    number: int = 0  # of its entry in the log
    turn: int = 0

    @property
    def promised(self) -> Fraction:
        """What it makes on average."""
        return self.law.mean(lambda made: made)

    @property
    def chance(self) -> Fraction:
        """How often it comes as far from the average as it did, or further, on the same side of it."""
        above = self.made >= self.promised
        return self.law.probability(lambda made: made >= self.made if above else made <= self.made)


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of a side: how many strokes, what they made and promised, how often dice are as good as that or better, and as that or worse."""

    side: Role
    strokes: int
    made: int
    promised: Fraction
    as_good: Fraction
    as_bad: Fraction

    @property
    def better_than(self) -> Fraction:
        """How often dice are worse than these."""
        return 1 - self.as_good

    @property
    def worse_than(self) -> Fraction:
        """How often dice are better than these."""
        return 1 - self.as_bad


def law_of_sum(laws: Iterable[Law[int]]) -> Law[int]:
    """The law of the sum of independent throws: whole-number weights, convolved one law after the other."""
    counts, of = {0: 1}, 1
    for law in laws:
        following: dict[int, int] = {}
        for total, weight in counts.items():
            for made, share in law.counts():
                following[total + made] = following.get(total + made, 0) + weight * share
        counts, of = following, of * law.of
    return Law.over(counts, of)


def luck_of(side: Role, strokes: Iterable[Stroke]) -> Luck:
    """The luck of a side in all strokes that count for it."""
    own = [stroke for stroke in strokes if stroke.side == side]
    made = sum(stroke.made for stroke in own)
    law = law_of_sum(stroke.law for stroke in own)
    as_good, as_bad = law.probability(lambda total: total >= made), law.probability(lambda total: total <= made)
    return Luck(side, len(own), made, law.mean(lambda total: total), as_good, as_bad)


def upsets(strokes: Sequence[Stroke], most: int = MOST_UPSETS) -> list[Stroke]:
    """The strokes that went most against their odds, the least likely first; equal ones in the order in which they fell."""
    surprising = [stroke for stroke in strokes if stroke.chance <= UNLIKELY]
    return sorted(surprising, key=lambda stroke: (stroke.chance, stroke.number))[:most]
