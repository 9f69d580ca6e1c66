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
class OrderCell:
    """What a pair of choices comes to. ``best_row``: nothing better for whoever chooses among rows; ``best_column``: the best reply to its row."""

    text: str
    best_row: bool
    best_column: bool
    detail: str


@dataclass(frozen=True, slots=True)
class OrderMatrix:
    """Two sides choose: every pair of choices with what comes of it on average, and by what measure the best are the best."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[OrderCell, ...], ...]
    row_title: str
    column_title: str
    measure: str


@dataclass(frozen=True, slots=True)
class OrderOdds:
    """Exact odds: the dice and what is added (``d10 +4``), the outcomes, and why; where both sides choose, what all pairs of choices come to."""

    dice: str
    bars: tuple[OrderBar, ...]
    why: tuple[tuple[str, str, str], ...] = ()  # reason, value, rule id
    matrix: OrderMatrix | None = None
