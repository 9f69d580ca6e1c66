"""What results do to the units on the table, to the armies, and to the books."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sandtable.kernel.effects import Effect, OnBooks, OnUnit, effect
from sandtable.kernel.ledger import Deed
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.ledger import NEVER, GivenOrder, KnownUnit, Marker, MesoamericaLedger, Plan
from sandtable.rulesets.mesoamerica.levels import duty, level_message
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.vocabulary import (
    OTHER_SIDE,
    Cause,
    Delivery,
    Fired,
    LeaderFate,
    Order,
    Phase,
    Purpose,
    Season,
    Side,
    UnitType,
    Weapon,
    Weather,
)


@effect()
class OnUnitNow(OnUnit):
    """An effect on a unit for which the turn counts in which it falls."""

    def then(self, unit: KnownUnit, turn: int) -> KnownUnit:
        """The unit after it."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it does")

    def fold(self, books: MesoamericaLedger, deed: Deed, _: Tables, /) -> MesoamericaLedger:
        """The books with that unit changed."""
        unit = books.meant(self.whom, deed)
        return books if unit is None else books.with_units(self.then(unit, books.turn))


def removed(unit: KnownUnit) -> KnownUnit:
    """The unit gone, with whomever it held."""
    return replace(unit, gone=True, prisoners=0, held=0, men=Men(0))


@effect()
class ArmyPlanned(OnBooks):
    """So many men, units and divisions (PRE-3.05, PRE-G.02)."""

    prowess: int
    men: int  # by the ratio; units are rounded from them
    units: int
    combat_units: int
    divisions: int

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """Its plan."""
        return replace(books, plans={**books.plans, Side(self.whom): Plan(self.prowess, self.combat_units)})


@effect()
class UnitEntered(OnBooks):
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
        """With the unit."""
        return books.with_units(self.unit)


@effect(says="{armoured?armoured:plain}")
class Armed(OnUnit):
    """A unit gets its weapon, and perhaps armour (PRE-3.10, PRE-3.21)."""

    weapon: Weapon
    armoured: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        """With its weapon."""
        return replace(unit, weapon=self.weapon, armoured=self.armoured)


@effect(icon="hidden")
class HasAccess(OnBooks):
    """This side had access to the field and may hide units (PRE-3.09)."""

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """With the side that knew the field."""
        return replace(books, access=Side(self.whom))


@effect()
class NoAccess(OnBooks):
    """Nobody had access."""

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """With nobody who knew the field."""
        return replace(books, nobody_had_access=True)


@effect(icon="hidden")
class Hides(OnUnit):
    """A unit is hidden (PRE-3.27)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Hidden."""
        return replace(unit, hidden=True)


@effect(icon="eye", says="{cause}")
class Revealed(OnUnit):
    """A hidden unit shows itself and is never hidden again (PRE-G.10)."""

    cause: Cause

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Seen."""
        return replace(unit, hidden=False)


@effect()
class Surprised(OnUnit):
    """An enemy came out of hiding within 2 inches: the unit checks its morale (PRE-9.01c)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        """With a check due."""
        return replace(unit, due=unit.due | {"enemy_revealed"})


@effect(says="{weather}", touches=("weather",))
class WeatherBecomes(OnBooks):
    """The weather up to and including a turn (PRE-4.07)."""

    weather: Weather
    until: int

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """With the weather."""
        return replace(books, weather=self.weather, weather_until=self.until)


@effect(icon="sacrifice", says="{purpose}")
class Sacrificed(OnBooks):
    """Prisoners are offered; so many are left (PRE-8.09)."""

    count: int
    left: int
    purpose: Purpose

    def fold(self, books: MesoamericaLedger, deed: Deed, _tables: Tables, /) -> MesoamericaLedger:
        """The priests have offered, and hold so many fewer."""
        priest = books.priest(Side(self.whom), books.names(deed).get("actor", ""))
        if priest is None:
            return books
        ended = replace(priest, held=self.left, sacrificed_turn=books.turn, weather_run=0, weather_run_turn=NEVER)
        return books.with_units(ended)


@effect()
class Heartened(OnBooks):
    """Every friendly unit has the sacrifice's addition in this turn (PRE-8.10)."""

    additive: int

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """Until the end of this turn."""
        return replace(books, heartened={**books.heartened, Side(self.whom): books.turn})


@effect()
class WeatherRun(OnBooks):
    """So many of the three sacrifices for the weather are done (PRE-G.13)."""

    done: int
    of: int

    def fold(self, books: MesoamericaLedger, deed: Deed, _tables: Tables, /) -> MesoamericaLedger:
        """The priests have come so far."""
        priest = books.priest(Side(self.whom), books.names(deed).get("actor", ""))
        if priest is None:
            return books
        return books.with_units(replace(priest, weather_run=self.done, weather_run_turn=books.turn))


