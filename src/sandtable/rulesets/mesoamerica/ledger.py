"""What the umpire remembers of a battle: turn and phase, weather, units, orders, fights, prisoners, losses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

from sandtable.kernel import codec
from sandtable.kernel.ledger import Deed, Offer, Panel, RosterUnit
from sandtable.kernel.messages import Message
from sandtable.kernel.roster import BookUnit, RosterLedger, filled
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica import lists, panels
from sandtable.rulesets.mesoamerica.levels import level_message, recovered, shown_level
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.vocabulary import (
    Delivery,
    Fired,
    LeaderFate,
    Order,
    Phase,
    Season,
    Side,
    UnitType,
    Weapon,
    Weather,
)

NEVER = -1
Pair = tuple[str, str]  # the unit named to attack, and its enemy


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownUnit(BookUnit):
    """Everything the umpire remembers of one unit. Turn numbers say when something last happened."""

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
    order: Order | None = filled(None, until="turn")
    fired: Fired = filled(Fired.NO, until="turn")
    targets: int = filled(0, until="turn")  # fired at in this turn
    targets_declared: int = filled(1, until="turn")
    fallen_to_fire: int = filled(
        0, until=("turn", "fire")
    )  # in this firing phase: all fire is simultaneous, so they still fire (PRE-G.20)
    shot_turn: int = NEVER
    fought_turn: int = NEVER
    rolled_turn: int = NEVER
    moved_turn: int = NEVER
    moved_share: Fraction = Fraction(0)
    retreated_turn: int = NEVER
    checked_turn: int = NEVER
    attackers: tuple[str, ...] = filled((), until="turn")  # in this turn
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

    @property
    def off_field(self) -> bool:
        """Gone, or away by its edge with prisoners (PRE-8.06)."""
        return self.gone or self.delivery is Delivery.OFF_FIELD

    def described(self) -> Message:
        """Its arm, strength and men."""
        arm = self.weapon if self.kind is UnitType.COMBAT and self.weapon else self.kind
        grade = "elite" if self.elite else "normal"
        men = {"men": self.men.all, "active": self.men.active}
        return Message.of(f"roster.label.{grade}", arm=arm, strength=self.strength, **men)

    def condition(self) -> Message:
        """The level shown."""
        return level_message(self.shown)

    def rested(self) -> Self:
        """The unconscious wake; what counted for the old turn is forgotten (PRE-5.16)."""
        return replace(self.cleared("turn"), men=self.men.awake())


@dataclass(frozen=True, slots=True)
class Plan:
    """An army planned: its Military Prowess and how many combat units it raises."""

    prowess: int
    combat_units: int


@dataclass(frozen=True, slots=True)
class Toll:
    """What an army has lost so far, as its enemy will score it (PRE-G.45)."""

    killed: int = 0
    abandoned: int = 0
    handed_over: int = 0
    leader: LeaderFate = LeaderFate.SAFE


@dataclass(frozen=True, slots=True)
class Marker:
    """Unconscious men left behind by their unit (PRE-G.21)."""

    name: str
    side: Side
    count: int


@dataclass(frozen=True, slots=True)
class GivenOrder:
    """What a unit was told to do, and at whom."""

    name: str
    order: Order
    at: str


@dataclass(frozen=True, kw_only=True)
class MesoamericaLedger(RosterLedger[KnownUnit]):
    """The books of a battle; every part is optional."""

    phases: ClassVar[tuple[str, ...]] = tuple(phase.value for phase in Phase)
    rests_on: ClassVar[Mapping[str, tuple[str, ...]]] = dict.fromkeys(("fire", "morale", "sacrifice"), ("weather",))

    rules: Tables | None = field(default=None, compare=False, metadata={codec.UNWRITTEN: True})  # those in force
    plans: Mapping[Side, Plan] = field(default_factory=dict)
    tolls: Mapping[Side, Toll] = field(default_factory=lambda: dict.fromkeys(Side, Toll()))
    access: Side | None = None
    nobody_had_access: bool = False
    season: Season | None = None
    weather: Weather = Weather.CLEAR
    weather_until: int = 0
    heartened: Mapping[Side, int] = field(default_factory=dict)  # the turn of the last sacrifice for morale
    closed: frozenset[Side] = frozenset()  # sides that have given their orders
    orders: Mapping[Side, tuple[GivenOrder, ...]] = field(default_factory=dict)  # of this turn, as given
    orders_shown: bool = False
    names_next: Side | None = None  # whose turn it is to name a fight
    passed: frozenset[Side] = frozenset()  # sides that have passed since the last fight was named
    fights_named: tuple[Pair, ...] = ()  # this turn, in their order
    fights: tuple[Pair, ...] = ()  # fought this turn, in their order
    markers: tuple[Marker, ...] = ()

    @classmethod
    def start(cls, tables: Tables) -> Self:
        """The ledger of a game in which nothing has happened."""
        return cls(rules=tables)

    def with_deed(self, deed: Deed, tables: Tables) -> Self:
        """The books after an action; what is still owed is worked out with its tables."""
        return replace(RosterLedger.with_deed(self, deed, tables), rules=tables)

    # ---- what effects do ---------------------------------------------------------------------------------------------

    def with_toll(
        self, side: Side, *, killed: int = 0, abandoned: int = 0, handed_over: int = 0, leader: LeaderFate | None = None
    ) -> Self:
        """An army has lost so many more."""
        toll = self.tolls[side]
        more = Toll(
            toll.killed + killed, toll.abandoned + abandoned, toll.handed_over + handed_over, leader or toll.leader
        )
        return replace(self, tolls={**self.tolls, side: more})

    def without_marker(self, name: str, lost: int) -> Self:
        """The marker of this name is taken up; so many of its men are out of the game (PRE-5.17b)."""
        marker = next((marker for marker in self.markers if marker.name == name), None)
        if marker is None:
            return self
        left = tuple(other for other in self.markers if other is not marker)
        return replace(self, markers=left).with_toll(marker.side, abandoned=lost)

    def in_turn(self, turn: int) -> Self:
        """A new turn: men left behind and not claimed are out of the game (PRE-5.17b)."""
        books = self
        for marker in self.markers:
            books = books.with_toll(marker.side, abandoned=marker.count)
        return replace(
            books.each(KnownUnit.rested),
            turn=turn,
            markers=(),
            names_next=None,
            passed=frozenset(),
            fights_named=(),
            fights=(),
            closed=frozenset(),
            orders={},
            orders_shown=False,
        )

    def in_phase(self, turn: int, phase: Phase, tables: Tables) -> Self:
        """A new phase: who moves at this level retreats, and men who fell to fire fire no more (PRE-G.43, PRE-G.20)."""
        books = replace(self, turn=turn, phase=phase.value)
        if phase is not Phase.FIRE:
            books = books.each(lambda unit: unit.cleared("fire"))
        if phase is Phase.MOVE:
            retreats = tables.number("morale.retreats.level")
            books = books.each(lambda unit: replace(unit, retreated_turn=turn), lambda unit: unit.shown <= retreats)
        return books

    def with_others_recovered(self, tables: Tables) -> Self:
        """Units not checked go a step toward 0 and are shown with what is not kept (PRE-G.41)."""

        def recovering(unit: KnownUnit) -> KnownUnit:
            stored = recovered(unit.stored, tables)
            shown = shown_level(stored, self.additions(unit, tables), tables)
            return replace(unit, stored=stored, shown=shown, due=frozenset())

        return self.each(recovering, lambda unit: not unit.gone and unit.checked_turn != self.turn)

    # ---- what is known -----------------------------------------------------------------------------------------------

    def priest(self, side: Side, name: str) -> KnownUnit | None:
        """The priest unit named, else the first of the side that is left."""
        priests = [u for u in self.units.values() if u.side is side and u.kind is UnitType.PRIEST and not u.gone]
        return next((unit for unit in priests if unit.name == name), priests[0] if priests else None)

    @property
    def naming_over(self) -> bool:
        """Whether both sides have passed, one after the other."""
        return self.passed == frozenset(Side)

    def additions(self, unit: KnownUnit, tables: Tables) -> int:
        """Weather, sacrifice and captor bonus of a unit now (PRE-4.04 to PRE-4.06, PRE-8.10, PRE-8.12)."""
        total = tables.number("weather.morale", self.weather, "additive")
        if self.is_heartened(unit.side):
            total += tables.number("morale.sacrifice.additive")
        if unit.captor_until >= self.turn:
            total += tables.number("prisoners.captor.additive")
        return total

    def is_heartened(self, side: Side) -> bool:
        """Whether the side's priests have sacrificed for morale this turn; it ends with the turn (PRE-8.10b)."""
        return self.heartened.get(side) == self.turn

    def prefill(self, action: str, tables: Tables) -> dict[str, Any]:
        """What is known of an action's fields now."""
        return lists.prefill(self, action, tables)

    def on_roster(self, unit: KnownUnit) -> RosterUnit:
        """A unit with what it fills into the form when it acts and when it is acted on."""
        return panels.listed(self, unit)

    def roster(self) -> tuple[RosterUnit, ...]:
        """Units with what they fill into the form."""
        return tuple(self.on_roster(unit) for unit in self.units.values())

    def panels(self, tables: Tables) -> tuple[Panel, ...]:
        """Weather, orders, obligations, fights, prisoners, score."""
        return panels.all_panels(self, tables)

    def owed(self) -> tuple[Offer, ...]:
        """What the phase still asks for."""
        return () if self.rules is None else lists.owed(self, self.rules)
