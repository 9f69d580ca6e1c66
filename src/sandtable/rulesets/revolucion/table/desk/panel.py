"""The order panel: what is legal now and with what prospects, and why the rest is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sandtable.battle.desk import NotNow, Objection, OrderOffer, OrderPanel
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import inches
from sandtable.kernel.law import percentages
from sandtable.kernel.messages import Message
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table import offers, orders, turn
from sandtable.rulesets.revolucion.table.desk import ahead, choices, taking
from sandtable.rulesets.revolucion.table.desk.odds import assault_wins, order_outlook
from sandtable.rulesets.revolucion.table.desk.scene import commands, icon
from sandtable.rulesets.revolucion.table.desk.way import leader_start, ride_length
from sandtable.rulesets.revolucion.table.desk.words import inches_text, objection, say
from sandtable.rulesets.revolucion.table.hidden import minefields
from sandtable.rulesets.revolucion.table.legality import problems_of
from sandtable.rulesets.revolucion.table.movement.moves import route_distance
from sandtable.rulesets.revolucion.table.permission import unit_problems
from sandtable.rulesets.revolucion.table.scenarios.deployment import to_place
from sandtable.rulesets.revolucion.table.state import Leader, Phase, State, Unit
from sandtable.rulesets.revolucion.table.words import in_words
from sandtable.rulesets.revolucion.vocabulary import Afterwards, Formation, Order, Side

MOVES = tuple(order.value for order in offers.MOVES)
FIRES = ("deployed_fire", "moving_fire")


def panel(view: State, seat: Seat, piece: str) -> OrderPanel:
    """What a piece, or the side as a whole, can be told now. Who can be told nothing leaves the side its usual order."""
    side = _playing(view, seat)
    if side is None:
        return OrderPanel(())
    whole = _side_panel(view, side, seat)
    if not piece:
        return whole
    told = _piece_panel(view, side, seat, piece)
    if told.offers or not whole.usual:
        return told
    usual = tuple(offer for offer in whole.offers if offer.id == whole.usual)
    return replace(told, offers=usual, usual=whole.usual)


def _piece_panel(view: State, side: Side, seat: Seat, piece: str) -> OrderPanel:
    named = view.leaders.get(piece) or view.units.get(piece)
    if named is None or named.side is not side:
        return OrderPanel(())
    if not commands(seat, named):
        return _nothing(Objection(say("other_commander")))
    column = taking.column_to_take(view, named)
    if column:
        return taking.noted(view, column, _own_panel(taking.taken(view, column), side, named))
    return _own_panel(view, side, named)


def _nothing(why: Objection) -> OrderPanel:
    """A piece that can be told nothing at all."""
    return OrderPanel((), (NotNow(say("offer.orders"), why),))


def _own_panel(view: State, side: Side, named: Unit | Leader) -> OrderPanel:
    pending = view.turn.pending
    if pending is not None and pending.unit != named.id:
        return _nothing(Objection(in_words(Message("problem.table.finish_first"))))
    if isinstance(named, Leader):
        return _leader_panel(view, side, named.id)
    unit = named
    if view.turn.phase is Phase.SET_UP:
        offer = OrderOffer(
            "place", say("offer.place"), needs=("place", "facing"), choices=choices.of_formation(view, unit)
        )
        return OrderPanel((offer,)) if unit.zone else OrderPanel(())
    return _unit_panel(view, unit) if pending is None else _pending_panel(view)


def _playing(view: State, seat: Seat) -> Side | None:
    """The side that this seat may decide for now."""
    for decision in turn.decisions(view):
        if seat.speaks_for(decision.by):
            return Side(decision.by)
    return None


def _side_panel(view: State, side: Side, seat: Seat) -> OrderPanel:
    """What a side as a whole can be told; a commander of one column takes that one alone, and ends its rounds alone."""
    all_offers = tuple(_side_offers(view, side, seat.part))
    others = [offer for offer in all_offers if seat.part and _is_of_another(view, seat.part, offer)]
    not_now = tuple(NotNow(offer.title, Objection(say("other_commander"))) for offer in others)
    own = tuple(offer for offer in all_offers if offer not in others)
    return OrderPanel(own, not_now, _usual(view, own), view.turn.column)


def _is_of_another(view: State, part: str, offer: OrderOffer) -> bool:
    """Say whether an order is for another commander to give than the one of a column."""
    acts = view.turn.column if view.turn.phase is Phase.COLUMN else part
    return acts != part if offer.id == "finish" else offer.id.startswith("activate:") and offer.group != part


def _usual(view: State, own: tuple[OrderOffer, ...]) -> str:
    """What a side is about to do unless it says otherwise: begin, take the one column that is left, end a round in which no unit can act."""
    if view.turn.phase is Phase.ROUND:
        columns = [offer.id for offer in own if offer.group]
        return columns[0] if len(columns) == 1 else ""
    if view.turn.phase is Phase.SET_UP:
        return own[0].id
    ends = any(offer.id == "finish" for offer in own)
    return "finish" if ends and not turn.actors(view)[0] else ""


def _side_offers(view: State, side: Side, part: str) -> Iterator[OrderOffer]:
    if view.turn.phase is Phase.SET_UP:
        left = tuple(to_place(view, side))
        if left:
            yield OrderOffer("place_all", say("offer.place_all"), say("offer.units_to_place", count=len(left)))
        else:
            yield OrderOffer("ready", say("offer.ready"))
        return
    if view.turn.pending is not None:
        return
    if view.turn.phase is Phase.ROUND:
        for column in turn.columns_left(view, side):
            units = [unit for unit in view.units_of(side) if unit.card.column == column and unit.may_act]
            yield OrderOffer(
                f"activate:{column}",
                view.columns[column].name,
                say("offer.units", count=len(units)),
                group=column,
                icons=tuple(icon(unit.kind) for unit in units),
            )
        yield OrderOffer("pass", say("offer.pass"), outlook=say("offer.pass_detail"))
        return
    for mine in minefields.own(view, side.value):
        yield OrderOffer(f"set_off:{mine}", say("offer.set_off"))
    yield OrderOffer("finish", say("offer.finish"), outlook=say("offer.finish_detail"))
    yield from ahead.offer(view, part)


def _leader_panel(view: State, side: Side, name: str) -> OrderPanel:
    leader = view.leaders[name]
    if view.turn.phase is Phase.SET_UP:
        return (
            OrderPanel((OrderOffer("place", say("offer.place"), needs=("place",)),)) if leader.zone else OrderPanel(())
        )
    rest = orders.LeaderRest(by=side.value, leader=name)
    wrong = problems_of(view, rest)
    if wrong:
        return OrderPanel((), (NotNow(say("offer.move_leader"), objection(wrong[0])),))
    far = ride_length(view)
    vehicles = choices.of_ride(view, leader, leader_start(view, leader), far)
    ride = OrderOffer("move_leader", say("offer.move_leader"), inches_text(far), needs=("path",), choices=vehicles)
    return OrderPanel((ride, OrderOffer("leader_rest", say("offer.rest"))))


def _pending_panel(view: State) -> OrderPanel:
    pending = view.turn.pending
    assert pending is not None  # noqa: S101 - asked for only then
    stay = OrderOffer("stay", say("offer.stay"))
    unit = view.units[pending.unit]
    if pending.kind == "move" and pending.order is not None:
        far = inches_text(pending.distance)
        ways = choices.of_move(view, unit, pending.order, pending.distance)
        move = OrderOffer("move", in_words(pending.order.message), far, needs=("path", "facing"), choices=ways)
        return OrderPanel((move, *_leaving(view, unit).values(), stay), usual=move.id)
    formations = choices.of_formation(view, unit) if pending.kind == "form" else ()
    needs = () if pending.delayed else ("facing",)
    ways = (*formations, *choices.of_line(view, unit))
    return OrderPanel((OrderOffer("form", say("offer.form"), needs=needs, choices=ways), stay), usual="form")


def _unit_panel(view: State, unit: Unit) -> OrderPanel:
    if unit.arrives:
        return _arriving_panel(view, unit)
    wrong = tuple(unit_problems(view, unit.side.value, unit.id))
    if wrong:
        return _nothing(objection(wrong[0]))
    found: dict[str, OrderOffer] = {}
    refused: dict[str, NotNow] = {}
    for each in offers.unit_offers(view, unit.id):
        if each.legal and each.action not in found:
            found[each.action] = _offer(view, unit, each)
        elif not each.legal and each.action not in refused:
            refused[each.action] = NotNow(_title(each.action), objection(each.problems[0]))
    if unit.route_march:
        found["route_march"] = _route_march(view, unit)
        found |= _leaving(view, unit)
    order = (
        *FIRES,
        "indirect_fire",
        "fly",
        *MOVES,
        "route_march",
        "leave",
        "assault",
        "regroup",
        "cut_wire",
        "rip_track",
        "destroy",
        "rest",
    )
    alone = tuple(found[action] for action in order if action in found)
    return OrderPanel(
        (*alone, *ahead.offer(view, unit.card.column)),
        tuple(refused[action] for action in order if action in refused and action not in found),
    )


def _arriving_panel(view: State, unit: Unit) -> OrderPanel:
    """Who is still to come marches on when it is its turn (REV-3.31)."""
    rest = orders.Rest(by=unit.side.value, unit=unit.id)
    wrong = problems_of(view, rest)
    if wrong:
        return OrderPanel((), (NotNow(say("offer.route_march"), objection(wrong[0])),))
    return OrderPanel((_route_march(view, unit), OrderOffer("rest", say("offer.rest"))))


def _route_march(view: State, unit: Unit) -> OrderOffer:
    return OrderOffer("route_march", say("offer.route_march"), inches_text(route_distance(view, unit)), needs=("path",))


def _leaving(view: State, unit: Unit) -> dict[str, OrderOffer]:
    """Off the table, where its move or its Route March reaches an edge that an objective names."""
    leaves = any(not problems_of(view, order) for order in offers.leavings(view, unit))
    return {"leave": OrderOffer("leave", say("offer.leave"))} if leaves else {}


def _title(action: str) -> str:
    if action in MOVES:
        return in_words(Order(action).message)
    return say(f"offer.{action}")


def _offer(view: State, unit: Unit, each: offers.Offer) -> OrderOffer:
    action = each.action
    if action in MOVES:
        order = Order(action)
        deploys = order is Order.DEPLOY_TACTICAL and unit.formation is not Formation.DEPLOYED
        needs = ("facing",) if deploys else ("path", "facing")
        far = inches(base_move(order, unit.kind, view.tables))
        ways = choices.of_move(view, unit, order, far)
        return OrderOffer(
            action, _title(action), inches_text(far), order_outlook(view, unit, order), needs, choices=ways
        )
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
        return OrderOffer(action, _title(action), reach, outlook, ("target",), choices=choices.of_assault(view, unit))
    targeted = isinstance(each.order, orders.Fire | orders.Fly)
    ways = choices.of_flight(unit) if isinstance(each.order, orders.Fly) else ()
    return OrderOffer(action, _title(action), needs=("target",) if targeted else (), choices=ways)
