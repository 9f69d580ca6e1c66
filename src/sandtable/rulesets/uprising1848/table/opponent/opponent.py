"""The player worth playing against: the government by the rules, the Players' side by simple wishes."""

from __future__ import annotations

from sandtable.ai.player import Why
from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Role
from sandtable.kernel.requests import Choose
from sandtable.miniatures.kit import Kit
from sandtable.rulesets.uprising1848.table.opponent.automaton import Automaton
from sandtable.rulesets.uprising1848.table.opponent.rebels import Rebels
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, UprisingField


class Opponent:
    """Plays whichever side it is asked for."""

    def __init__(self, kit: Kit[UprisingField], stance: str, seed: str) -> None:
        self.government, self.rebels = Automaton(kit, stance, seed), Rebels(kit)
        self._last: Automaton | Rebels = self.government

    def order(self, view: UprisingField, decision: Decision) -> Order:
        """An order of the side that decides."""
        self._last = self.rebels if decision.by == PLAYER else self.government
        return self._last.order(view, decision)

    def choose(self, view: UprisingField, role: Role, choice: Choose) -> str:
        """A choice of the side that is asked."""
        return (self.rebels if role == PLAYER else self.government).choose(view, role, choice)

    def why(self) -> Why | None:
        """Why the last order was given."""
        return self._last.why()


def advice(kit: Kit[UprisingField], view: UprisingField, decision: Decision, stance: str) -> tuple[Order, str] | None:
    """The rules' answer, an order and its reason, for whoever holds the government's seat himself; None where the government has nothing to decide (R48-A.26(f), R48-G.61(a))."""
    if decision.by != GOVERNMENT:
        return None
    rules = Automaton(kit, stance, f"advice {view.books.turn}")
    order, why = rules.order(view, decision), rules.why()
    return order, why.words if why is not None else ""
