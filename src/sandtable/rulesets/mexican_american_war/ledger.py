"""What the umpire remembers of a battle: turn and phase, light, units by name with their markers, losses of both armies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from sandtable.kernel.form import specs_of
from sandtable.kernel.ledger import Offer, Panel
from sandtable.kernel.messages import Message
from sandtable.kernel.roster import NOTHING, BookUnit, RosterLedger, filled, fills
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mexican_american_war.command import KnownLeader, highest
from sandtable.rulesets.mexican_american_war.fields import MOST_CREWS, names_told
from sandtable.rulesets.mexican_american_war.units import CheckedUnit, state_of
from sandtable.rulesets.mexican_american_war.vocabulary import (
    FIRING,
    MOVING_EFFECTS,
    OTHER_SIDE,
    WITH_LEADER,
    Arm,
    Carriage,
    ChargePart,
    CheckEffect,
    Effectiveness,
    Experience,
    FireStep,
    Formation,
    GunService,
    InCharge,
    LeaderWith,
    Light,
    Maneuver,
    MoraleClass,
    Mover,
    OrderState,
    Phase,
    Side,
    TargetCharge,
    UnitClass,
    Weapon,
)

WHOLE = 100  # percent
_JOINED = {LeaderWith.NONE: LeaderWith.LEADER, LeaderWith.COLONEL: LeaderWith.BOTH}  # when a leader comes
OF_GUNS = frozenset(
    {
        "carriage", "limbered", "silenced", "damaged_stands", "crew_sheltered", "gun_service",
        "target_limbered", "target_damaged_stands", "target_crew_sheltered",
    }
)  # fmt: skip
OF_TROOPS = frozenset(
    {
        "mounted", "morale_class", "order", "broken_troops", "formation", "light_troops", "lances",
        "target_mounted", "target_order", "target_formation", "target_charge",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownUnit(BookUnit):
    """A unit of the roster: its label, and how it stands."""

    name: str = filled(actor="name", target="target_name")
    side: Side = filled(actor="side")
    arm: Arm = filled(actor="arm", target="target_arm")
    unit_class: UnitClass = filled(actor="unit_class")
    experience: Experience = filled(actor="experience", target="target_experience")
    morale_class: MoraleClass | None = filled(actor="morale_class")  # guns have none
    weapon: Weapon = filled(actor="weapon")
    carriage: Carriage = filled(actor="carriage")
    light_troops: bool = filled(actor="light_troops")
    lances: bool = filled(actor="lances")
    brave_colonel: bool  # as its label says; whether he is still there says ``leader``
    started: int = filled(actor="start_stands")  # stands

    stands: int
    gone: bool = filled(False, actor="gone", target="target_gone")
    order: OrderState = filled(OrderState.GOOD, actor="order", target="target_order")
    formation: Formation = filled(Formation.LINE, actor="formation", target="target_formation")
    mounted: bool = filled(True, target="target_mounted")
    limbered: bool = filled(False, actor="limbered", target="target_limbered")
    silenced: bool = filled(False, actor="silenced")
    damaged: int = filled(0, actor="damaged_stands", target="target_damaged_stands")
    low_ammunition: bool = filled(False, actor="low_ammunition")
    sheltered: bool = filled(False, actor="crew_sheltered", target="target_crew_sheltered")
    crews: tuple[str, ...] = ()  # guns whose crews shelter in its square
    leader: LeaderWith = filled(LeaderWith.NONE, actor="leader_with_unit", target="leader_with_target")
    away: tuple[tuple[LeaderWith, int], ...] = ()  # who was wounded, and the turn he comes back in
    late_disorder: bool = False  # a winner's marker, put down when its last combat of the phase is done (MAW-G.25)

    checked: CheckEffect | None = filled(None, until="turn")
    mates: frozenset[str] = filled(frozenset(), until="turn")  # the other units under the same die
    check_moved: bool = filled(False, actor="check_moved", until="turn")  # one of them has moved
    maneuver: Maneuver | None = filled(None, until="turn")
    frontage_changed: bool = filled(False, actor="frontage_changed", until="turn")
    charges: bool = filled(False, until="turn")
    charging: frozenset[str] = filled(frozenset(), until="turn")  # the target, where it was named
    cold_steel: bool = filled(False, until="turn")
    charged_by: frozenset[str] = filled(frozenset(), until="turn")
    charge_checked: bool = filled(False, until="turn")
    hasty: bool = filled(False, actor="hasty_already", until="turn")
    countered: bool = filled(False, until="turn")

    all_fired: bool = filled(False, until="step")  # as somebody said by hand
    shots: tuple[tuple[str, int], ...] = filled((), until="step")  # target and stands, of each shot it took part in
    fired_at: bool = filled(False, target="target_fired_at", until="step")
    fired_at_by_guns: bool = filled(False, target="other_guns_fired", until="step")

    # ---- What follows, and what forms ask for ---------------------------------------------------------------------------------

    @property
    def is_guns(self) -> bool:
        """Guns, not troops."""
        return self.arm is Arm.GUNS

    @property
    def lost(self) -> int:
        """Stands lost for the battle."""
        return self.started - (0 if self.gone else self.stands)

    def beaten(self, tables: Tables) -> bool:
        """Whether it is spent or broken, but still there (MAW-G.27a)."""
        if self.gone or self.morale_class is None:
            return False
        spent = state_of(self.morale_class, self.started, self.stands, tables) is Effectiveness.SPENT
        return spent or self.order is OrderState.BROKEN

    @fills(actor="mover")
    def mover(self) -> Mover:
        """Who moves, for the move calculator."""
        return Mover(self.arm.value)

    @fills(actor="mounted")
    def on_horse(self) -> bool:
        """Cavalry in the saddle."""
        return self.arm is Arm.CAVALRY and self.mounted

    @fills(actor="stands", target="target_stands")
    def stands_told(self) -> int:
        """Stands as a form takes them, where nobody has none."""
        return max(1, self.stands)

    @fills(actor="broken_troops")
    def broken(self) -> bool:
        """A mob without formation (MAW-G.19f)."""
        return self.order is OrderState.BROKEN

    @fills(actor="checked_already")
    def has_checked(self) -> bool:
        """It has had its maneuver check."""
        return self.checked is not None

    @fills(actor="check_effect")
    def effect_to_use(self) -> CheckEffect | None:
        """The result of its check, where that lets it maneuver."""
        return self.checked if self.checked in MOVING_EFFECTS else None

    @fills(actor="maneuver_done")
    def maneuver_done(self) -> bool:
        """Its one maneuver is used, by a charge as well, or its check allowed none (MAW-2.19, MAW-6.11c)."""
        refused = self.checked is not None and self.checked not in MOVING_EFFECTS
        return self.maneuver is not None or self.charges or refused

    @fills(actor="stands_fired")
    def stands_fired(self) -> int:
        """Stands that have fired in this step."""
        return sum(stands for _, stands in self.shots)

    @fills(actor="fired_already")
    def fired(self) -> bool:
        """All its stands have fired in this step."""
        return self.all_fired or (bool(self.shots) and self.stands_fired >= self.stands)

    @fills(actor="fired_at")
    def targets(self) -> str | None:
        """Whom it has fired at in this step."""
        return names_told(dict.fromkeys(target for target, _ in self.shots if target))

    @fills(actor="gun_service")
    def gun_service(self) -> GunService:
        """Whether guns may use offensive fire after their maneuver (MAW-G.07j)."""
        if self.maneuver is None or self.maneuver is Maneuver.HOLD:
            return GunService.HELD
        return GunService.FIRE if self.maneuver in FIRING else GunService.OTHER

    @fills(actor="in_charge")
    def in_charge(self) -> InCharge | None:
        """How it stands to a charge when it fires."""
        if self.charges:
            return InCharge.COLD_STEEL if self.cold_steel else InCharge.CHARGING
        return InCharge.CHARGED if self.charged_by else None

    @fills(actor="charge_foes")
    def charge_foes(self) -> str | None:
        """Whom it charges, else who charges it."""
        return names_told(sorted(self.charging or self.charged_by))

    @fills(actor="charge_part")
    def charge_part(self) -> ChargePart:
        """What it brings into a charge combat."""
        if self.charge_checked:
            return ChargePart.CHECKED
        if self.countered:
            return ChargePart.COUNTER_CHARGED
        return ChargePart.COLD_STEEL if self.cold_steel else ChargePart.PLAIN

    @fills(target="target_charge")
    def target_charge(self) -> TargetCharge:
        """Whether it is charging when it is fired at; a charge that was checked is over (MAW-G.04a)."""
        if not self.charges or self.charge_checked:
            return TargetCharge.NO
        return TargetCharge.COLD_STEEL if self.cold_steel else TargetCharge.CHARGING

    def as_actor(self) -> dict[str, Any]:
        """What it fills in when it acts; guns nothing of troops, troops nothing of guns."""
        return self._of_its_arm(BookUnit.as_actor(self))

    def as_target(self) -> dict[str, Any]:
        """What it fills in when it is acted on."""
        return self._of_its_arm(BookUnit.as_target(self))

    def _of_its_arm(self, told: dict[str, Any]) -> dict[str, Any]:
        foreign = OF_TROOPS if self.is_guns else OF_GUNS
        return {name: value for name, value in told.items() if name not in foreign}

    # ---- What effects change --------------------------------------------------------------------------------------------------

    def losing(self, stands: int) -> KnownUnit:
        """The unit with so many stands less."""
        left = max(0, self.stands - stands)
        return replace(self, stands=left, damaged=min(self.damaged, left))

    def removed(self) -> KnownUnit:
        """The unit when it has left the game."""
        return replace(self, stands=0, gone=True)

    def without(self, *, colonel: bool) -> KnownUnit:
        """The unit when its colonel, or its leader, is gone."""
        fallen, other = LeaderWith.LEADER, LeaderWith.COLONEL
        if colonel:
            fallen, other = other, fallen
        left = {fallen: LeaderWith.NONE, LeaderWith.BOTH: other}
        return replace(self, leader=left.get(self.leader, self.leader))

    def led(self, led: bool) -> KnownUnit:
        """The unit with or without a leader."""
        if (self.leader in WITH_LEADER) is led:
            return self
        return replace(self, leader=_JOINED[self.leader]) if led else self.without(colonel=False)

    def rejoined(self, turn: int) -> KnownUnit:
        """The unit with those of its wounded who are back by this turn (MAW-3.06)."""
        who = self.leader
        for back, when in self.away:
            if when <= turn:
                who = back if who in (LeaderWith.NONE, back) else LeaderWith.BOTH
        return replace(self, leader=who, away=tuple(one for one in self.away if one[1] > turn))

    def next_phase(self) -> KnownUnit:
        """The unit when a phase begins: late markers are put down, shots forgotten."""
        late = self.late_disorder and self.order is OrderState.GOOD
        order = OrderState.DISORDERED if late else self.order
        return replace(self.cleared("step"), order=order, late_disorder=False)

    def next_turn(self) -> KnownUnit:
        """The unit when a player turn begins: checks and charges are forgotten, a hasty square is a plain one (MAW-15.32)."""
        hasty = self.formation is Formation.HASTY_SQUARE
        return replace(self.cleared("turn"), formation=Formation.DELIBERATE_SQUARE if hasty else self.formation)

    # ---- On the roster --------------------------------------------------------------------------------------------------------

    def described(self) -> Message:
        """Ratings, weapon and strength; cavalry may have no firearms."""
        kind = "guns" if self.is_guns else "unarmed" if self.weapon is Weapon.NONE else "troops"
        return Message.of(
            f"roster.{kind}",
            experience=self.experience,
            morale=self.morale_class or "",
            weapon=self.weapon,
            carriage=self.carriage,
            stands=self.stands,
            started=self.started,
            formation=self.formation,
        )

    def condition(self) -> Message:
        """Its order, or that its guns are silenced."""
        return Message("roster.silenced") if self.is_guns and self.silenced else self.order.message

    def done(self) -> Message | None:
        """That it has fired in this step."""
        return Message("roster.fired") if self.all_fired or self.shots else None

    def reminder(self) -> Message | None:
        """Its other markers, and who is away."""
        if self.gone:
            return Message("roster.gone")
        shown = {
            "low": self.low_ammunition,
            "limbered": self.limbered,
            "sheltered": self.sheltered,
            "damaged": self.damaged > 0,
            "late": self.late_disorder,
        }
        marks = [Message(f"roster.{mark}") for mark, there in shown.items() if there]
        marks += [Message.of(f"roster.away.{who}", turn=turn) for who, turn in self.away]
        return Message.of("roster.marks", marks=tuple(marks)) if marks else None


def card_of(unit: KnownUnit, form: type[Any]) -> dict[str, Any]:
    """What a unit fills into a form, or into a card of a group."""
    wanted = {spec.name for spec in specs_of(form)}
    return {name: value for name, value in unit.as_actor().items() if name in wanted}


def heavy_at(started: int, tables: Tables) -> int:
    """Lost stands that make heavy casualties: a quarter of the start, rounded up, unless the scenario says (MAW-G.18)."""
    return -(-started * tables.number("army.heavy_percent") // WHOLE)


@dataclass(frozen=True, kw_only=True)
class MexicanAmericanWarLedger(RosterLedger[KnownUnit]):
    """The books of a battle; every part is optional."""

    phases: ClassVar[tuple[str, ...]] = tuple(Phase)
    named: ClassVar[Mapping[str, str]] = {
        **RosterLedger.named,
        "charger_name": "unit",
        "friend_name": "unit",
        "square_name": "unit",
    }
    rests_on: ClassVar[Mapping[str, tuple[str, ...]]] = {"next_phase": ("phase",)}
    side: Side | None = None
    first_side: Side | None = None
    light: Light = Light.DAY
    units: Mapping[str, KnownUnit] = field(default_factory=dict)
    judged: Mapping[Side, tuple[bool, bool]] = field(default_factory=dict)  # heavy, greater, at the start of its turn
    heavy_numbers: Mapping[Side, int] = field(default_factory=dict)
    key_lost: frozenset[Side] = frozenset()
    leaders: Mapping[str, KnownLeader] = field(default_factory=dict)
    leaders_lost: Mapping[Side, int] = field(default_factory=dict)
    combats: int = 0  # charge combats of this player turn

    # ---- What effects change --------------------------------------------------------------------------------------------------

    def changed(self, *names: str, **changes: Any) -> Self:
        """The books with something new of these units, those that they know."""
        known = [unit for unit in map(self.unit, names) if unit is not None]
        return self.with_units(*(replace(unit, **changes) for unit in known))

    def with_crew(self, guns: str, square: str) -> Self:
        """The books with the crew of these guns in this square and in no other; no name, in none."""
        there = self.own_name(square)

        def crews(unit: KnownUnit) -> KnownUnit:
            others = tuple(name for name in unit.crews if name != guns)
            return replace(unit, crews=(*others, guns) if unit.name == there else others)

        return self.each(crews)

    def phase_begins(self, phase: str, side: Side, turn: int, tables: Tables) -> Self:
        """The books at the start of a phase.

        A new player turn judges the army (MAW-G.18c), forgets what was done in the last, and has the side's wounded leaders back.
        """
        books = self.each(KnownUnit.next_phase)
        if phase == Phase.LEADERS:
            books = books.each(KnownUnit.next_turn)
            books = books.each(lambda unit: unit.rejoined(turn), lambda unit: unit.side is side)
            books = books.with_leaders(*(each.next_turn(turn) for each in books.leaders.values() if each.side is side))
            books = replace(books, judged={**self.judged, side: self.army_of(side, tables)}, combats=0)
        return replace(books, turn=turn, side=side, phase=phase, first_side=self.first_side or side)

    def with_leaders(self, *leaders: KnownLeader) -> Self:
        """The books with these leaders as they are now, and with the mark of a leader on just those units that one is with."""
        books = replace(self, leaders={**self.leaders, **{leader.name: leader for leader in leaders}})
        return books.each(lambda unit: unit.led(books.leader_with(unit.name) is not None)) if books.leaders else books

    def leader_with(self, name: str) -> KnownLeader | None:
        """The leader who is attached to a unit, the highest of several."""
        return highest(leader for leader in self.leaders.values() if leader.leads and leader.unit == name)

    # ---- The army -------------------------------------------------------------------------------------------------------------

    def units_of(self, side: Side) -> list[KnownUnit]:
        """The units of a side, those that are gone included."""
        return [unit for unit in self.units.values() if unit.side is side]

    def started(self, side: Side) -> int:
        """Stands a side began with."""
        return sum(unit.started for unit in self.units_of(side))

    def lost(self, side: Side) -> int:
        """Stands a side has lost, troops and guns."""
        return sum(unit.lost for unit in self.units_of(side))

    def heavy_at(self, side: Side, tables: Tables) -> int:
        """Losses that are heavy: the scenario's number, else a quarter (MAW-G.18)."""
        return self.heavy_numbers.get(side) or heavy_at(self.started(side), tables)

    def army_of(self, side: Side, tables: Tables) -> tuple[bool, bool]:
        """Heavy casualties and greater losses now (MAW-G.18, MAW-G.18a)."""
        started, lost = self.started(side), self.lost(side)
        heavy = started > 0 and lost >= self.heavy_at(side, tables)
        return heavy, heavy and lost > self.lost(OTHER_SIDE[side])

    # ---- What they fill in ----------------------------------------------------------------------------------------------------

    def prefill(self, action: str, tables: Tables) -> dict[str, Any]:
        """What the books know of a form: the side, the light, the army, where the turn stands."""
        known = _PREFILL.get(action)
        told = known(self, tables) if known else {}
        return {name: value for name, value in told.items() if value is not None}

    def phase_known(self, _: Tables) -> dict[str, Any]:
        """Where the turn stands."""
        return {
            "phase_now": self.phase,
            "side_now": self.side,
            "turn_now": self.turn,
            "first_side": self.first_side,
        }

    def side_known(self, _: Tables) -> dict[str, Any]:
        """Whose turn it is."""
        return {"side": self.side}

    def light_known(self, _: Tables) -> dict[str, Any]:
        """Whose turn it is, and the light where it is not day."""
        return {"side": self.side, "light": None if self.light is Light.DAY else self.light}

    def check_known(self, tables: Tables) -> dict[str, Any]:
        """The army lines of a check, as the army was judged."""
        told = self.light_known(tables)
        if self.side is None or self.side not in self.judged:
            return told
        heavy, greater = self.judged[self.side]
        lost = self.side in self.key_lost
        return told | {"heavy_casualties": heavy, "greater_losses": greater, "key_position_lost": lost}

    def fire_known(self, tables: Tables) -> dict[str, Any]:
        """The fire step, and who fires in it."""
        told = self.light_known(tables)
        if self.side and self.phase == Phase.OFFENSIVE_FIRE:
            told |= {"fire_step": FireStep.OFFENSIVE}
        if self.side and self.phase == Phase.DEFENSIVE_FIRE:
            told |= {"fire_step": FireStep.DEFENSIVE, "side": OTHER_SIDE[self.side]}
        return told

    def reply_known(self, _: Tables) -> dict[str, Any]:
        """The side that is charged, and whether it is too late for a square."""
        return {"side": OTHER_SIDE[self.side], "combat_began": self.combats > 0} if self.side else {}

    def army_known(self, tables: Tables) -> dict[str, Any]:
        """Strength and losses of the army that moves, and the enemy's losses."""
        side, told = self.side, self.side_known(tables)
        if side is None or not self.started(side):
            return told
        told |= {"army_stands": self.started(side), "army_lost": self.lost(side)}
        return told | {"enemy_lost": self.lost(OTHER_SIDE[side])}

    def victory_known(self, tables: Tables) -> dict[str, Any]:
        """What each side has earned, as far as the roster knows (MAW-G.27a)."""
        earned: dict[str, Any] = {}
        for side, enemy in OTHER_SIDE.items() if self.units else ():
            theirs, who = self.units_of(enemy), side.value.lower()
            earned |= {
                f"{who}_units_destroyed": sum(unit.gone for unit in theirs),
                f"{who}_units_spent": sum(unit.beaten(tables) for unit in theirs),
                f"{who}_gun_stands": sum(unit.lost for unit in theirs if unit.is_guns),
                f"{who}_leaders": self.leaders_lost.get(enemy, 0),
                f"{enemy.value.lower()}_at_heavy_casualties": self.army_of(enemy, tables)[0],
            }
        return earned

    def around(self, unit: KnownUnit) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Troops have the gun crews that shelter in their square."""
        if unit.is_guns:
            return NOTHING, NOTHING
        crews = sum(self.units[name].stands for name in unit.crews if name in self.units)
        return {"crews_inside": min(crews, MOST_CREWS)}, NOTHING

    # ---- What they show -------------------------------------------------------------------------------------------------------

    def owed(self) -> tuple[Offer, ...]:
        """Disordered and broken troops of the side that moves must check in its Maneuver phase (MAW-G.15)."""
        if self.phase != Phase.MANEUVER or self.side is None:
            return ()
        return tuple(
            Offer(
                Message.of("offer.check", name=unit.name, order=unit.order),
                "maneuver_check",
                {"side": unit.side, "units": [card_of(unit, CheckedUnit)]},
            )
            for unit in self.units_of(self.side)
            if unit.order is not OrderState.GOOD and not unit.has_checked and not unit.gone
        )

    def panels(self, tables: Tables) -> tuple[Panel, ...]:
        """Losses of both armies against their heavy casualties, and the light."""
        panels = [self._losses(side, tables) for side in Side if self.started(side)]
        if self.light is not Light.DAY:
            panels.append(Panel(id="light", title=Message("panel.light"), kind="text", text=self.light.message))
        return tuple(panels)

    def _losses(self, side: Side, tables: Tables) -> Panel:
        lost, heavy = self.lost(side), self.heavy_at(side, tables)
        title = Message.of("panel.losses", side=side, lost=lost, heavy=heavy)
        return Panel(id=f"losses.{side}", title=title, kind="meter", side=side, value=max(0, heavy - lost), of=heavy)


_PREFILL: Mapping[str, Callable[[MexicanAmericanWarLedger, Tables], dict[str, Any]]] = {
    "next_phase": MexicanAmericanWarLedger.phase_known,
    "maneuver_check": MexicanAmericanWarLedger.check_known,
    "fire": MexicanAmericanWarLedger.fire_known,
    "maneuver": MexicanAmericanWarLedger.light_known,
    "move": MexicanAmericanWarLedger.light_known,
    "weapon_card": MexicanAmericanWarLedger.light_known,
    "declare_charge": MexicanAmericanWarLedger.light_known,
    "charge_combat": MexicanAmericanWarLedger.side_known,
    "hasty_maneuver": MexicanAmericanWarLedger.reply_known,
    "army_state": MexicanAmericanWarLedger.army_known,
    "victory": MexicanAmericanWarLedger.victory_known,
}
