"""What several chapters do to units on the table and in the books; what only one does stands there."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from sandtable.kernel.effects import Effect, OnUnit, effect
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.vocabulary import Formation, OrderState


@effect(says="{order}{late?_late:}")
class OrderBecomes(OnUnit):
    """A marker is put down or taken off."""

    order: OrderState
    late: bool = False  # placed after the last combat or move of the phase (MAW-G.25)

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, late_disorder=True) if self.late else replace(unit, order=self.order)


@effect()
class FormationBecomes(OnUnit):
    """A unit changes formation."""

    formation: Formation

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, formation=self.formation)


@effect()
class Reforms(FormationBecomes):
    """A broken unit takes line again, facing the enemy (MAW-6.09, MAW-6.11b); irregulars open order (MAW-G.46)."""


@effect(says="{mounted?mounted:dismounted}")
class Mounts(OnUnit):
    """Cavalry mounts or dismounts: a change of formation (MAW-G.19h), or the flight of a panic (MAW-6.15)."""

    mounted: bool = True

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, mounted=self.mounted)


@effect(icon="base-off")
class StandsLost(OnUnit):
    """Stands are taken off for the battle (MAW-10.01)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return unit.losing(self.count)


@effect(icon="base-off")
class GunsWrecked(OnUnit):
    """Gun stands are removed (MAW-G.26a)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return unit.losing(self.count)


@effect()
class GunsDamaged(OnUnit):
    """Gun stands are marked damaged; a second damage wrecks (MAW-G.26)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, damaged=min(unit.stands, unit.damaged + self.count))


@effect(icon="base-off")
class UnitRemoved(OnUnit):
    """Troops at their last stand, or guns without any, are taken off (MAW-10.04)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return unit.removed()


@effect(icon="base-off", says="{captured?captured:abandoned}")
class GunsLost(OnUnit):
    """The whole gun unit is lost: it cannot limber in time, or it is overrun (MAW-1.17, MAW-5.07, MAW-G.25j)."""

    captured: bool = False

    def on(self, unit: KnownUnit) -> KnownUnit:
        return unit.removed()


@effect()
class Silenced(OnUnit):
    """Guns cannot fire until they are rallied (MAW-G.26)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, silenced=True)


@effect(says="{limbered?limbered:unlimbered}")
class Limbers(OnUnit):
    """Guns limber or unlimber."""

    limbered: bool = True

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, limbered=self.limbered)


@effect(icon="fall-back", says="{or_recall?or_recall:plain}")
class RetreatsBeyondCloseRange(Effect):
    """Out of close range and arc, further than a full move if need be (MAW-6.11); cavalry may recall instead."""

    or_recall: bool = False


@effect(icon="fall-back", says="{manner}")
class FullRetreat(Effect):
    """A full move to the rear; broken troops at the broken rate (MAW-G.21a)."""

    broken: bool
    through_defile: bool = False  # a storming column goes back the way it came (MAW-16.10)
    evading: bool = False  # skirmishers may halt sooner behind friends (MAW-14.03a)

    @property
    def manner(self) -> str:
        """Broken or formed, for a storming column which way, for skirmishers how far."""
        if self.evading:
            return "evading"
        return "through_defile" if self.through_defile else "broken" if self.broken else "formed"


@effect(says="{only_fire?only_fire:plain}")
class Holds(Effect):
    """It stays where it is; after a check that allows no maneuver it may only fire."""

    only_fire: bool = False


@effect(icon="march")
class MayMove(Effect):
    """How far a unit may go."""

    distance: Fraction


@effect(says="{fire?yes:no}")
class MayFire(Effect):
    """Whether the unit may use its offensive fire after this."""

    fire: bool
