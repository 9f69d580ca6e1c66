"""The two numbers of a fight: strength in hand-to-hand combat and its multipliers (PRE-7.02 to PRE-7.10, PRE-G.27 to PRE-G.32)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier
from sandtable.rulesets.mesoamerica.army import own_weapon
from sandtable.rulesets.mesoamerica.asking import note, number_text, ratio_text, table_note
from sandtable.rulesets.mesoamerica.men import Men, percent_of
from sandtable.rulesets.mesoamerica.vocabulary import MISSILES, Back, Fight, Movement, UnitType, Weapon

ROLES = ("actor", "target")
COLUMNS = tuple(f"c{number}" for number in range(1, 12))
ROWS = 7  # dice 0 to 6
NO_EFFECT = (0, 0)


def other(role: str) -> str:
    """The role across."""
    return "target" if role == "actor" else "actor"


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit as it stands in a fight."""

    role: str
    kind: UnitType
    weapon: Weapon
    strength: int
    elite: bool
    columns_left: int
    men: Men
    level: int
    prisoners: int
    may_attack: bool


@dataclass(frozen=True, slots=True)
class Number:
    """A unit's number and how it came about."""

    value: Fraction
    steps: tuple[Modifier, ...]


@dataclass(frozen=True, slots=True, eq=False)  # compared by identity: what follows from a pair is worked out once
class Pair:
    """Two units in a fight with their numbers; ``defender`` is None where a die must decide."""

    fighters: tuple[Fighter, Fighter]
    numbers: tuple[Number, Number]
    defender: str | None

    def fighter(self, role: str) -> Fighter:
        """The unit in a role."""
        return self.fighters[ROLES.index(role)]

    def number(self, role: str) -> Number:
        """The number of the unit in a role."""
        return self.numbers[ROLES.index(role)]


@lru_cache(maxsize=256)
def paired(situation: Any, back: Back, tables: Tables) -> Pair:
    """Both numbers, worked out once before any roll (PRE-G.31)."""
    actor, target = (fighter(situation, role, tables) for role in ROLES)
    numbers = (
        _number(situation, actor, target, back, tables),
        _number(situation, target, actor, back, tables),
    )
    return Pair((actor, target), numbers, _defender(situation, numbers))


