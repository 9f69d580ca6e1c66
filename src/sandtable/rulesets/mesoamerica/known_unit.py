"""A unit of the roster as it stands, and how effects change it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import singledispatch

from sandtable.kernel.effects import Effect
from sandtable.rulesets.mesoamerica.effects import (
    Armed,
    Attacked,
    HandedOver,
    HasFired,
    Hides,
    LeavesField,
    LevelBecomes,
    MenAbandoned,
    MenCaptured,
    MenDisarmed,
    MenKilled,
    MenUnconscious,
    Moves,
    OrderGiven,
    PrisonersEscape,
    PrisonersTaken,
    Rearms,
    Revealed,
    Surprised,
    UnitEntered,
    UnitGone,
    Waits,
    WeatherRun,
)
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.vocabulary import Delivery, Fired, Order, Side, UnitType, Weapon

NEVER = -1


@dataclass(frozen=True, slots=True)
class KnownUnit:
    """Everything the umpire remembers of one unit. Turn numbers say when something last happened."""

    name: str
    side: Side
    kind: UnitType
    strength: int
    elite: bool
    weapon: Weapon | None
    armoured: bool
    men: Men
    started: int
    division: int = 0
    hidden: bool = False
    order: Order | None = None
    fired: Fired = Fired.NO
    targets: int = 0  # fired at in this turn
    targets_declared: int = 1
    fallen_to_fire: int = 0  # in this firing phase: all fire is simultaneous, so they still fire (PRE-G.20)
    shot_turn: int = NEVER
    fought_turn: int = NEVER
    rolled_turn: int = NEVER
    moved_turn: int = NEVER
    moved_share: Fraction = Fraction(0)
    retreated_turn: int = NEVER
    checked_turn: int = NEVER
    attackers: tuple[str, ...] = ()  # in this turn
    due: frozenset[str] = frozenset()  # why it must check its morale: shot_at, fought, enemy_revealed
    stored: Fraction = Fraction(0)
    shown: int = 0
    standing: Fraction = Fraction(0)
    friends: int | None = None
    enemies: int | None = None
    prisoners: int = 0
    waited: int = 0
    waited_turn: int = NEVER
    delivery: Delivery = Delivery.PRIESTS
    captor_pending: bool = False
    captor_until: int = NEVER
    leaders_counted: frozenset[Side] = frozenset()
    held: int = 0
    sacrificed_turn: int = NEVER
    weather_run: int = 0
    weather_run_turn: int = NEVER
    gone: bool = False

    @property
    def off_field(self) -> bool:
        """Gone, or away by its edge with prisoners (PRE-8.06)."""
        return self.gone or self.delivery is Delivery.OFF_FIELD

    @classmethod
    def entered(cls, effect: UnitEntered) -> KnownUnit:
        """A unit as it comes into the roster."""
        return cls(
            name=effect.whom,
            side=effect.side,
            kind=effect.kind_of_unit,
            strength=effect.strength,
            elite=effect.elite,
            weapon=effect.weapon,
            armoured=effect.armoured,
            men=Men(effect.men),
            started=effect.men,
            division=effect.division,
        )

    def new_turn(self) -> KnownUnit:
        """The unconscious wake; what counted for the old turn is forgotten (PRE-5.16)."""
        return replace(
            self,
            men=self.men.awake(),
            fired=Fired.NO,
            targets=0,
            targets_declared=1,
            fallen_to_fire=0,
            attackers=(),
            order=None,
        )


@singledispatch
def changed(effect: Effect, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - effects that change no unit
    """The unit after an effect on it."""
    return unit


@changed.register
def _(effect: Armed, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, weapon=effect.weapon, armoured=effect.armoured)


@changed.register
def _(effect: Hides, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, hidden=True)


@changed.register
def _(effect: Revealed, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, hidden=False)


@changed.register
def _(effect: Surprised, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, due=unit.due | {"enemy_revealed"})


@changed.register
def _(effect: OrderGiven, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, order=effect.order)


@changed.register
def _(effect: MenKilled, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, men=unit.men.killed(effect.count))


@changed.register
def _(effect: MenUnconscious, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, men=unit.men.stunned(effect.count))


@changed.register
def _(effect: MenDisarmed, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, men=unit.men.disarmed(effect.count))


@changed.register
def _(effect: MenCaptured, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, men=unit.men.taken(min(effect.count, unit.men.helpless)))


@changed.register
def _(effect: MenAbandoned, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, men=unit.men.left_behind())


@changed.register
def _(effect: Rearms, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, men=unit.men.rearmed())


@changed.register
def _(effect: UnitGone, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, gone=True, prisoners=0, held=0, men=Men(0))


@changed.register
def _(effect: LeavesField, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    if effect.for_good:
        return replace(unit, gone=True, prisoners=0, held=0, men=Men(0))
    return replace(unit, delivery=Delivery.OFF_FIELD)


@changed.register
def _(effect: HasFired, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, fired=Fired.HALF if effect.half else Fired.FULL, hidden=False)


@changed.register
def _(effect: Moves, unit: KnownUnit, turn: int) -> KnownUnit:
    if not effect.share:
        return unit
    return replace(unit, moved_turn=turn, moved_share=effect.share, hidden=False)


@changed.register
def _(effect: Attacked, unit: KnownUnit, turn: int) -> KnownUnit:
    rolled = turn if effect.rolled else unit.rolled_turn
    return replace(unit, fought_turn=turn, rolled_turn=rolled, due=unit.due | {"fought"})


@changed.register
def _(effect: PrisonersTaken, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, prisoners=unit.prisoners + effect.count, waited=0)


@changed.register
def _(effect: PrisonersEscape, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, prisoners=0, waited=0)


@changed.register
def _(effect: Waits, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, waited=unit.waited + 1, waited_turn=turn)


@changed.register
def _(effect: HandedOver, unit: KnownUnit, turn: int) -> KnownUnit:  # noqa: ARG001 - all share one shape
    return replace(unit, prisoners=0, waited=0, delivery=Delivery.PRIESTS, captor_pending=True)


@changed.register
def _(effect: WeatherRun, unit: KnownUnit, turn: int) -> KnownUnit:
    return replace(unit, weather_run=effect.done, weather_run_turn=turn)


@changed.register
def _(effect: LevelBecomes, unit: KnownUnit, turn: int) -> KnownUnit:
    return replace(
        unit,
        stored=effect.stored,
        shown=effect.shown,
        standing=effect.standing,
        friends=effect.friends,
        enemies=effect.enemies,
        checked_turn=turn,
        due=frozenset(),
    )
