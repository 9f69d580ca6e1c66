"""What ground a unit stands on and what lines are before it (REV-G.25, REV-G.25b). What cover that gives, a ruleset says."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.crossing import ANYWHERE, Whole, met
from sandtable.geometry.compiled.layout import Numbers
from sandtable.geometry.compiled.shares import shares
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import INCH, Length, Point
from sandtable.geometry.terrain import Area, Line, Terrain

Box = tuple[int, int, int, int]

# What lies near is looked up by squares of this size.
SQUARE: Length = INCH

# Half a base, less what arithmetic may lose of it.
HALF_OF_IT = 0.5 - 1e-9


def level_at(terrain: Terrain, point: Point) -> int:
    """How many levels above the table: the highest hill that contains the point, its edge included; 0 on the flat."""
    level = 0
    for hill, box in zip(terrain.hills, _hill_boxes(terrain), strict=True):
        if hill.level > level and _in_box(point, box) and contains(hill.outline, point):
            level = hill.level
    return level


def area_at(terrain: Terrain, point: Point) -> Area | None:
    """The topmost area that contains a point, its edge included; nothing in the open."""
    for area, box, _ in _areas_from_the_top(terrain):
        if _in_box(point, box) and contains(area.outline, point):
            return area
    return None


def share_inside(footprint: Footprint, outline: Sequence[Point]) -> Numbers:
    """How much of each base lies inside an outline: 0 none of it, 1 all of it. A round base goes by its middle."""
    return _share_inside(footprint, np.array(outline, dtype=np.float64), outline)


def _share_inside(footprint: Footprint, corners: Numbers, outline: Sequence[Point]) -> Numbers:
    if footprint.radius:
        return np.array([float(contains(tuple(outline), base.point)) for base in footprint.bases])
    return shares(footprint.quads, corners)


def ground_under(terrain: Terrain, footprint: Footprint) -> tuple[str | None, ...]:
    """For each base the kind of the topmost area that has half of it or more; nothing in the open."""
    return _ground_under(footprint, terrain)


@fact
def _ground_under(footprint: Footprint, terrain: Terrain) -> tuple[str | None, ...]:
    under: list[str | None] = [None] * len(footprint.bases)
    left, bottom, right, top = footprint.box
    for area, box, corners in _areas_from_the_top(terrain):
        if box[0] > right or box[2] < left or box[1] > top or box[3] < bottom:
            continue
        for number, share in enumerate(_share_inside(footprint, corners, area.outline).tolist()):
            if under[number] is None and share >= HALF_OF_IT:
                under[number] = area.kind
    return tuple(under)


def lines_crossed(terrain: Terrain, start: Point, end: Point, within: Length | None = None) -> tuple[Line, ...]:
    """The linear features that a straight line crosses or touches, if asked only those within so much of its end."""
    if within is not None and not _lines_near(terrain, end, within):
        return ()
    legs, features = _legs(terrain)
    line = (start[0], start[1], end[0], end[1])
    found = met(legs, features, len(terrain.lines), line, ANYWHERE if within is None else within)
    return tuple([terrain.lines[number] for number in found.nonzero()[0].tolist()])


@fact
def _legs(terrain: Terrain) -> tuple[Whole, Whole]:
    """The straight legs of all linear features, from where to where, and the number of the feature that each belongs to."""
    legs = [(number, *one, *two) for number, line in enumerate(terrain.lines) for one, two in pairwise(line.points)]
    table = np.array(legs, dtype=np.int64).reshape(-1, 5)
    return np.ascontiguousarray(table[:, 1:]), np.ascontiguousarray(table[:, 0])


def open_within(terrain: Terrain, box: tuple[float, float, float, float]) -> bool:
    """Whether there is nothing in an upright rectangle, not even at its edge: no area, no hill, no linear feature. Roads do not count."""
    left, low, right, high = box
    return not any(a <= right and c >= left and b <= high and d >= low for a, b, c, d in _all_boxes(terrain))


def something_within(terrain: Terrain, places: Numbers, near: Length) -> NDArray[np.bool_]:
    """Round which of many places there may be something so near: where not, there is no area, no hill and no linear feature."""
    boxes = np.array(_all_boxes(terrain), dtype=np.float64).reshape(-1, 4)
    x, y = places[:, 0, None], places[:, 1, None]
    across = (boxes[:, 0] <= x + near) & (boxes[:, 2] >= x - near)
    meets = across & (boxes[:, 1] <= y + near) & (boxes[:, 3] >= y - near)
    there: NDArray[np.bool_] = np.logical_or.reduce(meets, axis=1)
    return there


@fact
def _all_boxes(terrain: Terrain) -> tuple[Box, ...]:
    areas = tuple(box for _, box, _ in _areas_from_the_top(terrain))
    return (*areas, *_hill_boxes(terrain), *_line_boxes(terrain))


def _lines_near(terrain: Terrain, point: Point, within: Length) -> tuple[Line, ...]:
    """The linear features that may come so near to a point: those of its square of the table, and mostly none."""
    return _lines_by_square(terrain, point[0] // SQUARE, point[1] // SQUARE, within)


@fact
def _lines_by_square(terrain: Terrain, column: int, row: int, within: Length) -> tuple[Line, ...]:
    left, bottom = column * SQUARE - within - 1, row * SQUARE - within - 1  # lengths are rounded
    right, top = left + SQUARE + 2 * within + 2, bottom + SQUARE + 2 * within + 2
    near = [
        number
        for number, (west, south, east, north) in _boxes_of_legs(terrain)
        if west <= right and east >= left and south <= top and north >= bottom
    ]
    return tuple([terrain.lines[number] for number in sorted(set(near))])


@fact
def _boxes_of_legs(terrain: Terrain) -> tuple[tuple[int, Box], ...]:
    """The upright rectangle round each leg of a linear feature, with the number of the feature."""
    legs, features = _legs(terrain)
    boxes = [(min(x, u), min(y, v), max(x, u), max(y, v)) for x, y, u, v in legs.tolist()]
    return tuple(zip(features.tolist(), boxes, strict=True))


def _turn(a: Point, b: Point, c: Point) -> int:
    """Positive when c lies to the left of the way from a to b; whole numbers, so nothing means exactly on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _on_segment(point: Point, one: Point, two: Point) -> bool:
    return (
        _turn(one, two, point) == 0
        and min(one[0], two[0]) <= point[0] <= max(one[0], two[0])
        and min(one[1], two[1]) <= point[1] <= max(one[1], two[1])
    )


def contains(outline: tuple[Point, ...], point: Point) -> bool:
    """Whether an outline contains a point, its edge included."""
    inside = False
    for one, two in zip(outline, (*outline[1:], outline[0]), strict=True):
        if _on_segment(point, one, two):
            return True
        if (one[1] > point[1]) != (two[1] > point[1]) and (_turn(one, two, point) > 0) == (two[1] > one[1]):
            inside = not inside
    return inside


def _in_box(point: Point, box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _box(outline: tuple[Point, ...]) -> Box:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return min(xs), min(ys), max(xs), max(ys)


@fact
def _areas_from_the_top(terrain: Terrain) -> list[tuple[Area, Box, Numbers]]:
    """The areas, those above before those below, each with the rectangle around it and its corners."""
    areas = terrain.areas[::-1]
    return [(area, _box(area.outline), np.array(area.outline, dtype=np.float64)) for area in areas]


@fact
def _line_boxes(terrain: Terrain) -> tuple[Box, ...]:
    return tuple(_box(line.points) for line in terrain.lines)


@fact
def _hill_boxes(terrain: Terrain) -> tuple[Box, ...]:
    return tuple(_box(hill.outline) for hill in terrain.hills)
