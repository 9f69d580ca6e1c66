"""The plan of a maneuver: where every stand ends, the ground it sweeps, how far it goes and how much of that by road (chapters 7, 8, 13, 15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, hypot
from typing import Any

import numpy as np
import shapely

from sandtable.geometry.footprint import Quads
from sandtable.geometry.measure import Facing, Length, Point, Pose, ahead, bearing, inches
from sandtable.geometry.terrain import Road, Terrain
from sandtable.miniatures.bodies import CONTACT, Base
from sandtable.miniatures.field import Piece
from sandtable.miniatures.regiment import (
    ABOUT,
    Array,
    along,
    filed,
    path_of,
    quads_of,
    shifted,
    swung,
    wheel_of,
    wheeled,
    wheeling,
)
from sandtable.miniatures.sweeping import Swept, nearest_along, polygons, swept
from sandtable.rulesets.mexican_american_war.table import ground
from sandtable.rulesets.mexican_american_war.table.movement.steps import Drill, Step, StepKind
from sandtable.rulesets.mexican_american_war.table.shapes import (
    LOOSE,
    blocks_of,
    drawn_as,
    front_of,
    stands_of,
)
from sandtable.rulesets.mexican_american_war.table.state import Drawn, Kind, MawField, state_of
from sandtable.rulesets.mexican_american_war.vocabulary import Formation, Maneuver

K, M, F = StepKind, Maneuver, Formation
SPACING: Length = inches(1)  # between the places of a file that are looked at


@dataclass(frozen=True, slots=True)
class Fault:
    """What cannot be done of a way: the name of its message, its rule, and whom it is about."""

    name: str
    rule: str
    about: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Plan:
    """Where a unit ends, and how it gets there. ``legs`` are the places it comes through, apart from those on a road."""

    drawn: Drawn
    figures: tuple[Pose, ...]
    base: Base
    way: tuple[Pose, ...]
    far: Length
    on_road: Length
    road: str
    legs: tuple[tuple[Quads, ...], ...]
    by_road: tuple[tuple[Quads, ...], ...]
    tracks: tuple[tuple[Point, ...], ...]
    faults: tuple[Fault, ...]

    @property
    def moved(self) -> bool:
        """Whether it goes anywhere."""
        return self.far > 0

    def swept(self) -> Swept:
        """All the ground that it sweeps, by road or not."""
        return np.concatenate([swept(leg) for leg in (*self.legs, *self.by_road, (quads_of(self.base, self.figures),))])

    def crossed(self) -> Swept:
        """The ground that it sweeps beside roads, and where it ends if that is not on one."""
        ends = self.by_road or self.drawn.kind is Kind.HOUSE
        legs = self.legs if ends else (*self.legs, (quads_of(self.base, self.figures),))
        return np.concatenate([swept(leg) for leg in legs]) if legs else np.empty(0, dtype=object)


class Walk:
    """A unit on its way, step by step."""

    def __init__(self, field: MawField, piece: Piece) -> None:
        self.field, self.tables, self.piece = field, field.tables, piece
        self.unit: Any = field.books.units[piece.id]
        self.count, self.base, self.figures = len(piece.figures), piece.base, piece.figures
        self.drawn = field.shapes[piece.id]
        self.heading: Facing = front_of(field, piece).facing
        self.way = [front_of(field, piece)]
        self.far: Length = 0
        self.on_road: Length = 0
        self.road = ""
        self.legs: list[tuple[Quads, ...]] = []
        self.by_road: list[tuple[Quads, ...]] = []
        self.faults: list[Fault] = []
        self._origins = [[pose.point] for pose in piece.figures]

    def plan(self) -> Plan:
        """What has become of it."""
        return Plan(
            self.drawn,
            self.figures,
            self.base,
            tuple(self.way),
            self.far,
            self.on_road,
            self.road,
            tuple(self.legs),
            tuple(self.by_road),
            tuple(tuple(track) for track in self._origins),
            tuple(self.faults),
        )

    def fault(self, name: str, rule: str, /, **about: Any) -> None:
        """Something cannot be done."""
        self.faults.append(Fault(name, rule, tuple(about.items())))

    # ---- Standing ------------------------------------------------------------------------------------------------------------------

    def dress(self) -> None:
        """Bring refused flanks into line again."""
        if self.drawn.kind is Kind.RANKS and self.drawn.array.bend:
            self.redraw(replace(self.drawn, array=self.drawn.array.straight))

    def redraw(self, drawn: Drawn, figures: tuple[Pose, ...] | None = None, base: Base | None = None) -> None:
        """Stand in another formation, on the spot."""
        self.drawn, self.base = drawn, base or self.base
        self.figures = stands_of(drawn, self.count, self.base, self.tables) if figures is None else figures
        if drawn.kind is Kind.FILE:
            self.heading = self.figures[0].facing
        self.way.append(self.front)

    @property
    def front(self) -> Pose:
        """The middle of its front."""
        return self.figures[0] if self.drawn.kind is Kind.FILE else self.drawn.array.front

    def refuse(self, drill: Drill, *, both: bool = False) -> None:
        """Bend flanks back, one unless both may be (MAW-8.03, MAW-16.09a, MAW-G.20e)."""
        if not (drill.left or drill.right):
            return
        if self.drawn.kind is not Kind.RANKS or self.drawn.state not in (F.LINE, F.SUPPORTED_LINE, *LOOSE):
            self.fault("refuse_line", "MAW-G.20e")
        elif drill.bend > self.tables.number("angle.refuse") * 10:
            self.fault("refuse_far", "MAW-G.20e", most=self.tables.number("angle.refuse"))
        elif drill.left + drill.right >= self.drawn.array.files:
            self.fault("refuse_all", "MAW-G.20e")
        elif drill.left and drill.right and not (both or _obliques(drill)):
            self.fault("refuse_one", "MAW-G.20e")
        else:
            array = replace(self.drawn.array, left=drill.left, right=drill.right, bend=drill.bend)
            self.redraw(replace(self.drawn, array=array))

    # ---- Going ---------------------------------------------------------------------------------------------------------------------

    def go(self, steps: Sequence[Step]) -> None:
        """Take steps, one after the other."""
        for each in steps:
            if self.drawn.kind is Kind.FILE:
                self._file(each)
            elif each.step in (K.ROAD, K.ROAD_BACK):
                self.fault("road_formation", "MAW-8.07")
            else:
                self._rigid(each)

    def _rigid(self, step: Step) -> None:
        array, count, base = self.drawn.array, self.count, self.base
        far = step.far
        stations: tuple[Array, ...]
        if step.step is K.ADVANCE:
            stations = (shifted(array, far),)
        elif step.step is K.WITHDRAW:
            stations = (shifted(array, -far),)
        elif step.step is K.OBLIQUE:
            stations = (along(array, far, step.by),)
        elif step.step is K.OBLIQUE_BACK:
            stations = (along(array, far, ABOUT - step.by),)
        elif step.step in (K.RIGHT, K.LEFT):
            stations = (shifted(array, 0, far if step.step is K.RIGHT else -far),)
        elif step.step is K.TURN:
            stations, far = (self._turned(step.by),), 0
        else:
            stations = wheeling(array, count, base, step.by, backward=step.step is K.WHEEL_BACK)
            far = wheel_of(array, count, base, step.by)
        self._through(stations, far)

    def _turned(self, by: Facing) -> Array:
        """An array turned about its middle."""
        front, count = self.drawn.array.front, self.count
        deep = len(range(0, count, max(1, self.drawn.array.files))) * self.base.behind
        middle = ahead(front, -deep / 2)
        return replace(self.drawn.array, front=swung(front, middle, by))

    def _through(self, stations: Sequence[Array], far: Length) -> None:
        """Come through places, and stand at the last."""
        places = [blocks_of(self.drawn, self.figures, self.base)]
        for array in stations:
            drawn = replace(self.drawn, array=array)
            figures = stands_of(drawn, self.count, self.base, self.tables)
            places.append(blocks_of(drawn, figures, self.base))
            self.drawn, self.figures = drawn, figures
            self.way.append(array.front)
            for track, pose in zip(self._origins, figures, strict=True):
                track.append(pose.point)
        self.heading = self.drawn.array.front.facing
        self.legs.append(tuple(places))
        self.far += far

    # ---- In file -------------------------------------------------------------------------------------------------------------------

    def _file(self, step: Step) -> None:
        head = self.figures[0]
        if step.step is K.ADVANCE:
            there = ahead(Pose(head.x, head.y, self.heading), step.far)
            self._follow((there,), step.far)
        elif step.step is K.WHEEL:
            turned = wheeled(Array(Pose(head.x, head.y, self.heading), 1), 1, self.base, step.by)
            self.heading = turned.front.facing
            self._follow((turned.front.point,), wheel_of(Array(head, 1), 1, self.base, step.by))
        elif step.step in (K.ROAD, K.ROAD_BACK):
            self._by_road(step)
        elif step.step is K.WITHDRAW and len({pose.facing for pose in self.figures}) == 1:
            places = [quads_of(self.base, self.figures)]
            self.figures = tuple(Pose(*ahead(pose, -step.far), pose.facing) for pose in self.figures)
            self.legs.append((*places, quads_of(self.base, self.figures)))
            self.way.append(self.figures[0])
            self.far += step.far
        else:
            self.fault("file_step", "MAW-G.19c")

    def _follow(self, points: Sequence[Point], far: Length, *, on_road: bool = False) -> None:
        """The head goes through points, the others follow it."""
        path = [*path_of(self.figures, self.base), *points]
        places = [quads_of(self.base, self.figures)]
        for part in _parts(path, len(points)):
            self.figures = filed(part, self.count, self.base)
            places.append(quads_of(self.base, self.figures))
            self.way.append(self.figures[0])
        (self.by_road if on_road else self.legs).append(tuple(places))
        if not on_road:
            for track, pose in zip(self._origins, self.figures, strict=True):
                track.append(pose.point)
        self.far += far

    def _by_road(self, step: Step) -> None:
        """Along the road that is touched, aligned on it; to go the other way it faces about for nothing (MAW-8.08, MAW-8.11, MAW-8.11a)."""
        road = ground.road_at(self.field.terrain, polygons(quads_of(self.base, self.figures)), CONTACT)
        if road is None:
            self.fault("no_road", "MAW-8.08")
            return
        way = -1 if step.step is K.ROAD_BACK else 1
        if self._against(road, way):
            rear = path_of(self.figures, self.base)
            self.figures = filed(tuple(reversed(rear)), self.count, self.base)
        start, _ = nearest_along(road.points, self.figures[0].point)
        end = start + way * step.far
        if not 0 <= end <= _long(road) + 1:
            self.fault("road_ends", "MAW-8.11", name=road.id)
            end = max(0.0, min(_long(road), end))
        points = _stretch(road, start, end)
        self._follow(points, step.far, on_road=True)
        last, before = points[-1], points[-2]
        self.heading = bearing(last.x - before.x, last.y - before.y)
        self.on_road += step.far
        self.road = road.kind

    def _against(self, road: Road, way: int) -> bool:
        """Whether a file faces the other way."""
        if len(self.figures) == 1:
            return False
        head, tail = (nearest_along(road.points, self.figures[place].point)[0] for place in (0, -1))
        return (head - tail) * way < 0


def _long(road: Road) -> float:
    return sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(road.points))


def _stretch(road: Road, start: float, end: float) -> tuple[Point, ...]:
    """The places of a road between two lengths along it, in the order in which they are passed."""
    line = shapely.linestrings(np.array(road.points, dtype=np.float64))
    marks = [0.0]
    for a, b in pairwise(road.points):
        marks.append(marks[-1] + hypot(b.x - a.x, b.y - a.y))
    low, high = sorted((start, end))
    between = [mark for mark in marks if low < mark < high]
    places = (start, *(between if end >= start else reversed(between)), end)
    return tuple(
        Point(round(point.x), round(point.y))
        for point in (shapely.line_interpolate_point(line, each) for each in places)
    )


def _parts(path: Sequence[Point], new: int) -> list[tuple[Point, ...]]:
    """A path up to places at every inch of its last so many points."""
    parts: list[tuple[Point, ...]] = []
    for number in range(len(path) - new, len(path)):
        one, two = path[number - 1], path[number]
        far = hypot(two.x - one.x, two.y - one.y)
        for step in range(1, max(1, ceil(far / SPACING)) + 1):
            share = step / max(1, ceil(far / SPACING))
            there = Point(round(one.x + share * (two.x - one.x)), round(one.y + share * (two.y - one.y)))
            if there != one:
                parts.append((*path[:number], there))
    return parts


# ---- Drawn up anew ---------------------------------------------------------------------------------------------------------------------


def drawn_anew(field: MawField, piece: Piece, front: Pose) -> Drawn:
    """A unit as the books have it now, about a place."""
    unit = field.books.units[piece.id]
    return drawn_as(state_of(unit), front, unit.stands, field.tables)


def within(terrain: Terrain, places: Quads) -> bool:
    """Whether stands are on the table."""
    low, high = places.min(axis=(0, 1)), places.max(axis=(0, 1))
    return bool(low[0] >= 0 and low[1] >= 0 and high[0] <= terrain.width and high[1] <= terrain.height)


def _obliques(drill: Drill) -> bool:
    return any(each.step in (K.OBLIQUE, K.OBLIQUE_BACK) for each in drill.steps)
