"""What damage leads to by special rules. Damage asks, as a rule asks for dice, and whoever knows the special rules answers.

Vehicles are built on damage: a wrecked truck throws out its passengers, who are shaken by it. So damage knows no vehicles. Where more may
come of something it yields a `Consequence`; `followed` carries out on the spot what answers it, and goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sandtable.battle.event import Story
from sandtable.battle.request import Asked, TableRequest
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point
from sandtable.rulesets.revolucion import effects
from sandtable.rulesets.revolucion.table.state import State, Unit

Returned = TypeVar("Returned")


@dataclass(frozen=True, slots=True)
class Consequence:
    """Something that special rules may have more to say to. Its answer is what `yield` returns."""


@dataclass(frozen=True, slots=True)
class LostBases(Consequence):
    """A unit has lost bases, and stood so before."""

    unit: str
    count: int
    before: Footprint | None


@dataclass(frozen=True, slots=True)
class GoesBack(Consequence):
    """A unit has to fall back. The answer is true if it has done so by a way of its own."""

    unit: str
    way: str  # the umpire's word for it
    source: Point
    distance: Length


@dataclass(frozen=True, slots=True)
class GoesHome(Consequence):
    """An aircraft has made its attack, or was hit."""

    unit: str
    effect: effects.AircraftLeaves


@dataclass(frozen=True, slots=True)
class Removed(Consequence):
    """A unit, as it was, is out of the battle."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class WentOff(Consequence):
    """Something has exploded here."""

    at: Point


Course = Generator[TableRequest | Consequence, Any, Returned]
Answers = Mapping[type[Consequence], Callable[[Story[State], Any], Course[Any]]]


def followed(story: Story[State], course: Course[Returned], answers: Answers) -> Asked[Returned]:
    """The course of an order with its consequences, each carried out where it arises; what is left are requests to the players."""
    answer: Any = None
    try:
        while True:
            asked = course.send(answer)
            if isinstance(asked, Consequence):
                answer = yield from followed(story, answers[type(asked)](story, asked), answers)
            else:
                answer = yield asked
    except StopIteration as stop:
        returned: Returned = stop.value
        return returned
