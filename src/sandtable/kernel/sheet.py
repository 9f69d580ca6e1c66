"""Sheets to print, as data: a ruleset makes them of its books; the printer lays them out and knows no ruleset."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sandtable.kernel.ledger import Panel
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables


@dataclass(frozen=True, slots=True)
class Step:
    """A strength at which a unit changes: Fresh 10, Worn 7, Spent 4; no number where the unit skips it."""

    name: Message
    number: int | None


@dataclass(frozen=True, slots=True)
class Card:
    """A label to cut out and lay beside a unit: its name, what it is worth, and its strength step by step."""

    name: str
    side: str
    lines: tuple[tuple[Message, ...], ...] = ()  # each a run of words
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Boxes:
    """A cell of a printed table to tick off: so many of so many are still there."""

    left: int
    of: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet that a ruleset prints of its books: ``labels`` (cards) or ``force`` (table panels, a page for each side).

    ``lists`` names the lists of units that come with the ruleset and may be printed by name; its roster reader knows them.
    """

    layout: str
    of: Callable[[Any, Tables], Sequence[Card] | Sequence[Panel]]
    lists: Callable[[], tuple[str, ...]] = tuple
