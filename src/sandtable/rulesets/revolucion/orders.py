"""Orders that involve movement: received, delayed or lost (REV-4.70 to REV-4.74, REV-G.01 to REV-G.04)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.dice import D10
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.effective import effective_type
from sandtable.rulesets.revolucion.effects import KeepsAction, MayDeploy, MayMove
from sandtable.rulesets.revolucion.vocabulary import (
    ACTORS,
    CAVALRY,
    INFANTRY,
    Earlier,
    LeaderPlace,
    Order,
    OrderResult,
    Status,
    UnitType,
)

SEVERITY = {OrderResult.RECEIVED: 0, OrderResult.DELAYED: 2, OrderResult.LOST: 4}
MOVES = (Earlier.DEPLOY_TACTICAL, Earlier.OTHER_MOVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveOrder:
    """A unit is ordered to move."""

    order: ClassVar[Order]
    actor_name: str | None = fields.name()
    unit: UnitType = fields.unit(ACTORS)
    leader_with_actor: LeaderPlace = fields.leader_with_actor()
    actor_status: Status = fields.actor_status()
    actor_earlier_this_turn: Earlier = fields.actor_earlier_this_turn()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What forbids the order: an action already taken, or a type that cannot do it."""
        yield from spent_problems(self.actor_earlier_this_turn)
        if self.actor_earlier_this_turn in MOVES:
            yield Problem("actor_earlier_this_turn", Message("problem.second_order"), (), "REV-G.01c")
        if tables.number_or_none("base_move", effective_type(self.unit, tables), self.order) is None:
            yield Problem("unit", Message.of("problem.never_deploys", unit=self.unit), (), "REV-G.18")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployTactical(MoveOrder):
    """A unit is ordered to deploy or, deployed already, to move tactically (REV-3.15, REV-3.16)."""

    order: ClassVar[Order] = Order.DEPLOY_TACTICAL
    already_deployed: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Trucks and tankettes never deploy (REV-10.52b)."""
        yield from MoveOrder.problems(self, tables)
        if (
            self.unit in (UnitType.TRUCK, UnitType.TANKETTE)
            and effective_type(self.unit, tables) is UnitType.SLOW_TRANSPORT
        ):
            yield Problem("unit", Message.of("problem.never_deploys", unit=self.unit), (), "REV-10.52b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Maneuver(MoveOrder):
    """A unit is ordered to maneuver (REV-3.18)."""

    order: ClassVar[Order] = Order.MANEUVER


@dataclass(frozen=True, slots=True, kw_only=True)
class March(MoveOrder):
    """A unit is ordered to march (REV-3.30)."""

    order: ClassVar[Order] = Order.MARCH

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """March combines with nothing (REV-3.40)."""
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

    def outcome(self) -> Outcome:
        """Received, delayed or lost."""
        number = list(OrderResult).index(self.result)
        label = Message.of(f"outcome.order.{self.result}", distance=self.distance)
        return Outcome(self.result, label, SEVERITY[self.result], number, "order.result")

    def headline(self) -> Message:
        """The result in two words."""
        return Message(f"headline.order.{self.result}")


def give_order(situation: MoveOrder, tables: Tables) -> Rule[OrderVerdict]:
    """Deploy/Tactical, Maneuver or March (REV-4.70); a lost order leaves an action without movement (REV-4.72)."""
    tally = order_tally(situation.order, situation.unit, situation.leader_with_actor, situation.actor_status, tables)
    result = yield from order_test(tally, tables)
    distance = base_move(situation.order, situation.unit, result, tables)
    return OrderVerdict(result=result, distance=distance, effects=tuple(_order_effects(situation, result, distance)))


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


def base_move(order: Order, unit: UnitType, result: OrderResult, tables: Tables) -> Fraction:
    """How far the order lets the unit move: the base move (REV-G.02), a part of it when delayed (REV-G.03), nothing when lost."""
    if result is OrderResult.LOST:
        return Fraction(0)
    kind = effective_type(unit, tables)
    inches = tables.number_or_none("base_move", kind, order) or 0
    if order is Order.MANEUVER and tables.option("maneuverUniform") and kind in (*INFANTRY, *CAVALRY):
        inches = tables.number("uniform_maneuver", "infantry" if kind in INFANTRY else "cavalry")
    return Fraction(inches) * (Fraction(str(tables.option("delay.factor"))) if result is OrderResult.DELAYED else 1)


def spent_problems(earlier: Earlier) -> Iterator[Problem]:
    """A unit used up by an assault (REV-3.46) or by regrouping (REV-3.35) does nothing more this turn."""
    if earlier is Earlier.USED_UP:
        yield Problem("actor_earlier_this_turn", Message("problem.used_up"), (), "REV-3.46")
    if earlier is Earlier.REGROUPED:
        yield Problem("actor_earlier_this_turn", Message("problem.regrouped"), (), "REV-3.35")


def _order_effects(situation: MoveOrder, result: OrderResult, distance: Fraction) -> Iterator[Effect]:
    if result is OrderResult.LOST:
        fired = situation.actor_earlier_this_turn is Earlier.FIRED
        yield KeepsAction(whom="actor", allowed="none" if fired else "without_movement")
    elif isinstance(situation, DeployTactical) and not situation.already_deployed:
        yield MayDeploy(whom="actor", delayed=result is OrderResult.DELAYED)
    else:
        yield MayMove(whom="actor", order=situation.order, distance=distance, delayed=result is OrderResult.DELAYED)


DEPLOY_BARS = when(
    "unit",
    UnitType.FAST_TRANSPORT,
    UnitType.TRAIN,
    UnitType.SALOON_CAR,
    UnitType.ARMORED_CAR,
    UnitType.TRUCK,
    UnitType.TANKETTE,
)
