"""Fields that several forms of this ruleset share, described once. Names are the labels of the rulebook's form."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.form import Bar, Condition, Section, beyond, choice, distance, number, text, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.bands import BANDS, band_in_reach, band_of_weapon
from sandtable.rulesets.revolucion.effective import fighting_type
from sandtable.rulesets.revolucion.vocabulary import (
    ARMS,
    BATTERIES,
    COVER_ICONS,
    FORMATION_ICONS,
    LEADER_ICONS,
    ONE_BASE,
    ONE_FORMATION,
    STATUS_ICONS,
    UNIT_ICONS,
    Aboard,
    BlastSource,
    Cover,
    Earlier,
    FireMode,
    Formation,
    LeaderPlace,
    Status,
    TargetAboard,
    UnitType,
)

LARGEST_UNIT = 12  # bases; trains may be long
MOST_LEADERS = 5
MOST_EARLIER_BASES = 60
FREE_FORMATION = ~when("target_type", *ONE_FORMATION) & ~when(
    "target_is_a_train_or_aboard_one", TargetAboard.AUTOMOBILE
)


def unit(only: tuple[UnitType, ...] = tuple(UnitType)) -> Any:
    """The acting unit's type: those that may take the action."""
    return choice(UnitType, widget="arms", section=Section.ACTOR, only=only, families=ARMS, icons=UNIT_ICONS)


def leader_with_actor() -> Any:
    """Where the acting unit's Leader is."""
    return choice(
        LeaderPlace,
        widget="trio",
        section=Section.ACTOR,
        usual=LeaderPlace.NONE,
        icons=LEADER_ICONS,
        remembered="unit",
    )


def actor_status() -> Any:
    """The acting unit's status; preset OK (REV-G.42)."""
    return choice(
        Status,
        widget="trio",
        section=Section.ACTOR,
        usual=Status.OK,
        icons=STATUS_ICONS,
        pair="target_status",
        remembered="unit",
    )


def range_to_target(mode: FireMode, units: tuple[UnitType, ...], *, indirectly: tuple[UnitType, ...] = ()) -> Any:
    """The range of fire: a band, or inches on the tape; bands that a unit does not reach are closed, unless it fires indirectly."""

    def reached(unit: UnitType, band: str, tables: Tables) -> bool:
        return band_of_weapon(band, fighting_type(unit, tables), mode, tables) is not None

    weapons = {
        unit: when("unit", unit) & ~when("indirect", True) if unit in indirectly else when("unit", unit)
        for unit in units
    }
    bars = (beyond(BANDS, weapons, reached, Message("reason.out_of_range.unit"), "REV-6.05"),)
    return distance(bands=BANDS, section=Section.TARGET, remembered="unit", bars=bars)


def range_from_blast() -> Any:
    """How far a unit stands from a blast; bands outside its radius are closed."""

    def reached(source: BlastSource, band: str, tables: Tables) -> bool:
        return band_in_reach(band, tables.number("blast.radius", source), tables) is not None

    sources = {source: when("source", source) for source in BlastSource}
    bars = (beyond(BANDS, sources, reached, Message("reason.out_of_range.blast"), "REV-10.32"),)
    return distance(bands=BANDS, section=Section.TARGET, remembered="source", bars=bars)


def target_type(only: tuple[UnitType, ...] = tuple(UnitType)) -> Any:
    """The target's type."""
    return choice(
        UnitType, widget="arms", section=Section.TARGET, only=only, families=ARMS, icons=UNIT_ICONS, pair="unit"
    )


def target_formation() -> Any:
    """The target's formation, where it has a choice."""
    return choice(Formation, widget="trio", section=Section.TARGET, needed=FREE_FORMATION, icons=FORMATION_ICONS)


def cover() -> Any:
    """The target's cover: the best that shields it (REV-G.25c)."""
    return choice(Cover, widget="trio", section=Section.TARGET, usual=Cover.OPEN, icons=COVER_ICONS)


def target_status() -> Any:
    """The target's status; preset OK (REV-G.42)."""
    return choice(
        Status, widget="trio", section=Section.TARGET, usual=Status.OK, icons=STATUS_ICONS, pair="actor_status"
    )


def bases(section: Section, pair: str) -> Any:
    """A count of bases, in place of the outnumbered boxes."""
    return number(section=section, lowest=1, highest=LARGEST_UNIT, unit="bases", optional=True, pair=pair)


def outnumbered_box(pair: str) -> Any:
    """One of the four outnumbered boxes."""
    return yes_no(section=Section.CIRCUMSTANCE, optional=True, pair=pair)


def starting_bases(pair: str) -> Any:
    """Bases at the start of the game, where some are gone already."""
    return number(section=Section.CIRCUMSTANCE, lowest=1, highest=LARGEST_UNIT, unit="bases", optional=True, pair=pair)


def actor_formation() -> Any:
    """The acting unit's formation at the start of the turn; left open, one that allows the action."""
    return choice(Formation, widget="trio", section=Section.CIRCUMSTANCE, optional=True, icons=FORMATION_ICONS)


def actor_earlier_this_turn() -> Any:
    """What the acting unit has already done."""
    return choice(Earlier, section=Section.CIRCUMSTANCE, usual=Earlier.NOTHING)


def is_gone(pair: str | None = None) -> Any:
    """Whether a named unit is off the table: the roster says so."""
    return yes_no(section=Section.CIRCUMSTANCE, usual=False, pair=pair)


def launched() -> Any:
    """Whether a máquina loca is on its way; left open where nobody keeps books."""
    return yes_no(section=Section.CIRCUMSTANCE, optional=True, needed=when("unit", UnitType.MAQUINA_LOCA))


def actor_aboard() -> Any:
    """What the acting unit rides on."""
    return choice(Aboard, section=Section.CIRCUMSTANCE, usual=Aboard.NO)


def target_aboard() -> Any:
    """Whether the target is a train or rides on something."""
    return choice(TargetAboard, section=Section.CIRCUMSTANCE, usual=TargetAboard.NO)


def name(pair: str | None = None) -> Any:
    """A unit's name on the roster, for those who keep one."""
    return text(section=Section.CIRCUMSTANCE, optional=True, pair=pair)


def battery_size(needed: Condition) -> Any:
    """How many bases the battery has, where the base counts do not tell (REV-G.06c)."""
    return number(
        section=Section.QUESTION,
        question="fire.battery_size",
        lowest=1,
        highest=LARGEST_UNIT,
        unit="bases",
        optional=True,
        needed=needed,
    )


def battery_size_of_actor() -> Any:
    """The battery size of a unit that fires."""
    return battery_size(when("unit", *BATTERIES) & when("bases_of_actor", None))


def leader_with_target(question: str) -> Any:
    """How many Leaders are with the target; none ever on a máquina loca or an aircraft."""
    return number(
        section=Section.QUESTION,
        widget="tick",
        question=question,
        lowest=0,
        highest=MOST_LEADERS,
        optional=True,
        needed=~when("target_type", *ONE_BASE),
    )


# ---- Who may choose an action at all --------------------------------------------------------------------------------------------


def closed_to(units: tuple[UnitType, ...], reason: str, rule: str) -> tuple[Bar, ...]:
    """These units never do it."""
    return (Bar((), when("unit", *units), Message(f"problem.{reason}"), rule),)


def open_only_to(units: tuple[UnitType, ...], reason: str, rule: str) -> tuple[Bar, ...]:
    """No other units do it."""
    return (Bar((), ~when("unit", None, *units), Message(f"problem.{reason}"), rule),)
