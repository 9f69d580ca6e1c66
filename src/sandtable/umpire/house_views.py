"""What the desk answers on numbers: the tables in force, what a house rule would make of them, and all that one may change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRule:
    """A table entry that a house rule changed."""

    path: str
    label: str
    value: Any
    was: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberCell:
    """An entry of a table in force, ``at`` its place where it is one of a list; ``printed`` where a house rule has changed it."""

    path: str
    at: int | None
    text: str
    printed: str
    value: int | None  # of a number that may be changed where it stands


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRow:
    """A row of a table in force."""

    label: str
    cells: tuple[NumberCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberTable:
    """A table in force."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[NumberRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The tables whose numbers a rule gives."""

    status: Literal["ok"] = "ok"
    tables: tuple[NumberTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsChange:
    """An outcome of a usual case before and after a change, in whole percent."""

    label: str
    was: int
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberChange:
    """What a house rule would make of a number. With a ``problem`` it cannot be kept; ``house`` is the file to keep."""

    status: Literal["ok"] = "ok"
    label: str
    printed: str
    value: int | None
    lowest: int | None
    highest: int | None
    problem: str
    case: str
    rows: tuple[OddsChange, ...]
    house: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """An entry that a house file may set, as the file would write it."""

    path: str
    value: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Paths:
    """Every entry that a house file may set."""

    status: Literal["ok"] = "ok"
    paths: tuple[Path, ...]
