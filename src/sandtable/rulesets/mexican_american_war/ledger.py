"""What the umpire remembers of a battle: turn and phase, light, units by name with their markers, losses of both armies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from sandtable.kernel.effects import Effect
from sandtable.kernel.form import specs_of
from sandtable.kernel.ledger import Entry, Ledger, Offer, Panel, RosterUnit
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mexican_american_war import effects as fx
from sandtable.rulesets.mexican_american_war.army import ArmyState, heavy_at
from sandtable.rulesets.mexican_american_war.charge import ChargeCombat
from sandtable.rulesets.mexican_american_war.check import CheckedUnit, CheckVerdict, ManeuverCheck
from sandtable.rulesets.mexican_american_war.drill import CarryOut
from sandtable.rulesets.mexican_american_war.firers import names_told
from sandtable.rulesets.mexican_american_war.maneuvers import FIRING
from sandtable.rulesets.mexican_american_war.melee import MOST_CREWS, names
from sandtable.rulesets.mexican_american_war.replies import DeclareCharge, Hasty
from sandtable.rulesets.mexican_american_war.roster import Rated, RosterChange, RosterEntry
from sandtable.rulesets.mexican_american_war.shooting import Fire
from sandtable.rulesets.mexican_american_war.units import state_of
from sandtable.rulesets.mexican_american_war.vocabulary import (
    OPEN_ORDER,
    OTHER_SIDE,
    Arm,
    ChargePart,
    CheckEffect,
    CombatNumber,
    Effectiveness,
    FireStep,
    Formation,
    GunService,
    HastyManeuver,
    InCharge,
    LeaderFate,
    LeaderWith,
    Light,
    Maneuver,
    OrderState,
    Phase,
    Side,
    TargetCharge,
    UnitClass,
    Weapon,
)

_NO_MANEUVER = (CheckEffect.FALL_BACK, CheckEffect.PANIC, CheckEffect.SHAKEN, CheckEffect.WAVERING)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThisTurn:
    """What a unit has done and met in this player turn; forgotten when the next one begins."""

    checked: CheckEffect | None = None
    mates: frozenset[str] = frozenset()  # the other units under the same die
    check_moved: bool = False  # one of them has moved
    maneuver: Maneuver | None = None
    charges: bool = False
    charging: frozenset[str] = frozenset()  # the target, where it was named
    cold_steel: bool = False
    charged_by: frozenset[str] = frozenset()
    charge_checked: bool = False
    countered: bool = False
    hasty: bool = False
    frontage_changed: bool = False

    @property
    def maneuver_done(self) -> bool:
        """Its one maneuver is used, by a charge as well, or its check allowed none (MAW-2.19, MAW-6.11c)."""
        return self.maneuver is not None or self.charges or self.checked in _NO_MANEUVER


@dataclass(frozen=True, slots=True, kw_only=True)
class ThisStep:
    """Who has fired at whom in this fire step; forgotten when the next phase begins."""

    fired: bool = False  # all of it, as somebody said by hand
    shots: tuple[tuple[str, int], ...] = ()  # target and stands, of each shot it took part in
    fired_at: bool = False
    fired_at_by_guns: bool = False

    @property
    def stands_fired(self) -> int:
        """Stands that have fired."""
        return sum(stands for _, stands in self.shots)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownUnit:
    """A unit of the roster as it stands."""

    label: Rated
    stands: int
    order: OrderState = OrderState.GOOD
    formation: Formation = Formation.LINE
    mounted: bool = True
    limbered: bool = False
    silenced: bool = False
    damaged: int = 0
    low_ammunition: bool = False
    sheltered: bool = False
    crews: tuple[str, ...] = ()  # guns whose crews shelter in its square
    leader: LeaderWith = LeaderWith.NONE
    away: tuple[tuple[LeaderWith, int], ...] = ()  # who was wounded, and the turn he comes back in
    gone: bool = False
    late_disorder: bool = False  # a winner's marker, put down when its last combat of the phase is done (MAW-G.25)
    this_turn: ThisTurn = ThisTurn()
    this_step: ThisStep = ThisStep()

    @property
    def name(self) -> str:
        """Its name on the roster."""
        return self.label.name

    @property
    def fired(self) -> bool:
        """All its stands have fired in this step."""
        step = self.this_step
        return step.fired or (bool(step.shots) and step.stands_fired >= self.stands)

    def beaten(self, tables: Tables) -> bool:
        """Spent or broken, but still there (MAW-G.27a)."""
        if self.gone or self.label.morale_class is None:
            return False
        state = state_of(self.label.morale_class, self.label.stands, self.stands, tables)
        return self.order is OrderState.BROKEN or state is Effectiveness.SPENT

    @property
    def lost(self) -> int:
        """Stands lost for the battle."""
        return self.label.stands - (0 if self.gone else self.stands)

    @property
    def is_guns(self) -> bool:
        """Guns, not troops."""
        return self.label.arm is Arm.GUNS


@dataclass(frozen=True, kw_only=True)
class MexicanAmericanWarLedger(Ledger):
    """The books of a battle; every part is optional."""

    phases: ClassVar[tuple[str, ...]] = tuple(Phase)
    first_side: Side | None = None
    light: Light = Light.DAY
    units: Mapping[str, KnownUnit] = field(default_factory=dict)
    judged: Mapping[Side, tuple[bool, bool]] = field(default_factory=dict)  # heavy, greater, at the start of its turn
    heavy_numbers: Mapping[Side, int] = field(default_factory=dict)
    key_lost: frozenset[Side] = frozenset()
    leaders_lost: Mapping[Side, int] = field(default_factory=dict)
    combats: int = 0  # charge combats of this player turn

    # ---- Folding ------------------------------------------------------------------------------------------------------------

    def after(self, entry: Entry, tables: Tables) -> Self:
        """Fold one entry in: its own kind first, then its effects on named units."""
        ledger = self._entered(entry)
        for effect in entry.verdict.effects:
            ledger = ledger.with_leader(effect, entry).with_effect(effect, tables)
        return ledger.with_use(entry, tables)

    def _entered(self, entry: Entry) -> Self:
        situation = entry.situation
        if isinstance(situation, RosterEntry):
            unit = _new_unit(situation.rated())
            return replace(self, units={**self.units, unit.name: unit})
        if isinstance(situation, RosterChange) and situation.name in self.units:
            return self.with_unit(_corrected(self.units[situation.name], situation))
        if isinstance(situation, ArmyState):
            lost = {situation.side} if situation.key_position_lost else set()
            numbers = {**self.heavy_numbers}
            if situation.heavy_number is not None:
                numbers[situation.side] = situation.heavy_number
            return replace(self, key_lost=(self.key_lost - {situation.side}) | lost, heavy_numbers=numbers)
        return self

    def with_leader(self, effect: Effect, entry: Entry) -> Self:
        """The count of leaders lost for the game (MAW-G.27a)."""
        fallen = isinstance(effect, fx.LeaderFares) and effect.fate is LeaderFate.LOST and not effect.colonel
        side = self._side_of(effect.whom, entry) if fallen else None
        if side is None:
            return self
        return replace(self, leaders_lost={**self.leaders_lost, side: self.leaders_lost.get(side, 0) + 1})

    def with_unit(self, unit: KnownUnit) -> Self:
        return replace(self, units={**self.units, unit.name: unit})

    def with_effect(self, effect: Effect, tables: Tables) -> Self:
        """The ledger after one effect."""
        if isinstance(effect, fx.PhaseBegins):
            return self._phase(effect, tables)
        if isinstance(effect, fx.LightIs):
            return replace(self, light=effect.light)
        unit = self.units.get(effect.whom)
        if unit is None:
            return self
        ledger = self.with_unit(self._with_wounded(changed(unit, effect), effect))
        if isinstance(effect, fx.CrewShelters | fx.CrewReturns):
            return ledger.with_crew(unit.name, effect.square if isinstance(effect, fx.CrewShelters) else "")
        return ledger.without_crews(unit) if isinstance(effect, fx.CrewsLost) else ledger

    def _with_wounded(self, unit: KnownUnit, effect: Effect) -> KnownUnit:
        """The unit that a wounded leader comes back to after one turn; where nobody counts turns, nobody can say when (MAW-3.06)."""
        if not self.turn or not isinstance(effect, fx.LeaderFares) or effect.fate is not LeaderFate.WOUNDED:
            return unit
        who = LeaderWith.COLONEL if effect.colonel else LeaderWith.LEADER
        return replace(unit, away=(*unit.away, (who, self.turn + 1)))

    def with_crew(self, guns: str, square: str) -> Self:
        """The crew of these guns in this square and in no other; no name, in none."""
        units = {
            name: replace(
                unit, crews=(*(one for one in unit.crews if one != guns), *((guns,) if name == square else ()))
            )
            for name, unit in self.units.items()
        }
        return replace(self, units=units)

    def without_crews(self, square: KnownUnit) -> Self:
        """Guns whose crews fell with a broken square are lost (MAW-15.39)."""
        ledger = self.with_unit(replace(self.units[square.name], crews=()))
        for name in square.crews:
            if name in ledger.units:
                ledger = ledger.with_unit(replace(ledger.units[name], stands=0, gone=True))
        return ledger

    def _phase(self, effect: fx.PhaseBegins, tables: Tables) -> Self:
        """A new player turn judges the army, forgets checks, makes hasty squares plain ones (MAW-G.18c, MAW-15.32), and has
        the side's wounded leaders back (MAW-3.06).
        """
        begins = effect.phase == Phase.LEADERS
        units = {name: _next_phase(unit, begins=begins) for name, unit in self.units.items()}
        if begins:
            units = {
                name: _rejoined(unit, effect.turn) if unit.label.side is effect.side else unit
                for name, unit in units.items()
            }
        judged = {**self.judged, effect.side: self.army_of(effect.side, tables)} if begins else self.judged
        return replace(
            self,
            turn=effect.turn,
            side=effect.side,
            phase=effect.phase,
            first_side=self.first_side or effect.side,
            units=units,
            judged=judged,
            combats=0 if begins else self.combats,
        )

    def with_use(self, entry: Entry, tables: Tables) -> Self:
        """Who has checked, maneuvered, charged, replied and fired."""
        situation = entry.situation
        if isinstance(entry.verdict, CheckVerdict):
            names_of = frozenset(result.name for result in entry.verdict.results)
            ledger = self
            for result in entry.verdict.results:
                ledger = ledger.in_turn(result.name, checked=result.effect, mates=names_of - {result.name})
            return ledger
        if isinstance(situation, Fire):
            return self._after_fire(situation, tables)
        if isinstance(situation, CarryOut):
            return self._after_maneuver(situation)
        if isinstance(situation, DeclareCharge):
            return self._after_declaration(situation)
        if isinstance(situation, Hasty):
            countered = situation.hasty_maneuver is HastyManeuver.COUNTER_CHARGE
            return self.in_turn(situation.name, hasty=True, countered=countered)
        return self._after_combat(situation) if isinstance(situation, ChargeCombat) else self

    def in_turn(self, name: str | None, **changes: Any) -> Self:
        """A named unit with something more to remember of this turn."""
        unit = self.units.get(name or "")
        return self if unit is None else self.with_unit(replace(unit, this_turn=replace(unit.this_turn, **changes)))

    def in_step(self, name: str | None, **changes: Any) -> Self:
        """A named unit with something more to remember of this step."""
        unit = self.units.get(name or "")
        return self if unit is None else self.with_unit(replace(unit, this_step=replace(unit.this_step, **changes)))

    def _after_fire(self, shot: Fire, tables: Tables) -> Self:
        """The stands that have fired, and at whom (MAW-G.07c, MAW-G.07d, MAW-G.07f)."""
        ledger = self
        for firer in shot.firers:
            known = self.units.get(firer.name or "")
            if known is not None:
                aimed = (shot.target_name or "", firer.bearing(tables))
                ledger = ledger.in_step(firer.name, shots=(*known.this_step.shots, aimed))
        if self.phase is None:  # nobody keeps the phases: whether a later shot is of the same step is not known
            return ledger
        by_guns = any(firer.is_guns for firer in shot.firers)
        known = ledger.units.get(shot.target_name or "")
        before = known is not None and known.this_step.fired_at_by_guns
        return ledger.in_step(shot.target_name, fired_at=True, fired_at_by_guns=by_guns or before)

    def _after_maneuver(self, carried: CarryOut) -> Self:
        """The maneuver used, and that a unit of the check has moved (MAW-2.11)."""
        opens = carried.maneuver is Maneuver.CHANGE_FORMATION and carried.new_formation in OPEN_ORDER
        frontage = opens and carried.shape in OPEN_ORDER
        ledger = self.in_turn(carried.name, maneuver=carried.maneuver, frontage_changed=frontage)
        unit = self.units.get(carried.name or "")
        if unit is None or carried.maneuver in STANDING:
            return ledger
        for mate in (carried.name, *unit.this_turn.mates):
            ledger = ledger.in_turn(mate, check_moved=True)
        return ledger

    def _after_declaration(self, charge: DeclareCharge) -> Self:
        """Who charges whom, and how (MAW-2.05, MAW-11.02)."""
        target = frozenset({charge.target_name}) if charge.target_name else frozenset()
        ledger = self.in_turn(charge.name, charges=True, charging=target, cold_steel=charge.cold_steel)
        struck = self.units.get(charge.target_name or "")
        if struck is None:
            return ledger
        chargers = struck.this_turn.charged_by | ({charge.name} if charge.name else frozenset())
        return ledger.in_turn(charge.target_name, charged_by=chargers)

    def _after_combat(self, combat: ChargeCombat) -> Self:
        """A charge that was fought out binds nobody any more."""
        ledger = replace(self, combats=self.combats + 1)
        for unit in (*combat.attackers, *combat.defenders):
            over = {"charging": frozenset(), "charged_by": frozenset(), "cold_steel": False, "countered": False}
            ledger = ledger.in_turn(unit.name, **over)
        return ledger

    # ---- The army -----------------------------------------------------------------------------------------------------------

    def started(self, side: Side) -> int:
        """Stands a side began with."""
        return sum(unit.label.stands for unit in self.units.values() if unit.label.side is side)

    def lost(self, side: Side) -> int:
        """Stands a side has lost, troops and guns."""
        return sum(unit.lost for unit in self.units.values() if unit.label.side is side)

    def heavy_at(self, side: Side, tables: Tables) -> int:
        """Losses that are heavy: the scenario's number, else a quarter (MAW-G.18)."""
        return self.heavy_numbers.get(side) or heavy_at(self.started(side), tables)

    def army_of(self, side: Side, tables: Tables) -> tuple[bool, bool]:
        """Heavy casualties and greater losses now (MAW-G.18, MAW-G.18a)."""
        started, lost = self.started(side), self.lost(side)
        heavy = started > 0 and lost >= self.heavy_at(side, tables)
        return heavy, heavy and lost > self.lost(OTHER_SIDE[side])

    # ---- What forms get from it -----------------------------------------------------------------------------------------------

    def prefill(self, action: str, tables: Tables) -> dict[str, Any]:
        """Side, light, army lines, and where the turn stands."""
        side = Side(self.side) if self.side else None
        known: dict[str, Any] = {}
        if action == "next_phase":
            known = {"phase_now": self.phase, "side_now": side, "turn_now": self.turn, "first_side": self.first_side}
        elif action in ("maneuver_check", "fire", "maneuver", "weapon_card", "declare_charge", "move"):
            known = {"light": None if self.light is Light.DAY else self.light, "side": side}
        elif action in ("charge_combat", "army_state"):
            known = {"side": side}
        elif action == "hasty_maneuver" and side:
            known = {"side": OTHER_SIDE[side], "combat_began": self.combats > 0}
        elif action == "victory" and self.units:
            known = self._earned(tables)
        if action == "maneuver_check" and side is not None and side in self.judged:
            heavy, greater = self.judged[side]
            known |= {"heavy_casualties": heavy, "greater_losses": greater, "key_position_lost": side in self.key_lost}
        if action == "fire" and side and self.phase in (Phase.DEFENSIVE_FIRE, Phase.OFFENSIVE_FIRE):
            offensive = self.phase == Phase.OFFENSIVE_FIRE
            known["fire_step"] = FireStep.OFFENSIVE if offensive else FireStep.DEFENSIVE
            known["side"] = side if offensive else OTHER_SIDE[side]
        if action == "army_state" and side and self.started(side):
            known |= {"army_stands": self.started(side), "army_lost": self.lost(side)}
            known |= {"enemy_lost": self.lost(OTHER_SIDE[side])}
        return {name: value for name, value in known.items() if value is not None}

    def _earned(self, tables: Tables) -> dict[str, Any]:
        """What each side has earned, as far as the roster knows (MAW-G.27a)."""
        earned: dict[str, Any] = {}
        for side, enemy in OTHER_SIDE.items():
            theirs = [unit for unit in self.units.values() if unit.label.side is enemy]
            who = side.value.lower()
            guns = sum(unit.lost for unit in theirs if unit.is_guns)
            earned |= {
                f"{who}_units_destroyed": sum(unit.gone for unit in theirs),
                f"{who}_units_spent": sum(unit.beaten(tables) for unit in theirs),
                f"{who}_gun_stands": guns,
                f"{who}_leaders": self.leaders_lost.get(enemy, 0),
                f"{enemy.value.lower()}_at_heavy_casualties": self.army_of(enemy, tables)[0],
            }
        return earned

    def roster(self) -> tuple[RosterUnit, ...]:
        """Units with what they fill into the form."""
        return tuple(_listed(unit, self.crews_in(unit)) for unit in self.units.values())

    def crews_in(self, square: KnownUnit) -> int:
        """Gun stands whose crews shelter in a unit's square."""
        return sum(self.units[name].stands for name in square.crews if name in self.units)

    def owed(self) -> tuple[Offer, ...]:
        """Disordered and broken troops of the side that moves must check in its Maneuver phase (MAW-G.15)."""
        if self.phase != Phase.MANEUVER:
            return ()
        return tuple(
            Offer(
                Message.of("offer.check", name=unit.name, order=unit.order),
                "maneuver_check",
                {"side": unit.label.side, "units": [member_fields(unit, CheckedUnit)]},
            )
            for unit in self.units.values()
            if unit.label.side == self.side
            and unit.order is not OrderState.GOOD
            and not unit.this_turn.checked
            and not unit.gone
        )

    def offers(self, entry: Entry) -> tuple[Offer, ...]:
        """Replies to a charge, the breakthrough combat, a new leader."""
        offers: list[Offer] = []
        for effect in entry.verdict.effects:
            if isinstance(effect, fx.ReplyOpen) and isinstance(entry.situation, DeclareCharge):
                fields = _reply(entry.situation, effect, self.units.get(entry.situation.target_name or ""))
                offers.append(Offer(Message(f"offer.reply.{effect.reply}"), "hasty_maneuver", fields))
            elif isinstance(effect, fx.BreaksThrough) and isinstance(entry.situation, ChargeCombat):
                fields = {"side": entry.situation.side, "combat": CombatNumber.BREAKTHROUGH}
                offers.append(Offer(Message("offer.breakthrough"), "charge_combat", fields))
            elif isinstance(effect, fx.LeaderFares) and effect.fate is LeaderFate.LOST and not effect.colonel:
                side = self._side_of(effect.whom, entry)
                if side is not None:
                    offers.append(Offer(Message("offer.replacement"), "leader_replacement", {"side": side}))
        return tuple(offers)

    def _side_of(self, whom: str, entry: Entry) -> Side | None:
        unit = self.units.get(whom)
        if unit is not None:
            return unit.label.side
        side = getattr(entry.situation, "side", None)
        against = isinstance(entry.situation, Fire) or whom == "defender"
        return None if side is None else OTHER_SIDE[side] if against else side

    # ---- Marks and panels -----------------------------------------------------------------------------------------------------

    def reads(self, entry: Entry) -> frozenset[str]:
        """An entry rests on the named units it speaks of, and on the phase."""
        units = frozenset(f"unit.{name}" for name in _named(entry))
        return units | frozenset({"phase"} if entry.record.action == "next_phase" else ())

    def writes(self, entry: Entry) -> frozenset[str]:
        """An entry changes the named units its effects fall on, the phase and the light."""
        touched = {f"unit.{effect.whom}" for effect in entry.verdict.effects if effect.whom in _named(entry)}
        if isinstance(entry.situation, RosterEntry | RosterChange):
            touched.add(f"unit.{entry.situation.name}")
        if entry.record.action == "next_phase":
            touched.add("phase")
        return frozenset(touched)

    def panels(self, tables: Tables) -> tuple[Panel, ...]:
        """Losses of both armies against their heavy casualties, and the light."""
        panels = [
            Panel(
                id=f"losses.{side}",
                title=Message.of("panel.losses", side=side, lost=self.lost(side), heavy=self.heavy_at(side, tables)),
                kind="meter",
                side=side,
                value=max(0, self.heavy_at(side, tables) - self.lost(side)),
                of=self.heavy_at(side, tables),
            )
            for side in Side
            if self.started(side)
        ]
        if self.light is not Light.DAY:
            panels.append(Panel(id="light", title=Message("panel.light"), kind="text", text=self.light.message))
        return tuple(panels)


