"""What would come of a draft: the next order, its path and cost, its odds, or why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from sandtable.battle import codec
from sandtable.battle.desk import Draft, Objection, Preview
from sandtable.battle.order import Order as TableOrder
from sandtable.battle.seat import Seat
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import CIRCLE, Length, Point, Pose, inches
from sandtable.geometry.trail import bearing
from sandtable.kernel.problem import Problem
from sandtable.rulesets.revolucion.marches import MoveLeader as LeaderRide
from sandtable.rulesets.revolucion.marches import move_leader
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table import assaulting, firing, forming, legal, moving, orders
from sandtable.rulesets.revolucion.table.desk.odds import assault_odds, fire_odds, order_odds, regroup_odds
from sandtable.rulesets.revolucion.table.desk.scene import inches_text
from sandtable.rulesets.revolucion.table.desk.words import objection, say
from sandtable.rulesets.revolucion.table.driving import certain
from sandtable.rulesets.revolucion.table.leading import attached
from sandtable.rulesets.revolucion.table.planning import Plan, planned
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Pending, Phase, State, Unit
from sandtable.rulesets.revolucion.vocabulary import Afterwards, FireMode, Formation, Order, Side

MODES = {"deployed_fire": FireMode.DEPLOYED, "moving_fire": FireMode.MOVING}
MOVES = tuple(order.value for order in legal.MOVES)
SPECIAL = ("cut_wire", "rip_track", "indirect_fire", "fly")
SHORTEST: Length = 100  # a way shorter than this is none
TRIES = 12  # halvings on the way to the last legal point


@dataclass(frozen=True, slots=True)
class Asking:
    """Who asks, about what."""

    view: State
    seat: Seat
    draft: Draft

    @property
    def role(self) -> str:
        """The side the seat decides for."""
        for decision in TABLE.decisions(self.view):
            if self.seat.speaks_for(decision.by):
                return decision.by
        return self.seat.roles[0] if self.seat.roles else Side.GOVERNMENT.value


def preview(view: State, seat: Seat, draft: Draft) -> Preview:
    """What would come of a draft."""
    asking = Asking(view, seat, draft)
    kind, _, about = draft.offer.partition(":")
    if not draft.offer:
        return Preview()
    if not draft.piece:
        return _side(asking, kind, about)
    if draft.piece in view.leaders:
        return _leader(asking, kind)
    if draft.piece not in view.units:
        return Preview(objections=(Objection(say("no_piece")),))
    if view.turn.phase is Phase.SET_UP:
        return _place(asking)
    unit = view.units[draft.piece]
    pending = view.turn.pending
    if pending is not None and pending.unit == unit.id:
        return _finish(asking, unit, pending, kind)
    handler = UNIT.get(kind)
    return handler(asking, unit) if handler else Preview(objections=(Objection(say("no_offer")),))


def judged(asking: Asking, order: TableOrder, verb: str, **more: object) -> Preview:
    """An order with what is wrong with it."""
    problems = TABLE.problems(asking.view, order)
    return _told(order, verb, problems, **more)


def _told(order: TableOrder, verb: str, problems: tuple[Problem, ...], **more: object) -> Preview:
    return Preview(
        order=None if problems else codec.write(order),
        verb=verb,
        objections=tuple(objection(problem) for problem in problems),
        **more,  # type: ignore[arg-type]  # the fields of a preview
    )


# ---- The side -----------------------------------------------------------------------------------------------------------------


def _side(asking: Asking, kind: str, about: str) -> Preview:
    role = asking.role
    given: Mapping[str, Callable[[], TableOrder]] = {
        "activate": lambda: orders.Activate(by=role, column=about),
        "pass": lambda: orders.Pass(by=role),
        "finish": lambda: orders.Finish(by=role),
        "ready": lambda: orders.Ready(by=role),
        "set_off": lambda: orders.SetOff(by=role, mine=about),
    }
    if kind not in given:
        return Preview(objections=(Objection(say("no_offer")),))
    return judged(asking, given[kind](), say("offer.set_off") if kind == "set_off" else say(f"verb.{kind}"))


def _place(asking: Asking) -> Preview:
    draft, view = asking.draft, asking.view
    if not draft.path:
        return Preview(verb=say("verb.place_where"))
    at = draft.path[-1]
    unit = view.units[draft.piece]
    facing = draft.facing if draft.facing is not None else _own_facing(view, unit)
    formation = Formation(draft.choices.get("formation", Formation.MANEUVER.value))
    order = orders.PlaceUnit(by=asking.role, unit=unit.id, formation=formation, at=Pose(at.x, at.y, facing))
    return judged(asking, order, say("verb.place"))


def _own_facing(view: State, unit: Unit) -> int:
    zone = next((each for each in view.terms.zones if each.id == unit.zone), None)
    if zone is None:
        return 0
    middle = sum(point.y for point in zone.outline) / len(zone.outline)
    return 0 if middle < view.terrain.height / 2 else CIRCLE // 2


# ---- Leaders ------------------------------------------------------------------------------------------------------------------


def _leader(asking: Asking, kind: str) -> Preview:
    draft, role = asking.draft, asking.role
    if kind == "leader_rest":
        return judged(asking, orders.LeaderRest(by=role, leader=draft.piece), say("verb.rest"))
    if not draft.path:
        return Preview(verb=say("verb.path"))
    if kind == "place":
        return judged(asking, orders.PlaceLeader(by=role, leader=draft.piece, at=draft.path[-1]), say("verb.place"))
    order = orders.MoveLeader(by=role, leader=draft.piece, path=draft.path)
    plan = planned(asking.view, order, moving.plan_leader)
    budget = inches(certain(move_leader(LeaderRide(), asking.view.tables)).distance)
    return judged(asking, order, say("verb.ride"), cost=plan.cost, budget=budget, sum="", path=draft.path)


# ---- Units --------------------------------------------------------------------------------------------------------------------


def _fire(asking: Asking, unit: Unit) -> Preview:
    view, draft = asking.view, asking.draft
    if draft.target not in view.units:
        return Preview(verb=say("verb.target"))
    mode = MODES[draft.offer]
    then = Afterwards(draft.then) if draft.then in set(Afterwards) else Afterwards.NOTHING
    alone = mode is FireMode.MOVING and then is Afterwards.NOTHING
    facing = legal.towards(view, unit, draft.target) if alone else None
    order = orders.Fire(by=asking.role, unit=unit.id, target=draft.target, mode=mode, afterwards=then, facing=facing)
    problems = TABLE.problems(view, order)
    target = view.units[draft.target]
    if problems:
        return _told(order, say("verb.fire"), problems, title=target.card.name)
    aimed: firing.Aim = planned(view, order, firing.plan_fire).more
    detail = say("aim", range=inches_text(aimed.range), cover=aimed.cover.message)
    verb = say("verb.fire") if then is Afterwards.NOTHING else say(f"verb.fire_then.{then.value}")
    told = _told(
        order, verb, (), odds=fire_odds(view, order), title=target.card.name, detail=detail, more=bool(draft.then)
    )
    if then is Afterwards.MANEUVER and draft.path:
        return _with_way(asking, unit, Order.MANEUVER, told)
    return told


def _assault(asking: Asking, unit: Unit) -> Preview:
    view, draft = asking.view, asking.draft
    if draft.target not in view.units:
        return Preview(verb=say("verb.target"))
    facing = legal.towards(view, unit, draft.target)
    leads = draft.choices.get("leads", "yes") == "yes"
    order = orders.Assault(by=asking.role, unit=unit.id, target=draft.target, facing=facing, leads=leads)
    problems = TABLE.problems(view, order)
    target = view.units[draft.target]
    if problems:
        return _told(order, say("verb.assault"), problems, title=target.card.name)
    charge: assaulting.Charge = planned(view, order, assaulting.plan_assault).more
    detail = say(
        "charge.frontal" if charge.frontal else "charge.flank",
        cost=inches_text(charge.cost),
        cover=charge.cover.message,
    )
    return _told(
        order,
        say("verb.assault"),
        (),
        odds=assault_odds(view, order),
        title=target.card.name,
        detail=detail,
        cost=charge.cost,
        budget=inches(base_move(Order.ASSAULT, unit.kind, view.tables)),
        path=(charge.start, charge.end),
        ghost=_bases(charge.contact),
    )


def _move(asking: Asking, unit: Unit) -> Preview:
    """The order test comes first; the way is shown as it would be if the order is received."""
    order = Order(asking.draft.offer)
    command = orders.Command(by=asking.role, unit=unit.id, order=order)
    problems = TABLE.problems(asking.view, command)
    told = _told(command, say(f"verb.{order.value}"), problems, odds=order_odds(asking.view, unit, order), more=True)
    if problems or not asking.draft.path or order is Order.DEPLOY_TACTICAL:
        return told
    return _with_way(asking, unit, order, told)


def _with_way(asking: Asking, unit: Unit, order: Order, told: Preview) -> Preview:
    """The way of a move that is yet to be ordered, on a table where the order has arrived in full."""
    distance = inches(base_move(order, unit.kind, asking.view.tables))
    pending = Pending(unit=unit.id, side=unit.side, kind="move", order=order, distance=distance)
    later = replace(asking.view, turn=replace(asking.view.turn, pending=pending))
    move, plan = _furthest(later, asking, unit, pending)
    if move is None or plan is None or plan.end is None:
        return replace(told, budget=distance)
    path = tuple(pose.point for pose in plan.trail)
    return replace(told, cost=plan.cost, budget=distance, path=path, ghost=_bases(plan.end), sum=_sum(plan, distance))


def _finish(asking: Asking, unit: Unit, pending: Pending, kind: str) -> Preview:
    """An order has arrived: its move or formation."""
    role = asking.role
    if kind == "stay":
        return judged(asking, orders.Stay(by=role, unit=unit.id), say("verb.stay"))
    if pending.kind != "move":
        form = orders.Form(
            by=role,
            unit=unit.id,
            formation=Formation(asking.draft.choices.get("formation", Formation.DEPLOYED.value)),
            facing=None if pending.delayed else asking.draft.facing,
            leaders=attached(asking.view, unit),
        )
        formed = planned(asking.view, form, forming.plan_form)
        return judged(asking, form, say("verb.form"), ghost=_bases(formed.end) if formed.end is not None else ())
    if not asking.draft.path and asking.draft.facing is None:
        return Preview(verb=say("verb.path"), budget=pending.distance)
    move, plan = _furthest(asking.view, asking, unit, pending)
    if move is None or plan is None or plan.end is None:
        wanted = _wanted(asking, unit, pending, asking.draft.path)
        return _told(wanted, say("verb.move"), TABLE.problems(asking.view, wanted), budget=pending.distance)
    path = tuple(pose.point for pose in plan.trail)
    told = _told(move, say("verb.move"), (), cost=plan.cost, budget=pending.distance, path=path, ghost=_bases(plan.end))
    return replace(told, sum=_sum(plan, pending.distance))


def _furthest(view: State, asking: Asking, unit: Unit, pending: Pending) -> tuple[orders.Move | None, Plan | None]:
    """The move along the way drawn, as far as it is legal; nothing when not even its start is."""
    points = asking.draft.path
    move = _wanted(asking, unit, pending, points)
    plan = planned(view, move, moving.plan_move)
    if not plan.problems:
        return move, plan
    low, high = 0.0, 1.0
    found: tuple[orders.Move | None, Plan | None] = (None, None)
    for _ in range(TRIES):
        middle = (low + high) / 2
        move = _wanted(asking, unit, pending, _part(unit, points, middle))
        plan = planned(view, move, moving.plan_move)
        if plan.problems:
            high = middle
        else:
            low, found = middle, (move, plan)
    return found


def _part(unit: Unit, points: tuple[Point, ...], share: float) -> tuple[Point, ...]:
    """The first part of a way."""
    assert unit.stands is not None  # noqa: S101 - who moves stands on the table
    way = (unit.stands.anchor.point, *points)
    lengths = [((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5 for a, b in pairwise(way)]
    left = share * sum(lengths)
    part: list[Point] = []
    for (a, b), length in zip(pairwise(way), lengths, strict=True):
        if left <= length:
            s = left / length if length else 0.0
            part.append(Point(round(a.x + (b.x - a.x) * s), round(a.y + (b.y - a.y) * s)))
            return tuple(part)
        part.append(b)
        left -= length
    return tuple(part)


def _wanted(asking: Asking, unit: Unit, pending: Pending, points: tuple[Point, ...]) -> orders.Move:
    """The way as a move: each leg faces where it goes, and the last turn is the one asked for."""
    assert unit.stands is not None  # noqa: S101 - who moves stands on the table
    here = unit.stands.anchor
    path: list[Pose] = []
    last = here.point
    for point in points:
        if abs(point.x - last.x) + abs(point.y - last.y) >= SHORTEST:
            path.append(Pose(point.x, point.y, bearing(point.x - last.x, point.y - last.y)))
            last = point
    first = path[0].facing if path else asking.draft.facing
    tactical = pending.order is Order.DEPLOY_TACTICAL
    if path and asking.draft.facing is not None and pending.order is not Order.MARCH:
        path.append(Pose(last.x, last.y, asking.draft.facing))
    return orders.Move(
        by=asking.role,
        unit=unit.id,
        facing=None if tactical else first,
        path=tuple(path),
        leaders=attached(asking.view, unit),
    )


def _regroup(asking: Asking, unit: Unit) -> Preview:
    order = orders.Regroup(by=asking.role, unit=unit.id)
    return judged(asking, order, say("verb.regroup"), odds=regroup_odds(asking.view, unit))


def _rest(asking: Asking, unit: Unit) -> Preview:
    return judged(asking, orders.Rest(by=asking.role, unit=unit.id), say("verb.rest"))


def _route_march(asking: Asking, unit: Unit) -> Preview:
    if not asking.draft.path:
        return Preview(verb=say("verb.path"))
    path = tuple(Pose(point.x, point.y) for point in asking.draft.path)
    return judged(asking, orders.RouteMarch(by=asking.role, unit=unit.id, path=path), say("verb.march"))


def _special(asking: Asking, unit: Unit) -> Preview:
    """Orders of the special rules come ready made; where there is a choice of targets, the one drawn up counts."""
    found = [each for each in legal.unit_offers(asking.view, unit.id) if each.action == asking.draft.offer]
    wanted = [each for each in found if getattr(each.order, "target", "") == asking.draft.target] or found
    best = next((each for each in wanted if each.legal), wanted[0] if wanted else None)
    if best is None:
        return Preview(objections=(Objection(say("no_offer")),))
    return _told(best.order, say(f"offer.{best.action}"), best.problems)


UNIT: Mapping[str, Callable[[Asking, Unit], Preview]] = {
    "deployed_fire": _fire,
    "moving_fire": _fire,
    "assault": _assault,
    "regroup": _regroup,
    "rest": _rest,
    "route_march": _route_march,
    **dict.fromkeys(SPECIAL, _special),
    **dict.fromkeys(MOVES, _move),
}


def _bases(stands: Footprint) -> tuple[tuple[Point, ...], ...]:
    return tuple(tuple(Point(int(x), int(y)) for x, y in quad) for quad in stands.quads)


def _sum(plan: Plan, budget: Length) -> str:
    return say("sum", cost=inches_text(plan.cost), budget=inches_text(budget))
