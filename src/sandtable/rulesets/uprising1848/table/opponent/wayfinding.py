"""Ways over the table: where to go next to come to a place, round water, walls and houses."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from sandtable.geometry.measure import INCH, Length, Point, Pose, apart
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.table.ground import passed

CELL: Length = 2 * INCH
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
FORWARD = ((1, 0), (0, 1), (1, 1), (1, -1))
Cell = tuple[int, int]


def _cell(place: Point) -> Cell:
    return place.x // CELL, place.y // CELL


def _place(cell: Cell, ground: Terrain) -> Pose:
    x, y = cell[0] * CELL + CELL // 2, cell[1] * CELL + CELL // 2
    return Pose(min(x, ground.width), min(y, ground.height))


@lru_cache(maxsize=16)
def _steps(ground: Terrain, tables: Tables, legs: str) -> dict[Cell, tuple[tuple[float, Cell], ...]]:
    """What it takes to go from every square to those beside it; to go back takes the same."""
    wide, high = -(-ground.width // CELL), -(-ground.height // CELL)
    factor = tables.number("rough", "mounted" if legs == "mounted" else "foot")
    found: dict[Cell, list[tuple[float, Cell]]] = {(x, y): [] for x in range(wide) for y in range(high)}
    for here, steps in found.items():
        for dx, dy in FORWARD:
            there = here[0] + dx, here[1] + dy
            if there not in found:
                continue
            over = passed(ground, tables, legs, _place(there, ground), (_place(here, ground),))
            if not over.barred:
                cost = over.cost(factor, INCH)
                steps.append((cost, there))
                found[there].append((cost, here))
    return {cell: tuple(each) for cell, each in found.items()}


@lru_cache(maxsize=64)
def _distances(ground: Terrain, tables: Tables, legs: str, goal: Cell) -> dict[Cell, float]:
    """How far it is from every square of the table to one of them."""
    steps = _steps(ground, tables, legs)
    known: dict[Cell, float] = {}
    waiting: list[tuple[float, Cell]] = [(0.0, goal)]
    while waiting:
        far, here = heappop(waiting)
        if here in known:
            continue
        known[here] = far
        for cost, there in steps.get(here, ()):
            if there not in known:
                heappush(waiting, (far + cost, there))
    return known


def next_place(ground: Terrain, tables: Tables, legs: str, here: Point, goal: Point, far: Length) -> Point:
    """Where to make for: the goal itself where the way is free, else the farthest square of the way that can be gone straight to."""
    start = Pose(here.x, here.y)
    inside = Point(max(0, min(ground.width, goal.x)), max(0, min(ground.height, goal.y)))
    if not passed(ground, tables, legs, start, (Pose(inside.x, inside.y),)).barred:
        return goal
    known = _distances(ground, tables, legs, _cell(inside))
    cell = _cell(here)
    best = goal
    for _ in range(2 + far // CELL):
        around = [(known[each], each) for dx, dy in STEPS if (each := (cell[0] + dx, cell[1] + dy)) in known]
        if not around or (cell in known and min(around)[0] >= known[cell]):
            break
        cell = min(around)[1]
        place = _place(cell, ground)
        if passed(ground, tables, legs, start, (place,)).barred:
            break
        best = place.point
    return best


def way_to(ground: Terrain, tables: Tables, legs: str, here: Point, goal: Point) -> tuple[Point, ...]:
    """The turns of the shortest way to a place, those only that cannot be cut off; none where there is no way."""
    inside = Point(max(0, min(ground.width, goal.x)), max(0, min(ground.height, goal.y)))
    known, cell = _distances(ground, tables, legs, _cell(inside)), _cell(here)
    turns: list[Point] = []
    start, last = Pose(here.x, here.y), Pose(here.x, here.y)
    for _ in known:
        if not passed(ground, tables, legs, start, (Pose(inside.x, inside.y),)).barred:
            break
        around = [(known[each], each) for dx, dy in STEPS if (each := (cell[0] + dx, cell[1] + dy)) in known]
        if not around or (cell in known and min(around)[0] >= known[cell]):
            break
        cell = min(around)[1]
        place = _place(cell, ground)
        if passed(ground, tables, legs, start, (place,)).barred:
            turns.append(last.point)
            start = last
        last = place
    return (*turns, last.point) if last.point != here else tuple(turns)


def left_to(ground: Terrain, tables: Tables, legs: str, here: Point, goal: Point) -> float:
    """How far it still is to a place by the shortest way, in thousandths of an inch of open ground."""
    inside = Point(max(0, min(ground.width, goal.x)), max(0, min(ground.height, goal.y)))
    start = Pose(max(0, min(ground.width, here.x)), max(0, min(ground.height, here.y)))
    beyond = apart(goal, inside) - apart(here, start.point)
    straight = passed(ground, tables, legs, start, (Pose(inside.x, inside.y),))
    known, cell = _distances(ground, tables, legs, _cell(inside)), _cell(start.point)
    around = [(cell[0] + dx, cell[1] + dy) for dx, dy in (*STEPS, (0, 0))]
    round_ = min(
        (known[each] + apart(_place(each, ground).point, start.point) for each in around if each in known),
        default=float("inf"),
    )
    if not straight.barred:
        factor = tables.number("rough", "mounted" if legs == "mounted" else "foot")
        round_ = min(round_, straight.cost(factor, INCH))
    return beyond + (round_ if round_ < float("inf") else 2 * apart(start.point, inside))
