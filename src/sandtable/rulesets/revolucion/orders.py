"""Orders that involve movement: received, delayed or lost (REV-4.70 to REV-4.74, REV-G.01 to REV-G.04)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, Protocol

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D10
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.effective import effective_type
from sandtable.rulesets.revolucion.effects import KeepsAction, MayDeploy, MayMove
from sandtable.rulesets.revolucion.targets import option_problems
from sandtable.rulesets.revolucion.vocabulary import (
    FIGHTERS,
    NEVER_DEPLOY,
    ON_RAILS,
    ON_THE_GROUND,
    Earlier,
    LeaderPlace,
    Order,
    OrderResult,
    Status,
    UnitType,
    acts,
)

SEVERITY = {OrderResult.RECEIVED: 0, OrderResult.DELAYED: 2, OrderResult.LOST: 4}


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveOrder:
    """A unit is ordered to move."""

    order: ClassVar[Order]
    actor_name: str | None = fields.name()
    unit: UnitType = fields.unit()
    leader_with_actor: LeaderPlace = fields.leader_with_actor()
    actor_status: Status = fields.actor_status()
    actor_earlier_this_turn: Earlier = fields.actor_earlier_this_turn()
    actor_is_gone: bool = fields.is_gone()

    def subject(self) -> Message:
        """Who is ordered to do what."""
        return acts(self.order.name.lower(), self.actor_name, self.unit)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """An action already taken, an order lost or a unit gone forbid the order."""
        yield from spent_problems(self)
        yield from second_order_problems(self.actor_earlier_this_turn)
        if self.unit is UnitType.AIRCRAFT:
            yield from option_problems("aircraft", "REV-10.71", tables, "unit")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployTactical(MoveOrder):
    """A unit is ordered to deploy or, deployed already, to move tactically (REV-3.15, REV-3.16)."""

    order: ClassVar[Order] = Order.DEPLOY_TACTICAL
    unit: UnitType = fields.unit(tuple(kind for kind in UnitType if kind not in NEVER_DEPLOY))
    already_deployed: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Maneuver(MoveOrder):
    """A unit is ordered to maneuver (REV-3.18)."""

    order: ClassVar[Order] = Order.MANEUVER
    launched: bool | None = fields.launched()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """A máquina loca is launched once, and takes no orders afterwards (REV-G.30j)."""
        yield from MoveOrder.problems(self, tables)
        if self.unit is UnitType.MAQUINA_LOCA and self.launched:
            yield Problem("launched", Message("problem.launched"), ("march",), "REV-G.30j")


@dataclass(frozen=True, slots=True, kw_only=True)
class March(MoveOrder):
    """A unit is ordered to march (REV-3.30)."""

    order: ClassVar[Order] = Order.MARCH
    unit: UnitType = fields.unit(ON_THE_GROUND)
    launched: bool | None = fields.launched()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """March combines with nothing (REV-3.40); a máquina loca has to be launched first (REV-10.31)."""
        if self.unit is UnitType.MAQUINA_LOCA and self.launched is False:
            yield Problem("launched", Message("problem.not_launched"), ("maneuver",), "REV-10.31")
        yield from MoveOrder.problems(self, tables)
        if self.actor_earlier_this_turn is Earlier.FIRED:
            yield Problem("actor_earlier_this_turn", Message("problem.march_after_fire"), (), "REV-3.40")


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderVerdict(Verdict):
    """What became of an order, and how far the unit may move."""

    result: OrderResult
    distance: Fraction
    measures: ClassVar[dict[str, Any]] = {
        "received": lambda verdict: verdict.result is OrderResult.RECEIVED,
        "delayed": lambda verdict: verdict.result is OrderResult.DELAYED,
        "lost": lambda verdict: verdict.result is OrderResult.LOST,
        "distance": lambda verdict: verdict.distance,
    }
    distances: ClassVar[frozenset[str]] = frozenset({"distance"})

    def outcome(self) -> Outcome:
        """Received, delayed or lost."""
        number = list(OrderResult).index(self.result)
        label = Message.of(f"outcome.order.{self.result}", distance=self.distance)
        return Outcome(self.result, label, SEVERITY[self.result], number, "order.result")

    def headline(self) -> Message:
        """The result in two words."""
        return Message(f"headline.order.{self.result}")


@action(
    "orders",
    "REV-3.15 REV-G.01",
    form=DeployTactical,
    bars=fields.closed_to(NEVER_DEPLOY, "cannot_deploy", "REV-G.18"),
)
@action("orders", "REV-3.18 REV-G.01", form=Maneuver)
@action(
    "orders",
    "REV-3.30 REV-G.01",
    form=March,
    bars=fields.closed_to((UnitType.AIRCRAFT,), "aircraft_maneuver", "REV-10.71"),
)
def give_order(situation: MoveOrder, tables: Tables) -> Rule[OrderVerdict]:
    """Deploy/Tactical, Maneuver or March (REV-4.70); a lost order leaves an action without movement (REV-4.72)."""
    untested = _why_untested(situation)
    result = OrderResult.RECEIVED
    if not untested:
        tally = order_tally(
            situation.order, situation.unit, situation.leader_with_actor, situation.actor_status, tables
        )
        result = yield from order_test(tally, tables)
    distance = _distance(situation, result, tables)
    return OrderVerdict(
        result=result,
        distance=distance,
        effects=tuple(_order_effects(situation, result, distance, tables)),
        reasons=untested,
    )


def _why_untested(situation: MoveOrder) -> tuple[Modifier, ...]:
    """Aircraft, and a máquina loca that has been launched by its Maneuver, take no order test (REV-G.01b, REV-G.30j)."""
    launched = situation.unit is UnitType.MAQUINA_LOCA and situation.order is Order.MARCH
    if not launched and situation.unit is not UnitType.AIRCRAFT:
        return ()
    return (Modifier(Message(f"reason.no_test.{situation.unit}"), None, "REV-G.01b"),)


def order_test(tally: Tally, tables: Tables) -> Generator[Request, Any, OrderResult]:
    """One d10 with the modifiers decides (REV-G.01)."""
    result: OrderResult = yield Roll(
        "order.result",
        (D10,),
        read=lambda die: OrderResult(tables.step("order.result", die + tally.total, "result")),
        tally=tally,
        label=lambda reading: Label(Message(f"headline.order.{reading}"), SEVERITY[reading]),
    )
    return result


@lru_cache(maxsize=1024)  # every branch of an assault begins with the same one
def order_tally(order: Order, unit: UnitType, leader: LeaderPlace, status: Status, tables: Tables) -> Tally:
    """The modifiers of an order test (REV-G.01)."""
    kind = effective_type(unit, tables)
    return Tally.of(
        (
            tables.modifier("order.grade", kind, reason=Message.of("reason.grade", unit=unit)),
            tables.modifier("order.leader", leader),
            tables.modifier("order.status", status),
            tables.modifier("order.action", order, reason=Message.of("reason.order.action", order=order)),
        ),
        Message("why.order"),
    )


def base_move(order: Order, unit: UnitType, tables: Tables) -> Fraction:
    """The base move of an order (REV-G.02). Status never changes it (REV-4.34b)."""
    kind = effective_type(unit, tables)
    if order is Order.MANEUVER and tables.option("maneuverUniform") and tables.has("maneuverUniform", kind):
        return Fraction(tables.number("maneuverUniform", kind))
    return Fraction(tables.number_or_none("base_move", kind, order) or 0)


def moved(base: Fraction, result: OrderResult, tables: Tables) -> Fraction:
    """What an order leaves of a base move: all of it, a part when delayed (REV-G.03), nothing when lost."""
    if result is OrderResult.DELAYED:
        return base * Fraction(str(tables.option("delay.factor")))
    return base if result is OrderResult.RECEIVED else Fraction(0)


def _distance(situation: MoveOrder, result: OrderResult, tables: Tables) -> Fraction:
    """How far the unit may move; a máquina loca once launched always goes its full base move (REV-G.30j)."""
    base = base_move(situation.order, situation.unit, tables)
    if situation.unit is UnitType.MAQUINA_LOCA and result is OrderResult.DELAYED:
        return base
    return moved(base, result, tables)


class Acting(Protocol):
    """The fields that tell whether a unit may act at all."""

    @property
    def actor_earlier_this_turn(self) -> Earlier:
        """What it has done this turn."""

    @property
    def actor_is_gone(self) -> bool:
        """Whether it is off the table."""


def spent_problems(situation: Acting) -> Iterator[Problem]:
    """A unit that is gone does nothing, nor does one that has acted (REV-3.40), was used up by an assault (REV-3.46) or regrouped (REV-3.35)."""
    if situation.actor_is_gone:
        yield Problem("actor_is_gone", Message("problem.actor_gone"), ("no",), "REV-5.13")
    earlier = situation.actor_earlier_this_turn
    if earlier in _SPENT:
        name, rule = _SPENT[earlier]
        yield Problem("actor_earlier_this_turn", Message(f"problem.{name}"), (), rule)


_SPENT = {
    Earlier.ACTED: ("acted_already", "REV-3.40"),
    Earlier.USED_UP: ("used_up", "REV-3.46"),
    Earlier.REGROUPED: ("regrouped", "REV-3.35"),
}


def second_order_problems(earlier: Earlier) -> Iterator[Problem]:
    """One movement order a unit and turn, also if it was lost or came too late (REV-4.72, REV-G.01c, REV-G.04b)."""
    if earlier is Earlier.ORDER_LOST:
        yield Problem("actor_earlier_this_turn", Message("problem.order_was_lost"), (), "REV-G.04b")
    if earlier in (Earlier.DEPLOY_TACTICAL, Earlier.OTHER_MOVE):
        yield Problem("actor_earlier_this_turn", Message("problem.second_order"), (), "REV-G.01c")


def _order_effects(situation: MoveOrder, result: OrderResult, distance: Fraction, tables: Tables) -> Iterator[Effect]:
    delayed = result is OrderResult.DELAYED
    if result is OrderResult.LOST:
        yield KeepsAction(whom="actor", allowed=left_after_loss(situation.unit, situation.actor_earlier_this_turn))
    elif isinstance(situation, DeployTactical) and not situation.already_deployed:
        yield MayDeploy(whom="actor", delayed=delayed)
    else:
        at_least = min(distance, _least(situation, tables))
        yield MayMove(
            whom="actor",
            order=situation.order,
            distance=distance,
            delayed=delayed,
            unit=situation.unit,
            at_least=at_least,
        )


def left_after_loss(unit: UnitType, earlier: Earlier) -> str:
    """What a unit may still do without its order (REV-4.72, REV-G.04b); nothing once it has fired (REV-G.04), and trains roll on (REV-G.30c)."""
    if unit in ON_RAILS:
        return unit
    if earlier is Earlier.FIRED:
        return "none"
    return "without_movement" if unit in FIGHTERS else "unarmed"


def _least(situation: MoveOrder, tables: Tables) -> Fraction:
    """A moving train uses at least half of its base move (REV-10.16)."""
    if situation.unit is not UnitType.TRAIN:
        return Fraction(0)
    return base_move(situation.order, situation.unit, tables) * tables.exact("train.least_share")
