"""The periods of the weather (PRE-4.01, PRE-4.07)."""

from __future__ import annotations

from sandtable.kernel.tables import Tables


def weather_due(turn: int, tables: Tables) -> bool:
    """Whether a turn begins a period (PRE-4.01)."""
    return turn % tables.number("weather.period.turns") == 1


def period_end(turn: int, tables: Tables) -> int:
    """The last turn of the period a turn belongs to."""
    turns = tables.number("weather.period.turns")
    return -(-turn // turns) * turns
