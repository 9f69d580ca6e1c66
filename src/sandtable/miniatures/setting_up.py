"""Before the battle: each side in its turn places its pieces in their zones, or leaves them where they were lined up, and says that it is ready."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, cos, floor, radians, sin
from typing import Any

from shapely.geometry import Point as Dot
from shapely.geometry import Polygon
from shapely.prepared import prep

from sandtable.battle.event import Story
from sandtable.battle.scenario.scenario import Scenario, Zone
from sandtable.battle.seat import EVERYBODY, Role, side_of
from sandtable.geometry.borders import INWARD
from sandtable.geometry.distance import overlaps
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import DEGREE, Facing, Length, Pose, inches
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, refuse
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import house, is_house
from sandtable.miniatures.drawing_up import behind, drawn_up
from sandtable.miniatures.events import Placed, Readied, written
from sandtable.miniatures.field import Field, Piece
from sandtable.miniatures.kit import Kit, State
from sandtable.miniatures.orders import Place, Ready
from sandtable.miniatures.ways import crowded, off_board

STRIDE: Length = inches(0.5)  # between places that are tried


def to_place(field: Field[Any], role: Role) -> tuple[Piece, ...]:
    """The pieces that a side places: those that its scenario gives a zone."""
    return tuple(piece for piece in field.of(role) if piece.id in field.zoned)


def placed_by(field: Field[Any]) -> Role:
    """The side that places its pieces now; empty once all are ready."""
    return field.unset[0] if field.unset else ""


# ---- What may be placed where ------------------------------------------------------------------------------------------------------


def place_problems(kit: Kit[State], view: State, order: Place) -> Iterator[Problem]:
    """What is wrong with a place: whose it is, outside its zone, on somebody, and what the ruleset says."""
    piece = view.pieces.get(order.piece)
    own = [each.id for each in to_place(view, side_of(order.by))]
    if piece is None or piece.id not in own:
        yield Problem("piece", Message.of("problem.table.no_place", name=order.piece), tuple(own), kit.deploys)
        return
    if len(order.figures) != len(piece.figures) or (order.marker is None) != (piece.marker is None):
        about = Message.of("problem.table.whole_unit", figures=len(piece.figures))
        yield Problem("figures", about, (), kit.deploys)
        return
    there = replace(piece, figures=order.figures, marker=order.marker)
    if not order.inside:
        yield from _standing(kit, view, there)
    elif order.inside not in {area.id for area in view.terrain.areas if area.kind in kit.houses | {kit.house}}:
        yield Problem("inside", Message.of("problem.table.no_house", name=order.inside), (), kit.deploys)
        return
    yield from kit.places(view, there, order.inside)


def _standing(kit: Kit[State], view: State, piece: Piece) -> Iterator[Problem]:
    zone, ground = view.zones[view.zoned[piece.id]], ground_of(kit, view, piece)
    if any(off_board(view.terrain, each) for each in ground) or not _inside(zone, ground):
        yield Problem("figures", Message.of("problem.table.outside_zone", name=piece.id), (), kit.deploys)
    others = taken(kit, view, piece.id)
    served = ground[len(piece.figures) :]
    on_gun = any(overlaps(one, other) for one in served for other in others)
    if on_gun or any(True for _ in crowded(piece.base, piece.figures, [*others, *served])):
        yield Problem("figures", Message.of("problem.table.crowded_place", name=piece.id), (), kit.deploys)


def ground_of(kit: Kit[State], view: State, piece: Piece) -> tuple[Footprint, ...]:
    """The ground under figures and under what they serve."""
    return _ground(kit, piece, kit.unit(view, piece), view.tables)


def taken(kit: Kit[State], view: State, but: str) -> list[Footprint]:
    """The ground under everybody else who is out in the open."""
    others = (each for each in view.pieces.values() if each.id != but and not kit.indoors(view, each))
    return [ground for each in others for ground in ground_of(kit, view, each)]


def _inside(zone: Zone, ground: Sequence[Footprint]) -> bool:
    """Whether all bases lie in a zone, to a hundredth of an inch."""
    room = prep(Polygon(zone.outline).buffer(10))
    return all(
        room.contains(Dot(base.x, base.y)) and all(room.contains(Dot(*corner)) for corner in each.quads[0].tolist())
        for each in ground
        for base in each.bases
    )


def place(kit: Kit[State], story: Story[State], order: Place) -> None:
    """Place a piece; if it goes into a house, the books hear of it."""
    piece = story.state.pieces[order.piece]
    effects = tuple(written(one) for one in kit.billeted(story.state, piece, order.inside))
    known_to = (piece.owner,) if piece.hidden else EVERYBODY
    story.tell(
        Placed(piece=order.piece, figures=order.figures, marker=order.marker, effects=effects, known_to=known_to)
    )


def ready(story: Story[State], order: Ready) -> None:
    """A side has placed everybody."""
    story.tell(Readied(role=side_of(order.by), known_to=EVERYBODY))


# ---- A usual line-up ---------------------------------------------------------------------------------------------------------------


def lined_up(kit: Kit[Any], scenario: Scenario, pieces: Sequence[Piece], tables: Tables) -> tuple[Piece, ...]:
    """Pieces with those in their zones that a file leaves to their players: one beside the other, in the order of the file."""
    placed = {piece.id: piece for piece in pieces}
    edges = {side.label: INWARD[side.edge or "south"] for side in scenario.sides}
    zones = {zone.id: zone for zone in scenario.zones}
    stands = [
        each
        for unit in scenario.units
        if not unit.place.zone
        for each in _ground(kit, placed[unit.name], kit.enters(unit, tables), tables)
    ]
    stands += [
        house(area.outline) for area in scenario.terrain.areas if area.kind in kit.houses and is_house(area.outline)
    ]
    for unit in (each for each in scenario.units if each.place.zone):
        known, zone = kit.enters(unit, tables), zones[unit.place.zone]
        for front in _spots(zone, edges[unit.side]):
            tried = at(kit, placed[unit.name], known, front, unit.bases, unit.formation, tables)
            ground = _ground(kit, tried, known, tables)
            if _fits(tried, ground, zone, stands, scenario.terrain):
                break
        else:
            raise refuse("scenario.zones", "scenario.no_room", name=unit.name)
        placed[unit.name] = tried
        stands += ground
    return tuple(placed.values())


def at(kit: Kit[Any], piece: Piece, unit: Any, front: Pose, count: int, formation: str, tables: Tables) -> Piece:
    """A piece drawn up behind the middle of its front; what it serves points the same way."""
    served = kit.served(unit, front, tables)
    if served is None:
        return replace(piece, figures=drawn_up(piece.base, front, count, formation), marker=None)
    return replace(piece, figures=behind(piece.base, front, served.depth, count), marker=front)


def _ground(kit: Kit[Any], piece: Piece, unit: Any, tables: Tables) -> tuple[Footprint, ...]:
    served = kit.served(unit, piece.marker, tables) if piece.marker is not None else None
    return piece.stands if served is None else (*piece.stands, served)


def _fits(piece: Piece, ground: Sequence[Footprint], zone: Zone, others: Sequence[Footprint], terrain: Terrain) -> bool:
    """Whether a piece has room at a place of its zone."""
    if any(off_board(terrain, each) for each in ground) or not _inside(zone, ground):
        return False
    served = ground[len(piece.figures) :]
    if any(overlaps(one, other) for one in served for other in others):
        return False
    return not any(True for _ in crowded(piece.base, piece.figures, [*others, *served]))


def _spots(zone: Zone, facing: Facing) -> Iterator[Pose]:
    """Places in a zone, from its front to its rear and there from left to right as its side looks."""
    turn = radians(facing / DEGREE)
    ahead, right = (sin(turn), cos(turn)), (cos(turn), -sin(turn))
    rows = [corner.x * ahead[0] + corner.y * ahead[1] for corner in zone.outline]
    columns = [corner.x * right[0] + corner.y * right[1] for corner in zone.outline]
    for row in range(floor(max(rows)), ceil(min(rows)), -STRIDE):
        for column in range(ceil(min(columns)), floor(max(columns)), STRIDE):
            x, y = row * ahead[0] + column * right[0], row * ahead[1] + column * right[1]
            yield Pose(round(x), round(y), facing)
