"""What the kit's players have to know of Average Dice: who may still act, and what a unit might wish to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.battle.seat import Role
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import INCH, Length, Point, Pose, ahead, bearing
from sandtable.miniatures.bodies import gap_between, gaps
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.miniatures.players import Aims
from sandtable.rulesets.average_dice.ledger import KnownStructure, KnownUnit
from sandtable.rulesets.average_dice.table import housing, marching
from sandtable.rulesets.average_dice.table.ground import length, works_of
from sandtable.rulesets.average_dice.table.state import AverageDiceField, Edge
from sandtable.rulesets.average_dice.table.turning import open_now
from sandtable.rulesets.average_dice.vocabulary import TROOPS, Rate, Weapon, WholeMove

ENDINGS = ("restore_units", "flank_arrival", "score", "new_day", "next_move")


def _unit(view: AverageDiceField, piece: Piece) -> KnownUnit:
    return view.books.units[piece.id]


def ready(view: AverageDiceField, side: Role) -> Sequence[Piece]:
    """Units that have done nothing yet, and those that have moved into contact and may still strike (AVD-7.09)."""
    if "move" not in open_now(view).get(side, ()):
        return ()
    return tuple(piece for piece in view.of(side) if piece.figures and _may_act(view, piece))


def _may_act(view: AverageDiceField, piece: Piece) -> bool:
    unit = _unit(view, piece)
    if unit.fired or unit.fought or unit.spent:
        return False
    return not unit.moved or any(housing.contacts(view, piece))


def against(view: AverageDiceField, piece: Piece, enemy: Piece) -> Iterator[Act]:
    """Strike whoever is touched, throw cans, fire; a gun that does not bear turns."""
    unit, tables = _unit(view, piece), view.tables
    if any(housing.touched(view, piece, enemy)):
        yield Act(by=piece.owner, action="melee", piece=piece.id, target=enemy.id)
        return
    if enemy.marker is not None and not enemy.figures:
        yield Act(by=piece.owner, action="take_gun", piece=piece.id, target=enemy.id)
    if unit.moved or not enemy.figures:
        return
    far = gap_between(housing.stands(view, piece), housing.stands(view, enemy))
    if unit.throwers and far <= length(tables.number("range", Weapon.DYNAMITE)):
        yield Act(by=piece.owner, action="throw_dynamite", piece=piece.id, target=enemy.id)
    if far > length(tables.number("range", unit.weapon)):
        return
    yield Act(by=piece.owner, action="fire", piece=piece.id, target=enemy.id)
    if piece.marker is not None:
        yield realigned(piece, enemy.figures[0])


def realigned(piece: Piece, mark: Pose | Point) -> Act:
    """A gun is turned to where somebody is."""
    assert piece.marker is not None  # noqa: S101 - it is a gun's
    facing = bearing(mark.x - piece.marker.x, mark.y - piece.marker.y)
    there = (Pose(piece.marker.x, piece.marker.y, facing),)
    chosen = {"whole_move": WholeMove.REALIGN.value}
    return Act(by=piece.owner, action="spend_move", piece=piece.id, marker=there, chosen=chosen)


def strides(view: AverageDiceField, piece: Piece) -> Sequence[tuple[Length, dict[str, str]]]:
    """Fast where that is open to it, then at an amble (AVD-5.01, AVD-5.11)."""
    unit, tables = _unit(view, piece), view.tables
    if unit.moved:
        return ()
    amble = length(tables.number_or_none("move", unit.mover, Rate.AMBLE) or 0)
    if unit.mover not in TROOPS or unit.fast_last_move:
        return ((amble, {}),)
    return (length(tables.number("move", unit.mover, Rate.FAST)), {"rate": Rate.FAST.value}), (amble, {})


def others(view: AverageDiceField, piece: Piece) -> Iterator[Act]:
    """Go into a house at an amble or, where that is too far, fast; join, shoot at a structure, and what takes a whole move; before the first day go round the flank."""
    unit = _unit(view, piece)
    if "flank_march" in open_now(view).get(piece.owner, ()):
        for edge in (view.edge,) if view.edge else Edge:
            yield Act(by=piece.owner, action="flank_march", piece=piece.id, chosen={"edge": edge.value})
    if unit.moved or "move" not in open_now(view).get(piece.owner, ()):
        return
    for area in view.terrain.areas:
        if area.id in view.books.structures and area.id != housing.house_of(view, piece):
            middle = housing.centre_of(view, (area.id,))
            ways = ((Pose(middle.x, middle.y),),) * len(piece.figures)
            for _, rate in reversed(strides(view, piece)):
                yield Act(by=piece.owner, action="move", piece=piece.id, ways=ways, chosen=rate)
    for friend in view.of(piece.owner):
        if friend.id != piece.id:
            yield Act(by=piece.owner, action="join", piece=piece.id, target=friend.id)
            yield from lending(view, piece, friend)
    for name in _works(view, piece):
        yield Act(by=piece.owner, action="hit_structure", piece=piece.id, target=name)
    yield Act(by=piece.owner, action="clear_wire", piece=piece.id)
    for whole in (WholeMove.DISMOUNT, WholeMove.MOUNT, WholeMove.LIMBER, WholeMove.UNLIMBER):
        yield Act(by=piece.owner, action="spend_move", piece=piece.id, chosen={"whole_move": whole.value})
    if piece.marker is not None:
        yield realigned(piece, ahead(piece.marker, INCH))


def _works(view: AverageDiceField, piece: Piece) -> list[str]:
    """Structures that might be shot at: houses with enemies in them, and the two that are nearest."""
    stand, works = piece.stands[0], works_of(view)
    near = sorted(works, key=lambda each: _far(stand, works[each].ground))
    full = [known.name for known in view.books.structures.values() if _enemies(view, piece, known)]
    return [name for name in near if name in full] + [name for name in near[:2] if name not in full]


def _enemies(view: AverageDiceField, piece: Piece, known: KnownStructure) -> bool:
    return any(unit.side.value != piece.owner for unit in view.books.inside(known))


def _far(one: Footprint, other: Footprint) -> int:
    return int(gaps([one], [other])[0, 0])


def lending(view: AverageDiceField, piece: Piece, gun: Piece) -> Iterator[Act]:
    """A figure goes to a gun that lacks gunners, beside it or behind it."""
    if gun.marker is None or len(gun.figures) >= view.tables.number("crew", _unit(view, gun).arm):
        return
    base = piece.base.radius
    for aside in (-1, 1):
        there = Pose(gun.marker.x + aside * (base * 2 + length(1) // 2), gun.marker.y, gun.marker.facing)
        ways = ((there,), *((),) * (len(piece.figures) - 1))
        yield Act(by=piece.owner, action="unit_change", piece=piece.id, target=gun.id, ways=ways)


def passes(view: AverageDiceField, side: Role) -> Sequence[Act]:
    """How the game goes on without anybody doing anything; after a day they stop rather than throw another."""
    actions = open_now(view).get(side, ())
    if "arrive" in actions:
        return marching.can_come(view)
    plain = tuple(Act(by=side, action=each) for each in ENDINGS if each in actions)
    return (*plain, *marches(view, side)) if "flank_march" in actions else plain


def marches(view: AverageDiceField, side: Role) -> Iterator[Act]:
    """Units that might be sent round the flank, by the edge that is written down, else by the left one."""
    edge = view.edge or Edge.LEFT
    for piece in view.of(side):
        yield Act(by=side, action="flank_march", piece=piece.id, chosen={"edge": edge.value})


AIMS: Aims[AverageDiceField] = Aims("move", ready, against, strides, others, passes)
