"""Ways over the grid: what it costs to get from cell to cell, round whatever is in the way."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from math import inf

import numpy as np

from sandtable.ai.grid import Grid, Numbers

Step = Callable[[int, int], float]  # what it costs to go from a cell to a neighbour; infinite: it cannot be done


class Ways:
    """The ways of one kind of mover over one table. Steps are looked at once and kept."""

    def __init__(self, grid: Grid, step: Step) -> None:
        self.grid = grid
        self._step = step
        self._steps: dict[int, tuple[tuple[int, float], ...]] = {}
        self._fields: dict[int, Numbers] = {}

    def field(self, goal: int) -> Numbers:
        """What it costs to get to a cell from every other."""
        found = self._fields.get(goal)
        if found is None:
            found = np.full(len(self.grid.places), inf)
            for cell, (cost, _) in self.spread(goal).items():
                found[cell] = cost
            self._fields[goal] = found
        return found

    def spread(self, start: int, most: float = inf) -> dict[int, tuple[float, int]]:
        """Every cell that can be got to for so much: its cost, and the cell before it."""
        found = {start: (0.0, -1)}
        queue = [(0.0, start)]
        while queue:
            cost, cell = heappop(queue)
            if cost > found[cell][0]:
                continue
            for neighbour, price in self._neighbours(cell):
                reached = cost + price
                if reached <= most and reached < found.get(neighbour, (inf, 0))[0]:
                    found[neighbour] = (reached, cell)
                    heappush(queue, (reached, neighbour))
        return found

    def _neighbours(self, cell: int) -> tuple[tuple[int, float], ...]:
        steps = self._steps.get(cell)
        if steps is None:
            row, column = divmod(cell, self.grid.columns)
            near = [
                (row + dr) * self.grid.columns + column + dc
                for dr in (-1, 0, 1)
                for dc in (-1, 0, 1)
                if (dr or dc) and 0 <= row + dr < self.grid.rows and 0 <= column + dc < self.grid.columns
            ]
            priced = ((other, self._step(cell, other)) for other in near)
            steps = self._steps[cell] = tuple((other, price) for other, price in priced if price < inf)
        return steps


def way_to(spread: dict[int, tuple[float, int]], cell: int) -> list[int]:
    """The cells on the way to a cell, the first step first."""
    way: list[int] = []
    while cell >= 0:
        way.append(cell)
        cell = spread[cell][1]
    return way[-2::-1]
