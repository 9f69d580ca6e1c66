"""What a ruleset tells of orders that are given by numbers: which there are, what is set in each, and where they lead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sandtable.battle.desk import Grip
from sandtable.geometry.measure import Length, Point, Pose
from sandtable.kernel.messages import Message
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.orders import Act

Outline = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Knob:
    """A number that the giver of an order sets, within bounds and in steps."""

    name: str
    least: Fraction
    most: Fraction
    step: Fraction
    usual: Fraction

    def within(self, value: Fraction) -> Fraction:
        """A value that it can have: the nearest step, no less and no more than it may be."""
        return max(self.least, min(self.most, round(value / self.step) * self.step))


Values = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Tile:
    """An order by numbers. ``hows`` are ways to carry it out, the usual one first; ``stretches`` is the knob that is as far as it may be where nobody says how far.

    ``within`` are the numbers as far as they go together: who turns has less left to go ahead. ``led`` are numbers that lead to a place, for who drags a unit there, those first that lead there best.
    A ``plain`` one is a row among the others, without a plan, whose odds are shown: nobody walks there, the place is pointed at; ``unshown`` are numbers that only such a place sets.
    """

    name: str
    action: str
    given: Callable[[str, Values], Act]
    hows: tuple[str, ...] = ("",)
    knobs: tuple[Knob, ...] = ()
    stretches: str = ""
    within: Callable[[str, Values], Values] = lambda _how, values: values
    led: Callable[[Point], Sequence[Values]] | None = None
    plain: bool = False
    unshown: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Course:
    """Where an order leads: how the stands are at its end, the way of their front, the ground they sweep, what it costs of how much and why, and what sets its numbers; ``note``: what to know of it."""

    base: Base
    figures: Sequence[Pose]
    way: tuple[Point, ...] = ()
    swept: tuple[Outline, ...] = ()
    cost: Length | None = None
    budget: Length | None = None
    sum: Message | None = None
    grips: tuple[Grip, ...] = ()
    note: Message | None = None


@dataclass(frozen=True, slots=True)
class AimedAlike:
    """Figures of a target who are all met alike, and those who can aim at them, in the order in which they are taken: ``words`` say who they are and what an attempt at them is worth,
    ``label`` the same in two or three words, and ``rest`` why there are no more who aim. ``usual`` is how many take part where nobody says otherwise; all, where it is 0.
    """

    members: tuple[int, ...]
    marks: tuple[int, ...]
    words: Message
    label: Message
    rest: Message | None = None
    usual: int = 0
