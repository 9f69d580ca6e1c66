"""Orders to a column that has not been taken yet: the order takes it (REV-3.03). Taken and ordered are two orders, one after the other."""

from __future__ import annotations

from dataclasses import replace

from sandtable.battle.desk import OrderPanel, Preview
from sandtable.battle.order import THEN, write_order
from sandtable.geometry.facts import fact
from sandtable.rulesets.revolucion.table import events, fold, orders, turn
from sandtable.rulesets.revolucion.table.desk.words import say
from sandtable.rulesets.revolucion.table.state import Leader, Phase, State, Unit


def column_of(piece: Unit | Leader) -> str:
    """The column that a unit or Leader belongs to; none for a commander in chief without one."""
    return piece.card.column if isinstance(piece, Unit) else piece.column


def column_to_take(view: State, piece: Unit | Leader) -> str:
    """The column that an order to a unit or Leader would take; none where it has been taken, or cannot be."""
    if view.turn.phase is not Phase.ROUND or piece.side is not view.turn.side:
        return ""
    column = column_of(piece)
    return column if column in turn.columns_left(view, piece.side) else ""


@fact
def taken(view: State, column: str) -> State:
    """The table as if a column had been taken."""
    return fold.after(view, events.ColumnActivated(column=column))


def noted(view: State, column: str, panel: OrderPanel) -> OrderPanel:
    """A panel of orders that take their column first, and say so unless it is the only one left."""
    note = say("takes", column=view.columns[column].name, count=units_to_act(view, column))
    return replace(panel, group=column, note=note if panel.offers and _is_a_choice(view) else "")


def units_to_act(view: State, column: str) -> int:
    """How many units of a column have not acted."""
    return sum(unit.card.column == column and turn.may_act(unit, view) for unit in view.units.values())


def preceded(view: State, column: str, role: str, preview: Preview) -> Preview:
    """A preview whose order takes its column first, and says so unless it is the only one left."""
    if preview.order is None:
        return preview
    first = {name: value for name, value in preview.order.items() if name != THEN}
    take = orders.Activate(by=role, column=column)
    verb = say("verb.take_then", column=view.columns[column].name, verb=preview.verb)
    return replace(
        preview,
        order=write_order(take) | {THEN: [first, *preview.order.get(THEN, ())]},
        verb=verb if _is_a_choice(view) else preview.verb,
    )


def _is_a_choice(view: State) -> bool:
    """Say whether another column could be taken instead."""
    side = view.turn.side
    return side is not None and len(turn.columns_left(view, side)) > 1
