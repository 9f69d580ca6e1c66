"""What Mesoamerica tells players: who may still be told something, and what a unit might wish to do in each phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.battle.seat import Role
from sandtable.geometry.distance import between
from sandtable.geometry.measure import Length, Pose
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.miniatures.players import Aims
from sandtable.rulesets.mesoamerica.table import capturing, fighting, turning
from sandtable.rulesets.mesoamerica.table.ground import HIDING, centre, ground_at
from sandtable.rulesets.mesoamerica.table.marching import may_change
from sandtable.rulesets.mesoamerica.table.nearness import touched
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField, measure
from sandtable.rulesets.mesoamerica.vocabulary import MISSILES, Phase, UnitType

FIGHTERS = (UnitType.COMBAT, UnitType.SPANISH)
BRAVE: Length = 4000  # a leader charges nobody who is farther


def ready(view: MesoamericaField, side: Role) -> Sequence[Piece]:
    """Those of a side that may be told something now."""
    if side not in (*turning.plans(view), *turning.open_now(view)):
        return ()
    own = view.of(side)
    match view.books.phase:
        case None:
            return [piece for piece in own if view.unit(piece).elite] if view.books.access == side else ()
        case Phase.SACRIFICE:
            return [piece for piece in own if next(capturing.offers_of(view, piece), None)]
        case Phase.MOVE:
            return [piece for piece in own if may_change(view, piece)]
        case Phase.FIGHT:
            return _fighters(view, side)
        case Phase.PRISONERS:
            return [piece for piece in own if next(capturing.claims_of(view, piece), None)]
    return [piece for piece in own if not view.unit(piece).prisoners]


def _fighters(view: MesoamericaField, side: Role) -> list[Piece]:
    """Who can be named; once all are, who fights next."""
    if not view.books.naming_over:
        able = [piece for piece in view.of(side) if next(fighting.targets_of(view, piece), None)]
        eager = fighting.must_name(view, side)
        return [*eager, *(piece for piece in able if piece not in eager)]
    return [view.pieces[actor] for actor, _ in fighting.next_fights(view)]


def against(view: MesoamericaField, piece: Piece, enemy: Piece) -> Iterator[Act]:
    """What a unit might do to an enemy: name him or fight him, claim his men; fire, else charge."""
    by, name = piece.owner, piece.id
    match view.books.phase:
        case None:
            yield from _hides(view, piece)
        case Phase.FIGHT:
            yield Act(by=by, action="fight" if view.books.naming_over else "name_fight", piece=name, target=enemy.id)
        case Phase.PRISONERS:
            yield from (act for act in capturing.claims_of(view, piece) if act.target in ("", enemy.id))
        case Phase.SACRIFICE:
            yield from capturing.offers_of(view, piece)
        case Phase.ORDERS:
            yield from _shots(view, piece, enemy)
            yield from _charges(view, piece, enemy)
        case Phase.MOVE:
            yield from _charges(view, piece, enemy)


def _shots(view: MesoamericaField, piece: Piece, enemy: Piece) -> Iterator[Act]:
    weapon = view.unit(piece).weapon
    if weapon in MISSILES and not touched(view, piece):
        far = between(centre(piece), centre(enemy))
        if far <= measure(view.tables, f"missile.{weapon}.range"):
            yield Act(by=piece.owner, action="fire_order", piece=piece.id, target=enemy.id)


def _charges(view: MesoamericaField, piece: Piece, enemy: Piece) -> Iterator[Act]:
    """Fighters charge; a leader only whom he has before him, priests nobody."""
    kind = view.unit(piece).kind
    near = kind is UnitType.LEADER and between(centre(piece), centre(enemy)) <= BRAVE
    if kind in FIGHTERS or near:
        yield Act(by=piece.owner, action="charge_order", piece=piece.id, target=enemy.id)


def strides(view: MesoamericaField, piece: Piece) -> Sequence[tuple[Length, dict[str, str]]]:
    """A whole move on the ground it stands on, or half of one."""
    if view.books.phase not in (Phase.ORDERS, Phase.MOVE) or view.unit(piece).kind not in FIGHTERS:
        return ()
    full = measure(view.tables, f"move.{ground_at(view.terrain, centre(piece)).value}")
    return (full, {}), (full // 2, {})


def others(view: MesoamericaField, piece: Piece) -> Iterator[Act]:
    """Hide, turn, withdraw, fire before half a move, go a little, sacrifice, claim."""
    by, name = piece.owner, piece.id
    match view.books.phase:
        case None:
            yield from _hides(view, piece)
        case Phase.SACRIFICE:
            yield from reversed(list(capturing.offers_of(view, piece)))
        case Phase.PRISONERS:
            yield from capturing.claims_of(view, piece)
        case Phase.ORDERS | Phase.MOVE:
            for foe in touched(view, piece)[:1] or view.foes(piece)[:1]:
                yield _back(piece, foe)
                yield _half_fire(piece, foe)
            yield Act(by=by, action="hold_order", piece=name, chosen={"facing": (piece.figures[0].facing + 900) % 3600})


def _hides(view: MesoamericaField, piece: Piece) -> Iterator[Act]:
    """Into hiding where it stands, else in the middle of some ground that hides."""
    yield Act(by=piece.owner, action="hide", piece=piece.id)
    facing = piece.figures[0].facing
    for area in view.terrain.areas:
        x, y = (sum(each[axis] for each in area.outline) // len(area.outline) for axis in (0, 1))
        if ground_at(view.terrain, centre(piece)._replace(x=x, y=y)) in HIDING:
            yield Act(by=piece.owner, action="hide", piece=piece.id, ways=((Pose(x, y, facing),),))


def _back(piece: Piece, foe: Piece) -> Act:
    """An inch straight away from an enemy."""
    here, there, pose = centre(piece), centre(foe), piece.figures[0]
    far = max(1, between(here, there))
    there_pose = Pose(pose.x + (here.x - there.x) * 1000 // far, pose.y + (here.y - there.y) * 1000 // far, pose.facing)
    return Act(by=piece.owner, action="withdraw_order", piece=piece.id, ways=((there_pose,),))


def _half_fire(piece: Piece, foe: Piece) -> Act:
    """Fire at half rate, then an inch away."""
    away = _back(piece, foe)
    return Act(by=piece.owner, action="half_fire_order", piece=piece.id, target=foe.id, ways=away.ways)


def passes(view: MesoamericaField, side: Role) -> Sequence[Act]:
    """How the game goes on without anybody wishing for anything."""
    actions = turning.open_now(view).get(side, ())
    if "fight" in actions:
        return tuple(Act(by=side, action="fight", piece=a, target=b) for a, b in fighting.next_fights(view))
    if "pass_naming" not in actions:
        return ()
    eager = fighting.must_name(view, side)
    names = (
        Act(by=side, action="name_fight", piece=piece.id, target=enemy.id)
        for piece in eager
        for enemy in fighting.targets_of(view, piece)
    )
    return (Act(by=side, action="pass_naming"), *names)


AIMS: Aims[MesoamericaField] = Aims("move_order", ready, against, strides, others, passes)
