"""What might be done at a table of the kit, for players from outside: for each piece its strokes, its ways and whatever else it may do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, radians, sin

from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Role, side_of
from sandtable.geometry.measure import INCH, Point, Pose
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.orders import Act, Place, Ready
from sandtable.miniatures.players import SET_UP, SHARES, SWERVES, Aims, by_distance, place_of, straight
from sandtable.miniatures.setting_up import to_place

COMPASS = tuple(range(0, 360, 45))  # degrees
NEAREST = 4  # enemies that somebody thinks of
SHIFTS = (1, 3, 6)  # inches that somebody is placed elsewhere
FAR = 100 * INCH  # a place to go toward, beyond any table


def proposals(aims: Aims[State], view: State, decision: Decision) -> Iterator[Iterable[Order]]:
    """For each who may act what it might do, the wished-for first; then what is about nobody."""
    side = side_of(decision.by)
    if decision.kind == SET_UP:
        yield (Ready(by=decision.by),)
        yield from (_places(piece, decision.by) for piece in to_place(view, side))
        return
    yield aims.passes(view, side)
    yield from (_acts(aims, view, piece) for piece in aims.ready(view, side))


def _acts(aims: Aims[State], view: State, piece: Piece) -> Iterator[Act]:
    """Against the nearest enemies, and toward them; then whatever else, and along the compass."""
    enemies = by_distance(view, piece)[:NEAREST]
    for number, (gap, enemy) in enumerate(enemies):
        yield from aims.at(view, piece, enemy)
        yield from _ways(aims, view, piece, place_of(enemy), gap, SWERVES if not number else (0,))
    yield from aims.others(view, piece)
    if piece.figures:
        here = place_of(piece)
        for degrees in COMPASS:
            there = Point(round(here.x + FAR * sin(radians(degrees))), round(here.y + FAR * cos(radians(degrees))))
            yield from _ways(aims, view, piece, there, FAR, (0,))


def _ways(
    aims: Aims[State], view: State, piece: Piece, there: Point, most: int, swerves: Iterable[int]
) -> Iterator[Act]:
    for far, chosen in aims.strides(view, piece):
        for share in SHARES:
            for swerve in swerves:
                yield straight(aims, view, piece, there, min(round(far * share), most), swerve, chosen)


def _places(piece: Piece, by: Role) -> Iterator[Place]:
    """Some inches to every side of where it was lined up."""
    for far in SHIFTS:
        for dx, dy in ((-far, 0), (far, 0), (0, far), (0, -far)):
            figures = tuple(_shifted(pose, dx, dy) for pose in piece.figures)
            marker = None if piece.marker is None else _shifted(piece.marker, dx, dy)
            yield Place(by=by, piece=piece.id, figures=figures, marker=marker)


def _shifted(pose: Pose, dx: int, dy: int) -> Pose:
    return Pose(pose.x + dx * INCH, pose.y + dy * INCH, pose.facing)
