"""Parts of a side with a commander of their own, such as a column.

Such a seat knows what its side knows and takes part in whatever the side decides as a whole; it gives orders to its own troops alone.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from sandtable.battle.order import Order
from sandtable.battle.scenario.scenario import Scenario
from sandtable.battle.seat import Seat
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem


@runtime_checkable
class HasParts(Protocol):
    """A table whose sides consist of parts that may have commanders of their own."""

    def parts_of(self, view: Any, order: Order) -> tuple[str, ...]:
        """The parts that an order disposes of, by their ids in the scenario; none of the side as a whole."""


@runtime_checkable
class NamesParts(Protocol):
    """A table that says itself what the parts of a side are, where they are not the columns of the scenario."""

    def parts_in(self, scenario: Scenario, side: str) -> tuple[tuple[str, str], ...]:
        """The parts of a side: an id and a name each."""


def part_problems(rules: object, view: Any, seat: Seat, order: Order) -> tuple[Problem, ...]:
    """Why a seat may not give an order that its side may: it is meant for somebody else's troops."""
    if not seat.part:
        return ()
    parts = rules.parts_of(view, order) if isinstance(rules, HasParts) else ()
    return () if {*parts} <= {seat.part} else (Problem("by", Message("battle.order.other_part"), (seat.part,)),)
