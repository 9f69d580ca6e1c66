"""What happens on the table. Each event carries all that folding it needs, so that a log can be watched without the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sandtable.battle.event import Event
from sandtable.battle.seat import EVERYBODY, Audience
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point
from sandtable.rulesets.revolucion.table.state import End, Flight, Phase, Rails, Tear
from sandtable.rulesets.revolucion.vocabulary import (
    BlastSource,
    Cover,
    FireMode,
    Formation,
    Loss,
    Order,
    OrderResult,
    Side,
    Status,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen(Event):
    """Whatever happens in plain sight, unless it says otherwise."""

    kind: ClassVar[str] = ""
    known_to: Audience = EVERYBODY


# ---- The turn ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReady(Seen):
    """A side has placed all it wants to place."""

    kind: ClassVar[str] = "side_ready"
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Seen):
    """A turn begins with the throw for initiative (REV-3.02, REV-3.07)."""

    kind: ClassVar[str] = "turn_began"
    number: int
    initiative: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayPassed(Seen):
    """It is a side's turn to play: a round of its own, or all that it has left (REV-3.04, REV-3.06)."""

    kind: ClassVar[str] = "play_passed"
    side: Side
    phase: Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnActivated(Seen):
    """A side acts with a column (REV-3.03)."""

    kind: ClassVar[str] = "column_activated"
    column: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDeclined(Seen):
    """A side passed (REV-3.05)."""

    kind: ClassVar[str] = "round_declined"
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded(Seen):
    """A side's round is over."""

    kind: ClassVar[str] = "round_ended"
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Rested(Seen):
    """At the end of their round these have done nothing, which counts as rest (REV-G.48j)."""

    kind: ClassVar[str] = "rested"
    units: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Seen):
    """Everything has acted, or both sides passed (REV-3.05b)."""

    kind: ClassVar[str] = "turn_ended"
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded(Seen):
    """The battle is over (REV-11.06)."""

    kind: ClassVar[str] = "battle_ended"
    winner: Side | None
    why: End
    scores: tuple[tuple[Side, int], ...] = ()


# ---- Units -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEvent(Seen):
    """Something about one unit."""

    kind: ClassVar[str] = ""
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Commanded(UnitEvent):
    """A movement order was sent, and this became of it (REV-4.70). ``pending``: what the unit does next: move, deploy, or nothing."""

    kind: ClassVar[str] = "commanded"
    order: Order
    result: OrderResult
    distance: Length = 0
    at_least: Length = 0
    pending: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood(UnitEvent):
    """A unit stands elsewhere, or otherwise. ``how``: placed, arrives, moves, forms, turns, charges, contact, returns, stands_off, falls_back, ..."""

    kind: ClassVar[str] = "stood"
    stands: Footprint
    formation: Formation
    how: str
    trail: tuple[Point, ...] = ()
    cost: Length = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted(UnitEvent):
    """A unit has spent its action. ``deed``: rested, moved, deployed, fired, regrouped, assaulted, route_marched, used_up."""

    kind: ClassVar[str] = "acted"
    deed: str
    done: bool = True  # False: it may still fire (REV-G.20c)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired(UnitEvent):
    """A unit fired (REV-6.01)."""

    kind: ClassVar[str] = "fired"
    target: str
    mode: FireMode
    range: Fraction
    cover: Cover
    start: Point | None = None
    end: Point | None = None
    indirect: bool = False
    levels: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AssaultLaunched(UnitEvent):
    """An assault begins, and counts against its target from now on (REV-G.50)."""

    kind: ClassVar[str] = "assault_launched"
    target: str
    bases: int
    frontal: bool
    cover: Cover
    start: Point
    end: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class AssaultEnded(UnitEvent):
    """How far an assault got: lost, out_of_reach, stopped, beaten, wins."""

    kind: ClassVar[str] = "assault_ended"
    target: str
    ended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RegroupTried(UnitEvent):
    """A unit tried to rally and got so many steps better (REV-G.14)."""

    kind: ClassVar[str] = "regroup_tried"
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MayForm(UnitEvent):
    """A unit that regrouped may take any formation and facing (REV-3.34b)."""

    kind: ClassVar[str] = "may_form"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusChanged(UnitEvent):
    """A marker is put down or taken off."""

    kind: ClassVar[str] = "status_changed"
    status: Status


@dataclass(frozen=True, slots=True, kw_only=True)
class BasesRemoved(UnitEvent):
    """Bases are taken off at once (REV-5.19); the rest closes up."""

    kind: ClassVar[str] = "bases_removed"
    count: int
    stands: Footprint | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitGone(UnitEvent):
    """A unit is out of the battle: destroyed, surrendered or off the table."""

    kind: ClassVar[str] = "unit_gone"
    why: Loss
    edge: str = ""  # by which it left the table
    ordered: bool = False  # it left on orders, which is no loss


