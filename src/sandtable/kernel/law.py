"""An exact law: what can happen, with weights that are fractions and sum to one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Generic, Self, TypeVar

Event = TypeVar("Event", bound=Hashable)
Value = TypeVar("Value", bound=Hashable)


class Law(Generic[Event]):
    """Exact probabilities of events. Floats appear only when a person looks."""

    __slots__ = ("_weights",)

    def __init__(self, weights: Mapping[Event, Fraction]) -> None:
        self._weights = {event: weight for event, weight in weights.items() if weight}

    @classmethod
    def of_counts(cls, counts: Iterable[tuple[Event, int]]) -> Self:
        """A law from integer weights, which need not be distinct."""
        merged: dict[Event, int] = {}
        for event, weight in counts:
            merged[event] = merged.get(event, 0) + weight
        total = sum(merged.values())
        return cls({event: Fraction(weight, total) for event, weight in merged.items()})

    def __iter__(self) -> Iterator[tuple[Event, Fraction]]:
        return iter(self._weights.items())

    def __len__(self) -> int:
        return len(self._weights)

    def __contains__(self, event: object) -> bool:
        return event in self._weights

    def __getitem__(self, event: Event) -> Fraction:
        return self._weights.get(event, Fraction(0))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Law) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        return f"Law({ {event: str(weight) for event, weight in self._weights.items()} })"

    @property
    def total(self) -> Fraction:
        """The sum of all weights: one, unless a rule is broken."""
        return sum(self._weights.values(), Fraction(0))

    def project(self, measure: Callable[[Event], Value]) -> Law[Value]:
        """The law of a measure of the event, in order of the measure where it has one."""
        merged: dict[Value, Fraction] = {}
        for event, weight in self._weights.items():
            value = measure(event)
            merged[value] = merged.get(value, Fraction(0)) + weight
        return Law(merged)

    def probability(self, condition: Callable[[Event], bool]) -> Fraction:
        """The chance that a condition holds."""
        return sum((weight for event, weight in self._weights.items() if condition(event)), Fraction(0))

    def mean(self, measure: Callable[[Event], int | Fraction | bool]) -> Fraction:
        """The expected value of a measure."""
        return sum((weight * measure(event) for event, weight in self._weights.items()), Fraction(0))

    def at_least(self, measure: Callable[[Event], int]) -> dict[int, Fraction]:
        """For every value the measure takes, the chance to reach it."""
        law = self.project(measure)
        reached: dict[int, Fraction] = {}
        running = Fraction(0)
        for value in sorted((value for value, _ in law), reverse=True):
            running += law[value]
            reached[value] = running
        return dict(sorted(reached.items()))


def percentages(weights: Iterable[Fraction]) -> list[int]:
    """Whole percents that sum to a hundred, by largest remainder (all weights of one law given)."""
    exact = [weight * 100 for weight in weights]
    floors = [int(share) for share in exact]
    missing = round(sum(exact)) - sum(floors)
    order = sorted(range(len(exact)), key=lambda index: (floors[index] - exact[index], index))
    for index in order[:missing]:
        floors[index] += 1
    return floors
