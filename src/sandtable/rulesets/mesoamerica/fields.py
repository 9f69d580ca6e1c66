"""Fields that several forms of this ruleset share, described once. A unit fills them by a tap on the roster (PRE-G.51)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.kernel.form import Condition, Section, cell, choice, distance, lengths, number, text, value_in, yes_no
from sandtable.kernel.ledger import name_key
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.vocabulary import (
    ARMS,
    MISSILES,
    WEAPON_ICONS,
    WEATHER_ICONS,
    Phase,
    Side,
    UnitType,
    Weapon,
    Weather,
)

MOST_MEN = cell("army.unit.men")
MOST_ATTACKERS = cell("fight.attackers.most", times=2)  # that a form can count; how many may attack is a rule
STRONGEST = 6
HIGHEST_LEVEL = 4
MOST_TURNS = 99
MOST_UNITS = 60
MOST_PRISONERS = 400
ROLES = ("actor", "target")
SOLDIERS = (UnitType.COMBAT, UnitType.LEADER, UnitType.PRIEST)
# Whose a field is says its section, and with which of the other unit it swaps; in a role of a form, the role says both.
_SECTIONS = {"actor": Section.ACTOR, "target": Section.TARGET, None: Section.ALL}
_OTHER = {"actor": "target", "target": "actor"}


def _pair(whose: str | None, what: str) -> str | None:
    return f"{_OTHER[whose]}_{what}" if whose else None


def side(**about: Any) -> Any:
    """An army."""
    return choice(Side, section=Section.ACTOR, **about)


def name(whose: str | None = None) -> Any:
    """A unit's name on the roster, for those who keep one."""
    return text(section=Section.CIRCUMSTANCE, optional=True, pair=_pair(whose, "name"))


def unit_type(whose: str | None = None) -> Any:
    """What the unit is; in a fight mostly a combat unit, so that the others are rarer points there."""
    return choice(
        UnitType,
        section=_SECTIONS[whose] if whose else Section.CIRCUMSTANCE,
        usual=UnitType.COMBAT,
        pair=_pair(whose, "type"),
    )


def weapon(whose: str | None = None, only: tuple[Weapon, ...] = tuple(Weapon), needed: Condition | None = None) -> Any:
    """The weapon all its men carry (PRE-2.01b)."""
    return choice(
        Weapon,
        widget="arms",
        section=_SECTIONS[whose],
        only=only,
        families=ARMS,
        icons=WEAPON_ICONS,
        needed=needed,
        pair=_pair(whose, "weapon"),
    )


def strength(whose: str | None = None, **about: Any) -> Any:
    """The strength recorded at the start (PRE-3.07b)."""
    return number(
        section=_SECTIONS[whose], lowest=1, highest=STRONGEST, unit="strength", pair=_pair(whose, "strength"), **about
    )


def elite(whose: str | None = None) -> Any:
    """Whether the unit is elite."""
    return yes_no(section=_SECTIONS[whose], usual=False, pair=_pair(whose, "elite"))


def armoured(whose: str | None = None) -> Any:
    """Whether it wears quilted cotton (PRE-3.21)."""
    return yes_no(section=_SECTIONS[whose], usual=False, pair=_pair(whose, "armoured"))


def men(whose: str | None = None, **about: Any) -> Any:
    """All men present, helpless ones included."""
    return number(
        section=_SECTIONS[whose],
        lowest=1,
        highest=MOST_MEN,
        unit="men",
        usual=MOST_MEN,
        pair=_pair(whose, "men"),
        **about,
    )


def unarmed(whose: str | None = None) -> Any:
    """Men without weapons (PRE-G.35)."""
    return number(section=Section.CIRCUMSTANCE, highest=MOST_MEN, unit="men", usual=0, pair=_pair(whose, "unarmed"))


def unconscious(whose: str | None = None) -> Any:
    """Men felled by slings (PRE-5.16)."""
    return number(section=Section.CIRCUMSTANCE, highest=MOST_MEN, unit="men", usual=0, pair=_pair(whose, "unconscious"))


