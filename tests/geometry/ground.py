"""Tables, units and terrain for the tests of geometry, drawn by hand or at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from sandtable.geometry.footprint import Footprint, column, line, ranks, standing
from sandtable.geometry.measure import CIRCLE, Point, Pose, ahead, inches
from sandtable.geometry.terrain import Area, Hill, Line, Terrain

SIDE = 24_000


def at(x: float, y: float) -> Point:
    return Point(inches(x), inches(y))


def box(left: float, bottom: float, right: float, top: float) -> tuple[Point, ...]:
    return at(left, bottom), at(right, bottom), at(right, top), at(left, top)


def woods(left: float, bottom: float, right: float, top: float, name: str = "woods") -> Area:
    return Area(name, "woods", box(left, bottom, right, top), tall=True)


def plaza(left: float, bottom: float, right: float, top: float) -> Area:
    return Area("plaza", "plaza", box(left, bottom, right, top))


def hill(
    level: int, left: float, bottom: float, right: float, top: float, *, sloped: bool = True, name: str = ""
) -> Hill:
    return Hill(name or f"hill {level}", level, box(left, bottom, right, top), sloped)


def table(*features: Area | Hill | Line) -> Terrain:
    return Terrain(
        2 * SIDE,
        2 * SIDE,
        tuple(each for each in features if isinstance(each, Area)),
        tuple(each for each in features if isinstance(each, Hill)),
        tuple(each for each in features if isinstance(each, Line)),
    )


# Rigid motions that keep whole thousandths whole: quarter turns and shifts.


def moved_point(point: Sequence[int], turns: int, dx: int, dy: int) -> Point:
    x, y = point[0], point[1]
    for _ in range(turns % 4):
        x, y = y, -x  # clockwise, as facings go
    return Point(x + dx, y + dy)


def moved_unit(unit: Footprint, turns: int, dx: int, dy: int) -> Footprint:
    bases = (Pose(*moved_point(base, turns, dx, dy), (base.facing + 900 * turns) % CIRCLE) for base in unit.bases)
    return replace(unit, bases=tuple(bases))


def moved_terrain(terrain: Terrain, turns: int, dx: int, dy: int) -> Terrain:
    def shifted(points):
        return tuple(moved_point(point, turns, dx, dy) for point in points)

    return replace(
        terrain,
        areas=tuple(replace(area, outline=shifted(area.outline)) for area in terrain.areas),
        hills=tuple(replace(each, outline=shifted(each.outline)) for each in terrain.hills),
        lines=tuple(replace(each, points=shifted(each.points)) for each in terrain.lines),
    )


motions = st.tuples(st.integers(0, 3), st.integers(-9_999, 9_999), st.integers(-9_999, 9_999))

# Everything at random.

coordinates = st.integers(0, SIDE)
points = st.builds(Point, coordinates, coordinates)
facings = st.one_of(st.sampled_from((0, 450, 900, 1800, 2700)), st.integers(0, CIRCLE - 1))
poses = st.builds(Pose, coordinates, coordinates, facings)
widths = st.sampled_from((500, 1000, 1600))


@st.composite
def bent_lines(draw) -> Footprint:
    """A line whose bases turn a little from one to the next."""
    width, depth = draw(widths), draw(widths)
    base = draw(poses)
    bases = [base]
    for bend in draw(st.lists(st.integers(-300, 300), min_size=1, max_size=4)):
        corner = ahead(base, 0, width / 2)
        facing = (base.facing + bend) % CIRCLE
        middle = ahead(Pose(corner.x, corner.y, facing), 0, width / 2)
        base = Pose(middle.x, middle.y, facing)
        bases.append(base)
    return standing(bases, len(bases), width, depth)


units = st.one_of(
    st.builds(line, poses, st.integers(1, 5), widths, widths),
    st.builds(ranks, poses, st.sampled_from(((1, 1), (2, 1), (2, 2), (3, 3), (2, 2, 1))), widths, widths),
    st.builds(column, poses, st.integers(1, 5), widths, widths, st.sampled_from((0, 500))),
    bent_lines(),
)


@st.composite
def outlines(draw) -> tuple[Point, ...]:
    """A four- to seven-cornered star around a point: simple, often not convex."""
    x, y = draw(coordinates), draw(coordinates)
    corners = draw(st.integers(4, 7))
    reaches = [draw(st.integers(800, 7_000)) for _ in range(corners)]
    first = draw(st.integers(0, CIRCLE - 1))
    facing = (Pose(x, y, (first + number * CIRCLE // corners) % CIRCLE) for number in range(corners))
    return tuple(ahead(pose, reach) for pose, reach in zip(facing, reaches, strict=True))


areas = st.builds(
    lambda number, outline, tall: Area(f"area {number}", "woods" if tall else "field", outline, tall),
    st.integers(0, 99),
    outlines(),
    st.sampled_from((True, True, True, False)),
)
hills = st.builds(
    lambda number, outline, level, sloped: Hill(f"hill {number}", level, outline, sloped),
    st.integers(0, 99),
    outlines(),
    st.integers(1, 3),
    st.booleans(),
)
flat_terrains = st.builds(lambda some: table(*some), st.lists(areas, max_size=5))
terrains = st.builds(
    lambda some, others: table(*some, *others), st.lists(areas, max_size=3), st.lists(hills, max_size=4)
)