def _reply(charge: DeclareCharge, effect: fx.ReplyOpen, target: KnownUnit | None) -> dict[str, Any]:
    """The charged unit as the roster knows it, else as the declaration described it."""
    fields: dict[str, Any] = {"arm": charge.target_arm}
    if target is not None:
        fields = member_fields(target, Hasty)
    elif charge.target_arm is not Arm.GUNS:
        fields |= {"mounted": charge.target_mounted, "order": charge.target_order}
        fields |= {"formation": charge.target_formation}
    if charge.target_name:
        fields["name"] = charge.target_name
    return fields | {
        "side": OTHER_SIDE[charge.side],
        "hasty_maneuver": effect.reply,
        "charger_mounted": charge.on_horse,
        **({"charger_name": charge.name} if charge.name else {}),
    }


def _new_unit(label: Rated) -> KnownUnit:
    """A unit as it comes on: irregulars in open order (MAW-G.46), guns unlimbered."""
    irregular = label.unit_class is UnitClass.IRREGULAR
    formation = Formation.OPEN_THIN if irregular else Formation.LINE
    return KnownUnit(label=label, stands=label.stands, formation=formation, leader=label.leader_with_unit)


def _next_phase(unit: KnownUnit, *, begins: bool) -> KnownUnit:
    late = unit.late_disorder and unit.order is OrderState.GOOD
    order = OrderState.DISORDERED if late else unit.order
    unit = replace(unit, order=order, late_disorder=False, this_step=ThisStep())
    if not begins:
        return unit
    square = unit.formation is Formation.HASTY_SQUARE
    formation = Formation.DELIBERATE_SQUARE if square else unit.formation
    return replace(unit, this_turn=ThisTurn(), formation=formation)


