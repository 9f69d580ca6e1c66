"""What the umpire remembers of a battle: turn and phase, weather, units, orders, fights, prisoners, losses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

from sandtable.kernel import codec
from sandtable.kernel.ledger import Deed, Offer, Panel, RosterUnit
from sandtable.kernel.messages import Message
from sandtable.kernel.roster import UNITS, BookUnit, RosterLedger, filled, fills
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica import filling, owed, panels
from sandtable.rulesets.mesoamerica.levels import level_message
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


def _in_both_roles(what: str, default: Any = MISSING, *, listed: bool = False) -> Any:
    """What a unit fills in as actor and as target; and, where it is ``listed``, in a line of a list it is added to."""
    return filled(default, actor=(f"actor_{what}", *([what] if listed else [])), target=f"target_{what}")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownUnit(BookUnit):
    """Everything the umpire remembers of one unit. Turn numbers say when something last happened."""

    name: str = filled(actor=("actor_name", "name"), target="target_name")
    side: Side = filled(actor="side")
    kind: UnitType = _in_both_roles("type", listed=True)
    strength: int = _in_both_roles("strength", listed=True)
    elite: bool = _in_both_roles("elite", listed=True)
    weapon: Weapon | None = _in_both_roles("weapon", listed=True)
    armoured: bool = _in_both_roles("armoured", listed=True)
    men: Men
    started: int
    division: int = 0
    astray: int = 0  # how many distances its division does not keep, where a table measures them (PRE-3.26)
    hidden: bool = _in_both_roles("hidden", False)
    order: Order | None = filled(None, until="turn")
    fired: Fired = filled(Fired.NO, actor="actor_fired", until="turn")
    targets: int = filled(0, actor="targets_before", until="turn")  # fired at in this turn
    targets_declared: int = filled(1, actor="number_of_targets", until="turn")
    fallen_to_fire: int = filled(0, until=("turn", "fire"))  # in this firing phase
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
    shown: int = _in_both_roles("level", 0)
    standing: Fraction = Fraction(0)
    friends: int | None = None
    enemies: int | None = None
    prisoners: int = _in_both_roles("prisoners", 0)
    waited: int = filled(0, actor="turns_waited")
    waited_turn: int = NEVER
    delivery: Delivery = filled(Delivery.PRIESTS, actor="where")
    captor_pending: bool = False
    captor_until: int = NEVER
    leaders_counted: frozenset[Side] = frozenset()
    held: int = 0
    sacrificed_turn: int = NEVER
    weather_run: int = 0
    weather_run_turn: int = NEVER

    def left(self) -> tuple[int, int]:
        """Men, those on the ground among them."""
        return (0 if self.off_field else self.men.all), self.started

    @fills(actor=("actor_men", "men"), target="target_men")
    def present(self) -> int:
        """Its men as a form counts them: a unit that is there has one."""
        return max(1, self.men.all)

    @fills(actor="actor_unarmed", target="target_unarmed")
    def unarmed(self) -> int:
        """Men without weapons."""
        return self.men.unarmed

    @fills(actor="actor_unconscious", target="target_unconscious")
    def unconscious(self) -> int:
        """Men on the ground."""
        return self.men.unconscious

    @fills(actor="firing_men")
    def firing_men(self) -> int:
        """All fire is simultaneous, so men who fell in this firing phase still fire (PRE-G.20)."""
        return max(1, self.men.active + self.fallen_to_fire)

    @fills(actor="actor_gone", target="target_gone")
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
        rested, men = self.cleared("turn"), self.men.awake()
        return rested if men is self.men else replace(rested, men=men)

    def a_turn_on(self, turn: int) -> Self:
        """The unit as the turn after this one begins, told as if it were still this one: what happened now happened a turn ago."""
        rested = self.rested()
        happened: dict[str, Any] = {name: _a_turn_ago(getattr(rested, name), turn) for name in _TURNS}
        return replace(rested, **happened)

    def removed(self) -> Self:
        """The unit gone, with whomever it held."""
        return replace(self, gone=True, prisoners=0, held=0, men=Men(0))


_TURNS = tuple(
    each.name for each in fields(KnownUnit) if each.name.endswith("_turn") or each.name == "captor_until"
)  # what is kept as the number of a turn


def _a_turn_ago(happened: int, turn: int) -> int:
    """When something happened, a turn later; what lies further back than a turn is as good as never."""
    return happened - 1 if happened >= turn else NEVER


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

    counted: ClassVar[str] = "men"
    phases: ClassVar[tuple[str, ...]] = tuple(phase.value for phase in Phase)
    named: ClassVar[Mapping[str, str]] = {**RosterLedger.named, "at": UNITS, "priest_name": "unit"}
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
        books = RosterLedger.with_deed(self, deed, tables)
        return books if books.rules is tables else replace(books, rules=tables)

    def next_round(self) -> Self:
        """The books as everybody may act again, in the turn after the first at the earliest: before it nothing counts as done."""
        turn = max(self.turn, 2)
        later = self.each(lambda unit: unit.a_turn_on(turn))
        return replace(
            later,
            turn=turn,
            heartened={side: _a_turn_ago(when, turn) for side, when in self.heartened.items()},
            tolls={side: Toll(leader=toll.leader) for side, toll in self.tolls.items()},
            markers=(),
            fights=(),
            fights_named=(),
        )

    def with_toll(
        self, side: Side, *, killed: int = 0, abandoned: int = 0, handed_over: int = 0, leader: LeaderFate | None = None
    ) -> Self:
        """An army has lost so many more."""
        toll = self.tolls[side]
        more = Toll(
            toll.killed + killed, toll.abandoned + abandoned, toll.handed_over + handed_over, leader or toll.leader
        )
        return replace(self, tolls={**self.tolls, side: more})

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
        """Weather, sacrifice, captor bonus and division of a unit now (PRE-4.04 to PRE-4.06, PRE-8.10, PRE-8.12, PRE-3.26)."""
        total = tables.number("weather.morale", self.weather, "additive")
        if self.is_heartened(unit.side):
            total += tables.number("morale.sacrifice.additive")
        if unit.captor_until >= self.turn:
            total += tables.number("prisoners.captor.additive")
        if unit.astray:
            times = unit.astray if tables.option("division_penalty") == "each" else 1
            total += times * tables.number("morale.division.additive")
        return total

    def is_heartened(self, side: Side) -> bool:
        """Whether the side's priests have sacrificed for morale this turn; it ends with the turn (PRE-8.10b)."""
        return self.heartened.get(side) == self.turn

    def prefill(self, action: str, tables: Tables) -> dict[str, Any]:
        """What is known of an action's fields now."""
        return filling.prefill(self, action, tables)

    def filled_from_books(self, unit: KnownUnit) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """What a unit fills in by what happened when, and by the rest of its army."""
        return filling.as_actor(self, unit), filling.as_target(self, unit)

    def on_roster(self, unit: KnownUnit) -> RosterUnit:
        """A unit with what it fills in, and what to remember of it."""
        acted = None if unit.gone else panels.done_by(self, unit)
        return replace(RosterLedger.on_roster(self, unit), note=panels.note_on(self, unit), acted=acted)

    def panels(self, tables: Tables) -> tuple[Panel, ...]:
        """Weather, orders, obligations, fights, prisoners, score."""
        return panels.all_panels(self, tables)

    def owed(self) -> tuple[Offer, ...]:
        """What the phase still asks for."""
        return () if self.rules is None else owed.owed(self, self.rules)
