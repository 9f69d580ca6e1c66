"""Whoever plays a side for the program: a player that sees what its seat sees, and can say why it does what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar, runtime_checkable

from sandtable.battle.matches.play import Player

State = TypeVar("State", contravariant=True)  # noqa: PLC0105 - a player reads views and never makes one


class Opponent(Player[State], Protocol[State]):
    """A player that can be asked."""

    def why(self) -> str:
        """Why the last order was given, in a sentence."""


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
