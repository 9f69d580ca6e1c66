"""The two numbers of a fight: strength in hand-to-hand combat and its multipliers (PRE-7.02 to PRE-7.10, PRE-G.27 to PRE-G.31)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from sandtable.kernel.messages import decimal_text
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.fighters import ROLES, Fighter, HandToHand, fighter, other
from sandtable.rulesets.mesoamerica.notes import note, table_note
from sandtable.rulesets.mesoamerica.vocabulary import Back, Movement


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
def paired(situation: HandToHand, back: Back, tables: Tables) -> Pair:
    """Both numbers, worked out once before any roll (PRE-G.31)."""
    actor, target = (fighter(situation, role, tables) for role in ROLES)
    numbers = (
        _number(situation, actor, target, back, tables),
        _number(situation, target, actor, back, tables),
    )
    return Pair((actor, target), numbers, _defender(situation, numbers))


def _number(situation: HandToHand, own: Fighter, enemy: Fighter, back: Back, tables: Tables) -> Number:
    """Strength times weapon (only an advantage), back and shock (PRE-G.31)."""
    value = Fraction(own.strength)
    steps = [note("fight.strength", "PRE-7.02", weapon=own.weapon, strength=own.strength)]
    cell = weapon_multiplier(own, enemy, tables)
    if tables.option("weapon_mode") == "advantaged" and cell > 1:
        value *= cell
        steps.append(weapon_step(own, enemy, cell, tables))
    if back == own.role:
        factor = tables.exact("fight.back.factor")
        value *= factor
        steps.append(table_note(tables, "fight.back.factor", "fight.back", factor=str(factor)))
    path, factor = shock_multiplier(own.strength, enemy.strength, tables)
    if has_shock(situation, own.role, tables):
        value *= factor
        steps.append(table_note(tables, path, "fight.shock", factor=str(factor)))
    steps.append(note("fight.number", "PRE-G.31", number=decimal_text(value)))
    return Number(value, tuple(steps))


def weapon_multiplier(own: Fighter, enemy: Fighter, tables: Tables) -> Fraction:
    """Own weapon's column, the enemy's row (PRE-7.10, PRE-G.30)."""
    return tables.exact("fight.weapon", enemy.weapon, own.weapon)


def weapon_step(own: Fighter, enemy: Fighter, cell: Fraction, tables: Tables) -> Modifier:
    """The multiplier among the reasons."""
    path = f"fight.weapon.{enemy.weapon}.{own.weapon}"
    return table_note(tables, path, "fight.weapon", own=own.weapon, enemy=enemy.weapon, factor=str(cell))


def has_shock(situation: HandToHand, role: str, tables: Tables) -> bool:
    """Fresh, not shot at, and at least the share moved against an enemy that stood still (PRE-7.08, PRE-G.29)."""
    strict = tables.option("shock_share") == "1"
    enough = (Movement.FULL,) if strict else (Movement.THREE_QUARTERS, Movement.FULL)
    own, enemy = situation.unit(role), situation.unit(other(role))
    fresh = own.movement in enough and not own.fought_last_turn and not own.shot_at
    return fresh and enemy.movement is Movement.STILL


def shock_multiplier(own: int, enemy: int, tables: Tables) -> tuple[str, Fraction]:
    """By the ratio of strengths before any multiplier, compared exactly (PRE-7.09, PRE-G.29)."""
    multipliers = {row: tables.exact("fight.shock", row) for row in ("less", "equal", "more")}
    row = "less" if own < enemy else "equal" if own == enemy else "more"
    return f"fight.shock.{row}", multipliers[row]


def _defender(situation: HandToHand, numbers: tuple[Number, Number]) -> str | None:
    """The lower number; of equal ones the unit that did not move (PRE-7.03, PRE-G.27)."""
    actor, target = numbers[0].value, numbers[1].value
    if actor != target:
        return "actor" if actor < target else "target"
    still = [role for role in ROLES if situation.unit(role).movement is Movement.STILL]
    return still[0] if len(still) == 1 else None


@lru_cache(maxsize=256)
def number_steps(pair: Pair) -> tuple[Modifier, ...]:
    """How both numbers came about, the actor's first."""
    return tuple(
        step
        for role in ROLES
        for step in (note("fight.who", who=fields.the(pair.fighter(role).name)), *pair.number(role).steps)
    )
