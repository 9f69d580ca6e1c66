"""The cheapest ways over a grid of cells, from neighbour to neighbour."""

from __future__ import annotations

import numpy as np

from sandtable.geometry.compiled.compiler import compiled, part
from sandtable.geometry.compiled.layout import Indices, Numbers

AROUND = 3  # cells to a side of the block around a cell
MIDDLE = 4  # of that block


@compiled
def costs_from(prices: Numbers, columns: int, start: int) -> Numbers:
    """What it costs to get to every cell; infinite where there is no way.

    ``prices`` has a row for each cell and a column for each of its eight neighbours, row by row.
    """
    cells = len(prices)
    rows = cells // columns
    costs = np.full(cells, np.inf)
    costs[start] = 0.0
    heap, places = np.empty(cells, dtype=np.int64), np.full(cells, -1)  # cells by cost, and where each of them is in it
    heap[0], places[start] = start, 0
    count = 1
    while count:
        cell = heap[0]
        count -= 1
        places[cell] = -1
        if count:
            heap[0] = heap[count]
            places[heap[0]] = 0
            _sink(heap, places, costs, count)
        row, column = cell // columns, cell % columns
        for number in range(AROUND * AROUND):
            up, right = number // AROUND - 1, number % AROUND - 1
            if number == MIDDLE or not (0 <= row + up < rows and 0 <= column + right < columns):
                continue
            reached = costs[cell] + prices[cell, number if number < MIDDLE else number - 1]
            other = (row + up) * columns + column + right
            if reached < costs[other]:
                costs[other] = reached
                if places[other] < 0:
                    heap[count], places[other] = other, count
                    count += 1
                _rise(heap, places, costs, places[other])
    return costs


@part
def _rise(heap: Indices, places: Indices, costs: Numbers, at: int) -> None:
    """Bring a cell that has become cheaper up to where it belongs."""
    cell = heap[at]
    while at > 0:
        above = (at - 1) // 2
        if costs[heap[above]] <= costs[cell]:
            break
        heap[at] = heap[above]
        places[heap[at]] = at
        at = above
    heap[at], places[cell] = cell, at


@part
def _sink(heap: Indices, places: Indices, costs: Numbers, count: int) -> None:
    """Bring the first cell down to where it belongs."""
    at, cell = 0, heap[0]
    while True:
        below = 2 * at + 1
        if below >= count:
            break
        if below + 1 < count and costs[heap[below + 1]] < costs[heap[below]]:
            below += 1
        if costs[heap[below]] >= costs[cell]:
            break
        heap[at] = heap[below]
        places[heap[at]] = at
        at = below
    heap[at], places[cell] = cell, at
