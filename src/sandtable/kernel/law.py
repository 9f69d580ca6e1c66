"""An exact law: what can happen, with weights that are fractions and sum to one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Generic, Self, TypeVar

MOST_ROWS = 40  # that a person compares; longer lists are not searched for a fairer rounding
Event = TypeVar("Event", bound=Hashable)
Value = TypeVar("Value", bound=Hashable)


class Law(Generic[Event]):
    """Exact probabilities of events: whole-number weights over one denominator. Floats appear only when a person looks."""

    __slots__ = ("_counts", "_of")

    def __init__(self, weights: Mapping[Event, Fraction]) -> None:
        self._of = lcm(*(weight.denominator for weight in weights.values()))
        self._counts = {
            event: weight.numerator * (self._of // weight.denominator) for event, weight in weights.items() if weight
        }

    @classmethod
    def over(cls, counts: Mapping[Event, int], of: int) -> Self:
        """A law from distinct events with whole-number weights over a denominator."""
        law = cls({})
        # A dictionary is copied without asking its keys for their hashes again.
        law._counts = dict(counts) if all(counts.values()) else {event: n for event, n in counts.items() if n}
        law._of = of
        return law

    @classmethod
    def of_counts(cls, counts: Iterable[tuple[Event, int]]) -> Self:
        """A law from integer weights, whose events need not be distinct."""
        merged: dict[Event, int] = {}
        for event, weight in counts:
            merged[event] = merged.get(event, 0) + weight
        return cls.over(merged, sum(merged.values()) or 1)

    def __iter__(self) -> Iterator[tuple[Event, Fraction]]:
        return ((event, Fraction(count, self._of)) for event, count in self._counts.items())

    @property
    def of(self) -> int:
        """The denominator of all weights."""
        return self._of

    def counts(self) -> Iterator[tuple[Event, int]]:
        """Every event with its weight over the denominator, as a whole number."""
        return iter(self._counts.items())

    def __len__(self) -> int:
        return len(self._counts)

    def __contains__(self, event: object) -> bool:
        return event in self._counts

    def __getitem__(self, event: Event) -> Fraction:
        return Fraction(self._counts.get(event, 0), self._of)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Law) and dict(self) == dict(other)

    def __hash__(self) -> int:
        return hash(frozenset(self))

    def __repr__(self) -> str:
        return f"Law({ {event: str(weight) for event, weight in self} })"

    @property
    def events(self) -> tuple[Event, ...]:
        """What can happen."""
        return tuple(self._counts)

    @property
    def total(self) -> Fraction:
        """The sum of all weights: one, unless a rule is broken."""
        return Fraction(sum(self._counts.values()), self._of)

    def project(self, measure: Callable[[Event], Value]) -> Law[Value]:
        """The law of a measure of the event."""
        merged: dict[Value, int] = {}
        for event, count in self._counts.items():
            value = measure(event)
            merged[value] = merged.get(value, 0) + count
        return Law.over(merged, self._of)

    def probability(self, condition: Callable[[Event], bool]) -> Fraction:
        """The chance that a condition holds."""
        return Fraction(sum(count for event, count in self._counts.items() if condition(event)), self._of)

    def mean(self, measure: Callable[[Event], int | Fraction | bool]) -> Fraction:
        """The expected value of a measure."""
        return Fraction(sum(count * measure(event) for event, count in self._counts.items())) / self._of

    def at_least(self, measure: Callable[[Event], int]) -> dict[int, Fraction]:
        """For every value the measure takes, the chance to reach it."""
        law = self.project(measure)
        reached: dict[int, Fraction] = {}
        running = Fraction(0)
        for value in sorted(law.events, reverse=True):
            running += law[value]
            reached[value] = running
        return dict(sorted(reached.items()))


def percentages(weights: Iterable[Fraction]) -> list[int]:
    """Whole percents that sum to a hundred (all weights of one law given), equal ones for equal weights where that can be.

    By largest remainder; where that would round some of several equal weights up and the others down, the next best choice of whole groups.
    """
    exact = [weight * 100 for weight in weights]
    floors = [int(share) for share in exact]
    missing = round(sum(exact)) - sum(floors)
    order = sorted(range(len(exact)), key=lambda index: (floors[index] - exact[index], index))
    up = set(order[:missing])
    if len(exact) <= MOST_ROWS and {exact[index] for index in up} & {exact[index] for index in order[missing:]}:
        up = _whole_groups(exact, missing) or up
    return [floor + (index in up) for index, floor in enumerate(floors)]


def _whole_groups(exact: Sequence[Fraction], missing: int) -> set[int]:
    """The places to round up so that equal shares are rounded alike, with the largest remainders together; none if there is no such choice."""
    groups: dict[Fraction, list[int]] = {}
    for index, share in enumerate(exact):
        if share != int(share):
            groups.setdefault(share, []).append(index)
    best: dict[int, tuple[Fraction, tuple[int, ...]]] = {0: (Fraction(0), ())}
    for share, places in groups.items():
        gain = (share - int(share)) * len(places)
        for taken, (value, chosen) in sorted(best.items(), reverse=True):
            more = taken + len(places)
            if more <= missing and (more not in best or best[more][0] < value + gain):
                best[more] = (value + gain, (*chosen, *places))
    return set(best[missing][1]) if missing in best else set()
