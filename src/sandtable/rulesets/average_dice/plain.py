"""Ranges, told as a band or in inches, held against a limit."""

from __future__ import annotations

from fractions import Fraction


def within(told: str | Fraction, limit: int) -> bool:
    """Whether a range, told as a band or in inches, lies within a limit; the limit itself does (AVD-7.11)."""
    return Fraction(told.partition("-")[2]) <= limit if isinstance(told, str) else told <= limit


def beyond(told: str | Fraction, limit: int) -> bool:
    """Whether a range lies beyond a limit; exactly the limit does not (AVD-9.04)."""
    return Fraction(told.partition("-")[0]) >= limit if isinstance(told, str) else told > limit
