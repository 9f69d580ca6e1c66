"""A pen for figures: lines, areas and type in three inks, as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Literal
from zlib import crc32

Ink = Literal["ink", "soft", "hair", "red", "blue", "green", "ochre", "violet", "teal", "paper", "sheet", "none"]
Spot = tuple[float, float]
HATCHED = "url(#hatch)"


@dataclass(frozen=True, slots=True)
class Inks:
    """What each ink is printed in, and the type."""

    name: str
    colours: dict[str, str]
    text: str
    display: str


_LIGHT = {
    "ink": "#1a1613",
    "soft": "#564f47",
    "hair": "#c9c3b4",
    "red": "#a8141c",
    "blue": "#17456b",
    "green": "#2d5f2a",
    "ochre": "#7a4a00",
    "violet": "#5a2a7a",
    "teal": "#0f5a5a",
    "paper": "#e9e6dc",
    "sheet": "#f6f4ec",
}
# On a screen the page's own inks count, light or dark; on paper there is only white.
SCREEN = Inks(
    "screen",
    {name: f"var(--{name},{colour})" for name, colour in _LIGHT.items()} | {"none": "none"},
    "var(--text,'Libre Franklin',sans-serif)",
    "var(--display,Besley,serif)",
)
PAPER = Inks("paper", {**_LIGHT, "paper": "#ffffff", "sheet": "#ffffff", "none": "none"}, "Libre Franklin", "Besley")


@dataclass
class Pen:
    """A drawing of so many units across and down."""

    width: float
    height: float
    label: str
    inks: Inks = SCREEN
    drawn: list[str] = field(default_factory=list)

    def svg(self) -> str:
        """The whole drawing; the hatching has a name of its own, since one page may hold many drawings."""
        body = "".join(self.drawn)
        hatch, name = "", f"hatch{crc32(f'{self.label}{body}'.encode()):x}"
        if HATCHED in body:
            body = body.replace(HATCHED, f"url(#{name})")
            hatch = (
                f'<defs><pattern id="{name}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
                f'<rect width="1.3" height="6" fill="{self.inks.colours["ink"]}"/></pattern></defs>'
            )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(self.width)} {n(self.height)}" role="img"'
            f' aria-label="{escape(self.label)}" font-family="{escape(self.inks.text)}" font-size="12" font-weight="500">'
            f"{hatch}{body}</svg>"
        )

    def line(self, start: Spot, end: Spot, ink: Ink = "hair", width: float = 1, dash: str = "") -> None:
        """A line."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.drawn.append(
            f'<path d="M{p(start)}L{p(end)}" stroke="{self.inks.colours[ink]}" stroke-width="{n(width)}" fill="none"{dashed}/>'
        )

    def lines(self, spots: Sequence[Spot], ink: Ink, width: float = 1.8) -> None:
        """A line through many places."""
        if spots:
            way = "L".join(p(spot) for spot in spots)
            self.drawn.append(
                f'<path d="M{way}" stroke="{self.inks.colours[ink]}" stroke-width="{n(width)}" fill="none"/>'
            )

    def area(self, spots: Sequence[Spot], ink: Ink, opacity: float) -> None:
        """An area in an ink laid thin."""
        if spots:
            way = "L".join(p(spot) for spot in spots)
            self.drawn.append(f'<path d="M{way}Z" fill="{self.inks.colours[ink]}" opacity="{opacity}"/>')

    def rect(
        self, corner: Spot, size: Spot, fill: Ink | Literal["hatch"] = "ink", stroke: Ink = "none", opacity: float = 1
    ) -> None:
        """A rectangle from its upper left corner."""
        paint = HATCHED if fill == "hatch" else self.inks.colours[fill]
        line = f' stroke="{self.inks.colours[stroke]}"' if stroke != "none" else ""
        faint = f' opacity="{opacity}"' if opacity != 1 else ""
        self.drawn.append(
            f'<rect x="{n(corner[0])}" y="{n(corner[1])}" width="{n(max(0, size[0]))}" height="{n(max(0, size[1]))}" fill="{paint}"{line}{faint}/>'
        )

    def dot(self, at: Spot, ink: Ink, *, square: bool, hollow: bool, radius: float = 3.4, seed: str = "") -> None:
        """A battle: round for one side and square for the other, hollow where it ended on time; it leads to its battle."""
        colour = self.inks.colours[ink]
        fill = self.inks.colours["sheet"] if hollow else colour
        look = f'fill="{fill}" stroke="{colour}" stroke-width="{n(radius / 2)}"'
        if square:
            side = radius * 1.75
            drawn = f'<rect x="{n(at[0] - side / 2)}" y="{n(at[1] - side / 2)}" width="{n(side)}" height="{n(side)}" {look}/>'
        else:
            drawn = f'<circle cx="{n(at[0])}" cy="{n(at[1])}" r="{n(radius)}" {look}/>'
        self.drawn.append(linked(drawn, seed) if seed else drawn)

    def text(
        self,
        at: Spot,
        words: str,
        ink: Ink = "ink",
        anchor: Literal["start", "middle", "end"] = "start",
        *,
        bold: bool = False,
        size: float = 12,
        display: bool = False,
        halo: bool = False,
    ) -> None:
        """Type, whose baseline is at a place."""
        looks = [f'fill="{self.inks.colours[ink]}"']
        looks += [f'text-anchor="{anchor}"'] if anchor != "start" else []
        looks += [f'font-family="{escape(self.inks.display)}" font-weight="800"'] if display else []
        looks += ['font-weight="700"'] if bold and not display else []
        looks += [f'font-size="{n(size)}"'] if size != 12 else []  # noqa: PLR2004 - what the drawing says itself
        if halo:
            looks.append(f'paint-order="stroke" stroke="{self.inks.colours["paper"]}" stroke-width="5"')
        self.drawn.append(f'<text x="{n(at[0])}" y="{n(at[1])}" {" ".join(looks)}>{escape(words)}</text>')


def linked(drawn: str, seed: str) -> str:
    """A mark that leads to the battle of a seed."""
    return f'<a href="#battle-{escape(seed)}" data-seed="{escape(seed)}">{drawn}</a>'


@dataclass(frozen=True, slots=True)
class Axis:
    """From values to places on the paper."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Where a value stands."""
        return self.start + (value - self.low) / (self.high - self.low or 1) * (self.end - self.start)


def n(value: float) -> str:
    """A number as SVG has it, with one decimal at most."""
    told = f"{value:.1f}"
    return told.removesuffix(".0") if told != "-0.0" else "0"


def p(spot: Spot) -> str:
    """A place as SVG has it: x and y with a space between them."""
    return f"{n(spot[0])} {n(spot[1])}"


def round_step(longest: float, most: int) -> int:
    """A round distance between the figures of an axis, so that there are no more than so many of them."""
    for size in steps():
        if longest / size <= most:
            return size
    return int(longest) or 1


def steps() -> Iterable[int]:
    """1, 2, 3, 5, 10, 20, 30, 50, ..."""
    for power in range(7):
        yield from (first * 10**power for first in (1, 2, 3, 5))
