"""What places are roughly worth to a unit, and the ways to the best of them.

A place is worth what it is near to, who may fire at it or charge it, and who can be fired at from it.
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

import numpy as np

from sandtable.geometry.compiled.compiler import compiled, maker, part, shared
from sandtable.geometry.compiled.layout import Anchor, Facts, Indices, Numbers
from sandtable.geometry.compiled.routing import LEGS, Field, Mover, compiled_bearing, route
from sandtable.geometry.compiled.turning import anchor_of, direction

# Columns of enemies: where each stands and which way he faces, the share of his fire that is to be feared before him and elsewhere,
# how far he charges and what that costs, and how far his bases reach around the place he stands at.
X, Y, FACES_X, FACES_Y, BEFORE, ELSEWHERE, RUN, CHARGE, EXTENT = range(9)
FOE_COLUMNS = EXTENT + 1
# Columns of goals: a place, how near to it counts, and what that is worth.
AT_X, AT_Y, WITHIN, WORTH = range(4)
GOAL_COLUMNS = WORTH + 1
# Columns of what is found: a place, what it is roughly worth, and more than it cannot be worth.
PLACE_X, PLACE_Y, ROUGHLY, AT_MOST = range(4)


class Cells(NamedTuple):
    """The cells that a table is thought about in, and its ground."""

    step: float
    columns: int
    rows: int
    covers: Indices  # the class of cover at each cell
    lines: Numbers  # what shelters who is behind it: x, y, x, y, class of cover


class Enemies(NamedTuple):
    """The enemies, and from which cells they are seen."""

    rows: Numbers
    bands: Indices  # enemies x cells: the range band in which each sees it; one more than the last: he does not
    reaches: Numbers  # of the bands


class Wish(NamedTuple):
    """What a unit is after."""

    pull: float  # of the goal of its plan, by the inch
    far: Numbers  # how far that is from every cell of its own grid, and what is the same as no way there
    far_step: float
    far_columns: int
    far_rows: int
    inch: float
    no_way: float
    goal_x: float
    goal_y: float
    cover: float  # what a class of cover is worth
    goals: Numbers


class Odds(NamedTuple):
    """What fire costs the unit and its enemies."""

    suffered: Numbers  # enemies x classes of cover x bands
    price: float  # of the unit beside others
    fear: float  # what danger counts for
    shelter: float  # the share of danger that a class of cover takes off it
    done: Numbers  # enemies x bands
    hope: float  # what the best shot counts for
    stake: float
    reach: float  # of the unit's own fire


class Sought(NamedTuple):
    """Which places are wanted."""

    many: int  # so many at most
    tries: int  # of so many
    apart: float  # no two closer together
    least: float  # that may be worth so much
    doubt: float  # even if they are roughly worth less, by so much
    near: float  # how near something has to be to shelter who is behind it


@shared
def cell_of(step: float, columns: int, rows: int, x: float, y: float) -> int:
    """The cell that a place lies in; places off the table belong to the nearest."""
    column = min(max(int(x // step), 0), columns - 1)
    row = min(max(int(y // step), 0), rows - 1)
    return int(row * columns + column)


@compiled
def danger_at(cell: int, cells: Cells, enemies: Enemies, suffered: Numbers) -> float:
    """What a turn at a cell may cost a usual unit: all fire, and the worst charge."""
    x, y = (cell % cells.columns + 0.5) * cells.step, (cell // cells.columns + 0.5) * cells.step
    cover = cells.covers[cell]
    fire, charge = 0.0, 0.0
    for number in range(len(enemies.rows)):
        foe = enemies.rows[number]
        dx, dy = x - foe[X], y - foe[Y]
        before = dx * foe[FACES_X] + dy * foe[FACES_Y] >= abs(dx * foe[FACES_Y] - dy * foe[FACES_X])
        fire += suffered[number, cover, enemies.bands[number, cell]] * (foe[BEFORE] if before else foe[ELSEWHERE])
        if foe[CHARGE] > charge and hypot(dx, dy) <= foe[RUN]:
            charge = foe[CHARGE]
    return fire + charge


@shared
def purpose_at(x: float, y: float, cells: Cells, wish: Wish) -> float:
    """What being at a place does for the plan: the way to its goal, ground that shelters, places that count."""
    far = wish.far[cell_of(wish.far_step, wish.far_columns, wish.far_rows, x, y)] / wish.inch
    total = -wish.pull * min(far, wish.no_way)
    total += wish.cover * cells.covers[cell_of(cells.step, cells.columns, cells.rows, x, y)]
    for goal in wish.goals:
        if hypot(x - goal[AT_X], y - goal[AT_Y]) <= goal[WITHIN]:
            total += goal[WORTH]
    return float(total)


@part
def turn_of(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
    """On which side of a line a point is."""
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax)


@part
def shelter_at(x: float, y: float, foe_x: float, foe_y: float, near: float, lines: Numbers) -> float:
    """The class of cover that lines give a place against what comes from an enemy."""
    size = max(hypot(foe_x - x, foe_y - y), 1.0)
    to_x, to_y = x + (foe_x - x) / size * near, y + (foe_y - y) / size * near
    found = 0.0
    for line in lines:
        ax, ay, bx, by, cover = line[0], line[1], line[2], line[3], line[4]
        apart = turn_of(x, y, to_x, to_y, ax, ay) * turn_of(x, y, to_x, to_y, bx, by) <= 0.0
        if apart and turn_of(ax, ay, bx, by, x, y) * turn_of(ax, ay, bx, by, to_x, to_y) <= 0.0:
            found = max(found, cover)
    return found


@part
def best_done(cell: int, enemies: Enemies, done: Numbers) -> float:
    """The best that the unit's fire can do from a cell."""
    best = 0.0
    for number in range(len(done)):
        best = max(best, done[number, enemies.bands[number, cell]])
    return best


