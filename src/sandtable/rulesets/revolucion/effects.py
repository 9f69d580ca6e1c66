"""What results do to the units on the table (REV-5.10 and after)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.rulesets.revolucion.vocabulary import Order, Side, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class BasesLost(Effect):
    """Bases are taken off at once (REV-5.19)."""

    count: int
    icon: ClassVar[str] = "base-off"


@dataclass(frozen=True, slots=True, kw_only=True)
class FallsBack(Effect):
    """Involuntary movement, once whatever the number of bases lost (REV-5.12)."""

    distance: Fraction
    icon: ClassVar[str] = "fall-back"


@dataclass(frozen=True, slots=True, kw_only=True)
class PushedBack(Effect):
    """Involuntary movement out of a lost close combat (REV-G.13b)."""

    distance: Fraction
    icon: ClassVar[str] = "fall-back"


@dataclass(frozen=True, slots=True, kw_only=True)
class StaysAboard(Effect):
    """Told to fall back, but riding a train: it stays (REV-10.25)."""

    icon: ClassVar[str] = "transport"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusBecomes(Effect):
    """A marker is put down or taken off."""

    status: Status

    @property
    def message(self) -> Message:
        """OK takes markers off; the others put one down."""
        return Message.of(f"effect.status_becomes.{self.status}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusImproves(Effect):
    """One step better, whatever the status was (REV-G.14)."""

    icon: ClassVar[str] = "ok"


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroyed(Effect):
    """Half or more of its starting bases are gone: removed at once (REV-5.13)."""

    icon: ClassVar[str] = "base-off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explodes(Effect):
    """A máquina loca goes off where it stands (REV-10.35)."""

    icon: ClassVar[str] = "dynamite"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderKilled(Effect):
    """A Leader is removed; his army's morale loses a point (REV-G.08c)."""

    count: int = 1
    icon: ClassVar[str] = "leader-fallen"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderUnhurt(Effect):
    """A Leader was at risk and came through."""

    icon: ClassVar[str] = "leader-attached"


@dataclass(frozen=True, slots=True, kw_only=True)
class MayMove(Effect):
    """An order arrived: the unit may move up to this far."""

    order: Order
    distance: Fraction
    delayed: bool

    @property
    def message(self) -> Message:
        """Received and delayed orders read differently, and so does each order."""
        late = "delayed" if self.delayed else "received"
        return Message.of(f"effect.may_move.{self.order}.{late}", distance=self.distance, whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class MayDeploy(Effect):
    """A unit not yet deployed takes the formation; late, it keeps its facing (REV-G.03b)."""

    delayed: bool
    icon: ClassVar[str] = "deployed"

    @property
    def message(self) -> Message:
        """Received and delayed read differently."""
        return Message.of(f"effect.may_deploy.{'delayed' if self.delayed else 'received'}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepsAction(Effect):
    """The unit may still take an action; ``allowed`` says which (REV-4.72, REV-G.48g)."""

    allowed: str

    @property
    def message(self) -> Message:
        """What may still be done."""
        return Message.of(f"effect.keeps_action.{self.allowed}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSpent(Effect):
    """The unit has used its action for this turn (REV-7.21)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackToStart(Effect):
    """A stopped assaulter returns to where it began, in maneuver formation (REV-G.10b)."""

    icon: ClassVar[str] = "fall-back"


@dataclass(frozen=True, slots=True, kw_only=True)
class IntoContact(Effect):
    """The assault has gone home: move into contact before anything else (REV-7.11b)."""

    icon: ClassVar[str] = "frontal"


@dataclass(frozen=True, slots=True, kw_only=True)
class MayAct(Effect):
    """The target of a stopped assault may still act this turn (REV-7.10c)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyFormation(Effect):
    """A unit that regrouped may take any formation and facing (REV-3.34b)."""

    icon: ClassVar[str] = "maneuver"


@dataclass(frozen=True, slots=True, kw_only=True)
class GetsOff(Effect):
    """Passengers leave a wreck at once (REV-10.12b, REV-10.53)."""

    icon: ClassVar[str] = "transport"


@dataclass(frozen=True, slots=True, kw_only=True)
class WireCut(Effect):
    """The wire segment it touches is taken off (REV-10.86)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AircraftLeaves(Effect):
    """After its run the aircraft goes home (REV-10.76)."""

    turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HasInitiative(Effect):
    """This side plays the first round of the turn (REV-3.02)."""

    side: Side
    icon: ClassVar[str] = "coin"


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakPoint(Effect):
    """The army bears so many losses (REV-11.02)."""

    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleLost(Effect):
    """Army morale goes down (REV-11.04)."""

    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEntered(Effect):
    """A unit is entered in the roster."""

    name: str
    bases: int
    told: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteMarches(Effect):
    """A unit enters or goes on in route march: no order test (REV-3.31)."""

    distance: Fraction
    road: Fraction
    icon: ClassVar[str] = "march"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderMoves(Effect):
    """A Leader may move on his own, once a turn (REV-3.13)."""

    distance: Fraction
    icon: ClassVar[str] = "leader-near"
