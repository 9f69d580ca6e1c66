"""The order of battle, for those who keep one: units by name, read from a list that people paste."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sandtable.kernel.actions import action
from sandtable.kernel.form import Section, choice, number, text, when, yes_no
from sandtable.kernel.messages import Message, Style
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.pasted import Row, parts_of, read_pasted
from sandtable.kernel.problem import Problem
from sandtable.kernel.spelling import folded
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.army import own_weapon
from sandtable.rulesets.mesoamerica.effects import UnitEntered
from sandtable.rulesets.mesoamerica.vocabulary import ARMS, WEAPON_ICONS, Side, UnitType, Weapon

COLUMNS = ("side", "weapon", "strength", "name")
ELITE, ARMOURED = "elite", "armoured"


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterEntry:
    """A unit is entered in the roster; all its men have the same weapon and strength (PRE-2.01b)."""

    side: Side = fields.side()
    name: str = text(section=Section.ACTOR)
    type: UnitType = choice(UnitType, section=Section.ACTOR, usual=UnitType.COMBAT)
    weapon: Weapon = choice(
        Weapon, widget="arms", families=ARMS, icons=WEAPON_ICONS, section=Section.ACTOR,
        needed=when("type", UnitType.COMBAT),
    )  # fmt: skip
    strength: int = number(section=Section.ACTOR, lowest=1, highest=fields.STRONGEST)
    elite: bool = yes_no(section=Section.ACTOR, usual=False)
    armoured: bool = yes_no(section=Section.ACTOR, usual=False)
    men: int = number(section=Section.ACTOR, lowest=1, highest=fields.MOST_MEN, usual=fields.MOST_MEN, unit="men")
    division: int = number(section=Section.CIRCUMSTANCE, highest=9, usual=0)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Spanish cavalry only by option (PRE-G.46)."""
        if self.type is UnitType.SPANISH and not tables.option("spanish"):
            yield Problem("type", Message("problem.no_spanish"), fields.SOLDIERS, "PRE-G.46")


@action("army", "PRE-2.01b", ledger_only=True)
def roster_entry(situation: RosterEntry, tables: Tables) -> Ruling:  # noqa: ARG001 - every rule is handed its tables
    """Enter a unit."""
    effect = UnitEntered(
        whom=situation.name,
        side=situation.side,
        kind_of_unit=situation.type,
        strength=situation.strength,
        elite=situation.elite or situation.type is not UnitType.COMBAT,
        weapon=own_weapon(situation.type, situation.weapon),
        armoured=situation.armoured,
        men=situation.men,
        division=situation.division,
    )
    return Ruling.of("roster.entered", effect, words={"name": situation.name})


def read_roster(source: str, style: Style) -> list[Row]:  # noqa: ARG001 - a roster has no distances
    """Read an order of battle: a line a unit, ``West, war club, 4 elite armoured, Jaguars``; ``leader`` or ``priest`` for a weapon.

    Empty lines and lines that begin with # are passed over; all problems are refused at once, by line.
    """
    return read_pasted(source, _line)


def _line(line: str, place: str) -> tuple[list[Row], list[Problem]]:
    parts = parts_of(line)
    if len(parts) != len(COLUMNS):
        return [], [Problem(place, Message.of("problem.roster.columns", columns=COLUMNS))]
    side, arm, grade, name = parts
    words = [folded(word) for word in grade.split()]
    entry: dict[str, Any] = {
        "side": side,
        "name": name,
        "strength": words[0] if words else "",
        "elite": ELITE in words,
        "armoured": ARMOURED in words,
    }
    kind = _named(UnitType, arm)
    entry |= {"type": kind.value} if kind else {"type": UnitType.COMBAT.value, "weapon": arm}
    return [entry], list(_line_problems(entry, arm, words, place))


def _named(vocabulary: type[Any], written: str) -> Any:
    return next((term for term in vocabulary if folded(term.value) == folded(written)), None)


def _line_problems(entry: Mapping[str, Any], arm: str, words: list[str], place: str) -> Iterator[Problem]:
    if _named(Side, entry["side"]) is None:
        yield Problem(place, Message.of("problem.roster.side", value=entry["side"]), tuple(Side))
    if "weapon" in entry and _named(Weapon, arm) is None:
        yield Problem(place, Message.of("problem.roster.weapon", value=arm), (*Weapon, *UnitType))
    strength = str(entry["strength"])
    if not 1 <= (whole_number(strength) or 0) <= fields.STRONGEST or set(words[1:]) - {ELITE, ARMOURED}:
        yield Problem(place, Message.of("problem.roster.strength", value=" ".join(words), most=fields.STRONGEST))
    if not entry["name"]:
        yield Problem(place, Message("problem.roster.name"))
