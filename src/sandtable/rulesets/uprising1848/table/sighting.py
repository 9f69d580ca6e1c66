"""Who sees whom, in what cover and how far off: 81 lines from base to base (R48-8.02 to R48-8.11, R48-G.23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.cover import contains, level_at
from sandtable.geometry.distance import nearest
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, Pose
from sandtable.geometry.sightlines import FIRST, GRAZE, Flags, Numbers, Sightlines, core_of, edges_of
from sandtable.geometry.terrain import Area, Hill, Line, Terrain
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base, box_of, figure, gaps
from sandtable.miniatures.field import Piece
from sandtable.rulesets.uprising1848.table.ground import HEDGE, HOLDS, HOUSE, LOW, TALL, WOODS
from sandtable.rulesets.uprising1848.table.state import UprisingField, length
from sandtable.rulesets.uprising1848.vocabulary import Cover

COVERS = tuple(Cover)  # from none upward
KNOWN = 1536  # looks that are kept
LARGEST = 5000  # no base reaches farther from its place
AT_AN_END = 8  # figures and gaps about one who looks, or is looked at, that are asked about first
ENDS = (min, min, max, max)
Row = tuple[str, tuple[Base, ...], tuple[Pose, ...]]


@dataclass(frozen=True, eq=False)
class Look:
    """Figures of one piece at those of another: whom each sees, how far it is, and what shelters him; covers by their place in `COVERS`."""

    open: Flags
    far: NDArray[np.int64]
    cover: NDArray[np.int64]

    def sees(self) -> bool:
        return bool(self.open.any())


def standing(field: UprisingField, *hidden: Piece) -> tuple[Row, ...]:
    """Who stands where on the table, as looks are kept by it; who is hidden hides nobody, but may look himself."""
    pieces = (*field.there(), *(piece for piece in hidden if piece.hidden))
    return tuple((piece.id, piece.bases or (piece.base,), piece.figures) for piece in pieces)


def look(field: UprisingField, one: Piece, other: Piece) -> Look:
    """How the figures of a piece see those of another one; a gun without a crew sees nobody."""
    if not one.figures or not other.figures:
        none = np.zeros((len(one.figures), len(other.figures)), dtype=np.int64)
        return Look(none.astype(np.bool_), none, none)
    rows = standing(field, one, other)
    left, low, right, high = (
        end(ends) for end, ends in zip(ENDS, zip(*map(_spread, (one, other)), strict=True), strict=True)
    )
    between = tuple(
        row
        for row, (x, y, to_x, to_y) in ((row, _spread_of(row[2])) for row in rows)
        if x <= right and to_x >= left and y <= high and to_y >= low
    )
    return _kept(field.ground, field.tables, between, one.id, other.id)


def _spread(piece: Piece) -> tuple[int, int, int, int]:
    return _spread_of(piece.figures)


@lru_cache(maxsize=KNOWN)
def _spread_of(poses: tuple[Pose, ...]) -> tuple[int, int, int, int]:
    """How far figures are spread, with room for the largest base; looks are kept while nobody moves in between."""
    xs, ys = [pose.x for pose in poses], [pose.y for pose in poses]
    return min(xs) - LARGEST, min(ys) - LARGEST, max(xs) + LARGEST, max(ys) + LARGEST


@lru_cache(maxsize=KNOWN)
def _kept(ground: Terrain, tables: Tables, rows: tuple[Row, ...], one: str, other: str) -> Look:
    stands = {name: stands_of(bases, poses) for name, bases, poses in rows}
    everybody = [stand for some in stands.values() for stand in some]
    ones, others = stands[one], stands[other]
    return seen(ground, tables, ones, others, everybody)


def stands_of(bases: tuple[Base, ...], poses: tuple[Pose, ...]) -> list[Footprint]:
    """The ground under figures, on a base each or all on the same."""
    each = bases if len(bases) > 1 or len(poses) == 1 else bases * len(poses)
    return [figure(base, pose) for base, pose in zip(each, poses, strict=True)]


def from_place(field: UprisingField, place: Footprint, targets: Sequence[Footprint]) -> Look:
    """How a place, such as a muzzle or a burst, sees figures; figures hide nothing from it."""
    return seen(field.ground, field.tables, [place], targets, ())


def seen(
    ground: Terrain,
    tables: Tables,
    ones: Sequence[Footprint],
    others: Sequence[Footprint],
    everybody: Sequence[Footprint],
) -> Look:
    """The look of some figures at others, with everybody who may stand between them."""
    lines = Sightlines(ones, others)
    if not lines.none().size:
        none = np.zeros(lines.shape)
        return Look(none.astype(np.bool_), none.astype(np.int64), none.astype(np.int64))
    way = _Ways(ground, tables, lines)
    way.areas()
    way.lines()
    enough = tables.number("sight.lines")
    cover = np.zeros(lines.shape, dtype=np.int64)
    for number, kind in ((1, Cover.SOFT), (2, Cover.HARD), (3, Cover.FORTIFICATIONS)):
        cover[way.counted[kind].sum(axis=2) >= enough] = number
    return Look(way.open_past(everybody), gaps(ones, others), cover)


class _Ways:
    """Lines on their way past ground and figures: which are blocked, and which count for which cover."""

    def __init__(self, ground: Terrain, tables: Tables, lines: Sightlines) -> None:
        self.ground, self.tables, self.of = ground, tables, lines
        self.blocked = lines.none()
        self.counted = {kind: lines.none() for kind in (Cover.SOFT, Cover.HARD, Cover.FORTIFICATIONS)}
        self.behind, self.over = length(tables.number("sight.behind")), length(tables.number("sight.over"))
        self.box = box_of([*lines.ones, *lines.others])

    def _near(self, box: tuple[int, int, int, int]) -> bool:
        left, low, right, high = self.box
        return box[0] <= right and box[2] >= left and box[1] <= high and box[3] >= low

    def areas(self) -> None:
        """Buildings and higher ground block; whoever is inside something has its cover; foliage lets sight in a little way."""
        depth = np.zeros(self.blocked.shape)
        for area, box, edges in _outlined(self.ground):
            if not self._near(box):
                continue
            if isinstance(area, Hill):
                self._hill(area, edges)
            elif area.kind == WOODS:
                depth += self.of.inside(area.outline)
            elif area.kind in HOLDS:
                self._holding(area, edges)
        self.counted[Cover.SOFT] |= depth > GRAZE
        self.blocked |= depth > length(self.tables.number("links.foliage")) + GRAZE

    def _hill(self, hill: Hill, edges: Numbers) -> None:
        one, other = (np.array([_level(self.ground, _middle(each)) for each in some]) for some in self._both())
        crossed = self.of.crossing(edges, hill.level > np.maximum(one[:, None], other[None]))
        self.blocked |= crossed
        self.counted[Cover.HARD] |= crossed

    def _holding(self, area: Area, edges: Numbers) -> None:
        one, other = (np.array([contains(area.outline, _middle(each)) for each in some]) for some in self._both())
        crossed = self.of.crossing(edges, ~one[:, None] & other[None])
        self.counted[HOLDS[area.kind]] |= crossed
        if area.kind == HOUSE:
            through = self.of.crossing(edges, ~(one[:, None] | other[None]))
            self.blocked |= through
            self.counted[Cover.HARD] |= through

    def lines(self) -> None:
        """Nobody looks over high walls, nor through a hedge from afar; low ones shelter whoever is close behind (R48-G.23(b), R48-G.23(e))."""
        for line, box, edges in _lined(self.ground):
            if not self._near(box):
                continue
            near, at = (np.array([_beside(each, line, self.behind) for each in some]) for some in self._both())
            if line.kind in TALL:
                crossed = self.of.crossing(edges)
                self.blocked |= crossed
                self.counted[Cover.HARD] |= crossed
            elif line.kind == HEDGE:
                crossed = self.of.crossing(edges)
                self.blocked |= crossed & ~(near[:, None] | at[None])[:, :, None]
                self.counted[Cover.SOFT] |= crossed
            elif line.kind in LOW:
                self.counted[LOW[line.kind]] |= self.of.crossing(edges, ~near[:, None] & at[None])

    def _both(self) -> tuple[Sequence[Footprint], Sequence[Footprint]]:
        return self.of.ones, self.of.others

    def open_past(self, everybody: Sequence[Footprint]) -> Flags:
        """Pairs with a line that nothing blocks, neither ground nor somebody's base, nor a gap that is too narrow (R48-8.03)."""
        clear: Flags = ~self.blocked
        seen = np.asarray(clear.any(axis=2), dtype=np.bool_)
        left, low, right, high = self.box
        between = [
            stand
            for stand in everybody
            if stand.box[0] <= right and stand.box[2] >= left and stand.box[1] <= high and stand.box[3] >= low
        ]
        if not between:
            return seen
        posts, where = self._posts(between)
        first = list(FIRST)
        quick = (clear & ~self.of.passing(posts, where & seen[:, :, None], FIRST))[:, :, first]
        found = np.asarray(quick.any(axis=2), dtype=np.bool_)
        for some in self._by_nearness(
            posts
        ):  # those at either end hide most; who is hidden by them is not asked about the others
            asked = seen & ~found & clear.any(axis=2)
            clear &= ~self.of.passing(posts, where & some & asked[:, :, None])
        return found | np.asarray(clear.any(axis=2) & seen, dtype=np.bool_)

    def _by_nearness(self, posts: Numbers) -> Iterator[Flags]:
        """Pairs and posts: first the posts that stand nearest to either end, then the others."""
        middle = (posts[:, 0:2] + posts[:, 2:4]) / 2
        nearest_to = []
        for places in (self.of.starts[:, 0], self.of.ends[:, 0]):
            far = np.hypot(places[:, None, 0] - middle[None, :, 0], places[:, None, 1] - middle[None, :, 1])
            last = np.partition(far, min(AT_AN_END, len(posts) - 1), axis=1)[:, min(AT_AN_END, len(posts) - 1)]
            nearest_to.append(far <= last[:, None])
        near = nearest_to[0][:, None] | nearest_to[1][None]
        yield near
        yield ~near

    def _posts(self, between: Sequence[Footprint]) -> tuple[Numbers, Flags]:
        """Figures, and gaps between them that nobody fires through, as posts; nobody stands in his own way, nor is he where he is aimed at."""
        cores = [core_of(stand) for stand in between]
        whose = [(number, number) for number in range(len(between))]
        narrow = length(self.tables.exact("links.gap"))
        apart = gaps(between, between)
        for one, other in zip(*map(np.ndarray.tolist, np.nonzero(np.triu(apart < narrow, 1))), strict=True):
            cores.append(_gap(between[one], between[other]))
            whose.append((one, other))
        own = np.array([[stand is each for each in between] for stand in self.of.ones])
        aim = np.array([[stand is each for each in between] for stand in self.of.others])
        first, last = np.array(whose).T
        level = np.array([_level(self.ground, _middle(each)) for each in between])
        over = np.array([_level(self.ground, _middle(each)) for each in self.of.ones])[:, None] > level[None]
        close = gaps(self.of.others, between) <= self.over
        blocks = (~own & ~over)[:, None] | (~own[:, None] & close[None])
        blocks &= ~aim[None]
        return np.array(cores), blocks[:, :, first] & blocks[:, :, last]


