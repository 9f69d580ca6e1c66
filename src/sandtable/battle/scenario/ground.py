"""The ground of a scenario file: areas, hills, lines and roads as they lie on the table, and their names on the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Any

from sandtable.battle.scenario.curve import curve, pieces, ribbon, solid
from sandtable.battle.scenario.rules import ScenarioRules
from sandtable.battle.scenario.scenario import Lettering
from sandtable.geometry.measure import CIRCLE, DEGREE, Facing, Point, inches
from sandtable.geometry.terrain import Area, Hill, Line, Road, Terrain

Values = Mapping[str, Any]
GiveId = Callable[[Values, str], str]
WAY_NAME_OFF = inches(0.75)  # how far the name of a road stands off it
BUILT_NAME_OFF = inches(1)  # and that of a town above it
_BUILT = ("town", "village", "building", "redoubt", "trenches", "ford", "bridge")
_STYLES = {"wood": "wood", "orchard": "wood", "scrub": "wood", "water": "water", "ford": "water", "town": "town"}


@dataclass
class Ground:
    """What was read of the ground."""

    terrain: Terrain
    lettering: list[Lettering] = field(default_factory=list)
    shapeless: tuple[str, ...] = ()  # areas that were given no shape: they are no part of the terrain


def read_ground(values: Values, rules: ScenarioRules, give: GiveId) -> Ground:
    """The terrain of a file whose values were read."""
    letters: list[Lettering] = []
    areas = [_area(one, rules, give, letters) for one in values.get("area", ())]
    hills = tuple(_hill(one, give, letters) for one in values.get("hill", ()))
    roads = tuple(_road(one, rules, give, letters) for one in values.get("road", ()))
    lines = tuple(piece for one in values.get("line", ()) for piece in _line(one, rules, give, letters))
    table = values["table"]
    shaped = tuple(area for area in areas if area.outline)
    shapeless = tuple(area.id for area in areas if not area.outline)
    return Ground(Terrain(table["width"], table["height"], shaped, hills, lines, roads), letters, shapeless)


def _area(values: Values, rules: ScenarioRules, give: GiveId, letters: list[Lettering]) -> Area:
    kind = rules.grounds[values["kind"]]
    smooth = values.get("smooth", kind.round)
    path: tuple[Point, ...] = ()
    if "path" in values:
        path = curve(values["path"], closed=False) if smooth else values["path"]
        outline = ribbon(path, values.get("width", inches(1)))
    else:
        outline = _outline(values.get("outline", ()), smooth=smooth)
    name = values.get("name", "")
    if name:
        style = _STYLES.get(kind.symbol, "place")
        letters.append(_named(values, name, style, _name_spot(outline, kind.symbol), path))
    return Area(give(values, name or _numbered(values)), values["kind"], outline, kind.tall)


def _hill(values: Values, give: GiveId, letters: list[Lettering]) -> Hill:
    outline = _outline(values["outline"], smooth=values.get("smooth", True))
    name = values.get("name", "")
    if name:
        letters.append(_named(values, name, "height", _middle(outline)))
    return Hill(give(values, name or _numbered(values)), values.get("level", 1), outline, values.get("sloped", True))


def _road(values: Values, rules: ScenarioRules, give: GiveId, letters: list[Lettering]) -> Road:
    kind = values.get("kind", next(iter(rules.ways)))
    points = curve(values["points"], closed=False) if values.get("smooth", True) else values["points"]
    name = values.get("name", "")
    if name:
        letters.append(_beside(values, name, points, "way"))
    return Road(give(values, name or _numbered(values)), kind, points, values.get("width", rules.ways[kind].width))


def _line(values: Values, rules: ScenarioRules, give: GiveId, letters: list[Lettering]) -> list[Line]:
    kind = rules.features[values["kind"]]
    points = curve(values["points"], closed=False) if values.get("smooth", kind.round) else values["points"]
    name = values.get("name", "")
    if name:
        letters.append(_beside(values, name, points, "water" if kind.symbol == "ditch" else "way"))
    known = give(values, name or _numbered(values))
    if not kind.segment:
        return [Line(known, values["kind"], points)]
    cut = pieces(points, kind.segment)
    return [Line(f"{known}-{number}", values["kind"], piece) for number, piece in enumerate(cut, start=1)]


def _numbered(values: Values) -> str:
    """A name for what has none: its table and its number there."""
    table, _, number = values[""].rpartition(".")
    return f"{values.get('kind', table)} {int(number) + 1}"


def _outline(points: Sequence[Point], *, smooth: bool) -> tuple[Point, ...]:
    return curve(points, closed=True) if smooth else tuple(points)


def _named(values: Values, name: str, style: str, middle: Point, path: tuple[Point, ...] = ()) -> Lettering:
    if label := values.get("label"):
        return Lettering(name, style, label.point, label.facing, settled=True)
    return Lettering(name, style, middle, path=path)


def _beside(values: Values, name: str, points: tuple[Point, ...], style: str) -> Lettering:
    """A name beside the middle of a way, running as it runs, never upside down."""
    if label := values.get("label"):
        return Lettering(name, style, label.point, label.facing, settled=True)
    start, end = _middle_piece(points)
    angle = _upright(round(-degrees(atan2(end.y - start.y, end.x - start.x)) * DEGREE))
    length = hypot(end.x - start.x, end.y - start.y) or 1
    right = -1 if (end.x - start.x) < 0 else 1  # above the way, whichever way it runs
    off = right * WAY_NAME_OFF / length
    middle = Point((start.x + end.x) // 2, (start.y + end.y) // 2)
    at = Point(round(middle.x - (end.y - start.y) * off), round(middle.y + (end.x - start.x) * off))
    return Lettering(name, style, at, angle)


def _upright(angle: Facing) -> Facing:
    turned = (angle + CIRCLE // 4) % (CIRCLE // 2) - CIRCLE // 4
    return turned % CIRCLE


def _middle_piece(points: tuple[Point, ...]) -> tuple[Point, Point]:
    """The piece of a line that has its middle."""
    lengths = [hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(points)]
    left: float = sum(lengths) / 2
    for number, length in enumerate(lengths):
        if left <= length:
            return points[number], points[number + 1]
        left -= length
    return points[-2], points[-1]


def _name_spot(outline: tuple[Point, ...], symbol: str) -> Point:
    """In the middle of open ground, above what is built."""
    if not outline:
        return Point(0, 0)
    if symbol not in _BUILT:
        return _middle(outline)
    xs = [point.x for point in outline]
    return Point((min(xs) + max(xs)) // 2, max(point.y for point in outline) + BUILT_NAME_OFF)


def _middle(outline: tuple[Point, ...]) -> Point:
    shape = solid(outline)
    if shape.is_empty:
        return outline[0]
    found = shape.representative_point()
    return Point(round(found.x), round(found.y))