@effect()
class WeatherRunWasted(Effect):
    """A weather sacrifice broken off: the men offered are wasted (PRE-G.13)."""


@effect(says="{at?at:plain}")
class OrderGiven(OnUnit):
    """A unit's order, known to its own side until both sides' are shown (PRE-G.25)."""

    order: Order
    at: str = ""

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Under its order."""
        return replace(unit, order=self.order)


@effect(told=False)
class OrdersClosed(OnBooks):
    """A side has given all its orders."""

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """With its orders given."""
        return replace(books, closed=books.closed | {Side(self.whom)})


@effect(says="{at?at:plain}")
class OrderShown(OnBooks):
    """An order laid open (PRE-G.25)."""

    order: Order
    at: str = ""

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """With all orders shown."""
        return replace(books, orders_shown=True)


@effect(says="{phase}")
class PhaseBegins(OnBooks):
    """The next phase of the turn."""

    turn: int
    phase: Phase

    @property
    def detail(self) -> Message:
        """The turn."""
        return Message.of("effect.phase_begins.turn_detail", turn=self.turn)

    def fold(self, books: MesoamericaLedger, _deed: Deed, tables: Tables, /) -> MesoamericaLedger:
        """In that phase."""
        return books.in_phase(self.turn, self.phase, tables)


@effect()
class TurnBegins(OnBooks):
    """The unconscious wake (PRE-5.16)."""

    turn: int

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """In that turn."""
        return books.in_turn(self.turn)


@effect()
class OthersRecover(OnBooks):
    """Units that were not checked go one step toward 0 (PRE-G.41)."""

    step: int

    def fold(self, books: MesoamericaLedger, _deed: Deed, tables: Tables, /) -> MesoamericaLedger:
        """With those units a step nearer to 0."""
        return books.with_others_recovered(tables)


@effect(icon="skull", says="{whom}")
class MenKilled(OnUnit):
    """Men are dead."""

    count: int

    def fold(self, books: MesoamericaLedger, deed: Deed, _tables: Tables, /) -> MesoamericaLedger:
        """Without them, and with the toll of their army."""
        unit = books.meant(self.whom, deed)
        if unit is None:
            return books
        fallen = replace(unit, men=unit.men.killed(self.count))
        return books.with_units(fallen).with_toll(unit.side, killed=self.count)


@effect(icon="wound", says="{whom}")
class MenUnconscious(OnUnit):
    """Men lie on the ground until the next turn begins (PRE-5.15)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        """With men on the ground."""
        return replace(unit, men=unit.men.stunned(self.count))


@effect(icon="hand", says="{whom}")
class MenDisarmed(OnUnit):
    """Men have lost their weapons (PRE-7.11c)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        """With men who have no weapons."""
        return replace(unit, men=unit.men.disarmed(self.count))


@effect(icon="skull")
class UnitGone(OnUnit):
    """No man is left: the unit is removed (PRE-G.48)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Gone, with what it held."""
        return removed(unit)


@effect(icon="leader-fallen")
class LeaderLost(OnUnit):
    """The leader, last of his unit, has fallen or is taken (PRE-3.17)."""

    def fold(self, books: MesoamericaLedger, deed: Deed, _tables: Tables, /) -> MesoamericaLedger:
        """With the toll of his army."""
        unit = books.meant(self.whom, deed)
        return books if unit is None else books.with_toll(unit.side, leader=LeaderFate.LOST)


@effect()
class PrisonersEscape(OnUnit):
    """Too few guards are left: the prisoners are out of the game (PRE-G.38)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Without prisoners."""
        return replace(unit, prisoners=0, waited=0)


@effect(says="{half?half:full}")
class HasFired(OnUnit):
    """The unit has fired; what it may still move (PRE-5.20, PRE-5.21)."""

    half: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Having fired, and seen."""
        return replace(unit, fired=Fired.HALF if self.half else Fired.FULL, hidden=False)


@effect()
class OutOfRange(Effect):
    """The target is beyond the weapon's range in this weather; nothing is spent (PRE-5.02b, PRE-5.07)."""

    reach: Fraction
    weather: Weather

    @property
    def message(self) -> Message:
        """How far it reaches, and in which weather where that counts."""
        form = "clear" if self.weather in (Weather.CLEAR, Weather.RAIN) else "weather"
        return Message.of(f"effect.out_of_range.{form}", reach=self.reach, weather=self.weather)


@effect()
class NotInSight(Effect):
    """The firer does not see its target; nothing is spent (PRE-5.02)."""