@lru_cache(maxsize=4096)
def _level(ground: Terrain, place: Point) -> int:
    return level_at(ground, place)


def _gap(one: Footprint, other: Footprint) -> tuple[float, float, float, float, float]:
    """The gap between two bases as a post: from where they are nearest to where they are; of round ones along the line between their middles."""
    if one.width or other.width or one.depth or other.depth:
        start, end, _ = nearest(one, other)
        return start.x, start.y, end.x, end.y, GRAZE
    a, b = one.bases[0], other.bases[0]
    dx, dy = b.x - a.x, b.y - a.y
    far = hypot(dx, dy) or 1.0
    here, there = one.radius / far, other.radius / far
    return a.x + dx * here, a.y + dy * here, b.x - dx * there, b.y - dy * there, GRAZE


def _middle(stand: Footprint) -> Point:
    return stand.bases[0].point


def _beside(stand: Footprint, line: Line, within: Length) -> bool:
    """Whether a figure is so near to a linear feature."""
    x, y, to_x, to_y, reach = core_of(stand)
    return any(_far(place, edge) <= within + reach + GRAZE for place in {(x, y), (to_x, to_y)} for edge in _edges(line))


def _edges(line: Line) -> Sequence[Sequence[float]]:
    edges: Sequence[Sequence[float]] = edges_of(line.points, closed=False).tolist()
    return edges


def _far(place: tuple[float, float], edge: Sequence[float]) -> float:
    ax, ay, bx, by = edge
    dx, dy = bx - ax, by - ay
    size = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((place[0] - ax) * dx + (place[1] - ay) * dy) / size)) if size else 0.0
    return hypot(ax + share * dx - place[0], ay + share * dy - place[1])


@fact
def _outlined(ground: Terrain) -> tuple[tuple[Area | Hill, tuple[int, int, int, int], Numbers], ...]:
    patches: list[Area | Hill] = [*ground.areas, *ground.hills]
    return tuple((each, _box(each.outline), edges_of(each.outline)) for each in patches)


@fact
def _lined(ground: Terrain) -> tuple[tuple[Line, tuple[int, int, int, int], Numbers], ...]:
    return tuple((each, _box(each.points), edges_of(each.points, closed=False)) for each in ground.lines)


def _box(points: Sequence[Point]) -> tuple[int, int, int, int]:
    xs, ys = [point.x for point in points], [point.y for point in points]
    return min(xs), min(ys), max(xs), max(ys)
