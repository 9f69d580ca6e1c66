"""Revolucion!'s table as one object: its orders, its events, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sandtable.ai.player import Maker
from sandtable.battle.desk import TableDesk
from sandtable.battle.event import Event, Story
from sandtable.battle.matches.course import Chronicle
from sandtable.battle.order import Decision, Order
from sandtable.battle.reckoning.bill import Reckoner
from sandtable.battle.request import Asked
from sandtable.battle.rules import Result
from sandtable.battle.seat import Seat, side_of
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.tables import Tables
from sandtable.miniatures.base import OnTheKit
from sandtable.miniatures.consequences import Course, followed
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table import fold, legality, orders, proposing, rest, rounds, turn
from sandtable.rulesets.revolucion.table.chronicle import CHRONICLE
from sandtable.rulesets.revolucion.table.combat import assaults, shots
from sandtable.rulesets.revolucion.table.damage import mines
from sandtable.rulesets.revolucion.table.desk.desk import DESK
from sandtable.rulesets.revolucion.table.desk.reckoning import RECKONER
from sandtable.rulesets.revolucion.table.events import EVENTS, LeaderActed
from sandtable.rulesets.revolucion.table.hidden import discovery, secrecy
from sandtable.rulesets.revolucion.table.movement import exits, formations, moves
from sandtable.rulesets.revolucion.table.opponent.players import LEVELS, PLAYERS
from sandtable.rulesets.revolucion.table.opponent.weights import WEIGHTS
from sandtable.rulesets.revolucion.table.scenarios import deployment
from sandtable.rulesets.revolucion.table.state import Phase, State, told_to
from sandtable.rulesets.revolucion.table.vehicles import aircraft, maquina_loca
from sandtable.rulesets.revolucion.table.vehicles.answers import ANSWERS
from sandtable.rulesets.revolucion.vocabulary import Side


class RevolucionTable(OnTheKit):
    """The rules of Revolucion! on the table."""

    rules_version = "4"
    ruleset: Ruleset = RULESET
    orders: Mapping[str, type[Order]] = orders.ORDERS
    events: Mapping[str, type[Event]] = EVENTS
    desk: TableDesk[State] = DESK
    reckoner: Reckoner[State] = RECKONER
    chronicle: Chronicle[State] = CHRONICLE
    players: Mapping[str, Maker] = PLAYERS
    levels: tuple[str, ...] = LEVELS

    @property
    def prices(self) -> Mapping[str, float]:
        """What the opponent takes a unit of each type for."""
        return WEIGHTS.page.rows["price"]

    def set_up(self, scenario: str, tables: Tables) -> State:
        return deployment.set_up(scenario, tables)

    def decisions(self, state: State) -> tuple[Decision, ...]:
        return turn.decisions(state)

    def proposals(self, view: State, decision: Decision) -> Iterable[Iterable[Order]]:
        """What might answer a decision, for players from outside."""
        return proposing.proposals(view, decision)

    def problems(self, view: State, order: Order) -> tuple[Problem, ...]:
        return legality.problems_of(view, order)

    def carry_out(self, story: Story[State], order: Order) -> Asked[None]:
        return followed(story, _course(story, order), ANSWERS)

    def after(self, state: State, event: Event) -> State:
        return fold.after(state, event)

    def view(self, state: State, seat: Seat) -> State:
        return secrecy.known(state, seat)

    def searches(self, view: State, order: Order) -> bool:
        """Whether an order may find what is hidden, so that taking it back is not free."""
        return secrecy.searches(view, order)

    def parts_of(self, view: State, order: Order) -> tuple[str, ...]:
        """The column that an order is given to (REV-3.03); none of the side as a whole."""
        column = self._column_of(view, order)
        return (column,) if column else ()

    def _column_of(self, view: State, order: Order) -> str:
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


# ---- What comes of an order ------------------------------------------------------------------------------------------------------


def _course(story: Story[State], order: Order) -> Course[None]:
    """An order from its beginning to the next decision."""
    discovery.show_who_acts(story, order)
    course = DEEDS[type(order)](story, order)
    if course is not None:
        yield from course
    discovery.look_out(story)
    yield from rounds.settle(story)


def _leader_rests(story: Story[State], order: orders.LeaderRest) -> None:
    known_to = told_to(story.state.leaders[order.leader])
    story.tell(LeaderActed(leader=order.leader, known_to=known_to))


def _activates(story: Story[State], order: orders.Activate) -> Course[None]:
    rounds.activate(story, order.column)
    return maquina_loca.roll_with_column(story, order.column)


DEEDS: dict[type[Order], Callable[[Story[State], Any], Course[None] | None]] = {
    orders.PlaceUnit: deployment.place_unit,
    orders.PlaceLeader: deployment.place_leader,
    orders.Ready: lambda story, order: rounds.ready(story, Side(side_of(order.by))),
    orders.Activate: _activates,
    orders.Pass: lambda story, order: rounds.decline(story, Side(side_of(order.by))),
    orders.Finish: lambda story, order: rounds.end_round(story),  # noqa: ARG005 - every deed is handed its order
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
