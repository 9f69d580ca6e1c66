"""Fields that several forms of this ruleset share, described once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sandtable.kernel.bands import Range, range_words
from sandtable.kernel.form import Bar, Section, cell, choice, distance, number, text, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.rulesets.uprising1848.vocabulary import (
    COVER_ICONS,
    FIGHTERS,
    MELEE_ICONS,
    QUALITY_ICONS,
    STATUS_ICONS,
    TERRAIN_ICONS,
    Cover,
    Firearm,
    Leading,
    Melee,
    Quality,
    Side,
    Status,
    Terrain,
)

BANDS = ("0-6", "6-12", "12-18", "18-24", "24-36", "36-48", "48-72")
LONGEST = 1000  # inches: no table is larger
MOST_MARKERS = cell("gun.light.loads", "gun.field.loads", times=5)
LARGEST_CLASS = 60  # figures of one class; two dozen are usual
QUICK = (1, 6, 8, 12, 24)  # figures that are one tap away


NO_TRANSPORT = Bar(
    (Quality.TRANSPORT,), when("actor", Quality.TRANSPORT), Message("problem.transport_acts"), "R48-3.37a"
)
NO_MORALE_OF_TRANSPORT = Bar(
    (Quality.TRANSPORT,), when("actor", Quality.TRANSPORT), Message("problem.transport_morale"), "R48-6.42"
)


def distance_words(told: Range) -> Message:
    """A range, or a bracket of ranges, in the players' measure; the last bracket has no end."""
    if isinstance(told, str) and "-" not in told:
        return Message.of("word.beyond", nearest=Fraction(told.rpartition(" ")[2]))
    return range_words(told)


def actor(*bars: Bar, **about: Any) -> Any:
    """The acting figure, or the best or slowest of a group."""
    return choice(Quality, widget="trio", section=Section.ACTOR, icons=QUALITY_ICONS, pair="target", bars=bars, **about)


def fighter(**about: Any) -> Any:
    """An acting figure that is no Transport (R48-3.37a)."""
    return actor(NO_TRANSPORT, **about)


def target(**about: Any) -> Any:
    """The figure aimed at: as the actor, but never Transport (R48-8.07)."""
    return choice(
        Quality, widget="trio", section=Section.TARGET, only=FIGHTERS, icons=QUALITY_ICONS, pair="actor", **about
    )


def figures(section: Section, pair: str | None = None, usual: int = 1, **about: Any) -> Any:
    """How many figures of a class."""
    return number(
        section=section,
        lowest=1,
        highest=LARGEST_CLASS,
        unit="figures",
        usual=usual,
        pair=pair,
        remembered="actor",
        **about,
    )


def optional_figures(section: Section = Section.CIRCUMSTANCE, lowest: int = 0, **about: Any) -> Any:
    """A count that may be left open."""
    return number(section=section, lowest=lowest, highest=LARGEST_CLASS, unit="figures", optional=True, **about)


def range_to_target(**about: Any) -> Any:
    """The range: a bracket, or inches on the tape (R48-G.19)."""
    return distance(bands=BANDS, section=Section.TARGET, remembered="actor", highest=LONGEST, **about)


def cover(**about: Any) -> Any:
    """The cover of the figures aimed at or tested."""
    about.setdefault("section", Section.TARGET)
    return choice(Cover, widget="trio", usual=Cover.NONE, icons=COVER_ICONS, **about)


def terrain() -> Any:
    """The ground to be crossed."""
    return choice(Terrain, widget="trio", section=Section.ACTION, usual=Terrain.OPEN, icons=TERRAIN_ICONS)


def box(section: Section, **about: Any) -> Any:
    """A tick box, empty by habit."""
    return yes_no(section=section, usual=False, **about)


def actor_is_mounted() -> Any:
    """The box Actor is Mounted."""
    return box(Section.ACTOR, pair="target_is_mounted")


def target_is_mounted() -> Any:
    """The box Target is Mounted."""
    return box(Section.TARGET, pair="actor_is_mounted")


def actor_status(usual: Status = Status.SOLID, **about: Any) -> Any:
    """Solid or Wavering, where the roster or a player says so."""
    return choice(
        Status,
        widget="trio",
        section=Section.CIRCUMSTANCE,
        usual=usual,
        icons=STATUS_ICONS,
        pair="target_status",
        **about,
    )


def target_status() -> Any:
    """Solid or Wavering."""
    return choice(
        Status, widget="trio", section=Section.CIRCUMSTANCE, usual=Status.SOLID, icons=STATUS_ICONS, pair="actor_status"
    )


def melee(section: Section, pair: str, **about: Any) -> Any:
    """Lethal or improvised."""
    return choice(Melee, widget="trio", section=section, usual=Melee.LETHAL, icons=MELEE_ICONS, pair=pair, **about)


def firearm(section: Section, usual: Firearm = Firearm.MUSKET, **about: Any) -> Any:
    """What a class of figures shoots with."""
    return choice(Firearm, section=section, usual=usual, **about)


def leading_question(question: str) -> Any:
    """Is an officer or NCO present (pop-up question 3)."""
    return choice(Leading, section=Section.QUESTION, question=question, optional=True)


def half_gone_question(question: str) -> Any:
    """Are half or more of the figures gone (pop-up question 2); where both numbers are told they answer it."""
    told = ~when("figures_left", None) & ~when("reference_strength", None)
    return yes_no(section=Section.QUESTION, question=question, optional=True, needed=~told)


def name(pair: str | None = None) -> Any:
    """A unit's name on the roster, for those who keep one."""
    return text(section=Section.CIRCUMSTANCE, optional=True, pair=pair)


def actor_has_acted() -> Any:
    """Whether all its figures have acted this turn: the roster says so (R48-4.28)."""
    return box(Section.CIRCUMSTANCE)


def left_to_act() -> Any:
    """How many of its figures have not acted this turn, where the roster knows."""
    return number(section=Section.CIRCUMSTANCE, lowest=0, highest=LARGEST_CLASS, unit="figures", optional=True)


def is_gone(pair: str | None = None) -> Any:
    """Whether a named unit is off the table: the roster says so."""
    return box(Section.CIRCUMSTANCE, pair=pair)


def never_fights() -> Any:
    """Whether the acting figures are plain Civilians or aristocrats (R48-3.41, R48-5.07)."""
    return box(Section.CIRCUMSTANCE)


def side_acting() -> Any:
    """Whose figure it is, for actions that only Players have."""
    return choice(Side, section=Section.CIRCUMSTANCE, usual=Side.PLAYER)


def speech_distance() -> Any:
    """How far the audience is, where somebody measured."""
    return distance(widget="text", section=Section.CIRCUMSTANCE, optional=True, highest=LONGEST)
