"""Names on a map, in the type an engraver would choose: towns in spaced capitals, water and hills in italic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from shapely.affinity import rotate
from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from sandtable.battle.maps.pen import UNIT, Pen, Spot, number, polyline, text
from sandtable.battle.scenario.scenario import Lettering
from sandtable.geometry.measure import CIRCLE, DEGREE


@dataclass(frozen=True, slots=True)
class Type:
    """How a kind of name is set."""

    classes: str
    size: float
    spacing: float  # of the size
    capitals: bool = False


_TYPES = {
    "town": Type("name", 24, 0.22, capitals=True),
    "water": Type("name italic water-name", 18, 0.2),
    "height": Type("name italic", 18, 0.06),
    "wood": Type("name italic", 16, 0.08),
    "place": Type("name italic", 15.5, 0.02),
    "way": Type("name", 13, 0.1),
}
_SIZES = {"small": 0.8, "middle": 1.0, "large": 1.35}
_LETTER = 0.5  # the width of a letter, of its size
_SHIFTS = (
    (0, 0),
    (0, -1),
    (0, 1),
    (0, -2),
    (0, 2),
    (1.5, -1),
    (-1.5, -1),
    (1.5, 1),
    (-1.5, 1),
    (0, -3),
    (0, 3),
    (3, 0),
    (-3, 0),
)
_OFFSETS = (0.5, 0.35, 0.65, 0.25, 0.75)  # along a path
_FAR = 6.0  # an inch away from its place is as bad as covering so much


@dataclass
class Letterer:
    """Sets names where they cover least of what else is on the map."""

    pen: Pen
    width: float
    height: float
    taken: list[BaseGeometry] = field(default_factory=list)

    def names(self, lettering: Sequence[Lettering]) -> Iterator[str]:
        """All names, those whose place is settled first, since the others give way."""
        for place, one in sorted(enumerate(lettering), key=lambda pair: not pair[1].settled):
            kind = _TYPES[one.style]
            size = kind.size * _SIZES[one.size]
            words = one.text.upper() if kind.capitals else one.text
            wide = len(words) * size * (_LETTER + kind.spacing)
            if one.path and not one.settled and (run := self._run(one, wide)):
                yield self._along(f"name-{place}", run, kind, size, words)
            else:
                angle = (one.angle if one.angle <= CIRCLE // 2 else one.angle - CIRCLE) / DEGREE
                x, y = self._spot(one, wide, size, angle)
                spacing = size * kind.spacing
                yield text(kind.classes, (x, y + size * 0.32), words, angle=angle, size=size, spacing=spacing)

    def _spot(self, one: Lettering, wide: float, size: float, angle: float) -> Spot:
        x, y = self.pen.spot(one.at)
        shifts = _SHIFTS[:1] if one.settled else _SHIFTS
        spots = [(x + dx * UNIT, y + dy * UNIT) for dx, dy in shifts]
        frames = [rotate(box(u - wide / 2, v - size / 2, u + wide / 2, v + size / 2), angle) for u, v in spots]
        costs = [
            self._covered(frame) + _FAR * (abs(dx) + abs(dy)) for frame, (dx, dy) in zip(frames, shifts, strict=True)
        ]
        best = costs.index(min(costs))
        self.taken.append(frames[best])
        return spots[best]

    def _run(self, one: Lettering, wide: float) -> list[Spot] | None:
        """A line beside the path with room for the name, reading from left to right; None when there is none."""
        spots = self.pen.spots(one.path)
        spots = spots if spots[0][0] <= spots[-1][0] else spots[::-1]
        table = box(0, 0, self.width, self.height).buffer(-0.8 * UNIT)
        found: list[tuple[float, list[Spot]]] = []
        for distance in (-1.3 * UNIT, 1.5 * UNIT):  # above the path rather than below it
            beside = LineString(spots).offset_curve(distance).intersection(table)
            parts = [part for part in getattr(beside, "geoms", [beside]) if isinstance(part, LineString)]
            longest = max(parts, key=lambda part: part.length, default=LineString())
            if longest.length < wide * 1.1:
                continue
            for offset in _OFFSETS:
                start = offset * longest.length - wide / 2
                if start < 0 or start + wide > longest.length:
                    continue
                steps = [longest.interpolate(start + wide * step / 12) for step in range(13)]
                run = [(step.x, step.y) for step in steps]
                run = run if run[0][0] <= run[-1][0] else run[::-1]
                found.append((self._covered(LineString(run).buffer(0.4 * UNIT)) + (distance > 0), run))
        if not found:
            return None
        run = min(found, key=lambda pair: pair[0])[1]
        self.taken.append(LineString(run).buffer(0.4 * UNIT))
        return run

    @staticmethod
    def _along(known: str, run: list[Spot], kind: Type, size: float, words: str) -> str:
        return (
            f'<path id="{known}" d="{polyline(run)}" fill="none"/><text class="{kind.classes}" font-size="{number(size)}"'
            f' letter-spacing="{size * kind.spacing:.2f}"><textPath href="#{known}" startOffset="50%">{escape(words)}'
            "</textPath></text>"
        )

    def _covered(self, frame: Polygon) -> float:
        """What a name would cover, in square tenths of an inch; off the map is worst."""
        covered: float = sum(frame.intersection(one).area for one in self.taken if frame.intersects(one))
        outside: float = frame.difference(box(0, 0, self.width, self.height)).area
        return (covered + 10 * outside) / 4
