"""Leaving the table on orders or in Route March, where the scenario rewards it: by the edge that an objective names.

It costs no morale, and nobody returns.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.event import Story
from sandtable.geometry.borders import from_edges
from sandtable.geometry.footprint import Footprint
from sandtable.kernel.problem import Problem
from sandtable.miniatures.consequences import Course
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion.table import events, leadership, orders
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.movement import moves
from sandtable.rulesets.revolucion.table.passengers import everybody_aboard
from sandtable.rulesets.revolucion.table.planning import Plan
from sandtable.rulesets.revolucion.table.state import State
from sandtable.rulesets.revolucion.vocabulary import Loss, Side


def rewarded_edges(state: State, side: Side) -> tuple[str, ...]:
    """The edges by which a side earns points for leaving."""
    found = (each.edge for each in state.terms.objectives if each.kind == "exit" and each.side in ("", side.value))
    return tuple(dict.fromkeys(found))


def edges_reached(state: State, stands: Footprint) -> tuple[str, ...]:
    """The edges of the table that a unit touches."""
    contact = measures(state.tables).contact
    return tuple(edge for edge, gap in from_edges(state.terrain, stands.box).items() if gap <= contact)


def edge_to_leave_by(state: State, side: Side, stands: Footprint) -> str:
    """The edge by which a unit that stands there may leave; none: empty."""
    reached = edges_reached(state, stands)
    return next((edge for edge in rewarded_edges(state, side) if edge in reached), "")


def leave_problems(state: State, order: orders.Leave) -> Iterator[Problem]:
    """A move that is legal and ends in contact with such an edge; who is still to come has to come first."""
    unit = state.units[order.unit]
    side = unit.side
    if not rewarded_edges(state, side):
        yield problem("order", "no_exit", None, ("move",))
        return
    plan = _plan(state, order)
    yield from plan.problems
    here = plan.end if not unit.arrives else None
    if not plan.problems and (here is None or not edge_to_leave_by(state, side, here)):
        edges = rewarded_edges(state, side)
        yield problem("path", "not_at_exit", None, edges, edges=edges)


def _plan(state: State, order: orders.Leave) -> Plan:
    if state.turn.pending is None:
        return moves.plan_route_march(state, _route_march(order))
    return moves.plan_move(state, _move(order))


def _route_march(order: orders.Leave) -> orders.RouteMarch:
    """An order to leave as a Route March that stays on the table."""
    return orders.RouteMarch(by=order.by, unit=order.unit, path=order.path, leaders=order.leaders)


def _move(order: orders.Leave) -> orders.Move:
    """An order to leave as a move that stays on the table."""
    return orders.Move(
        by=order.by, unit=order.unit, facing=order.facing, ranks=order.ranks, path=order.path, leaders=order.leaders
    )


def leave(story: Story[State], order: orders.Leave) -> Course[None]:
    """It goes there, and off the table with all that ride on it; stopped on its way by what it did not know, it stays."""
    if story.state.turn.pending is None:
        yield from moves.march_on(story, _route_march(order))
    else:
        yield from moves.move(story, _move(order))
    unit = story.state.units[order.unit]
    edge = edge_to_leave_by(story.state, unit.side, unit.stands) if unit.stands is not None else ""
    if not edge or unit.gone is not None:
        return
    attached = leadership.attached(story.state, unit)
    units, leaders = everybody_aboard(story.state, unit.id)
    for each in (*units, unit):
        story.tell(events.UnitGone(unit=each.id, why=Loss.LEFT_TABLE, edge=edge, ordered=True))
    for name in (*(each for each in order.leaders if each in attached), *(each.id for each in leaders)):
        story.tell(events.LeaderLeft(leader=name, edge=edge))
    leadership.without_unit(story, attached)
