"""Scores drawn to scale, and statuses as a ladder."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sandtable.paper.block import TooNarrowError
from sandtable.paper.canvas import Canvas
from sandtable.paper.runs import Run, Text, lines, natural

_DARK = {"red", "ink"}


@dataclass(frozen=True)
class Stretch:
    """A band of a ruler: from and to, how it is filled (``paper``, ``open``, ``close``, ``ink``, ``red``) and its name."""

    first: int
    last: int
    shade: str
    name: Text
    source: str = ""  # the number that ends it


@dataclass(frozen=True)
class Ruler:
    """Rows of stretches over one scale of figures."""

    rows: tuple[tuple[Text, tuple[Stretch, ...]], ...]
    figures: tuple[Text, ...]
    first: int
    scale: float

    def height(self, width: float) -> float:
        """How high it stands."""
        self._check(width)
        return (11 + 17 * len(self.rows)) * self.scale

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw it."""
        left = self._names()
        step = (width - left) / len(self.figures)
        for place, figure in enumerate(self.figures):
            line = lines(figure, 1e9)[0]
            canvas.line(line, x + left + step * place + (step - line.width) / 2, y + 8 * self.scale)
        y += 11 * self.scale
        for name, stretches in self.rows:
            if name:
                canvas.line(lines(name, 1e9)[0], x, y + 10 * self.scale)
            for stretch in stretches:
                start = x + left + step * (stretch.first - self.first)
                wide = step * (stretch.last - stretch.first + 1)
                canvas.area(start, y, wide, 14 * self.scale, "paper")
                ground = canvas.ground(stretch.source, start, y, wide, 14 * self.scale)
                canvas.area(start, y, wide, 14 * self.scale, "none" if ground else stretch.shade, 0.8)
                self._name(canvas, replace(stretch, shade="paper") if ground else stretch, start, y, wide)
            y += 17 * self.scale

    def _name(self, canvas: Canvas, stretch: Stretch, x: float, y: float, wide: float) -> None:
        text = (
            tuple(Run(run.text, run.face, run.size, "paper") for run in stretch.name)
            if stretch.shade in _DARK
            else tuple(replace(run, source=stretch.source) for run in stretch.name)
        )
        line = lines(text, 1e9)[0]
        left = x + (wide - line.width) / 2
        if stretch.shade in {"open", "close"}:
            canvas.area(left - 1.5, y + 2.6 * self.scale, line.width + 3, 8.8 * self.scale, "paper")
        canvas.line(line, left, y + 9.4 * self.scale, grounded=True)

    def _names(self) -> float:
        widest = max(natural(name) for name, _ in self.rows)
        return widest + 5 if widest else 0.0

    def _check(self, width: float) -> None:
        step = (width - self._names()) / len(self.figures)
        stretches = [stretch for _, told in self.rows for stretch in told]
        if any(natural(one.name) + 1 > step * (one.last - one.first + 1) for one in stretches):
            raise TooNarrowError
        if any(natural(figure) > step for figure in self.figures):
            raise TooNarrowError


@dataclass(frozen=True)
class Rung:
    """A status: its name, what is said below it, and how many strokes it is drawn with; minus one is a loss."""

    name: Text
    below: Text
    strokes: int


@dataclass(frozen=True)
class Ladder:
    """Statuses in a row, an arrow from each to the next."""

    rungs: tuple[Rung, ...]
    step: Text
    scale: float

    def height(self, width: float) -> float:
        """How high it stands."""
        room = width / len(self.rungs)
        if any(max(natural(rung.name), natural(rung.below)) > room - 2 for rung in self.rungs):
            raise TooNarrowError
        return (36 if any(rung.below for rung in self.rungs) else 28) * self.scale

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw it."""
        room, box = width / len(self.rungs), 14 * self.scale
        y += 1
        for place, rung in enumerate(self.rungs):
            left = x + room * place
            canvas.area(left + 0.5, y, box, box, "red" if rung.strokes < 0 else "paper", 1.2)
            if rung.strokes < 0:
                canvas.area(left + 0.5 + box * 0.2, y + box * 0.42, box * 0.6, box * 0.16, "paper")
            for stroke in range(rung.strokes):
                start = left + 0.5 + box * (0.12 + 0.4 * stroke / max(rung.strokes - 1, 1) * (rung.strokes > 1))
                far = box * (0.74 if rung.strokes == 1 else 0.36)
                thick = box * 0.14
                canvas.shape(
                    [
                        (start, y + box * 0.9),
                        (start + thick, y + box * 0.9),
                        (start + far + thick, y + box * 0.1),
                        (start + far, y + box * 0.1),
                    ],
                    "ink",
                )
            canvas.line(lines(rung.name, 1e9)[0], left, y + box + 9 * self.scale)
            if rung.below:
                canvas.line(lines(rung.below, 1e9)[0], left, y + box + 17.5 * self.scale)
            if place < len(self.rungs) - 1:
                self._arrow(canvas, left + box + 3, y + box / 2, room - box - 6)

    def _arrow(self, canvas: Canvas, x: float, y: float, length: float) -> None:
        canvas.rule(x, y, length - 4, 0.8)
        canvas.shape([(x + length, y), (x + length - 5, y - 2.6), (x + length - 5, y + 2.6)], "ink")
        if self.step:
            line = lines(self.step, 1e9)[0]
            canvas.line(line, x + (length - line.width) / 2, y - 2.4 * self.scale)
