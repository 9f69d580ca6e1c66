"""What verdicts do to the figures on the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.rulesets.average_dice.vocabulary import Change, GunKind, Side, StructureKind, WholeMove


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresLost(Effect):
    """Figures are taken off (AVD-9.01)."""

    count: int
    left: int
    icon: ClassVar[str] = "base-off"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitDestroyed(Effect):
    """No figure is left."""

    icon: ClassVar[str] = "skull"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitWeak(Effect):
    """Down to 4 or fewer: it no longer advances or goes into melee (AVD-12.01, AVD-12.02)."""

    left: int
    icon: ClassVar[str] = "marker"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitDeserts(Effect):
    """The unit leaves the battlefield (AVD-12.05)."""

    icon: ClassVar[str] = "run"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitStays(Effect):
    """The unit was put to the test and carries on (AVD-12.05, AVD-12.06)."""

    icon: ClassVar[str] = "hold"


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralKilled(Effect):
    """A General falls; his opponent has a moral victory (AVD-4.05)."""

    icon: ClassVar[str] = "leader-fallen"


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewShort(Effect):
    """A gun has lost crew and needs figures from the infantry (AVD-8.14, AVD-8.17)."""

    gun: GunKind
    missing: int
    inches: Fraction
    icon: ClassVar[str] = "base-off"

    @property
    def message(self) -> Message:
        """What each kind of gun needs."""
        return Message.of(f"effect.crew_short.{self.gun}", missing=self.missing, inches=self.inches)


@dataclass(frozen=True, slots=True, kw_only=True)
class GunAbandoned(Effect):
    """Its whole crew was shot; it may be taken by contact (AVD-G.31)."""

    gun: GunKind
    icon: ClassVar[str] = "artillery"


@dataclass(frozen=True, slots=True, kw_only=True)
class GunCaptured(Effect):
    """Its crew was killed in melee (AVD-11.10)."""

    gun: GunKind
    icon: ClassVar[str] = "flag"

    @property
    def message(self) -> Message:
        """Who may fire it now (AVD-8.19, AVD-8.20)."""
        return Message.of(f"effect.gun_captured.{self.gun}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingSpent(Effect):
    """Out of range: the unit may still do something else (AVD-7.01, AVD-7.11)."""

    reach: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowersKilled(Effect):
    """Throwers blown up by their own cans (AVD-8.22)."""

    count: int
    icon: ClassVar[str] = "dynamite"


@dataclass(frozen=True, slots=True, kw_only=True)
class HitsOnStructure(Effect):
    """Hits come off a structure: Church 40 to 28 (AVD-10.03d)."""

    structure: StructureKind
    name: str | None
    before: int
    left: int
    icon: ClassVar[str] = "house"

    @property
    def message(self) -> Message:
        """The structure by its name, or by its kind."""
        called = self.name or self.structure.message
        return Message.of("effect.hits_on_structure", what=called, before=self.before, left=self.left)


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureFalls(Effect):
    """A structure is unusable (AVD-10.04) or destroyed (AVD-10.07)."""

    structure: StructureKind
    name: str | None
    icon: ClassVar[str] = "smoke"

    @property
    def message(self) -> Message:
        """What becomes of this kind."""
        return Message.of(f"effect.structure_falls.{self.structure}", what=self.name or self.structure.message)


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresCaught(Effect):
    """Figures inside or behind a fallen structure are removed without a save (AVD-10.05, AVD-10.06, AVD-10.08)."""

    structure: StructureKind
    count: int
    inches: Fraction
    units: tuple[str, ...] = ()
    icon: ClassVar[str] = "base-off"

    @property
    def message(self) -> Message:
        """Inside a building, in a fieldwork, behind a wall; by name where the names are known."""
        place = f"effect.figures_caught.{self.structure}"
        whose = Message.of("word.of_units", units=self.units) if self.units else ""
        if not self.count:
            return Message.of("effect.figures_caught.named", units=self.units)
        return Message.of(place, count=self.count, inches=self.inches, whose=whose)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoEffectOnStructure(Effect):
    """Only field guns and dynamite reduce structures (AVD-10.02)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MayMove(Effect):
    """So many inches of movement are left after terrain."""

    inches: Fraction
    icon: ClassVar[str] = "advance"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoesProne(Effect):
    """It ends prone (AVD-5.10)."""

    icon: ClassVar[str] = "down"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSpent(Effect):
    """A whole move is spent on something else (AVD-5.15, AVD-5.16, AVD-6.02, AVD-7.06b)."""

    on: WholeMove
    inches: Fraction
    icon: ClassVar[str] = "clock"

    @property
    def message(self) -> Message:
        """What was done with it."""
        return Message.of(f"effect.move_spent.{self.on}", inches=self.inches)


