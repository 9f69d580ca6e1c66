"""Rules that throw nothing, and words that several of them share."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

from sandtable.kernel.tables import Tables

Situation = TypeVar("Situation")
Ready = TypeVar("Ready")


def made_once(make: Callable[[Situation, Tables], Ready]) -> Callable[[Situation, Tables], Ready]:
    """Keep what was last made for a situation: exact odds run the same rule hundreds of times over the same objects."""
    kept: list[tuple[Any, Tables, Ready]] = []

    def made(situation: Situation, tables: Tables) -> Ready:
        if kept:
            known, under, ready = kept[0]
            if known is situation and under is tables:
                return ready
        fresh = make(situation, tables)
        kept[:] = [(situation, tables, fresh)]
        return fresh

    return made


def within(told: str | Fraction, limit: int) -> bool:
    """Whether a range, told as a band or in inches, lies within a limit; the limit itself does (AVD-7.11)."""
    return Fraction(told.partition("-")[2]) <= limit if isinstance(told, str) else told <= limit


def beyond(told: str | Fraction, limit: int) -> bool:
    """Whether a range lies beyond a limit; exactly the limit does not (AVD-9.04)."""
    return Fraction(told.partition("-")[0]) >= limit if isinstance(told, str) else told > limit
