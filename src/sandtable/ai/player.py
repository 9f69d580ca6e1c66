"""Whoever plays a side for the program: a player that sees what its seat sees, and can say why it does what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from sandtable.battle.matches.play import Player

State = TypeVar("State", contravariant=True)  # noqa: PLC0105 - a player reads views and never makes one


@dataclass(frozen=True, slots=True)
class Why:
    """Why an order was given, in a sentence, and of whom it speaks: whoever knows nothing of one of them may not read it.

    ``about`` is None where that is not known: so it is of orders that were stored before it was kept.
    """

    words: str
    about: tuple[str, ...] | None = None


class Opponent(Player[State], Protocol[State]):
    """A player that can be asked."""

    def why(self) -> Why | None:
        """Why the last order was given; None where there was no reason."""


Maker = Callable[[str, str], Opponent[Any]]  # from a level of difficulty and a seed for what is left to luck


@runtime_checkable
class HasPlayers(Protocol):
    """A table that brings players of its own, by name; ``opponent`` is the one worth playing."""

    @property
    def players(self) -> Mapping[str, Maker]:
        """Who can play."""

    @property
    def levels(self) -> tuple[str, ...]:
        """From the easiest to the hardest."""
