"""What a rule returns: what happened, as effects, with the measures people compare odds by."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Any, ClassVar, Self, TypeVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Request
from sandtable.kernel.tally import Modifier, Tally

Measure = int | Fraction | bool
Measures = Mapping[str, Callable[[Any], Measure]]


def measuring(*own: str, **named: str) -> Measures:
    """The measures of a verdict by its attributes: those that have the same name, then others with the attribute they are taken from."""
    return {name: attrgetter(attribute) for name, attribute in (*((name, name) for name in own), *named.items())}


@dataclass(frozen=True, slots=True)
class Outcome:
    """A row of the odds: verdicts that a player would call the same. ``order`` sorts the rows, ``severity`` (0-4) shades them.

    ``step`` is the key of the request that decides it, for odds drawn as a chain.
    """

    key: str
    label: Message
    severity: int
    order: int
    step: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The base of all verdicts. Two equal verdicts are the same event of the exact law."""

    effects: Sequence[Effect] = ()  # what people carry out
    notes: Sequence[Effect] = ()  # what only the books keep: that a unit has fired, where it is now
    reasons: tuple[Modifier | Tally, ...] = ()  # why, where no throw explains it: "no defensive fire: not frontal"
    measures: ClassVar[Measures] = {}
    distances: ClassVar[frozenset[str]] = frozenset()  # measures that are lengths, and told on the players' tape

    @property
    def changes(self) -> tuple[Effect, ...]:
        """Everything that it does to the books, in order."""
        return (*self.effects, *self.notes)

    def outcome(self) -> Outcome:
        """The row of the odds this verdict belongs to."""
        raise TypeError(f"{type(self).__name__} names no outcome")

    def headline(self) -> Message:
        """The verdict in a few words, set large."""
        return self.outcome().label

    def severity(self) -> int:
        """How grave it is, 0 to 4."""
        return self.outcome().severity

    def modifiers(self) -> tuple[Modifier, ...]:
        """Every single reason, those of tallies among them."""
        return tuple(
            modifier
            for reason in self.reasons
            for modifier in (reason.modifiers if isinstance(reason, Tally) else (reason,))
        )

    def measured(self) -> dict[str, Measure]:
        """Every measure of this verdict."""
        return {name: measure(self) for name, measure in self.measures.items()}

    def measure(self, name: str) -> Measure:
        """One of them; nought where this kind of verdict does not have it."""
        return self.measures[name](self) if name in self.measures else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Verdict):
    """A verdict in words and numbers: how it ended (the message ``outcome.<ended>``) and its numbers, which are its measures.

    It says all there is to say where nothing is thrown, or where a throw comes to a number (``order`` then tells the rows of the odds apart).
    """

    ended: str
    numbers: tuple[tuple[str, Measure], ...] = ()
    words: tuple[tuple[str, Any], ...] = ()  # what else its message speaks of
    grave: int = 0
    order: int = 0
    large: Message | None = None  # set large instead of the outcome

    @classmethod
    def of(
        cls,
        ended: str,
        *effects: Effect,
        notes: Sequence[Effect] = (),
        reasons: Sequence[Modifier | Tally] = (),
        words: Mapping[str, Any] | None = None,
        grave: int = 0,
        order: int = 0,
        large: Message | None = None,
        **numbers: Measure,
    ) -> Self:
        """A ruling with its effects, reasons, words and numbers."""
        return cls(
            ended=ended,
            effects=effects,
            notes=tuple(notes),
            reasons=tuple(reasons),
            numbers=tuple(numbers.items()),
            words=tuple((words or {}).items()),
            grave=grave,
            order=order,
            large=large,
        )

    def outcome(self) -> Outcome:
        """The row of the odds of those that ended so, with this order."""
        label = Message(f"outcome.{self.ended}", (*self.numbers, *self.words))
        return Outcome(f"{self.ended}.{self.order}" if self.order else self.ended, label, self.grave, self.order)

    def headline(self) -> Message:
        """How it ended."""
        return self.large or self.outcome().label

    def measured(self) -> dict[str, Measure]:
        """The numbers of the ruling, by name."""
        return dict(self.numbers)

    def measure(self, name: str) -> Measure:
        """One of its numbers."""
        return dict(self.numbers).get(name, 0)


VerdictType = TypeVar("VerdictType", bound=Verdict)
Rule = Generator[Request, Any, VerdictType]
