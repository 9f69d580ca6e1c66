"""What a page is made of: blocks that know how high they stand in a given width, and draw themselves there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from sandtable.paper.canvas import Canvas
from sandtable.paper.runs import LEADING, Ink, Line, Text, height, lines, narrowest, natural

Align = Literal["left", "middle", "right"]
Rule = Literal["", "hair", "ink", "heavy"]
WEIGHTS: dict[str, tuple[float, Ink]] = {"hair": (0.35, "hair"), "ink": (0.7, "ink"), "heavy": (2.0, "ink")}
BASELINE = 0.94  # of the size, from the top of a line
FIT = 0.01
HAIR, EDGE = 0.4, 1.6  # of a ground: what it leaves of its cell, and how far it goes beyond it


class TooNarrowError(Exception):
    """Words that cannot be broken need more room than there is."""


class Block(Protocol):
    """Something that stands on a page."""

    def height(self, width: float) -> float:
        """How high it stands in that width."""
        ...

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw it with its upper left corner there."""
        ...


@dataclass(frozen=True)
class Paragraph:
    """Words, broken into lines."""

    text: Text
    align: Align = "left"
    indent: float = 0.0
    number: Text = ()  # of a step, in the indent
    above: float = 0.0

    def height(self, width: float) -> float:
        """How high it stands."""
        return self.above + height(self._lines(width))

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw it."""
        y += self.above
        broken = self._lines(width)
        if self.number and broken:
            canvas.line(lines(self.number, self.indent)[0], x, y + BASELINE * broken[0].size)
        set_lines(canvas, broken, x + self.indent, y, width - self.indent, self.align)

    def _lines(self, width: float) -> tuple[Line, ...]:
        room = width - self.indent
        if narrowest(self.text) > room + FIT:
            raise TooNarrowError
        return lines(self.text, room)


def set_lines(
    canvas: Canvas, broken: Sequence[Line], x: float, y: float, width: float, align: Align, *, grounded: bool = False
) -> None:
    """Set lines one below the other; ``grounded`` says that what lies under their numbers is there already."""
    for line in broken:
        spare = width - line.width
        left = x + {"left": 0, "middle": spare / 2, "right": spare}[align]
        canvas.line(line, left, y + BASELINE * line.size, grounded=grounded)
        y += line.size * LEADING


@dataclass(frozen=True)
class Cell:
    """A cell of a table; ``span`` is how many columns it takes."""

    text: Text
    align: Align = "middle"
    span: int = 1
    frame: bool = False
    bar: bool = False  # a rule down at its left

    @property
    def source(self) -> str:
        """The one number that it tells, where that is all."""
        sources = {run.source for run in self.text if run.mark != "dagger"}
        return sources.pop() if len(sources) == 1 else ""


@dataclass(frozen=True)
class Row:
    """A row of a table and the rule above it."""

    cells: tuple[Cell, ...]
    rule: Rule = "hair"
    pad: float = 1.0  # above and below
    low: bool = False  # cells stand at the foot of the row, as heads do


@dataclass(frozen=True, slots=True)
class _LaidCell:
    """Where a cell begins, its room, its lines, and whether it is the last of its row."""

    left: float
    room: float
    lines: tuple[Line, ...]
    last: bool


@dataclass(frozen=True, slots=True)
class _Laid:
    """A row as it stands in a width: its cells, its height, and how far down the first line's feet stand."""

    cells: tuple[_LaidCell, ...]
    height: float
    first: float