@effect(icon="march")
class Moves(OnUnitNow):
    """The unit has used this share of its movement; so many inches are left (PRE-6.02)."""

    share: Fraction
    left: Fraction

    def then(self, unit: KnownUnit, turn: int) -> KnownUnit:
        """Having moved, and seen; who stays where it is does not show itself."""
        if not self.share:
            return unit
        return replace(unit, moved_turn=turn, moved_share=self.share, hidden=False)


@effect()
class Stays(Effect):
    """The unit stays with its unconscious men (PRE-G.21)."""


@effect(icon="wound")
class MenAbandoned(OnUnit):
    """Unconscious men stay behind on a marker (PRE-5.16b, PRE-G.21)."""

    count: int

    def fold(self, books: MesoamericaLedger, deed: Deed, _tables: Tables, /) -> MesoamericaLedger:
        """Without them; they lie on a marker."""
        unit = books.meant(self.whom, deed)
        if unit is None:
            return books
        marker = Marker(unit.name, unit.side, self.count)
        gone_on = replace(unit, men=unit.men.left_behind())
        return replace(books.with_units(gone_on), markers=(*books.markers, marker))


@effect(says="{for_good?for_good:escort}")
class LeavesField(OnUnit):
    """The unit goes over the edge, for good or with prisoners (PRE-G.43, PRE-8.06)."""

    men: int
    for_good: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Gone, or away with its prisoners."""
        return removed(unit) if self.for_good else replace(unit, delivery=Delivery.OFF_FIELD)


@effect(icon="leader-fallen")
class LeaderLeft(OnUnit):
    """The leader ran off the field with his unit (PRE-G.44)."""

    def fold(self, books: MesoamericaLedger, deed: Deed, _tables: Tables, /) -> MesoamericaLedger:
        """With the toll of his army."""
        unit = books.meant(self.whom, deed)
        return books if unit is None else books.with_toll(unit.side, leader=LeaderFate.LEFT)


@effect(told=False)
class Attacked(OnUnitNow):
    """Bookkeeping of a fight: who was in it and who has rolled (PRE-G.36)."""

    rolled: bool

    def then(self, unit: KnownUnit, turn: int) -> KnownUnit:
        """Having fought, and rolled or not, with a check due."""
        rolled = turn if self.rolled else unit.rolled_turn
        return replace(unit, fought_turn=turn, rolled_turn=rolled, due=unit.due | {"fought"})


@effect(icon="shield")
class Doubled(Effect):
    """The defender stands on the defensive (PRE-7.04)."""


@effect(icon="coin")
class NamesFirst(OnBooks):
    """This side names the first fight (PRE-G.36)."""

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """With that side to name."""
        return replace(books, names_next=Side(self.whom), passed=frozenset())


@effect()
class FightNamed(OnBooks):
    """A unit is named to attack an enemy (PRE-G.36)."""

    at: str
    side: Side

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """With the fight, and the other side to name; a name takes back the pass before it."""
        named = (*books.fights_named, (self.whom, self.at))
        return replace(books, fights_named=named, names_next=OTHER_SIDE[self.side], passed=frozenset())


@effect()
class NamingPassed(OnBooks):
    """A side names nobody now; two passes running end the naming (PRE-G.36)."""

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """With the other side to name."""
        side = Side(self.whom)
        return replace(books, names_next=OTHER_SIDE[side], passed=books.passed | {side})


@effect(icon="captive")
class PrisonersTaken(OnUnit):
    """The claimer leads away so many men (PRE-8.01)."""

    count: int
    unarmed: int
    unconscious: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        """With more prisoners."""
        return replace(unit, prisoners=unit.prisoners + self.count, waited=0)


@effect(told=False)
class MenCaptured(OnUnit):
    """The other side of it: men are gone from their unit."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Without them."""
        return replace(unit, men=unit.men.taken(min(self.count, unit.men.helpless)))


@effect()
class MarkerCleared(OnBooks):
    """Men on a marker: claimed, or out of the game (PRE-5.17b)."""

    claimed: int
    lost: int

    def fold(self, books: MesoamericaLedger, deed: Deed, _tables: Tables, /) -> MesoamericaLedger:
        """Without the marker."""
        return books.without_marker(books.names(deed).get("target", ""), self.lost)


@effect(says="{to}")
class EscortDuty(Effect):
    """From its next movement the unit takes its prisoners away (PRE-8.05 to PRE-8.06)."""

    to: Delivery


@effect()
class Waits(OnUnitNow):
    """The hand-over takes so many turns more (PRE-8.07)."""

    turns: int

    def then(self, unit: KnownUnit, turn: int) -> KnownUnit:
        """One turn farther on."""
        return replace(unit, waited=unit.waited + 1, waited_turn=turn)


