"""Exact odds as people read them: what can come of a throw, how often, and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OrderBar:
    """One outcome with its chance, exact and in whole percent; ``severity`` from 0 (nothing) to 4 (the worst) fills the bar."""

    chance: float
    words: str
    percent: int
    severity: int = 0


@dataclass(frozen=True, slots=True)
class OrderOdds:
    """Exact odds: the dice and what is added (``d10 +4``), the outcomes, and why."""

    dice: str
    bars: tuple[OrderBar, ...]
    why: tuple[tuple[str, str, str], ...] = ()  # reason, value, rule id
