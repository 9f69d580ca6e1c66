"""What a player may tell the table to do (REV-3.10): the turn, units, Leaders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from sandtable.battle.order import Order
from sandtable.geometry.measure import Facing, Point, Pose
from sandtable.rulesets.revolucion import vocabulary
from sandtable.rulesets.revolucion.vocabulary import Afterwards, FireMode, Formation

Ids = tuple[str, ...]
Path = tuple[Pose, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceUnit(Order):
    """Before the battle: a unit takes its place in its side's zone, in any formation (REV-G.48h)."""

    kind: ClassVar[str] = "place_unit"
    unit: str
    formation: Formation
    at: Pose
    ranks: tuple[int, ...] = ()
    bases: Path = ()  # a bent line or column, base by base


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceLeader(Order):
    """Before the battle: a Leader takes his place."""

    kind: ClassVar[str] = "place_leader"
    leader: str
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Order):
    """A side is ready to begin."""

    kind: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True, kw_only=True)
class Activate(Order):
    """A side takes a column for its initiative round (REV-3.03)."""

    kind: ClassVar[str] = "activate"
    column: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Order):
    """A side declines an initiative round (REV-3.05)."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish(Order):
    """A side is done with its round; whoever did nothing has rested (REV-G.48j)."""

    kind: ClassVar[str] = "finish"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitOrder(Order):
    """An order to one unit."""

    kind: ClassVar[str] = ""
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest(UnitOrder):
    """Do nothing (REV-3.12), or in contact with it cut wire (REV-10.86), tear up a track (REV-G.54), destroy an asset (REV-11.05)."""

    kind: ClassVar[str] = "rest"
    cuts: str = ""  # the wire segment
    rips_track: bool = False
    destroys: str = ""  # the asset


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderRest(Order):
    """A Leader does nothing (REV-3.12)."""

    kind: ClassVar[str] = "leader_rest"
    leader: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveLeader(Order):
    """A Leader moves on his own (REV-3.13). ``board``: the vehicle he gets on at the end (REV-G.51d)."""

    kind: ClassVar[str] = "move_leader"
    leader: str
    path: tuple[Point, ...]
    board: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(UnitOrder):
    """A movement order is sent: Deploy/Tactical, Maneuver or March. If it arrives, the move is made next (REV-4.70)."""

    kind: ClassVar[str] = "command"
    order: vocabulary.Order


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(UnitOrder):
    """Carry out an order that arrived. The formation is assumed first, the front's centre fixed (REV-4.13, REV-4.31), then the path is gone.

    ``facing`` is the new facing at the start, ``ranks`` those of maneuver formation, ``leaders`` go along (REV-9.08b), ``board`` is a
    vehicle to get on at the end (REV-G.51). A march goes from point to point, and its column follows.
    """

    kind: ClassVar[str] = "move"
    facing: Facing | None = None
    ranks: tuple[int, ...] = ()
    path: Path = ()
    leaders: Ids = ()
    board: str = ""
    start: Pose | None = None  # where a passenger gets off, beside its vehicle; left out, the nearest place (REV-G.51b)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(UnitOrder):
    """Carry out an order that arrived, or a Route March, by a move that ends at the edge of the table, and leave it there: where an objective
    says so.
    """

    kind: ClassVar[str] = "leave"
    path: Path
    facing: Facing | None = None
    ranks: tuple[int, ...] = ()
    leaders: Ids = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Form(UnitOrder):
    """Take a formation where the unit stands: to deploy (REV-3.15), or after regrouping (REV-3.34b). ``bases`` bends the line."""

    kind: ClassVar[str] = "form"
    formation: Formation = Formation.DEPLOYED
    facing: Facing | None = None
    ranks: tuple[int, ...] = ()
    bases: Path = ()
    leaders: Ids = ()
    start: Pose | None = None  # where a passenger gets off (REV-G.51b)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay(UnitOrder):
    """Make no use of an order that arrived (REV-4.50): the unit stays as it stands."""

    kind: ClassVar[str] = "stay"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire(UnitOrder):
    """Fire at a unit (REV-6.01). ``facing`` turns a unit that only fires (REV-3.28); ``afterwards`` is the move declared with it (REV-3.40)."""

    kind: ClassVar[str] = "fire"
    target: str
    mode: FireMode
    facing: Facing | None = None
    afterwards: Afterwards = Afterwards.NOTHING
    indirect: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Assault(UnitOrder):
    """Assault a unit (REV-3.29): maneuver formation and a new facing first. ``leads``: the attached Leader leads (REV-7.26)."""

    kind: ClassVar[str] = "assault"
    target: str
    facing: Facing | None = None
    ranks: tuple[int, ...] = ()
    leads: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Regroup(UnitOrder):
    """Rally (REV-3.34)."""

    kind: ClassVar[str] = "regroup"


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteMarch(UnitOrder):
    """March onto the table, or on, without an order test (REV-3.31)."""

    kind: ClassVar[str] = "route_march"
    path: Path
    leaders: Ids = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOff(Order):
    """A side sets off a mine of its own (REV-10.91)."""

    kind: ClassVar[str] = "set_off"
    mine: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fly(UnitOrder):
    """An aircraft flies to any point (REV-10.71) and may attack a unit right next to it; without a point it flies over its target."""

    kind: ClassVar[str] = "fly"
    to: Point | None = None
    target: str = ""
    weapon: str = ""  # bomb or strafe


ORDERS: Mapping[str, type[Order]] = {
    order.kind: order
    for order in (
        PlaceUnit, PlaceLeader, Ready, Activate, Pass, Finish, Rest, LeaderRest, MoveLeader, Command, Move, Leave, Form, Stay, Fire,
        Assault, Regroup, RouteMarch, SetOff, Fly,
    )
}  # fmt: skip
