"""A rehearsal: every compiled loop is run once, so that nobody waits for its machine code at the table.

``python -m sandtable.ai.rehearsal`` takes most of a minute the first time, and a second or two when the code is on disk already.
"""

from __future__ import annotations

import os

import numpy as np

from sandtable.ai.compiled.surveying import (
    FOE_COLUMNS,
    GOAL_COLUMNS,
    Cells,
    Enemies,
    Odds,
    Sought,
    Wish,
    danger_at,
    survey,
)
from sandtable.geometry.around import Around
from sandtable.geometry.compiled.routing import Field, Mover
from sandtable.geometry.compiled.sliding import unit_gap
from sandtable.geometry.compiled.stepping import costs_from
from sandtable.geometry.contact import into_contact, path_cost, path_hindrances
from sandtable.geometry.cover import ground_under
from sandtable.geometry.distance import distance, distance_to_point, distances, overlaps
from sandtable.geometry.footprint import Footprint, line
from sandtable.geometry.going import Going, laid_out
from sandtable.geometry.marks import glances, marks
from sandtable.geometry.measure import INCH, Point, Pose
from sandtable.geometry.reach import reach
from sandtable.geometry.retreat import retreat
from sandtable.geometry.sight import SightRules, sees, shot, visible_matrix
from sandtable.geometry.terrain import Area, Hill, Line, Road, Terrain
from sandtable.geometry.turn import turn
from sandtable.geometry.walk import march, walk, walkable

SIDE = 24 * INCH
GOING = Going({"wood": 2, "lake": None}, {"wall": INCH})
SIGHT = SightRules(into=3 * INCH, clearance=INCH // 2)


def rehearse() -> None:
    """Run everything on a small stage."""
    terrain = _stage()
    foot, friend, foe = _foot(8, 4, 0), _foot(11, 4, 0), _foot(8, 9, 1800)
    around = Around(terrain, (foe,), (friend,), INCH)
    _measure(terrain, foot, friend, foe)
    _go(foot, around)
    _charge(foot, around)
    retreat(foot, foe.centre, 4 * INCH, GOING, around)
    _survey(foot, around)


def _stage() -> Terrain:
    return Terrain(
        SIDE,
        SIDE,
        (Area("wood", "wood", _square(2, 12), tall=True), Area("lake", "lake", _square(16, 2))),
        (Hill("hill", 1, _square(14, 14)),),
        (Line("wall", "wall", (Point(4 * INCH, 7 * INCH), Point(12 * INCH, 7 * INCH))),),
        (Road("road", "road", (Point(0, INCH), Point(SIDE, INCH)), INCH),),
    )


def _square(x: int, y: int) -> tuple[Point, ...]:
    corners = ((x, y), (x + 4, y), (x + 4, y + 4), (x, y + 4))
    return tuple(Point(across * INCH, up * INCH) for across, up in corners)


def _foot(x: int, y: int, facing: int) -> Footprint:
    return line(Pose(x * INCH, y * INCH, facing), 2, INCH, INCH)


def _measure(terrain: Terrain, foot: Footprint, friend: Footprint, foe: Footprint) -> None:
    distance(foot, foe)
    distances((foot, friend), (foe,))
    distance_to_point(foot, foe.anchor.point)
    overlaps(foot, foot.moved(INCH // 2, 0))
    ground_under(terrain, _foot(4, 14, 0))
    sees(terrain, SIGHT, foot, foe)
    glances(terrain, SIGHT, foot, marks((foe,)), np.array([float(SIDE)]))
    costs_from(np.ones((4, 8)), 2, 0)
    shot(terrain, SIGHT, foot, foe, (friend,))
    eyes = np.array((foot.anchor.point, foe.anchor.point), dtype=np.float64)
    visible_matrix(terrain, SIGHT, eyes, eyes)


def _go(foot: Footprint, around: Around) -> None:
    here = foot.anchor
    path = (Pose(here.x - INCH, here.y + INCH, 450), Pose(here.x - INCH, here.y + 2 * INCH, 0))
    walkable(foot, path, GOING, around, 8 * INCH)
    walk(foot, (Pose(here.x, here.y + 8 * INCH, 0),), GOING, around, 8 * INCH)
    close = foot.moved(0, 3 * INCH + INCH // 2)  # so near to an enemy that it cannot turn without a slide
    walk(close, (Pose(here.x - INCH, here.y + 2 * INCH, 450),), GOING, around, 8 * INCH)
    march(foot, (Point(here.x, here.y - 2 * INCH),), GOING, around, 8 * INCH)
    turn(foot, 900, around)
    reach(foot, GOING, around, 6 * INCH, INCH)


def _charge(foot: Footprint, around: Around) -> None:
    end = into_contact(foot, around.enemies[0])
    start, there = foot.anchor.point, end.anchor.point
    path_cost(foot, start, there, GOING, around.terrain)
    path_hindrances(foot, start, there, GOING, around.terrain)
    unit_gap(foot.quads, 0.0, float(there.x - start.x), float(there.y - start.y), around.enemy_bases, 0)


def _survey(foot: Footprint, around: Around) -> None:
    """Of a table that is one cell, with one enemy, one band and one class of cover."""
    one, size, inch = np.ones(1), float(SIDE), float(INCH)
    enemies = Enemies(np.ones((1, FOE_COLUMNS)), np.zeros((1, 1), dtype=np.int64), one)
    cells = Cells(size, 1, 1, np.zeros(1, dtype=np.int64), np.ones((1, 5)))
    wish = Wish(1.0, one, size, 1, 1, inch, 1.0, 0.0, 0.0, 1.0, np.ones((1, GOAL_COLUMNS)))
    odds = Odds(np.ones((1, 1, 2)), 1.0, 1.0, 1.0, np.ones((1, 2)), 1.0, 1.0, size)
    found = reach(foot, GOING, around, 6 * INCH, INCH)
    field = Field(found.costs, found.parents, found.turns, inch, size)
    mover = Mover(
        foot.poses, foot.quads, foot.front, inch, inch, 0.0, 1.0, inch, False, *around.zones,
        laid_out(around.terrain, GOING).fields, around.enemy_bases, around.friend_bases, True,
    )  # fmt: skip
    survey(field, mover, cells, enemies, wish, odds, np.ones(2), Sought(1, 1, inch, 0.0, size, inch))
    danger_at(0, cells, enemies, odds.suffered)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # beside a server that people wait for
    rehearse()
