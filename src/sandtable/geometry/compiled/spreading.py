"""How far a move spreads over a grid: cheapest ways in every direction, straight wherever the ground lets them be straight.

A cell of the grid stands for the place at its row and column times the step. A way is a chain of straight pieces from the start;
each cell keeps where the last piece begins. What an inch costs is looked up cell by cell.
"""

from __future__ import annotations

from math import atan2, ceil, floor, pi, sqrt
from typing import NamedTuple

import numpy as np

from sandtable.geometry.compiled.compiler import compiled, inlined, maker, part
from sandtable.geometry.compiled.costs import cost_at, crosses, inside
from sandtable.geometry.compiled.layout import Facts, Fields, Indices, Leg, Numbers, Scene, Units
from sandtable.geometry.compiled.sliding import point_gap

NOWHERE = np.inf
AROUND = 9  # the neighbours and, for the start, the cell itself
GAIN = 1e-6  # thousandths that make a way cheaper than another
BEYOND = 2.0  # cells outside of what the budget allows that may be looked at
PUSHES = 16  # times that a cell may become cheaper: from each neighbour, in two ways
START = -1  # what stands for the start among the cells


class Grid(NamedTuple):
    """A terrain under a grid, for bodies of one half width."""

    step: float
    half: float  # that width: half the front
    prices: Numbers  # what an inch costs on each cell (infinite: such a body cannot be there)
    lined: Facts  # the cells with lines
    portals: Numbers  # gates and bridges: cell, cell, cost between them


class Errand(NamedTuple):
    """Where a way begins, and what it may cost."""

    x: float
    y: float
    budget: float
    cheapest: float  # the least that an inch can cost
    headings: Facts  # in which directions, all around, a first piece may go


class Reached(NamedTuple):
    """What is known of the cells so far."""

    costs: Numbers
    parents: Indices  # the cell from which the last straight piece of the way begins
    done: Facts  # cheaper it cannot be got to
    shut: Facts  # too near to an enemy


class Queue(NamedTuple):
    """Cells still to go on from, the cheapest first."""

    costs: Numbers
    cells: Indices
    filled: Indices  # a single number: how many there are


@part
def shade(mask: Facts, step: float, shape: Numbers, radius: float, window: Numbers) -> None:
    """Mark the cells nearer to a shape than a radius, of those in a window: left, bottom, right, top."""
    rows, columns = mask.shape
    left, bottom, right, top = 1e30, 1e30, -1e30, -1e30
    for corner in range(len(shape)):
        left, right = min(left, shape[corner, 0]), max(right, shape[corner, 0])
        bottom, top = min(bottom, shape[corner, 1]), max(top, shape[corner, 1])
    left, bottom = max(left - radius, window[0]), max(bottom - radius, window[1])
    right, top = min(right + radius, window[2]), min(top + radius, window[3])
    for row in range(max(0, ceil(bottom / step)), min(rows, floor(top / step) + 1)):
        for column in range(max(0, ceil(left / step)), min(columns, floor(right / step) + 1)):
            if not mask[row, column]:
                x, y = column * step, row * step
                near = inside(x, y, shape)
                for corner in range(len(shape)):
                    following = corner + 1 if corner + 1 < len(shape) else 0
                    near = near or (
                        point_gap(x, y, shape[corner, 0], shape[corner, 1], shape[following, 0], shape[following, 1])
                        < radius * radius
                    )
                mask[row, column] = near


@part
def shade_units(mask: Facts, step: float, units: Units, radii: Numbers, window: Numbers) -> None:
    """Mark the cells of a window that are nearer to any of many units than the radius that goes with it."""
    for unit in range(len(units.radii)):
        for base in range(units.starts[unit], units.starts[unit + 1]):
            shade(mask, step, units.shapes[base], radii[unit] + units.radii[unit], window)


@compiled
def lay_prices(rows: int, columns: int, step: float, ground: Fields) -> tuple[Numbers, Facts]:
    """What an inch costs on each cell, and the cells with lines."""
    everywhere = np.array([-np.inf, -np.inf, np.inf, np.inf])
    lined = np.zeros((rows, columns), dtype=np.bool_)
    segment = np.empty((2, 2))
    for number in range(len(ground.lines) + len(ground.passages)):
        lines, here = (
            (ground.lines, number) if number < len(ground.lines) else (ground.passages, number - len(ground.lines))
        )
        segment[0, 0], segment[0, 1] = lines[here, 0], lines[here, 1]
        segment[1, 0], segment[1, 1] = lines[here, 2], lines[here, 3]
        shade(lined, step, segment, step, everywhere)
    prices = np.empty((rows, columns))
    for row in range(rows):
        for column in range(columns):
            prices[row, column] = cost_at(column * step, row * step, ground)
    return prices, lined


