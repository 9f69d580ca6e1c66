"""A unit in the books: its state and markers, what it fills into forms, and what a new turn, round or step clears."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sandtable.kernel.form import specs_of
from sandtable.kernel.messages import Message
from sandtable.kernel.roster import BookUnit, filled, fills
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mexican_american_war.fields import names_told
from sandtable.rulesets.mexican_american_war.units import state_of
from sandtable.rulesets.mexican_american_war.vocabulary import (
    FIRING,
    MOVING_EFFECTS,
    WITH_LEADER,
    Arm,
    Carriage,
    ChargePart,
    CheckEffect,
    Effectiveness,
    Experience,
    Formation,
    GunService,
    InCharge,
    LeaderWith,
    Maneuver,
    MoraleClass,
    Mover,
    OrderState,
    Side,
    TargetCharge,
    UnitClass,
    Weapon,
)

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

    def left(self) -> tuple[int, int]:
        """Stands."""
        return (0 if self.gone else self.stands), self.started

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
        if self.cold_steel:
            return ChargePart.COLD_STEEL
        return ChargePart.DECLARED if self.charging else ChargePart.PLAIN

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

    def a_turn_on(self, turn: int) -> KnownUnit:
        """The unit when the turn after this one begins, the days of its wounded told as if it were still this one."""
        later = self.next_phase().next_turn().rejoined(turn + 1)
        return replace(later, away=tuple((who, back - 1) for who, back in later.away))

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
        """Its order, or that its guns are silenced, or that it is there no more."""
        if self.gone:
            return Message("roster.gone")
        return Message("roster.silenced") if self.is_guns and self.silenced else self.order.message

    def done(self) -> Message | None:
        """That it has fired in this step."""
        return Message("roster.fired") if self.all_fired or self.shots else None

    def reminder(self) -> Message | None:
        """Its other markers, and who is away."""
        if self.gone:
            return None
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
