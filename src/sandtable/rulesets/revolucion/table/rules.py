"""Revolucion!'s table as one object: its orders, its events, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sandtable.ai.player import Maker
from sandtable.battle.desk import TableDesk
from sandtable.battle.event import Event, Story
from sandtable.battle.order import Decision, Order
from sandtable.battle.request import Asked
from sandtable.battle.rules import Result
from sandtable.battle.seat import Role, Seat, side_of
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table import fold, orders, rest, turn
from sandtable.rulesets.revolucion.table.combat import assaults, shots
from sandtable.rulesets.revolucion.table.damage import mines
from sandtable.rulesets.revolucion.table.events import EVENTS, LeaderActed
from sandtable.rulesets.revolucion.table.hidden import secrecy
from sandtable.rulesets.revolucion.table.movement import boarding, exits, formations, moves
from sandtable.rulesets.revolucion.table.permission import leader_problems, order_problems, problem, unit_problems
from sandtable.rulesets.revolucion.table.planning import planned
from sandtable.rulesets.revolucion.table.scenarios import deployment
from sandtable.rulesets.revolucion.table.state import Phase, State, told_to
from sandtable.rulesets.revolucion.table.vehicles import aircraft, maquina_loca, trains
from sandtable.rulesets.revolucion.vocabulary import Side


class RevolucionTable:
    """The rules of Revolucion! on the table."""

    name = "revolucion"
    rules_version = "4"
    ruleset: Ruleset = RULESET
    orders: Mapping[str, type[Order]] = orders.ORDERS
    events: Mapping[str, type[Event]] = EVENTS

    @property
    def desk(self) -> TableDesk[State]:
        """Where people ask. It reads these rules, so it is fetched when it is wanted."""
        from sandtable.rulesets.revolucion.table.desk.desk import DESK  # noqa: PLC0415

        return DESK

    @property
    def players(self) -> Mapping[str, Maker]:
        """Who can play; fetched when wanted, like the desk."""
        from sandtable.rulesets.revolucion.table.opponent.players import PLAYERS  # noqa: PLC0415

        return PLAYERS

    @property
    def levels(self) -> tuple[str, ...]:
        """The opponent's levels, from the easiest."""
        from sandtable.rulesets.revolucion.table.opponent.players import LEVELS  # noqa: PLC0415

        return LEVELS

    def sides(self, state: State) -> tuple[Role, ...]:  # noqa: ARG002 - the two labels are always the same (REV-2.47)
        return tuple(side.value for side in Side)

    def set_up(self, scenario: str, tables: Tables) -> State:
        return deployment.set_up(scenario, tables)

    def decisions(self, state: State) -> tuple[Decision, ...]:
        return turn.decisions(state)

    def problems(self, view: State, order: Order) -> tuple[Problem, ...]:
        return tuple(PROBLEMS[type(order)](view, order))

    def allows(self, view: State, order: Order) -> bool:
        """Whether nothing is wrong with an order: quicker than asking what is, for those who try many moves."""
        if isinstance(order, orders.Move):
            return not any(_finishing(view, order)) and moves.move_allowed(view, order)
        return not self.problems(view, order)

    def carry_out(self, story: Story[State], order: Order) -> Asked[None]:
        secrecy.before(story, order)
        asked = DEEDS[type(order)](story, order)
        if asked is not None:
            yield from asked
        secrecy.look_out(story)
        yield from turn.settle(story)

    def after(self, state: State, event: Event) -> State:
        return fold.after(state, event)

    def view(self, state: State, seat: Seat) -> State:
        return secrecy.known(state, seat)

    def searches(self, view: State, order: Order) -> bool:
        """Whether an order may find what is hidden, so that taking it back is not free."""
        return secrecy.searches(view, order)

    def part_of(self, view: State, order: Order) -> str:
        """The column that an order is given to (REV-3.03); empty for the side as a whole."""
        if isinstance(order, orders.Activate):
            return order.column
        if isinstance(order, orders.Finish):
            return view.turn.column if view.turn.phase is Phase.COLUMN else ""
        unit = view.units.get(getattr(order, "unit", ""))
        if unit is not None:
            return unit.card.column
        leader = view.leaders.get(getattr(order, "leader", ""))
        return "" if leader is None else leader.column

    def result(self, state: State) -> Result | None:
        ending = state.ending
        if ending is None:
            return None
        winner = ending.winner.value if ending.winner is not None else None
        return Result(
            winner,
            Message(f"table.ending.{ending.why.value}"),
            tuple((side.value, points) for side, points in ending.scores),
        )


