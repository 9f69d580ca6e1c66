"""What is wrong with an order, whichever it is (REV-3.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sandtable.battle.order import Order
from sandtable.battle.seat import side_of
from sandtable.kernel.problem import Problem
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion.table import orders, rest, turn
from sandtable.rulesets.revolucion.table.combat import assaults, shots
from sandtable.rulesets.revolucion.table.damage import mines
from sandtable.rulesets.revolucion.table.movement import boarding, exits, formations, moves
from sandtable.rulesets.revolucion.table.permission import leader_problems, order_problems, unit_problems
from sandtable.rulesets.revolucion.table.planning import Plan
from sandtable.rulesets.revolucion.table.scenarios import deployment
from sandtable.rulesets.revolucion.table.state import State
from sandtable.rulesets.revolucion.table.vehicles import aircraft, trains
from sandtable.rulesets.revolucion.vocabulary import Side

Problems = Callable[[State, Any], Iterator[Problem]]


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


def _acts(state: State, order: orders.UnitOrder) -> Iterator[Problem]:
    return unit_problems(state, order.by, order.unit)


def _planned(may: Problems, plan: Callable[[State, Any], Plan]) -> Problems:
    """What is wrong with an order that is worked out before it is given: asked of whoever may give it at all."""

    def found(state: State, order: Order) -> Iterator[Problem]:
        wrong = tuple(may(state, order))
        yield from wrong or plan(state, order).problems

    return found


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


def _leave(state: State, order: orders.Leave) -> Iterator[Problem]:
    wrong = tuple(_finishing(state, order) if state.turn.pending is not None else _may_route_march(state, order))
    yield from wrong or exits.leave_problems(state, order)


def _regroup(state: State, order: orders.Regroup) -> Iterator[Problem]:
    wrong = tuple(unit_problems(state, order.by, order.unit))
    yield from wrong or rest.regroup_problems(state, state.units[order.unit])


def _may_route_march(state: State, order: orders.UnitOrder) -> Iterator[Problem]:
    wrong = tuple(unit_problems(state, order.by, order.unit))
    yield from wrong or moves.route_march_problems(state.units[order.unit])


def _fly(state: State, order: orders.Fly) -> Iterator[Problem]:
    wrong = tuple(unit_problems(state, order.by, order.unit))
    yield from wrong or aircraft.fly_problems(state, order)


PROBLEMS: dict[type[Order], Problems] = {
    orders.PlaceUnit: deployment.place_unit_problems,
    orders.PlaceLeader: deployment.place_leader_problems,
    orders.Ready: deployment.ready_problems,
    orders.Activate: _activate,
    orders.Pass: _none,
    orders.Finish: _none,
    orders.Rest: _rest,
    orders.LeaderRest: _leader_rest,
    orders.MoveLeader: _planned(_leader_rest, moves.plan_leader),
    orders.Command: _command,
    orders.Move: _planned(_finishing, moves.plan_move),
    orders.Leave: _leave,
    orders.Form: _planned(_finishing, formations.plan_form),
    orders.Stay: _finishing,
    orders.Fire: _planned(_acts, shots.plan_fire),
    orders.Assault: _planned(_acts, assaults.plan_assault),
    orders.Regroup: _regroup,
    orders.RouteMarch: _planned(_may_route_march, moves.plan_route_march),
    orders.SetOff: mines.set_off_problems,
    orders.Fly: _fly,
}