@compiled
def widen(bare: Numbers, step: float, half: float, wide: float, ground: Fields) -> Numbers:
    """What an inch costs on each cell to a body of a half width (infinite: it cannot be there).

    ``bare``: what it costs to somebody without any. ``wide``: how far to either side the ground counts for the body.
    """
    rows, columns = bare.shape
    everywhere = np.array([-np.inf, -np.inf, np.inf, np.inf])
    blocked = np.zeros((rows, columns), dtype=np.bool_)
    for piece in range(len(ground.pieces)):
        shade(blocked, step, ground.pieces[piece], half, everywhere)
    prices = bare.copy()
    reach = floor(wide / step)
    for row in range(rows):
        for column in range(columns):
            x, y = column * step, row * step
            # A wide body walks on all of that ground; a road is for those who are on it.
            if bare[row, column] >= 1.0:
                for other in range(max(0, row - reach), min(rows, row + reach + 1)):
                    for beside in range(max(0, column - reach), min(columns, column + reach + 1)):
                        prices[row, column] = max(prices[row, column], bare[other, beside])
            if blocked[row, column] or min(x, y, ground.width - x, ground.height - y) < half:
                prices[row, column] = NOWHERE
    return prices


@inlined
def straight(leg: Leg, ignore: float, grid: Grid, shut: Facts, ground: Fields) -> float:
    """What a straight piece costs, cell by cell; infinite: it is barred. What bars it within ``ignore`` of its start does not count."""
    ax, ay, vx, vy = leg
    step, prices = grid.step, grid.prices
    size = sqrt(vx * vx + vy * vy)
    parts = max(1, ceil(2.0 * size / step))
    total = 0.0
    lines = False
    for number in range(parts):
        t = (number + 0.5) / parts
        row, column = int((ay + t * vy) / step + 0.5), int((ax + t * vx) / step + 0.5)
        if row < 0 or column < 0 or row >= prices.shape[0] or column >= prices.shape[1]:
            return NOWHERE
        price = prices[row, column]
        if shut[row, column] or price == NOWHERE:
            if t * size >= ignore:
                return NOWHERE
            price = 1.0
        total += price
        lines = lines or grid.lined[row, column]
    cost = total / parts * size
    if lines:
        for number in range(len(ground.lines)):
            if crosses(leg, ground.lines, number):
                cost += ground.extras[number]
        for number in range(len(ground.passages)):
            if crosses(leg, ground.passages, number):
                cost += ground.tolls[number]
    return cost


