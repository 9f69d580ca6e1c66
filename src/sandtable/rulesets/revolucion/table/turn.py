"""Whose turn it is: who may act, and who has to decide what (REV-3.01 to REV-3.08, REV-G.22b, REV-G.48)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.order import Decision
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.state import Leader, Phase, State, Unit
from sandtable.rulesets.revolucion.vocabulary import Side

SETTING_UP = tuple(order.kind for order in (orders.PlaceUnit, orders.PlaceLeader, orders.Ready))
CHOOSING = tuple(order.kind for order in (orders.Activate, orders.Pass))
FINISHING = {
    "move": (orders.Move.kind, orders.Leave.kind, orders.Form.kind, orders.Stay.kind),
    "deploy": (orders.Form.kind, orders.Stay.kind),
    "form": (orders.Form.kind, orders.Stay.kind),
}
ACTING = tuple(
    order.kind
    for order in (
        orders.Rest, orders.LeaderRest, orders.MoveLeader, orders.Command, orders.Fire, orders.Assault, orders.Regroup,
        orders.RouteMarch, orders.Leave, orders.SetOff, orders.Fly, orders.Finish,
    )
)  # fmt: skip


# ---- Who may act -------------------------------------------------------------------------------------------------------------


def is_here(unit: Unit, state: State) -> bool:
    """On the table, aboard something, in the air, or due to arrive this turn."""
    return unit.gone is None and (not unit.arrives or unit.arrives <= state.turn.number)


def may_act(unit: Unit, state: State) -> bool:
    """Its action is unspent, and it is here (REV-3.01, REV-G.48d)."""
    launched = unit.rails is not None and unit.rails.launched  # it takes no orders any more (REV-G.30j)
    return unit.may_act and is_here(unit, state) and not launched


def leader_may_act(leader: Leader, state: State) -> bool:
    """He has not moved yet, and is here."""
    return leader.may_act and (not leader.arrives or leader.arrives <= state.turn.number)


def _units_left(state: State, side: Side, column: str | None = None) -> Iterator[Unit]:
    return (
        unit for unit in state.units_of(side) if (column is None or unit.card.column == column) and may_act(unit, state)
    )


def _leaders_left(state: State, side: Side, column: str | None = None) -> Iterator[Leader]:
    """A commander in chief without a column acts with any (REV-G.22b)."""
    return (
        leader
        for leader in state.leaders_of(side)
        if (column is None or leader.column in (column, "")) and leader_may_act(leader, state)
    )


def actors(state: State) -> tuple[tuple[Unit, ...], tuple[Leader, ...]]:
    """The units and Leaders that may act now."""
    turn = state.turn
    if turn.side is None or turn.phase not in (Phase.COLUMN, Phase.FREE):
        return (), ()
    column = turn.column if turn.phase is Phase.COLUMN else None
    return tuple(_units_left(state, turn.side, column)), tuple(_leaders_left(state, turn.side, column))


def columns_left(state: State, side: Side) -> tuple[str, ...]:
    """The columns a side may still take this turn (REV-3.08): those with anybody left to act."""
    return tuple(
        column.id
        for column in state.columns.values()
        if column.side is side
        and not column.activated
        and (
            any(_units_left(state, side, column.id))
            or any(leader.column == column.id for leader in _leaders_left(state, side))
        )
    )


def has_left(state: State, side: Side) -> bool:
    """Say whether a side has anybody left to act."""
    return any(True for _ in _units_left(state, side)) or any(True for _ in _leaders_left(state, side))


# ---- Who decides -------------------------------------------------------------------------------------------------------------


def decisions(state: State) -> tuple[Decision, ...]:
    """Who has to decide what."""
    turn = state.turn
    if turn.phase is Phase.OVER:
        return ()
    if turn.phase is Phase.SET_UP:
        return tuple(Decision(side.value, "set_up", SETTING_UP) for side in Side if side not in turn.ready)
    assert turn.side is not None  # noqa: S101 - somebody is always to play
    role = turn.side.value
    if turn.pending is not None:
        return (Decision(turn.pending.owner, turn.pending.kind, FINISHING[turn.pending.kind], turn.pending.unit),)
    if turn.phase is Phase.ROUND:
        return (Decision(role, "round", CHOOSING),)
    return (Decision(role, turn.phase.value, ACTING, turn.column),)
