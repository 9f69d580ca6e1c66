"""What results do to the figures on the table, and what the books note."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.rulesets.uprising1848.vocabulary import (
    Ammunition,
    Capture,
    Entry,
    Instead,
    Quality,
    Side,
    Status,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresLost(Effect):
    """The owner takes off so many figures of the class that was hit, his choice among alike ones (R48-8.05, R48-G.60)."""

    count: int
    of: int
    quality: Quality
    officer: bool = False
    icon: ClassVar[str] = "base-off"

    @property
    def message(self) -> Message:
        """A named officer reads differently, and so does the whole class."""
        name = "officer" if self.officer else "all" if self.count == self.of else "some"
        if self.quality is Quality.TRANSPORT:
            name = "transport"
        return Message.of(f"effect.figures_lost.{name}", count=self.count, of=self.of, quality=self.quality)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unharmed(Effect):
    """Nobody is hurt."""

    icon: ClassVar[str] = "ok"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfRange(Effect):
    """Too far: the action is used all the same (R48-8.13a)."""

    inches: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class HaveActed(Effect):
    """These figures have used their action for the turn (R48-4.28)."""

    count: int
    told: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RiflesFired(Effect):
    """Flintlock rifles fired as rifles are marked (R48-6.21)."""

    count: int
    icon: ClassVar[str] = "marker"


@dataclass(frozen=True, slots=True, kw_only=True)
class RiflesLoaded(Effect):
    """Their markers come off (R48-6.21, R48-8.16a)."""

    icon: ClassVar[str] = "load"


@dataclass(frozen=True, slots=True, kw_only=True)
class GunFired(Effect):
    """Reload markers by a gun (R48-6.26, R48-6.26a)."""

    markers: int
    icon: ClassVar[str] = "marker"


@dataclass(frozen=True, slots=True, kw_only=True)
class GunLoaded(Effect):
    """A Load action takes one marker off; with none left the gun is loaded (R48-6.05, R48-6.05a, R48-8.20)."""

    markers: int
    ammunition: Ammunition
    icon: ClassVar[str] = "load"

    @property
    def message(self) -> Message:
        """Ready, or still loading."""
        name = "still" if self.markers else "ready"
        return Message.of(f"effect.gun_loaded.{name}", markers=self.markers, ammunition=self.ammunition)


@dataclass(frozen=True, slots=True, kw_only=True)
class MustTest(Effect):
    """Who has to test against a shot, friend or foe (R48-8.22 to R48-8.25)."""

    ammunition: Ammunition
    inches: int
    icon: ClassVar[str] = "cannon"

    @property
    def message(self) -> Message:
        """Line, cone or circle."""
        return Message.of(f"effect.must_test.{self.ammunition}", inches=Fraction(self.inches))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotWild(Effect):
    """Nobody tests; the gun has fired (R48-G.26)."""

    icon: ClassVar[str] = "smoke"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShellBursts(Effect):
    """Where a shell bursts, from the point aimed at (R48-8.24a, R48-G.27)."""

    off: int
    degrees: int
    icon: ClassVar[str] = "grenade"

    @property
    def message(self) -> Message:
        """On the spot, or off it."""
        name = "off" if self.off else "spot"
        return Message.of(f"effect.shell_bursts.{name}", off=Fraction(self.off), degrees=self.degrees)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusBecomes(Effect):
    """A unit is Solid or Wavering now (R48-10.06, R48-10.08)."""

    status: Status

    @property
    def message(self) -> Message:
        """A marker goes down or comes off."""
        return Message.of(f"effect.status_becomes.{self.status}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class StaysSolid(Effect):
    """A morale check is passed."""

    icon: ClassVar[str] = "ok"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRemoved(Effect):
    """A failed Rally takes the whole unit off (R48-10.08a)."""

    icon: ClassVar[str] = "base-off"


@dataclass(frozen=True, slots=True, kw_only=True)
class MayMove(Effect):
    """How far figures may go, and what rough ground costs them (R48-7.01 to R48-7.04)."""

    inches: Fraction
    rough: bool
    mounted: bool
    icon: ClassVar[str] = "advance"

    @property
    def message(self) -> Message:
        """How the other kind of ground counts depends on the kind thrown for."""
        name = f"{'rough' if self.rough else 'open'}_{'mounted' if self.mounted else 'foot'}"
        return Message.of(f"effect.may_move.{name}", inches=self.inches)


@dataclass(frozen=True, slots=True, kw_only=True)
class WayFits(Effect):
    """Whether a way that was planned can be gone (R48-7.02 to R48-7.04)."""

    needed: Fraction
    fits: bool

    @property
    def message(self) -> Message:
        """It can, or it cannot."""
        return Message.of(f"effect.way_fits.{'yes' if self.fits else 'no'}", needed=self.needed)


@dataclass(frozen=True, slots=True, kw_only=True)
class GunHandled(Effect):
    """A gun limbers, unlimbers or turns in place (R48-7.12, R48-7.13)."""

    done: Instead

    @property
    def message(self) -> Message:
        """What was done."""
        return Message.of(f"effect.gun_handled.{self.done}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stands(Effect):
    """Standing is an action too (R48-4.30)."""

    icon: ClassVar[str] = "hold"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeMoves(Effect):
    """The chargers go this far (R48-9.04)."""

    inches: Fraction
    reached: bool
    icon: ClassVar[str] = "charge"

    @property
    def message(self) -> Message:
        """Into contact, or short."""
        return Message.of(f"effect.charge_moves.{'home' if self.reached else 'short'}", inches=self.inches)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReactionMoves(Effect):
    """The charged figures move away, into cover or forward (R48-9.06, R48-G.33); ``left`` is what the chargers have over, where it was measured."""

    inches: Fraction
    kept: bool
    left: Fraction | None = None
    icon: ClassVar[str] = "run"

    @property
    def message(self) -> Message:
        """Still in contact or not, seen or reckoned."""
        name = f"{'kept' if self.kept else 'lost'}{'' if self.left is None else '_measured'}"
        return Message.of(f"effect.reaction_moves.{name}", inches=self.inches, left=self.left or Fraction(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandoned(Effect):
    """A gun or wagons stay behind when crew or drivers run from a charge (R48-9.13a, R48-G.18)."""

    gun: bool
    icon: ClassVar[str] = "cannon"

    @property
    def message(self) -> Message:
        """The gun, or the wagons."""
        return Message(f"effect.abandoned.{'gun' if self.gun else 'wagons'}")


@dataclass(frozen=True, slots=True, kw_only=True)
class StopsShort(Effect):
    """Wavering chargers fail to close (R48-9.09a, R48-G.35)."""

    inches: Fraction
    icon: ClassVar[str] = "hold"


@dataclass(frozen=True, slots=True, kw_only=True)
class StaysInContact(Effect):
    """Pairs left alive after a charge stay in contact (R48-G.33)."""

    icon: ClassVar[str] = "frontal"


@dataclass(frozen=True, slots=True, kw_only=True)
class MayStillAct(Effect):
    """A charge that falls short leaves its target its action (R48-9.03a)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BarricadeBuilt(Effect):
    """Inches of barricade: hard cover (R48-6.57a, R48-6.57b)."""

    inches: Fraction
    icon: ClassVar[str] = "barricade"


