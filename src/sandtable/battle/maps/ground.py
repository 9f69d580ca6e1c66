"""The ground of a map: fields, water, woods, towns, hills, and what grows between them. One drawing for each symbol of a ruleset's ground."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Dot
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from sandtable.battle.maps.look import Look, Symbol
from sandtable.battle.maps.pen import UNIT, Pen, group, number, pair, path, polyline, rings
from sandtable.battle.maps.strokes import (
    TREE_GAP,
    blocks,
    hachures,
    houses,
    in_rows,
    lean_of,
    scattered,
)
from sandtable.battle.scenario.rules import ScenarioRules
from sandtable.geometry.terrain import Area, Hill, Terrain

NAME_CLEAR = 0.2 * UNIT  # between a name and what grows beside it
TUFT_GROUND = 20 * UNIT * UNIT  # open ground for one tuft
MOST_TRENCHES = 40  # behind one another
SLOPE = 1.25 * UNIT  # how long a hachure is on the lowest level
DEFINITIONS = """<g id="tree"><circle r="5" class="tree"/><path class="shade" d="M3.2-3.8A5 5 0 0 1-2.6 4.3A6.4 6.4 0 0 0 3.2-3.8Z"/>\
<path class="trunk" d="M1 5.4h7"/></g><g id="tuft"><path class="tuft" d="M-3 0l1-4M0 0v-5.500M3 0l-1-4M-4 .5h9"/></g>\
<g id="nopal"><path class="tuft" d="M0 1v-8M0-2h-3v-3M0-3.500h3v-3M-4 1.500h9"/></g>\
<g id="reeds"><path class="reed" d="M-6 0h12M-3-1v-4M0-1v-6M3-1v-4"/></g>\
<g id="dune"><path class="dune" d="M-9 3Q-3-5 9 1M-6 5Q0-1 8 4"/></g>\
<g id="stones"><path class="stone" d="M-5 2l3-5 3 5M1 3l3-4 3 4"/></g>\
<pattern id="hatching" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0v5" class="hatch"/></pattern>"""


def uses_of(what: str, spots: list[tuple[float, float]]) -> str:
    """SVG that repeats a small drawing at many spots."""
    return "".join(f'<use href="#{what}" x="{number(x)}" y="{number(y)}"/>' for x, y in spots)


