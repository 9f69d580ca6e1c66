"""Movement orders and moves: Deploy/Tactical, Maneuver, March, Route March, Leaders (chapter 4, REV-3.13 to REV-3.33, REV-G.43)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

from sandtable.battle.event import Story
from sandtable.battle.request import addressed
from sandtable.geometry.around import Around, Hindrance
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint, column, figure
from sandtable.geometry.measure import INCH, Length, Point, Pose, ahead, inches
from sandtable.geometry.walk import Walk, march, walk
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.consequences import Course
from sandtable.miniatures.journey import Journey
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion import effects
from sandtable.rulesets.revolucion.marches import leader_move, route_move
from sandtable.rulesets.revolucion.orders import OrderVerdict, give_order
from sandtable.rulesets.revolucion.table import events, leadership, orders
from sandtable.rulesets.revolucion.table.ground.going import going, leader_going, tactical_going
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.ground.shapes import base_size, march_gap
from sandtable.rulesets.revolucion.table.hidden.discovery import reveal
from sandtable.rulesets.revolucion.table.hidden.secrecy import as_known
from sandtable.rulesets.revolucion.table.movement import boarding, encounters, formations
from sandtable.rulesets.revolucion.table.permission import closed_problems, order_situation
from sandtable.rulesets.revolucion.table.planning import Plan, around, hindrance_problems
from sandtable.rulesets.revolucion.table.state import Leader, State, Unit, told_to
from sandtable.rulesets.revolucion.table.vehicles import trains
from sandtable.rulesets.revolucion.vocabulary import Formation, Order, Side

FORMATIONS = {
    Order.DEPLOY_TACTICAL: Formation.DEPLOYED,
    Order.MANEUVER: Formation.MANEUVER,
    Order.MARCH: Formation.MARCH,
}
SAMPLES: Length = INCH // 2  # how densely a path is looked at for Leaders in its way


# ---- Orders ----------------------------------------------------------------------------------------------------------------------


def command(story: Story[State], name: str, order: Order) -> Course[None]:
    """An order is sent: received, delayed or lost (REV-4.70)."""
    state, unit = story.state, story.state.units[name]
    verdict = yield from addressed(
        give_order(order_situation(state, unit, order), state.tables), unit.side.value, told_to(unit)
    )
    yield from arrived(story, unit, order, verdict)


def arrived(story: Story[State], unit: Unit, order: Order, verdict: OrderVerdict) -> Course[None]:
    """What an order leaves to do: a move, a formation, or an action without movement (REV-4.72); nothing for who has fired (REV-G.04)."""
    if unit.rails is not None:
        yield from trains.arrived(story, unit, order, verdict)
        return
    left = verdict.effects[0]
    told: dict[str, Any] = {
        "unit": unit.id,
        "order": order,
        "result": verdict.result,
        "known_to": told_to(unit),
    }
    if isinstance(left, effects.MayMove):
        story.tell(
            events.Commanded(**told, distance=inches(left.distance), at_least=inches(left.at_least), pending="move")
        )
    elif isinstance(left, effects.MayDeploy):
        story.tell(events.Commanded(**told, pending="deploy"))
    else:
        story.tell(events.Commanded(**told))
        if unit.deeds.fired:
            story.tell(events.Acted(unit=unit.id, deed="fired"))


# ---- Moves -----------------------------------------------------------------------------------------------------------------------


@fact
def plan_move(state: State, order: orders.Move) -> Plan:
    """Formation first, then the path (REV-4.13, REV-4.31)."""
    unit, pending = state.units[order.unit], state.turn.pending
    assert pending is not None and pending.order is not None  # noqa: S101, PT018 - a decision waits for it
    if unit.rails is not None:
        return trains.plan_move(state, order)
    first = _formed(state, unit, order, pending.order)
    formation = first.formation
    if first.problems or not order.path:
        return first
    assert first.end is not None  # noqa: S101 - nothing was wrong with it
    gone = _gone(state, unit, first.end, formation, order.path, pending.distance)
    problems = tuple(
        hindrance_problems(state.position, unit.side, unit.id, gone.hindrances, "path", gone.cost, pending.distance)
    )
    if order.board:
        problems += tuple(boarding.board_problems(state, unit, order.board, gone.end, pending.order))
    return Plan(gone.end, formation, gone.trail, gone.cost, problems, _journey(unit, first.end, formation, order.path))


def _formed(state: State, unit: Unit, order: orders.Move, sent: Order) -> Plan:
    """The unit before it sets out: in the formation of its order, with its company (REV-4.13)."""
    formation = FORMATIONS[sent]
    first = _set_up(state, unit, order, formation)
    wrong = (*first.problems, *_company_problems(state, unit, order.leaders))
    if not wrong and not order.path and order.board and first.end is not None:
        wrong = tuple(boarding.board_problems(state, unit, order.board, first.end, sent))
    return Plan(first.end, formation, first.trail, 0, wrong)


def _set_up(state: State, unit: Unit, order: orders.Move, formation: Formation) -> Plan:
    if unit.aboard:
        towards = order.path[0].point if order.path else None
        return boarding.step_off(state, unit, formation, order.start, order.ranks, towards)
    return formations.assumed(state, unit, formation, order.facing, order.ranks)


def _journey(unit: Unit, body: Footprint, formation: Formation, path: orders.Path) -> Journey:
    march = formation is Formation.MARCH
    return Journey(body, path, march, march_gap(unit.kind) if march else 0)


def _gone(state: State, unit: Unit, body: Footprint, formation: Formation, path: orders.Path, budget: Length) -> Walk:
    """The path as the unit goes it: a column follows its lead base, a deployed line takes its tactical inch (REV-G.43d)."""
    rules, near = measures(state.tables), around(state, unit)
    if formation is Formation.MARCH:
        points = [pose.point for pose in path]
        return march(body, points, going(unit.kind, formation, state.tables), near, budget, march_gap(unit.kind))
    cost = tactical_going(unit.kind) if formation is Formation.DEPLOYED else going(unit.kind, formation, state.tables)
    return walk(body, path, cost, near, budget, rules.turning, rules.strict_turns)


def _company_problems(state: State, unit: Unit, leaders: tuple[str, ...]) -> Iterator[Problem]:
    """Only Leaders attached to the unit go along (REV-9.08b)."""
    attached = leadership.attached(state, unit)
    for name in leaders:
        if name not in attached:
            yield problem("leaders", "not_attached", "REV-9.08b", attached, name=name)


def move(story: Story[State], order: orders.Move) -> Course[None]:
    """Make the move, as far as nothing unknown stops it; the action is spent."""
    pending = story.state.turn.pending
    assert pending is not None  # noqa: S101 - a decision waits for it
    if story.state.units[order.unit].rails is not None:
        yield from trains.move(story, order)
        return
    known = as_known(story.state, story.state.units[order.unit].side)
    plan = plan_move(known, order)
    boarding.get_off(story, order.unit)
    yield from encounters.go(story, order.unit, plan, "moves", order.leaders)
    if story.state.units[order.unit].gone is not None:
        return
    leadership.run_over(story, order.unit, swept(story.state, order.unit, plan))
    if order.board and story.state.units[order.unit].stands == plan.end:
        boarding.get_on(story, order.unit, order.board, order.leaders)
    formations.finish(story, order.unit, pending)


def swept(state: State, name: str, plan: Plan) -> list[Footprint]:
    """Where a unit was on its way, wherever a Leader of the other side was about for it to ride over."""
    side = state.units[name].side
    others = [his for each, his in state.position.figures.items() if state.leaders[each].side is not side]
    if plan.end is None or not others:
        return []
    lead = (
        plan.end
        if plan.formation is not Formation.MARCH
        else column(plan.end.anchor, 1, plan.end.width, plan.end.depth)
    )
    room = lead.extent + INCH
    places: list[Footprint] = []
    for start, end in zip(plan.trail, plan.trail[1:], strict=False):
        steps = max(1, max(abs(end.x - start.x), abs(end.y - start.y)) // SAMPLES)
        for number in range(steps):
            x = start.x + (end.x - start.x) * number // steps
            y = start.y + (end.y - start.y) * number // steps
            if any(abs(his.anchor.x - x) <= room and abs(his.anchor.y - y) <= room for his in others):
                places.append(lead.placed(Pose(x, y, end.facing)))
    return places


def stay(story: Story[State], order: orders.Stay) -> Course[None]:
    """Make no use of the order (REV-4.50)."""
    if story.state.units[order.unit].rails is not None:
        yield from trains.stay(story, order)
        return
    pending = story.state.turn.pending
    assert pending is not None  # noqa: S101 - a decision waits for it
    formations.finish(story, order.unit, pending)


# ---- Route March -----------------------------------------------------------------------------------------------------------------


def route_march_problems(unit: Unit) -> Iterator[Problem]:
    """Only units that enter the table so, until they do anything else (REV-3.31, REV-3.33)."""
    yield from closed_problems("route_march", unit.kind)
    if not unit.route_march and not unit.arrives:
        yield problem("unit", "no_route_march", "REV-3.33", ("command",))


@fact
def plan_route_march(state: State, order: orders.RouteMarch) -> Plan:
    """From the edge of the table, or on along its way."""
    unit = state.units[order.unit]
    distance = route_distance(state, unit)
    if unit.rails is not None:
        return trains.plan_route_march(state, unit, order.path, distance)
    body = unit.stands or _at_the_edge(unit, distance)
    leaders = tuple(_company_problems(state, unit, order.leaders))
    if not order.path:
        stays = () if unit.stands else (problem("path", "no_path", "REV-3.31"),)
        return Plan(body, Formation.MARCH, (body.anchor,), 0, (*leaders, *stays))
    gone = _gone(state, unit, body, Formation.MARCH, order.path, distance)
    found = gone.hindrances if unit.stands else _after_entering(state, gone)
    wrong = tuple(hindrance_problems(state.position, unit.side, unit.id, found, "path", gone.cost, distance))
    journey = _journey(unit, body, Formation.MARCH, order.path)
    return Plan(gone.end, Formation.MARCH, gone.trail, gone.cost, (*leaders, *wrong), journey)


def _after_entering(state: State, gone: Walk) -> tuple[Hindrance, ...]:
    """What hinders a column that comes onto the table: its edge does not, unless the column ends on it."""
    left, bottom, right, top = gone.end.box
    on_table = min(left, bottom) >= 0 and right <= state.terrain.width and top <= state.terrain.height
    return tuple(each for each in gone.hindrances if each.cause != "edge") if on_table else gone.hindrances


def route_distance(state: State, unit: Unit) -> Length:
    """How far a unit goes in Route March (REV-3.32)."""
    return inches(route_move(unit.kind, state.tables))


def _at_the_edge(unit: Unit, distance: Length) -> Footprint:
    """The column before it enters: its front at the place of arrival; one too long for its move has entered as far as it must."""
    assert unit.entry is not None  # noqa: S101 - it has not entered yet
    width, depth = base_size(unit.kind)
    gap = march_gap(unit.kind)
    length = unit.bases * (depth + gap) - gap
    start = ahead(unit.entry, max(0, length - distance))
    return column(Pose(start.x, start.y, unit.entry.facing), unit.bases, width, depth, gap)


def march_on(story: Story[State], order: orders.RouteMarch) -> Course[None]:
    """A unit enters or goes on in Route March: no order test (REV-3.31)."""
    unit = story.state.units[order.unit]
    if unit.rails is not None:
        yield from trains.march_on(story, unit, order.path)
        return
    plan = plan_route_march(as_known(story.state, unit.side), order)
    yield from encounters.go(story, order.unit, plan, "moves" if unit.stands else "arrives", order.leaders)
    if story.state.units[order.unit].gone is not None:
        return
    leadership.run_over(story, order.unit, swept(story.state, order.unit, plan))
    story.tell(events.Acted(unit=order.unit, deed="route_marched"))


# ---- Leaders ---------------------------------------------------------------------------------------------------------------------


@fact
def plan_leader(state: State, order: orders.MoveLeader) -> Plan:
    """A Leader rides up to 24 inches, through zones, but does not end near an enemy (REV-3.13, REV-G.39b)."""
    leader = state.leaders[order.leader]
    rules = measures(state.tables)
    start = leader.place or _setting_out(state, leader, order)
    if start is None:
        return Plan(
            None,
            Formation.MANEUVER,
            problems=(problem("leader", "vehicle_moves", "REV-10.03", (), name=leader.aboard),),
        )
    distance = leader_distance(state.tables)
    near = _around_leader(state, leader.side)
    path = [Pose(place.x, place.y) for place in order.path]
    gone = walk(figure(start, rules.leader_radius), path, leader_going(state.tables), near, distance)
    wrong = tuple(hindrance_problems(state.position, leader.side, "", gone.hindrances, "path", gone.cost, distance))
    if order.board:
        wrong += tuple(boarding.leader_boards_problems(state, leader, order.board, gone.end))
    return Plan(gone.end, Formation.MANEUVER, gone.trail, gone.cost, wrong)


@lru_cache(maxsize=16)
def leader_distance(tables: Tables) -> Length:
    """How far a Leader rides (REV-3.13)."""
    return inches(leader_move(tables))


def _around_leader(state: State, side: Side) -> Around:
    """What a Leader has to mind: others count only where he ends (REV-G.39b)."""
    return state.position.around(side, "", measures(state.tables).zone, zone_at_end=True)


def _setting_out(state: State, leader: Leader, order: orders.MoveLeader) -> Point | None:
    """Where a Leader who is not on the table begins: beside his vehicle, or where he enters."""
    if leader.aboard:
        vehicle = state.units.get(leader.aboard)
        if not order.path or vehicle is None:
            return None
        return boarding.leader_start(state, leader, order.path[0])
    assert leader.entry is not None  # noqa: S101 - he has not entered yet
    return leader.entry.point


def lead_off(story: Story[State], order: orders.MoveLeader) -> None:
    """A Leader moves on his own, once a turn (REV-9.08). Hidden enemies to whom he would ride are found, and he keeps away from them."""
    leader = story.state.leaders[order.leader]
    plan = plan_leader(as_known(story.state, leader.side), order)
    assert plan.end is not None  # noqa: S101 - a legal plan ends somewhere
    how = "rides" if leader.place is not None else "arrives"
    there = plan.end.anchor.point
    place = (
        leadership.found_free(story, leader.side, partial(leadership.near_to, side=leader.side, place=there)) or there
    )
    story.tell(events.LeaderStood(leader=order.leader, place=place, how=how))
    if order.board and place == there:
        reveal(story, order.board)
        story.tell(events.LeaderBoarded(leader=order.leader, vehicle=order.board))
    story.tell(events.LeaderActed(leader=order.leader))
