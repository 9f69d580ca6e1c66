"""Who sees whom, in what cover and how far off: 81 lines from base to base (R48-8.02 to R48-8.11, R48-G.23)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from math import hypot
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.sightlines import (
    GRAZE,
    Foliage,
    Posts,
    Screens,
    beside_each,
    inside_each,
    looks,
    narrow_gaps,
)
from sandtable.geometry.crowd import Crowd, all_of, crowd
from sandtable.geometry.distance import distance, nearest
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Pose
from sandtable.geometry.sightlines import edges_of
from sandtable.geometry.terrain import Area, Hill, Line, Terrain
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base, box_of, figure, figures, gaps
from sandtable.miniatures.field import Piece
from sandtable.rulesets.uprising1848.table.ground import HEDGE, HOLDS, HOUSE, LOW, TALL, WOODS
from sandtable.rulesets.uprising1848.table.state import UprisingField, length
from sandtable.rulesets.uprising1848.vocabulary import Cover

COVERS = tuple(Cover)  # from none upward
COUNTED = COVERS[1:]  # those that lines are counted for
KNOWN = 1536  # looks that are kept
ASIDE = 1000  # thousandths that somebody may be off all lines and still narrow a gap that is not
CORNERS = 2.0**0.5  # so much farther than its sides the corners of a square are from its middle
Row = tuple[str, tuple[Base, ...], tuple[Pose, ...]]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Look:
    """Figures of one piece at those of another: whom each sees, how far it is, and what shelters him; covers by their place in `COVERS`."""

    open: Flags
    far: Ints
    cover: Ints

    def sees(self) -> bool:
        return bool(self.open.any())


def standing(field: UprisingField, *hidden: Piece) -> tuple[Row, ...]:
    """Who stands where on the table, as looks are kept by it; who is hidden hides nobody, but may look himself."""
    return (*_rows(field), *(_row(piece) for piece in hidden if piece.hidden))


@fact
def _rows(field: UprisingField) -> tuple[Row, ...]:
    return tuple(_row(piece) for piece in field.there())


def _row(piece: Piece) -> Row:
    return piece.id, piece.bases or (piece.base,), piece.figures


def look(field: UprisingField, one: Piece, other: Piece) -> Look:
    """How the figures of a piece see those of another one; a gun without a crew sees nobody."""
    if field.pieces.get(one.id) is one and field.pieces.get(other.id) is other:
        return _look_of(field, one.id, other.id)
    return _looked(field, one, other)


@fact
def _look_of(field: UprisingField, one: str, other: str) -> Look:
    """Whoever thinks asks for the same look many times."""
    return _looked(field, field.pieces[one], field.pieces[other])


def _looked(field: UprisingField, one: Piece, other: Piece) -> Look:
    if not one.figures or not other.figures:
        none = np.zeros((len(one.figures), len(other.figures)), dtype=np.int64)
        return Look(none.astype(np.bool_), none, none)
    rows, hidden = _rows(field), tuple(_row(piece) for piece in (one, other) if piece.hidden)
    here, there = (_spread(piece.bases or (piece.base,), piece.figures) for piece in (one, other))
    spread = _spreads(field)
    if hidden:
        spread = np.vstack([spread, [_spread(bases, poses) for _, bases, poses in hidden]])
    between = _lie_between(here, there, spread).tolist()
    return _kept(field.ground, field.tables, tuple(compress((*rows, *hidden), between)), one.id, other.id)


Spread = tuple[float, float, float, float]  # the middle of an upright rectangle, and half of what it measures


@fact
def _spreads(field: UprisingField) -> Numbers:
    """How far everybody is spread who stands there, a row each."""
    found = [_spread(bases, poses) for _, bases, poses in _rows(field)]
    return np.array(found, dtype=np.float64).reshape(-1, 4)


@lru_cache(maxsize=KNOWN)
def _spread(bases: tuple[Base, ...], poses: tuple[Pose, ...]) -> Spread:
    """How far figures are spread; looks are kept while nobody moves in between."""
    left, low, right, high = box_of(stands_of(bases, poses))
    return (left + right) / 2, (low + high) / 2, (right - left) / 2, (high - low) / 2


def _lie_between(one: Spread, other: Spread, thirds: Numbers) -> Flags:
    """Of which units somebody may stand between two others, or be one side of a gap that does."""
    across, up = other[0] - one[0], other[1] - one[1]
    far = hypot(across, up) or 1.0
    found = np.ones(len(thirds), dtype=np.bool_)
    for x, y in ((1.0, 0.0), (0.0, 1.0), (-up / far, across / far)):
        (low, high), (left, right) = (_along(each, x, y) for each in (one, other))
        middle, half = thirds[:, 0] * x + thirds[:, 1] * y, thirds[:, 2] * abs(x) + thirds[:, 3] * abs(y)
        found &= (middle - half <= max(high, right) + ASIDE) & (middle + half >= min(low, left) - ASIDE)
    return found


def _along(spread: Spread, x: float, y: float) -> tuple[float, float]:
    middle, half = spread[0] * x + spread[1] * y, spread[2] * abs(x) + spread[3] * abs(y)
    return middle - half, middle + half


@lru_cache(maxsize=KNOWN)
def _kept(ground: Terrain, tables: Tables, rows: tuple[Row, ...], one: str, other: str) -> Look:
    stands = {name: stands_of(bases, poses) for name, bases, poses in rows}
    return seen(ground, tables, stands[one], stands[other], all_of(stands.values()))


@lru_cache(maxsize=KNOWN)
def stands_of(bases: tuple[Base, ...], poses: tuple[Pose, ...]) -> Crowd:
    """The ground under figures, on a base each or all on the same."""
    if len(bases) == 1:
        return figures(bases[0], poses)
    return Crowd([figure(base, pose) for base, pose in zip(bases, poses, strict=True)])


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
    one, other = crowd(ones), crowd(others)
    if not one or not other:
        none = np.zeros((len(one), len(other)), dtype=np.int64)
        return Look(none.astype(np.bool_), none, none)
    posts = _posts(ground, tables, one, other, crowd(everybody))
    at_start, at_end = (_stands(ground, tables, some) for some in (one, other))
    open_, numbers = looks(
        one.nines, other.nines, _screens(ground), at_start, at_end, _foliage(ground, tables), posts, len(COUNTED)
    )
    cover = np.zeros(open_.shape, dtype=np.int64)
    for number in range(len(COUNTED)):
        cover[numbers[:, :, number] >= tables.number("sight.lines")] = number + 1
    return Look(open_, gaps(one, other), cover)


# ---- The ground ------------------------------------------------------------------------------------------------------------------------


class _Meaning(NamedTuple):
    """What a feature does to lines that cross it. Rows: the one who looks stands outside or inside of it, off or at it; columns: the other one."""

    cover: Cover
    blocks: tuple[tuple[bool, bool], tuple[bool, bool]]
    counts: tuple[tuple[bool, bool], tuple[bool, bool]]


NEVER, ALWAYS = ((False, False), (False, False)), ((True, True), (True, True))
BOTH_OFF = ((True, False), (False, False))
OTHER_AT_IT = ((False, True), (False, False))
ONE_OFF = ((True, True), (False, False))


def _of_area(area: Area) -> _Meaning:
    """Buildings block and shelter past their corners; whoever is inside something has its cover (R48-G.23(d))."""
    if area.kind == HOUSE:
        return _Meaning(HOLDS[HOUSE], BOTH_OFF, ONE_OFF)
    return _Meaning(HOLDS[area.kind], NEVER, OTHER_AT_IT)


def _of_line(line: Line) -> _Meaning:
    """Nobody looks over high walls, nor through a hedge from afar; low ones shelter whoever is close behind (R48-G.23(b), R48-G.23(e))."""
    if line.kind in TALL:
        return _Meaning(Cover.HARD, ALWAYS, ALWAYS)
    if line.kind == HEDGE:
        return _Meaning(Cover.SOFT, BOTH_OFF, ALWAYS)
    return _Meaning(LOW[line.kind], NEVER, OTHER_AT_IT)


HILL = _Meaning(Cover.HARD, BOTH_OFF, BOTH_OFF)  # who is as high as a hill looks over it


@fact
def _holding(ground: Terrain) -> tuple[Area, ...]:
    return tuple(area for area in ground.areas if area.kind in HOLDS)


@fact
def _lines(ground: Terrain) -> tuple[Line, ...]:
    return tuple(line for line in ground.lines if line.kind in (*TALL, HEDGE, *LOW))


@fact
def _screens(ground: Terrain) -> Screens:
    """Areas that hold somebody, then hills, then linear features."""
    patches: list[Area | Hill] = [*_holding(ground), *ground.hills]
    segments = [edges_of(each.outline) for each in patches]
    segments += [edges_of(each.points, closed=False) for each in _lines(ground)]
    means = [*map(_of_area, _holding(ground)), *(HILL for _ in ground.hills), *map(_of_line, _lines(ground))]
    edges, first = _stacked(segments)
    return Screens(
        edges,
        first,
        _boxes(segments),
        np.array([COUNTED.index(each.cover) for each in means], dtype=np.int64),
        np.array([each.blocks for each in means], dtype=np.bool_).reshape(-1, 2, 2),
        np.array([each.counts for each in means], dtype=np.bool_).reshape(-1, 2, 2),
    )


@fact
def _foliage(ground: Terrain, tables: Tables) -> Foliage:
    """Foliage lets sight in a little way (R48-8.08)."""
    outlines = [edges_of(area.outline) for area in ground.areas if area.kind == WOODS]
    edges, first = _stacked(outlines)
    turns = [1.0 if (each[:, 0] * each[:, 3] - each[:, 2] * each[:, 1]).sum() > 0 else -1.0 for each in outlines]
    most = float(length(tables.number("links.foliage")))
    return Foliage(edges, first, _boxes(outlines), np.array(turns), most, COUNTED.index(Cover.SOFT))


def _stacked(some: Sequence[Numbers]) -> tuple[Numbers, Ints]:
    first = np.zeros(len(some) + 1, dtype=np.int64)
    np.cumsum([len(each) for each in some], out=first[1:])
    return np.concatenate([np.zeros((0, 4)), *some]), first


def _boxes(some: Sequence[Numbers]) -> Numbers:
    boxes = [(*each.reshape(-1, 2).min(axis=0), *each.reshape(-1, 2).max(axis=0)) for each in some]
    return np.array(boxes, dtype=np.float64).reshape(-1, 4)


def _stands(ground: Terrain, tables: Tables, some: Crowd) -> Flags:
    """How figures stand to the features of the ground: inside areas, as high as hills, beside lines."""
    screens, areas, hills = _screens(ground), len(_holding(ground)), len(ground.hills)
    middles = some.middles
    inside = inside_each(screens.segments, screens.first[: areas + 1], middles)
    levels = levels_of(ground, middles)
    high = np.array([hill.level for hill in ground.hills], dtype=np.int64)[:, None] <= levels[None]
    within = float(length(tables.number("sight.behind")))
    beside = beside_each(screens.segments, screens.first[areas + hills :], some.posts, within)
    return np.concatenate([inside, high, beside])


def levels_of(ground: Terrain, places: Numbers) -> Ints:
    """How high the ground is at places: the highest hill of those that hold each."""
    screens, areas, hills = _screens(ground), len(_holding(ground)), len(ground.hills)
    highest: Ints = np.zeros(len(places), dtype=np.int64)
    on = inside_each(screens.segments, screens.first[areas : areas + hills + 1], places)
    for hill, held in zip(ground.hills, on, strict=True):
        highest[held] = np.maximum(highest[held], hill.level)
    return highest


# ---- Figures in the way ----------------------------------------------------------------------------------------------------------------


def _posts(ground: Terrain, tables: Tables, ones: Crowd, others: Crowd, everybody: Crowd) -> Posts:
    """Figures, and gaps between them that nobody fires through, as posts (R48-8.03).

    Nobody stands in his own way, nor is he where he is aimed at; from higher ground one sees over figures, but for those close to the target.
    """
    cores, whose = _in_the_way(tables, everybody)
    own, aimed_at = _who_is(ones, everybody), _who_is(others, everybody)
    over = levels_of(ground, ones.middles)[:, None] > levels_of(ground, everybody.middles)[None]
    close = np.zeros(aimed_at.shape, dtype=np.bool_)
    if over.any():
        close = gaps(others, everybody) <= length(tables.number("sight.over"))
    return Posts(cores, whose, ~own & ~over, ~own, close, aimed_at)


def _who_is(some: Crowd, everybody: Crowd) -> Flags:
    """Which of everybody is which of some: whoever stands on the same ground."""
    same: Flags = (some.posts[:, None] == everybody.posts[None]).all(axis=2)
    return same


def _in_the_way(tables: Tables, everybody: Crowd) -> tuple[Numbers, Ints]:
    """Posts, and of each the two figures that it lies between, or the one that it is."""
    cores = everybody.posts
    alone = np.repeat(np.arange(len(cores), dtype=np.int64)[:, None], 2, axis=1)
    narrow, square = length(tables.exact("links.gap")), everybody.square
    if square.any():
        reaching = cores.copy()
        reaching[square, 4] *= CORNERS
        pairs = narrow_gaps(reaching, float(narrow))
        far = [distance(everybody[one], everybody[two]) for one, two in pairs.tolist()]
        pairs = pairs[np.array(far, dtype=np.int64) < narrow]
    else:
        pairs = narrow_gaps(cores, float(narrow))
    return np.concatenate([cores, _between(everybody, pairs)]), np.concatenate([alone, pairs])


def _between(everybody: Crowd, pairs: Ints) -> Numbers:
    """The gaps between bases as posts without breadth: from where they are nearest to where they are; of round ones along the line between their middles."""
    a, b = everybody.posts[pairs[:, 0]], everybody.posts[pairs[:, 1]]
    way = b[:, :2] - a[:, :2]
    far = np.hypot(way[:, 0], way[:, 1])
    far[far == 0.0] = 1.0
    found: Numbers = np.zeros((len(pairs), 5))
    found[:, :2] = a[:, :2] + way * (a[:, 4] / far)[:, None]
    found[:, 2:4] = b[:, :2] - way * (b[:, 4] / far)[:, None]
    found[:, 4] = GRAZE
    long = (a[:, :2] != a[:, 2:4]).any(axis=1) | (b[:, :2] != b[:, 2:4]).any(axis=1)
    for number in np.flatnonzero(long | everybody.square[pairs].any(axis=1)).tolist():
        start, end, _ = nearest(*(everybody[each] for each in pairs[number].tolist()))
        found[number, :4] = start.x, start.y, end.x, end.y
    return found