class GroundDrawing:
    """Draws the areas and hills of one terrain, layer by layer."""

    def __init__(self, terrain: Terrain, rules: ScenarioRules, pen: Pen, look: Look) -> None:
        self.terrain, self.rules, self.pen, self.look = terrain, rules, pen, look
        self.shapes = {area.id: pen.shape(area.outline) for area in terrain.areas}
        self.names: list[BaseGeometry] = []  # where names stand: nothing grows between their letters

    def definitions(self) -> str:
        """Small drawings used again and again, and a pattern of furrows for every field."""
        furrows = []
        for area in self._with("field"):
            _, angle = lean_of(self.shapes[area.id])
            furrows.append(
                f'<pattern id="furrows-{area.id}" width="6" height="6" patternUnits="userSpaceOnUse"'
                f' patternTransform="rotate({number(angle)})"><path d="M0 3h6" class="furrow"/></pattern>'
            )
        own = [f'<g id="own-{name}" class="own">{symbol.drawing}</g>' for name, symbol in self.look.symbols.items()]
        return DEFINITIONS + "".join(furrows) + "".join(own)

    def low(self) -> Iterator[str]:
        """Fields, water and the ground of woods and towns."""
        yield from self._drawn("field")
        yield self._waters()
        for symbol in ("ford", "marsh", "steep", "dunes", "rocks", "scrub", "wood", "orchard"):
            yield from self._drawn(symbol)
        for name, own in self.look.symbols.items():
            for area in self._areas(name):
                yield self._own(area, name, own)

    def heights(self) -> Iterator[str]:
        """Hills, the lowest first."""
        for hill in sorted(self.terrain.hills, key=lambda one: one.level):
            yield self._hill(hill)

    def built(self) -> Iterator[str]:
        """The ground that towns stand on: roads run over it."""
        for symbol in ("town", "village"):
            for area in self._with(symbol):
                yield path("townbase", rings(self.shapes[area.id]))

    def high(self) -> Iterator[str]:
        """Buildings and works, over the roads."""
        for symbol in ("bridge", "town", "village", "plaza", "building", "trenches", "redoubt", "cliff"):
            yield from self._drawn(symbol)

    def growth(self) -> Iterator[str]:
        """Trees, and tufts on open ground."""
        for area in self._with("wood"):
            shape = self.shapes[area.id].buffer(-0.18 * UNIT).difference(self._ways(0.3))
            yield uses_of("tree", scattered(shape, TREE_GAP, self.pen.luck(area.id)))
        for area in self._with("orchard"):
            yield uses_of("tree", in_rows(self.shapes[area.id].buffer(-0.3 * UNIT), 0.8 * UNIT))
        for area in self._with("scrub"):
            spots = scattered(self.shapes[area.id].buffer(-0.2 * UNIT), 0.85 * UNIT, self.pen.luck(area.id))
            yield uses_of("nopal", spots[::3])
            yield uses_of("tuft", [spot for place, spot in enumerate(spots) if place % 3])
        yield self._open_ground()

    # ---- one drawing for each symbol ------------------------------------------------------------------------------------

    def _with(self, symbol: str) -> list[Area]:
        """The areas with a symbol of ours; a ruleset's own of that name goes before it."""
        return [] if symbol in self.look.symbols else self._areas(symbol)

    def _areas(self, symbol: str) -> list[Area]:
        return [
            area
            for area in self.terrain.areas
            if area.id in self.shapes and self.rules.grounds[area.kind].symbol == symbol
        ]

    def _drawn(self, symbol: str) -> Iterator[str]:
        draw = _SYMBOLS[symbol]
        for area in self._with(symbol):
            yield draw(self, area, self.shapes[area.id])

    def _own(self, area: Area, name: str, symbol: Symbol) -> str:
        """Ground that the ruleset has a look of its own for."""
        shape = self.shapes[area.id]
        tint = path(f"tint-{name}", rings(shape)) if symbol.tints else ""
        if not symbol.drawing:
            return tint
        return tint + uses_of(
            f"own-{name}", scattered(shape.buffer(-0.2 * UNIT), symbol.gap * UNIT, self.pen.luck(area.id))
        )

    def _field(self, area: Area, shape: BaseGeometry) -> str:
        data = rings(shape)
        return path("field", data) + f'<path fill="url(#furrows-{area.id})" d="{data}"/>' + path("bund", data)

    def _waters(self) -> str:
        """All water as one, so that a stream runs into its river."""
        shape = unary_union([self.shapes[area.id] for area in self._with("water")])
        lines = path("flow", rings(shape.buffer(-0.28 * UNIT)))
        return path("water", rings(shape)) + lines + path("flow inner", rings(shape.buffer(-0.6 * UNIT)))

    def _ford(self, area: Area, shape: BaseGeometry) -> str:  # noqa: ARG002
        under = unary_union([self.shapes[one.id] for one in self._with("water")])
        wet = shape.intersection(under)
        lines = []
        left, top, right, bottom = shape.bounds
        y = top + 4
        while y < bottom:
            lines.append(LineString([(left, y), (right, y)]).intersection(wet))
            y += 6
        data = "".join(polyline(list(line.coords)) for line in lines if isinstance(line, LineString) and line.length)
        return path("shallow", rings(wet)) + path("ripple", data)

    def _wood(self, area: Area, shape: BaseGeometry) -> str:  # noqa: ARG002
        return path("wood", rings(shape))

    def _scrub(self, area: Area, shape: BaseGeometry) -> str:  # noqa: ARG002
        return path("scrubland", rings(shape))

    def _marsh(self, area: Area, shape: BaseGeometry) -> str:
        return uses_of("reeds", scattered(shape.buffer(-0.2 * UNIT), 1.0 * UNIT, self.pen.luck(area.id)))

    def _dunes(self, area: Area, shape: BaseGeometry) -> str:
        crests = uses_of("dune", scattered(shape.buffer(-0.25 * UNIT), 1.0 * UNIT, self.pen.luck(area.id)))
        return path("sand", rings(shape)) + crests

    def _rocks(self, area: Area, shape: BaseGeometry) -> str:
        return uses_of("stones", scattered(shape.buffer(-0.2 * UNIT), 0.8 * UNIT, self.pen.luck(area.id)))

    def _steep(self, area: Area, shape: BaseGeometry) -> str:
        whole = shape if isinstance(shape, Polygon) else shape.convex_hull
        return path("hachure", hachures(whole.buffer(-0.5 * UNIT), 0.5 * UNIT, self.pen.luck(area.id)))

    def _town(self, area: Area, shape: BaseGeometry) -> str:
        plazas = unary_union([self.shapes[one.id].buffer(0.2 * UNIT) for one in self._with("plaza")])
        free = shape.difference(self._ways(0.34)).difference(plazas)
        drawn = []
        for block, yard in blocks(shape, self.pen.luck(area.id)):
            kept = block.intersection(free)
            if kept.area > 0.3 * UNIT * UNIT:
                drawn.append(path("block", rings(kept)))
                if yard is not None and free.contains(yard.buffer(2)):
                    drawn.append(path("yard", rings(yard)))
        return "".join(drawn)

    def _village(self, area: Area, shape: BaseGeometry) -> str:
        free = shape.difference(self._ways(0.5))
        found = houses(shape, self.pen.luck(area.id))
        return "".join(path("house", rings(house)) for house in found if free.contains(house))

    def _plaza(self, area: Area, shape: BaseGeometry) -> str:  # noqa: ARG002
        (x, y), _ = lean_of(shape)
        left, top, right, bottom = shape.bounds
        corners = [(a, b) for a in (left + 8, right - 8) for b in (top + 8, bottom - 8)]
        trees = uses_of("tree", corners) if min(right - left, bottom - top) > 1.6 * UNIT else ""
        return (
            path("plaza", rings(shape))
            + trees
            + path("church", f"M{pair((x - 9, y - 1))}h6v-5h6v5h6v6h-6v12h-6v-12h-6z")
        )

    def _building(self, area: Area, shape: BaseGeometry) -> str:  # noqa: ARG002
        yard = shape.buffer(-0.55 * UNIT, join_style="mitre")
        return path("block", rings(shape)) + (path("yard", rings(yard)) if yard.area > UNIT else "")

    def _bridge(self, area: Area, shape: BaseGeometry) -> str:  # noqa: ARG002
        corners = list(shape.minimum_rotated_rectangle.exterior.coords)[:4]
        if LineString(corners[:2]).length < LineString(corners[1:3]).length:
            corners = corners[1:] + corners[:1]
        # Wing walls along the two longer sides, splayed at the ends.
        walls = []
        (x, y), _ = lean_of(shape)
        for start, end in ((corners[0], corners[1]), (corners[3], corners[2])):
            dx, dy = (end[0] - start[0]), (end[1] - start[1])
            out = ((start[0] + end[0]) / 2 - x, (start[1] + end[1]) / 2 - y)
            splay = [
                (start[0] - dx * 0.12 + out[0] * 0.35, start[1] - dy * 0.12 + out[1] * 0.35),
                start,
                end,
                (end[0] + dx * 0.12 + out[0] * 0.35, end[1] + dy * 0.12 + out[1] * 0.35),
            ]
            walls.append(polyline(splay))
        return path("bridge", "".join(walls))

    def _trenches(self, area: Area, shape: BaseGeometry) -> str:  # noqa: ARG002
        left, top, right, bottom = shape.bounds
        rows = []
        apart = max(0.8 * UNIT, (bottom - top) / MOST_TRENCHES)
        y = top + 0.35 * UNIT
        while y < bottom:
            x, up, zigzag = left, False, []
            while x < right:
                zigzag += [(x, y - 3 * up), (x + 6, y - 3 * up)]
                x, up = x + 6, not up
            rows.append(LineString(zigzag).intersection(shape) if len(zigzag) > 1 else LineString())
            y += apart
        lines = [part for row in rows for part in getattr(row, "geoms", [row]) if isinstance(part, LineString)]
        return path("earthwork", "".join(polyline(list(line.coords)) for line in lines if line.length))

    def _redoubt(self, area: Area, shape: BaseGeometry) -> str:
        whole = shape if isinstance(shape, Polygon) else shape.convex_hull
        slope = hachures(whole, 0.35 * UNIT, self.pen.luck(area.id))
        return path("earthwork", rings(shape)) + path("hachure", slope)

    def _cliff(self, area: Area, shape: BaseGeometry) -> str:
        whole = shape if isinstance(shape, Polygon) else shape.convex_hull
        return path("comb", rings(shape)) + path(
            "hachure", hachures(whole.buffer(-3), 0.6 * UNIT, self.pen.luck(area.id))
        )

    # ---- hills and open ground ------------------------------------------------------------------------------------------

    def _hill(self, hill: Hill) -> str:
        shape = self.pen.shape(hill.outline)
        whole = shape if isinstance(shape, Polygon) else shape.convex_hull
        # The outline is the foot of the slope: the strokes run down to it from inside.
        length = SLOPE * (0.75 if hill.level > 1 else 1.0)
        crest = whole.buffer(-length * 1.6)
        if crest.is_empty or not isinstance(crest, Polygon) or crest.area < UNIT * UNIT / 2:
            length = min(length, (whole.area**0.5) / 6)
            crest = whole.buffer(-length * 1.6)
            crest = crest if isinstance(crest, Polygon) and not crest.is_empty else whole.buffer(-length).convex_hull
        crest = self._with_tops(hill, crest)
        edge = path("comb", rings(whole)) if not hill.sloped else ""
        return path("hachure", hachures(crest, length, self.pen.luck(hill.id))) + edge

    def _with_tops(self, hill: Hill, crest: Polygon) -> Polygon:
        """The crest widened by the next level, whose own strokes begin there."""
        tops = [self.pen.shape(one.outline) for one in self.terrain.hills if one.level == hill.level + 1]
        wide = unary_union([crest, *(top.buffer(2) for top in tops if top.intersects(crest))])
        return wide if isinstance(wide, Polygon) else crest

    def _ways(self, margin: float) -> BaseGeometry:
        """The ground of roads and rails, with a margin in inches."""
        return unary_union(
            [LineString(self.pen.spots(road.points)).buffer(margin * UNIT) for road in self.terrain.roads]
        )

    def _open_ground(self) -> str:
        """Tufts of grass and nopal where nothing else is."""
        width, height = self.terrain.width * UNIT / 1000, self.terrain.height * UNIT / 1000
        table = Polygon([(0, 0), (width, 0), (width, height), (0, height)]).buffer(-8)
        hills = [self.pen.shape(hill.outline) for hill in self.terrain.hills]
        lines = [LineString(self.pen.spots(line.points)).buffer(0.5 * UNIT) for line in self.terrain.lines]
        taken = unary_union(
            [*(shape.buffer(0.5 * UNIT) for shape in self.shapes.values()), *hills, *lines, self._ways(0.8)]
        )
        luck = self.pen.luck("open ground")
        spots = scattered(table.difference(taken), 2.2 * UNIT, luck)
        luck.shuffle(spots)
        kept = spots[: int(table.area / TUFT_GROUND)]
        kept = [spot for spot in kept if not any(name.distance(Dot(spot)) < NAME_CLEAR for name in self.names)]
        nopals = max(1, len(kept) // 3)
        return uses_of("nopal", kept[:nopals]) + uses_of("tuft", kept[nopals:])


_SYMBOLS: dict[str, Callable[[GroundDrawing, Area, BaseGeometry], str]] = {
    "field": GroundDrawing._field,  # noqa: SLF001 - a table of its own methods
    "ford": GroundDrawing._ford,  # noqa: SLF001
    "marsh": GroundDrawing._marsh,  # noqa: SLF001
    "dunes": GroundDrawing._dunes,  # noqa: SLF001
    "rocks": GroundDrawing._rocks,  # noqa: SLF001
    "steep": GroundDrawing._steep,  # noqa: SLF001
    "wood": GroundDrawing._wood,  # noqa: SLF001
    "orchard": GroundDrawing._wood,  # noqa: SLF001
    "scrub": GroundDrawing._scrub,  # noqa: SLF001
    "town": GroundDrawing._town,  # noqa: SLF001
    "village": GroundDrawing._village,  # noqa: SLF001
    "plaza": GroundDrawing._plaza,  # noqa: SLF001
    "building": GroundDrawing._building,  # noqa: SLF001
    "bridge": GroundDrawing._bridge,  # noqa: SLF001
    "trenches": GroundDrawing._trenches,  # noqa: SLF001
    "redoubt": GroundDrawing._redoubt,  # noqa: SLF001
    "cliff": GroundDrawing._cliff,  # noqa: SLF001
}


SYMBOLS = frozenset({*_SYMBOLS, "water"})  # that the map knows by itself


def ground_layers(drawing: GroundDrawing) -> tuple[str, str, str]:
    """Below the roads, over them, and what grows on top."""
    below = group("low", (*drawing.low(), *drawing.heights(), *drawing.built()))
    return below, group("built", drawing.high()), group("growth", drawing.growth())