@part
def _push(queue: Queue, cost: float, cell: int) -> None:
    heap, cells = queue.costs, queue.cells
    here = queue.filled[0]
    queue.filled[0] = here + 1
    while here > 0 and heap[(here - 1) // 2] > cost:
        heap[here], cells[here] = heap[(here - 1) // 2], cells[(here - 1) // 2]
        here = (here - 1) // 2
    heap[here], cells[here] = cost, cell


@part
def _pop(queue: Queue) -> int:
    """Take away the first, and tell which cell it was."""
    heap, cells = queue.costs, queue.cells
    first = cells[0]
    count = queue.filled[0] - 1
    queue.filled[0] = count
    cost, cell = heap[count], cells[count]
    here = 0
    while 2 * here + 1 < count:
        child = 2 * here + 1
        if child + 1 < count and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= cost:
            break
        heap[here], cells[here] = heap[child], cells[child]
        here = child
    heap[here], cells[here] = cost, cell
    return int(first)


@inlined
def _cheapest_left(queue: Queue, done: Facts) -> int:
    """The cheapest cell that was not gone on from yet; START: there is none."""
    columns = done.shape[1]
    while queue.filled[0] > 0:
        cell = _pop(queue)
        if not done[cell // columns, cell % columns]:
            return cell
    return START


@inlined
def _may_head(errand: Errand, dx: float, dy: float) -> bool:
    """Whether a first piece may go in a direction."""
    sides = len(errand.headings)
    return bool(errand.headings[round(atan2(dx, dy) / (2.0 * pi) * sides) % sides])


@inlined
def _try_piece(
    errand: Errand, reached: Reached, queue: Queue, grid: Grid, ground: Fields, root: int, row: int, column: int
) -> None:
    """Put down a straight piece from a root to a cell, if the cell is cheaper to get to so."""
    columns = grid.prices.shape[1]
    ax, ay, before = errand.x, errand.y, 0.0
    if root != START:
        ax, ay = (root % columns) * grid.step, (root // columns) * grid.step
        before = reached.costs[root // columns, root % columns]
    dx, dy = column * grid.step - ax, row * grid.step - ay
    least = before + sqrt(dx**2 + dy**2) * errand.cheapest
    if least >= reached.costs[row, column] - GAIN or least > errand.budget:
        return
    if root == START and not _may_head(errand, dx, dy):
        return
    ignore = grid.half if root == START else 0.0
    cost = before + straight(Leg(ax, ay, dx, dy), ignore, grid, reached.shut, ground)
    if cost < reached.costs[row, column] - GAIN and cost <= errand.budget and queue.filled[0] < len(queue.costs):
        reached.costs[row, column], reached.parents[row, column] = cost, root
        _push(queue, cost, row * columns + column)


@inlined
def _go_on_from(cell: int, errand: Errand, reached: Reached, queue: Queue, grid: Grid, ground: Fields) -> None:
    """Try the neighbours of a cell, or of the start: as the straight continuation of the last piece, then as a piece of its own."""
    rows, columns = grid.prices.shape
    origin = cell
    row, column = int(errand.y / grid.step + 0.5), int(errand.x / grid.step + 0.5)
    if cell != START:
        row, column = cell // columns, cell % columns
        origin = reached.parents[row, column]
    for number in range(AROUND):
        other, beside = row + number // 3 - 1, column + number % 3 - 1
        if other < 0 or beside < 0 or other >= rows or beside >= columns or reached.done[other, beside]:
            continue
        if grid.prices[other, beside] == NOWHERE or reached.shut[other, beside]:
            continue
        for own in range(2 if origin != cell else 1):
            _try_piece(errand, reached, queue, grid, ground, cell if own else origin, other, beside)


@inlined
def _go_through_portals(cell: int, errand: Errand, reached: Reached, queue: Queue, grid: Grid) -> None:
    """Put down the other sides of the gates and bridges before which a cell is."""
    columns = grid.prices.shape[1]
    for number in range(len(grid.portals)):
        if int(grid.portals[number, 0]) == cell:
            row, column = int(grid.portals[number, 1]) // columns, int(grid.portals[number, 1]) % columns
            cost = reached.costs[cell // columns, cell % columns] + grid.portals[number, 2]
            if cost < reached.costs[row, column] and cost <= errand.budget and queue.filled[0] < len(queue.costs):
                reached.costs[row, column], reached.parents[row, column] = cost, cell
                _push(queue, cost, row * columns + column)


@maker
def spread(errand: Errand, grid: Grid, keeps: Numbers, scene: Scene) -> tuple[Numbers, Indices]:
    """The cost of every cell from a start, and the cell from which the last straight piece of its way begins.

    ``keeps``: how far to keep from each enemy; whoever would stand on a friend cannot end there.
    """
    rows, columns = grid.prices.shape
    # Nothing farther off can be reached, nor is it looked at.
    far = max(0.0, errand.budget) / errand.cheapest + BEYOND * grid.step
    window = np.array([errand.x - far, errand.y - far, errand.x + far, errand.y + far])
    reached = Reached(
        np.full((rows, columns), NOWHERE),
        np.full((rows, columns), START, dtype=np.int64),
        np.zeros((rows, columns), dtype=np.bool_),
        np.zeros((rows, columns), dtype=np.bool_),
    )
    shade_units(reached.shut, grid.step, scene.enemies, keeps, window)
    side = floor(2.0 * far / grid.step) + 1
    room = min(rows, side) * min(columns, side) * PUSHES
    queue = Queue(np.empty(room), np.empty(room, dtype=np.int64), np.zeros(1, dtype=np.int64))
    cell = _cheapest_left(queue, reached.done)  # none yet: the start itself, though not written out (see ``hindering``)
    while True:
        _go_on_from(cell, errand, reached, queue, grid, scene.ground)
        if cell != START:
            _go_through_portals(cell, errand, reached, queue, grid)
        cell = _cheapest_left(queue, reached.done)
        if cell == START:
            break
        reached.done[cell // columns, cell % columns] = True
    taken = np.zeros((rows, columns), dtype=np.bool_)
    shade_units(taken, grid.step, scene.friends, np.full(len(scene.friends.radii), grid.half), window)
    for row in range(rows):
        for column in range(columns):
            if taken[row, column]:
                reached.costs[row, column] = NOWHERE
    return reached.costs, reached.parents
