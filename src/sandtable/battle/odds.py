"""Exact odds as people read them: what can come of a throw, how often, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sandtable.kernel.exhibit import Matrix, SharedDie
from sandtable.kernel.messages import Message, signed_text


@dataclass(frozen=True, slots=True)
class OrderBar:
    """One outcome with its chance, exact and in whole percent; ``severity`` from 0 (nothing) to 4 (the worst) fills the bar.

    ``of``: where odds are of several things, which of them it is an outcome of; those of each stand together.
    """

    chance: float
    words: str
    percent: int
    severity: int = 0
    of: str = ""


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
class OrderFaces:
    """Faces of a die, from the first to the last, that come to the same."""

    first: int
    last: int
    words: str
    severity: int = 0


@dataclass(frozen=True, slots=True)
class OrderStrip:
    """Somebody for whom a die is thrown that he shares with others: what he adds in words, all of it, and what each face would bring him."""

    name: str
    sum: str
    total: str
    faces: tuple[OrderFaces, ...]


@dataclass(frozen=True, slots=True)
class OrderOdds:
    """Exact odds: the dice and what is added (``d10 +4``), the outcomes, and why; where both sides choose, what all pairs of choices come to.

    Where several share a die, ``strips`` are what it brings each of them. ``note`` is what they take for granted.
    """

    dice: str
    bars: tuple[OrderBar, ...]
    why: tuple[tuple[str, str, str], ...] = ()  # reason, value, rule id
    matrix: OrderMatrix | None = None
    strips: tuple[OrderStrip, ...] = ()
    note: str = ""


def strips_in_words(shared: SharedDie, say: Callable[[Message], str]) -> tuple[OrderStrip, ...]:
    """A shared die in words."""
    return tuple(
        OrderStrip(
            unit.name,
            say(unit.sum),
            signed_text(unit.total),
            tuple(OrderFaces(each.first, each.last, say(each.label), each.severity) for each in unit.strips),
        )
        for unit in shared.units
    )


def matrix_in_words(matrix: Matrix, say: Callable[[Message], str]) -> OrderMatrix:
    """A matrix of choices put into words."""
    return OrderMatrix(
        rows=tuple(say(row) for row in matrix.rows),
        columns=tuple(say(column) for column in matrix.columns),
        cells=tuple(
            tuple(
                OrderCell(say(cell.text), cell.best_row, cell.best_column, say(cell.detail) if cell.detail else "")
                for cell in row
            )
            for row in matrix.cells
        ),
        row_title=say(matrix.row_title),
        column_title=say(matrix.column_title),
        measure=say(matrix.measure),
    )
