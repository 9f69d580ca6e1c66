"""Who fights hand to hand: the form of two units described alike, and what each brings into the fight (PRE-3.16 to PRE-3.20, PRE-7.16, PRE-G.36)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.kernel.form import Section, choice, number, role, when
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.army import own_weapon
from sandtable.rulesets.mesoamerica.men import Men, men_problems
from sandtable.rulesets.mesoamerica.vocabulary import MISSILES, Back, Movement, UnitType, Weapon

ROLES = fields.ROLES


def other(role: str) -> str:
    """The role across."""
    return "target" if role == "actor" else "actor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Combatant:
    """A unit in the form. Type says weapon and strength of some (PRE-3.16, PRE-3.18b, PRE-3.20, PRE-G.46)."""

    name: str | None = fields.name()
    type: UnitType = fields.unit_type()
    weapon: Weapon = fields.weapon(needed=when("type", UnitType.COMBAT))
    strength: int | None = fields.strength(needed=~when("type", UnitType.PRIEST))
    men: int = fields.men()
    elite: bool = fields.elite()
    armoured: bool = fields.armoured()
    # Without a roster both have moved, but not enough for shock.
    movement: Movement = choice(Movement, section=Section.CIRCUMSTANCE, usual=Movement.PART)
    shot_at: bool = fields.circumstance()
    fought_last_turn: bool = fields.circumstance()
    rolled: bool = fields.circumstance()
    unarmed: int = fields.unarmed()
    unconscious: int = fields.unconscious()
    level: int = fields.level()
    prisoners: int = fields.prisoners()
    gone: bool = fields.circumstance()

    @property
    def present(self) -> Men:
        """Its men."""
        return Men(self.men, self.unarmed, self.unconscious)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandToHand:
    """Two units: the actor is the one named to attack, the target its enemy. Two taps on the roster fill it."""

    attackers_on_target: int = number(
        section=Section.CIRCUMSTANCE, lowest=1, highest=fields.MOST_ATTACKERS, usual=1, unit="units"
    )
    actor_attacked_by_another: bool = fields.circumstance()
    actor: Combatant = role(Combatant, "actor", section=Section.ACTOR, other="target")
    target: Combatant = role(Combatant, "target", section=Section.TARGET, other="actor")
    target_hidden: bool = fields.circumstance()

    def unit(self, role: str) -> Combatant:
        """The unit in a role."""
        return self.actor if role == "actor" else self.target

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Pairs that PRE-7.16, PRE-7.17 and PRE-G.36 forbid."""
        yield from fields.pair_problems(self)
        for whose in ROLES:
            yield from men_problems(self.unit(whose).present, whose)
        most = tables.number("fight.attackers.most")
        if self.attackers_on_target > most:
            about = Message.of("problem.too_many_attackers", most=most)
            yield Problem("attackers_on_target", about, (), "PRE-7.16")
        if self.actor_attacked_by_another:
            yield Problem("actor_attacked_by_another", Message("problem.attacked_by_another"), (), "PRE-7.17")
        yield from attack_problems(self.actor.prisoners, self.actor.level, tables)
        for whose in ROLES:
            yield from fields.spanish_problems(self.unit(whose).type, f"{whose}_type", tables)

    def subject(self) -> Message:
        """Who, and at whom."""
        return Message.of("subject.fight", who=fields.who(self), whom=fields.who(self, "target"))

    def usual_back(self, tables: Tables) -> Back:
        """Nobody's back is turned, but that of a unit in rout (PRE-G.43)."""
        rout = -tables.number("morale.limit.level")
        if self.target.level <= rout:
            return Back.ACTOR
        return Back.TARGET if self.actor.level <= rout else Back.NEITHER


def attack_problems(prisoners: int, level: int, tables: Tables) -> Iterator[Problem]:
    """Who guards prisoners, or is running, attacks nobody (PRE-G.38, PRE-G.43)."""
    if prisoners:
        yield Problem("actor_prisoners", Message("problem.escort_attacks"), (), "PRE-G.38")
    if level <= tables.number("morale.retreats.level"):
        yield Problem("actor_level", Message.of("problem.retreating_attacks", level=level), (), "PRE-G.43")


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit as it stands in a fight."""

    role: str
    name: str  # or its role, where it has none
    kind: UnitType
    weapon: Weapon
    strength: int
    elite: bool
    columns_left: int
    men: Men
    prisoners: int
    may_attack: bool


def fighter(situation: HandToHand, role: str, tables: Tables) -> Fighter:
    """A unit's weapon, strength and men in hand-to-hand combat."""
    unit = situation.unit(role)
    carried = own_weapon(unit.type, unit.weapon)
    return Fighter(
        role=role,
        name=unit.name or role,
        kind=unit.type,
        weapon=fighting_weapon(carried),
        strength=fighting_strength(unit.type, carried, unit.strength, tables),
        elite=unit.elite or unit.type is not UnitType.COMBAT,
        columns_left=_columns_left(unit, tables),
        men=unit.present,
        prisoners=unit.prisoners,
        may_attack=_may_attack(situation, role, tables),
    )


def fighting_weapon(carried: Weapon) -> Weapon:
    """Projectile units draw swords (PRE-3.18)."""
    return Weapon.SWORD if carried in MISSILES else carried


def fighting_strength(kind: UnitType, carried: Weapon, strength: int | None, tables: Tables) -> int:
    """Projectile units have 1 less, never below 1; priests always have 1 (PRE-3.19, PRE-3.20, PRE-G.07)."""
    if kind is UnitType.PRIEST or strength is None:
        return tables.number("army.priest.strength")
    if kind is UnitType.SPANISH:
        return tables.number("army.spanish.strength")
    if carried in MISSILES:
        return max(tables.number("fight.lowest.strength"), strength - tables.number("fight.side_arm.loss"))
    return strength


def _columns_left(unit: Combatant, tables: Tables) -> int:
    if unit.type is UnitType.SPANISH:
        return tables.number("army.spanish.columns_left")
    return tables.number("fight.armour.columns_left") if unit.armoured else 0


def _may_attack(situation: HandToHand, role: str, tables: Tables) -> bool:
    """One roll a turn, with armed men, not running, not guarding prisoners (PRE-G.35, PRE-G.36, PRE-G.38, PRE-G.43)."""
    unit = situation.unit(role)
    swarmed = role == "target" and situation.attackers_on_target > 1
    if swarmed and tables.option("rolls_under_several_attacks") == "none":
        return False
    return (
        unit.present.active > 0
        and not unit.rolled
        and unit.level > tables.number("morale.retreats.level")
        and not unit.prisoners
    )
