"""The map of a scenario: its ground, its names, its troops as they stand at the start, zones, arrivals and objectives."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from shapely.geometry import LineString, box
from shapely.geometry import Point as Dot

from sandtable.battle.maps.counters import CounterDrawing, counters, icon
from sandtable.battle.maps.frame import foot, head, in_units, rulers, view_box
from sandtable.battle.maps.ground import GroundDrawing, ground_layers
from sandtable.battle.maps.lettering import Letterer
from sandtable.battle.maps.look import look_of
from sandtable.battle.maps.pen import Pen, Spot, group, number, path, polyline, text
from sandtable.battle.maps.strokes import star
from sandtable.battle.maps.ways import lines, ways
from sandtable.battle.scenario.rules import ScenarioRules
from sandtable.battle.scenario.scenario import Arrival, Mark, Objective, Scenario, Zone
from sandtable.geometry.measure import DEGREE, direction

GOAL = 11  # the size of the star
EVERYBODY = "*"  # an umpire's eyes


class MapDrawing:
    """One scenario's map. ``seen_by`` is the side whose hidden things are shown, or everybody's; nobody's when empty."""

    def __init__(self, scenario: Scenario, rules: ScenarioRules, seen_by: str = "") -> None:
        self.scenario, self.rules, self.seen_by = scenario, rules, seen_by
        self.pen = Pen(scenario.terrain.height, scenario.id)
        self.width, self.height = in_units(scenario.terrain.width), in_units(scenario.terrain.height)
        self.look = look_of(rules.ruleset.package)
        self.ground = GroundDrawing(scenario.terrain, rules, self.pen, self.look)
        self.inks = {side.id: side.ink for side in rules.ruleset.sides}

    def sheet(self, theme: str = "auto", fonts: str = "") -> str:
        """A whole sheet with title, rulers and scale, as an SVG file. ``fonts`` are style rules that bring the type along."""
        left, top, width, height = view_box(self.width, self.height)
        box = " ".join(number(one) for one in (left, top, width, height))
        paper = f'<rect class="paper" x="{number(left)}" y="{number(top)}" width="{number(width)}" height="{number(height)}"/>'
        under = ", ".join(part for part in (self.scenario.place, self.scenario.date) if part)
        frame = [
            *rulers(self.width, self.height),
            *head(self.scenario.title, under, self.width),
            *foot(self.width, self.height, self.scenario.north, self.rules.yards_per_inch, self._note()),
        ]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{number(width)}" height="{number(height)}"'
            f' role="img"><title>{escape(self.scenario.title)}</title><style>{fonts}{self.look.style(theme)}</style>'
            f"{self.definitions()}{paper}{self.table()}{group('frame', frame)}</svg>\n"
        )

    def plain(self, theme: str = "print") -> str:
        """The table alone with its rulers, for sheets that have their own titles."""
        margin = 36.0
        box = " ".join(
            number(one) for one in (-margin, -margin + 8, self.width + 2 * margin, self.height + 2 * margin - 4)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{number(self.width + 2 * margin)}"'
            f' height="{number(self.height + 2 * margin - 4)}"><style>{self.look.style(theme)}</style>{self.definitions()}{self.table()}'
            f"{group('frame', rulers(self.width, self.height))}</svg>\n"
        )

    def land(self, theme: str = "auto") -> str:
        """The ground with its names and nothing that moves or hides: what lies under the pieces in a browser. 20 units to the inch.

        Where north lies, in degrees, and what an inch stands for are told beside it: the page has a compass and a scale of its own.
        """
        clear = CounterDrawing(self.pen, self.width, self.height)
        box = f"0 0 {number(self.width)} {number(self.height)}"
        names = self._names(clear)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" data-north="{number(self.scenario.north / DEGREE)}"'
            f' data-yards="{self.rules.yards_per_inch}"><style>{self.look.style(theme)}</style>{self.definitions()}'
            f'<g class="table"><g clip-path="url(#table-edge)">{"".join(self._land())}</g>{group("names", names)}</g></svg>'
        )

    def card(self, theme: str = "auto") -> str:
        """The table alone from edge to edge, with its troops as they stand at the start: to choose a battle by.

        A counter is a few points large on a card, and nobody could read its plate.
        """
        box = f"0 0 {number(self.width)} {number(self.height)}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{number(self.width)}" height="{number(self.height)}">'
            f"<style>{self.look.style(theme)}</style>{self.definitions()}{self.table(plates=False)}</svg>"
        )

    def definitions(self) -> str:
        """What the drawings of the table refer to."""
        window = (
            f'<clipPath id="table-edge"><rect width="{number(self.width)}" height="{number(self.height)}"/></clipPath>'
        )
        return f"<defs>{self.ground.definitions()}{window}</defs>"

    def table(self, *, plates: bool = True) -> str:
        """Everything on the table, bottom up."""
        drawing = CounterDrawing(self.pen, self.width, self.height, plates)
        drawing.taken += [Dot(self._star_spot(one)).buffer(GOAL) for one in self.scenario.objectives if one.at]
        troops = list(self._counters(drawing))
        marked = [
            group("zones", (self._zone(zone, drawing) for zone in self.scenario.zones)),
            group("names", self._names(drawing)),
            group("goals", (self._objective(one) for one in self.scenario.objectives)),
            group(
                "marks", (self._mark(one) for one in self.scenario.marks if self._shown(one.side, hidden=one.hidden))
            ),
            group("units", troops),
            group("arrivals", (self._arrival(one) for one in self.scenario.arrivals if self._expected(one))),
        ]
        clipped = f'<g clip-path="url(#table-edge)">{"".join(self._land())}</g>'
        return f'<g class="table">{clipped}{"".join(marked)}</g>'

    def _land(self) -> list[str]:
        """The ground, bottom up."""
        terrain = self.scenario.terrain
        below, built, growth = ground_layers(self.ground)
        return [
            f'<rect class="ground" width="{number(self.width)}" height="{number(self.height)}"/>',
            below,
            group("roads", ways(terrain, self.rules, self.pen)),
            built,
            group("lines", lines(terrain, self.rules, self.pen)),
            growth,
        ]

    def _shown(self, side: str, *, hidden: bool) -> bool:
        return not hidden or self.seen_by in {side, EVERYBODY}

    def _expected(self, arrival: Arrival) -> bool:
        """Whether those who look know of troops to come."""
        return self._shown(self._side_of(arrival), hidden=True)

    def _side_of(self, arrival: Arrival) -> str:
        return next((unit.side for unit in self.scenario.units if unit.id in arrival.units), "")

    def _note(self) -> str:
        units = {side.label: 0 for side in self.scenario.sides}
        for unit in self.scenario.units:
            if self._shown(unit.side, hidden=unit.hidden or bool(unit.place.arrival)):
                units[unit.side] += 1
        return ", ".join(f"{side.name}: {_units(units[side.label])}" for side in self.scenario.sides)

    def _names(self, drawing: CounterDrawing) -> list[str]:
        """Names keep clear of counters, plates and roads; the ground is drawn after them, so that nothing grows where they stand."""
        roads = [LineString(self.pen.spots(road.points)).buffer(6) for road in self.scenario.terrain.roads]
        others = [*drawing.taken, *roads]
        letterer = Letterer(self.pen, self.width, self.height, list(others))
        names = list(letterer.names(self.scenario.lettering))
        self.ground.names = letterer.taken[len(others) :]
        return names

    def _counters(self, drawing: CounterDrawing) -> Iterator[str]:
        stands = self.scenario.footprints
        units = []
        for unit in self.scenario.units:
            if unit.id in stands and self._shown(unit.side, hidden=unit.hidden):
                kind = self.rules.unit_kinds[unit.type]
                units.append((unit, stands[unit.id], kind.arm, kind.grade, self.inks[unit.side]))
        leaders = [
            (leader, stands[leader.id], self.inks[leader.side])
            for leader in self.scenario.leaders
            if leader.id in stands
        ]
        return counters(drawing, units, leaders)

    def _zone(self, zone: Zone, drawing: CounterDrawing) -> str:
        ink = self.inks[zone.side]
        spots = self.pen.spots(zone.outline)
        placed = [unit for unit in self.scenario.units if unit.place.zone == zone.id and not unit.hidden]
        name = zone.name or self.scenario.side_by_label[zone.side].name
        words = f"{name}: {_units(len(placed))}" if placed else name
        at = self._corner(spots, len(words) * 8.5, drawing)
        return path(f"zone {ink}", polyline(spots, closed=True)) + text(f"zone-name {ink}", at, words.upper())

    @staticmethod
    def _corner(spots: list[Spot], wide: float, drawing: CounterDrawing) -> Spot:
        """The corner of a zone where its name covers least."""
        xs, ys = [spot[0] for spot in spots], [spot[1] for spot in spots]
        corners = [(x, y) for y in (min(ys) + 24, max(ys) - 10) for x in (min(xs) + 10, max(xs) - wide - 10)]
        frames = [box(x - 4, y - 22, x + wide + 4, y + 6) for x, y in corners]
        covered = [sum(frame.intersection(one).area for one in drawing.taken) for frame in frames]
        return corners[covered.index(min(covered))]

    def _objective(self, one: Objective) -> str:
        if one.at is None:
            return ""
        (x, middle), radius = self.pen.spot(one.at), in_units(one.within)
        y = self._star_spot(one)[1]
        reach = f'<circle class="reach" cx="{number(x)}" cy="{number(middle)}" r="{number(radius)}"/>'
        ground = f'<circle class="goal-ground" cx="{number(x)}" cy="{number(y)}" r="{GOAL}"/>'
        return f"<g><title>{escape(one.name)}</title>{reach}{ground}{path('goal', polyline(star((x, y), 9), closed=True))}</g>"

    def _star_spot(self, one: Objective) -> Spot:
        """On the rim of what counts, so that the place itself is seen; inside the table."""
        assert one.at is not None  # noqa: S101 - asked of objectives that have a place
        x, y = self.pen.spot(one.at)
        rim = y - in_units(one.within)
        return x, rim if rim > GOAL else y + in_units(one.within)

    def _mark(self, mark: Mark) -> str:
        x, y = self.pen.spot(mark.at)
        name = text("who", (x, y + 24), mark.name) if mark.name else ""
        kind = self.rules.mark_kinds[mark.kind]
        size = in_units(kind.size)
        if kind.symbol == "crossed":
            return path("crossed", _crossed(x, y, size)) + name
        return icon(kind.symbol, x, y, size, "mark") + name

    def _arrival(self, one: Arrival) -> str:
        x, y = self.pen.spot(one.at)
        ink = self.inks.get(self._side_of(one), "red")
        ahead_x, ahead_y = direction(one.facing)
        arrow = (
            f'<path class="arrow {ink}" d="M0-34 13-16H6V0H-6V-16H-13Z"'
            f' transform="translate({number(x)} {number(y)}) rotate({number(one.facing / DEGREE)})"/>'
        )
        words = f"TURN {one.turn}"
        # Past the tip of the arrow; the further the flatter it flies, since words lie flat.
        off = 46 + 18 * abs(ahead_x)
        at = (x + ahead_x * off, y - ahead_y * off + 7)
        return arrow + text(f"zone-name middle {ink}", at, words)


def _crossed(x: float, y: float, size: float) -> str:
    """A square with a cross in it."""
    left, top, right, bottom = (number(one) for one in (x - size / 2, y - size / 2, x + size / 2, y + size / 2))
    return f"M{left} {top}H{right}V{bottom}H{left}ZL{right} {bottom}M{left} {bottom}L{right} {top}"


def _units(count: int) -> str:
    return f"{count} unit{'' if count == 1 else 's'}"


def map_svg(scenario: Scenario, rules: ScenarioRules, theme: str = "auto", seen_by: str = "", fonts: str = "") -> str:
    """The map of a scenario as an SVG file."""
    return MapDrawing(scenario, rules, seen_by).sheet(theme, fonts)
