"""Roads, railways and linear features on a map."""

from __future__ import annotations

from collections.abc import Iterator

from shapely.geometry import LineString

from sandtable.battle.maps.pen import UNIT, Pen, number, pair, path, polyline
from sandtable.battle.maps.strokes import along_line
from sandtable.battle.scenario.rules import ScenarioRules
from sandtable.geometry.terrain import Line, Road, Terrain


def ways(terrain: Terrain, rules: ScenarioRules, pen: Pen) -> Iterator[str]:
    """Tracks, roads (all casings first, so that they join), then rails."""
    by_symbol = {symbol: [road for road in terrain.roads if rules.ways[road.kind].symbol == symbol] for symbol in _WAYS}
    for symbol, classes in _WAYS.items():
        for one in classes:
            for road in by_symbol[symbol]:
                yield path(one, _data(road, pen))


_WAYS = {"track": ("track",), "road": ("casing", "road"), "railway": ("rail", "ties")}


def _data(feature: Road | Line, pen: Pen) -> str:
    return polyline(pen.spots(feature.points))


def lines(terrain: Terrain, rules: ScenarioRules, pen: Pen) -> Iterator[str]:
    """Linear features, each by its symbol."""
    for line in terrain.lines:
        yield _line(rules.features[line.kind].symbol, line, pen)


def _line(symbol: str, line: Line, pen: Pen) -> str:
    data, along = _data(line, pen), LineString(pen.spots(line.points))
    match symbol:
        case "wall":
            return path("wall", data)
        case "ditch":
            return path("ditch", data) + path("ditch bed", data)
        case "hedge":
            return _bushes(along)
        case "fence":
            return path("fence", data) + path("fence", _ticks(along, 9, 3, 3))
        case "wire":
            return path("wire", data) + path("barb", _crosses(along, 8, 3))
        case "barricade":
            return path("earthwork", data) + path("earthwork", _crosses(along, 9, 5))
        case "trench":
            return path("earthwork", _battlements(along))
        case "embankment":
            return path("comb", data) + path("comb", _ticks(along, 4, 4, 4))
        case "choke":
            return path("bridge", _ticks(along, along.length, 6, 6))
        case _:
            return path("comb", data) + path("comb", _ticks(along, 3, 0, 7))


def _bushes(along: LineString) -> str:
    spots = [spot for spot, _ in along_line(along, 6)]
    return "".join(f'<circle class="hedge" cx="{number(x)}" cy="{number(y)}" r="2.6"/>' for x, y in spots)


def _ticks(along: LineString, gap: float, left: float, right: float) -> str:
    """Short strokes across a line."""
    return "".join(
        f"M{pair((x + dy * left, y - dx * left))}L{pair((x - dy * right, y + dx * right))}"
        for (x, y), (dx, dy) in along_line(along, gap)
    )


def _crosses(along: LineString, gap: float, size: float) -> str:
    return "".join(
        f"M{pair((x - size, y - size))}L{pair((x + size, y + size))}M{pair((x - size, y + size))}L{pair((x + size, y - size))}"
        for (x, y), _ in along_line(along, gap)
    )


def _battlements(along: LineString) -> str:
    """A line that steps to and fro."""
    spots = []
    out = 0.12 * UNIT
    for place, ((x, y), (dx, dy)) in enumerate(along_line(along, 7)):
        side = out if place % 2 else -out
        spots += [
            (x - dx * 3.5 + dy * side, y - dy * 3.5 - dx * side),
            (x + dx * 3.5 + dy * side, y + dy * 3.5 - dx * side),
        ]
    return polyline(spots)
