"""Ranges, told as a band ("6-12") or in inches, held against a limit and put into words."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from sandtable.kernel.messages import Message

Range = str | Fraction


@cache
def ends_of(band: str) -> tuple[Fraction, Fraction]:
    """The nearest and the farthest inch of a band."""
    near, _, far = band.partition("-")
    return Fraction(near), Fraction(far)


def farthest(distance: Range) -> Fraction:
    """A distance in inches; of a band its far end."""
    return ends_of(distance)[1] if isinstance(distance, str) else distance


def within(distance: Range, limit: int | Fraction) -> bool:
    """Whether a distance lies within a limit, the limit included; of a band, whether all of it does."""
    return farthest(distance) <= limit


def past(distance: Range, limit: int | Fraction) -> bool:
    """Whether a distance lies beyond a limit, the limit excluded; of a band, whether all of it does."""
    return ends_of(distance)[0] >= limit if isinstance(distance, str) else distance > limit


def range_words(distance: Range) -> Message:
    """A distance in the players' measure: the message ``word.band`` (nearest, farthest) or ``word.distance``."""
    if isinstance(distance, Fraction):
        return Message.of("word.distance", distance=distance)
    near, far = ends_of(distance)
    return Message.of("word.band", nearest=near, farthest=far)
