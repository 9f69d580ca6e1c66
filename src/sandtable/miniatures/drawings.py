"""Why an order cannot be given, as fragments of SVG over the map: in inches, with y running down the page. Classes only; colours are the page's business."""

from __future__ import annotations

from sandtable.geometry.measure import CIRCLE, INCH, Facing, Length, Point, Pose, ahead, bearing, off_axis

ABOUT: Facing = CIRCLE // 2
DIMENSION: Length = 4 * INCH  # how far from a muzzle the angle is written


def beside_arc_svg(muzzle: Pose, place: Point, height: Length) -> str:
    """A target outside the arc of a muzzle: the axis, the angle with its degrees, the line that misses."""
    to = bearing(place.x - muzzle.x, place.y - muzzle.y)
    turn = (to - muzzle.facing) % CIRCLE
    half = turn / 2 if turn <= ABOUT else turn / 2 + ABOUT
    middle = ahead(Pose(muzzle.x, muzzle.y, round(muzzle.facing + half) % CIRCLE), DIMENSION + INCH)
    start, end = (ahead(Pose(muzzle.x, muzzle.y, facing), DIMENSION) for facing in (muzzle.facing, to))
    sweep = 1 if turn <= ABOUT else 0
    between = Point((muzzle.x + place.x) // 2, (muzzle.y + place.y) // 2)
    radius = _inches(DIMENSION)
    return (
        f'<g class="off-arc"><path class="axis" d="M{_at(muzzle.point, height)}L{_at(ahead(muzzle, 2 * DIMENSION), height)}"/>'
        f'<path class="ray beyond" d="M{_at(muzzle.point, height)}L{_at(place, height)}"/>'
        f'<path class="angle" d="M{_at(start, height)}A{radius} {radius} 0 0 {sweep} {_at(end, height)}"/>'
        f'<path class="blocked" d="M{_at(between, height)}h0"/>'
        f'<text class="degrees" x="{_inches(middle.x)}" y="{_inches(height - middle.y)}">{off_axis(muzzle, place) // 10}°</text></g>'
    )


def _at(point: Point, height: Length) -> str:
    return f"{_inches(point.x)} {_inches(height - point.y)}"


def _inches(length: float) -> str:
    return f"{length / INCH:.3f}".rstrip("0").rstrip(".")
