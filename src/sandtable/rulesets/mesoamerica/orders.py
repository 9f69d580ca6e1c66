"""Secret simultaneous orders: given by each side for itself, shown together (PRE-G.25)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, OnBooks, OnUnit, effect
from sandtable.kernel.form import Section, choice, group, text, when, yes_no
from sandtable.kernel.ledger import name_key
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.ledger import GivenOrder, KnownUnit, MesoamericaLedger
from sandtable.rulesets.mesoamerica.vocabulary import ORDERS_WITH_TARGET, Order, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitOrder:
    """One unit's order; a charge or a shot names its enemy."""

    name: str = text()
    order: Order = choice(Order, usual=Order.HOLD)
    at: str | None = text(optional=True, needed=when("order", *ORDERS_WITH_TARGET))


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """A side's orders; a unit not named holds."""

    side: Side = fields.side()
    orders: tuple[UnitOrder, ...] = group(UnitOrder, highest=fields.MOST_UNITS, section=Section.ALL)
    orders_shown: bool = fields.circumstance()
    gone_units: str | None = fields.gone_units()

    def problems(self, _: Tables) -> Iterator[Problem]:
        """One order for each unit that is there; a charge and a shot name their enemy."""
        if self.orders_shown:
            yield Problem("orders_shown", Message("problem.orders_shown"), ("no",), "PRE-G.25")
        names = [name_key(order.name) for order in self.orders]
        for number, order in enumerate(self.orders, start=1):
            if order.order in ORDERS_WITH_TARGET and not order.at:
                about = Message(f"problem.order_at_whom.{order.order}")
                yield Problem(f"orders.{number}.at", about, (), "PRE-G.25")
            for place, told in (("name", order.name), ("at", order.at)):
                for name in fields.gone_in(told, self.gone_units):
                    about = Message.of("problem.gone.named", name=name)
                    yield Problem(f"orders.{number}.{place}", about, (), "PRE-G.48")
            if names.index(name_key(order.name)) != number - 1:
                about = Message.of("problem.second_order", name=order.name)
                yield Problem(f"orders.{number}.name", about, (), "PRE-G.25")

    def subject(self) -> Message:
        """Which side."""
        return Message.of("subject.orders", side=self.side)


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealOrders:
    """Both sides have given their orders: lay them open. The ledger fills this in when both are there."""

    west_given: bool = yes_no(section=Section.ALL, usual=False)
    east_given: bool = yes_no(section=Section.ALL, usual=False)
    shown: tuple[UnitOrder, ...] = group(UnitOrder, lowest=0, highest=2 * fields.MOST_UNITS, section=Section.ALL)

    def problems(self, _: Tables) -> Iterator[Problem]:
        """Nothing is shown before both sides have given orders."""
        for side, given in ((Side.WEST, self.west_given), (Side.EAST, self.east_given)):
            if not given:
                yield Problem(f"{side.lower()}_given", Message.of("problem.orders_missing", side=side), (), "PRE-G.25")


@effect(says="{at?at:plain}")
class OrderGiven(OnUnit):
    """A unit's order, known to its own side until both sides' are shown (PRE-G.25)."""

    order: Order
    at: str = ""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, order=self.order)


@effect(has_words=False)
class OrdersClosed(OnBooks):
    """A side has given all its orders."""

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        return replace(books, closed=books.closed | {Side(self.whom)})


@effect(has_words=False)
class OrdersKept(OnBooks):
    """A side's orders as they were given, until both are shown (PRE-G.25)."""

    orders: tuple[GivenOrder, ...]

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        return replace(books, orders={**books.orders, Side(self.whom): self.orders})


@effect(says="{at?at:plain}")
class OrderShown(OnBooks):
    """An order laid open (PRE-G.25)."""

    order: Order
    at: str = ""

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        return books if books.orders_shown else replace(books, orders_shown=True)


@action("move", "PRE-G.25", name="orders", measures="orders", sealed="reveal_orders")
def give_orders(situation: Orders) -> Ruling:
    """Known to the side that gives them, and to nobody else until both are shown (PRE-G.25)."""
    effects: list[Effect] = [
        OrderGiven(whom=order.name, known_to=situation.side, order=order.order, at=order.at or "")
        for order in situation.orders
    ]
    effects.append(OrdersClosed(whom=situation.side))
    given = tuple(GivenOrder(order.name, order.order, order.at or "") for order in situation.orders)
    notes = (OrdersKept(whom=situation.side, known_to=situation.side, orders=given),)
    number = len(situation.orders)
    return Ruling.of("orders.given", *effects, notes=notes, words={"number": number}, orders=number)


@action("move", "PRE-G.25", measures="orders")
def reveal_orders(situation: RevealOrders) -> Ruling:
    """All orders at the same moment, before firing (PRE-G.25)."""
    effects = tuple(OrderShown(whom=order.name, order=order.order, at=order.at or "") for order in situation.shown)
    return Ruling.of("orders.shown", *effects, words={"number": len(effects)}, orders=len(effects))
