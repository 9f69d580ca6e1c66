"""Fields that several forms of this ruleset share, described once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sandtable.kernel.bands import within
from sandtable.kernel.form import (
    Condition,
    FromTables,
    Section,
    beyond,
    cell,
    choice,
    distance,
    number,
    text,
    when,
    yes_no,
)
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.rulesets.average_dice.dice import average_die
from sandtable.rulesets.average_dice.vocabulary import (
    COVER_ICONS,
    FIELD_GUNS,
    GUNS,
    RIFLES,
    SHOT,
    TARGET_ICONS,
    WEAPON_FAMILIES,
    WEAPON_ICONS,
    Buildings,
    Cover,
    Feature,
    ForceMethod,
    GunKind,
    Posture,
    Side,
    TargetKind,
    TroopClass,
    Weapon,
)

BANDS = ("0-6", "6-12", "12-18", "18-24", "24-36", "36-48")
LARGEST_UNIT = cell("unit.figures")
MOST_BOXES = cell("boxes.most", times=4)  # a rule tells where there are too many
LARGEST_CREW = cell("crew.mg", "crew.field_gun")


def largest_throw(path: str, tables: Tables) -> int:
    """The most that so many average dice as a table says can show."""
    return max(average_die(tables).faces) * tables.number(path)


def _most_units(tables: Tables) -> int:
    """More units than any player paints, or as many as the dice can raise."""
    raised = (
        tables.number("force", method, side, "units") + largest_throw(f"force.{method}.{side}.dice", tables)
        for method in ForceMethod
        for side in Side
    )
    return max(30, *raised)


MOST_UNITS = FromTables(_most_units)
MOST_THROWERS = FromTables(lambda tables: largest_throw("force.dynamite.dice", tables))
MOST_GUNS = FromTables(
    lambda tables: 2 * largest_throw("force.dice.guns", tables)
)  # what the dice do not give, a rule tells


def is_whole_unit(figures: int, tables: Tables) -> bool:
    """Whether a form says as many figures as a whole unit has: in this club, or in the printed rules, as older records do."""
    in_force = tables.number("unit.figures")
    printed, _ = tables.overridden.get("unit.figures", (in_force, in_force))
    return figures in (in_force, printed)


def side(**about: Any) -> Any:
    """One of the two sides."""
    return choice(Side, section=Section.ACTOR, **about)


def weapon(only: tuple[Weapon, ...]) -> Any:
    """What is fired."""
    return choice(Weapon, widget="arms", section=Section.ACTOR, only=only, families=WEAPON_FAMILIES, icons=WEAPON_ICONS)


def name(pair: str | None = None) -> Any:
    """A unit's name on the force sheet, for those who keep one."""
    return text(section=Section.CIRCUMSTANCE, optional=True, pair=pair)


def figures_firing() -> Any:
    """Figures of a rifle unit that fire."""
    return number(
        section=Section.ACTOR,
        lowest=1,
        highest=LARGEST_UNIT,
        usual=LARGEST_UNIT,
        unit="figures",
        needed=when("weapon", *RIFLES),
        remembered="weapon",
    )


def gunners(condition: Condition | None) -> Any:
    """Real gunners of a gun, lost ones not counted; left open, a full crew."""
    about: dict[str, Any] = {"section": Section.ACTOR, "lowest": 0, "highest": LARGEST_CREW, "unit": "figures"}
    return number(needed=condition, optional=True, remembered="weapon", **about)


def replacements(condition: Condition | None) -> Any:
    """Infantry figures that stand in for lost gunners."""
    return number(section=Section.ACTOR, lowest=0, highest=LARGEST_CREW, usual=0, unit="figures", needed=condition)


def captured(condition: Condition | None) -> Any:
    """Whether the gun was taken from the enemy."""
    return yes_no(section=Section.CIRCUMSTANCE, usual=False, needed=condition)


def throwers(condition: Condition | None = None) -> Any:
    """Figures that throw dynamite."""
    return number(section=Section.ACTOR, lowest=1, highest=MOST_THROWERS, usual=1, unit="figures", needed=condition)


def fire_range() -> Any:
    """The range: a band, or inches on the tape."""
    return distance(
        bands=BANDS,
        section=Section.TARGET,
        remembered="weapon",
        bars=(_beyond({weapon: when("weapon", weapon) for weapon in SHOT}),),
    )


def throwing_range() -> Any:
    """The range of a throw."""
    bars = (_beyond({Weapon.DYNAMITE: ~when("throwers", None)}),)
    return distance(bands=BANDS, section=Section.TARGET, usual=BANDS[0], bars=bars)


