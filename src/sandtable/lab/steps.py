"""What the lab's Python gives back of numbers turned, of sweeps and of handicaps: values that show themselves."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path

from sandtable.kernel.problem import refuse
from sandtable.lab.figures.sweep import curve as drawn_curve
from sandtable.lab.knobs.screen import Screen
from sandtable.lab.knobs.sensitivity import Confirmed, Effect, Sensitivity
from sandtable.lab.knobs.sheet import heat_html, heat_pdf
from sandtable.lab.sweeps.curve import Crossing, Curve
from sandtable.lab.sweeps.handicap import Ladder, Step

SHEETS = (".pdf", ".html")


@dataclass(frozen=True)
class Picture:
    """A figure, drawn."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def _answer_html(sentence: str, rests_on: str, lines: list[str], figure: str = "") -> str:
    """An answer as a notebook shows it: the sentence, what it rests on, the picture, the list."""
    rows = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<p><b>{escape(sentence)}</b></p><p><small>{escape(rests_on)}</small></p>{figure}<ul>{rows}</ul>"


@dataclass(frozen=True)
class Knobs:
    """Which numbers matter."""

    screen: Screen
    sensitivity: Sensitivity

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        return self.sensitivity.sentence

    @property
    def ranking(self) -> tuple[Effect, ...]:
        """The numbers that change battles, by how far they move the wins."""
        return self.sensitivity.ranking

    @property
    def dead(self) -> tuple[Effect, ...]:
        """The numbers that are read, and change no battle."""
        return self.sensitivity.of("dead")

    @property
    def unread(self) -> tuple[Effect, ...]:
        """The numbers that no battle reads."""
        return self.sensitivity.of("unread")

    @property
    def confirmed(self) -> tuple[Confirmed, ...]:
        """What stood out, on fresh battles."""
        return self.sensitivity.confirmed

    def sheet(self, place: str | Path) -> Path:
        """Write the reference sheet as a heat map: .pdf or .html."""
        file = Path(place)
        if file.suffix not in SHEETS:
            raise refuse(str(place), "lab.no_report", SHEETS)
        file.write_bytes(heat_pdf(self.sensitivity) if file.suffix == ".pdf" else heat_html(self.sensitivity).encode())
        return file

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return _answer_html(self.sentence, self.sensitivity.rests_on, self.sensitivity.lines())


@dataclass(frozen=True)
class Sweep:
    """One thing at several values."""

    curve: Curve

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        return self.curve.sentence

    @property
    def crossing(self) -> Crossing | None:
        """Where it is even."""
        return self.curve.crossing

    def figure(self) -> Picture:
        """The curve with its band."""
        return Picture(drawn_curve(self.curve))

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return _answer_html(self.sentence, self.curve.rests_on, self.curve.lines(), self.figure().svg)


@dataclass(frozen=True)
class Handicap:
    """What evens a battle, and steps for either side."""

    ladder: Ladder

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        return self.ladder.sentence

    def steps(self, side: str) -> tuple[Step, ...]:
        """The ladder of a side, the smallest step first."""
        if side not in self.ladder.base.sides:
            raise refuse("side", "lab.no_side", self.ladder.base.sides, side=side)
        return self.ladder.ladder(side)

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return _answer_html(self.sentence, self.ladder.rests_on, self.ladder.lines())
