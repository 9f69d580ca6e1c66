"""What a rule returns: what happened, as effects, with the measures people compare odds by."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Request
from sandtable.kernel.tally import Modifier, Tally


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

    effects: Sequence[Effect] = ()
    reasons: tuple[Modifier | Tally, ...] = ()  # why, where no throw explains it: "no defensive fire: not frontal"
    measures: ClassVar[Mapping[str, Callable[[Any], int | Fraction | bool]]] = {}
    distances: ClassVar[frozenset[str]] = frozenset()  # measures that are lengths, and told on the players' tape

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

    def measured(self) -> dict[str, int | Fraction | bool]:
        """Every measure of this verdict."""
        return {name: measure(self) for name, measure in self.measures.items()}


VerdictType = TypeVar("VerdictType", bound=Verdict)
Rule = Generator[Request, Any, VerdictType]