def _corrected(unit: KnownUnit, told: RosterChange) -> KnownUnit:
    changes = {
        "stands": told.stands,
        "order": told.order,
        "formation": told.formation,
        "mounted": told.mounted,
        "limbered": told.limbered,
        "silenced": told.silenced,
        "damaged": told.damaged_stands,
        "low_ammunition": told.low_ammunition,
        "sheltered": told.crew_sheltered,
        "leader": told.leader_with_unit,
    }
    settled: dict[str, Any] = {name: value for name, value in changes.items() if value is not None}
    if told.fired_already is not None:
        settled["this_step"] = replace(unit.this_step, fired=told.fired_already, shots=())
    if told.checked_already is False:
        settled["this_turn"] = ThisTurn()
    return replace(unit, **settled, gone=False if told.stands else unit.gone)


def changed(unit: KnownUnit, effect: Effect) -> KnownUnit:
    """A unit after an effect."""
    if isinstance(effect, fx.StandsLost | fx.GunsWrecked):
        left = max(0, unit.stands - effect.count)
        return replace(unit, stands=left, damaged=min(unit.damaged, left))
    if isinstance(effect, fx.GunsDamaged):
        return replace(unit, damaged=min(unit.stands, unit.damaged + effect.count))
    if isinstance(effect, fx.UnitRemoved | fx.GunsLost):
        return replace(unit, stands=0, gone=True)
    if (isinstance(effect, fx.OrderBecomes) and effect.late) or (
        isinstance(effect, fx.ChargerGoesOn) and effect.disordered
    ):
        return replace(unit, late_disorder=True)
    if isinstance(effect, fx.OrderBecomes):
        return replace(unit, order=effect.order)
    if isinstance(effect, fx.Reforms | fx.FormationBecomes):
        return replace(unit, formation=effect.formation)
    if isinstance(effect, fx.CarriesPosition) and effect.forms is not None:
        return replace(unit, formation=effect.forms)
    if isinstance(effect, fx.ChargeChecked):
        return replace(unit, this_turn=replace(unit.this_turn, charge_checked=True))
    if isinstance(effect, fx.LowOnAmmunition | fx.Replenished):
        return replace(unit, low_ammunition=isinstance(effect, fx.LowOnAmmunition))
    return _guns_changed(unit, effect)


