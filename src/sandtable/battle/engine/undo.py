"""What may be taken back: freely up to the first dice or revelation, with the other sides' consent after. Dice stay thrown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from sandtable.battle.engine.fold import events_of
from sandtable.battle.engine.log import Entry, Log
from sandtable.battle.engine.revelation import reveals
from sandtable.battle.order import Order
from sandtable.battle.rules import TableRules
from sandtable.battle.seat import Role, Seat, side_of
from sandtable.kernel import codec
from sandtable.kernel.messages import Message

State = TypeVar("State")


@runtime_checkable
class Searching(Protocol):
    """A table on which orders may find what is hidden."""

    def searches(self, view: Any, order: Order) -> bool:
        """Say whether an order may find something hidden, by what whoever gave it knows: never by what is hidden."""


def why_binding(
    rules: TableRules[State], entry: Entry, before: State, after: State, seats: Sequence[Seat], by: Seat
) -> Message | None:
    """Why a seat cannot take an entry back alone: it is another side's, dice fell, somebody chose, something came to light, or might have."""
    if by.side is None or side_of(entry.role) != by.side:
        return Message("battle.undo.other_side")
    own = {seat.id for seat in seats if seat.side == by.side}
    for reply in entry.answers:
        if reply.about == "dice":
            return Message("battle.undo.dice")
        if reply.about == "choice" and reply.by not in own:
            return Message("battle.undo.choice")
    if any(event.reveals for event in events_of(rules, entry)):
        return Message("battle.undo.revealed")
    if any(reveals(before, rules.view(before, seat), rules.view(after, seat)) for seat in seats):
        return Message("battle.undo.revealed")
    return Message("battle.undo.searched") if _searched(rules, entry, before, by) else None


def _searched(rules: TableRules[State], entry: Entry, before: State, by: Seat) -> bool:
    """Say whether an order could have found something hidden, as far as its own side knew: whether it did makes no difference."""
    if not isinstance(rules, Searching):
        return False
    order = codec.read_by_kind(rules.orders, entry.order, f"entry {entry.number}.order")
    return rules.searches(rules.view(before, by), order)


def sides_against(rules: TableRules[State], log: Log, state: State, names: Sequence[str]) -> tuple[Role, ...]:
    """The sides at the table that none of these seats speaks for; a referee speaks for all."""
    seats = [log.seat(name) for name in names]
    if any(seat.referee for seat in seats):
        return ()
    for_it = {side_of(role) for seat in seats for role in seat.roles}
    present = {side_of(role) for seat in log.seats for role in seat.roles}
    return tuple(side for side in rules.sides(state) if side in present - for_it)