@part
def most_done(x: float, y: float, extent: float, enemies: Enemies, odds: Odds) -> float:
    """What the best shot from a place can be worth at most, as if all were open ground."""
    best, bands = 0.0, len(enemies.reaches)
    for number in range(len(odds.done)):
        foe = enemies.rows[number]
        gap = hypot(foe[X] - x, foe[Y] - y) - extent - foe[EXTENT]
        if gap <= odds.reach:
            for band in range(bands):
                if gap <= enemies.reaches[band]:
                    best = max(best, odds.done[number, band])
    return best


@part
def in_reach(field: Field, every_turn: bool, start: Anchor, aside: float, row: int, column: int) -> bool:
    """Whether a place can be gone to; who may not turn to every side may still go straight."""
    if field.costs[row, column] < np.inf:
        return True
    if every_turn:
        return False
    dx, dy = column * field.step - start.x, row * field.step - start.y
    to_x, to_y = direction(start.facing)
    before = dx * to_x + dy * to_y >= abs(dx * to_y - dy * to_x)
    return hypot(dx, dy) * (1.0 if before else aside) <= field.budget


@maker
def rough_worth(
    field: Field, mover: Mover, cells: Cells, enemies: Enemies, wish: Wish, odds: Odds, nearest: Numbers, near: float
) -> Numbers:
    """What every place in reach is roughly worth; nothing at all: it is out of reach."""
    rows, columns = field.costs.shape
    worth = np.full(rows * columns, -np.inf)
    dangers = np.full(len(cells.covers), np.nan)
    chances = np.zeros(len(cells.covers))
    start = anchor_of(mover.start.bases, mover.build.front)
    every_turn = _all_of(field.turns)
    for place in range(rows * columns):
        row, column = place // columns, place % columns
        if not in_reach(field, every_turn, start, mover.terms.aside, row, column):
            continue
        x, y = column * field.step, row * field.step
        cell = cell_of(cells.step, cells.columns, cells.rows, x, y)
        if np.isnan(dangers[cell]):
            dangers[cell] = odds.fear * (danger_at(cell, cells, enemies, odds.suffered) * odds.price)
            chances[cell] = best_done(cell, enemies, odds.done)
        danger = dangers[cell]
        if len(nearest):
            danger = danger * (1.0 - odds.shelter * shelter_at(x, y, nearest[0], nearest[1], near, cells.lines))
        worth[place] = purpose_at(x, y, cells, wish) + odds.hope * chances[cell] - danger
    return worth