def _guns_changed(unit: KnownUnit, effect: Effect) -> KnownUnit:
    if isinstance(effect, fx.Silenced | fx.GunsRallied):
        return replace(unit, silenced=isinstance(effect, fx.Silenced))
    if isinstance(effect, fx.Mounts):
        return replace(unit, mounted=effect.mounted)
    if isinstance(effect, fx.Limbers):
        return replace(unit, limbered=effect.limbered)
    if isinstance(effect, fx.CrewShelters | fx.CrewReturns):
        return replace(unit, sheltered=isinstance(effect, fx.CrewShelters))
    if isinstance(effect, fx.LeaderFares) and effect.fate in (LeaderFate.LOST, LeaderFate.WOUNDED):
        return replace(unit, leader=_without(unit.leader, colonel=effect.colonel))
    return unit


def _without(who: LeaderWith, *, colonel: bool) -> LeaderWith:
    """Who is still with the unit when the leader, or the colonel, is gone."""
    if who is LeaderWith.BOTH:
        return LeaderWith.LEADER if colonel else LeaderWith.COLONEL
    gone = LeaderWith.COLONEL if colonel else LeaderWith.LEADER
    return LeaderWith.NONE if who is gone else who


def _rejoined(unit: KnownUnit, turn: int) -> KnownUnit:
    """The unit with those of its wounded who are back by this turn."""
    who = unit.leader
    for back, when in unit.away:
        if when <= turn:
            who = back if who in (LeaderWith.NONE, back) else LeaderWith.BOTH
    return replace(unit, leader=who, away=tuple(one for one in unit.away if one[1] > turn))


