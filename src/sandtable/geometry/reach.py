"""Where a unit could get to: a field of costs over a grid, for shading and for choosing.

The field follows the middle of the front, with room for half the width of the front to either side, every leg facing where it goes.
What is legal is ``walk``'s to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf

import numpy as np

from sandtable.geometry.around import Around
from sandtable.geometry.compiled.layout import Facts, Indices, Numbers
from sandtable.geometry.compiled.reaching import HEADINGS, reach_from
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.compiled.spreading import START, Grid, lay_prices, widen
from sandtable.geometry.facts import fact, once
from sandtable.geometry.footprint import Footprint, figure
from sandtable.geometry.going import Going, Ground, laid_out
from sandtable.geometry.journey import leg_costs
from sandtable.geometry.measure import CIRCLE, Facing, Length, Point, Pose, bearing
from sandtable.geometry.terrain import Terrain
from sandtable.geometry.turn import NEAR
from sandtable.geometry.walk import forward


@dataclass(frozen=True)
class Reach:
    """What it costs to bring the middle of the front to each place of a grid; infinite: out of reach."""

    start: Pose
    step: Length
    budget: Length
    costs: Numbers  # rows (y) x columns (x), from the corner of the table
    parents: Indices  # the place from which the last straight piece of the way begins
    turns: Facts  # to which facings, all around, it may turn at its start without sliding

    def cost_at(self, point: Point) -> Length | None:
        """The cost at the place of the grid nearest to a point; None: out of reach."""
        row, column = self.cell(point)
        if not (0 <= row < self.costs.shape[0] and 0 <= column < self.costs.shape[1]):
            return None
        cost = self.costs.item(row, column)
        return None if cost == inf else whole(cost)

    def path_to(self, point: Point) -> tuple[Pose, ...]:
        """The way to the place of the grid nearest to a point, each leg facing where it goes; empty: out of reach.

        Where a turn would make it slide, the first leg keeps the facing it starts with, if that is forward enough.
        """
        if self.cost_at(point) is None:
            return ()
        columns = self.costs.shape[1]
        row, column = self.cell(point)
        cells = [row * columns + column]
        while (parent := self.parents.item(*divmod(cells[-1], columns))) != START:
            cells.append(parent)
        here = self.start
        way: list[Pose] = []
        for cell in reversed(cells):
            place = self.place(*divmod(cell, columns))
            dx, dy = place.x - here.x, place.y - here.y
            if dx or dy:
                facing = bearing(dx, dy)
                if not way and not self.turns[_heading(facing)] and forward(here, dx, dy):
                    facing = here.facing
                here = Pose(place.x, place.y, facing)
                way.append(here)
        return tuple(way)

    @once
    def places(self) -> tuple[Point, ...]:
        """Every place of the grid within reach."""
        return tuple(self.place(int(row), int(column)) for row, column in np.argwhere(np.isfinite(self.costs)))

    def place(self, row: int, column: int) -> Point:
        return Point(column * self.step, row * self.step)

    def cell(self, point: Point) -> tuple[int, int]:
        """Row and column of the place of the grid nearest to a point."""
        return (2 * point[1] + self.step) // (2 * self.step), (2 * point[0] + self.step) // (2 * self.step)


def reach(
    body: Footprint, going: Going, around: Around, budget: Length, step: Length = 500, near: Length = NEAR
) -> Reach:
    """The field of costs around a unit. Places from which it would stand on a friend are left out. ``near`` is that of a turn."""
    ground = laid_out(around.terrain, going)
    half = max(_half_width(body), step)
    wide = max(0, half - body.width // 2)  # as far as the middle of the outermost base
    deep = whole(body.extent - body.radius)  # to its farthest corner
    grid = _grid(ground, around.terrain, step, half, wide, deep)
    terms, scene = around.terms(going, near, strict=False), around.scene(going)
    extent = body.extent - body.radius
    costs, parents, turns = reach_from(
        body.standing, body.build, extent, grid, float(budget), going.least, terms, scene
    )
    return Reach(body.anchor, step, budget, costs, parents, turns)


def _heading(facing: Facing) -> int:
    return round(facing * HEADINGS / CIRCLE) % HEADINGS


def _half_width(body: Footprint) -> Length:
    """Half the front, measured across the facing."""
    if body.radius:
        return body.radius
    x, y, _ = body.anchor
    fronts = body.quads[: body.front, :2].tolist()
    return whole(max([hypot(px - x, py - y) for front in fronts for px, py in front]))


@fact
def _grid(ground: Ground, terrain: Terrain, step: Length, half: Length, wide: Length, deep: Length) -> Grid:
    bare, lined = _bare_prices(ground, terrain.height // step + 1, terrain.width // step + 1, step)
    prices = widen(bare, float(step), float(half), float(wide), ground.fields)
    return Grid(float(step), float(half), prices, lined, _portals(ground, prices, step, deep))


@fact
def _bare_prices(ground: Ground, rows: int, columns: int, step: Length) -> tuple[Numbers, Facts]:
    """What a step from each cell costs, and which cells lie by a line."""
    return lay_prices(rows, columns, float(step), ground.fields)


def _portals(ground: Ground, prices: Numbers, step: Length, deep: Length) -> Numbers:
    """For each gate and bridge the cells before and behind it where a body so deep is clear of what it leads through, both ways."""
    rows: list[tuple[float, float, float]] = []
    for ax, ay, bx, by in ground.fields.passages.tolist():
        size = hypot(bx - ax, by - ay)
        nx, ny = (ay - by) / size, (bx - ax) / size
        ends = [_clear_cell(prices, (ax + bx) / 2, (ay + by) / 2, side * nx, side * ny, step, deep) for side in (1, -1)]
        if ends[0] is None or ends[1] is None:
            continue
        (row, column), (other_row, other_column) = ends[0], ends[1]
        start = Point(column * step, row * step)
        vx, vy = (other_column - column) * step, (other_row - row) * step
        cost = float(leg_costs(figure(start, 0).quads, start, vx, vy, 1.0, ground)[0])
        here, there = row * prices.shape[1] + column, other_row * prices.shape[1] + other_column
        rows += [(here, there, cost), (there, here, cost)]
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


def _clear_cell(
    prices: Numbers, x: float, y: float, nx: float, ny: float, step: Length, deep: Length
) -> tuple[int, int] | None:
    for number in range(deep // step + 1, max(prices.shape)):
        row, column = round((y + number * step * ny) / step), round((x + number * step * nx) / step)
        if not (0 <= row < prices.shape[0] and 0 <= column < prices.shape[1]):
            return None
        if prices[row, column] < inf:
            return row, column
    return None
