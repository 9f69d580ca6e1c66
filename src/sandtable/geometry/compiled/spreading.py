"""How far a move spreads over a grid: cheapest ways in every direction, straight wherever the ground lets them be straight.

A cell of the grid stands for the place at its row and column times the step. A way is a chain of straight pieces from the start;
each cell keeps where the last piece begins. What an inch costs is looked up cell by cell.
"""

from __future__ import annotations

from math import atan2, ceil, floor, pi, sqrt

import numpy as np

from sandtable.geometry.compiled.compiler import compiled, part
from sandtable.geometry.compiled.costs import cost_at, crosses, inside
from sandtable.geometry.compiled.layout import Facts, Fields, Indices, Numbers, Units
from sandtable.geometry.compiled.sliding import point_gap

NOWHERE = np.inf
AROUND = 9  # the neighbours and, for the start, the cell itself
GAIN = 1e-6  # thousandths that make a way cheaper than another
BEYOND = 2.0  # cells outside of what the budget allows that may be looked at
PUSHES = 16  # times that a cell may become cheaper: from each neighbour, in two ways
START = -1  # what stands for the start among the cells


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


@part
def straight(
    ax: float, ay: float, bx: float, by: float, step: float, ignore: float, prices: Numbers, shut: Facts, lined: Facts,
    ground: Fields,
) -> float:  # fmt: skip
    """What a straight piece costs, cell by cell; infinite: it is barred. What bars it within ``ignore`` of its start does not count."""
    vx, vy = bx - ax, by - ay
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
        lines = lines or lined[row, column]
    cost = total / parts * size
    if lines:
        for number in range(len(ground.lines)):
            if crosses(ax, ay, vx, vy, ground.lines, number):
                cost += ground.extras[number]
        for number in range(len(ground.passages)):
            if crosses(ax, ay, vx, vy, ground.passages, number):
                cost += ground.tolls[number]
    return cost


@part
def _push(heap: Numbers, cells: Indices, count: int, cost: float, cell: int) -> None:
    here = count
    while here > 0 and heap[(here - 1) // 2] > cost:
        heap[here], cells[here] = heap[(here - 1) // 2], cells[(here - 1) // 2]
        here = (here - 1) // 2
    heap[here], cells[here] = cost, cell


@part
def _pop(heap: Numbers, cells: Indices, count: int) -> None:
    """Take away the first; ``count`` are left."""
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


@part
def spread(
    x: float,
    y: float,
    step: float,
    half: float,
    budget: float,
    cheapest: float,
    prices: Numbers,
    lined: Facts,
    keeps: Numbers,
    ground: Fields,
    enemies: Units,
    friends: Units,
    portals: Numbers,
    headings: Facts,
) -> tuple[Numbers, Indices]:
    """The cost of every cell from a start, and the cell from which the last straight piece of its way begins.

    ``keeps``: how far to keep from each enemy; whoever would stand on a friend cannot end there. ``portals``: gates and bridges, as cell,
    cell, cost between them. ``headings``: in which directions, all around, a first piece may go.
    """
    rows, columns = prices.shape
    # Nothing farther off can be reached, nor is it looked at.
    far = max(0.0, budget) / cheapest + BEYOND * step
    window = np.array([x - far, y - far, x + far, y + far])
    costs = np.full((rows, columns), NOWHERE)
    parents = np.full((rows, columns), START, dtype=np.int64)
    done = np.zeros((rows, columns), dtype=np.bool_)
    taken = np.zeros((rows, columns), dtype=np.bool_)
    shut = np.zeros((rows, columns), dtype=np.bool_)
    shade_units(shut, step, enemies, keeps, window)
    room = min(rows, floor(2.0 * far / step) + 1) * min(columns, floor(2.0 * far / step) + 1) * PUSHES
    heap, cells = np.empty(room), np.empty(room, dtype=np.int64)
    barred = not headings.all()
    count = 0
    start_row, start_column = int(y / step + 0.5), int(x / step + 0.5)
    current = START
    row, column = start_row, start_column
    while True:
        cost = 0.0 if current == START else costs[row, column]
        origin = START if current == START else parents[row, column]
        for number in range(AROUND + len(portals)):
            if number < AROUND:
                other, beside = row + number // 3 - 1, column + number % 3 - 1
                if other < 0 or beside < 0 or other >= rows or beside >= columns or done[other, beside]:
                    continue
                if prices[other, beside] == NOWHERE or shut[other, beside]:
                    continue
                px, py = beside * step, other * step
                for way in range(2):
                    # First as the straight continuation of the last piece, then as a piece of its own.
                    root = origin if way == 0 else current
                    if way == 1 and root == origin:
                        continue
                    ax, ay = x, y
                    base_cost = 0.0
                    if root != START:
                        ax, ay = (root % columns) * step, (root // columns) * step
                        base_cost = costs[root // columns, root % columns]
                    least = base_cost + sqrt((px - ax) ** 2 + (py - ay) ** 2) * cheapest
                    if least >= costs[other, beside] - GAIN or least > budget:
                        continue
                    if root == START and barred:
                        heading = round(atan2(px - ax, py - ay) / (2.0 * pi) * len(headings)) % len(headings)
                        if not headings[heading]:
                            continue
                    new = base_cost + straight(
                        ax, ay, px, py, step, half if root == START else 0.0, prices, shut, lined, ground
                    )
                    if new < costs[other, beside] - GAIN and new <= budget and count < len(heap):
                        costs[other, beside], parents[other, beside] = new, root
                        _push(heap, cells, count, new, other * columns + beside)
                        count += 1
            elif int(portals[number - AROUND, 0]) == current and current != START:
                target = int(portals[number - AROUND, 1])
                new = cost + portals[number - AROUND, 2]
                if new < costs[target // columns, target % columns] and new <= budget and count < len(heap):
                    costs[target // columns, target % columns] = new
                    parents[target // columns, target % columns] = current
                    _push(heap, cells, count, new, target)
                    count += 1
        while count > 0 and done[cells[0] // columns, cells[0] % columns]:
            count -= 1
            _pop(heap, cells, count)
        if count == 0:
            break
        current = cells[0]
        count -= 1
        _pop(heap, cells, count)
        row, column = current // columns, current % columns
        done[row, column] = True
    shade_units(taken, step, friends, np.full(len(friends.radii), half), window)
    for row in range(rows):
        for column in range(columns):
            if taken[row, column]:
                costs[row, column] = NOWHERE
    return costs, parents