# ---- What a unit fills in -----------------------------------------------------------------------------------------------------


def as_actor(unit: KnownUnit, crews: int = 0) -> dict[str, Any]:
    """Every field, in any form, that a unit of the roster fills when it acts; ``crews`` shelter in its square."""
    label = unit.label
    known: dict[str, Any] = {
        "name": label.name,
        "side": label.side,
        "arm": label.arm,
        "mover": label.arm.value,
        "unit_class": label.unit_class,
        "experience": label.experience,
        "weapon": label.weapon,
        "stands": max(1, unit.stands),
        "start_stands": label.stands,
        "leader_with_unit": unit.leader,
        "low_ammunition": unit.low_ammunition,
        "gone": unit.gone,
        **_used(unit),
    }
    if unit.is_guns:
        known |= {
            "carriage": label.carriage,
            "limbered": unit.limbered,
            "silenced": unit.silenced,
            "damaged_stands": unit.damaged,
            "crew_sheltered": unit.sheltered,
            "gun_service": _service(unit.this_turn.maneuver),
        }
    else:
        known |= {
            "mounted": unit.mounted if label.arm is Arm.CAVALRY else False,
            "morale_class": label.morale_class,
            "order": unit.order,
            "broken_troops": unit.order is OrderState.BROKEN,
            "formation": unit.formation,
            "light_troops": label.light_troops,
            "lances": label.lances,
            "crews_inside": min(crews, MOST_CREWS),
        }
    return {name: value for name, value in known.items() if value is not None}