@dataclass(frozen=True)
class Table:
    """Rows of cells. Columns are as wide as they need; what is over goes to those that may grow, or to all but the first."""

    rows: tuple[Row, ...]
    grows: tuple[int, ...] = ()
    gap: float = 4.0
    shares: tuple[float, ...] = ()  # of the width, where they are given
    _laid_out: dict[float, tuple[_Laid, ...]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return max(sum(cell.span for cell in row.cells) for row in self.rows)

    def height(self, width: float) -> float:
        """How high it stands."""
        return sum(row.height for row in self._laid(width))

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw it."""
        for row, laid in zip(self.rows, self._laid(width), strict=True):
            if row.rule:
                weight, ink = WEIGHTS[row.rule]
                canvas.rule(x, y, width, weight, ink)
            for cell, place in zip(row.cells, laid.cells, strict=True):
                left, room = x + place.left, place.room
                source = cell.source
                grounded = bool(source) and _lay_ground(canvas, cell, left, y, room, laid.height)
                if cell.frame:
                    canvas.area(left + 0.8, y + 0.5, room - 1.6, laid.height - 1, "none", 1.1)
                if cell.bar:
                    canvas.upright(left, y, laid.height, 0.7)
                before = 0.0 if cell.align == "left" and not place.left else self.gap / 2
                after = 0.0 if cell.align == "right" and place.last else self.gap / 2
                top = (
                    y + laid.height - row.pad - height(place.lines)
                    if row.low
                    else y + row.pad + laid.first - _ascent(place.lines)
                )
                across = room - before - after
                set_lines(canvas, place.lines, left + before, top, across, cell.align, grounded=grounded)
            y += laid.height

    def _laid(self, width: float) -> tuple[_Laid, ...]:
        """Every row as it stands in that width; worked out once."""
        known = self._laid_out.get(width)
        if known is None:
            widths = self._measured(width)
            known = self._laid_out[width] = tuple(self._laid_row(row, widths) for row in self.rows)
        return known

    def _laid_row(self, row: Row, widths: Sequence[float]) -> _Laid:
        cells: list[_LaidCell] = []
        for column, cell in _placed(row):
            room = sum(widths[column : column + cell.span])
            broken = lines(cell.text, room - (self.gap if column else self.gap / 2) + FIT)
            cells.append(_LaidCell(sum(widths[:column]), room, broken, column + cell.span == len(widths)))
        first = max((_ascent(cell.lines) for cell in cells), default=0.0)
        tallest = max(
            (height(cell.lines) + (0 if row.low else first - _ascent(cell.lines)) for cell in cells), default=0.0
        )
        return _Laid(tuple(cells), tallest + 2 * row.pad, first)

    def _measured(self, width: float) -> tuple[float, ...]:
        count = self.columns
        if self.shares:
            return tuple(width * share / sum(self.shares) for share in self.shares)
        least, most = [0.0] * count, [0.0] * count
        for row in self.rows:
            for column, cell in _placed(row):
                if cell.span == 1:  # a head is broken before it makes its column wider
                    least[column] = max(least[column], narrowest(cell.text) + self.gap)
                    wish = narrowest(cell.text) if row.low else natural(cell.text)
                    most[column] = max(most[column], wish + self.gap)
        for row in self.rows:  # what spans columns may widen the last of them
            for column, cell in _placed(row):
                if cell.span > 1:
                    lacking = narrowest(cell.text) + self.gap - sum(least[column : column + cell.span])
                    if lacking > 0:
                        for place in range(column, column + cell.span):
                            least[place] += lacking / cell.span
                            most[place] = max(most[place], least[place])
        if sum(least) > width + FIT:
            raise TooNarrowError
        fixed = sum(wide for place, wide in enumerate(most) if place not in self.grows)
        if sum(most) > width and self.grows and fixed + sum(least[place] for place in self.grows) <= width:
            low, high = sum(least[place] for place in self.grows), sum(most[place] for place in self.grows)
            share = (width - fixed - low) / (high - low)
            return tuple(
                least[place] + share * (wide - least[place]) if place in self.grows else wide
                for place, wide in enumerate(most)
            )
        if sum(most) > width:
            room, wish = width - sum(least), sum(most) - sum(least)
            return tuple(low + room * (high - low) / wish for low, high in zip(least, most, strict=True))
        growing = self.grows or tuple(range(1, count)) or (0,)
        extra = (width - sum(most)) / len(growing)
        return tuple(wide + (extra if place in growing else 0.0) for place, wide in enumerate(most))


def _lay_ground(canvas: Canvas, cell: Cell, left: float, top: float, room: float, tall: float) -> bool:
    """Lay what says something of a number under its whole cell, a little beyond the edge at which the number stands."""
    before, after = (-EDGE if cell.align == "left" else HAIR), (-EDGE if cell.align == "right" else HAIR)
    return canvas.ground(cell.source, left + before, top + HAIR, room - before - after, tall - 2 * HAIR)


def _placed(row: Row) -> list[tuple[int, Cell]]:
    column, placed = 0, []
    for cell in row.cells:
        placed.append((column, cell))
        column += cell.span
    return placed


def _ascent(broken: Sequence[Line]) -> float:
    return BASELINE * broken[0].size if broken else 0.0


@dataclass(frozen=True)
class Beside:
    """Blocks side by side in equal columns."""

    blocks: tuple[Block, ...]
    gap: float = 9.0

    def height(self, width: float) -> float:
        """How high the highest stands."""
        return max(block.height(self._room(width)) for block in self.blocks)

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw them."""
        room = self._room(width)
        for place, block in enumerate(self.blocks):
            block.draw(canvas, x + place * (room + self.gap), y, room)

    def _room(self, width: float) -> float:
        return (width - self.gap * (len(self.blocks) - 1)) / len(self.blocks)


@dataclass(frozen=True)
class Stack:
    """Blocks one below the other."""

    blocks: tuple[Block, ...]
    gap: float = 2.0
    below: float = 0.0

    def height(self, width: float) -> float:
        """How high they stand together."""
        return sum(block.height(width) for block in self.blocks) + self.gap * max(len(self.blocks) - 1, 0) + self.below

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw them."""
        for block in self.blocks:
            block.draw(canvas, x, y, width)
            y += block.height(width) + self.gap


@dataclass(frozen=True)
class Head:
    """The head of a block: its name in wood type, dice, the sum in words, the rule's id at the right, a heavy rule above."""

    name: Text
    about: Text
    rule: Text
    heavy: bool = True

    def height(self, width: float) -> float:
        """How high it stands: the words beside the name may take a line of their own."""
        return self._above() + max(line.size for line in lines(self.name, 1e9)) * 1.08 + self._wrapped(width)

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw it."""
        if self.heavy:
            canvas.rule(x, y, width, *WEIGHTS["heavy"])
        name = lines(self.name, 1e9)[0]
        baseline = y + self._above() + 0.84 * name.size
        canvas.line(name, x, baseline)
        end = width
        if self.rule:
            told = lines(self.rule, 1e9)[0]
            end -= told.width
            canvas.line(told, x + end, baseline)
        if not self.about:
            return
        if self._wrapped(width):
            top = y + self._above() + name.size * 1.08
            set_lines(canvas, lines(self.about, width), x, top, width, "left")
        else:
            canvas.line(lines(self.about, 1e9)[0], x + name.width + 5, baseline)

    def _above(self) -> float:
        return 3.4 if self.heavy else 2.4

    def _wrapped(self, width: float) -> float:
        """How much higher it stands for words that find no room beside the name."""
        if natural(self.name) + natural(self.rule) + (5 if self.rule else 0) > width + FIT:
            raise TooNarrowError
        together = natural(self.name) + natural(self.about) + natural(self.rule) + 12
        return height(lines(self.about, width)) if self.about and together > width else 0.0