# ---- What is wrong with an order -------------------------------------------------------------------------------------------------


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
    yield from wrong or planned(state, order, moves.plan_leader).problems


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
    yield from wrong or planned(state, order, moves.plan_move).problems


def _leave(state: State, order: orders.Leave) -> Iterator[Problem]:
    wrong = tuple(_finishing(state, order) if state.turn.pending is not None else _may_route_march(state, order))
    yield from wrong or exits.leave_problems(state, order)


def _form(state: State, order: orders.Form) -> Iterator[Problem]:
    wrong = tuple(_finishing(state, order))
    yield from wrong or planned(state, order, formations.plan_form).problems


def _fire(state: State, order: orders.Fire) -> Iterator[Problem]:
    wrong = tuple(unit_problems(state, order.by, order.unit))
    yield from wrong or planned(state, order, shots.plan_fire).problems


def _assault(state: State, order: orders.Assault) -> Iterator[Problem]:
    wrong = tuple(unit_problems(state, order.by, order.unit))
    yield from wrong or planned(state, order, assaults.plan_assault).problems


def _regroup(state: State, order: orders.Regroup) -> Iterator[Problem]:
    wrong = tuple(unit_problems(state, order.by, order.unit))
    yield from wrong or rest.regroup_problems(state, state.units[order.unit])


def _may_route_march(state: State, order: orders.UnitOrder) -> Iterator[Problem]:
    wrong = tuple(unit_problems(state, order.by, order.unit))
    yield from wrong or moves.route_march_problems(state.units[order.unit])


def _route_march(state: State, order: orders.RouteMarch) -> Iterator[Problem]:
    wrong = tuple(_may_route_march(state, order))
    yield from wrong or planned(state, order, moves.plan_route_march).problems


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


# ---- What comes of an order ------------------------------------------------------------------------------------------------------


def _leader_rests(story: Story[State], order: orders.LeaderRest) -> None:
    known_to = told_to(story.state.leaders[order.leader])
    story.tell(LeaderActed(leader=order.leader, known_to=known_to))


def _activates(story: Story[State], order: orders.Activate) -> Asked[None]:
    turn.activate(story, order.column)
    return maquina_loca.roll_with_column(story, order.column)


DEEDS: dict[type[Order], Callable[[Story[State], Any], Asked[None] | None]] = {
    orders.PlaceUnit: deployment.place_unit,
    orders.PlaceLeader: deployment.place_leader,
    orders.Ready: lambda story, order: turn.ready(story, Side(side_of(order.by))),
    orders.Activate: _activates,
    orders.Pass: lambda story, order: turn.decline(story, Side(side_of(order.by))),
    orders.Finish: lambda story, order: turn.end_round(story),  # noqa: ARG005 - every deed is handed its order
    orders.Rest: rest.rest,
    orders.LeaderRest: _leader_rests,
    orders.MoveLeader: moves.lead_off,
    orders.Command: lambda story, order: moves.command(story, order.unit, order.order),
    orders.Move: moves.move,
    orders.Leave: exits.leave,
    orders.Form: formations.form,
    orders.Stay: moves.stay,
    orders.Fire: shots.fire,
    orders.Assault: assaults.assault,
    orders.Regroup: rest.rally,
    orders.RouteMarch: moves.march_on,
    orders.SetOff: mines.set_off,
    orders.Fly: aircraft.fly,
}

TABLE = RevolucionTable()