# ---- Leaders and armies ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderEvent(Seen):
    """Something about one Leader."""

    kind: ClassVar[str] = ""
    leader: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderStood(LeaderEvent):
    """A Leader is elsewhere. ``how``: placed, arrives, rides, along (with his unit), away (run over)."""

    kind: ClassVar[str] = "leader_stood"
    place: Point
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderActed(LeaderEvent):
    """A Leader has made his own move, or rested (REV-3.14)."""

    kind: ClassVar[str] = "leader_acted"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderFell(LeaderEvent):
    """A Leader was killed (REV-G.08c)."""

    kind: ClassVar[str] = "leader_fell"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderLeft(LeaderEvent):
    """A Leader left the table with his unit."""

    kind: ClassVar[str] = "leader_left"
    edge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleDropped(Seen):
    """An army lost morale (REV-11.04). What is left of it is not told: it would count those of whom nobody knows.

    ``left`` stands in logs of older rules alone.
    """

    kind: ClassVar[str] = "morale_dropped"
    side: Side
    points: int
    left: int | None = None
    why: Loss


# ---- Special rules (chapter 10) ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class WireWasCut(UnitEvent):
    """A segment of wire is gone (REV-10.86)."""

    kind: ClassVar[str] = "wire_was_cut"
    segment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AssetDestroyed(UnitEvent):
    """A unit has destroyed something that the enemy had to keep (REV-11.05)."""

    kind: ClassVar[str] = "asset_destroyed"
    asset: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRevealed(UnitEvent):
    """A hidden unit is seen by everybody, and all that rides on it (REV-G.37)."""

    kind: ClassVar[str] = "unit_revealed"
    reveals: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class MineFound(Seen):
    """A square of a mine field is put on the table (REV-10.88c, REV-10.90)."""

    kind: ClassVar[str] = "mine_found"
    reveals: ClassVar[bool] = True
    mine: str
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Mined(UnitEvent):
    """A unit pays for the mine field it is in, once a turn (REV-G.35)."""

    kind: ClassVar[str] = "mined"


@dataclass(frozen=True, slots=True, kw_only=True)
class MineSetOff(Seen):
    """A mine is set off by its owner (REV-10.91)."""

    kind: ClassVar[str] = "mine_set_off"
    reveals: ClassVar[bool] = True
    mine: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Exploded(Seen):
    """Something blew up (REV-10.32, REV-10.91): where, how far it is felt, and what it was."""

    kind: ClassVar[str] = "exploded"
    at: Point
    radius: Length
    source: BlastSource


@dataclass(frozen=True, slots=True, kw_only=True)
class Boarded(UnitEvent):
    """A unit got on a vehicle and is off the table (REV-G.51)."""

    kind: ClassVar[str] = "boarded"
    vehicle: str
    formation: Formation


@dataclass(frozen=True, slots=True, kw_only=True)
class GotOff(UnitEvent):
    """A unit leaves a vehicle (REV-G.51b); thrown out of a wreck it has made no use of its action (REV-G.52)."""

    kind: ClassVar[str] = "got_off"
    vehicle: str
    thrown: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderBoarded(LeaderEvent):
    """A Leader got on a vehicle (REV-G.51d)."""

    kind: ClassVar[str] = "leader_boarded"
    vehicle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainRan(UnitEvent):
    """A train is elsewhere on its track, or goes at another speed (REV-10.14). ``how``: runs, rolls_on, halts, stopped, falls_back, launched."""

    kind: ClassVar[str] = "train_ran"
    rails: Rails
    stands: Footprint
    how: str
    cost: Length = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackLost(Seen):
    """A piece of track is torn up, or blocked by a wreck (REV-10.13, REV-10.34b, REV-G.54)."""

    kind: ClassVar[str] = "track_lost"
    tear: Tear


@dataclass(frozen=True, slots=True, kw_only=True)
class RipsTrack(UnitEvent):
    """A unit sets about tearing up the track; it takes until the end of the turn (REV-G.54)."""

    kind: ClassVar[str] = "rips_track"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flew(UnitEvent):
    """An aircraft is over the table, or goes home (REV-10.71, REV-10.76)."""

    kind: ClassVar[str] = "flew"
    flight: Flight
    stands: Footprint | None = None


EVENTS: Mapping[str, type[Event]] = {
    event.kind: event
    for event in (
        SideReady, TurnBegan, PlayPassed, ColumnActivated, RoundDeclined, RoundEnded, Rested, TurnEnded, BattleEnded, Commanded, Stood, Acted,
        Fired, AssaultLaunched, AssaultEnded, RegroupTried, MayForm, StatusChanged, BasesRemoved, UnitGone,
        LeaderStood, LeaderActed, LeaderFell, LeaderLeft, MoraleDropped, WireWasCut, AssetDestroyed, UnitRevealed, MineFound, Mined, MineSetOff, Exploded, Boarded, GotOff,
        LeaderBoarded, TrainRan, TrackLost, RipsTrack, Flew,
    )
}  # fmt: skip
