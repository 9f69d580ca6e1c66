"""What several chapters do to the units on the table, to the armies, and to the books; what only one does stands there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sandtable.kernel.effects import Effect, OnBooks, OnUnit, effect
from sandtable.kernel.ledger import Deed
from sandtable.kernel.messages import Message
from sandtable.kernel.roster import Entering
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.ledger import KnownUnit, MesoamericaLedger
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.vocabulary import LeaderFate, Side, UnitType, Weapon, Weather


@effect()
class OnUnitNow(OnUnit):
    """An effect on a unit for which the turn counts in which it falls."""

    def then(self, unit: KnownUnit, turn: int) -> KnownUnit:
        """The unit after it."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it does")

    def fold(self, books: MesoamericaLedger, deed: Deed, _: Tables, /) -> MesoamericaLedger:
        unit = books.unit_meant(self.whom, deed)
        return books if unit is None else books.with_units(self.then(unit, books.turn))


@effect(adds=("who",))
class OnNamedUnit(OnUnit):
    """An effect whose words name the unit, by its name or its role."""

    @property
    def who(self) -> str | Message:
        """The unit as a sentence names it."""
        return fields.the(self.whom)


@effect()
class UnitEntered(Entering):
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
    def unit(self) -> KnownUnit:
        """The unit as it comes into the roster."""
        return KnownUnit(
            name=self.whom,
            side=self.side,
            kind=self.kind_of_unit,
            strength=self.strength,
            elite=self.elite,
            weapon=self.weapon,
            armoured=self.armoured,
            men=Men(self.men),
            started=self.men,
            division=self.division,
        )

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

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        return books.with_units(self.unit)


@effect(says="{weather}", touches=("weather",))
class WeatherBecomes(OnBooks):
    """The weather up to and including a turn (PRE-4.07)."""

    weather: Weather
    until: int

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        return replace(books, weather=self.weather, weather_until=self.until)


@effect(icon="skull")
class MenKilled(OnNamedUnit):
    """Men are dead."""

    count: int

    def fold(self, books: MesoamericaLedger, deed: Deed, _: Tables, /) -> MesoamericaLedger:
        """Without them, and with the toll of their army."""
        unit = books.unit_meant(self.whom, deed)
        if unit is None:
            return books
        fallen = replace(unit, men=unit.men.killed(self.count))
        return books.with_units(fallen).with_toll(unit.side, killed=self.count)


@effect(icon="skull")
class UnitGone(OnUnit):
    """No man is left: the unit is removed (PRE-G.48)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return unit.removed()


@effect(icon="leader-fallen")
class LeaderLost(OnUnit):
    """The leader, last of his unit, has fallen or is taken (PRE-3.17)."""

    def fold(self, books: MesoamericaLedger, deed: Deed, _: Tables, /) -> MesoamericaLedger:
        """With the toll of his army."""
        unit = books.unit_meant(self.whom, deed)
        return books if unit is None else books.with_toll(unit.side, leader=LeaderFate.LOST)


@effect()
class PrisonersEscape(OnUnit):
    """Too few guards are left: the prisoners are out of the game (PRE-G.38)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, prisoners=0, waited=0)


def losses_follow(whom: str, left: Men, kind: UnitType, prisoners: int) -> Iterator[Effect]:
    """An empty unit goes (PRE-G.48), the leader falls with its last man (PRE-3.17), too few guards let go (PRE-G.38)."""
    if left.all == 0:
        yield UnitGone(whom=whom)
        if kind is UnitType.LEADER:
            yield LeaderLost(whom=whom)
    if prisoners > left.active:
        yield PrisonersEscape(whom=whom, count=prisoners)
