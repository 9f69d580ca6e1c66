"""Every legal order of whoever has to decide, for tests that ask whether one is among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.battle.order import Order as TableOrder
from sandtable.geometry.measure import Facing, Length
from sandtable.rulesets.revolucion.table import offers, orders, turn
from sandtable.rulesets.revolucion.table.hidden import minefields
from sandtable.rulesets.revolucion.table.leadership import attached
from sandtable.rulesets.revolucion.table.legality import problems_of
from sandtable.rulesets.revolucion.table.state import Pending, Phase, State
from sandtable.rulesets.revolucion.vocabulary import Formation, Side

SHORT_RIDE: Length = 6000


def every_legal_order(view: State, role: str) -> Iterator[TableOrder]:
    """Legal orders for whoever has to decide: all of them, but for moves, of which there are a few in each direction."""
    now = view.turn
    if now.phase is Phase.SET_UP:
        yield from _legal(view, [orders.Ready(by=role)])
    elif now.pending is not None:
        yield from _finishing_orders(view, role, now.pending)
    elif now.phase is Phase.ROUND:
        yield from (orders.Activate(by=role, column=column) for column in turn.columns_left(view, Side(role)))
        yield orders.Pass(by=role)
    else:
        yield orders.Finish(by=role)
        yield from (orders.SetOff(by=role, mine=mine) for mine in minefields.own(view, role))
        units, leaders = turn.actors(view)
        for unit in units:
            yield from offers.unit_orders(view, unit)
        for leader in leaders:
            yield orders.LeaderRest(by=role, leader=leader.id)
            if leader.place is not None:
                yield from _legal(view, offers.leader_moves(role, leader.id, leader.place, SHORT_RIDE))


def _finishing_orders(view: State, role: str, pending: Pending) -> Iterator[TableOrder]:
    """Ways to make use of an order that arrived: each formation, a few moves in each direction, or none."""
    unit = view.units[pending.unit]
    yield orders.Stay(by=role, unit=unit.id)
    if pending.kind == "move" and pending.order is not None:
        yield from _legal(view, offers.leavings(view, unit))
        yield from _legal(view, offers.moves(view, unit, pending, offers.DIRECTIONS))
        return
    formations = (Formation.DEPLOYED,) if pending.kind == "deploy" else tuple(Formation)
    facings: tuple[Facing | None, ...] = (None,) if pending.delayed else (None, *offers.DIRECTIONS)
    leaders = attached(view, unit)
    yield from _legal(
        view,
        (
            orders.Form(by=role, unit=unit.id, formation=formation, facing=facing, leaders=leaders)
            for formation in formations
            for facing in facings
        ),
    )


def _legal(view: State, wanted: Iterable[TableOrder]) -> Iterator[TableOrder]:
    return (order for order in wanted if not problems_of(view, order))
