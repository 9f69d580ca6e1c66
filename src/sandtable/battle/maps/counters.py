"""Units as counters in true inches: a square for every base, a thick front, the arm upright in the middle, a plate at the rear."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib.resources import files

from shapely.geometry import LineString, MultiPoint, Polygon, box
from shapely.ops import unary_union

from sandtable.battle.maps.pen import UNIT, Pen, number, pair, path, polyline, text
from sandtable.battle.scenario.scenario import Leader, Unit
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import INCH, direction

PLATE_HEIGHT = 17.0
BIG_ICON, SMALL_ICON = 26.0, 19.0  # across four bases, and within one
GAP = 3.0  # between a counter and its plate
ROUND = 4  # pieces of a quarter of a round base


@cache
def icons() -> dict[str, str]:
    """The woodcuts, by name."""
    return tomllib.loads(files(__package__).joinpath("icons.toml").read_text(encoding="utf-8"))


def icon(name: str, x: float, y: float, size: float, classes: str = "symbol") -> str:
    """A woodcut about a spot."""
    corner = pair((x - size / 2, y - size / 2))
    return f'<g class="{classes}" transform="translate({corner}) scale({size / 48:.3f})">{icons()[name]}</g>'


@dataclass
class CounterDrawing:
    """Draws counters one by one and keeps their plates apart."""

    pen: Pen
    width: float  # of the map
    height: float
    plates: bool = True
    taken: list[Polygon] = field(default_factory=list)

    def reserve(self, footprint: Footprint) -> None:
        """Ground that no plate may cover."""
        self.taken += [Polygon(spots) for spots in self._outlines(footprint)]

    def _outlines(self, footprint: Footprint) -> list[list[tuple[float, float]]]:
        """The outline of every base; one that is round is drawn with so many corners that nobody sees them."""
        quads = [self.pen.spots(quad) for quad in footprint.quads]
        if not footprint.radius:
            return quads
        round_ones = (MultiPoint(quad).convex_hull.buffer(footprint.radius * UNIT / INCH, ROUND) for quad in quads)
        return [list(one.exterior.coords)[:-1] for one in round_ones]

    def unit(self, unit: Unit, footprint: Footprint, arm: str, grade: str, ink: str) -> str:
        """The counter of a unit, with its name."""
        quads = self._outlines(footprint)
        body = "".join(path("base", polyline(quad, closed=True)) for quad in quads)
        fronts = "" if footprint.radius else "".join(polyline(quad[:2]) for quad in quads[: footprint.front])
        whole = unary_union([Polygon(quad) for quad in quads])
        x, y = self._icon_spot(footprint, quads)
        even = footprint.front > 1 and len(quads) > footprint.front and len(quads) % footprint.front == 0
        size = BIG_ICON if even else SMALL_ICON
        front = path("front", fronts) + self._chevron(footprint) if fronts else ""
        drawn = body + front + icon(arm, x, y, size)
        plate = self._plate(unit, footprint, whole, grade) if self.plates else ""
        label = f"<title>{escape(unit.name)}</title>"
        hidden = " hidden" if unit.hidden else ""
        return f'<g class="unit {ink}{hidden}" id="unit-{unit.id}">{label}{drawn}{plate}</g>'

    def leader(self, leader: Leader, footprint: Footprint, ink: str) -> str:
        """One leader, with a second ring for the commander in chief."""
        x, y = self.pen.spot(footprint.bases[0].point)
        radius = footprint.radius * UNIT / INCH
        ring = (
            f'<circle class="ring" cx="{number(x)}" cy="{number(y)}" r="{number(radius + 3)}"/>' if leader.chief else ""
        )
        disc = f'<circle class="base" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'
        at = self._name_spot(leader.name, x, y, radius)
        return (
            f'<g class="leader {ink}" id="leader-{leader.id}"><title>{escape(leader.name)}</title>{disc}{ring}'
            f"{icon('leader', x, y - 0.6, 21)}{text('who', at, leader.name)}</g>"
        )

    def _name_spot(self, name: str, x: float, y: float, radius: float) -> tuple[float, float]:
        wide, half = len(name) * 6.4, 6.0
        spots = [
            (x, y + radius + 16),
            (x, y - radius - 8),
            (x + radius + wide / 2 + 8, y + 5),
            (x - radius - wide / 2 - 8, y + 5),
        ]
        frames = [box(u - wide / 2, v - half * 2, u + wide / 2, v + half / 2) for u, v in spots]
        best = min(range(len(spots)), key=lambda place: (self._covered(frames[place]), place))
        self.taken.append(frames[best])
        return spots[best]

    @staticmethod
    def _icon_spot(footprint: Footprint, quads: list[list[tuple[float, float]]]) -> tuple[float, float]:
        """The middle of the unit; of uneven ranks the middle of the front one, of a bent line its middle base."""
        uneven = footprint.front > 1 and len(quads) % footprint.front
        whole = unary_union([Polygon(quad) for quad in (quads[: footprint.front] if uneven else quads)])
        if len({base.facing for base in footprint.bases}) == 1:
            left, top, right, bottom = whole.bounds
            middle = whole.centroid
            return (middle.x, middle.y) if whole.contains(middle) else ((left + right) / 2, (top + bottom) / 2)
        quad = quads[len(quads) // 2]
        return sum(spot[0] for spot in quad) / len(quad), sum(spot[1] for spot in quad) / len(quad)

    def _chevron(self, footprint: Footprint) -> str:
        x, y = self.pen.spot(footprint.anchor.point)
        turn = number(footprint.anchor.facing / 10)
        return f'<path class="chevron" d="M-5-1.500h10l-5-6z" transform="translate({pair((x, y))}) rotate({turn})"/>'

    def _plate(self, unit: Unit, footprint: Footprint, whole: Polygon, grade: str) -> str:
        """Grade and bases, where they cover least: behind the unit, beside it, before it."""
        wide = (10 if grade else 0) + 9 * len(str(unit.bases)) + 14
        ahead_x, ahead_y = direction(footprint.anchor.facing)
        forward = (ahead_x, -ahead_y)
        middle = (whole.centroid.x, whole.centroid.y)
        sides = [(-forward[0], -forward[1]), (forward[1], -forward[0]), (-forward[1], forward[0]), forward]
        spots = [self._outside(whole, middle, side, wide) for side in sides]
        frames = [box(x - wide / 2, y - PLATE_HEIGHT / 2, x + wide / 2, y + PLATE_HEIGHT / 2) for x, y in spots]
        best = min(range(len(spots)), key=lambda place: (self._covered(frames[place]), place))
        self.taken.append(frames[best])
        left, top, _, _ = frames[best].bounds
        letter = text("plate-text grade", (4, 13.7), grade) if grade else ""
        x = 14 if grade else 4
        figures = text("plate-text", (x, 13.7), str(unit.bases)) + text(
            "plate-text of", (x + 7.5 * len(str(unit.bases)), 13.7), f"/{unit.bases}"
        )
        frame = f'<rect class="plate" width="{wide}" height="{number(PLATE_HEIGHT)}"/>'
        return f'<g class="plates" transform="translate({pair((left, top))})">{frame}{letter}{figures}</g>'

    @staticmethod
    def _outside(
        whole: Polygon, middle: tuple[float, float], side: tuple[float, float], wide: float
    ) -> tuple[float, float]:
        """Just outside the unit on one side."""
        ray = LineString([middle, (middle[0] + side[0] * 400, middle[1] + side[1] * 400)]).intersection(whole)
        reach = ray.length + GAP + abs(side[0]) * wide / 2 + abs(side[1]) * PLATE_HEIGHT / 2 + 2
        return middle[0] + side[0] * reach, middle[1] + side[1] * reach

    def _covered(self, frame: Polygon) -> float:
        """How much of what is there a plate would cover; off the map is worst of all."""
        covered: float = sum(frame.intersection(one).area for one in self.taken if frame.intersects(one))
        outside: float = frame.difference(box(0, 0, self.width, self.height)).area
        return round(covered + 10 * outside, 1)


def counters(
    drawing: CounterDrawing,
    units: Sequence[tuple[Unit, Footprint, str, str, str]],
    leaders: Sequence[tuple[Leader, Footprint, str]],
) -> Iterator[str]:
    """All counters; nobody's plate covers another."""
    for footprint in (*(one[1] for one in units), *(one[1] for one in leaders)):
        drawing.reserve(footprint)
    for unit, footprint, arm, grade, ink in units:
        yield drawing.unit(unit, footprint, arm, grade, ink)
    for leader, footprint, ink in leaders:
        yield drawing.leader(leader, footprint, ink)