@part
def facing_at(x: float, y: float, enemies: Enemies, wish: Wish) -> float:
    """The facing from a place towards the nearest enemy, else towards the goal."""
    to_x, to_y, least = wish.goal_x, wish.goal_y, np.inf
    for foe in enemies.rows:
        far = (foe[X] - x) ** 2 + (foe[Y] - y) ** 2
        if far < least:
            to_x, to_y, least = foe[X], foe[Y], far
    return 0.0 if to_x == x and to_y == y else float(compiled_bearing(to_x - x, to_y - y))


@compiled
def survey(
    field: Field, mover: Mover, cells: Cells, enemies: Enemies, wish: Wish, odds: Odds, nearest: Numbers, sought: Sought
) -> tuple[Numbers, Indices, Numbers, Numbers]:
    """The most promising of all places in reach that there is a way to, the best first.

    ``nearest`` is where the nearest enemy is, if there is any. With each place come the legs of its way, the way, and its end.
    """
    columns = field.costs.shape[1]
    worth = rough_worth(field, mover, cells, enemies, wish, odds, nearest, sought.near)
    found = np.empty((sought.many, 4))
    legs = np.zeros(sought.many, dtype=np.int64)
    paths = np.empty((sought.many, LEGS, 3))
    bases = np.empty((sought.many, *mover.start.bases.shape))
    count = 0
    for _ in range(sought.tries):
        best = _best_of(worth)
        if worth[best] == -np.inf or worth[best] + sought.doubt < sought.least:
            break
        row, column = best // columns, best % columns
        x, y = column * field.step, row * field.step
        hope = odds.hope * (most_done(x, y, mover.extent, enemies, odds) * odds.stake)
        found[count, PLACE_X], found[count, PLACE_Y], found[count, ROUGHLY] = x, y, worth[best]
        found[count, AT_MOST] = purpose_at(x, y, cells, wish) + hope
        _strike_out(worth, columns, best, field.step, sought.apart)
        if found[count, AT_MOST] < sought.least:
            continue
        if mover.walks:
            towards = facing_at(x, y, enemies, wish)
            many, end = route(row, column, towards, field, mover, paths[count])
            if many == 0:
                continue
            legs[count] = many
            _put_end(bases, count, end)
        count += 1
        if count == sought.many:
            break
    return found[:count], legs, paths, bases


@part
def _put_end(bases: Numbers, number: int, end: Numbers) -> None:
    """Put down where a way ends; base by base, since slices would compile for seconds."""
    for base in range(len(end)):
        for column in range(3):
            bases[number, base, column] = end[base, column]


@part
def _best_of(worth: Numbers) -> int:
    best = 0
    for place in range(1, len(worth)):
        if worth[place] > worth[best]:
            best = place
    return best


@part
def _all_of(facts: Facts) -> bool:
    every = True
    for number in range(len(facts)):
        every = every and bool(facts[number])
    return every


@part
def _strike_out(worth: Numbers, columns: int, best: int, step: float, apart: float) -> None:
    """Leave out of the search what is close to a place that was found."""
    rows = len(worth) // columns
    around = int(apart // step) + 1
    row, column = best // columns, best % columns
    for other_row in range(max(0, row - around), min(rows, row + around + 1)):
        for other_column in range(max(0, column - around), min(columns, column + around + 1)):
            if abs(other_row - row) * step < apart and abs(other_column - column) * step < apart:
                worth[other_row * columns + other_column] = -np.inf