@dataclass(frozen=True, slots=True, kw_only=True)
class BreaksOff(Effect):
    """It moves away from a melee; nobody strikes at it (AVD-11.03b, AVD-G.36)."""

    icon: ClassVar[str] = "fall-back"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitJoined(Effect):
    """Two weak units become one (AVD-12.04)."""

    figures: int
    may: str
    icon: ClassVar[str] = "figures"

    @property
    def message(self) -> Message:
        """What the joined unit may do."""
        return Message.of(f"effect.unit_joined.{self.may}", figures=self.figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class GunThrows(Effect):
    """How many average dice a gun throws."""

    gun: GunKind
    dice: int
    icon: ClassVar[str] = "average-die"


@dataclass(frozen=True, slots=True, kw_only=True)
class GunSilent(Effect):
    """A gun cannot fire (AVD-8.15, AVD-8.18)."""

    gun: GunKind
    why: str

    @property
    def message(self) -> Message:
        """What it lacks."""
        return Message.of(f"effect.gun_silent.{self.why}", gun=self.gun)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitsRaised(Effect):
    """A side has so many units (AVD-2.03, AVD-2.04)."""

    units: int
    figures: int
    most_cavalry: int
    icon: ClassVar[str] = "figures"


@dataclass(frozen=True, slots=True, kw_only=True)
class GunsAllowed(Effect):
    """So many guns of both kinds together (AVD-2.12)."""

    guns: int
    icon: ClassVar[str] = "artillery"


@dataclass(frozen=True, slots=True, kw_only=True)
class GunsSplit(Effect):
    """A split of the gun throw (AVD-2.12b, AVD-2.13)."""

    field_guns: int
    machine_guns: int
    guns: int
    legal: bool

    @property
    def message(self) -> Message:
        """A split that fits the throw, or one that does not."""
        word = "legal" if self.legal else "illegal"
        parameters = {"field_guns": self.field_guns, "machine_guns": self.machine_guns, "guns": self.guns}
        return Message.of(f"effect.guns_split.{word}", **parameters)


@dataclass(frozen=True, slots=True, kw_only=True)
class CavalryTooMany(Effect):
    """More cavalry was wanted than half of the units (AVD-2.07)."""

    wanted: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DynamiteThrowers(Effect):
    """So many figures of the dynamite unit throw cans (AVD-2.08)."""

    count: int
    icon: ClassVar[str] = "dynamite"


@dataclass(frozen=True, slots=True, kw_only=True)
class FlankMarch(Effect):
    """Up to so many units go round the flank (AVD-2.09)."""

    units: int
    icon: ClassVar[str] = "flank"


@dataclass(frozen=True, slots=True, kw_only=True)
class FlankArrives(Effect):
    """The turn of day 1 in which they come (AVD-2.10)."""

    turn: int
    units: int = 0
    name: str | None = None
    icon: ClassVar[str] = "clock"

    @property
    def message(self) -> Message:
        """Who comes, by name or by number."""
        form = "named" if self.name else "counted"
        return Message.of(f"effect.flank_arrives.{form}", name=self.name, units=self.units, turn=self.turn)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProneToDesertion(Effect):
    """So many Federal units are prone to desertion (AVD-2.11)."""

    units: int
    pick: str
    icon: ClassVar[str] = "run"

    @property
    def message(self) -> Message:
        """Who picks them (AVD-G.06)."""
        return Message.of(f"effect.prone_to_desertion.{self.pick}", units=self.units)


@dataclass(frozen=True, slots=True, kw_only=True)
class LotDrawn(Effect):
    """The lot falls on one unit of a list (AVD-G.06)."""

    number: int
    of: int
    icon: ClassVar[str] = "hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class DayBegins(Effect):
    """A day of so many turns; a box is crossed (AVD-3.05 to AVD-3.07)."""

    day: int
    turns: int
    icon: ClassVar[str] = "sun"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoralVictory(Effect):
    """A moral victory and its points (AVD-13.01)."""

    side: Side
    cause: str
    points: int
    icon: ClassVar[str] = "star"

    @property
    def message(self) -> Message:
        """What it was won by."""
        return Message.of(f"effect.moral_victory.{self.cause}", side=self.side, points=self.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreThrow(Effect):
    """The Federal player may throw to make units normal again (AVD-3.12)."""

    dice: int
    icon: ClassVar[str] = "rally"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRegroup(Effect):
    """Between days a free fast move for units far from the enemy (option days)."""

    inches: Fraction
    icon: ClassVar[str] = "moon"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitsRestored(Effect):
    """So many units are no longer prone to desertion (AVD-3.12)."""

    count: int
    left: int
    icon: ClassVar[str] = "rally"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitsLeave(Effect):
    """Units that leave at their General's death (AVD-12.06); by name where the dice tell which."""

    count: int
    tested: int
    leaves_on: int
    units: tuple[str, ...] = field(default=(), compare=False)  # which of them is all one to the odds
    stays: tuple[str, ...] = field(default=(), compare=False)
    icon: ClassVar[str] = "run"

    @property
    def message(self) -> Message:
        """Who leaves and who stays; without names or single dice, how many."""
        if self.count and len(self.units) == self.count:
            return Message.of("effect.units_leave.named", units=self.units, count=self.count)
        if not self.count:
            return Message.of("effect.units_leave.none", tested=self.tested)
        about = {"count": self.count, "tested": self.tested, "leaves_on": self.leaves_on}
        return Message.of("effect.units_leave.counted", **about)

    @property
    def detail(self) -> Message:
        """Who carries on, or how the dice tell which unit leaves."""
        if self.stays:
            return Message.of("effect.units_leave.stays", units=self.stays, count=len(self.stays))
        return Effect.detail.fget(self)  # type: ignore[attr-defined, no-any-return]


@dataclass(frozen=True, slots=True, kw_only=True)
class NobodyTests(Effect):
    """Every unit is too strong to test, or has tested already (AVD-12.06b, AVD-12.06c)."""

    most: int
    tested_already: int = 0

    @property
    def message(self) -> Message:
        """Too strong, or tested before."""
        if self.tested_already:
            return Message.of("effect.nobody_tests.again", most=self.most, units=self.tested_already)
        return Message.of("effect.nobody_tests.strong", most=self.most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Effect):
    """The points of a side (AVD-13.01)."""

    side: Side
    points: int
    icon: ClassVar[str] = "scales"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wins(Effect):
    """The winner, and how (AVD-G.33)."""

    side: Side
    how: str
    icon: ClassVar[str] = "flag"

    @property
    def message(self) -> Message:
        """The manner of it."""
        return Message.of(f"effect.wins.{self.how}", side=self.side)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegins(Effect):
    """The move passes to a side."""

    side: Side
    icon: ClassVar[str] = "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEntered(Effect):
    """A unit stands on the force sheet."""

    name: str
    figures: int
    told: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitChanged(Effect):
    """Something is noted of a unit by hand."""

    change: Change
    count: int = 0

    @property
    def message(self) -> Message:
        """What is noted."""
        return Message.of(f"effect.unit_changed.{self.change}", whom=self.whom, count=self.count)


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureEntered(Effect):
    """A structure is entered by name."""

    structure: StructureKind
    hits: int
    told: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Compares(Effect):
    """One line of a comparison of options."""

    line: Message

    @property
    def message(self) -> Message:
        """The line itself."""
        return self.line
