"""What is wrong with an order, whichever it is (REV-3.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sandtable.battle.order import Order
from sandtable.battle.seat import side_of
from sandtable.kernel.problem import Problem
from sandtable.rulesets.revolucion.table import orders, rest, turn
from sandtable.rulesets.revolucion.table.combat import assaults, shots
from sandtable.rulesets.revolucion.table.damage import mines
from sandtable.rulesets.revolucion.table.movement import boarding, exits, formations, moves
from sandtable.rulesets.revolucion.table.permission import leader_problems, order_problems, problem, unit_problems
from sandtable.rulesets.revolucion.table.scenarios import deployment
from sandtable.rulesets.revolucion.table.state import State
from sandtable.rulesets.revolucion.table.vehicles import aircraft, trains
from sandtable.rulesets.revolucion.vocabulary import Side


def problems_of(view: State, order: Order) -> tuple[Problem, ...]:
    """What is wrong with an order, as far as whoever gave it can know; empty means legal."""
    return tuple(PROBLEMS[type(order)](view, order))


def _none(state: State, order: Order) -> Iterator[Problem]:  # noqa: ARG001 - nothing can be wrong with it
    return iter(())


def _activate(state: State, order: orders.Activate) -> Iterator[Problem]:
    legal = turn.columns_left(state, Side(side_of(order.by)))
    if order.column not in legal:
        yield problem("column", "no_column", "REV-3.08", legal, name=order.column)


def _rest(state: State, order: orders.Rest) -> Iterator[Problem]:
    wrong = tuple(unit_problems(state, order.by, order.unit))
    yield from wrong
    if not wrong:
        yield from rest.rest_problems(state, state.units[order.unit], order)


def _leader_rest(state: State, order: orders.LeaderRest) -> Iterator[Problem]:
    return leader_problems(state, order.by, order.leader)


def _move_leader(state: State, order: orders.MoveLeader) -> Iterator[Problem]:
    wrong = tuple(leader_problems(state, order.by, order.leader))
    yield from wrong or moves.plan_leader(state, order).problems


def _command(state: State, order: orders.Command) -> Iterator[Problem]:
    wrong = tuple(unit_problems(state, order.by, order.unit))
    if wrong:
        yield from wrong
        return
    unit = state.units[order.unit]
    yield from boarding.order_problems(state, unit)
    yield from trains.order_problems(unit, order.order)
    yield from order_problems(state, unit, order.order)


def _finishing(state: State, order: orders.UnitOrder) -> Iterator[Problem]:
    pending = state.turn.pending
    if pending is None or pending.unit != order.unit:
        yield problem("unit", "finish_first", None, (pending.unit,) if pending else ())


def _move(state: State, order: orders.Move) -> Iterator[Problem]:
    wrong = tuple(_finishing(state, order))
    yield from wrong or moves.plan_move(state, order).problems


def _leave(state: State, order: orders.Leave) -> Iterator[Problem]:
    wrong = tuple(_finishing(state, order) if state.turn.pending is not None else _may_route_march(state, order))
    yield from wrong or exits.leave_problems(state, order)


def _form(state: State, order: orders.Form) -> Iterator[Problem]:
    wrong = tuple(_finishing(state, order))
    yield from wrong or formations.plan_form(state, order).problems


def _fire(state: State, order: orders.Fire) -> Iterator[Problem]:
    wrong = tuple(unit_problems(state, order.by, order.unit))
    yield from wrong or shots.plan_fire(state, order).problems


def _assault(state: State, order: orders.Assault) -> Iterator[Problem]:
    wrong = tuple(unit_problems(state, order.by, order.unit))
    yield from wrong or assaults.plan_assault(state, order).problems


def _regroup(state: State, order: orders.Regroup) -> Iterator[Problem]:
    wrong = tuple(unit_problems(state, order.by, order.unit))
    yield from wrong or rest.regroup_problems(state, state.units[order.unit])


def _may_route_march(state: State, order: orders.UnitOrder) -> Iterator[Problem]:
    wrong = tuple(unit_problems(state, order.by, order.unit))
    yield from wrong or moves.route_march_problems(state.units[order.unit])


def _route_march(state: State, order: orders.RouteMarch) -> Iterator[Problem]:
    wrong = tuple(_may_route_march(state, order))
    yield from wrong or moves.plan_route_march(state, order).problems


def _fly(state: State, order: orders.Fly) -> Iterator[Problem]:
    wrong = tuple(unit_problems(state, order.by, order.unit))
    yield from wrong or aircraft.fly_problems(state, order)


PROBLEMS: dict[type[Order], Callable[[State, Any], Iterator[Problem]]] = {
    orders.PlaceUnit: deployment.place_unit_problems,
    orders.PlaceLeader: deployment.place_leader_problems,
    orders.Ready: deployment.ready_problems,
    orders.Activate: _activate,
    orders.Pass: _none,
    orders.Finish: _none,
    orders.Rest: _rest,
    orders.LeaderRest: _leader_rest,
    orders.MoveLeader: _move_leader,
    orders.Command: _command,
    orders.Move: _move,
    orders.Leave: _leave,
    orders.Form: _form,
    orders.Stay: _finishing,
    orders.Fire: _fire,
    orders.Assault: _assault,
    orders.Regroup: _regroup,
    orders.RouteMarch: _route_march,
    orders.SetOff: mines.set_off_problems,
    orders.Fly: _fly,
}