def _used(unit: KnownUnit) -> dict[str, Any]:
    """What a unit has done this turn and in this step, as forms ask for it."""
    turn, step = unit.this_turn, unit.this_step
    return {
        "checked_already": turn.checked is not None,
        "check_effect": turn.checked if turn.checked and turn.checked not in _NO_MANEUVER else None,
        "maneuver_done": turn.maneuver_done,
        "check_moved": turn.check_moved,
        "frontage_changed": turn.frontage_changed,
        "hasty_already": turn.hasty,
        "fired_already": unit.fired,
        "stands_fired": step.stands_fired,
        "fired_at": names_told(dict.fromkeys(target for target, _ in step.shots if target)),
        "in_charge": _role(turn),
        "charge_foes": names_told(sorted(turn.charging or turn.charged_by)),
        "charge_part": _part(turn),
    }


def _role(turn: ThisTurn) -> InCharge | None:
    """How it stands to a charge when it fires."""
    if turn.charges:
        return InCharge.COLD_STEEL if turn.cold_steel else InCharge.CHARGING
    return InCharge.CHARGED if turn.charged_by else None


def _part(turn: ThisTurn) -> ChargePart:
    """What it brings into a charge combat."""
    if turn.charge_checked:
        return ChargePart.CHECKED
    if turn.countered:
        return ChargePart.COUNTER_CHARGED
    return ChargePart.COLD_STEEL if turn.cold_steel else ChargePart.PLAIN


