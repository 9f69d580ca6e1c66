"""A rehearsal: every compiled loop is run once, so that nobody waits for its machine code at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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
from sandtable.ai.survey import mover
from sandtable.geometry.around import Around
from sandtable.geometry.compiled.layers import Going as Classes
from sandtable.geometry.compiled.layers import Layers, Lines, crossings, tops, trodden
from sandtable.geometry.compiled.reaching import HEADINGS
from sandtable.geometry.compiled.rectangles import lines_barred
from sandtable.geometry.compiled.routing import Field
from sandtable.geometry.compiled.sightlines import (
    POINTS,
    Foliage,
    Posts,
    Screens,
    beside_each,
    inside_each,
    looks,
    meeting,
    meets_any,
    narrow_gaps,
)
from sandtable.geometry.compiled.sliding import unit_gap
from sandtable.geometry.compiled.spreading import START
from sandtable.geometry.compiled.stepping import costs_from
from sandtable.geometry.contact import into_contact, path_cost, path_hindrances
from sandtable.geometry.cover import ground_under, lines_crossed
from sandtable.geometry.distance import distance, distance_to_point, distances, overlaps
from sandtable.geometry.footprint import Footprint, line
from sandtable.geometry.going import Going
from sandtable.geometry.marks import glances, marks
from sandtable.geometry.measure import INCH, Point, Pose
from sandtable.geometry.reach import reach
from sandtable.geometry.retreat import retreat
from sandtable.geometry.sight import SightRules, sees, shot, visible_matrix
from sandtable.geometry.terrain import Area, Hill, Line, Road, Terrain
from sandtable.geometry.turn import turn
from sandtable.geometry.walk import march, walk

SIDE = 24 * INCH
GOING = Going({"wood": 2, "lake": None}, {"wall": INCH})
SIGHT = SightRules(into=3 * INCH, clearance=INCH // 2)


def rehearse() -> None:
    """Run everything on a small stage."""
    for scene in SCENES.values():
        scene()


def play(name: str) -> None:
    """Run one scene."""
    SCENES[name]()


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


def _sight() -> None:
    sees(STAGE, SIGHT, FOOT, FOE)
    shot(STAGE, SIGHT, FOOT, FOE, (FRIEND,))
    glances(STAGE, SIGHT, FOOT, marks((FOE,)), np.array([float(SIDE)]))
    eyes = np.array((FOOT.anchor.point, FOE.anchor.point), dtype=np.float64)
    visible_matrix(STAGE, SIGHT, eyes, eyes)


def _figures() -> None:
    """One figure looks at another past a wall, a wood and a third one, and a way leads over a house."""
    edges, first, boxes, flags = np.ones((1, 4)), np.array([0, 1]), np.ones((1, 4)), np.ones((1, 1), dtype=np.bool_)
    corners, both, posts = np.zeros((1, POINTS, 2)), np.ones((1, 2, 2), dtype=np.bool_), np.ones((1, 5))
    screens = Screens(edges, first, boxes, np.zeros(1, dtype=np.int64), both, both)
    foliage = Foliage(edges, first, boxes, np.ones(1), 1.0, 0)
    between = Posts(posts, np.zeros((1, 2), dtype=np.int64), flags, flags, flags, flags)
    looks(corners, corners, screens, flags, flags, foliage, between, 1)
    meeting(edges, posts, 1.0)
    meets_any(edges, posts, 1.0)
    narrow_gaps(posts, 1.0)
    beside_each(edges, first, posts, 1.0)
    inside_each(edges, first, np.ones((1, 2)))
    whole, kinds = np.ones((1, 4), dtype=np.int64), np.zeros(1, dtype=np.int64)
    places = np.array(((0, 0), (INCH, INCH)))
    layers, lines = Layers(places, np.array([0, 2]), whole, np.ones(1, dtype=np.bool_)), Lines(whole, kinds)
    trodden(places, layers, lines, Classes(kinds, 0, kinds, 1, 2), 3)
    crossings(places, lines, 1)
    tops(places, layers)
    _stands()


def _stands() -> None:
    """A line of sight goes over a stand that is in its way."""
    levels = np.zeros(1, dtype=np.int64)
    lines_barred(
        np.zeros((1, 2)),
        np.ones((1, 2)),
        levels,
        np.ones((1, 4, 2)),
        np.ones((1, 4)),
        np.ones((1, 4)),
        levels,
        np.ones(1, dtype=np.bool_),
    )


def _measures() -> None:
    distance(FOOT, FOE)
    distances((FOOT, FRIEND), (FOE,))
    distance_to_point(FOOT, FOE.anchor.point)
    overlaps(FOOT, FOOT.moved(INCH // 2, 0))
    ground_under(STAGE, _foot(4, 14, 0))
    lines_crossed(STAGE, FOOT.anchor.point, FOE.anchor.point)
    costs_from(np.ones((4, 8)), 2, 0)


def _walks() -> None:
    here = FOOT.anchor
    path = (Pose(here.x - INCH, here.y + INCH, 450), Pose(here.x - INCH, here.y + 2 * INCH, 0))
    walk(FOOT, path, GOING, AROUND, 8 * INCH)
    walk(FOOT, (Pose(here.x, here.y + 8 * INCH, 0),), GOING, AROUND, 8 * INCH)
    close = FOOT.moved(0, 3 * INCH + INCH // 2)  # so near to an enemy that it cannot turn without a slide
    walk(close, (Pose(here.x - INCH, here.y + 2 * INCH, 450),), GOING, AROUND, 8 * INCH)
    march(FOOT, (Point(here.x, here.y - 2 * INCH),), GOING, AROUND, 8 * INCH)
    turn(FOOT, 900, AROUND)
    retreat(FOOT, FOE.centre, 4 * INCH, GOING, AROUND)
    end = into_contact(FOOT, FOE)
    start, there = here.point, end.anchor.point
    path_cost(FOOT, start, there, GOING, STAGE)
    path_hindrances(FOOT, start, there, GOING, STAGE)
    unit_gap(FOOT.quads, 0.0, float(there.x - start.x), float(there.y - start.y), AROUND.enemy_bases, 0)


def _movement() -> None:
    """Walk, then reach: both are made of turns, which are compiled once in one process."""
    _walks()
    reach(FOOT, GOING, AROUND, 6 * INCH, INCH)


def _survey() -> None:
    """Survey a table that is one cell, with one enemy, one band and one class of cover, for who can go to one place."""
    one, size, inch = np.ones(1), float(SIDE), float(INCH)
    enemies = Enemies(np.ones((1, FOE_COLUMNS)), np.zeros((1, 1), dtype=np.int64), one)
    cells = Cells(size, 1, 1, np.zeros(1, dtype=np.int64), np.ones((1, 5)))
    wish = Wish(1.0, one, size, 1, 1, inch, 1.0, 0.0, 0.0, 1.0, np.ones((1, GOAL_COLUMNS)))
    odds = Odds(np.ones((1, 1, 2)), 1.0, 1.0, 1.0, np.ones((1, 2)), 1.0, 1.0, size)
    open_to_all = np.ones(HEADINGS, dtype=np.bool_)
    field = Field(np.zeros((2, 2)), np.full((2, 2), START), open_to_all, inch, size)
    who = mover(FOOT, GOING, AROUND, 0.0, INCH, strict=False, walks=True)
    survey(field, who, cells, enemies, wish, odds, np.ones(2), Sought(1, 1, inch, 0.0, size, inch))
    danger_at(0, cells, enemies, odds.suffered)


STAGE = _stage()
FOOT, FRIEND, FOE = _foot(8, 4, 0), _foot(11, 4, 0), _foot(8, 9, 1800)
AROUND = Around(STAGE, (FOE,), (FRIEND,), INCH)


# The longest first, so that two processes end at the same time. A survey is made of walks: by the time that it is its turn, the machine
# code of a walk is on disk.
SCENES: Mapping[str, Callable[[], None]] = {
    "movement": _movement, "sight": _sight, "survey": _survey, "measures": _measures, "figures": _figures,
}  # fmt: skip
