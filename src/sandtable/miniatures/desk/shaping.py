"""How the figures of a unit stand at the end of a way: as they did, drawn up as chosen, along a wall that they come to, in contact with an enemy, or inside a house."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sandtable.battle.desk import Draft, OrderChoice, OrderOption
from sandtable.geometry.crowd import Crowd
from sandtable.geometry.measure import Length, Point, Pose, apart, bearing, inches
from sandtable.geometry.terrain import Line
from sandtable.geometry.trail import off_leg
from sandtable.miniatures.contact import up_to
from sandtable.miniatures.desk.setting import Setting
from sandtable.miniatures.drawing_up import FORMATIONS, USUAL, along, drawn_up_about, inside, led_over
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.players import by_distance, place_of
from sandtable.miniatures.room import Room

SHAPE, KEEP = "shape", "keep"
AT_HAND: Length = inches(
    0.8
)  # a way that ends so near to a wall ends behind it, and so near to an enemy in contact with him


def drawn_one_by_one(piece: Piece) -> bool:
    """Whether its figures stand each by itself and may be placed so: no stands, no crew, nobody alone."""
    return not piece.base.width and piece.marker is None and len(piece.figures) > 1


def shape_choice(desk: Setting[State], piece: Piece) -> tuple[OrderChoice, ...]:
    """How a unit is to stand at the end of its way; nothing to choose where it is no unit of single figures."""
    if not drawn_one_by_one(piece):
        return ()
    options = tuple(OrderOption(name, desk.say(f"shape.{name}")) for name in (KEEP, *FORMATIONS))
    return (OrderChoice(SHAPE, desk.say("formation"), options, KEEP),)


def ends_of(
    desk: Setting[State], view: State, piece: Piece, start: Pose, end: Point, draft: Draft
) -> tuple[Pose, ...] | None:
    """Where figures end, in their order; None where they go just as they stand."""
    house = desk.look.enters(view, Pose(end.x, end.y))
    if house and piece.marker is None:
        return inside(desk.look.outline(view, house), len(piece.figures), start.facing)
    if not drawn_one_by_one(piece):
        return None
    shape = draft.choices.get(SHAPE, KEEP)
    facing = bearing(end.x - start.x, end.y - start.y) if end != start.point else start.facing
    if shape in FORMATIONS:
        return led_over(piece.figures, drawn_up_about(piece.base, end, facing, len(piece.figures), shape))
    met = _into_contact(desk, view, piece, start, end)
    if met is not None:
        return met
    wall = next(_walls(desk, view, end), None)
    enemies = by_distance(view, piece) if wall is not None else ()
    if wall is not None and enemies:
        stand = along(piece.base, wall.points, end, place_of(enemies[0][1]), len(piece.figures))
        return led_over(piece.figures, stand)
    if desk.look.house(view, piece):
        return led_over(piece.figures, drawn_up_about(piece.base, end, facing, len(piece.figures), USUAL))
    return None


def _into_contact(desk: Setting[State], view: State, piece: Piece, start: Pose, end: Point) -> tuple[Pose, ...] | None:
    """Where figures touch the enemy that a way ends at, as many as find room, the others behind them; None where it ends at nobody outside."""
    found = [
        (apart(pose, end) - enemy.base.radius - piece.base.radius, enemy.id)
        for enemy in view.enemies_of(piece.owner)
        if not enemy.base.width and not desk.look.house(view, enemy)
        for pose in enemy.figures
    ]
    off, name = min(found, default=(AT_HAND + 1, ""))
    if off > AT_HAND:
        return None
    others = [stand for each in view.pieces.values() if each.id != piece.id for stand in each.stands]
    room = Room(view.terrain.width, view.terrain.height, Crowd(others))
    far = view.terrain.width + view.terrain.height  # how far is too far the rules say
    contact = up_to(piece, view.pieces[name], start.point, room, far)
    return None if contact is None else contact.figures


def _walls(desk: Setting[State], view: State, end: Point) -> Iterator[Line]:
    """The walls and fences that a way ends at, the nearest first."""
    near = [(_off(line, end), line) for line in view.terrain.lines if line.kind in desk.look.shelters]
    yield from (line for off, line in sorted(near, key=lambda each: each[0]) if off <= AT_HAND)


def _off(line: Line, place: Point) -> float:
    """How far a place is from a line."""
    return min(off_leg(a, b, place) for a, b in pairwise(line.points))