def _service(maneuver: Maneuver | None) -> GunService:
    """Whether guns may use offensive fire after their maneuver (MAW-G.07j)."""
    if maneuver is None or maneuver is Maneuver.HOLD:
        return GunService.HELD
    return GunService.FIRE if maneuver in FIRING else GunService.OTHER


STANDING = (Maneuver.HOLD, Maneuver.FIRE, Maneuver.REPLENISH, Maneuver.RALLY_GUNS)  # nobody moves


def as_target(unit: KnownUnit) -> dict[str, Any]:
    """Every field that a unit of the roster fills when it is acted on."""
    label = unit.label
    known: dict[str, Any] = {
        "target_name": label.name,
        "target_arm": label.arm,
        "target_experience": label.experience,
        "target_stands": max(1, unit.stands),
        "leader_with_target": unit.leader,
        "target_fired_at": unit.this_step.fired_at,
        "other_guns_fired": unit.this_step.fired_at_by_guns,
        "target_gone": unit.gone,
    }
    if unit.is_guns:
        return known | {
            "target_limbered": unit.limbered,
            "target_damaged_stands": unit.damaged,
            "target_crew_sheltered": unit.sheltered,
        }
    return known | {
        "target_mounted": unit.mounted,
        "target_order": unit.order,
        "target_formation": unit.formation,
        "target_charge": _charge(unit.this_turn),
    }