def _beyond(weapons: Mapping[Weapon, Condition]) -> FromTables[Any]:
    return beyond(BANDS, weapons, in_reach, Message("reason.beyond"), "AVD-7.11")


def in_reach(weapon: Weapon, told: str | Fraction, tables: Tables) -> bool:
    """Whether a weapon carries so far (AVD-7.11)."""
    return within(told, tables.number("range", weapon))


def target_kind() -> Any:
    """What is fired at (AVD-G.48)."""
    return choice(TargetKind, widget="trio", section=Section.TARGET, usual=TargetKind.UNIT, icons=TARGET_ICONS)


def crew_of() -> Any:
    """Whose crew is fired at."""
    return choice(
        GunKind, section=Section.TARGET, usual=GunKind.MACHINE_GUN, needed=when("target_kind", TargetKind.GUN_CREW)
    )


def target_figures() -> Any:
    """Figures of the target that can be hit."""
    return number(
        section=Section.TARGET,
        lowest=1,
        highest=LARGEST_UNIT,
        usual=LARGEST_UNIT,
        unit="figures",
        pair="figures_firing",
        needed=~when("target_kind", TargetKind.GENERAL),
    )


def target_cover(**about: Any) -> Any:
    """The target's cover."""
    return choice(Cover, widget="trio", section=Section.TARGET, usual=Cover.OPEN, icons=COVER_ICONS, **about)


def behind() -> Any:
    """The feature that gives the cover, for those who do not know its class by heart (AVD-6.01)."""
    return choice(Feature, widget="list", section=Section.CIRCUMSTANCE, optional=True)


def posture() -> Any:
    """The target's posture."""
    return choice(Posture, section=Section.TARGET, usual=Posture.UPRIGHT)


def target_prone_to_desertion() -> Any:
    """Whether the target throws for desertion."""
    return yes_no(section=Section.TARGET, usual=False, needed=when("target_kind", TargetKind.UNIT))


def moved_this_turn() -> Any:
    """Whether the acting unit has moved."""
    return yes_no(section=Section.CIRCUMSTANCE, usual=False)


def in_contact() -> Any:
    """Whether an enemy touches the acting unit."""
    return yes_no(section=Section.CIRCUMSTANCE, usual=False)


def fired_this_turn() -> Any:
    """Whether it has fired already."""
    return yes_no(section=Section.CIRCUMSTANCE, usual=False)


def fought_this_turn() -> Any:
    """Whether it has fought in melee already."""
    return yes_no(section=Section.CIRCUMSTANCE, usual=False)


def off_table() -> Any:
    """Whether a unit is gone, or still on a flank march; the books know it."""
    return yes_no(section=Section.CIRCUMSTANCE, usual=False)


def off_table_problems(situation: Any) -> Iterator[Problem]:
    """A unit that is not on the table does nothing, and nothing is done to it."""
    for whose in ("actor", "target"):
        if getattr(situation, f"{whose}_off_table", False):
            name = getattr(situation, f"{whose}_name", None)
            about = Message.of("problem.off_table.named", name=name) if name else Message("problem.off_table.unnamed")
            yield Problem(f"{whose}_off_table", about, ("no",), "AVD-G.33")


def throwers_in_unit() -> Any:
    """How many throwers the unit has left, where the books know it (AVD-2.08)."""
    return number(section=Section.CIRCUMSTANCE, lowest=0, highest=MOST_THROWERS, unit="figures", optional=True)


def thrower_problems(throwers: int, most: int | None) -> Iterator[Problem]:
    """No more throwers than the unit has (AVD-2.08)."""
    if most is not None and throwers > most:
        choices = (str(most),) if most else ()
        yield Problem("throwers", Message.of("problem.throwers", most=most), choices, "AVD-2.08")


def in_sight() -> Any:
    """Whether the target is in sight and, for guns, in the arc."""
    return yes_no(section=Section.CIRCUMSTANCE, usual=True)


def buildings() -> Any:
    """Who is inside a building."""
    return choice(Buildings, widget="list", section=Section.CIRCUMSTANCE, usual=Buildings.NONE)


def limbered() -> Any:
    """Whether a field gun is limbered."""
    return yes_no(section=Section.CIRCUMSTANCE, usual=False, needed=when("weapon", *FIELD_GUNS))


def troop_class(section: Section, pair: str, icons: dict[TroopClass, str]) -> Any:
    """A class of figures in melee."""
    return choice(TroopClass, widget="arms", section=section, icons=icons, pair=pair)


GUN_FIRES = when("weapon", *GUNS)
