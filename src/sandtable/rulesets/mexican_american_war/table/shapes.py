"""How units are drawn up: from a formation and a place to the stands of it, and back (MAW-G.19, chapters 13 and 15)."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Quads
from sandtable.geometry.measure import Length, Point, Pose
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.field import Piece
from sandtable.miniatures.regiment import (
    Array,
    Front,
    block,
    filed,
    fronts,
    mob,
    quads_of,
    ranks,
    side_of_square,
    square,
    stood,
)
from sandtable.rulesets.mexican_american_war.table.state import Drawn, Kind, Places, length
from sandtable.rulesets.mexican_american_war.vocabulary import OPEN_ORDER, SQUARES, Formation, OrderState

F = Formation
FILES = (F.MARCH_COLUMN.value, F.STORMING_COLUMN.value, "limbered")
LOOSE = tuple(each.value for each in OPEN_ORDER)


def outer(tables: Tables) -> int:
    """Stands of the outer rank of a square."""
    return tables.number("square.outer")


def files_of(state: str, count: int) -> int:
    """Stands abreast: a line has all of them, two ranks half of them, a field column two (MAW-G.19a, MAW-G.19b)."""
    if state in (F.SUPPORTED_LINE, F.OPEN_DEEP):
        return ceil(count / 2)
    if state == F.FIELD_COLUMN:
        return min(2, count)
    return 1 if state in FILES else count


def kind_of(state: str) -> Kind:
    """How a unit in such a state is drawn up."""
    if state == Kind.LEADER:
        return Kind.LEADER
    if state == OrderState.BROKEN:
        return Kind.MOB
    if state in SQUARES:
        return Kind.SQUARE
    if state == F.GARRISON:
        return Kind.HOUSE
    return Kind.FILE if state in FILES else Kind.RANKS


def drawn_as(state: str, front: Pose, count: int, tables: Tables, gap: Length | None = None) -> Drawn:
    """A unit drawn up about the middle of its front; an open order has its least interval unless another is told (MAW-13.04)."""
    usual = length(tables.exact("open_order.least")) if state in LOOSE else 0
    return Drawn(kind_of(state), state, Array(front, files_of(state, count), usual if gap is None else gap))


def stands_of(drawn: Drawn, count: int, base: Base, tables: Tables) -> tuple[Pose, ...]:
    """The stands of a unit that is drawn up so."""
    array = drawn.array
    if drawn.kind is Kind.SQUARE:
        return square(array.front, count, base, outer(tables))
    if drawn.kind is Kind.MOB:
        return mob(array.front, count, base)
    if drawn.kind is Kind.LEADER:
        return (array.front,)
    if drawn.kind is Kind.HOUSE:
        return (array.front,) * count
    return stood(array, count, base)


def front_of(field: Places, piece: Piece) -> Pose:
    """The middle of its front; of a file its head."""
    drawn = field.shapes[piece.id]
    return piece.figures[0] if drawn.kind is Kind.FILE else drawn.array.front


@fact
def middle_of(piece: Piece) -> Point:
    """The middle of its stands."""
    x, y = quads_of(piece.base, piece.figures).mean(axis=(0, 1))
    return Point(round(float(x)), round(float(y)))


def fronts_of(field: Places, piece: Piece) -> tuple[Front, ...]:
    """The straight parts of its front: none where it has no front (MAW-G.12b, MAW-G.19f)."""
    drawn, count = field.shapes[piece.id], len(piece.figures)
    if drawn.kind is Kind.FILE:
        return fronts(Array(piece.figures[0], 1), 1, piece.base)
    return fronts(drawn.array, count, piece.base) if drawn.kind is Kind.RANKS else ()


def blocks_of(drawn: Drawn, figures: tuple[Pose, ...], base: Base) -> Quads:
    """The ground that a unit covers, in few rectangles: ranks with their intervals as a whole, others stand by stand."""
    straight = drawn.kind is Kind.RANKS and not drawn.array.bend
    return block(drawn.array, len(figures), base) if straight else quads_of(base, figures)


def firing_ranks(drawn: Drawn, count: int, deep: int) -> tuple[int, ...]:
    """The stands of the first so many ranks."""
    return tuple(range(sum(ranks(count, drawn.array.files)[:deep])))


def side_numbers(count: int, tables: Tables) -> tuple[int, ...]:
    """For each stand of a square the side it faces to."""
    return side_of_square(count, outer(tables))


def closed_up(drawn: Drawn, left: int, before: int) -> Drawn:
    """A formation that has lost stands: the same, as wide as it can still be (MAW-10.02)."""
    array = drawn.array
    if drawn.kind is not Kind.RANKS:
        return drawn
    deep = len(ranks(before, array.files))
    files = files_of(drawn.state, left) if drawn.state not in LOOSE else ceil(left / deep)
    refused = min(array.left, files // 2), min(array.right, files // 2)
    return replace(drawn, array=replace(array, files=files, left=refused[0], right=refused[1]))


def in_file(path: tuple[Point, ...], count: int, base: Base) -> tuple[Pose, ...]:
    """A file along a path, its head at the end."""
    return filed(path, count, base)
