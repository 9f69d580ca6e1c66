"""What would come of a draft: the next order, its path and cost, its odds, or why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from sandtable.battle.desk import Draft, Objection, Preview
from sandtable.battle.order import Order as TableOrder
from sandtable.battle.seat import Seat
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import CIRCLE, Pose, inches
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table import offers, orders
from sandtable.rulesets.revolucion.table.combat import assaults, shots
from sandtable.rulesets.revolucion.table.combat.aims import Aim
from sandtable.rulesets.revolucion.table.desk import ahead, choices, taking, way
from sandtable.rulesets.revolucion.table.desk.asking import Asking, checked_preview, preview_of
from sandtable.rulesets.revolucion.table.desk.odds import assault_odds, fire_odds, order_odds, regroup_odds
from sandtable.rulesets.revolucion.table.desk.words import inches_text, say
from sandtable.rulesets.revolucion.table.legality import problems_of
from sandtable.rulesets.revolucion.table.scenarios import deployment
from sandtable.rulesets.revolucion.table.scenarios.line_up import placing_all
from sandtable.rulesets.revolucion.table.state import Phase, State, Unit
from sandtable.rulesets.revolucion.vocabulary import Afterwards, FireMode, Order

MODES = {"deployed_fire": FireMode.DEPLOYED, "moving_fire": FireMode.MOVING}
MOVES = tuple(order.value for order in offers.MOVES)
SPECIAL = ("cut_wire", "rip_track", "destroy", "indirect_fire", "fly")
SIDE = (
    "activate",
    "pass",
    "finish",
    "ready",
    "set_off",
    "place_all",
)  # orders of the side as a whole, whoever is looked at


def preview(view: State, seat: Seat, draft: Draft) -> Preview:
    """What would come of a draft."""
    asking = Asking(view, seat, draft)
    kind, _, about = draft.offer.partition(":")
    if not draft.offer:
        return Preview()
    if not draft.piece or kind in SIDE:
        return _side(asking, kind, about)
    named = view.leaders.get(draft.piece) or view.units.get(draft.piece)
    if named is None:
        return Preview(objections=(Objection(say("no_piece")),))
    column = taking.column_to_take(view, named)
    if column:
        there = replace(asking, view=taking.taken(view, column))
        return taking.preceded(view, column, asking.role, _own(there, kind))
    if view.turn.phase is Phase.ROUND and named.side is view.turn.side:
        return Preview(objections=(Objection(say("no_offer")),))
    return _own(asking, kind)


def _own(asking: Asking, kind: str) -> Preview:
    """What would come of an order to a unit or Leader."""
    view, draft = asking.view, asking.draft
    if draft.piece in view.leaders:
        return _leader(asking, kind)
    if view.turn.phase is Phase.SET_UP:
        return _place(asking)
    unit = view.units[draft.piece]
    pending = view.turn.pending
    if pending is not None and pending.unit == unit.id:
        if kind == "stay":
            return checked_preview(asking, orders.Stay(by=asking.role, unit=unit.id), say("verb.stay"))
        if kind == "leave":
            return _leave(asking, unit)
        return way.after_the_order(asking, unit, pending)
    handler = UNIT.get(kind)
    return handler(asking, unit) if handler else Preview(objections=(Objection(say("no_offer")),))


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
    if kind == ahead.OFFER:
        return ahead.preview(asking, asking.seat.part)
    if kind == "place_all":
        return checked_preview(asking, placing_all(asking.view, role), say("verb.place_all"))
    if kind not in given:
        return Preview(objections=(Objection(say("no_offer")),))
    return checked_preview(asking, given[kind](), _side_verb(asking.view, kind, about))


def _side_verb(view: State, kind: str, about: str) -> str:
    if kind == "activate" and about in view.columns:
        return say("offer.column", column=view.columns[about].name)
    return say("offer.set_off") if kind == "set_off" else say(f"verb.{kind}")


def _place(asking: Asking) -> Preview:
    draft, view = asking.draft, asking.view
    if not draft.path:
        return Preview(verb=say("verb.place_where"))
    at = draft.path[-1]
    unit = view.units[draft.piece]
    facing = draft.facing if draft.facing is not None else _own_facing(view, unit)
    formation, ranks = choices.formation_of(asking.chosen(choices.FORMATION), unit.formation)
    order = orders.PlaceUnit(
        by=asking.role, unit=unit.id, formation=formation, ranks=ranks, at=Pose(at.x, at.y, facing)
    )
    ghost = deployment.placed(view, order).outlines if unit.zone else ()
    return checked_preview(asking, order, say("verb.place"), ghost=ghost, path=(at,))


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
        return checked_preview(asking, orders.LeaderRest(by=role, leader=draft.piece), say("verb.rest"))
    if kind != "place":
        return way.leader_ride(asking, asking.view.leaders[draft.piece])
    if not draft.path:
        return Preview(verb=say("verb.place_where"))
    return checked_preview(
        asking, orders.PlaceLeader(by=role, leader=draft.piece, at=draft.path[-1]), say("verb.place")
    )


# ---- Units --------------------------------------------------------------------------------------------------------------------


def _fire(asking: Asking, unit: Unit) -> Preview:
    view, draft = asking.view, asking.draft
    if draft.target not in view.units:
        return Preview(verb=say("verb.target"))
    mode = MODES[draft.offer]
    then = Afterwards(draft.then) if draft.then in set(Afterwards) else Afterwards.NOTHING
    alone = mode is FireMode.MOVING and then is Afterwards.NOTHING
    facing = offers.towards(view, unit, draft.target) if alone else None
    order = orders.Fire(by=asking.role, unit=unit.id, target=draft.target, mode=mode, afterwards=then, facing=facing)
    problems = problems_of(view, order)
    target = view.units[draft.target]
    if problems:
        return preview_of(order, say("verb.fire"), problems, title=target.card.name)
    aimed: Aim = shots.plan_fire(view, order).more
    detail = say("aim", range=inches_text(aimed.range), cover=aimed.cover.message)
    verb = say("verb.fire") if then is Afterwards.NOTHING else say(f"verb.fire_then.{then.value}")
    shot = preview_of(order, verb, (), odds=fire_odds(view, order), title=target.card.name, detail=detail)
    drawn = draft.path or draft.facing is not None
    moves = then is Afterwards.DEPLOY_TACTICAL or (then is Afterwards.MANEUVER and drawn)
    return way.before_the_order(asking, unit, Order(then.value), shot) if moves else shot


def _assault(asking: Asking, unit: Unit) -> Preview:
    view, draft = asking.view, asking.draft
    if draft.target not in view.units:
        return Preview(verb=say("verb.target"))
    facing = offers.towards(view, unit, draft.target)
    leads = asking.chosen(choices.LEADS, choices.YES) != choices.NO
    order = orders.Assault(by=asking.role, unit=unit.id, target=draft.target, facing=facing, leads=leads)
    problems = problems_of(view, order)
    target = view.units[draft.target]
    if problems:
        return preview_of(order, say("verb.assault"), problems, title=target.card.name)
    charge: assaults.Charge = assaults.plan_assault(view, order).more
    detail = say(
        "charge.frontal" if charge.frontal else "charge.flank",
        cost=inches_text(charge.cost),
        cover=charge.cover.message,
    )
    return preview_of(
        order,
        say("verb.assault"),
        (),
        odds=assault_odds(view, order),
        title=target.card.name,
        detail=detail,
        cost=charge.cost,
        budget=inches(base_move(Order.ASSAULT, unit.kind, view.tables)),
        path=(charge.start, charge.end),
        ghost=charge.contact.outlines,
    )


def _move(asking: Asking, unit: Unit) -> Preview:
    """The order test comes first; the way is shown as it would be if the order is received, and follows it. With no way there is no order."""
    order, draft = Order(asking.draft.offer), asking.draft
    sent = _sent(asking.view, orders.Command(by=asking.role, unit=unit.id, order=order))
    if sent.order is None:
        return sent
    chosen = asking.chosen(choices.BOARD) or asking.chosen(choices.FORMATION)
    drawn = draft.path or draft.facing is not None or order is Order.DEPLOY_TACTICAL or chosen or unit.aboard
    if not drawn:
        return replace(sent, order=None, verb=say("verb.path"))
    return way.before_the_order(asking, unit, order, sent)


@fact
def _sent(view: State, command: orders.Command) -> Preview:
    """An order that is sent, and its odds: the same wherever a way leads."""
    odds = order_odds(view, view.units[command.unit], command.order)
    return preview_of(command, say(f"verb.{command.order.value}"), problems_of(view, command), odds=odds)


def _leave(asking: Asking, unit: Unit) -> Preview:
    """Off the table by the nearest way that an objective allows."""
    ways = [checked_preview(asking, order, say("offer.leave")) for order in offers.leavings(asking.view, unit)]
    none = Preview(objections=(Objection(say("no_offer")),))
    return next((each for each in ways if each.order is not None), ways[0] if ways else none)


def _regroup(asking: Asking, unit: Unit) -> Preview:
    order = orders.Regroup(by=asking.role, unit=unit.id)
    return checked_preview(asking, order, say("verb.regroup"), odds=regroup_odds(asking.view, unit))


def _rest(asking: Asking, unit: Unit) -> Preview:
    return checked_preview(asking, orders.Rest(by=asking.role, unit=unit.id), say("verb.rest"))


def _special(asking: Asking, unit: Unit) -> Preview:
    """Orders of the special rules come ready made; where there is a choice of targets or weapons, the one drawn up counts."""
    draft = asking.draft
    found = [each for each in offers.unit_offers(asking.view, unit.id) if each.action == draft.offer]
    wanted = [each for each in found if _as_drawn_up(asking, each.order)]
    best = next((each for each in wanted if each.legal), wanted[0] if wanted else None)
    if best is None:
        return Preview(verb=say("verb.target")) if found else Preview(objections=(Objection(say("no_offer")),))
    shot = isinstance(best.order, orders.Fire) and best.legal
    target = asking.view.units.get(draft.target)
    return preview_of(
        best.order,
        say(f"offer.{best.action}"),
        best.problems,
        odds=fire_odds(asking.view, best.order) if isinstance(best.order, orders.Fire) and shot else None,
        title=target.card.name if target is not None else "",
    )


def _as_drawn_up(asking: Asking, order: TableOrder) -> bool:
    if getattr(order, "target", "") != asking.draft.target:
        return False
    weapon = asking.chosen(choices.WEAPON)
    return not weapon or getattr(order, "weapon", weapon) == weapon


UNIT: Mapping[str, Callable[[Asking, Unit], Preview]] = {
    "deployed_fire": _fire,
    "moving_fire": _fire,
    "assault": _assault,
    "regroup": _regroup,
    "rest": _rest,
    "route_march": way.route_march,
    "leave": _leave,
    ahead.OFFER: lambda asking, unit: ahead.preview(asking, unit.card.column),
    **dict.fromkeys(SPECIAL, _special),
    **dict.fromkeys(MOVES, _move),
}
