"""Fields that several forms of this ruleset share, described once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from sandtable.kernel.bands import within
from sandtable.kernel.form import (
    Condition,
    FromTables,
    Section,
    beyond,
    cell,
    choice,
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
    WEAPON_FAMILIES,
    WEAPON_ICONS,
    Cover,
    ForceMethod,
    Side,
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


side = partial(choice, Side, section=Section.ACTOR)
name = partial(text, section=Section.CIRCUMSTANCE, optional=True)  # a unit's on the force sheet, for those who keep one
unticked = partial(yes_no, section=Section.CIRCUMSTANCE, usual=False)  # a fact that seldom is one
figures = partial(number, lowest=1, highest=LARGEST_UNIT, unit="figures")
target_strength = (
    partial(  # all figures of the target's unit, where the books know them: some may be elsewhere than those told
        figures, section=Section.CIRCUMSTANCE, optional=True
    )
)
target_cover = partial(choice, Cover, widget="trio", section=Section.TARGET, usual=Cover.OPEN, icons=COVER_ICONS)


def weapon(only: tuple[Weapon, ...]) -> Any:
    """What is fired."""
    return choice(Weapon, widget="arms", section=Section.ACTOR, only=only, families=WEAPON_FAMILIES, icons=WEAPON_ICONS)


# Who serves a gun: real gunners, lost ones not counted (left open, a full crew), and infantry who stand in for them.
_crew = partial(number, section=Section.ACTOR, lowest=0, highest=LARGEST_CREW, unit="figures")
gunners = partial(_crew, optional=True, remembered="weapon")
replacements = partial(_crew, usual=0)
limbered = partial(unticked, needed=when("weapon", *FIELD_GUNS))
throwers = partial(number, section=Section.ACTOR, lowest=1, highest=MOST_THROWERS, usual=1, unit="figures")
throwers_in_unit = partial(  # how many it has left, where the books know it (AVD-2.08)
    number, section=Section.CIRCUMSTANCE, lowest=0, highest=MOST_THROWERS, unit="figures", optional=True
)


def beyond_reach(weapons: Mapping[Weapon, Condition]) -> FromTables[Any]:
    """The bands that a weapon does not carry to, each weapon with when it is the one used (AVD-7.11)."""
    return beyond(BANDS, weapons, in_reach, Message("reason.beyond"), "AVD-7.11")


def in_reach(weapon: Weapon, told: str | Fraction, tables: Tables) -> bool:
    """Whether a weapon carries so far (AVD-7.11)."""
    return within(told, tables.number("range", weapon))


def off_table_problems(situation: Any) -> Iterator[Problem]:
    """A unit that is not on the table does nothing, and nothing is done to it."""
    for whose in ("actor", "target"):
        if getattr(situation, f"{whose}_off_table", False):
            name = getattr(situation, f"{whose}_name", None)
            about = Message.of("problem.off_table.named", name=name) if name else Message("problem.off_table.unnamed")
            yield Problem(f"{whose}_off_table", about, ("no",), "AVD-G.33")


def gone_problems(situation: Any) -> Iterator[Problem]:
    """A unit that has left the game marches nowhere and comes from nowhere."""
    if situation.actor_gone:
        name = situation.actor_name
        about = Message.of("problem.off_table.named", name=name) if name else Message("problem.off_table.unnamed")
        yield Problem("actor_gone", about, ("no",), "AVD-G.33")


def thrower_problems(throwers: int, most: int | None) -> Iterator[Problem]:
    """No more throwers than the unit has (AVD-2.08)."""
    if most is not None and throwers > most:
        choices = (str(most),) if most else ()
        yield Problem("throwers", Message.of("problem.throwers", most=most), choices, "AVD-2.08")
