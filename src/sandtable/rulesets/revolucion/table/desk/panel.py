"""The order panel: what is legal now and with what prospects, and why the rest is not."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.desk import NotNow, OrderOffer, OrderPanel
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import inches
from sandtable.kernel.law import percentages
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table import legal, mines, orders, turn
from sandtable.rulesets.revolucion.table.desk.odds import assault_wins, order_outlook
from sandtable.rulesets.revolucion.table.desk.scene import inches_text
from sandtable.rulesets.revolucion.table.desk.words import objection, put, say
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.setting_up import to_place
from sandtable.rulesets.revolucion.table.state import Phase, State, Unit
from sandtable.rulesets.revolucion.vocabulary import Afterwards, Order, Side

MOVES = tuple(order.value for order in legal.MOVES)
FIRES = ("deployed_fire", "moving_fire")


def panel(view: State, seat: Seat, piece: str) -> OrderPanel:
    """What a piece, or the side as a whole, can be told now."""
    side = _playing(view, seat)
    if side is None:
        return OrderPanel(())
    if not piece:
        return OrderPanel(tuple(_side_offers(view, side)))
    if piece in view.leaders:
        return _leader_panel(view, side, piece)
    unit = view.units.get(piece)
    if unit is None or unit.side is not side:
        return OrderPanel(())
    if view.turn.phase is Phase.SET_UP:
        return (
            OrderPanel((OrderOffer("place", say("offer.place"), needs=("place", "facing")),))
            if unit.zone
            else OrderPanel(())
        )
    pending = view.turn.pending
    if pending is not None:
        return _pending_panel(view) if pending.unit == unit.id else OrderPanel(())
    return _unit_panel(view, unit)


def _playing(view: State, seat: Seat) -> Side | None:
    """The side that this seat may decide for now."""
    for decision in TABLE.decisions(view):
        if seat.speaks_for(decision.by):
            return Side(decision.by)
    return None


def _side_offers(view: State, side: Side) -> Iterator[OrderOffer]:
    if view.turn.phase is Phase.SET_UP:
        if not tuple(to_place(view, side)):
            yield OrderOffer("ready", say("offer.ready"))
        return
    if view.turn.pending is not None:
        return
    if view.turn.phase is Phase.ROUND:
        for column in turn.columns_left(view, side):
            units = [unit for unit in view.units_of(side) if unit.card.column == column and unit.may_act]
            yield OrderOffer(f"activate:{column}", view.columns[column].name, say("offer.units", count=len(units)))
        yield OrderOffer("pass", say("offer.pass"), outlook=say("offer.pass_detail"))
        return
    for mine in mines.own(view, side.value):
        yield OrderOffer(f"set_off:{mine}", say("offer.set_off"))
    yield OrderOffer("finish", say("offer.finish"), outlook=say("offer.finish_detail"))


def _leader_panel(view: State, side: Side, name: str) -> OrderPanel:
    leader = view.leaders[name]
    if leader.side is not side:
        return OrderPanel(())
    if view.turn.phase is Phase.SET_UP:
        return (
            OrderPanel((OrderOffer("place", say("offer.place"), needs=("place",)),)) if leader.zone else OrderPanel(())
        )
    rest = orders.LeaderRest(by=side.value, leader=name)
    wrong = TABLE.problems(view, rest)
    if wrong:
        return OrderPanel((), (NotNow(say("offer.move_leader"), objection(wrong[0])),))
    return OrderPanel(
        (
            OrderOffer("move_leader", say("offer.move_leader"), say("offer.ride"), needs=("path",)),
            OrderOffer("leader_rest", say("offer.rest")),
        )
    )


def _pending_panel(view: State) -> OrderPanel:
    pending = view.turn.pending
    assert pending is not None  # noqa: S101 - asked for only then
    stay = OrderOffer("stay", say("offer.stay"))
    if pending.kind == "move":
        title = put(pending.order.message) if pending.order is not None else say("offer.move")
        return OrderPanel((OrderOffer("move", title, inches_text(pending.distance), needs=("path", "facing")), stay))
    return OrderPanel((OrderOffer("form", say("offer.form"), needs=("facing",)), stay))


def _unit_panel(view: State, unit: Unit) -> OrderPanel:
    found: dict[str, OrderOffer] = {}
    refused: dict[str, NotNow] = {}
    for each in legal.unit_offers(view, unit.id):
        if each.legal and each.action not in found:
            found[each.action] = _offer(view, unit, each)
        elif not each.legal and each.action not in refused:
            refused[each.action] = NotNow(_title(each.action), objection(each.problems[0]))
    if unit.route_march:
        found["route_march"] = OrderOffer("route_march", say("offer.route_march"), needs=("path",))
    order = (
        *FIRES,
        "indirect_fire",
        "fly",
        *MOVES,
        "route_march",
        "assault",
        "regroup",
        "cut_wire",
        "rip_track",
        "rest",
    )
    offers = tuple(found[action] for action in order if action in found)
    return OrderPanel(offers, tuple(refused[action] for action in order if action in refused and action not in found))


def _title(action: str) -> str:
    if action in MOVES:
        return put(Order(action).message)
    return say(f"offer.{action}")


def _offer(view: State, unit: Unit, each: legal.Offer) -> OrderOffer:
    action = each.action
    if action in MOVES:
        order = Order(action)
        needs = ("facing",) if order is Order.DEPLOY_TACTICAL else ("path", "facing")
        distance = inches_text(inches(base_move(order, unit.kind, view.tables)))
        return OrderOffer(action, _title(action), distance, order_outlook(view, unit, order), needs)
    if action in FIRES:
        combines = (Afterwards.MANEUVER.value, Afterwards.DEPLOY_TACTICAL.value)
        return OrderOffer(
            action, _title(action), needs=("target",), combines=combines if action == "moving_fire" else ()
        )
    if isinstance(each.order, orders.Assault):
        wins = assault_wins(view, each.order)
        percent = percentages([wins, 1 - wins])[0]
        outlook = say("outlook.wins", percent=percent, target=view.units[each.order.target].card.name)
        reach = inches_text(inches(base_move(Order.ASSAULT, unit.kind, view.tables)))
        return OrderOffer(action, _title(action), reach, outlook, ("target",))
    targeted = isinstance(each.order, orders.Fire | orders.Fly)
    return OrderOffer(action, _title(action), needs=("target",) if targeted else ())
