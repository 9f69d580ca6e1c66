"""Weighing orders: every reason is a number with a name, so that the choice can be told in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from sandtable.kernel.messages import Message

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is good or bad, and by how much; of whom it speaks, by their ids."""

    message: Message
    value: float = 0.0
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Weighed(Generic[Thing]):
    """Something to do, with what speaks for and against it."""

    thing: Thing
    reasons: tuple[Reason, ...]

    @property
    def value(self) -> float:
        return sum(reason.value for reason in self.reasons)

    @property
    def main_reason(self) -> Reason | None:
        """What speaks most for it."""
        return max(self.reasons, key=lambda reason: reason.value, default=None)


def best(things: Iterable[Weighed[Thing]]) -> Weighed[Thing] | None:
    """The thing with the highest value; the first of several equal ones."""
    return max(things, key=lambda thing: thing.value, default=None)


def picked(things: Sequence[Weighed[Thing]], luck: float, carelessness: float) -> Weighed[Thing] | None:
    """What a player chooses who misjudges: among all that come within ``carelessness`` of the best, ``luck`` (0 to 1) picks one."""
    chosen = best(things)
    if chosen is None or carelessness <= 0:
        return chosen
    near = [thing for thing in things if thing.value >= chosen.value - carelessness]
    return near[min(int(luck * len(near)), len(near) - 1)]
