"""Bands of a score as players say them: 3 or less, 4 or 5, 6 to 9, 10 or more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sandtable.paper.quotes import Quotes, number, number_name
from sandtable.paper.runs import Run, Text


@dataclass(frozen=True)
class Band:
    """A band: its ends, which may be open, and whether and from what a house rule has changed them."""

    low: int | None
    high: int | None
    signed: bool = False
    was: str = ""
    source: str = ""  # the number that ends it

    @property
    def words(self) -> str:
        """The band in words."""
        low, high = self._figure(self.low), self._figure(self.high)
        if self.low is None:
            return f"{high} or less"
        if self.high is None:
            return f"{low} or more"
        if self.low == self.high:
            return low
        return f"{low}, {high}" if self.high - self.low == 1 else f"{low} to {high}"

    def in_type(self, size: float) -> Text:
        """The band set in type; one that a house rule has changed is underlined twice, behind what was printed."""
        if not self.was:
            return (Run(self.words.replace(" ", "\N{NO-BREAK SPACE}"), "bold", size, source=self.source),)
        return (
            Run(self.was.replace(" ", "\N{NO-BREAK SPACE}"), "words", size * 0.86, "soft", "struck"),
            Run(" ", "bold", size),
            Run(self.words.replace(" ", "\N{NO-BREAK SPACE}"), "bold", size, mark="twice", source=self.source),
        )

    def with_last(self, last: Band) -> Band:
        """The band from here to the end of another."""
        if last is self:
            return self
        was = f"{self.was} to {last.was}" if self.was or last.was else ""
        return replace(self, high=last.high, was=was, source=last.source)

    def _figure(self, value: int | None) -> str:
        if value is None:
            return ""
        return f"+{value}" if self.signed and value > 0 else number(Fraction(value))


def bands_of(quotes: Quotes, table: str, part: Mapping[str, Any]) -> list[Band]:
    """The bands of a stepped table; ``from`` and ``to`` are the ends of the die, where they are known."""
    signed, low, high = bool(part.get("signed")), part.get("from"), part.get("to")
    now = _bands(quotes.entry(f"{table}.up_to"), low, high, signed=signed)
    before = _bands(quotes.printed.cells[f"{table}.up_to"], low, high, signed=signed)
    told = [new if new == old else replace(new, was=old.words) for new, old in zip(now, before, strict=True)]
    if not quotes.sourced:
        return told
    names = [number_name(quotes.tables, f"{table}.up_to.{place}") for place in range(len(told) - 1)]
    return [replace(one, source=name) for one, name in zip(told, [*names, ""], strict=True)]


def _bands(steps: tuple[int, ...], low: int | None, high: int | None, *, signed: bool) -> list[Band]:
    starts = [low, *(step + 1 for step in steps)]
    ends = [*steps, high]
    return [Band(start, end, signed) for start, end in zip(starts, ends, strict=True)]