@effect()
class HandedOver(OnUnit):
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

    def fold(self, books: MesoamericaLedger, deed: Deed, _tables: Tables, /) -> MesoamericaLedger:
        """The escort is free; prisoners count wherever they are handed over, and only priests can offer them (PRE-8.11)."""
        unit = books.meant(self.whom, deed)
        if unit is None:
            return books
        free = replace(unit, prisoners=0, waited=0, delivery=Delivery.PRIESTS, captor_pending=True)
        books = books.with_units(free).with_toll(OTHER_SIDE[unit.side], handed_over=self.count)
        priest = books.priest(unit.side, self.priest)
        if self.to is Delivery.OFF_FIELD or priest is None:
            return books
        return books.with_units(replace(priest, held=priest.held + self.count))


@effect()
class Rearms(OnUnit):
    """After a quiet turn the unarmed have weapons again (PRE-G.35)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        """With weapons for all."""
        return replace(unit, men=unit.men.rearmed())


@effect()
class LevelBecomes(OnUnitNow):
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

    def then(self, unit: KnownUnit, turn: int) -> KnownUnit:
        """At its level, with no check due."""
        return replace(
            unit,
            stored=self.stored,
            shown=self.shown,
            standing=self.standing,
            friends=self.friends,
            enemies=self.enemies,
            checked_turn=turn,
            due=frozenset(),
        )


@effect()
class Scores(Effect):
    """A side's points (PRE-G.45)."""

    points: int
    lost: int


@effect()
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


@effect()
class BattleGoesOn(Effect):
    """No end yet."""


# ---- What only the books keep ----------------------------------------------------------------------------------------------------


@effect(told=False)
class SeasonKnown(OnBooks):
    """The season the weather was thrown in."""

    season: Season

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """With it."""
        return replace(books, season=self.season)


@effect(told=False)
class OrdersKept(OnBooks):
    """A side's orders as they were given, until both are shown (PRE-G.25)."""

    orders: tuple[GivenOrder, ...]

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """With them."""
        return replace(books, orders={**books.orders, Side(self.whom): self.orders})


@effect(told=False)
class TargetTaken(OnUnit):
    """The firer has fired at one of its targets (PRE-G.18)."""

    of: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        """With one more."""
        return replace(unit, targets=unit.targets + 1, targets_declared=self.of)


@effect(told=False)
class ShotAt(OnUnitNow):
    """A unit was shot at, which counts once, killed or not; those who fell still fire in this phase (PRE-9.03d, PRE-G.20)."""

    fallen: int

    def then(self, unit: KnownUnit, turn: int) -> KnownUnit:
        """With a check due."""
        return replace(
            unit, shot_turn=turn, due=unit.due | {"shot_at"}, fallen_to_fire=unit.fallen_to_fire + self.fallen
        )


@effect(told=False)
class FightListed(OnUnit):
    """A fight took place, and its target has one more attacker (PRE-7.16)."""

    def fold(self, books: MesoamericaLedger, deed: Deed, _: Tables, /) -> MesoamericaLedger:
        """With the fight, where both have names."""
        names = books.names(deed)
        if not {"actor", "target"} <= names.keys():
            return books
        actor, unit = names["actor"], books.meant(self.whom, deed)
        listed = replace(books, fights=(*books.fights, (actor, names["target"])))
        return listed if unit is None else listed.with_units(replace(unit, attackers=(*unit.attackers, actor)))


@effect(told=False)
class MoraleCounted(OnUnitNow):
    """What a check has counted and no other will: Leaders lost; the captor bonus runs from the first check (PRE-G.44, PRE-G.40)."""

    own_leader: bool
    enemy_leader: bool
    captor_turns: int  # 0 where the bonus was not counted

    def then(self, unit: KnownUnit, turn: int) -> KnownUnit:
        """With what has been counted."""
        counted = {
            side for side, is_so in ((unit.side, self.own_leader), (OTHER_SIDE[unit.side], self.enemy_leader)) if is_so
        }
        begins = unit.captor_pending and self.captor_turns > 0
        return replace(
            unit,
            leaders_counted=unit.leaders_counted | counted,
            captor_until=turn + self.captor_turns - 1 if begins else unit.captor_until,
            captor_pending=unit.captor_pending and not self.captor_turns,
        )


# ---- What follows ----------------------------------------------------------------------------------------------------------------


def losses_follow(whom: str, left: Men, kind: UnitType, prisoners: int) -> Iterator[Effect]:
    """An empty unit goes (PRE-G.48), the leader falls with its last man (PRE-3.17), too few guards let go (PRE-G.38)."""
    if left.all == 0:
        yield UnitGone(whom=whom)
        if kind is UnitType.LEADER:
            yield LeaderLost(whom=whom)
    if prisoners > left.active:
        yield PrisonersEscape(whom=whom, count=prisoners)
