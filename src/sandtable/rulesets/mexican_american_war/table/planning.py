"""The plan of a maneuver: where every stand ends, the ground it sweeps, how far it goes and how much of that by road (chapters 7, 8, 13, 15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, hypot
from typing import Any

import numpy as np
import shapely

from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Quads
from sandtable.geometry.measure import CIRCLE, Facing, Length, Point, Pose, ahead, bearing, direction, inches
from sandtable.geometry.terrain import Road, Terrain
from sandtable.miniatures.bodies import CONTACT, Base
from sandtable.miniatures.field import Piece
from sandtable.miniatures.regiment import (
    ABOUT,
    QUARTER,
    Array,
    about,
    along,
    depth,
    filed,
    frontage,
    path_of,
    quads_of,
    redrawn,
    shifted,
    swung,
    wheel_of,
    wheeled,
    wheeling,
)
from sandtable.miniatures.sweeping import Swept, nearest_along, polygons, swept
from sandtable.rulesets.mexican_american_war.table import ground
from sandtable.rulesets.mexican_american_war.table.shapes import (
    LOOSE,
    blocks_of,
    drawn_as,
    files_of,
    front_of,
    middle_of,
    stands_of,
)
from sandtable.rulesets.mexican_american_war.table.state import Drawn, Kind, MawField, base_of, label_of, state_of
from sandtable.rulesets.mexican_american_war.table.steps import Drill, Flank, Step, StepKind
from sandtable.rulesets.mexican_american_war.vocabulary import OPEN_ORDER, SQUARES, Formation, Maneuver

K, M, F = StepKind, Maneuver, Formation
SPACING: Length = inches(1)  # between the places of a file that are looked at
UNLIMBERS = (M.UNLIMBER, M.MOVE_AND_UNLIMBER, M.UNLIMBER_AND_FIRE, M.MOVE_UNLIMBER_FIRE, M.LIMBER_MOVE_UNLIMBER)
LIMBERS = (M.LIMBER, M.LIMBER_AND_MOVE, M.LIMBER_MOVE_UNLIMBER, M.LIMBER_AND_RETREAT)
_FLANKS = {Flank.BOTH: 0, Flank.LEFT: -1, Flank.RIGHT: 1}


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


# ---- Maneuvers -------------------------------------------------------------------------------------------------------------------------


@fact
def planned(field: MawField, name: str, drill: Drill) -> Plan:
    """The plan of a maneuver; what of it cannot be done is among its faults."""
    walk = Walk(field, field.pieces[name])
    if drill.maneuver in (*LIMBERS, *UNLIMBERS):
        _served(walk, drill)
    elif drill.maneuver is M.CHANGE_FORMATION:
        _changes(walk, drill)
    elif drill.maneuver is M.DEPLOY_TO_THE_FRONT:
        _deploys(walk, drill)
    elif drill.maneuver is M.FACE_BY_THE_REAR_RANK:
        _faces_about(walk)
    else:
        if drill.steps:
            walk.dress()
        walk.go(drill.steps)
        if drill.ranks is not None or drill.interval is not None:
            _redressed(walk, drill)
    walk.refuse(drill)
    return walk.plan()


def _faces_about(walk: Walk) -> None:
    """Turn about on the spot (MAW-G.20c)."""
    if walk.drawn.kind is Kind.FILE:
        rear = tuple(reversed(path_of(walk.figures, walk.base)))
        walk.redraw(walk.drawn, filed(rear, walk.count, walk.base))
        return
    walk.dress()
    walk.redraw(replace(walk.drawn, array=about(walk.drawn.array, walk.count, walk.base)))


def _served(walk: Walk, drill: Drill) -> None:
    """Guns limber, go, unlimber and are turned (MAW-2.28 to MAW-2.30)."""
    turns = tuple(each for each in drill.steps if each.step is K.TURN)
    moves = tuple(each for each in drill.steps if each.step is not K.TURN)
    if drill.maneuver in LIMBERS:
        limbered = base_of(replace(walk.unit, limbered=True), walk.tables)
        head = walk.drawn.array.front
        if turns and drill.maneuver in (M.LIMBER, M.LIMBER_AND_MOVE):
            head = Pose(head.x, head.y, (head.facing + turns[0].by) % CIRCLE)
        file = drawn_as("limbered", head, walk.count, walk.tables)
        walk.redraw(file, stands_of(file, walk.count, limbered, walk.tables), limbered)
    walk.go(moves)
    if drill.maneuver in UNLIMBERS:
        front = Pose(walk.front.x, walk.front.y, walk.heading)
        base = base_of(replace(walk.unit, limbered=False), walk.tables)
        most = walk.tables.number("apart.battery")
        if drill.interval is not None and drill.interval > inches(most):
            walk.fault("battery_apart", "MAW-G.50", most=most)
        line = drawn_as("unlimbered", front, walk.count, walk.tables, drill.interval)
        walk.redraw(line, stands_of(line, walk.count, base, walk.tables), base)
        walk.go(turns)


def _deploys(walk: Walk, drill: Drill) -> None:
    """From march column into line across the way, the rear half to the right of the front half (MAW-7.11, MAW-G.48, MAW-G.65)."""
    only_open = walk.field.setting.mark(walk.piece.id).open_only
    state = (F.OPEN_THIN if only_open else label_of(walk.unit).reforms_in).value
    line = drawn_as(state, walk.front, walk.count, walk.tables, drill.interval)
    pitch = walk.base.width + line.array.gap
    wide = frontage(line.array, walk.count, walk.base)
    extra = pitch / 2 if walk.count % 2 else 0.0
    shift = {
        Flank.BOTH: pitch / 2 + extra,
        Flank.RIGHT: (wide - walk.base.width) / 2,
        Flank.LEFT: pitch - (wide - walk.base.width) / 2,
    }[drill.flank]
    walk.redraw(replace(line, array=shifted(line.array, 0, shift)))


def _changes(walk: Walk, drill: Drill) -> None:
    """A change of formation, with half a move before or after it (MAW-G.19g)."""
    turns = tuple(each for each in drill.steps if each.step is K.TURN)
    moves = tuple(each for each in drill.steps if each.step is not K.TURN)
    if not drill.after:
        walk.dress()
        walk.go(moves)
    _formed(walk, drill, turns)
    if drill.after:
        walk.go(moves)


def _formed(walk: Walk, drill: Drill, turns: Sequence[Step]) -> None:
    """Another formation about the same front; out of a square any facing, along a march column a line that lies on its way."""
    new = F.OPEN_THIN if drill.mounted is False else drill.new or F.LINE
    base = base_of(
        replace(walk.unit, mounted=walk.unit.mounted if drill.mounted is None else drill.mounted), walk.tables
    )
    front, state = walk.front, new.value
    if new in OPEN_ORDER and drill.ranks is not None:
        state = (F.OPEN_THIN if drill.ranks == 1 else F.OPEN_DEEP).value
    if walk.drawn.state in SQUARES and new not in SQUARES:
        front = _out_of_square(walk, sum(each.by for each in turns))
    elif walk.drawn.kind is Kind.HOUSE:
        front = _out_of_house(walk, sum(each.by for each in turns), drawn_as(state, front, walk.count, walk.tables))
    elif turns:
        walk.fault("turn_square", "MAW-15.14")
    if walk.drawn.kind is Kind.FILE and state in (F.LINE, F.SUPPORTED_LINE, *LOOSE):
        front = _along_the_way(walk, drill.flank)
    elif walk.drawn.state in LOOSE and state in LOOSE:
        _redressed(walk, drill, state)
        return
    drawn = drawn_as(state, front, walk.count, walk.tables, drill.interval if state in LOOSE else None)
    if drill.ranks is not None and state in LOOSE:
        drawn = replace(drawn, array=replace(drawn.array, files=ceil(walk.count / drill.ranks)))
    if drawn.kind is Kind.HOUSE:
        _into(walk, drill, drawn)
        return
    walk.redraw(drawn, stands_of(drawn, walk.count, base, walk.tables), base)


def _into(walk: Walk, drill: Drill, drawn: Drawn) -> None:
    """Into a structure that is touched and has room (MAW-G.19d)."""
    house = ground.structure(walk.field.terrain, drill.place)
    if house is None:
        walk.fault("no_structure", "MAW-G.19d")
        return
    own = shapely.multipolygons(polygons(quads_of(walk.base, walk.figures)))
    if shapely.distance(own, shapely.polygons(house.outline)) > CONTACT:
        walk.fault("structure_far", "MAW-G.19d", name=house.id)
    room = walk.tables.number("garrison.capacity")
    there = [each for each, name in walk.field.inside.items() if name == house.id and each in walk.field.pieces]
    taken = sum(len(walk.field.pieces[each].figures) for each in there)
    enemies = [each for each in there if walk.field.pieces[each].owner != walk.piece.owner]
    if taken + walk.count > room or enemies:
        walk.fault("structure_full", "MAW-G.19d", name=house.id, most=room)
    x, y = np.array(house.outline, dtype=np.float64).mean(axis=0).tolist()
    walk.redraw(replace(drawn, array=replace(drawn.array, front=Pose(round(x), round(y), walk.heading))))


def _redressed(walk: Walk, drill: Drill, state: str = "") -> None:
    """An open order is widened or narrowed, to one flank or both (MAW-13.03, MAW-13.07)."""
    tables, array = walk.tables, walk.drawn.array
    if walk.drawn.state not in LOOSE:
        walk.fault("frontage_open", "MAW-13.07")
        return
    gap = array.gap if drill.interval is None else drill.interval
    deep = drill.ranks or (ceil(walk.count / array.files) if not state else 1 if state == F.OPEN_THIN else 2)
    low, high = (inches(tables.exact(f"open_order.{each}")) for each in ("least", "most"))
    if not low <= gap <= high:
        walk.fault(
            "interval", "MAW-13.04", least=tables.exact("open_order.least"), most=tables.exact("open_order.most")
        )
    new = redrawn(array, walk.count, walk.base, files=ceil(walk.count / deep), gap=gap, flank=_FLANKS[drill.flank])
    walk.redraw(Drawn(Kind.RANKS, (F.OPEN_THIN if deep == 1 else F.OPEN_DEEP).value, new))


def _out_of_square(walk: Walk, by: Facing) -> Pose:
    """The front of a formation that comes out of a square: over a side of it, facing anywhere (MAW-15.14, MAW-15.14a)."""
    facing = (walk.drawn.array.front.facing + by) % CIRCLE
    own = [
        pose
        for pose in walk.figures
        if min((pose.facing - facing) % CIRCLE, (facing - pose.facing) % CIRCLE) <= QUARTER // 2
    ]
    own = own or list(walk.figures[:1])
    return Pose(sum(pose.x for pose in own) // len(own), sum(pose.y for pose in own) // len(own), facing)


def _out_of_house(walk: Walk, by: Facing, drawn: Drawn) -> Pose:
    """The front of a formation that comes out of a structure: its rear touches the wall that it leaves by."""
    middle, facing = walk.front, (walk.heading + by) % CIRCLE
    house = ground.structure(walk.field.terrain, walk.field.inside.get(walk.piece.id, ""))
    corners = house.outline if house is not None else (middle.point,)
    x, y = direction(facing)
    out = max((corner.x - middle.x) * x + (corner.y - middle.y) * y for corner in corners)
    place = ahead(Pose(middle.x, middle.y, facing), out + CONTACT / 2 + depth(drawn.array, walk.count, walk.base))
    return Pose(place.x, place.y, facing)


def _along_the_way(walk: Walk, flank: Flank) -> Pose:
    """The front of a line that a march column forms by facing to a side (MAW-7.09a)."""
    middle = middle_of(replace(walk.piece, figures=walk.figures, base=walk.base))
    turn = -QUARTER if flank is Flank.LEFT else QUARTER
    facing = (walk.heading + turn) % CIRCLE
    place = ahead(Pose(middle.x, middle.y, facing), walk.base.width / 2)
    return Pose(place.x, place.y, facing)


# ---- Drawn up anew ---------------------------------------------------------------------------------------------------------------------


def drawn_anew(field: MawField, piece: Piece, front: Pose) -> Drawn:
    """A unit as the books have it now, about a place."""
    unit = field.books.units[piece.id]
    return drawn_as(state_of(unit), front, unit.stands, field.tables)


def files_now(drawn: Drawn, count: int) -> int:
    """Stands abreast of a formation with so many stands."""
    return files_of(drawn.state, count)


def within(terrain: Terrain, places: Quads) -> bool:
    """Whether stands are on the table."""
    low, high = places.min(axis=(0, 1)), places.max(axis=(0, 1))
    return bool(low[0] >= 0 and low[1] >= 0 and high[0] <= terrain.width and high[1] <= terrain.height)


def _obliques(drill: Drill) -> bool:
    return any(each.step in (K.OBLIQUE, K.OBLIQUE_BACK) for each in drill.steps)
