"""Actions without a throw: Rest, Move Leader, Route March (REV-3.12 to REV-3.14, REV-3.31, REV-3.32)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.form import Section, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import no_requests
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.effective import effective_type
from sandtable.rulesets.revolucion.effects import ActionSpent, LeaderMoves, RouteMarches, WireCut
from sandtable.rulesets.revolucion.orders import spent_problems
from sandtable.rulesets.revolucion.vocabulary import LONG_LIVED, Earlier, UnitType


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """A unit or Leader does nothing; in contact with wire it cuts a segment (REV-10.86)."""

    actor_name: str | None = fields.name()
    cuts_wire: bool = yes_no(section=Section.ACTION, usual=False, option=("wire", True))
    actor_earlier_this_turn: Earlier = fields.actor_earlier_this_turn()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """A unit that has lost its action cannot even rest."""
        yield from spent_problems(self.actor_earlier_this_turn)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveLeader:
    """A Leader moves on his own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteMarch:
    """A unit enters the table on the march; its orders count as received."""

    actor_name: str | None = fields.name()
    unit: UnitType = fields.unit(LONG_LIVED)


@dataclass(frozen=True, slots=True, kw_only=True)
class MarchVerdict(Verdict):
    """How far somebody may go without a throw."""

    kind: str
    distance: Fraction = Fraction(0)
    road: Fraction = Fraction(0)
    measures: ClassVar[dict[str, Any]] = {
        "distance": lambda verdict: verdict.distance,
        "road": lambda verdict: verdict.road,
    }

    def outcome(self) -> Outcome:
        """Certain: nothing is thrown."""
        return Outcome(self.kind, Message.of(f"outcome.march.{self.kind}", distance=self.distance), 0, 0)


def rest(situation: Rest, tables: Tables) -> Rule[MarchVerdict]:  # noqa: ARG001 - every rule is handed its tables
    """Do nothing (REV-3.12)."""
    yield from no_requests()
    wire = (WireCut(whom="actor"),) if situation.cuts_wire else ()
    return MarchVerdict(kind="rest", effects=(*wire, ActionSpent(whom="actor")))


def move_leader(situation: MoveLeader, tables: Tables) -> Rule[MarchVerdict]:  # noqa: ARG001 - every rule has a situation
    """24 inches in any direction (REV-3.13)."""
    yield from no_requests()
    distance = Fraction(tables.number("leader_move.inches"))
    return MarchVerdict(kind="leader", distance=distance, effects=(LeaderMoves(whom="leader", distance=distance),))


def route_march(situation: RouteMarch, tables: Tables) -> Rule[MarchVerdict]:
    """The Route March list (REV-3.32), half as much again on a road (REV-4.57)."""
    yield from no_requests()
    distance = Fraction(tables.number("route_march", effective_type(situation.unit, tables)))
    road = distance * tables.exact("road.bonus")
    return MarchVerdict(
        kind="route", distance=distance, road=road, effects=(RouteMarches(whom="actor", distance=distance, road=road),)
    )
