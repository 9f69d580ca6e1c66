"""What verdicts do to the table: typed, so that words, roster and digital table need nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CheckEffect,
    Effectiveness,
    Formation,
    Grade,
    HastyManeuver,
    LeaderFate,
    LeaderRating,
    Light,
    Maneuver,
    OrderState,
    Side,
)


def _choice(or_recall: bool) -> str:
    """The words for cavalry that may recall, or for everybody else."""
    return "or_recall" if or_recall else "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked(Effect):
    """A unit's result in a maneuver check, with all it may now do (MAW-6.04)."""

    result: CheckEffect
    maneuvers: tuple[Maneuver, ...] = ()
    full_move: tuple[Fraction, ...] = ()  # on open, broken and rough ground, where a maneuver moves it
    at_night: bool = False  # a result that allows less by night than by day (MAW-12.10)

    @property
    def message(self) -> Message:
        """Each result has its own sentence; holding, which is always open, is told first."""
        resting = tuple(one for one in self.maneuvers if one is Maneuver.HOLD)
        listed = (*resting, *(one for one in self.maneuvers if one is not Maneuver.HOLD))
        far: Message | str = ""
        if self.full_move:
            grounds = zip(("open", "broken", "rough"), self.full_move, strict=True)
            far = Message("effect.checked.full_move", tuple(grounds))
        known = "checked_at_night" if self.at_night else "checked"
        return Message.of(f"effect.{known}.{self.result}", whom=self.whom, maneuvers=listed, far=far)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderBecomes(Effect):
    """A marker is put down or taken off."""

    order: OrderState
    late: bool = False  # placed after the last combat or move of the phase (MAW-G.25)

    @property
    def message(self) -> Message:
        """Each state has its own words."""
        return Message.of(f"effect.order_becomes.{self.order}{'_late' if self.late else ''}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reforms(Effect):
    """A broken unit takes line again, facing the enemy (MAW-6.09, MAW-6.11b); irregulars open order (MAW-G.46)."""

    formation: Formation = Formation.LINE


@dataclass(frozen=True, slots=True, kw_only=True)
class Mounts(Effect):
    """Cavalry mounts or dismounts: a change of formation (MAW-G.19h), or the flight of a panic (MAW-6.15)."""

    mounted: bool = True

    @property
    def message(self) -> Message:
        """Up or down."""
        return Message.of(f"effect.mounts.{'mounted' if self.mounted else 'dismounted'}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeStands(Effect):
    """The charger must still charge a target that formed square (MAW-15.22)."""

    icon: ClassVar[str] = "frontal"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandsLost(Effect):
    """Stands are taken off for the battle (MAW-10.01)."""

    count: int
    icon: ClassVar[str] = "base-off"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRemoved(Effect):
    """Troops at their last stand, or guns without any, are taken off (MAW-10.04)."""

    icon: ClassVar[str] = "base-off"


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectivenessBecomes(Effect):
    """A unit is worn or spent now (MAW-17.04)."""

    effectiveness: Effectiveness

    @property
    def message(self) -> Message:
        """Each state has its own words."""
        return Message.of(f"effect.effectiveness_becomes.{self.effectiveness}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class Silenced(Effect):
    """Guns cannot fire until they are rallied (MAW-G.26)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GunsRallied(Effect):
    """The silenced marker is taken off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GunsDamaged(Effect):
    """Gun stands are marked damaged; a second damage wrecks (MAW-G.26)."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GunsWrecked(Effect):
    """Gun stands are removed (MAW-G.26a)."""

    count: int
    icon: ClassVar[str] = "base-off"


@dataclass(frozen=True, slots=True, kw_only=True)
class GunsLost(Effect):
    """The whole gun unit is lost: it cannot limber in time, or it is overrun (MAW-1.17, MAW-5.07, MAW-G.25j)."""

    captured: bool = False
    icon: ClassVar[str] = "base-off"

    @property
    def message(self) -> Message:
        """Abandoned or captured."""
        return Message.of(f"effect.guns_lost.{'captured' if self.captured else 'abandoned'}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewsLost(Effect):
    """Crews sheltered in a broken square (MAW-15.39)."""

    count: int
    icon: ClassVar[str] = "base-off"


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewShelters(Effect):
    """A crew leaves its guns for a square (MAW-15.41)."""

    square: str = ""  # the name of the unit that takes it in, where it was told

    @property
    def message(self) -> Message:
        """Whose square, where that was told."""
        return Message.of(f"effect.crew_shelters.{'named' if self.square else 'near'}", square=self.square)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewReturns(Effect):
    """A crew goes back to its guns (MAW-15.43a)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limbers(Effect):
    """Guns limber or unlimber."""

    limbered: bool = True

    @property
    def message(self) -> Message:
        """Two ways."""
        return Message.of(f"effect.limbers.{'limbered' if self.limbered else 'unlimbered'}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetreatsBeyondCloseRange(Effect):
    """Out of close range and arc, further than a full move if need be (MAW-6.11); cavalry may recall instead."""

    or_recall: bool = False
    icon: ClassVar[str] = "fall-back"

    @property
    def message(self) -> Message:
        """With the recall that cavalry may choose."""
        return Message.of(f"effect.retreats_beyond_close_range.{_choice(self.or_recall)}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class FullRetreat(Effect):
    """A full move to the rear; broken troops at the broken rate (MAW-G.21a)."""

    broken: bool
    through_defile: bool = False  # a storming column goes back the way it came (MAW-16.10)
    evading: bool = False  # skirmishers may halt sooner behind friends (MAW-14.03a)
    icon: ClassVar[str] = "fall-back"

    @property
    def message(self) -> Message:
        """Broken or formed, for a storming column which way, for skirmishers how far."""
        manner = "broken" if self.broken else "formed"
        manner = "evading" if self.evading else "through_defile" if self.through_defile else manner
        return Message.of(f"effect.full_retreat.{manner}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortRetreat(Effect):
    """A step back, still facing the enemy; cavalry may recall instead."""

    distance: Fraction
    or_recall: bool = False
    icon: ClassVar[str] = "fall-back"

    @property
    def message(self) -> Message:
        """With the recall that cavalry may choose."""
        return Message.of(f"effect.short_retreat.{_choice(self.or_recall)}", whom=self.whom, distance=self.distance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Holds(Effect):
    """It stays where it is; after a check that allows no maneuver it may only fire."""

    only_fire: bool = False

    @property
    def message(self) -> Message:
        """With what it may still do, where that is little."""
        return Message.of("effect.holds_fire" if self.only_fire else "effect.holds", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriesPosition(Effect):
    """It advances to where the enemy stood; a storming column must deploy there (MAW-16.09), cavalry may recall."""

    or_recall: bool = False
    forms: Formation | None = None  # what a storming column deploys into
    icon: ClassVar[str] = "frontal"

    @property
    def message(self) -> Message:
        """With the recall that cavalry may choose, or the formation that a storming column takes."""
        if self.forms is not None:
            return Message.of("effect.carries_position.deploying", whom=self.whom, forms=self.forms)
        return Message.of(f"effect.carries_position.{_choice(self.or_recall)}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class BreaksThrough(Effect):
    """A breakthrough charge: cavalry must, infantry may (MAW-G.25c); half a move at the double quick (MAW-5.09)."""

    must: bool
    distance: Fraction
    icon: ClassVar[str] = "frontal"

    @property
    def message(self) -> Message:
        """Must or may."""
        return Message.of(f"effect.breaks_through.{'must' if self.must else 'may'}", distance=self.distance)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeChecked(Effect):
    """A charge stopped by fire (MAW-G.04a); cavalry may recall (MAW-G.04b), a storming column halts at the defile (MAW-G.43a)."""

    distance: Fraction
    or_recall: bool
    at_defile: bool = False
    icon: ClassVar[str] = "fall-back"

    @property
    def message(self) -> Message:
        """Where it halts, and the recall that cavalry may choose."""
        where = "at_defile" if self.at_defile else _choice(self.or_recall)
        return Message.of(f"effect.charge_checked.{where}", whom=self.whom, distance=self.distance)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeGoesHome(Effect):
    """The fire does not stop the charge."""

    icon: ClassVar[str] = "frontal"


@dataclass(frozen=True, slots=True, kw_only=True)
class LowOnAmmunition(Effect):
    """Half fire points, no buck and ball (MAW-G.06a)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replenished(Effect):
    """The low ammunition marker goes (MAW-G.06b)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderFares(Effect):
    """What becomes of a leader or colonel (MAW-3.06)."""

    fate: LeaderFate
    colonel: bool = False
    icon: ClassVar[str] = "leader-fallen"

    @property
    def message(self) -> Message:
        """Leader or colonel, and his fate."""
        return Message.of(f"effect.leader_fares.{'colonel' if self.colonel else 'leader'}.{self.fate}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderReplaced(Effect):
    """A new leader takes over the command (MAW-G.16c)."""

    rating: LeaderRating
    icon: ClassVar[str] = "leader-attached"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormationBecomes(Effect):
    """A unit changes formation."""

    formation: Formation


@dataclass(frozen=True, slots=True, kw_only=True)
class MayMove(Effect):
    """How far a unit may go."""

    distance: Fraction
    icon: ClassVar[str] = "march"


@dataclass(frozen=True, slots=True, kw_only=True)
class MayWheel(Effect):
    """How far a change of front goes: an angle, and the way of the outer corner (MAW-7.14, MAW-7.16a)."""

    degrees: int
    distance: Fraction
    icon: ClassVar[str] = "march"


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesByRoad(Effect):
    """A move partly on a road: inches on it, and what is left beside it (MAW-8.16)."""

    on_road: Fraction
    beside: Fraction
    total: Fraction
    icon: ClassVar[str] = "march"


@dataclass(frozen=True, slots=True, kw_only=True)
class Maneuvers(Effect):
    """A maneuver carried out, in words of its own."""

    maneuver: Maneuver

    @property
    def message(self) -> Message:
        """Each maneuver has its own instruction."""
        return Message.of(f"effect.maneuvers.{self.maneuver}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class MayFire(Effect):
    """Whether the unit may use its offensive fire after this."""

    fire: bool

    @property
    def message(self) -> Message:
        """It may or may not."""
        return Message.of(f"effect.may_fire.{'yes' if self.fire else 'no'}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeDeclared(Effect):
    """A charge may go in, so far (MAW-G.22b)."""

    distance: Fraction
    cold_steel: bool
    icon: ClassVar[str] = "frontal"

    @property
    def message(self) -> Message:
        """With or without cold steel."""
        return Message.of(
            f"effect.charge_declared.{'cold_steel' if self.cold_steel else 'plain'}", distance=self.distance
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyOpen(Effect):
    """A reply the charged side may choose (MAW-2.05)."""

    reply: HastyManeuver

    @property
    def message(self) -> Message:
        """Each reply has its own words."""
        return Message.of(f"effect.reply_open.{self.reply}", whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterCharges(Effect):
    """Cavalry goes to meet the charge (MAW-2.26)."""

    distance: Fraction
    icon: ClassVar[str] = "frontal"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargerGoesOn(Effect):
    """After an evasion the charger carries the place or goes on (MAW-14.04, MAW-14.05)."""

    disordered: bool

    @property
    def message(self) -> Message:
        """With or without disorder at the end."""
        return Message.of(f"effect.charger_goes_on.{'disordered' if self.disordered else 'good'}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyStands(Effect):
    """The army line of the maneuver check (MAW-G.18)."""

    modifier: int
    heavy: bool
    greater: bool
    key_lost: bool
    heavy_at: int

    @property
    def message(self) -> Message:
        """Every line that counts is named."""
        losses = "greater" if self.greater else "heavy" if self.heavy else ""
        causes = tuple(Message(f"word.army.{cause}") for cause in (losses, "key" if self.key_lost else "") if cause)
        if not causes:
            return Message.of("effect.army_stands.sound", heavy_at=self.heavy_at)
        return Message.of("effect.army_stands.burdened", causes=causes, modifier=self.modifier)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyBreaks(Effect):
    """Half of the stands are lost: the army withdraws (MAW-G.27c)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleWon(Effect):
    """Who wins, and how well (MAW-G.27b)."""

    margin: int
    grade: Grade

    @property
    def message(self) -> Message:
        """A draw has no winner."""
        return Message.of(f"effect.battle_won.{self.grade}", whom=Message(f"side.{self.whom}"), margin=self.margin)


@dataclass(frozen=True, slots=True, kw_only=True)
class LightIs(Effect):
    """Light, range cap and command radius (chapter 12)."""

    light: Light
    cap: int
    radius: int

    @property
    def message(self) -> Message:
        """By day there is no cap."""
        kind = "day" if self.light is Light.DAY else "night" if self.light.startswith("night") else "twilight"
        return Message.of(f"effect.light_is.{kind}", cap=Fraction(self.cap), radius=Fraction(self.radius))


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponReaches(Effect):
    """A weapon's bands."""

    reach: Fraction
    close: Fraction
    points: tuple[tuple[Fraction | None, str], ...]  # fire points of a stand up to each distance, and beyond all

    @property
    def message(self) -> Message:
        """Its reach and its bands."""
        bands = tuple(
            Message.of("word.points_beyond" if far is None else "word.points_to", points=points, far=far)
            for far, points in self.points
        )
        return Message.of("effect.weapon_reaches", reach=self.reach, close=self.close, bands=bands)


@dataclass(frozen=True, slots=True, kw_only=True)
class RocketCounts(Effect):
    """What a rocket stand must throw (MAW-G.05)."""

    reach: Fraction
    near: int
    far: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BuckAndBall(Effect):
    """What US muskets add in a charge (MAW-19.01a)."""

    bonus: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegins(Effect):
    """The next phase of the player turn."""

    phase: str
    side: Side
    turn: int

    @property
    def message(self) -> Message:
        """Each phase says what is done in it."""
        return Message.of(f"effect.phase_begins.{self.phase}", side=self.side, turn=self.turn)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEntered(Effect):
    """A unit is entered in the roster."""

    name: str
    stands: int
    told: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedAsUsual(Effect):
    """The rating tables do not know the unit by this name, and have one that is written much alike."""

    name: str
    near: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterCorrected(Effect):
    """A unit's record is set by hand."""

    told: ClassVar[bool] = False