def fighter(situation: Any, role: str, tables: Tables) -> Fighter:
    """A unit's weapon, strength and men in hand-to-hand combat."""

    def of(what: str) -> Any:
        return getattr(situation, f"{role}_{what}")

    kind = of("type")
    carried = own_weapon(kind, of("weapon"))
    men = Men(of("men"), of("unarmed"), of("unconscious"))
    return Fighter(
        role=role,
        kind=kind,
        weapon=fighting_weapon(carried),
        strength=fighting_strength(kind, carried, of("strength"), tables),
        elite=of("elite") or kind is not UnitType.COMBAT,
        columns_left=_columns_left(kind, of("armoured"), tables),
        men=men,
        level=of("level"),
        prisoners=of("prisoners"),
        may_attack=_may_attack(situation, role, men, tables),
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


def _columns_left(kind: UnitType, armoured: bool, tables: Tables) -> int:
    if kind is UnitType.SPANISH:
        return tables.number("army.spanish.columns_left")
    return tables.number("fight.armour.columns_left") if armoured else 0


def _may_attack(situation: Any, role: str, men: Men, tables: Tables) -> bool:
    """One roll a turn, with armed men, not running, not guarding prisoners (PRE-G.35, PRE-G.36, PRE-G.38, PRE-G.43)."""
    swarmed = role == "target" and situation.attackers_on_target > 1
    if swarmed and tables.option("rolls_under_several_attacks") == "none":
        return False
    return (
        men.active > 0
        and not getattr(situation, f"{role}_rolled")
        and getattr(situation, f"{role}_level") > tables.number("morale.retreats.level")
        and not getattr(situation, f"{role}_prisoners")
    )


def _number(situation: Any, own: Fighter, enemy: Fighter, back: Back, tables: Tables) -> Number:
    """Strength times weapon (only an advantage), back and shock (PRE-G.31)."""
    value = Fraction(own.strength)
    steps = [note("fight.strength", "PRE-7.02", weapon=own.weapon, strength=own.strength)]
    cell = weapon_multiplier(own, enemy, tables)
    if tables.option("weapon_mode") == "advantaged" and cell > 1:
        value *= cell
        steps.append(_weapon_step(own, enemy, cell, tables))
    if back == own.role:
        factor = tables.exact("fight.back.factor")
        value *= factor
        steps.append(table_note(tables, "fight.back.factor", "fight.back", factor=ratio_text(factor)))
    path, factor = shock_multiplier(own.strength, enemy.strength, tables)
    if has_shock(situation, own.role, tables):
        value *= factor
        steps.append(table_note(tables, path, "fight.shock", factor=ratio_text(factor)))
    steps.append(note("fight.number", "PRE-G.31", number=number_text(value)))
    return Number(value, tuple(steps))


def weapon_multiplier(own: Fighter, enemy: Fighter, tables: Tables) -> Fraction:
    """Own weapon's column, the enemy's row (PRE-7.10, PRE-G.30)."""
    return tables.exact("fight.weapon", enemy.weapon, own.weapon)


def _weapon_step(own: Fighter, enemy: Fighter, cell: Fraction, tables: Tables) -> Modifier:
    path = f"fight.weapon.{enemy.weapon}.{own.weapon}"
    return table_note(tables, path, "fight.weapon", own=own.weapon, enemy=enemy.weapon, factor=ratio_text(cell))


def has_shock(situation: Any, role: str, tables: Tables) -> bool:
    """Fresh, not shot at, and at least the share moved against an enemy that stood still (PRE-7.08, PRE-G.29)."""
    strict = tables.option("shock_share") == "1"
    enough = (Movement.FULL,) if strict else (Movement.THREE_QUARTERS, Movement.FULL)
    return (
        getattr(situation, f"{role}_movement") in enough
        and not getattr(situation, f"{role}_fought_last_turn")
        and not getattr(situation, f"{role}_shot_at")
        and getattr(situation, f"{other(role)}_movement") is Movement.STILL
    )


def shock_multiplier(own: int, enemy: int, tables: Tables) -> tuple[str, Fraction]:
    """By the ratio of strengths before any multiplier, compared exactly (PRE-7.09, PRE-G.29)."""
    multipliers = {row: tables.exact("fight.shock", row) for row in ("less", "equal", "more")}
    row = "less" if own < enemy else "equal" if own == enemy else "more"
    return f"fight.shock.{row}", multipliers[row]


def _defender(situation: Any, numbers: tuple[Number, Number]) -> str | None:
    """The lower number; of equal ones the unit that did not move (PRE-7.03, PRE-G.27)."""
    actor, target = numbers[0].value, numbers[1].value
    if actor != target:
        return "actor" if actor < target else "target"
    still = [role for role in ROLES if getattr(situation, f"{role}_movement") is Movement.STILL]
    return still[0] if len(still) == 1 else None


@dataclass(frozen=True, slots=True)
class Attack:
    """One unit's roll on another: its part of the table, its column, and why."""

    option: Fight
    column: int
    elite: bool
    steps: tuple[Modifier, ...]


@lru_cache(maxsize=1024)
def attack(pair: Pair, role: str, option: Fight, *, doubled: bool, tables: Tables) -> Attack:
    """The ratio, the column in the row of the attacker's own weapon, and the shift for armour (PRE-7.11, PRE-G.32)."""
    own, enemy = pair.fighter(role), pair.fighter(other(role))
    mine, theirs = pair.number(role).value, pair.number(other(role)).value
    steps: list[Modifier] = []
    if tables.option("weapon_mode") == "roller":
        cell = weapon_multiplier(own, enemy, tables)
        mine *= cell
        steps.append(_weapon_step(own, enemy, cell, tables))
    if doubled:
        factor = tables.exact("fight.defend.factor")
        theirs *= factor
        steps.append(table_note(tables, "fight.defend.factor", "fight.defends", factor=ratio_text(factor)))
    ratios = _ratios(option, own.weapon, tables)
    found = sum(ratio * theirs <= mine for ratio in ratios)
    steps.append(_column_step(option, own.weapon, found, ratios, (mine, theirs), tables))
    if enemy.columns_left:
        path = "army.spanish.columns_left" if enemy.kind is UnitType.SPANISH else "fight.armour.columns_left"
        steps.append(table_note(tables, path, "fight.armour", columns=enemy.columns_left))
    return Attack(option, max(0, found - enemy.columns_left), own.elite, tuple(steps))


def _column_step(
    option: Fight,
    weapon: Weapon,
    found: int,
    ratios: tuple[Fraction, ...],
    numbers: tuple[Fraction, Fraction],
    tables: Tables,
) -> Modifier:
    mine, theirs = (number_text(value) for value in numbers)
    path = f"combat.{option}.ratio.{weapon}.{COLUMNS[max(0, found - 1)]}"
    if not found:
        return table_note(tables, path, "fight.no_column", mine=mine, theirs=theirs)
    ratio = ratios[found - 1]
    column = f"{ratio.numerator}:{ratio.denominator}"  # as the printed page heads its columns
    return table_note(tables, path, "fight.column", mine=mine, theirs=theirs, column=column, weapon=weapon)


@lru_cache(maxsize=64)
def _ratios(option: Fight, weapon: Weapon, tables: Tables) -> tuple[Fraction, ...]:
    return tuple(tables.exact("combat", option, "ratio", weapon, column) for column in COLUMNS)


def cell(attack: Attack, die: int, tables: Tables) -> tuple[int, int]:
    """Percent killed and disarmed on a die; elite attackers subtract 1 (PRE-7.11b to PRE-7.13)."""
    if not attack.column:
        return NO_EFFECT
    shift = tables.number("fight.elite.die") if attack.elite else 0
    rows = _result_table(attack.option, tables)
    return rows[min(max(die + shift, 0), len(rows) - 1)][attack.column - 1]


@lru_cache(maxsize=16)
def _result_table(option: Fight, tables: Tables) -> tuple[tuple[tuple[int, int], ...], ...]:
    """A part of Table 8: by die from 0, by column, percent killed and disarmed."""
    return tuple(tuple(_entry(option, f"die_{die}.{column}", tables) for column in COLUMNS) for die in range(ROWS))


def _entry(option: Fight, place: str, tables: Tables) -> tuple[int, int]:
    killed = tables.number_or_none("combat", option, "killed", place) or 0
    if option is not Fight.DISARM:
        return killed, 0
    return killed, tables.number_or_none("combat", option, "disarmed", place) or 0


@lru_cache(maxsize=1024)
def losses(men: Men, percents: tuple[int, int], tables: Tables) -> tuple[int, int]:
    """Men killed and disarmed: both of all men present just before the roll, each rounded (PRE-G.34)."""
    killed_percent, disarmed_percent = percents
    killed = percent_of(men.all, killed_percent)
    if killed_percent and tables.option("at_least_one_killed"):
        killed = max(1, killed)
    killed = min(killed, men.all)
    return killed, min(percent_of(men.all, disarmed_percent), men.killed(killed).active)


@lru_cache(maxsize=256)
def number_steps(pair: Pair) -> tuple[Modifier, ...]:
    """How both numbers came about, the actor's first."""
    return tuple(step for role in ROLES for step in (note(f"fight.{role}"), *pair.number(role).steps))