@dataclass(frozen=True, slots=True, kw_only=True)
class BarrierBroken(Effect):
    """The barrier is removed (R48-6.58b)."""

    icon: ClassVar[str] = "gate"


@dataclass(frozen=True, slots=True, kw_only=True)
class BarrierHolds(Effect):
    """They may try again (R48-6.58a)."""

    icon: ClassVar[str] = "gate"


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeTo(Effect):
    """One unit of this side acts with all its figures (R48-4.08)."""

    side: Side
    icon: ClassVar[str] = "coin"

    @property
    def message(self) -> Message:
        """Players choose; for the others there is What do they do?"""
        return Message.of(f"effect.initiative_to.{self.side}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOver(Effect):
    """Every unit has acted (R48-4.15, R48-4.16)."""

    icon: ClassVar[str] = "clock"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegins(Effect):
    """The acted markers come off (R48-4.16)."""

    icon: ClassVar[str] = "clock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Effect):
    """A line of the score sheet (R48-12.03)."""

    entry: Entry
    count: int
    points: int
    icon: ClassVar[str] = "star"

    @property
    def message(self) -> Message:
        """The line in words, and how many of them."""
        name = "once" if self.count == 1 else "times"
        return Message.of(f"effect.scored.{name}", entry=self.entry, count=self.count, points=self.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured(Effect):
    """Something is taken (R48-G.10, R48-G.45c)."""

    what: Capture
    icon: ClassVar[str] = "flag"

    @property
    def message(self) -> Message:
        """What it means for the captor."""
        return Message.of(f"effect.captured.{self.what}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmsFound(Effect):
    """An armoury: figures of the capturing unit may take percussion muskets and bayonets (R48-3.50, R48-G.10(g))."""

    figures: int = 0  # nought: every figure of the unit
    muskets: bool = True
    icon: ClassVar[str] = "ammunition"

    @property
    def message(self) -> Message:
        """For the whole unit or for some."""
        name = ("unit" if not self.figures else "muskets") if self.muskets else "improvised"
        return Message.of(f"effect.arms_found.{name}", figures=self.figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted(Effect):
    """A line for the books that is told in its own words."""

    text: str

    @property
    def message(self) -> Message:
        """The line."""
        return Message.of(f"effect.noted.{self.text}", whom=self.whom)
