"""Whoever plays a side: a program that sees what its seat sees and nothing more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar, runtime_checkable

from sandtable.battle.order import Order
from sandtable.battle.run import Question
from sandtable.battle.seat import Seat
from sandtable.kernel.requests import Answer

State = TypeVar("State", contravariant=True)  # noqa: PLC0105 - a player reads views and never makes one


class Player(Protocol[State]):
    """One player in one battle."""

    def order(self, view: State, seat: Seat) -> Order:
        """The next order, for a decision that waits for this seat. It is legal."""

    def choose(self, view: State, seat: Seat, question: Question) -> Answer:
        """The answer to a choice in the middle of a rule."""

    def why(self) -> str:
        """Why the last order was given, in a sentence."""


Maker = Callable[[str, str], Player[Any]]  # from a level of difficulty and a seed for what is left to luck


@runtime_checkable
class HasPlayers(Protocol):
    """A table that brings players of its own, by name; `opponent` is the one worth playing."""

    @property
    def players(self) -> Mapping[str, Maker]:
        """Who can play."""

    @property
    def levels(self) -> tuple[str, ...]:
        """From the easiest to the hardest."""
