"""Orders that are like others: whoever has none yet does as he did in the turn before, or as another of his troop is to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sandtable.battle.desk import Draft
from sandtable.battle.order import read_order
from sandtable.battle.seat import Role
from sandtable.geometry.measure import Point, Pose
from sandtable.miniatures import acting
from sandtable.miniatures.desk.preview import walked
from sandtable.miniatures.desk.setting import Setting, anchor_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.orders import PLANNED, Act
from sandtable.miniatures.planned import PlannedField


def again(desk: Setting[State], view: State, side: Role, idle: Sequence[str]) -> Iterator[Act]:
    """What those who have no order were told in a turn before, from where they stand now, as far as the rules let them."""
    former = view.former.get(side) if isinstance(view, PlannedField) else None
    if former is None or former.turn >= view.books.turn:
        return
    told = {act.piece: act for act in former.acts}
    for name in idle:
        if name in told and name in former.stood:
            act = alike(desk, view, view.pieces[name], told[name], former.stood[name])
            if act is not None:
                yield act


def led(desk: Setting[State], view: State, lead: Act, idle: Sequence[str]) -> Iterator[Act]:
    """What one of a troop is told, for those of it who have no order; whoever belongs to none leads everybody."""
    leader = view.pieces[lead.piece]
    group = desk.look.group(view, leader)
    for name in idle:
        piece = view.pieces[name]
        if name != lead.piece and (not group or desk.look.group(view, piece) == group):
            act = alike(desk, view, piece, lead, leader.figures[0].point)
            if act is not None:
                yield act


def alike(desk: Setting[State], view: State, piece: Piece, told: Act, start: Point) -> Act | None:
    """An order that was given at some place, for a piece where it stands: the same way, as far as it can go; None where it cannot."""
    first, here = piece.figures[0], anchor_of(piece)
    by_x, by_y = first.x - start.x, first.y - start.y
    ways = tuple(tuple(Pose(pose.x + by_x, pose.y + by_y, pose.facing) for pose in way) for way in told.ways)
    act = replace(told, piece=piece.id, ways=ways)
    if not acting.problems_of(desk.kit, view, act):
        return act
    if act.action != desk.aims.walks or not any(ways):
        return None
    path = tuple(Point(here.x + pose.x - first.x, here.y + pose.y - first.y) for pose in ways[0])
    order = walked(desk, view, piece, Draft(piece.id, act.action, path=path), told.chosen).order
    found = None if order is None else read_order(PLANNED, order, "plan")
    return found if isinstance(found, Act) else None
