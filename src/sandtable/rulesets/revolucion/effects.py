"""What results do to the units on the table (REV-5.10 and after), each with the words that fit the unit."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.rulesets.revolucion.vocabulary import (
    AUTOMOBILES,
    ON_RAILS,
    STATUS_ICONS,
    Afterwards,
    Order,
    Side,
    Status,
    UnitType,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BasesLost(Effect):
    """Bases are taken off at once (REV-5.19); cars of a train are marked instead (REV-10.11).

    ``counted`` says that the umpire knew the bases, so that whether the unit is destroyed has been decided.
    """

    count: int
    unit: UnitType
    counted: bool
    icon: ClassVar[str] = "base-off"

    @property
    def message(self) -> Message:
        """Vehicles throw their passengers out, and uncounted bases leave it to the players to see whether half are gone."""
        kind = "cars" if self.unit is UnitType.TRAIN else "vehicles" if self.unit in AUTOMOBILES else "bases"
        known = "counted" if self.counted else "uncounted"
        return Message.of(f"effect.bases_lost.{kind}.{known}", count=self.count)


@dataclass(frozen=True, slots=True, kw_only=True)
class FallsBack(Effect):
    """Involuntary movement, once whatever the number of bases lost (REV-5.12). ``way``: along a track or back along its path."""

    distance: Fraction
    way: str = ""
    icon: ClassVar[str] = "fall-back"

    @property
    def message(self) -> Message:
        """Trains keep to their track (REV-G.30b), units in a mine field go back as they came (REV-G.28e)."""
        return Message.of(f"effect.falls_back.{self.way or 'away'}", distance=self.distance)


@dataclass(frozen=True, slots=True, kw_only=True)
class PushedBack(Effect):
    """Involuntary movement out of a lost close combat (REV-G.13b)."""

    distance: Fraction
    way: str = ""
    icon: ClassVar[str] = "fall-back"

    @property
    def message(self) -> Message:
        """Trains keep to their track."""
        return Message.of(f"effect.pushed_back.{self.way or 'away'}", distance=self.distance)


@dataclass(frozen=True, slots=True, kw_only=True)
class StaysPut(Effect):
    """Told to go back, but it stays: passengers of a train (REV-10.25), a train under way (REV-G.30b), a máquina loca (REV-G.30j)."""

    why: str
    distance: Fraction  # that everybody keeps from enemies (REV-4.62)
    icon: ClassVar[str] = "hold"

    @property
    def message(self) -> Message:
        """Why it stays; an assaulter that won stands off (REV-G.13d)."""
        return Message.of(f"effect.stays_put.{self.why}", distance=self.distance)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusBecomes(Effect):
    """A marker is put down or taken off. An aircraft's is named, lest the target gets it."""

    status: Status
    aircraft: bool = False

    @property
    def picture(self) -> str:
        """The icon of the status."""
        return STATUS_ICONS[self.status]

    @property
    def message(self) -> Message:
        """OK takes markers off; the others put one down."""
        return Message(f"effect.status_becomes.{'aircraft.' if self.aircraft else ''}{self.status}")


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusImproves(Effect):
    """One step better, whatever the status was (REV-G.14)."""

    icon: ClassVar[str] = "ok"


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroyed(Effect):
    """Half or more of its starting bases are gone: removed at once (REV-5.13); a train stays as a wreck (REV-10.11, REV-10.13)."""

    unit: UnitType
    icon: ClassVar[str] = "skull"

    @property
    def message(self) -> Message:
        """A wreck has passengers; a máquina loca costs no morale (REV-10.36)."""
        if self.unit in (*ON_RAILS, UnitType.AIRCRAFT):
            return Message(f"effect.destroyed.{self.unit}")
        return Message(f"effect.destroyed.{'automobile' if self.unit in AUTOMOBILES else 'unit'}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Explodes(Effect):
    """A máquina loca goes off where it stands (REV-10.35)."""

    radius: Fraction
    icon: ClassVar[str] = "dynamite"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unharmed(Effect):
    """A unit beyond the radius of a blast (REV-G.29b)."""

    radius: Fraction
    icon: ClassVar[str] = "ok"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderKilled(Effect):
    """A Leader is removed; his army's morale loses a point (REV-G.08c)."""

    count: int = 1
    icon: ClassVar[str] = "leader-fallen"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderUnhurt(Effect):
    """A Leader was at risk and came through; without his unit he gets away from the enemy (REV-G.08g)."""

    distance: Fraction  # from all enemies, without his unit (REV-9.13)
    count: int = 1
    unit_gone: bool = False
    icon: ClassVar[str] = "leader-attached"

    @property
    def message(self) -> Message:
        """With or without his unit."""
        where = "alone" if self.unit_gone else "with_unit"
        return Message.of(f"effect.leader_unhurt.{where}", count=self.count, distance=self.distance)


@dataclass(frozen=True, slots=True, kw_only=True)
class MayMove(Effect):
    """An order arrived: the unit may move up to this far. Trains must use at least a part of it (REV-10.16)."""

    order: Order
    distance: Fraction
    delayed: bool
    unit: UnitType
    at_least: Fraction = Fraction(0)
    icon: ClassVar[str] = "advance"

    @property
    def message(self) -> Message:
        """Received and delayed orders read differently, and so does each order."""
        late = "delayed" if self.delayed else "received"
        kind = f"{self.unit}." if self.unit in (*ON_RAILS, UnitType.AIRCRAFT) else ""
        return Message.of(f"effect.may_move.{kind}{self.order}.{late}", distance=self.distance, at_least=self.at_least)


@dataclass(frozen=True, slots=True, kw_only=True)
class MayDeploy(Effect):
    """A unit not yet deployed takes the formation; late, it keeps its facing (REV-G.03b)."""

    delayed: bool
    icon: ClassVar[str] = "deploy"

    @property
    def message(self) -> Message:
        """Received and delayed read differently."""
        return Message(f"effect.may_deploy.{'delayed' if self.delayed else 'received'}")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepsAction(Effect):
    """The unit may still take an action; ``allowed`` says which (REV-4.72, REV-G.04, REV-G.30c, REV-G.48g)."""

    allowed: str
    icon: ClassVar[str] = "hand"

    @property
    def message(self) -> Message:
        """What may still be done."""
        return Message(f"effect.keeps_action.{self.allowed}")


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderFollows(Effect):
    """Moving Fire was declared together with a move, whose order comes now (REV-3.27, REV-G.04)."""

    order: Afterwards
    icon: ClassVar[str] = "bugle"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSpent(Effect):
    """The unit has used its action for this turn (REV-7.21)."""

    icon: ClassVar[str] = "clock"


@dataclass(frozen=True, slots=True, kw_only=True)
class BackToStart(Effect):
    """A stopped assaulter returns to where it began, in maneuver formation (REV-G.10b)."""

    icon: ClassVar[str] = "fall-back"


@dataclass(frozen=True, slots=True, kw_only=True)
class IntoContact(Effect):
    """The assault has gone home: move into contact before anything else (REV-7.11b)."""

    led: bool = False
    icon: ClassVar[str] = "charge"

    @property
    def message(self) -> Message:
        """A Leader who leads goes along."""
        return Message(f"effect.into_contact.{'led' if self.led else 'alone'}")


@dataclass(frozen=True, slots=True, kw_only=True)
class MayAct(Effect):
    """The target of a stopped assault may still act this turn (REV-7.10c)."""

    icon: ClassVar[str] = "tick"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyFormation(Effect):
    """A unit that regrouped may take any formation and facing (REV-3.34b)."""

    icon: ClassVar[str] = "rally"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stops(Effect):
    """A unit that meets a mine field stops at once, and the field is shown (REV-10.88b, REV-10.88c)."""

    icon: ClassVar[str] = "hold"


@dataclass(frozen=True, slots=True, kw_only=True)
class GetsOff(Effect):
    """Passengers leave a wreck at once, the whole unit together, clear of the enemy (REV-10.12b, REV-10.53, REV-G.31b, REV-G.52)."""

    distance: Fraction
    icon: ClassVar[str] = "transport"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackBlocked(Effect):
    """A destroyed train blocks the track where it stands (REV-10.13)."""

    icon: ClassVar[str] = "train"


@dataclass(frozen=True, slots=True, kw_only=True)
class WireCut(Effect):
    """The wire segment it touches is taken off (REV-10.86)."""

    icon: ClassVar[str] = "tools"


@dataclass(frozen=True, slots=True, kw_only=True)
class AircraftLeaves(Effect):
    """After its run the aircraft goes home (REV-10.76); a damaged one always does (REV-10.77)."""

    turns: int
    damaged: bool
    icon: ClassVar[str] = "about-face"

    @property
    def message(self) -> Message:
        """One in good order may stay for another kind of attack."""
        return Message.of(f"effect.aircraft_leaves.{'damaged' if self.damaged else 'whole'}", turns=self.turns)


@dataclass(frozen=True, slots=True, kw_only=True)
class HasInitiative(Effect):
    """This side plays the first round of the turn (REV-3.02)."""

    side: Side
    icon: ClassVar[str] = "coin"


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakPoint(Effect):
    """The army bears so many losses (REV-11.02)."""

    points: int
    icon: ClassVar[str] = "flag"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleLost(Effect):
    """Army morale goes down (REV-11.04)."""

    points: int
    icon: ClassVar[str] = "flag"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEntered(Effect):
    """A unit is entered in the roster."""

    name: str
    bases: int
    told: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteMarches(Effect):
    """A unit enters or goes on in route march: no order test (REV-3.31). Trains keep to their track and use a part of it at least."""

    distance: Fraction
    road: Fraction
    unit: UnitType
    at_least: Fraction = Fraction(0)
    icon: ClassVar[str] = "march"

    @property
    def message(self) -> Message:
        """A train has no road, and may maneuver without ending its Route March (REV-10.20, REV-G.30d)."""
        name = "train" if self.unit is UnitType.TRAIN else "unit"
        return Message.of(
            f"effect.route_marches.{name}", distance=self.distance, road=self.road, at_least=self.at_least
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderMoves(Effect):
    """A Leader may move on his own, once a turn (REV-3.13)."""

    distance: Fraction
    zone: Fraction  # he may not end nearer to an enemy (REV-G.39b)
    icon: ClassVar[str] = "leader"