def _charge(turn: ThisTurn) -> TargetCharge:
    """Whether a target is charging; a charge that was checked is over (MAW-G.04a)."""
    if not turn.charges or turn.charge_checked:
        return TargetCharge.NO
    return TargetCharge.COLD_STEEL if turn.cold_steel else TargetCharge.CHARGING


def member_fields(unit: KnownUnit, member: type[Any]) -> dict[str, Any]:
    """What a unit fills into a card of a group."""
    wanted = {spec.name for spec in specs_of(member)}
    return {name: value for name, value in as_actor(unit).items() if name in wanted}


def _listed(unit: KnownUnit, crews: int) -> RosterUnit:
    label = unit.label
    marks = tuple(
        Message(f"roster.{mark}")
        for mark, shown in (
            ("low", unit.low_ammunition),
            ("limbered", unit.limbered),
            ("sheltered", unit.sheltered),
            ("damaged", unit.damaged > 0),
            ("late", unit.late_disorder),
        )
        if shown
    ) + tuple(Message.of(f"roster.away.{who}", turn=turn) for who, turn in unit.away)
    note = Message("roster.gone") if unit.gone else Message.of("roster.marks", marks=marks) if marks else None
    status = Message("roster.silenced") if unit.is_guns and unit.silenced else unit.order.message
    return RosterUnit(
        id=label.name,
        name=label.name,
        side=label.side,
        label=Message.of(
            f"roster.{_kind(label)}",
            experience=label.experience,
            morale=label.morale_class or "",
            weapon=label.weapon,
            carriage=label.carriage,
            stands=unit.stands,
            started=label.stands,
            formation=unit.formation,
        ),
        status=status,
        as_actor=as_actor(unit, crews),
        as_target=as_target(unit),
        note=note,
        gone=unit.gone,
    )


def _kind(label: Rated) -> str:
    """Which line of the roster tells this unit; cavalry may have no firearms."""
    if label.arm is Arm.GUNS:
        return "guns"
    return "unarmed" if label.weapon is Weapon.NONE else "troops"


_NAMES = ("name", "target_name", "charger_name", "friend_name", "square_name")


def _named(entry: Entry) -> frozenset[str]:
    """The unit names an entry speaks of."""
    situation = entry.situation
    found: set[str | None] = {getattr(situation, field, None) for field in _NAMES}
    if isinstance(situation, ManeuverCheck):
        found |= {unit.name for unit in situation.units}
    if isinstance(situation, Fire):
        found |= {firer.name for firer in situation.firers}
    if isinstance(situation, ChargeCombat):
        found |= {*names(situation.attackers, ""), *names(situation.defenders, "")}
    return frozenset(name for name in found if name)
