"""Ways of filling ground with strokes: hachures, trees, tufts, houses."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, hypot, pi, sin
from random import Random

from shapely import contains_xy
from shapely.affinity import rotate
from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from sandtable.battle.maps.pen import UNIT, Spot, pair

TREE_GAP = 0.56 * UNIT
MOST_BLOCKS = 24  # of a town, from one end to the other
LIGHT = (-(0.5**0.5), -(0.5**0.5))  # it falls from the north-west
HACHURE_GAP = 0.2 * UNIT
TRIES = 30  # darts thrown for each tree that there is room for
MOST_SPOTS = 4_000  # that one shape has room for: trees stand farther apart on ground so wide


def hachures(shape: Polygon, length: float, luck: Random) -> str:
    """Strokes down a slope in three rows, heavier where the light does not reach."""
    rows = (
        (shape.exterior, length, HACHURE_GAP, 1.0),
        (shape.buffer(length * 0.8).exterior, length * 0.9, HACHURE_GAP * 1.1, 0.8),
        (shape.buffer(length * 1.45).exterior, length * 0.6, HACHURE_GAP * 1.35, 0.6),
    )
    return "".join(stroke for row in rows for stroke in _row(*row, luck))


def _row(ring: LineString, length: float, gap: float, weight: float, luck: Random) -> Iterator[str]:
    outward = -1 if Polygon(ring).exterior.is_ccw else 1
    whole = ring.length
    for number in range(int(whole / gap)):
        at = (number + luck.uniform(-0.25, 0.25)) * gap % whole
        here, there = ring.interpolate(at), ring.interpolate((at + 1) % whole)
        along = (there.x - here.x, there.y - here.y)
        size = hypot(*along) or 1.0
        normal = (-along[1] / size * outward, along[0] / size * outward)
        dark = max(0.0, -(normal[0] * LIGHT[0] + normal[1] * LIGHT[1]))
        thick = (0.03 + 0.075 * dark) * weight * UNIT / 2
        reach = length * luck.uniform(0.75, 1.1) * (0.72 + 0.42 * dark)
        lean = luck.uniform(-0.06, 0.06)
        tip = (here.x + (normal[0] - normal[1] * lean) * reach, here.y + (normal[1] + normal[0] * lean) * reach)
        left = (here.x - normal[1] * thick, here.y + normal[0] * thick)
        right = (here.x + normal[1] * thick, here.y - normal[0] * thick)
        yield f"M{pair(left)}L{pair(right)} {pair(tip)}Z"


def scattered(shape: BaseGeometry, gap: float, luck: Random) -> list[Spot]:
    """Spots in a shape, none nearer to another than the gap, from north to south."""
    if shape.is_empty:
        return []
    gap = max(gap, (shape.area / MOST_SPOTS) ** 0.5)
    left, top, right, bottom = shape.bounds
    cells: dict[tuple[int, int], list[Spot]] = {}
    found: list[Spot] = []
    for _ in range(int(TRIES * shape.area / (gap * gap)) + TRIES):
        x, y = luck.uniform(left, right), luck.uniform(top, bottom)
        column, row = int(x // gap), int(y // gap)
        near = (spot for i in (-1, 0, 1) for j in (-1, 0, 1) for spot in cells.get((column + i, row + j), ()))
        if all((x - u) ** 2 + (y - v) ** 2 > gap * gap for u, v in near) and contains_xy(shape, x, y):
            cells.setdefault((column, row), []).append((x, y))
            found.append((x, y))
    return sorted(found, key=lambda spot: spot[1])


def in_rows(shape: BaseGeometry, gap: float) -> list[Spot]:
    """Spots in rows and columns, as an orchard is planted."""
    if shape.is_empty:
        return []
    left, top, right, bottom = shape.bounds
    gap = max(gap, ((right - left) * (bottom - top) / MOST_SPOTS) ** 0.5)
    across, down = int((right - left) / gap), int((bottom - top) / gap)
    spots = ((left + (i + 0.5) * gap, top + (j + 0.5) * gap) for j in range(down + 1) for i in range(across + 1))
    return [spot for spot in spots if contains_xy(shape, *spot)]


def lean_of(shape: BaseGeometry) -> tuple[Spot, float]:
    """The middle of a shape and the angle, in degrees, of its longer side."""
    frame = shape.minimum_rotated_rectangle
    if not isinstance(frame, Polygon):
        return (shape.centroid.x, shape.centroid.y), 0.0
    corners = list(frame.exterior.coords)
    sides = [(corners[n + 1][0] - corners[n][0], corners[n + 1][1] - corners[n][1]) for n in (0, 1)]
    dx, dy = max(sides, key=lambda side: hypot(*side))
    angle = (degrees(atan2(dy, dx)) + 90) % 180 - 90
    return (frame.centroid.x, frame.centroid.y), angle


def blocks(shape: BaseGeometry, luck: Random) -> Iterator[tuple[BaseGeometry, BaseGeometry | None]]:
    """The blocks of a town in a grid of streets, each with its courtyard."""
    middle, angle = lean_of(shape)
    level = rotate(shape, -angle, origin=middle)
    left, top, right, bottom = level.bounds
    across, down = _grid(right - left), _grid(bottom - top)
    for column in range(across):
        for row in range(down):
            wide, high = (right - left) / across, (bottom - top) / down
            x, y = left + column * wide, top + row * high
            street = 0.24 * UNIT
            block = box(x + street, y + street, x + wide - street, y + high - street)
            kept = block.intersection(level)
            if kept.area > 0.45 * block.area and isinstance(kept, Polygon):
                yard = _yard(block, luck) if kept.area > 0.9 * block.area else None
                yield rotate(kept, angle, origin=middle), rotate(yard, angle, origin=middle) if yard else None


def _grid(size: float) -> int:
    return min(MOST_BLOCKS, max(1, round(size / (2.5 * UNIT))))


def _yard(block: Polygon, luck: Random) -> Polygon:
    left, top, right, bottom = block.bounds
    wide, high = right - left, bottom - top
    x, y = left + wide * luck.uniform(0.22, 0.42), top + high * luck.uniform(0.25, 0.42)
    return box(x, y, x + wide * 0.34, y + high * 0.3)


def houses(shape: BaseGeometry, luck: Random) -> Iterator[BaseGeometry]:
    """Houses standing as they like."""
    for x, y in scattered(shape.buffer(-0.4 * UNIT), 1.05 * UNIT, luck):
        wide, high = luck.uniform(0.45, 0.8) * UNIT, luck.uniform(0.32, 0.5) * UNIT
        yield rotate(box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), luck.choice((0, 0, 8, -12, 90, 84)))


def along_line(line: LineString, gap: float) -> Iterator[tuple[Spot, Spot]]:
    """Spots along a line, each with the direction there."""
    count = max(1, int(line.length / gap))
    for number in range(count):
        at = (number + 0.5) * line.length / count
        here, there = line.interpolate(max(0, at - 0.5)), line.interpolate(min(line.length, at + 0.5))
        dx, dy = there.x - here.x, there.y - here.y
        size = hypot(dx, dy) or 1.0
        middle = line.interpolate(at)
        yield (middle.x, middle.y), (dx / size, dy / size)


def star(at: Spot, radius: float, points: int = 5) -> list[Spot]:
    """The corners of a star."""
    corners = []
    for number in range(points * 2):
        angle = pi * number / points - pi / 2
        reach = radius if number % 2 == 0 else radius * 0.42
        corners.append((at[0] + reach * cos(angle), at[1] + reach * sin(angle)))
    return corners
