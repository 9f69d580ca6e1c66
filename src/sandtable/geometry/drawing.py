"""Every answer of geometry as a fragment of SVG that explains it: the ray, the place that blocks it, the arc, the way.

In inches, with y running down the page: ``height`` is that of the table, so that the fragment fits over a map of it. Classes only; colours
and widths are the page's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from sandtable.geometry.arc import arc_outline
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.journey import Walk
from sandtable.geometry.measure import INCH, Length, Point
from sandtable.geometry.sight import Shot, Sightline


def sightline_svg(line: Sightline, height: Length = 0) -> str:
    """The line; if it is blocked, what is left of it dashed, and a mark where and by what."""
    if line.clear or line.at is None:
        return _group(f"sightline {_verdict(line)}", (_path("ray", (line.start, line.end), height),))
    parts = (
        _path("ray", (line.start, line.at), height),
        _path("ray beyond", (line.at, line.end), height),
        _dot(f"blocked by-{line.cause}", line.at, height, line.blocker),
    )
    return _group(f"sightline {_verdict(line)}", parts)


def arc_svg(firer: Footprint, reach: Length, height: Length = 0) -> str:
    """The arc out to a reach."""
    return _group("arc", (_path("edge", arc_outline(firer, reach), height, closed=True),))


def shot_svg(shot: Shot, firer: Footprint, target: Footprint, reach: Length, height: Length = 0) -> str:
    """A shot or why there is none: the arc, the target, the line."""
    parts = [arc_svg(firer, reach, height), footprint_svg(target, height)]
    if shot.line is not None:
        parts.append(sightline_svg(shot.line, height))
    return _group(f"shot {shot.reason or 'possible'}", parts)


def footprint_svg(unit: Footprint, height: Length = 0) -> str:
    """The bases of a unit."""
    if unit.radius:
        return _group("footprint", (_circle("base", base.point, unit.radius, height) for base in unit.bases))
    corners = ([Point(round(x), round(y)) for x, y in quad] for quad in unit.quads.tolist())
    return _group("footprint", (_path("base", quad, height, closed=True) for quad in corners))


def walk_svg(walk: Walk, height: Length = 0) -> str:
    """A way, where it ends, and a mark wherever something hinders it."""
    trail = [pose.point for pose in walk.trail]
    marks = (_dot(f"blocked by-{each.cause}", each.at, height, each.feature) for each in walk.hindrances)
    parts = (_path("way", trail, height), footprint_svg(walk.end, height), *marks)
    return _group("walk hindered" if walk.hindrances else "walk", parts)


def _verdict(line: Sightline) -> str:
    return "clear" if line.clear else "hidden"


def _group(classes: str, parts: Iterable[str]) -> str:
    return f'<g class="{classes}">{"".join(parts)}</g>'


def _path(classes: str, points: Sequence[Point], height: Length, *, closed: bool = False) -> str:
    places = "L".join(_place(point, height) for point in points)
    return f'<path class="{classes}" d="M{places}{"Z" if closed else ""}"/>'


def _dot(classes: str, place: Point, height: Length, name: str | int | None) -> str:
    """A mark of no size, for the page to draw as it likes; its title tells the feature."""
    title = f"<title>{escape(str(name))}</title>" if name is not None else ""
    return f'<path class="{classes}" d="M{_place(place, height)}h0">{title}</path>'


def _circle(classes: str, place: Point, radius: Length, height: Length) -> str:
    x, y = _place(place, height).split()
    return f'<circle class="{classes}" cx="{x}" cy="{y}" r="{_inches(radius)}"/>'


def _place(point: Point, height: Length) -> str:
    return f"{_inches(point.x)} {_inches(height - point.y)}"


def _inches(length: Length) -> str:
    return f"{length / INCH:.3f}".rstrip("0").rstrip(".")
