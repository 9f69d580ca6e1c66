"""Actions without a throw: Rest, Move Leader, Route March (REV-3.12 to REV-3.14, REV-3.31, REV-3.32)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sandtable.kernel.actions import action
from sandtable.kernel.form import Section, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.damage import zone
from sandtable.rulesets.revolucion.effective import effective_type
from sandtable.rulesets.revolucion.effects import ActionSpent, LeaderMoves, RouteMarches, WireCut
from sandtable.rulesets.revolucion.orders import second_order_problems, spent_problems
from sandtable.rulesets.revolucion.vocabulary import LONG_LIVED, ONE_BASE, Earlier, UnitType, acts


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """A unit or Leader does nothing; in contact with wire it cuts a segment (REV-10.86)."""

    actor_name: str | None = fields.name()
    cuts_wire: bool = yes_no(section=Section.ACTION, usual=False, option=("wire", True))
    actor_earlier_this_turn: Earlier = fields.actor_earlier_this_turn()
    actor_is_gone: bool = fields.is_gone()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """A unit that has lost its action cannot even rest."""
        yield from spent_problems(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveLeader:
    """A Leader moves on his own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteMarch:
    """A unit enters the table on the march; its orders count as received."""

    actor_name: str | None = fields.name()
    unit: UnitType = fields.unit(LONG_LIVED)
    actor_earlier_this_turn: Earlier = fields.actor_earlier_this_turn()
    actor_is_gone: bool = fields.is_gone()
    route_march_ended: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)

    def subject(self) -> Message:
        """Who marches."""
        return acts("route_march", self.actor_name, self.unit)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """One action a turn (REV-3.40), and no Route March after any other action (REV-3.33)."""
        yield from spent_problems(self)
        yield from second_order_problems(self.actor_earlier_this_turn)
        if self.actor_earlier_this_turn is Earlier.FIRED:
            yield Problem("actor_earlier_this_turn", Message("problem.march_after_fire"), (), "REV-3.40")
        if self.route_march_ended:
            yield Problem("route_march_ended", Message("problem.route_march_ended"), ("march",), "REV-3.33")


@action("orders", "REV-3.12", measures="distance", lengths="distance")
def rest(situation: Rest) -> Ruling:
    """Do nothing (REV-3.12)."""
    wire = (WireCut(whom="actor"),) if situation.cuts_wire else ()
    return Ruling.of("march.rest", *wire, ActionSpent(whom="actor"), distance=Fraction(0))


@action(
    "orders",
    "REV-3.32",
    bars=fields.closed_to(ONE_BASE, "cannot_route_march", "REV-3.31"),
    measures="distance road",
    lengths="distance road",
)
def route_march(situation: RouteMarch, tables: Tables) -> Ruling:
    """The Route March list (REV-3.32), half as much again on a road (REV-4.57); a train keeps to its track (REV-10.16, REV-G.30f)."""
    distance = route_move(situation.unit, tables)
    train = situation.unit is UnitType.TRAIN
    road = distance if train else distance * tables.exact("road.bonus")
    least = distance * tables.exact("train.least_share") if train else Fraction(0)
    marches = RouteMarches(whom="actor", distance=distance, road=road, unit=situation.unit, at_least=least)
    return Ruling.of("march.route", marches, distance=distance, road=road)


def route_move(kind: UnitType, tables: Tables) -> Fraction:
    """How far a unit goes in Route March (REV-3.32)."""
    return Fraction(tables.number("route_march", effective_type(kind, tables)))


@action("orders", "REV-3.13", measures="distance", lengths="distance")
def move_leader(_: MoveLeader, tables: Tables) -> Ruling:
    """24 inches in any direction (REV-3.13)."""
    distance = leader_move(tables)
    return Ruling.of(
        "march.leader", LeaderMoves(whom="leader", distance=distance, zone=zone(tables)), distance=distance
    )


def leader_move(tables: Tables) -> Fraction:
    """How far a Leader goes on his own (REV-3.13)."""
    return Fraction(tables.number("leader_move.inches"))
