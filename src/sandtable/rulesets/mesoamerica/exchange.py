"""The two rolls of a fight on its table: the defender's counts before the aggressor's is made (PRE-7.03 to PRE-7.06, PRE-7.11, PRE-G.32 to PRE-G.34)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sandtable.kernel.dice import D6
from sandtable.kernel.messages import Message, decimal_text
from sandtable.kernel.requests import WORST_SEVERITY, Label, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.fighters import other
from sandtable.rulesets.mesoamerica.men import Men, percent_of
from sandtable.rulesets.mesoamerica.notes import table_note
from sandtable.rulesets.mesoamerica.numbers import Pair, weapon_multiplier, weapon_step
from sandtable.rulesets.mesoamerica.vocabulary import ATTACKS, Fight, UnitType, Weapon

COLUMNS = tuple(f"c{number}" for number in range(1, 12))
ROWS = 7  # dice 0 to 6
NO_EFFECT = (0, 0)
Reply = Callable[[], Generator[Request, Any, Fight]]


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
        steps.append(weapon_step(own, enemy, cell, tables))
    if doubled:
        factor = tables.exact("fight.defend.factor")
        theirs *= factor
        steps.append(table_note(tables, "fight.defend.factor", "fight.defends", factor=str(factor)))
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
    mine, theirs = (decimal_text(value) for value in numbers)
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


@dataclass(frozen=True, slots=True)
class Losses:
    """What one side of a fight lost."""

    killed: int = 0
    disarmed: int = 0

    def off(self, men: Men) -> Men:
        """Men after these losses."""
        return men.killed(self.killed).disarmed(self.disarmed)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What both sides chose and lost."""

    choice: Fight
    reply: Fight
    aggressor: Losses
    defender: Losses


def exchange(
    pair: Pair, defender: str, choice: Fight, reply: Reply, tables: Tables
) -> Generator[Request, Any, Exchange]:
    """Both rolls. The reply is asked for when somebody is left who can strike back (PRE-G.33, PRE-G.35)."""
    aggressor = other(defender)
    struck = yield from _strike("fight.defender_die", pair, defender, choice, tables)
    if not struck.off(pair.fighter(aggressor).men).active:
        return Exchange(choice, Fight.PASS, struck, Losses())
    answer = yield from reply()
    doubled = choice is Fight.DEFEND
    struck_back = yield from _strike("fight.aggressor_die", pair, aggressor, answer, tables, doubled=doubled)
    return Exchange(choice, answer, struck, struck_back)


def _strike(
    key: str, pair: Pair, role: str, option: Fight, tables: Tables, *, doubled: bool = False
) -> Generator[Request, Any, Losses]:
    """A die on the chosen part of the table (PRE-7.11); an option that is no attack rolls nothing."""
    if option not in ATTACKS:
        return Losses()
    struck = pair.fighter(other(role)).men
    who = fields.the(pair.fighter(role).name)
    roll = attack(pair, role, option, doubled=doubled, tables=tables)
    elite = tables.modifier("fight.elite.die") if roll.elite else None
    tally = Tally((*roll.steps, *((elite,) if elite else ())), Message.of(f"why.{option}", who=who))
    percents: tuple[int, int] = yield Roll(
        key,
        (D6,),
        read=lambda die: cell(roll, die, tables),
        tally=tally,
        label=lambda percents: _percent_label(percents, losses(struck, percents, tables)),
        says=Message.of("request.fight.strike", who=who),
    )
    return Losses(*losses(struck, percents, tables))


def _percent_label(percents: tuple[int, int], lost: tuple[int, int]) -> Label:
    killed, disarmed = lost
    if not any(percents):
        return Label(Message("label.fight.nothing"))
    kind = "disarm" if percents[1] else "kill"
    about = Message.of(f"label.fight.{kind}", percent=percents[0], killed=killed, disarmed=disarmed)
    return Label(about, min(WORST_SEVERITY, killed + bool(disarmed)))
