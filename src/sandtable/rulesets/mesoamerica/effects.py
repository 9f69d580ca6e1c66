"""What results do to the units on the table and to the armies."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.rulesets.mesoamerica.levels import duty, level_message
from sandtable.rulesets.mesoamerica.vocabulary import (
    Cause,
    Delivery,
    Order,
    Phase,
    Purpose,
    Side,
    UnitType,
    Weapon,
    Weather,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyPlanned(Effect):
    """So many men, units and divisions (PRE-3.05, PRE-G.02)."""

    prowess: int
    men: int  # by the ratio; units are rounded from them
    units: int
    combat_units: int
    divisions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEntered(Effect):
    """A unit stands in the roster (PRE-3.07b)."""

    side: Side
    kind_of_unit: UnitType
    strength: int
    elite: bool
    weapon: Weapon | None = None
    armoured: bool = False
    men: int = 20
    division: int = 0

    @property
    def message(self) -> Message:
        """What it is and carries, and how good it is."""
        arm = self.weapon if self.kind_of_unit is UnitType.COMBAT else self.kind_of_unit
        form = "unarmed" if arm is None else "armed"
        grade = Message(f"word.grade.{'elite' if self.elite else 'normal'}")
        armour = Message(f"word.armour.{'armoured' if self.armoured else 'plain'}")
        return Message.of(
            f"effect.unit_entered.{form}",
            whom=self.whom,
            arm=arm,
            strength=self.strength,
            grade=grade,
            armour=armour,
            men=self.men,
        )

    @property
    def detail(self) -> Message:
        """Its side and, where it belongs to one, its division."""
        form = "division" if self.division else "side"
        return Message.of(f"effect.unit_entered.{form}_detail", side=self.side, division=self.division)


@dataclass(frozen=True, slots=True, kw_only=True)
class Armed(Effect):
    """A unit gets its weapon, and perhaps armour (PRE-3.10, PRE-3.21)."""

    weapon: Weapon
    armoured: bool

    @property
    def message(self) -> Message:
        """Armour is told where there is some."""
        return Message.of(
            f"effect.armed.{'armoured' if self.armoured else 'plain'}", whom=self.whom, weapon=self.weapon
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HasAccess(Effect):
    """This side had access to the field and may hide units (PRE-3.09)."""

    icon: ClassVar[str] = "hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoAccess(Effect):
    """Nobody had access."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hides(Effect):
    """A unit is hidden (PRE-3.27)."""

    icon: ClassVar[str] = "hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Effect):
    """A hidden unit shows itself and is never hidden again (PRE-G.10)."""

    cause: Cause
    icon: ClassVar[str] = "eye"

    @property
    def message(self) -> Message:
        """Why it is seen."""
        return Message.of(f"effect.revealed.{self.cause}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surprised(Effect):
    """An enemy came out of hiding within 2 inches: the unit checks its morale (PRE-9.01c)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeatherBecomes(Effect):
    """The weather up to and including a turn (PRE-4.07)."""

    weather: Weather
    until: int

    @property
    def message(self) -> Message:
        """Each weather says what it does."""
        return Message.of(f"effect.weather_becomes.{self.weather}", until=self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sacrificed(Effect):
    """Prisoners are offered; so many are left (PRE-8.09)."""

    count: int
    left: int
    purpose: Purpose
    icon: ClassVar[str] = "sacrifice"

    @property
    def message(self) -> Message:
        """For morale or for the weather."""
        return Message.of(f"effect.sacrificed.{self.purpose}", count=self.count, left=self.left)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heartened(Effect):
    """Every friendly unit has the sacrifice's addition in this turn (PRE-8.10)."""

    additive: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WeatherRun(Effect):
    """So many of the three sacrifices for the weather are done (PRE-G.13)."""

    done: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WeatherRunWasted(Effect):
    """A weather sacrifice broken off: the men offered are wasted (PRE-G.13)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderGiven(Effect):
    """A unit's order, known to its own side until both sides' are shown (PRE-G.25)."""

    order: Order
    at: str = ""

    @property
    def message(self) -> Message:
        """With or without a target."""
        form = "at" if self.at else "plain"
        return Message.of(f"effect.order_given.{form}", whom=self.whom, order=self.order, at=self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersClosed(Effect):
    """A side has given all its orders."""

    told: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderShown(Effect):
    """An order laid open (PRE-G.25)."""

    order: Order
    at: str = ""

    @property
    def message(self) -> Message:
        """With or without a target."""
        form = "at" if self.at else "plain"
        return Message.of(f"effect.order_shown.{form}", whom=self.whom, order=self.order, at=self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegins(Effect):
    """The next phase of the turn."""

    turn: int
    phase: Phase

    @property
    def message(self) -> Message:
        """Each phase says what is done in it."""
        return Message.of(f"effect.phase_begins.{self.phase}")

    @property
    def detail(self) -> Message:
        """The turn."""
        return Message.of("effect.phase_begins.turn_detail", turn=self.turn)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegins(Effect):
    """The unconscious wake (PRE-5.16)."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OthersRecover(Effect):
    """Units that were not checked go one step toward 0 (PRE-G.41)."""

    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MenKilled(Effect):
    """Men are dead."""

    count: int
    icon: ClassVar[str] = "skull"

    @property
    def message(self) -> Message:
        """Says whose men, since often only one side loses any."""
        return Message.of(f"effect.men_killed.{self.whom}", count=self.count)


@dataclass(frozen=True, slots=True, kw_only=True)
class MenUnconscious(Effect):
    """Men lie on the ground until the next turn begins (PRE-5.15)."""

    count: int
    icon: ClassVar[str] = "wound"

    @property
    def message(self) -> Message:
        """Says whose men."""
        return Message.of(f"effect.men_unconscious.{self.whom}", count=self.count)


@dataclass(frozen=True, slots=True, kw_only=True)
class MenDisarmed(Effect):
    """Men have lost their weapons (PRE-7.11c)."""

    count: int
    icon: ClassVar[str] = "hand"

    @property
    def message(self) -> Message:
        """Says whose men."""
        return Message.of(f"effect.men_disarmed.{self.whom}", count=self.count)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitGone(Effect):
    """No man is left: the unit is removed (PRE-G.48)."""

    icon: ClassVar[str] = "skull"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderLost(Effect):
    """The leader, last of his unit, has fallen or is taken (PRE-3.17)."""

    icon: ClassVar[str] = "leader-fallen"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrisonersEscape(Effect):
    """Too few guards are left: the prisoners are out of the game (PRE-G.38)."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HasFired(Effect):
    """The unit has fired; what it may still move (PRE-5.20, PRE-5.21)."""

    half: bool

    @property
    def message(self) -> Message:
        """Half rate leaves half a move."""
        return Message.of(f"effect.has_fired.{'half' if self.half else 'full'}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfRange(Effect):
    """The target is beyond the weapon's range in this weather; nothing is spent (PRE-5.02b, PRE-5.07)."""

    reach: Fraction
    weather: Weather

    @property
    def message(self) -> Message:
        """How far it reaches, and in which weather where that counts."""
        form = "clear" if self.weather in (Weather.CLEAR, Weather.RAIN) else "weather"
        return Message.of(f"effect.out_of_range.{form}", reach=self.reach, weather=self.weather)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotInSight(Effect):
    """The firer does not see its target; nothing is spent (PRE-5.02)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves(Effect):
    """The unit has used this share of its movement; so many inches are left (PRE-6.02)."""

    share: Fraction
    left: Fraction
    icon: ClassVar[str] = "march"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stays(Effect):
    """The unit stays with its unconscious men (PRE-G.21)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MenAbandoned(Effect):
    """Unconscious men stay behind on a marker (PRE-5.16b, PRE-G.21)."""

    count: int
    icon: ClassVar[str] = "wound"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeavesField(Effect):
    """The unit goes over the edge, for good or with prisoners (PRE-G.43, PRE-8.06)."""

    men: int
    for_good: bool

    @property
    def message(self) -> Message:
        """For good, or on escort duty."""
        return Message.of(f"effect.leaves_field.{'for_good' if self.for_good else 'escort'}", men=self.men)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderLeft(Effect):
    """The leader ran off the field with his unit (PRE-G.44)."""

    icon: ClassVar[str] = "leader-fallen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacked(Effect):
    """Bookkeeping of a fight: who was in it and who has rolled (PRE-G.36)."""

    rolled: bool
    told: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubled(Effect):
    """The defender stands on the defensive (PRE-7.04)."""

    icon: ClassVar[str] = "shield"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesFirst(Effect):
    """This side names the first fight (PRE-G.36)."""

    icon: ClassVar[str] = "coin"


@dataclass(frozen=True, slots=True, kw_only=True)
class FightNamed(Effect):
    """A unit is named to attack an enemy (PRE-G.36)."""

    at: str
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class NamingPassed(Effect):
    """A side names nobody now; two passes running end the naming (PRE-G.36)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrisonersTaken(Effect):
    """The claimer leads away so many men (PRE-8.01)."""

    count: int
    unarmed: int
    unconscious: int
    icon: ClassVar[str] = "captive"


@dataclass(frozen=True, slots=True, kw_only=True)
class MenCaptured(Effect):
    """The other side of it: men are gone from their unit."""

    count: int
    told: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerCleared(Effect):
    """Men on a marker: claimed, or out of the game (PRE-5.17b)."""

    claimed: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EscortDuty(Effect):
    """From its next movement the unit takes its prisoners away (PRE-8.05 to PRE-8.06)."""

    to: Delivery

    @property
    def message(self) -> Message:
        """To the priests, or off the field."""
        return Message.of(f"effect.escort_duty.{self.to}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits(Effect):
    """The hand-over takes so many turns more (PRE-8.07)."""

    turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver(Effect):
    """The prisoners are delivered; the escort is free (PRE-8.07c)."""

    count: int
    to: Delivery
    additive: int
    turns: int
    priest: str = ""

    @property
    def message(self) -> Message:
        """Only priests on the field can sacrifice them (PRE-8.11)."""
        bonus = {"additive": self.additive, "turns": self.turns}
        named = self.priest if self.priest and self.to is Delivery.PRIESTS else Message("word.the_priests")
        return Message.of(f"effect.handed_over.{self.to}", count=self.count, priests=named, **bonus)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rearms(Effect):
    """After a quiet turn the unarmed have weapons again (PRE-G.35)."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelBecomes(Effect):
    """A unit's morale: the level kept, the level shown, and the standing terms of this check (PRE-9.02, PRE-G.41)."""

    stored: Fraction
    shown: int
    standing: Fraction
    friends: int
    enemies: int
    inches: Fraction

    @property
    def message(self) -> Message:
        """What the level makes the unit do (PRE-G.43)."""
        return Message.of("effect.level_becomes", level=level_message(self.shown), duty=duty(self.shown, self.inches))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores(Effect):
    """A side's points (PRE-G.45)."""

    points: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleOver(Effect):
    """The battle is over, and who has won; nobody in a draw (PRE-G.45)."""

    winner: Side | None
    cause: str

    @property
    def message(self) -> Message:
        """A winner or a draw."""
        why = Message(f"effect.battle_over.cause.{self.cause}")
        if self.winner is None:
            return Message.of("effect.battle_over.draw", why=why)
        return Message.of("effect.battle_over.won", side=self.winner, why=why)


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleGoesOn(Effect):
    """No end yet."""
