"""Players who note what they decide, and players who decide as somebody did before, as long as that is legal.

Under another rule text the computer sees other odds and decides otherwise. To tell what the rule does from what the player makes of it, a
battle is played with the decisions of the first text; from the first one that the second text forbids, everybody decides for himself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sandtable.battle.matches.play import Player
from sandtable.battle.order import Decision, Order
from sandtable.battle.rules import TableRules
from sandtable.battle.seat import Role
from sandtable.kernel.requests import Choose


@dataclass(frozen=True, slots=True)
class Chosen:
    """What somebody answered when a rule asked."""

    role: Role
    key: str
    option: str


@dataclass
class Notes:
    """All decisions of a battle in their order, and how far they have been followed; ``free``: from here on everybody decides himself."""

    decisions: list[Order | Chosen] = field(default_factory=list)
    place: int = 0
    free: bool = False

    @property
    def following(self) -> Order | Chosen | None:
        """The next decision to be followed; None where there is none or everybody decides himself."""
        return self.decisions[self.place] if not self.free and self.place < len(self.decisions) else None


@dataclass
class Noting:
    """A player whose decisions are noted."""

    own: Player[Any]
    notes: Notes

    def order(self, view: Any, decision: Decision) -> Order:
        """An order, noted."""
        order = self.own.order(view, decision)
        self.notes.decisions.append(order)
        return order

    def choose(self, view: Any, role: Role, choice: Choose) -> str:
        """An answer, noted."""
        option = self.own.choose(view, role, choice)
        self.notes.decisions.append(Chosen(role, choice.key, option))
        return option


@dataclass
class Holding:
    """A player who does what was noted, while that is legal."""

    own: Player[Any]
    notes: Notes
    rules: TableRules[Any]

    def order(self, view: Any, decision: Decision) -> Order:
        """The order that was noted, else one of its own."""
        noted = self.notes.following
        if isinstance(noted, Order) and self._fits(view, noted, decision):
            self.notes.place += 1
            return noted
        self.notes.free = True
        return self.own.order(view, decision)

    def _fits(self, view: Any, order: Order, decision: Decision) -> bool:
        waits = order.by == decision.by and order.kind in decision.orders
        return waits and not self.rules.problems(view, order)

    def choose(self, view: Any, role: Role, choice: Choose) -> str:
        """The answer that was noted, else one of its own."""
        noted = self.notes.following
        fits = isinstance(noted, Chosen) and (noted.role, noted.key) == (role, choice.key)
        if isinstance(noted, Chosen) and fits and noted.option in {one.value for one in choice.options}:
            self.notes.place += 1
            return noted.option
        self.notes.free = True
        return self.own.choose(view, role, choice)


def noting_players(players: Mapping[Role, Player[Any]], notes: Notes) -> dict[Role, Player[Any]]:
    """These players, each wrapped so that its decisions are noted."""
    return {role: Noting(own, notes) for role, own in players.items()}


def holding_players(
    players: Mapping[Role, Player[Any]], notes: Notes, rules: TableRules[Any]
) -> dict[Role, Player[Any]]:
    """These players, each wrapped so that it does what was noted, while that is legal."""
    return {role: Holding(own, notes, rules) for role, own in players.items()}
