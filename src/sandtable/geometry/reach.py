"""Where a unit could get to: a field of costs over a grid, for shading and for choosing. What is legal is ``walk``'s to say."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf

import numpy as np

from sandtable.geometry import trail as trails
from sandtable.geometry.around import Around
from sandtable.geometry.compiled.costs import path_cost
from sandtable.geometry.compiled.layout import Numbers
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going, laid_out
from sandtable.geometry.measure import Length, Point, Pose
from sandtable.geometry.place import hindrances


@dataclass(frozen=True)
class Reach:
    """What it costs to bring the middle of the front to each place of a grid; infinite: out of reach."""

    start: Pose
    left: Length
    bottom: Length
    step: Length
    costs: Numbers  # rows (y) x columns (x)
    parents: np.ndarray
    budget: Length

    def cost_at(self, point: Point) -> Length | None:
        """The cost at the nearest place of the grid; None: out of reach."""
        row, column = self._cell(point)
        if not (0 <= row < self.costs.shape[0] and 0 <= column < self.costs.shape[1]):
            return None
        cost = self.costs[row, column]
        return None if cost == inf else whole(cost)

    def path_to(self, point: Point) -> tuple[Pose, ...]:
        """The way to the place of the grid nearest to a point, each leg facing where it goes; empty: out of reach."""
        if self.cost_at(point) is None:
            return ()
        row, column = self._cell(point)
        columns = self.costs.shape[1]
        cells = [row * columns + column]
        while (parent := int(self.parents[cells[-1]])) >= 0:
            cells.append(parent)
        places = [self.place(*divmod(cell, columns)) for cell in reversed(cells)]
        here = self.start.point
        poses = []
        for place in places:
            if place != here:
                poses.append(Pose(place.x, place.y, trails.bearing(place.x - here.x, place.y - here.y)))
            here = place
        return tuple(poses)

    def place(self, row: int, column: int) -> Point:
        return Point(self.left + column * self.step, self.bottom + row * self.step)

    def _cell(self, point: Point) -> tuple[int, int]:
        return round((point[1] - self.bottom) / self.step), round((point[0] - self.left) / self.step)

    def outline(self) -> tuple[tuple[Point, ...], ...]:
        """The squares of the grid within reach, row by row, as rectangles to shade."""
        shapes = []
        half = self.step // 2
        for row in range(self.costs.shape[0]):
            inside = np.flatnonzero(np.isfinite(self.costs[row]))
            for run in np.split(inside, np.flatnonzero(np.diff(inside) > 1) + 1):
                if len(run):
                    low, high = self.place(row, int(run[0])), self.place(row, int(run[-1]))
                    left, bottom, right, top = low.x - half, low.y - half, high.x + half, high.y + half
                    shapes.append((Point(left, bottom), Point(left, top), Point(right, top), Point(right, bottom)))
        return tuple(shapes)


def reach(body: Footprint, going: Going, around: Around, budget: Length, step: Length = 500) -> Reach:
    """The field of costs around a unit."""
    start = body.anchor
    span = int(budget / float(going.cheapest) // step) + 1
    rows = columns = 2 * span + 1
    left, bottom = start.x - span * step, start.y - span * step
    costs = np.full((rows, columns), inf)
    parents = np.full(rows * columns, -1)
    ground = laid_out(around.terrain, going)
    half = max(1, body.width * min(body.front, 8) // 2)
    disc = Footprint((Pose(start.x, start.y),), 1, 0, 0, half)
    costs[span, span] = 0.0
    heap = [(0.0, span, span)]
    free: dict[tuple[int, int], bool] = {(span, span): True}
    while heap:
        cost, row, column = heappop(heap)
        if cost > costs[row, column]:
            continue
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                r, c = row + dr, column + dc
                if (dr or dc) and 0 <= r < rows and 0 <= c < columns:
                    if (r, c) not in free:
                        moved = disc.moved((c - span) * step, (r - span) * step)
                        free[r, c] = not hindrances(moved, going, Around(around.terrain, around.enemies), around.zone)
                    if not free[r, c]:
                        continue
                    new = cost + path_cost(
                        float(left + column * step), float(bottom + row * step), float(dc * step), float(dr * step), 1.0,
                        ground.fields,
                    )  # fmt: skip
                    if new <= budget and new < costs[r, c] - 1e-6:
                        costs[r, c] = new
                        parents[r * columns + c] = row * columns + column
                        heappush(heap, (new, r, c))
    return Reach(start, left, bottom, step, costs, parents, budget)
