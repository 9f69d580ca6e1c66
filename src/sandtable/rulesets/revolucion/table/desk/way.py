"""The way of a draft: as a move, as far as it is legal, with what it costs and what holds it up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sandtable.battle.desk import Draft, Preview
from sandtable.battle.seat import Seat
from sandtable.geometry.distance import between
from sandtable.geometry.facts import fact
from sandtable.geometry.going import Going
from sandtable.geometry.measure import CIRCLE, DEGREE, Facing, Length, Point, Pose, ahead, bearing, inches
from sandtable.geometry.reach import Reach, reach
from sandtable.geometry.trail import along, nearest_along
from sandtable.miniatures.bending import Bases
from sandtable.miniatures.desk.cost import cost_words
from sandtable.miniatures.desk.reaching import Points, Reached, along_road, drawn, furthest
from sandtable.miniatures.planning import is_only_too_long
from sandtable.rulesets.revolucion.marches import leader_move
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table import offers, orders, passengers
from sandtable.rulesets.revolucion.table.desk import choices
from sandtable.rulesets.revolucion.table.desk.asking import Asking, checked_preview, preview_of, with_follow_up
from sandtable.rulesets.revolucion.table.desk.words import objection, say
from sandtable.rulesets.revolucion.table.ground.going import going, leader_going, tactical_going
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.leadership import attached, beside
from sandtable.rulesets.revolucion.table.legality import problems_of
from sandtable.rulesets.revolucion.table.movement import formations, moves
from sandtable.rulesets.revolucion.table.planning import Plan, around
from sandtable.rulesets.revolucion.table.state import Leader, Pending, State, Unit
from sandtable.rulesets.revolucion.table.vehicles import tracks, trains
from sandtable.rulesets.revolucion.table.words import wording
from sandtable.rulesets.revolucion.vocabulary import Formation, Order

SHORTEST: Length = 100  # a way shorter than this is none
DIRECTIONS: tuple[Facing, ...] = tuple(range(0, CIRCLE, 20 * DEGREE))
Moved = Reached[orders.Move, Plan]


def start_of(view: State, unit: Unit) -> Pose | None:
    """Where a unit sets out from: where it stands, the vehicle it rides on, or where it enters the table."""
    place = passengers.place_of(view, unit)
    return place.anchor if place is not None else unit.entry


def leader_start(view: State, leader: Leader) -> Point | None:
    """Where a Leader sets out from."""
    if leader.place is not None:
        return leader.place
    vehicle = view.units.get(leader.aboard)
    if vehicle is not None and vehicle.stands is not None:
        return vehicle.stands.anchor.point
    return leader.entry.point if leader.entry is not None else None


# ---- As far as it goes ----------------------------------------------------------------------------------------------------------


def shown(shown_as: Preview, reached: Reached[Any, Plan], cost: Going | None, view: State, budget: Length) -> Preview:
    """A preview with the way, its cost and its end; why it goes no further."""
    plan = reached.plan
    leads = plan.formation is Formation.MARCH
    sum_ = cost_words(wording(), view.terrain, cost, plan, leads=leads) if cost is not None and plan.end else ""
    return drawn(wording(), shown_as, reached, budget, sum_)


# ---- Moves ----------------------------------------------------------------------------------------------------------------------


def before_the_order(asking: Asking, unit: Unit, order: Order, preview: Preview) -> Preview:
    """The way of a move that is yet to be ordered, on a table where the order has arrived in full: what was drawn is to follow the order."""
    far = inches(base_move(order, unit.kind, asking.view.tables))
    deploys = order is Order.DEPLOY_TACTICAL and unit.formation is not Formation.DEPLOYED
    kind = "deploy" if deploys else "move"
    pending = Pending(unit=unit.id, side=unit.side, kind=kind, order=order, distance=far)
    later = _as_if(asking.view, pending)
    there = replace(asking, view=later)
    if deploys or (order is Order.DEPLOY_TACTICAL and not asking.draft.path):
        form = _form(there, unit, pending)
        formed = formations.plan_form(later, form)
        if asking.chosen(choices.BEND) and formed.problems:
            return replace(preview, order=None, objections=tuple(objection(each) for each in formed.problems))
        drawn = asking.draft.facing is not None or asking.chosen(choices.BEND)
        follows = with_follow_up(preview, form) if drawn and not formed.problems else preview
        return replace(follows, ghost=formed.end.outlines if formed.end is not None else ())
    reached = _moved(there, unit, pending)
    if reached.plan.problems:
        wrong = tuple(objection(problem) for problem in reached.plan.problems)
        return replace(preview, order=None, objections=wrong, budget=far)
    return shown(with_follow_up(preview, reached.order), reached, _going(asking.view, unit, order), asking.view, far)


@fact
def _as_if(view: State, pending: Pending) -> State:
    """The table as if an order had arrived."""
    return view.but(turn=replace(view.turn, pending=pending))


def after_the_order(asking: Asking, unit: Unit, pending: Pending) -> Preview:
    """An order has arrived: its move or formation."""
    tactical = pending.order is Order.DEPLOY_TACTICAL
    boards = bool(asking.chosen(choices.BOARD))
    if pending.kind != "move" or (tactical and not asking.draft.path):
        form = _form(asking, unit, pending)
        formed = formations.plan_form(asking.view, form)
        return checked_preview(
            asking, form, say("verb.form"), ghost=formed.end.outlines if formed.end is not None else ()
        )
    if not asking.draft.path and asking.draft.facing is None and not boards and not unit.aboard:
        return Preview(verb=say("verb.path"), budget=pending.distance)
    reached = _moved(asking, unit, pending)
    problems = reached.plan.problems or problems_of(asking.view, reached.order)
    preview = preview_of(reached.order, say("verb.move"), problems, budget=pending.distance)
    if reached.plan.problems:
        return preview
    return shown(preview, reached, _going(asking.view, unit, pending.order), asking.view, pending.distance)


def _form(asking: Asking, unit: Unit, pending: Pending) -> orders.Form:
    """Deployed by order; after regrouping in any formation, as it stands where nothing is said."""
    usual = unit.formation if pending.kind == "form" else Formation.DEPLOYED
    formation, ranks = choices.formation_of(asking.chosen(choices.FORMATION), usual)
    if pending.kind != "form":
        formation, ranks = Formation.DEPLOYED, ()
    facing = None if pending.delayed else asking.draft.facing
    bases = _bent(asking, unit, facing) if formation is Formation.DEPLOYED else ()
    return orders.Form(
        by=asking.role,
        unit=unit.id,
        formation=formation,
        ranks=ranks,
        facing=None if bases else facing,
        bases=bases,
        leaders=_company(asking, unit),
    )


def _bent(asking: Asking, unit: Unit, facing: Facing | None) -> Bases:
    """The line along the edge it stands at, where that was chosen."""
    if unit.stands is None or not asking.chosen(choices.BEND):
        return ()
    here = unit.stands.anchor
    return choices.bent(asking.view, unit, here if facing is None else here._replace(facing=facing))


def straight_on(asking: Asking, unit: Unit, order: Order, far: Length, within: Length) -> Moved:
    """Straight on by so much, or along the road that a march is on, as far as it is legal and as a move of that length goes."""
    pending = Pending(unit=unit.id, side=unit.side, kind="move", order=order, distance=within)
    points = _ahead_by(asking.view, unit, order, far)
    there = replace(asking, view=_as_if(asking.view, pending), draft=Draft(piece=unit.id, path=points))
    return _along(there, unit, pending, turns=order is Order.MARCH)


def looked_at(view: State, unit: Unit, order: Order, reached: Moved, budget: Length) -> Preview:
    """A move of its own, with its way, its cost in words and its end."""
    return shown(Preview(), reached, _going(view, unit, order), view, budget)


def _ahead_by(view: State, unit: Unit, order: Order, far: Length) -> Points:
    assert unit.stands is not None  # noqa: S101 - asked for those on the table only
    here = unit.stands.anchor
    roads = (road.points for road in view.terrain.roads if nearest_along(road.points, here.point)[1] <= road.width / 2)
    road = next(roads, None) if order is Order.MARCH else None
    return (ahead(here, far),) if road is None else along_road(road, here, far, SHORTEST)


def _going(view: State, unit: Unit, order: Order | None) -> Going | None:
    if order is None or unit.rails is not None:
        return None
    if order is Order.DEPLOY_TACTICAL:
        return tactical_going(unit.kind)
    return going(unit.kind, moves.FORMATIONS[order], view.tables)


def _company(asking: Asking, unit: Unit) -> tuple[str, ...]:
    stays = asking.chosen(choices.LEADERS, choices.YES) == choices.NO
    return () if stays else attached(asking.view, unit)


def _moved(asking: Asking, unit: Unit, pending: Pending) -> Moved:
    """The move along the way drawn, as far as it is legal."""
    view, points = asking.view, asking.draft.path
    if unit.rails is not None:
        return _run(asking, unit, pending)
    boards = asking.chosen(choices.BOARD)
    if boards:  # straight into contact: by hand nobody hits it to a hundredth of an inch
        found = [each for each in offers.getting_on(view, unit, pending) if each.board == boards]
        move = found[0] if found else _wanted(asking, unit, pending, points, turns=True)
        return Reached(move, moves.plan_move(view, move))
    straight = _along(asking, unit, pending, turns=True)
    if not straight.plan.problems and (straight.limit is None or is_only_too_long(straight.limit)):
        return straight
    others = [_along(asking, unit, pending, turns=False), *_round_about(asking, unit, pending)]
    wish = points[-1] if points else Point(0, 0)
    legal_ones = [each for each in (straight, *others) if not each.plan.problems and each.plan.end is not None]
    return min(legal_ones, key=lambda each: _short_of(wish, each.plan), default=straight)


def _short_of(wish: Point, plan: Plan) -> float:
    assert plan.end is not None  # noqa: S101 - only legal plans are compared
    return round(between(plan.end.anchor.point, wish) / SHORTEST)


def _along(asking: Asking, unit: Unit, pending: Pending, *, turns: bool) -> Moved:
    """Straight along the way drawn: each leg turned to where it goes, or all of it with the facing the unit has."""
    view = asking.view
    start = start_of(view, unit) or Pose(0, 0)
    return furthest(
        start.point,
        asking.draft.path,
        lambda way: _wanted(asking, unit, pending, way, turns=turns),
        lambda move: moves.plan_move(view, move),
        pending.distance,
    )


def _round_about(asking: Asking, unit: Unit, pending: Pending) -> Iterator[Moved]:
    """Where only the end was pointed at: a way round what stands between."""
    points, order = asking.draft.path, pending.order
    if len(points) != 1 or unit.stands is None or order is None:
        return
    path = ground_in_reach(asking.view, unit.id, order, pending.distance).path_to(points[0])
    if path:
        move = replace(
            _wanted(asking, unit, pending, points, turns=True),
            facing=path[0].facing,
            path=(*path, *_last_turn(asking, pending, path[-1])),
        )
        yield Reached(move, moves.plan_move(asking.view, move))


@fact
def ground_in_reach(view: State, name: str, order: Order, far: Length) -> Reach:
    """The ground that a unit could get to. Whoever points about asks for it again and again."""
    unit = view.units[name]
    assert unit.stands is not None  # noqa: S101 - asked for those on the table only
    cost, near = going(unit.kind, moves.FORMATIONS[order], view.tables), measures(view.tables).turning
    return reach(unit.stands, cost, around(view, unit), far, near=near)


def straight_reach(view: State, unit: Unit, order: Order, far: Length) -> tuple[Points, ...]:
    """Where a unit gets to that cannot turn where it stands: straight ahead, aside or back, with the facing it has."""
    assert unit.stands is not None  # noqa: S101 - asked for those on the table only
    here = unit.stands.anchor
    pending = Pending(unit=unit.id, side=unit.side, kind="move", order=order, distance=far)
    later = _as_if(view, pending)
    seat = Seat(unit.side.value, (unit.side.value,))
    ends: list[Point] = []
    for facing in DIRECTIONS:
        draft = Draft(piece=unit.id, path=(ahead(Pose(here.x, here.y, facing), far),))
        reached = _along(Asking(later, seat, draft), unit, pending, turns=False)
        gone = reached.plan.end if not reached.plan.problems else None
        ends.append(gone.anchor.point if gone is not None else here.point)
    return (tuple(ends),) if any(end != here.point for end in ends) else ()


def _run(asking: Asking, train: Unit, pending: Pending) -> Moved:
    """A train goes to the place on its track that is nearest to where it was sent, or as far towards it as it may."""
    view, points = asking.view, asking.draft.path

    def sent(place: Point) -> orders.Move:
        return orders.Move(by=asking.role, unit=train.id, path=(Pose(place.x, place.y),))

    if not points:
        move = orders.Move(by=asking.role, unit=train.id)
        return Reached(move, moves.plan_move(view, move))
    whole = sent(points[-1])
    wished = moves.plan_move(view, whole)
    if not wished.problems:
        return Reached(whole, wished)
    rails = trains.rails_of(train)
    track = tracks.points_of(view, rails.track)
    place, _ = nearest_along(track, points[-1])
    sign = 1 if place >= rails.along else -1
    for far in (pending.distance, pending.at_least):
        move = sent(along(track, rails.along + sign * far).point)
        plan = moves.plan_move(view, move)
        if not plan.problems:
            return Reached(move, plan, wished)
    return Reached(whole, wished)


def _wanted(asking: Asking, unit: Unit, pending: Pending, points: Points, *, turns: bool) -> orders.Move:
    """The way as a move: each leg faces where it goes, and the last turn is the one asked for. A line shifts without turning."""
    here = start_of(asking.view, unit) or Pose(0, 0)
    facing = asking.draft.facing
    tactical = pending.order is Order.DEPLOY_TACTICAL
    kept = facing if tactical and facing is not None else here.facing
    path: list[Pose] = []
    last = here.point
    for point in points:
        dx, dy = point.x - last.x, point.y - last.y
        if abs(dx) + abs(dy) >= SHORTEST:
            path.append(Pose(point.x, point.y, bearing(dx, dy) if turns and not tactical else kept))
            last = point
    first = facing if tactical or not path else path[0].facing
    if path and not tactical:
        path += _last_turn(asking, pending, path[-1])
    _, ranks = choices.formation_of(asking.chosen(choices.FORMATION), Formation.MANEUVER)
    return orders.Move(
        by=asking.role,
        unit=unit.id,
        facing=None if unit.aboard else first,
        ranks=ranks if pending.order is Order.MANEUVER else (),
        path=tuple(path),
        leaders=_company(asking, unit),
        board=asking.chosen(choices.BOARD),
    )


def _last_turn(asking: Asking, pending: Pending, end: Pose) -> tuple[Pose, ...]:
    """The facing asked for at the end; a column on the march looks where it goes."""
    facing = asking.draft.facing
    return () if facing is None or pending.order is Order.MARCH else (Pose(end.x, end.y, facing),)


# ---- Route March and Leaders ----------------------------------------------------------------------------------------------------


def route_march(asking: Asking, unit: Unit) -> Preview:
    """Onto the table, or on along a way."""
    view, points = asking.view, asking.draft.path
    start = start_of(view, unit)
    if not points or start is None:
        return Preview(verb=say("verb.path"))

    def build(way: Points) -> orders.RouteMarch:
        path = tuple(Pose(point.x, point.y) for point in way)
        return orders.RouteMarch(by=asking.role, unit=unit.id, path=path, leaders=_company(asking, unit))

    far = moves.route_distance(view, unit)
    reached = furthest(start.point, points, build, lambda order: moves.plan_route_march(view, order), far)
    preview = checked_preview(asking, reached.order, say("verb.march"))
    return shown(preview, reached, _going(view, unit, Order.MARCH), view, far) if preview.order else preview


def leader_ride(asking: Asking, leader: Leader) -> Preview:
    """A Leader's own move, and onto a vehicle where he is to get on one."""
    view, board = asking.view, asking.chosen(choices.BOARD)
    start = leader_start(view, leader)
    points = asking.draft.path if start is None else _up_to(view, leader, start, asking.draft.path, board)
    if not points or start is None:
        return Preview(verb=say("verb.path"))

    def build(way: Points) -> orders.MoveLeader:
        return orders.MoveLeader(by=asking.role, leader=leader.id, path=way, board=board)

    def plan(order: orders.MoveLeader) -> Plan:
        return moves.plan_leader(view, order)

    whole = build(points)
    far = ride_length(view)
    reached = Reached(whole, plan(whole)) if board else furthest(start, points, build, plan, far)
    preview = checked_preview(asking, reached.order, say("verb.ride"))
    return shown(preview, reached, leader_going(view.tables), view, far) if preview.order else preview


def _up_to(view: State, leader: Leader, start: Point, points: Points, board: str) -> Points:
    """The way drawn; with a vehicle to get on, all but its end is kept, which is beside the vehicle: by hand nobody hits that."""
    vehicle = view.units.get(board)
    if vehicle is None or vehicle.stands is None:
        return points
    corners = points[:-1]
    return (*corners, beside(view, leader.side, vehicle.stands, corners[-1] if corners else start))


def ride_length(view: State) -> Length:
    """How far a Leader rides (REV-3.13)."""
    return inches(leader_move(view.tables))
