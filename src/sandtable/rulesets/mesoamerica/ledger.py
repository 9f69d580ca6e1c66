"""What the umpire remembers of a battle: turn and phase, weather, units, orders, fights, prisoners, losses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from sandtable.kernel.effects import Effect
from sandtable.kernel.ledger import Entry, Ledger, Offer, Panel, RosterUnit
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica import lists, panels
from sandtable.rulesets.mesoamerica.effects import (
    ArmyPlanned,
    FightNamed,
    HandedOver,
    HasAccess,
    Heartened,
    LeaderLeft,
    LeaderLost,
    MarkerCleared,
    MenAbandoned,
    MenKilled,
    MenUnconscious,
    NamesFirst,
    NamingPassed,
    NoAccess,
    OrdersClosed,
    OrderShown,
    OthersRecover,
    PhaseBegins,
    Sacrificed,
    TurnBegins,
    UnitEntered,
    WeatherBecomes,
    WeatherRun,
)
from sandtable.rulesets.mesoamerica.fight import FightVerdict, HandToHand
from sandtable.rulesets.mesoamerica.fire import Fire, FireVerdict
from sandtable.rulesets.mesoamerica.known_unit import NEVER, KnownUnit, changed
from sandtable.rulesets.mesoamerica.morale import Morale, MoraleUnit, recovered, shown_level
from sandtable.rulesets.mesoamerica.naming import Pair
from sandtable.rulesets.mesoamerica.orders import Orders, UnitOrder
from sandtable.rulesets.mesoamerica.owed_fights import owed_fights
from sandtable.rulesets.mesoamerica.vocabulary import (
    OTHER_SIDE,
    Delivery,
    LeaderFate,
    Phase,
    Season,
    Side,
    UnitType,
    Weather,
)
from sandtable.rulesets.mesoamerica.weather import WeatherVerdict


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


@dataclass(frozen=True, kw_only=True)
class MesoamericaLedger(Ledger):
    """The books of a battle; every part is optional."""

    phases: ClassVar[tuple[str, ...]] = tuple(phase.value for phase in Phase)

    rules: Tables | None = None
    units: Mapping[str, KnownUnit] = field(default_factory=dict)
    plans: Mapping[Side, Plan] = field(default_factory=dict)
    tolls: Mapping[Side, Toll] = field(default_factory=lambda: dict.fromkeys(Side, Toll()))
    access: Side | None = None
    nobody_had_access: bool = False
    season: Season | None = None
    weather: Weather = Weather.CLEAR
    weather_until: int = 0
    heartened: Mapping[Side, int] = field(default_factory=dict)  # the turn of the last sacrifice for morale
    closed: frozenset[Side] = frozenset()  # sides that have given their orders
    orders: Mapping[Side, tuple[UnitOrder, ...]] = field(default_factory=dict)  # of this turn, as given
    orders_shown: bool = False
    names_next: Side | None = None  # whose turn it is to name a fight
    passed: frozenset[Side] = frozenset()  # sides that have passed since the last fight was named
    named: tuple[Pair, ...] = ()  # fights named this turn, in their order
    fights: tuple[Pair, ...] = ()  # fought this turn, in their order
    markers: tuple[Marker, ...] = ()

    @classmethod
    def start(cls, tables: Tables) -> Self:
        """The ledger of a game in which nothing has happened."""
        return cls(rules=tables)

    # ---- folding ----------------------------------------------------------------------------------------------------

    def after(self, entry: Entry, tables: Tables) -> Self:
        """Fold one entry in: its effects on units and armies, then what only the entry as a whole tells."""
        ledger = replace(self, rules=tables)
        names = names_of(entry)
        for effect in entry.verdict.effects:
            ledger = ledger.with_effect(effect, names, tables)
        situation, verdict = entry.situation, entry.verdict
        if isinstance(situation, Fire) and isinstance(verdict, FireVerdict):
            return ledger.with_fire(situation, verdict)
        if isinstance(situation, HandToHand) and isinstance(verdict, FightVerdict):
            return ledger.with_fight(situation, verdict)
        if isinstance(situation, Morale):
            return ledger.with_morale(situation, tables)
        if isinstance(situation, Orders):
            return replace(ledger, orders={**ledger.orders, situation.side: situation.orders})
        if isinstance(verdict, WeatherVerdict):
            return replace(ledger, season=verdict.season)
        return ledger

    def with_effect(self, effect: Effect, names: Mapping[str, str], tables: Tables) -> Self:
        """One effect: on the game, on an army, then on the unit it names."""
        ledger = self.with_game(effect, tables).with_army(effect, names)
        unit = ledger.units.get(names.get(effect.whom, effect.whom))
        return ledger if unit is None else ledger.with_unit(changed(effect, unit, ledger.turn))

    def with_unit(self, unit: KnownUnit) -> Self:
        return replace(self, units={**self.units, unit.name: unit})

    def with_game(self, effect: Effect, tables: Tables) -> Self:
        match effect:
            case UnitEntered():
                return self.with_unit(KnownUnit.entered(effect))
            case WeatherBecomes():
                return replace(self, weather=effect.weather, weather_until=effect.until)
            case TurnBegins():
                return self._new_turn(effect.turn)
            case PhaseBegins():
                return self._with_phase(effect, tables)
            case OthersRecover():
                return self._others_recover(tables)
            case OrderShown():
                return replace(self, orders_shown=True)
        return self

    def with_army(self, effect: Effect, names: Mapping[str, str]) -> Self:
        match effect:
            case ArmyPlanned():
                plan = Plan(effect.prowess, effect.combat_units)
                return replace(self, plans={**self.plans, Side(effect.whom): plan})
            case HasAccess():
                return replace(self, access=Side(effect.whom))
            case NoAccess():
                return replace(self, nobody_had_access=True)
            case OrdersClosed():
                return replace(self, closed=self.closed | {Side(effect.whom)})
            case Heartened():
                return replace(self, heartened={**self.heartened, Side(effect.whom): self.turn})
            case Sacrificed():
                return self._with_sacrifice(effect, names)
            case WeatherRun():
                priest = self.priest(Side(effect.whom), names.get("actor", ""))
                return self if priest is None else self.with_unit(changed(effect, priest, self.turn))
        return self.with_naming(effect).with_losses(effect, names)

    def with_naming(self, effect: Effect) -> Self:
        """The sides name in turn; a name takes back the pass before it (PRE-G.36)."""
        match effect:
            case NamesFirst():
                return replace(self, names_next=Side(effect.whom), passed=frozenset())
            case FightNamed():
                named = (*self.named, (effect.whom, effect.at))
                return replace(self, named=named, names_next=OTHER_SIDE[effect.side], passed=frozenset())
            case NamingPassed():
                side = Side(effect.whom)
                return replace(self, names_next=OTHER_SIDE[side], passed=self.passed | {side})
        return self

    @property
    def naming_over(self) -> bool:
        """Whether both sides have passed, one after the other."""
        return self.passed == frozenset(Side)

    def with_losses(self, effect: Effect, names: Mapping[str, str]) -> Self:
        unit = self.units.get(names.get(effect.whom, effect.whom))
        match effect:
            case MarkerCleared():
                return self._marker_cleared(names.get("target", ""), effect.lost)
            case MenKilled() if unit is not None:
                return self.with_toll(unit.side, killed=effect.count)
            case MenAbandoned() if unit is not None:
                marker = Marker(unit.name, unit.side, effect.count)
                return replace(self, markers=(*self.markers, marker))
            case HandedOver() if unit is not None:
                return self._delivered(effect, unit)
            case LeaderLost() if unit is not None:
                return self.with_toll(unit.side, leader=LeaderFate.LOST)
            case LeaderLeft() if unit is not None:
                return self.with_toll(unit.side, leader=LeaderFate.LEFT)
        return self

    def with_toll(
        self, side: Side, *, killed: int = 0, abandoned: int = 0, handed_over: int = 0, leader: LeaderFate | None = None
    ) -> Self:
        toll = self.tolls[side]
        more = Toll(
            toll.killed + killed, toll.abandoned + abandoned, toll.handed_over + handed_over, leader or toll.leader
        )
        return replace(self, tolls={**self.tolls, side: more})

    def _marker_cleared(self, name: str, lost: int) -> Self:
        marker = next((marker for marker in self.markers if marker.name == name), None)
        if marker is None:
            return self
        left = tuple(other for other in self.markers if other is not marker)
        return replace(self, markers=left).with_toll(marker.side, abandoned=lost)

    def _delivered(self, effect: HandedOver, unit: KnownUnit) -> Self:
        """Prisoners count for points wherever they are handed over; only priests can offer them (PRE-8.11)."""
        ledger = self.with_toll(OTHER_SIDE[unit.side], handed_over=effect.count)
        priest = ledger.priest(unit.side, effect.priest)
        if effect.to is Delivery.OFF_FIELD or priest is None:
            return ledger
        return ledger.with_unit(replace(priest, held=priest.held + effect.count))

    def _with_sacrifice(self, effect: Sacrificed, names: Mapping[str, str]) -> Self:
        priest = self.priest(Side(effect.whom), names.get("actor", ""))
        if priest is None:
            return self
        return self.with_unit(
            replace(priest, held=effect.left, sacrificed_turn=self.turn, weather_run=0, weather_run_turn=NEVER)
        )

    def priest(self, side: Side, name: str) -> KnownUnit | None:
        """The priest unit named, else the first of the side that is left."""
        priests = [u for u in self.units.values() if u.side is side and u.kind is UnitType.PRIEST and not u.gone]
        return next((unit for unit in priests if unit.name == name), priests[0] if priests else None)

    def _new_turn(self, turn: int) -> Self:
        """Men left behind and not claimed are out of the game (PRE-5.17b)."""
        ledger = self
        for marker in self.markers:
            ledger = ledger.with_toll(marker.side, abandoned=marker.count)
        units = {name: unit.new_turn() for name, unit in ledger.units.items()}
        return replace(
            ledger,
            turn=turn,
            units=units,
            markers=(),
            names_next=None,
            passed=frozenset(),
            named=(),
            fights=(),
            closed=frozenset(),
            orders={},
            orders_shown=False,
        )

    def _with_phase(self, effect: PhaseBegins, tables: Tables) -> Self:
        ledger = replace(self, turn=effect.turn, phase=effect.phase.value)
        if effect.phase is not Phase.FIRE:
            ledger = ledger.each(lambda unit: replace(unit, fallen_to_fire=0))
        if effect.phase is Phase.MOVE:
            retreats = tables.number("morale.retreats.level")
            ledger = ledger.each(
                lambda unit: replace(unit, retreated_turn=effect.turn) if unit.shown <= retreats else unit
            )
        return ledger

    def each(self, change: Any) -> Self:
        return replace(self, units={name: change(unit) for name, unit in self.units.items()})

    def _others_recover(self, tables: Tables) -> Self:
        """Units not checked go a step toward 0 and are shown with what is not kept (PRE-G.41)."""

        def rested(unit: KnownUnit) -> KnownUnit:
            if unit.gone or unit.checked_turn == self.turn:
                return unit
            stored = recovered(unit.stored, tables)
            shown = shown_level(stored, self.additions(unit, tables), tables)
            return replace(unit, stored=stored, shown=shown, due=frozenset())

        return self.each(rested)

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

    def with_fire(self, situation: Fire, verdict: FireVerdict) -> Self:
        """Being shot at counts once, killed or not; those who fell still fire in this phase (PRE-9.03d, PRE-G.20)."""
        if verdict.ended != "fired":
            return self
        ledger, firer = self, self.units.get(situation.actor_name or "")
        if firer is not None:
            declared = situation.number_of_targets
            ledger = self.with_unit(replace(firer, targets=firer.targets + 1, targets_declared=declared))
        unit = ledger.units.get(situation.target_name or "")
        if unit is None:
            return ledger
        fallen = sum(e.count for e in verdict.effects if isinstance(e, MenKilled | MenUnconscious))
        return ledger.with_unit(
            replace(
                unit,
                shot_turn=self.turn,
                due=unit.due | {"shot_at"},
                fallen_to_fire=unit.fallen_to_fire + fallen,
            )
        )

    def with_fight(self, situation: HandToHand, verdict: FightVerdict) -> Self:
        """The fight is listed, and the target's attackers are counted (PRE-7.16)."""
        actor, target = situation.actor_name or "", situation.target_name or ""
        if verdict.ended != "fought" or not (actor and target):
            return self
        ledger = replace(self, fights=(*self.fights, (actor, target)))
        unit = ledger.units.get(target)
        return ledger if unit is None else ledger.with_unit(replace(unit, attackers=(*unit.attackers, actor)))

    def with_morale(self, situation: Morale, tables: Tables) -> Self:
        """Leaders lost are counted once for each unit; the captor bonus runs from the first check (PRE-G.44, PRE-G.40)."""
        ledger = self
        for line in situation.units_to_check:
            unit = ledger.units.get(line.name or "")
            if unit is not None:
                ledger = ledger.with_unit(self._counted(unit, line, tables))
        return ledger

    def _counted(self, unit: KnownUnit, line: MoraleUnit, tables: Tables) -> KnownUnit:
        counted = unit.leaders_counted
        if line.own_leader_lost:
            counted |= {unit.side}
        if line.enemy_leader_lost:
            counted |= {OTHER_SIDE[unit.side]}
        until = unit.captor_until
        if unit.captor_pending and line.captor_bonus:
            until = self.turn + tables.number("prisoners.captor.turns") - 1
        return replace(
            unit,
            leaders_counted=counted,
            captor_until=until,
            captor_pending=unit.captor_pending and not line.captor_bonus,
        )

    # ---- what it tells ----------------------------------------------------------------------------------------------

    def prefill(self, action: str, tables: Tables) -> dict[str, Any]:
        """What is known of an action's fields now."""
        return lists.prefill(self, action, tables)

    def roster(self) -> tuple[RosterUnit, ...]:
        """Units with what they fill into the form."""
        return tuple(panels.listed(self, unit) for unit in self.units.values())

    def panels(self, tables: Tables) -> tuple[Panel, ...]:
        """Weather, orders, obligations, fights, prisoners, score."""
        return panels.all_panels(self, tables)

    def owed(self) -> tuple[Offer, ...]:
        """What the phase still asks for."""
        return () if self.rules is None else (*lists.owed(self, self.rules), *owed_fights(self))

    def reads(self, entry: Entry) -> frozenset[str]:
        """An entry rests on the units it names, and on the weather where it counts."""
        named = {f"unit.{name}" for name in _all_names(entry)}
        if hasattr(entry.situation, "weather"):
            named.add("weather")
        return frozenset(named)

    def writes(self, entry: Entry) -> frozenset[str]:
        """An entry changes the units its effects fall on, and perhaps the weather."""
        names = names_of(entry)
        touched = {f"unit.{names.get(effect.whom, effect.whom)}" for effect in entry.verdict.effects}
        if any(isinstance(effect, WeatherBecomes) for effect in entry.verdict.effects):
            touched.add("weather")
        return frozenset(touched)


def names_of(entry: Entry) -> dict[str, str]:
    """Who the roles of an entry are."""
    roles = {role: getattr(entry.situation, f"{role}_name", None) or "" for role in ("actor", "target")}
    return {role: name for role, name in roles.items() if name}


def _all_names(entry: Entry) -> set[str]:
    """Every unit an entry speaks of, those of its lists included."""
    listed = (
        getattr(entry.situation, part, ()) for part in ("units_to_check", "units_to_arm", "orders", "hidden_units")
    )
    lines = (line for part in listed for line in part)
    return set(names_of(entry).values()) | {line.name for line in lines if line.name}
