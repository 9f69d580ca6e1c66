"""A battle as pictures: its map with the table as it stood after each order, one sheet for each or one sheet that moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from textwrap import wrap

from sandtable.battle.maps.counters import BIG_ICON, PLATE_HEIGHT, SMALL_ICON, CounterDrawing, icon, icons
from sandtable.battle.maps.frame import foot, head, in_units, rulers, view_box
from sandtable.battle.maps.map import EVERYBODY, MapDrawing
from sandtable.battle.maps.pen import Spot, group, number, pair, path, polyline, text
from sandtable.battle.maps.strokes import star
from sandtable.battle.scenario.rules import ScenarioRules
from sandtable.battle.scenario.scenario import Scenario
from sandtable.battle.scene import Figure, Mark, Piece, Scene
from sandtable.geometry.measure import DEGREE, direction

CAPTION = 92.0  # the strip under the map
LINE = 22.0
LETTER = 7.6  # of a caption, on average
MOST_LINES = 3
BEHIND = 6.0  # between a unit and its plate
USUAL_SECONDS = 1.0  # for an order
LAST_SECONDS = 4.0  # for the end


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after an order, and what is told of it."""

    number: int
    scene: Scene
    words: str = ""


class ReplayDrawing(MapDrawing):
    """Draws the frames of one battle; the ground under them is drawn once."""

    def __init__(self, scenario: Scenario, rules: ScenarioRules) -> None:
        super().__init__(scenario, rules, EVERYBODY)
        clear = CounterDrawing(self.pen, self.width, self.height)
        land = f'<g clip-path="url(#table-edge)">{"".join(self._land())}</g>'
        goals = group("goals", (self._objective(one) for one in scenario.objectives))
        self.ground_drawn = land + group("names", self._names(clear)) + goals

    def still(self, frames: Sequence[Frame], place: int, theme: str = "auto", fonts: str = "") -> str:
        """One frame as a sheet of its own."""
        before = frames[place - 1].scene if place else None
        frame = frames[place]
        return self._whole("".join(self._pieces(frame.scene, before)), self._caption(frame), theme, fonts)

    def moving(self, frames: Sequence[Frame], seconds: float, theme: str = "auto", fonts: str = "") -> str:
        """All frames on one sheet, each shown in its turn, from the first again after the last."""
        clock = _Clock(len(frames), seconds)
        looks: dict[str, list[str]] = {}
        for place, frame in enumerate(frames):
            before = frames[place - 1].scene if place else None
            for name, drawn in self._layers(frame.scene, before):
                looks.setdefault(name, [""] * len(frames))[place] = drawn
        pieces = "".join(clock.shown(drawn) for drawn in looks.values())
        captions = clock.shown([self._caption(frame) for frame in frames])
        return self._whole(pieces, captions, theme, fonts)

    def _whole(self, pieces: str, caption: str, theme: str, fonts: str) -> str:
        left, top, width, height = view_box(self.width, self.height)
        height += CAPTION
        box = " ".join(number(one) for one in (left, top, width, height))
        under = ", ".join(part for part in (self.scenario.place, self.scenario.date) if part)
        frame = [
            *rulers(self.width, self.height),
            *head(self.scenario.title, under, self.width),
            *foot(self.width, self.height, self.scenario.north, self.rules.yards_per_inch, ""),
        ]
        paper = f'<rect class="paper" x="{number(left)}" y="{number(top)}" width="{number(width)}" height="{number(height)}"/>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{number(width)}" height="{number(height)}"'
            f' role="img"><title>{escape(self.scenario.title)}</title><style>{fonts}{self.look.style(theme)}</style>'
            f'{self.definitions()}{paper}<g class="table">{self.ground_drawn}{pieces}</g>{group("frame", frame)}{caption}</svg>\n'
        )

    # ---- What moves -----------------------------------------------------------------------------------------------------

    def _pieces(self, scene: Scene, before: Scene | None) -> Iterator[str]:
        return (drawn for _, drawn in self._layers(scene, before))

    def _layers(self, scene: Scene, before: Scene | None) -> Iterator[tuple[str, str]]:
        """Every thing on the table by a name of its own, bottom up."""
        for name, mark in scene.marks.items():
            yield f"mark {name}", self._mark_now(mark)
        for name, piece in scene.pieces.items():
            yield f"piece {name}", self._piece(piece)
        for name, figure in scene.figures.items():
            yield f"figure {name}", self._figure(figure)
        if before is not None:
            yield from self._trails(scene, before)

    def _trails(self, scene: Scene, before: Scene) -> Iterator[tuple[str, str]]:
        """From where a piece or a figure was to where it is."""
        moved = [
            (name, before.pieces[name].anchor, piece.anchor)
            for name, piece in scene.pieces.items()
            if name in before.pieces
        ]
        moved += [
            (name, before.figures[name].place, figure.place)
            for name, figure in scene.figures.items()
            if name in before.figures
        ]
        for name, start, end in moved:
            if start != end:
                yield f"trail {name}", path("reach", polyline(self.pen.spots((start, end))))

    def _piece(self, piece: Piece) -> str:
        quads = [self.pen.spots(quad) for quad in piece.corners]
        spots = [spot for quad in quads for spot in quad]
        middle = _middle(spots)
        deep = piece.front > 1 and len(quads) > piece.front
        body = "".join(path("base", polyline(quad, closed=True)) for quad in quads)
        fronts = path("front", "".join(polyline(quad[:2]) for quad in quads[: piece.front]))
        front = fronts + self._chevron_at(piece) if piece.front else ""  # single figures have none
        name = piece.icon if piece.icon in icons() else "transport"
        drawn = body + front + icon(name, *middle, BIG_ICON if deep else SMALL_ICON)
        drawn += self._slashes(piece.slashes, middle) + self._plate_of(piece, spots, middle)
        hidden = " hidden" if piece.secret else ""
        return f'<g class="unit {self.inks[piece.side]}{hidden}"><title>{escape(piece.name)}</title>{drawn}</g>'

    def _chevron_at(self, piece: Piece) -> str:
        turn = number(piece.facing / DEGREE)
        spot = pair(self.pen.spot(piece.anchor))
        return f'<path class="chevron" d="M-5-1.500h10l-5-6z" transform="translate({spot}) rotate({turn})"/>'

    @staticmethod
    def _slashes(count: int, middle: Spot) -> str:
        """One for Disordered, two for Demoralized."""
        x, y = middle
        marks = "".join(f"M{number(x - 14 + 9 * one)} {number(y + 12)}l16-24" for one in range(count))
        stroke = ' stroke-width="3.2"'
        return f'<g class="symbol">{path("ink", marks, stroke)}</g>' if marks else ""

    def _plate_of(self, piece: Piece, spots: list[Spot], middle: Spot) -> str:
        """Grade and bases, behind the unit."""
        plate = piece.plate
        if not plate.start:
            return ""
        ahead_x, ahead_y = direction(piece.facing)
        wide = (10 if plate.grade else 0) + 9 * len(str(plate.now)) + 14
        back = max(-(x - middle[0]) * ahead_x + (y - middle[1]) * ahead_y for x, y in spots)
        reach = back + BEHIND + abs(ahead_x) * wide / 2 + abs(ahead_y) * PLATE_HEIGHT / 2
        corner = (middle[0] - ahead_x * reach - wide / 2, middle[1] + ahead_y * reach - PLATE_HEIGHT / 2)
        letter = text("plate-text grade", (4, 13.7), plate.grade) if plate.grade else ""
        x = 14 if plate.grade else 4
        figures = text("plate-text", (x, 13.7), str(plate.now))
        figures += text("plate-text of", (x + 7.5 * len(str(plate.now)), 13.7), f"/{plate.start}")
        frame = f'<rect class="plate" width="{wide}" height="{number(PLATE_HEIGHT)}"/>'
        return f'<g class="plates" transform="translate({pair(corner)})">{frame}{letter}{figures}</g>'

    def _figure(self, figure: Figure) -> str:
        x, y = self.pen.spot(figure.place)
        radius = in_units(figure.radius)
        at = f'cx="{number(x)}" cy="{number(y)}"'
        ring = f'<circle class="ring" {at} r="{number(radius + 3)}"/>' if figure.chief else ""
        name = text("who", (x, y + radius + 16), figure.name)
        disc = f'<circle class="base" {at} r="{number(radius)}"/>'
        return f'<g class="leader {self.inks[figure.side]}">{disc}{ring}{icon("leader", x, y - 0.6, 21)}{name}</g>'

    def _mark_now(self, mark: Mark) -> str:
        """Mines and gaps in the wire; objectives lie on the map already."""
        spots = self.pen.spots(mark.points)
        if mark.kind == "objective" or not spots:
            return ""
        if mark.kind == "gap":
            return path("road", polyline(spots))
        if len(spots) == 1:
            return path("goal", polyline(star(spots[0], 8), closed=True))
        return path("crossed", polyline(spots, closed=True) + polyline(spots[::2]) + polyline(spots[1::2]))

    # ---- What is told ---------------------------------------------------------------------------------------------------

    def _caption(self, frame: Frame) -> str:
        """Whose turn it is, what happened, and what is left of the armies."""
        scene = frame.scene
        top = self.height + view_box(0, 0)[3] + view_box(0, 0)[1] + 14
        title = f"Turn {scene.clock.turn}: {scene.clock.title}" if scene.clock.turn else scene.clock.title
        left = ", ".join(f"{meter.name} {meter.now} / {meter.start}" for meter in scene.meters)
        words = wrap(scene.result or frame.words, max(20, int(self.width / LETTER)))[:MOST_LINES]
        drawn = [
            text("wood-type", (0, top), title.upper(), size=24),
            f'<text class="small" x="{number(self.width)}" y="{number(top)}" text-anchor="end">{escape(left)}</text>',
            *(text("under", (0, top + LINE * (place + 1)), line) for place, line in enumerate(words)),
        ]
        return group("caption", drawn)


