"""The men of a unit: who can fight, who falls first, and the document's rounding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem

HALF = Fraction(1, 2)
PERCENT = 100


def rounded(value: Fraction) -> int:
    """Half or more counts up, less counts down; below nought as above it (PRE-5.19, PRE-G.49)."""
    return floor(value + HALF)


def percent_of(men: int, percent: int) -> int:
    """A percentage of some men, rounded, in whole numbers (PRE-5.19)."""
    return (2 * men * percent + PERCENT) // (2 * PERCENT)


@dataclass(frozen=True, slots=True)
class Men:
    """The men present in a unit: all of them, and those among them that cannot fight."""

    all: int
    unarmed: int = 0
    unconscious: int = 0

    @property
    def active(self) -> int:
        """Active, armed men (PRE-8.02)."""
        return self.all - self.unarmed - self.unconscious

    @property
    def helpless(self) -> int:
        """Men that may be claimed (PRE-8.01)."""
        return self.unarmed + self.unconscious

    def killed(self, number: int) -> Men:
        """Men fall: active ones first, then unarmed, then unconscious (PRE-G.34)."""
        number = min(number, self.all)
        from_unarmed = min(self.unarmed, max(0, number - self.active))
        from_unconscious = max(0, number - self.active - from_unarmed)
        return Men(self.all - number, self.unarmed - from_unarmed, self.unconscious - from_unconscious)

    def disarmed(self, number: int) -> Men:
        """Active men lose their weapons; no more than there are (PRE-G.34)."""
        return Men(self.all, self.unarmed + min(number, self.active), self.unconscious)

    def stunned(self, number: int) -> Men:
        """Active men fall unconscious; no more than there are (PRE-5.15)."""
        return Men(self.all, self.unarmed, self.unconscious + min(number, self.active))

    def taken(self, number: int) -> Men:
        """Helpless men are led away, the unarmed first."""
        from_unarmed = min(self.unarmed, number)
        return Men(self.all - number, self.unarmed - from_unarmed, self.unconscious - (number - from_unarmed))

    def awake(self) -> Men:
        """The unconscious are on their feet again (PRE-5.16)."""
        return Men(self.all, self.unarmed) if self.unconscious else self

    def rearmed(self) -> Men:
        """The unarmed have found weapons (PRE-G.35)."""
        return Men(self.all, 0, self.unconscious)

    def left_behind(self) -> Men:
        """The unit moves on without its unconscious men (PRE-5.16b)."""
        return Men(self.all - self.unconscious, self.unarmed)


def men_problems(men: Men, whose: str) -> Iterator[Problem]:
    """More helpless men than men."""
    if men.active < 0:
        about = Message.of("problem.more_helpless_than_men", men=men.all, helpless=men.helpless)
        yield Problem(f"{whose}_men", about, (), "PRE-G.34")
