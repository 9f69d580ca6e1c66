"""All ahead: every unit of a column straight on by the same inches, each by an order of its own. No group wheels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from sandtable.battle.desk import Member, Objection, OrderChoice, OrderOffer, OrderOption, Preview
from sandtable.battle.order import Order as TableOrder
from sandtable.battle.order import write_order
from sandtable.geometry.measure import INCH, Length, direction, inches
from sandtable.rulesets.revolucion.orders import base_move, moved
from sandtable.rulesets.revolucion.table import orders, turn
from sandtable.rulesets.revolucion.table.desk import way
from sandtable.rulesets.revolucion.table.desk.asking import Asking
from sandtable.rulesets.revolucion.table.desk.odds import order_outlook
from sandtable.rulesets.revolucion.table.desk.words import inches_text, objection, say
from sandtable.rulesets.revolucion.table.legality import problems_of
from sandtable.rulesets.revolucion.table.planning import Plan
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.table.words import in_words
from sandtable.rulesets.revolucion.vocabulary import Formation, Order, OrderResult

OFFER = "all_ahead"
ORDER = "order"
ORDERS = (Order.MANEUVER, Order.MARCH)


def members(view: State, column: str = "") -> tuple[Unit, ...]:
    """The units, of one column or of all that may act, that could go ahead together: on the table and on their own feet."""
    return tuple(
        unit
        for unit in turn.actors(view)[0]
        if column in ("", unit.card.column)
        and unit.stands is not None
        and unit.rails is None
        and unit.flight is None
        and any(not problems_of(view, _command(unit, order)) for order in ORDERS)
    )


def offer(view: State, column: str = "") -> tuple[OrderOffer, ...]:
    """The order to go ahead, where there are several to give it to."""
    units = members(view, column)
    if len(units) < 2:  # noqa: PLR2004 - one alone goes by its own orders
        return ()
    options = tuple(OrderOption(order.value, in_words(order.message)) for order in ORDERS)
    choice = OrderChoice(ORDER, say("choice.order"), options, _usual(units).value)
    return (
        OrderOffer(
            OFFER,
            say("offer.all_ahead"),
            say("offer.units", count=len(units)),
            say("ahead.each"),
            needs=("distance",),
            choices=(choice,),
            group=units[0].card.column if len({unit.card.column for unit in units}) == 1 else "",
        ),
    )


def _usual(units: Iterable[Unit]) -> Order:
    """A column on the march marches on."""
    marching = all(unit.formation is Formation.MARCH for unit in units)
    return Order.MARCH if marching else Order.MANEUVER


def _command(unit: Unit, order: Order) -> orders.Command:
    return orders.Command(by=unit.side.value, unit=unit.id, order=order)


@dataclass(frozen=True, slots=True)
class _Going:
    """What one of them does: what is told of it, the orders it takes, and the table after it."""

    member: Member
    chain: tuple[TableOrder, ...]
    after: State


def preview(asking: Asking, column: str = "") -> Preview:
    """What would come of it: those in front go first, so that nobody is in the way of those behind."""
    units = members(asking.view, column)
    chosen = asking.chosen(ORDER, _usual(units).value)
    order = Order(chosen) if chosen in {each.value for each in ORDERS} else Order.MANEUVER
    without = _left_out(asking, units)
    most = [inches(base_move(order, unit.kind, asking.view.tables)) for unit in units if unit.id not in without]
    far = asking.draft.far if asking.draft.far is not None else min(most, default=0)
    far = max(INCH, min(far, max(most, default=INCH)))
    stays = say("ahead.deployed" if asking.draft.without is None else "ahead.stays")
    table, found = asking.view, {}
    for unit in _front_first(units):
        if unit.id in without:
            found[unit.id] = _Going(Member(unit.id, unit.card.name, goes=False, words=stays), (), table)
            continue
        found[unit.id] = _one(replace(asking, view=table), unit, order, far)
        table = found[unit.id].after
    gone = [found[unit.id] for unit in _front_first(units) if found[unit.id].chain]
    chain = [each for going in gone for each in going.chain]
    return Preview(
        order=write_order(replace(chain[0], then=tuple(chain[1:]))) if chain else None,
        verb=_verb(order, len(gone), len(units)),
        objections=() if chain else (Objection(say("ahead.nobody")),),
        sum=say("ahead.how") if chain else "",
        title=say("ahead.plate", far=inches_text(far)) if chain else "",
        detail=_who(len(gone), len(units) - len(gone)) if chain else "",
        members=tuple(found[unit.id].member for unit in units),
        far=far,
    )


def _who(going: int, staying: int) -> str:
    """How many go, and how many do not."""
    return say("ahead.go_and_stay", going=going, staying=staying) if staying else say("ahead.go", going=going)


def _left_out(asking: Asking, units: Iterable[Unit]) -> tuple[str, ...]:
    """Who stays: whom somebody has left out; where nothing is said, those who stand deployed."""
    if asking.draft.without is not None:
        return asking.draft.without
    return tuple(unit.id for unit in units if unit.formation is Formation.DEPLOYED)


def _verb(order: Order, gone: int, units: int) -> str:
    verb = say(f"verb.{order.value}")
    if not gone:
        return verb
    how = "some" if gone < units else "both" if gone == 2 else "all"  # noqa: PLR2004 - of two one says both
    return say(f"verb.{how}", verb=verb, count=gone)


def _front_first(units: Iterable[Unit]) -> Iterator[Unit]:
    """Those who are furthest in the direction that they face."""

    def forward(unit: Unit) -> float:
        assert unit.stands is not None  # noqa: S101 - all of them are on the table
        x, y = direction(unit.stands.anchor.facing)
        return unit.stands.anchor.x * x + unit.stands.anchor.y * y

    return iter(sorted(units, key=forward, reverse=True))


def _one(asking: Asking, unit: Unit, order: Order, far: Length) -> _Going:
    """One of them, on a table where those before it have gone: as far as it can, and half as far where its order comes late."""
    table, command = asking.view, _command(unit, order)
    wrong = problems_of(table, command)
    if wrong:
        return _Going(_stays(unit, objection(wrong[0])), (), table)
    base = base_move(order, unit.kind, table.tables)
    reached = way.straight_on(asking, unit, order, far, inches(base))
    plan = reached.plan
    if plan.problems or plan.end is None:
        return _Going(_stays(unit, objection(plan.problems[0])), (), table)
    late = way.straight_on(asking, unit, order, far, inches(moved(base, OrderResult.DELAYED, table.tables)))
    ways = [reached.order] if late.plan.problems else [reached.order, late.order]
    follows = tuple(replace(each, optional=True) for each in dict.fromkeys(ways))
    shown = way.looked_at(table, unit, order, reached, inches(base))
    cost = inches_text(plan.cost)
    member = Member(
        unit.id,
        unit.card.name,
        goes=True,
        words=say("ahead.over", far=cost, sum=shown.sum) if shown.sum else cost,
        outlook=order_outlook(table, unit, order),
        path=shown.path,
        ghost=shown.ghost,
        limit=shown.limit,
    )
    return _Going(member, (command, *follows), _gone_ahead(table, unit, plan, reached.order.leaders))


def _gone_ahead(table: State, unit: Unit, plan: Plan, leaders: tuple[str, ...]) -> State:
    """The table when a unit has gone, and the Leaders with it: they are not there any more to go with another."""
    assert plan.end is not None  # noqa: S101 - it has got somewhere
    for name in leaders:
        table = table.with_leader(replace(table.leaders[name], place=plan.end.anchor.point))
    return table.with_unit(replace(unit, stands=plan.end, formation=plan.formation))


def _stays(unit: Unit, why: Objection) -> Member:
    return Member(unit.id, unit.card.name, goes=True, limit=why)
