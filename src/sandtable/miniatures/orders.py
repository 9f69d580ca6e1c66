"""What a player tells the table: an action of the umpire, by whom, at whom, which ways the figures go, and what is his to choose; or a whole plan of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from sandtable.battle.order import Order
from sandtable.battle.seat import Role
from sandtable.geometry.measure import Pose

Way = tuple[Pose, ...]  # the places a figure goes to, one after the other; none: it stays


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Order):
    """An action of the umpire. What geometry measures and what the books know is not told; it is filled in."""

    kind: ClassVar[str] = "act"
    action: str
    piece: str = ""
    target: str = ""
    ways: tuple[Way, ...] = ()
    marker: Way = ()  # the way of what the figures serve
    chosen: Mapping[str, Any] = field(default_factory=dict)  # fields of the form that its giver chooses
    helpers: tuple[str, ...] = ()  # who acts together with the piece
    targets: tuple[str, ...] = ()  # who is aimed at beside the target
    members: tuple[
        int, ...
    ] = ()  # the figures of the piece that act, by their numbers; none: those whom the action concerns
    marks: tuple[int, ...] = ()  # the figures of the target that are meant


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Order):
    """A piece is placed before the battle: where its figures stand, what they serve, or the house that they are in."""

    kind: ClassVar[str] = "place"
    piece: str
    figures: Way
    marker: Pose | None = None
    inside: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Order):
    """A side has placed everybody."""

    kind: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(Order):
    """All that a side wants done, sealed as one: nobody else hears of it, nor of how much it is, until every plan lies open."""

    kind: ClassVar[str] = "plan"
    acts: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopen(Order):
    """A side opens its own plan again, while another side has not sealed."""

    kind: ClassVar[str] = "reopen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrust(Order):
    """Whatever a side that does not come back has to decide in this turn, the program decides for it."""

    kind: ClassVar[str] = "entrust"
    role: Role


ORDERS: Mapping[str, type[Order]] = {order.kind: order for order in (Act, Place, Ready)}
PLANNED: Mapping[str, type[Order]] = {**ORDERS, **{order.kind: order for order in (Plan, Reopen, Entrust)}}
