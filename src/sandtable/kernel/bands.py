"""Ranges, told as a band ("6-12") or in inches, held against a limit and put into words."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from sandtable.kernel.messages import Message

Range = str | Fraction


@cache
def ends_of(band: str) -> tuple[Fraction, Fraction]:
    """The nearest and the farthest inch of a band."""
    nearest, _, farthest = band.partition("-")
    return Fraction(nearest), Fraction(farthest)


def within(told: Range, limit: int | Fraction) -> bool:
    """Whether a range lies within a limit, all of the band; exactly the limit does."""
    return ends_of(told)[1] <= limit if isinstance(told, str) else told <= limit


def past(told: Range, limit: int | Fraction) -> bool:
    """Whether a range lies beyond a limit, all of the band; exactly the limit does not."""
    return ends_of(told)[0] >= limit if isinstance(told, str) else told > limit


def range_words(told: Range) -> Message:
    """A range as it was told, in the players' measure: the messages ``word.band`` (nearest, farthest) and ``word.distance``."""
    if isinstance(told, Fraction):
        return Message.of("word.distance", distance=told)
    nearest, farthest = ends_of(told)
    return Message.of("word.band", nearest=nearest, farthest=farthest)
