"""A pen for SVG: table lengths become map units, and y turns to run down the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from random import Random

from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.geometry.measure import INCH, Length, Point

UNIT = 20  # map units to the inch

Spot = tuple[float, float]  # map units, y down


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on a table of a height; ``seed`` makes every map of a scenario the same."""

    height: Length
    seed: str

    def spot(self, point: Sequence[float]) -> Spot:
        """Where a point of the table lies on the map."""
        return point[0] * UNIT / INCH, (self.height - point[1]) * UNIT / INCH

    def spots(self, points: Iterable[Sequence[float]]) -> list[Spot]:
        return [self.spot(point) for point in points]

    def shape(self, outline: Sequence[Point]) -> BaseGeometry:
        """An outline as a shape in map units."""
        return Polygon(self.spots(outline)).buffer(0)

    def luck(self, what: str) -> Random:
        """Chance for one feature, the same on every map."""
        return Random(f"{self.seed}/{what}")  # noqa: S311 - strokes, not secrets


def number(value: float) -> str:
    """A coordinate, short."""
    return f"{value:.1f}".removesuffix(".0")


def pair(spot: Sequence[float]) -> str:
    """Two coordinates."""
    return f"{number(spot[0])} {number(spot[1])}"


def polyline(spots: Sequence[Sequence[float]], *, closed: bool = False) -> str:
    """Path data through spots."""
    return f"M{'L'.join(pair(spot) for spot in spots)}{'Z' if closed else ''}"


def rings(shape: BaseGeometry) -> str:
    """Path data of a shape with its holes."""
    parts = shape.geoms if isinstance(shape, MultiPolygon) else [shape]
    found = []
    for part in parts:
        if isinstance(part, Polygon) and not part.is_empty:
            found += [polyline(list(ring.coords)[:-1], closed=True) for ring in (part.exterior, *part.interiors)]
    return "".join(found)


def path(classes: str, data: str, extra: str = "") -> str:
    """A path, or nothing."""
    return f'<path class="{classes}" d="{data}"{extra}/>' if data else ""


def text(classes: str, at: Spot, words: str, *, angle: float = 0, size: float = 0, spacing: float = 0) -> str:
    """Words at a spot."""
    turn = f" rotate({number(angle)})" if angle else ""
    looks = (f' font-size="{number(size)}"' if size else "") + (f' letter-spacing="{spacing:.2f}"' if spacing else "")
    return f'<text class="{classes}" transform="translate({pair(at)}){turn}"{looks}>{escape(words)}</text>'


def group(classes: str, parts: Iterable[str]) -> str:
    """A group, or nothing."""
    inside = "".join(parts)
    return f'<g class="{classes}">{inside}</g>' if inside else ""