def level(whose: str | None = None) -> Any:
    """The morale level shown (PRE-G.41)."""
    return number(
        section=Section.CIRCUMSTANCE,
        lowest=-HIGHEST_LEVEL,
        highest=HIGHEST_LEVEL,
        usual=0,
        pair=_pair(whose, "level"),
    )


def prisoners(whose: str | None = None) -> Any:
    """Prisoners it escorts; an escort, and a unit that waits to hand them over, has some (PRE-G.38)."""
    return number(section=Section.CIRCUMSTANCE, highest=MOST_MEN, unit="men", usual=0, pair=_pair(whose, "prisoners"))


def circumstance(**about: Any) -> Any:
    """Something that is so or not so of a unit, under More."""
    return yes_no(section=Section.CIRCUMSTANCE, usual=False, **about)


def pair_problems(situation: Any) -> Iterator[Problem]:
    """Who is gone neither acts nor is acted on (PRE-G.48), who is hidden is not seen (PRE-5.05), and nobody is his own enemy."""
    names = {whose: value_in(situation, f"{whose}_name") for whose in ROLES}
    for whose, name in names.items():
        if value_in(situation, f"{whose}_gone"):
            about = Message.of("problem.gone.named", name=name) if name else Message("problem.gone.unnamed")
            yield Problem(f"{whose}_gone", about, ("no",), "PRE-G.48")
    if value_in(situation, "target_hidden"):
        yield Problem("target_hidden", Message("problem.hidden_target"), ("no",), "PRE-5.05")
    if names["actor"] and names["actor"] == names["target"]:
        yield Problem("target_name", Message.of("problem.against_itself", name=names["actor"]), (), "PRE-7.01")


def spanish_problems(kind: UnitType, place: str, tables: Tables) -> Iterator[Problem]:
    """Spanish cavalry only by option (PRE-G.46)."""
    if kind is UnitType.SPANISH and not tables.option("spanish"):
        yield Problem(place, Message("problem.no_spanish"), SOLDIERS, "PRE-G.46")


def gone_units() -> Any:
    """The names of units that are gone, with commas between them; the books fill it in."""
    return text(section=Section.CIRCUMSTANCE, optional=True)


def gone_in(told: str | None, gone: str | None) -> list[str]:
    """Those of some names that are among the units that are gone, whatever their capitals; both with commas between them."""
    keys = {name_key(name) for name in _names_in(gone)}
    return [name for name in _names_in(told) if name_key(name) in keys]


def _names_in(told: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in (told or "").split(",") if name.strip())


def weather() -> Any:
    """The weather, known to the ledger."""
    return choice(Weather, section=Section.ALL, usual=Weather.CLEAR, icons=WEATHER_ICONS)


def turn(**about: Any) -> Any:
    """The number of the turn."""
    return number(section=Section.ALL, highest=MOST_TURNS, **about)


def phase(**about: Any) -> Any:
    """A phase of the turn."""
    return choice(Phase, section=Section.ALL, **about)


def who(situation: Any, role: str = "actor") -> Any:
    """A unit as people speak of it: by its name, else by its weapon, else by what it is."""
    named = value_in(situation, f"{role}_name") or value_in(situation, f"{role}_weapon")
    kind = value_in(situation, f"{role}_type")
    return named or (Message(f"word.some.{kind}") if kind else Message("word.unit"))


def whom(situation: Any, role: str = "actor") -> str:
    """What effects call a unit: its name, else its role."""
    return value_in(situation, f"{role}_name") or role


def the(whom: str) -> str | Message:
    """A unit in the middle of a sentence: its name, or the actor, or the target."""
    return Message(f"word.the.{whom}") if whom in ROLES else whom


def range_to_target() -> Any:
    """The range, from centre to centre (PRE-G.15)."""
    reaches = (f"missile.{weapon}.{how}" for weapon in MISSILES for how in ("distance", "range"))
    return distance(section=Section.TARGET, highest=60, plates=lengths("missile.shortest.range", *reaches))
