"""Runs of type: pieces of a text in one face and size, broken into lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sandtable.paper import faces
from sandtable.paper.faces import Face

Ink = Literal["ink", "soft", "hair", "red", "paper"]
Mark = Literal["", "struck", "twice", "dagger", "die"]
UNITS = ("in", "cm")
APART = 0.01  # points: less is no space
LEADING = 1.2  # from line to line, in sizes
_DIE_WIDTH = {"6": 1.25, "A": 1.25, "100": 1.85}
_USUAL_DIE = 1.35


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text; ``mark`` is what a house rule or an author has done to it, or that a sign of ours stands for it."""

    text: str
    face: Face = "words"
    size: float = 8.3
    ink: Ink = "ink"
    mark: Mark = ""
    rise: float = 0.0  # above the line, in sizes
    source: str = ""  # the number that it tells, on a sheet whose grounds say something

    @property
    def width(self) -> float:
        """How far it goes."""
        if self.mark == "dagger":
            return self.size * 0.5
        if self.mark == "die":
            return self.size * _DIE_WIDTH.get(self.text, _USUAL_DIE)
        return faces.width(self.text, self.face, self.size)

    def at(self, scale: float) -> Run:
        """This run in larger or smaller type."""
        return replace(self, size=self.size * scale)


Text = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A run and how far from the line's beginning it stands."""

    x: float
    run: Run


@dataclass(frozen=True, slots=True)
class Line:
    """One line of type."""

    placed: tuple[Placed, ...]
    width: float

    @property
    def size(self) -> float:
        """The size of its largest type."""
        return max((placed.run.size for placed in self.placed), default=0.0)


def text(words: str, face: Face = "words", size: float = 8.3, ink: Ink = "ink") -> Text:
    """A text of one run."""
    return (Run(words, face, size, ink),) if words else ()


def lines(runs: Sequence[Run], room: float) -> tuple[Line, ...]:
    """A text in as many lines as it takes; a word that is wider than the room stands on a line of its own."""
    done: list[Line] = []
    placed: list[Placed] = []
    x = 0.0
    for words in _kept_together(runs):
        gap = _space(words[0][0]) if placed else 0.0
        if placed and x + gap + _width(words) > room + APART:
            done.append(Line(tuple(placed), x))
            placed, x = [], 0.0
        for word in words:
            x += _space(word[0]) if placed else 0.0
            for run in word:
                placed.append(Placed(x, run))
                x += run.width
    if placed:
        done.append(Line(tuple(placed), x))
    return tuple(_joined(line) for line in done)


def natural(runs: Sequence[Run]) -> float:
    """How wide a text is on one line."""
    return lines(runs, 1e9)[0].width if runs else 0.0


def narrowest(runs: Sequence[Run]) -> float:
    """How wide the widest word of a text is, or the widest measure: a number stands beside its unit."""
    return max(map(_width, _kept_together(runs)), default=0.0)


def height(broken: Iterable[Line]) -> float:
    """How high lines stand together."""
    return sum(line.size * LEADING for line in broken)


def _space(run: Run) -> float:
    return faces.width(" ", "words" if run.mark in {"dagger", "die"} else run.face, run.size)


def _width(words: Sequence[Sequence[Run]]) -> float:
    """How wide words are on one line."""
    return sum(run.width for word in words for run in word) + sum(_space(word[0]) for word in words[1:])


def _kept_together(runs: Sequence[Run]) -> list[list[list[Run]]]:
    """The words of a text, each alone, but a unit with the number before it and a rule's id with the word before it: no line ends between them."""
    kept: list[list[list[Run]]] = []
    for word in _words(runs):
        before = kept[-1][-1][-1] if kept else None
        is_unit = "".join(run.text for run in word).rstrip(".,;:)†") in UNITS
        is_id = word[0].ink == "soft" and not word[0].mark
        if before and ((is_unit and before.text[-1:].isnumeric()) or (is_id and before.ink != "soft")):
            kept[-1].append(word)
        else:
            kept.append([word])
    return kept


def _words(runs: Sequence[Run]) -> list[list[Run]]:
    """The words of a text; what stands without a space between is one word, in whatever faces."""
    words: list[list[Run]] = []
    apart = True
    for run in runs:
        pieces = [run.text] if run.mark in {"dagger", "die"} else run.text.split(" ")
        for place, piece in enumerate(pieces):
            if place:
                apart = True
            if not piece:
                continue
            one = replace(run, text=piece)
            if apart or not words:
                words.append([one])
            else:
                words[-1].append(one)
            apart = False
    return words


def _joined(line: Line) -> Line:
    """The line with neighbours of one kind made one run, so that a line is few pieces of text."""
    joined: list[Placed] = []
    for placed in line.placed:
        before = joined[-1] if joined else None
        if before and placed.run.mark == "" and replace(before.run, text="") == replace(placed.run, text=""):
            end = before.x + before.run.width
            space = " " if placed.x - end > APART else ""
            joined[-1] = Placed(before.x, replace(before.run, text=before.run.text + space + placed.run.text))
        else:
            joined.append(placed)
    return Line(tuple(joined), line.width)