class _Clock:
    """When which of several drawings is shown, over and over."""

    def __init__(self, frames: int, seconds: float) -> None:
        self.starts = [place * seconds for place in range(frames)]
        self.whole = frames * seconds - seconds + max(seconds, LAST_SECONDS)

    def shown(self, drawn: Sequence[str]) -> str:
        """Drawings of one thing, frame by frame; one that stays the same is drawn once."""
        parts = []
        place = 0
        for look, run in groupby(drawn):
            length = len(list(run))
            if look:
                parts.append(self._between(look, place, place + length))
            place += length
        return "".join(parts)

    def _between(self, look: str, start: int, end: int) -> str:
        if start == 0 and end == len(self.starts):
            return look
        times, values = [0.0], ["visible" if start == 0 else "hidden"]
        if start:
            times.append(self.starts[start] / self.whole)
            values.append("visible")
        if end < len(self.starts):
            times.append(self.starts[end] / self.whole)
            values.append("hidden")
        keys = ";".join(f"{time:.5f}".rstrip("0").rstrip(".") for time in times)
        return (
            f'<g visibility="{values[0]}">{look}<animate attributeName="visibility" values="{";".join(values)}" keyTimes="{keys}"'
            f' calcMode="discrete" dur="{self.whole:g}s" repeatCount="indefinite"/></g>'
        )


def _middle(spots: Sequence[Spot]) -> Spot:
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
