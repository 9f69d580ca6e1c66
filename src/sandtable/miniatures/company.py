"""Somebody alone on a round base in company with a unit: where he touches it, and where he is when it has moved."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.geometry.distance import touches
from sandtable.geometry.footprint import Footprint, figure
from sandtable.geometry.measure import Length, Point

GLANCE: Length = 100  # more than is called touching


def carried(before: Footprint, after: Footprint, place: Point) -> Point:
    """Where he would be if he kept his place beside the front."""
    moved = Footprint(
        (before.anchor, before.anchor._replace(x=place.x, y=place.y)), 1, before.width, before.depth
    ).placed(after.anchor)
    return moved.bases[1].point


def round_about(stands: Footprint, near: Point, radius: Length) -> Iterator[Point]:
    """Places where a round base touches a unit: the point asked for, and those beside the middle and the ends of each edge."""
    if touches(figure(near, radius), stands):
        yield near
    reach = radius + 1  # a thousandth off: touching, not sharing ground
    for quad in stands.quads.tolist():
        for number, (x, y) in enumerate(quad):
            before_x, before_y = quad[number - 1]
            dx, dy = x - before_x, y - before_y
            length = (dx * dx + dy * dy) ** 0.5
            out_x, out_y = -dy / length * reach, dx / length * reach
            for share in (0.0, 0.5, 1.0):
                yield Point(round(before_x + share * dx + out_x), round(before_y + share * dy + out_y))


def met(his: Footprint, stands: Footprint) -> bool:
    """Whether his base touches a unit; most do not, at a glance."""
    left, bottom, right, top = stands.box
    a, b, c, d = his.box
    return (
        a <= right + GLANCE
        and c >= left - GLANCE
        and b <= top + GLANCE
        and d >= bottom - GLANCE
        and touches(his, stands)
    )
