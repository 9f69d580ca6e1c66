"""Odds that are more than rows of bars: strips under one shared die, level tracks, matrices of two players' options."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.messages import Message


@dataclass(frozen=True, slots=True)
class Strip:
    """A run of faces that bring the same result."""

    first: int
    last: int
    label: Message
    severity: int = 0


@dataclass(frozen=True, slots=True)
class SharedDieUnit:
    """A unit under a shared die: its sum in words, its total, and its strip of faces."""

    name: str
    sum: Message
    total: int
    strips: tuple[Strip, ...]
    text: Message | None = None


@dataclass(frozen=True, slots=True)
class SharedDie:
    """Several units under one die with the faces 1 to ``faces``."""

    faces: int
    units: tuple[SharedDieUnit, ...]


@dataclass(frozen=True, slots=True)
class TrackUnit:
    """A unit on a level track: where it was and where it is now; ``bad`` is shown in red."""

    name: str
    sum: Message
    before: int
    now: int
    label: Message
    text: Message
    bad: bool = False


@dataclass(frozen=True, slots=True)
class Track:
    """Several units on tracks from ``lowest`` to ``highest``."""

    lowest: int
    highest: int
    units: tuple[TrackUnit, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a matrix; ``best_row`` marks the row player's best reply to the column, ``best_column`` the other's."""

    text: Message
    best_row: bool = False
    best_column: bool = False
    detail: Message | None = None


@dataclass(frozen=True, slots=True)
class Matrix:
    """Two players' options against each other."""

    row_title: Message
    column_title: Message
    rows: tuple[Message, ...]
    columns: tuple[Message, ...]
    cells: tuple[tuple[Cell, ...], ...]
    measure: Message


Exhibit = SharedDie | Track | Matrix
