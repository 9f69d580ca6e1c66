"""Whoever plays a side for the program: a player that sees what its seat sees, and can say why it does what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from sandtable.ai.weighing import Reason
from sandtable.battle.matches.play import Player
from sandtable.battle.order import Order
from sandtable.battle.seat import Role
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Choose

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


class Usual:
    """A player who chooses what is usual in the middle of a rule, and has no reasons."""

    def why(self) -> Why | None:
        """It has none."""
        return None

    def choose(self, view: Any, role: Role, choice: Choose) -> str:  # noqa: ARG002 - it never thinks
        """Whatever is usual."""
        return choice.usual


class Reasoning(Usual):
    """A player who can say in a sentence why it gave its last order."""

    def __init__(self, say: Callable[[Message], str]) -> None:
        self._say = say
        self._reason: Reason | None = None

    def why(self) -> Why | None:
        """Why the last order was given."""
        return None if self._reason is None else Why(self._say(self._reason.message), self._reason.about)

    def because(self, reason: Reason | None, order: Order) -> Order:
        """An order with its reason."""
        self._reason = reason
        return order


@runtime_checkable
class HasPlayers(Protocol):
    """A table that brings players of its own, by name; ``opponent`` is the one worth playing."""

    @property
    def players(self) -> Mapping[str, Maker]:
        """Who can play."""

    @property
    def levels(self) -> tuple[str, ...]:
        """From the easiest to the hardest."""
