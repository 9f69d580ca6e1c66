"""Hidden deployment: the table as each side knows it (REV-10.92, REV-G.37)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from sandtable.battle.order import Order
from sandtable.battle.seat import Seat
from sandtable.battle.view import seen
from sandtable.geometry.facts import fact
from sandtable.rulesets.revolucion.morale import break_point
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.state import Army, Phase, State
from sandtable.rulesets.revolucion.vocabulary import Side

ONLOOKER = Seat("onlooker")
LOOKS = (orders.Move, orders.Leave, orders.Form, orders.Assault, orders.RouteMarch, orders.Fly, orders.MoveLeader)


def searches(view: State, order: Order) -> bool:
    """Whether an order may find hidden units or mines: wherever the battle may have them (REV-10.88, REV-10.92), found or not."""
    may_hide = view.tables.option("hidden") or view.tables.option("mines")
    return bool(may_hide) and view.turn.phase is not Phase.SET_UP and isinstance(order, LOOKS)


@cache
def _seat(side: Side) -> Seat:
    return Seat(side.value, (side.value,))


def as_known(state: State, side: Side) -> State:
    """The table as a side knows it: by this its orders are judged, and by this they are carried out until they meet what is hidden."""
    return known(state, _seat(side))


def in_plain_sight(state: State) -> State:
    """The table as everybody knows it. What both sides watch is decided by this, or it would tell what is hidden from either."""
    return known(state, ONLOOKER)


def known(state: State, seat: Seat) -> State:
    """The table as a seat knows it; looked at once for all who sit on its side, however often it is asked for."""
    return state if state.open_to_all or seat.referee else _known(state, seat.side)


@fact
def _known(state: State, side: str | None) -> State:
    seat = ONLOOKER if side is None else _seat(Side(side))
    view = _with_known_columns(seen(state, seat), seat)
    return _where_known(_with_known_armies(view, state, seat), state)


def _where_known(view: State, state: State) -> State:
    """A view in the position that the seat knows: the true one, without those of whom it knows nothing."""
    if view is state:
        return view
    unknown = (state.units.keys() - view.units.keys()) | (state.leaders.keys() - view.leaders.keys())
    return view.standing_as(state.position.without(frozenset(unknown)))


def _with_known_columns(view: State, seat: Seat) -> State:
    """A column that is still to come, or all of it hidden, is its own side's secret until it is taken; so is a Leader who is."""
    members = {unit.card.column for unit in view.units.values()} | {each.column for each in view.leaders.values()}
    columns = {
        name: column if column.leader in view.leaders else replace(column, leader="")
        for name, column in view.columns.items()
        if column.side.value == seat.side or name in members or column.announced
    }
    return view if columns == view.columns else replace(view, columns=columns)


def _with_known_armies(view: State, state: State, seat: Seat) -> State:
    """The break point of another side, and what is left of it, without the units of which the seat knows nothing."""
    armies = {
        name: army if name == seat.side else army.less(_points(state, army) - _points(view, army))
        for name, army in view.armies.items()
    }
    return view if armies == view.armies else replace(view, armies=armies)


def _points(state: State, army: Army) -> int:
    """The break point of the units of an army that a state knows of (REV-11.02)."""
    counted = sum(unit.card.counts and unit.card.side is army.side for unit in state.units.values())
    return break_point(counted, army.quality, state.tables)
