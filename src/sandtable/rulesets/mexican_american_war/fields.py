"""Fields that several forms of this ruleset share, described once. Names are the same in every form, so that a roster fills them all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.kernel.form import FromTables, Section, choice, distance, number, text, when, yes_no
from sandtable.rulesets.mexican_american_war.vocabulary import (
    ARM_ICONS,
    ORDER_ICONS,
    PART_TIMERS,
    TROOPS,
    Arm,
    Carriage,
    Effectiveness,
    Experience,
    Formation,
    Ground,
    LeaderWith,
    Light,
    MoraleClass,
    OrderState,
    Side,
    UnitClass,
)

LARGEST_UNIT = FromTables(lambda tables: max(tables.row("effectiveness.start")))  # stands; the table ends there
LARGEST_ARMY = 500  # stands
USUAL_UNIT = 8  # stands of a regiment, until somebody says otherwise
QUICK = (4, 6, 8, 10, 12)  # stands that are one tap away
MOST_CREWS = 6  # stands of guns whose crews a form takes into one square
SEPARATOR = ";"  # between the names of units in one field
RANGE_BANDS = ("0-4", "4-8", "8-12", "12-24", "24-36", "36-48", "48-60", "60-72")
IS_TROOPS = when("arm", *TROOPS)
IS_GUNS = when("arm", Arm.GUNS)
IS_CAVALRY = when("arm", Arm.CAVALRY)
IN_FORMATION = IS_TROOPS & ~when("order", OrderState.BROKEN)


def side(section: Section = Section.ACTOR) -> Any:
    """The acting side."""
    return choice(Side, section=section)


def name(section: Section = Section.CIRCUMSTANCE) -> Any:
    """A unit's name on the roster, for those who keep one."""
    return text(section=section, optional=True)


def arm() -> Any:
    """Infantry, cavalry or guns."""
    return choice(Arm, section=Section.ACTOR, usual=Arm.INFANTRY, icons=ARM_ICONS)


def mounted() -> Any:
    """Whether cavalry sits in the saddle."""
    return yes_no(section=Section.ACTOR, usual=True, needed=IS_CAVALRY)


def unit_class() -> Any:
    """How the unit was raised."""
    return choice(UnitClass, section=Section.CIRCUMSTANCE, usual=UnitClass.REGULAR)


def experience() -> Any:
    """A unit's experience; part-timers are always Raw (MAW-18.02)."""
    return choice(
        Experience,
        section=Section.ACTOR,
        usual=Experience.TRAINED,
        needed=~when("unit_class", *PART_TIMERS),
        remembered="name",
    )


def effectiveness() -> Any:
    """Fresh, Worn or Spent; left open, it follows from morale class and stands, else it is Fresh."""
    return choice(Effectiveness, section=Section.ACTOR, optional=True, needed=IS_TROOPS)


def morale_class() -> Any:
    """How many losses the unit bears."""
    return choice(MoraleClass, section=Section.CIRCUMSTANCE, optional=True, needed=IS_TROOPS)


def start_stands() -> Any:
    """Stands at the start of the battle."""
    return number(section=Section.CIRCUMSTANCE, lowest=1, highest=LARGEST_UNIT, unit="stands", optional=True)


def stands(*, optional: bool = True, section: Section = Section.ACTOR, **about: Any) -> Any:
    """Stands now."""
    return number(section=section, lowest=1, highest=LARGEST_UNIT, unit="stands", optional=optional, **about)


def order() -> Any:
    """How troops stand."""
    return choice(
        OrderState, widget="trio", section=Section.ACTOR, usual=OrderState.GOOD, needed=IS_TROOPS, icons=ORDER_ICONS
    )


def formation() -> Any:
    """The formation of troops that are not broken."""
    return choice(Formation, section=Section.ACTOR, usual=Formation.LINE, needed=IN_FORMATION)


def carriage() -> Any:
    """Carriage and draft of guns."""
    return choice(Carriage, section=Section.ACTOR, usual=Carriage.HLC, needed=IS_GUNS)


def guns_box() -> Any:
    """A box that only guns have: limbered, silenced, fixed."""
    return yes_no(section=Section.ACTOR, usual=False, needed=IS_GUNS)


def box(section: Section = Section.CIRCUMSTANCE, *, usual: bool = False, **about: Any) -> Any:
    """A box to tick."""
    return yes_no(section=section, usual=usual, **about)


def leader_with_unit(section: Section = Section.ACTOR) -> Any:
    """Who is with the unit in person."""
    return choice(LeaderWith, section=section, usual=LeaderWith.NONE)


def ground(section: Section = Section.CIRCUMSTANCE) -> Any:
    """The slowest class of ground on the way."""
    return choice(Ground, section=section, usual=Ground.OPEN)


def light() -> Any:
    """Day, twilight or night."""
    return choice(Light, section=Section.CIRCUMSTANCE, usual=Light.DAY)


def fire_range() -> Any:
    """The range of one firing unit: a band, or inches on the tape; a band counts as its far end."""
    return distance(section=Section.ACTOR, bands=RANGE_BANDS, highest=200)


def names_in(told: str | None) -> tuple[str, ...]:
    """The names in a list of units."""
    return tuple(name.strip() for name in (told or "").split(SEPARATOR) if name.strip())


def names_told(names: Iterable[str]) -> str | None:
    """A list of units as a field takes it; None for nobody."""
    return f"{SEPARATOR} ".join(names) or None
