"""What the kit's players have to know of the Mexican-American War: who may still act, and what a unit might wish to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sandtable.battle.seat import Role
from sandtable.geometry.measure import CIRCLE, DEGREE, Facing, Length, Point, Pose, ahead, bearing, in_inches
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.miniatures.players import Aims
from sandtable.rulesets.mexican_american_war.movement import full_moves
from sandtable.rulesets.mexican_american_war.table import seeing, shooting
from sandtable.rulesets.mexican_american_war.table.charges import charging, closing, fighting, replying
from sandtable.rulesets.mexican_american_war.table.leaders import commanding, riding
from sandtable.rulesets.mexican_american_war.table.movement.steps import StepKind
from sandtable.rulesets.mexican_american_war.table.shapes import front_of, middle_of
from sandtable.rulesets.mexican_american_war.table.state import Kind, MawField, Stage, label_of, length
from sandtable.rulesets.mexican_american_war.table.turning import open_now
from sandtable.rulesets.mexican_american_war.vocabulary import (
    FAST_EFFECTS,
    SQUARES,
    CheckEffect,
    Formation,
    Maneuver,
    Phase,
    effect_in,
)

K, M, F = StepKind, Maneuver, Formation
SHARES = (1.0, 0.6, 0.3)  # of how far a unit could go
WIDEST = 45  # degrees of a wheel
STRAIGHT = 6  # degrees off that are not worth one
SHY: Length = 2100  # how near a unit goes to an enemy that it does not charge


def _mine(view: MawField, side: Role) -> tuple[str, ...]:
    return open_now(view).get(side, ())


# ---- Who may still act -----------------------------------------------------------------------------------------------------------------


def ready(view: MawField, side: Role) -> Sequence[Piece]:
    """Those of a side who have something to do in the step that is open."""
    actions = _mine(view, side)
    if "hasty_maneuver" in actions:
        return _named(view, {order.piece for order in replying.open_replies(view, side)})
    if "fire" in actions:
        return _named(view, {name for bear in shooting.fireable(view, side).values() for name in bear})
    if "charge_combat" in actions:
        return _named(view, set(fighting.chargers(view)))
    if "break_through" in actions:
        return _named(view, set(closing.who_breaks(view)))
    if "attach" in actions:
        return commanding.leaders_of(view, side)
    return (*_maneuvering(view, actions), *_checking(view, side, actions)) if view.books.phase == Phase.MANEUVER else ()


def _named(view: MawField, names: set[str]) -> tuple[Piece, ...]:
    return tuple(piece for name, piece in view.pieces.items() if name in names)


def _maneuvering(view: MawField, actions: Sequence[str]) -> Iterator[Piece]:
    if "maneuver" in actions or "declare_charge" in actions:
        own = [name for name in view.group if name in view.pieces and not view.books.units[name].maneuver_done]
        yield from (view.pieces[name] for name in own)


def _checking(view: MawField, side: Role, actions: Sequence[str]) -> Iterator[Piece]:
    if "maneuver_check" in actions:
        yield from (view.pieces[order.piece] for order in commanding.checks(view, side))
    elif "move" in actions:
        yield from commanding.leaders_of(view, side)


# ---- What a unit might do to an enemy --------------------------------------------------------------------------------------------------


def against(view: MawField, piece: Piece, enemy: Piece) -> Iterator[Act]:
    """What a piece might do about an enemy in the step that is open, the best first."""
    actions = _mine(view, piece.owner)
    if enemy.id not in view.books.units:
        return
    if "hasty_maneuver" in actions:
        yield from (order for order in replying.open_replies(view, piece.owner) if order.piece == piece.id)
    elif "fire" in actions:
        yield from _shot(view, piece, enemy)
    elif "charge_combat" in actions:
        yield Act(by=piece.owner, action="charge_combat", piece=piece.id)
    elif "break_through" in actions:
        yield Act(by=piece.owner, action="break_through", piece=piece.id)
    elif view.books.phase == Phase.MANEUVER:
        yield from _maneuver(view, piece, enemy, actions)


def _shot(view: MawField, piece: Piece, enemy: Piece) -> Iterator[Act]:
    """All who bear on an enemy beside the piece."""
    if seeing.gap(view, piece, enemy) > shooting.reach_of(view, piece):
        return
    mark = shooting.mark_of(view, enemy)
    if not shooting.bears(view, piece, mark).numbers:
        return
    others = [
        each for each in ready(view, piece.owner) if each.id != piece.id and shooting.bears(view, each, mark).numbers
    ]
    helpers = tuple(each.id for each in others[: shooting.MOST - 1])
    yield Act(by=piece.owner, action="fire", piece=piece.id, target=enemy.id, helpers=helpers)
    yield Act(by=piece.owner, action="fire", piece=piece.id, target=enemy.id)


def _maneuver(view: MawField, piece: Piece, enemy: Piece, actions: Sequence[str]) -> Iterator[Act]:
    if piece.id in view.group and piece.id in view.books.units and not view.books.units[piece.id].maneuver_done:
        if "declare_charge" in actions and charging.may_charge(view, piece.id):
            for steel in (True, False):
                chosen = {"cold_steel": steel}
                yield Act(by=piece.owner, action="declare_charge", piece=piece.id, target=enemy.id, chosen=chosen)
        if "maneuver" in actions:
            yield from moves_toward(view, piece, enemy)
        return
    if "maneuver_check" in actions:
        yield from (
            order for order in commanding.checks(view, piece.owner) if order.piece == piece.id and _worth(view, order)
        )
    elif "move" in actions and piece.id in view.books.leaders:
        yield from _rides(view, piece)


def _worth(view: MawField, order: Act) -> bool:
    """Whether a check is worth throwing for: a battery that can fire stays and fires."""
    names = order.helpers or (order.piece,)
    return any(not (view.books.units[name].is_guns and in_action(view, view.pieces[name])) for name in names)


def in_action(view: MawField, guns: Piece) -> bool:
    """Whether guns stand unlimbered with an enemy in their reach."""
    unit, reach = view.books.units[guns.id], shooting.reach_of(view, guns)
    if unit.limbered or unit.silenced:
        return False
    near = [each for each in seeing.enemies_of(view, guns.owner) if each.figures]
    return any(seeing.gap(view, guns, each) <= reach for each in near)


# ---- Going somewhere -------------------------------------------------------------------------------------------------------------------


def moves_toward(view: MawField, piece: Piece, enemy: Piece) -> Iterator[Act]:
    """Ways toward an enemy: a wheel to him and on, else straight, ever shorter; guns come into range and unlimber."""
    unit, drawn = view.books.units[piece.id], view.shapes[piece.id]
    effect = effect_in(view.books.light, unit.checked) if unit.checked is not None else CheckEffect.TARDY
    what = M.FULL_MOVE if effect in FAST_EFFECTS or unit.is_guns else M.HALF_MOVE
    gap = seeing.gap(view, piece, enemy)
    if unit.is_guns:
        yield from guns_toward(view, piece, enemy, gap, effect)
        return
    if drawn.kind is Kind.HOUSE:
        return
    if drawn.state == F.MARCH_COLUMN and effect in FAST_EFFECTS and gap < length(24):
        yield _order(piece, M.DEPLOY_TO_THE_FRONT)
    if drawn.state in SQUARES:
        yield _order(piece, M.CHANGE_FORMATION, new_formation=F.LINE.value)
    most = min(rate(view, piece, effect, what), gap - SHY)
    if most > 0:
        yield from ways(view, piece, middle_of(enemy), what, most)
    if gap < length(12):
        yield _order(piece, M.HOLD)


def rate(view: MawField, piece: Piece, effect: CheckEffect, what: Maneuver) -> Length:
    """How far a unit goes in the open by a maneuver with an effect."""
    return rates(view, piece, effect, what)[0]


def rates(view: MawField, piece: Piece, effect: CheckEffect, what: Maneuver) -> tuple[Length, ...]:
    """How far a unit goes by a maneuver with an effect, on open, broken and rough ground."""
    unit = view.books.units[piece.id]
    full = full_moves(label_of(unit), unit.side, view.tables, quick=effect is CheckEffect.DOUBLE_QUICK)
    return tuple(length(each) if what is M.FULL_MOVE else length(each) // 2 for each in full)


def ways(view: MawField, piece: Piece, there: Point, what: Maneuver, most: Length) -> Iterator[Act]:
    """Ways toward a place, so far at most: a wheel to it and on, or straight, ever shorter."""
    aside = off(view, piece, there)
    wheel = max(-WIDEST, min(WIDEST, aside))
    for share in SHARES:
        far = round(most * share)
        if abs(aside) > STRAIGHT and view.shapes[piece.id].kind is not Kind.SQUARE:
            left = far - round(_arc(view, piece, wheel))
            if left > 0:
                yield _order(piece, what, _step(K.WHEEL, degrees=wheel), _step(K.ADVANCE, left))
        if abs(aside) <= 2 * WIDEST:
            yield _order(piece, what, _step(K.ADVANCE, far))


def _arc(view: MawField, piece: Piece, degrees: int) -> float:
    wide = 1 if view.shapes[piece.id].kind is Kind.FILE else view.shapes[piece.id].array.files
    return wide * (piece.base.width + view.shapes[piece.id].array.gap) * abs(degrees) * 3.1416 / 180


def off(view: MawField, piece: Piece, there: Point) -> int:
    """How many degrees a place is off the front, to the right where they are not negative."""
    front = front_of(view, piece)
    turn: Facing = (bearing(there.x - front.x, there.y - front.y) - front.facing) % CIRCLE
    return round((turn if turn <= CIRCLE // 2 else turn - CIRCLE) / DEGREE)


def guns_toward(view: MawField, piece: Piece, enemy: Piece, gap: Length, effect: CheckEffect) -> Iterator[Act]:
    """Guns rally, replenish, come into range, turn to an enemy and unlimber."""
    unit = view.books.units[piece.id]
    reach = shooting.reach_of(view, piece)
    if unit.silenced:
        yield _order(piece, M.RALLY_GUNS)
    if unit.low_ammunition:
        yield _order(piece, M.REPLENISH)
    if not unit.limbered:
        if gap <= reach:
            turn = _step(K.TURN, degrees=off(view, piece, middle_of(enemy)))
            yield _order(piece, M.PIVOT_AND_FIRE, turn)
            yield _order(piece, M.PIVOT, turn)
            return
        yield _order(piece, M.LIMBER_AND_MOVE, _step(K.ADVANCE, length(6)))
        yield _order(piece, M.LIMBER)
        return
    if gap <= reach:
        turn = _step(K.TURN, degrees=off(view, piece, middle_of(enemy)))
        yield _order(piece, M.UNLIMBER_AND_FIRE, turn)
        yield _order(piece, M.UNLIMBER, turn)
    far = rate(view, piece, effect, M.FULL_MOVE)
    for what in (M.MOVE_AND_UNLIMBER, M.FULL_MOVE):
        yield from ways(view, piece, middle_of(enemy), what, min(far, max(length(1), gap - reach // 2)))


def _order(piece: Piece, what: Maneuver, *steps: dict[str, Any], **more: Any) -> Act:
    chosen: dict[str, Any] = {"maneuver": what.value, **more}
    if steps:
        chosen["steps"] = list(steps)
    return Act(by=piece.owner, action="maneuver", piece=piece.id, chosen=chosen)


def _step(kind: StepKind, far: Length = 0, degrees: int = 0) -> dict[str, Any]:
    told: dict[str, Any] = {"step": kind.value}
    return (
        told
        | ({"degrees": degrees} if degrees or not far else {})
        | ({"inches": str(float(in_inches(far)))} if far else {})
    )


# ---- Whatever else -----------------------------------------------------------------------------------------------------------------------


def _rides(view: MawField, piece: Piece) -> Iterator[Act]:
    """A leader rides behind the units that he commands."""
    known = view.books.leaders[piece.id]
    for name in known.command:
        unit = view.pieces.get(name)
        if unit is not None:
            there = riding.behind(view, unit)
            spot = ahead(there, -length(1))
            yield Act(by=piece.owner, action="move", piece=piece.id, ways=((Pose(spot.x, spot.y, there.facing),),))


def others(view: MawField, piece: Piece) -> Iterator[Act]:
    """Formations, flanks, facing, leaders who join and leave, and instructions."""
    actions, side = _mine(view, piece.owner), piece.owner
    if piece.id in view.books.leaders:
        if "attach" in actions:
            yield Act(by=side, action="detach", piece=piece.id)
            for name in view.books.leaders[piece.id].command:
                yield Act(by=side, action="attach", piece=piece.id, target=name)
        if "move" in actions and view.stage is Stage.NONE:
            yield from _rides(view, piece)
        return
    if "maneuver" in actions and piece.id in view.group:
        for formation in (F.FIELD_COLUMN, F.SUPPORTED_LINE, F.DELIBERATE_SQUARE, F.LINE, F.MARCH_COLUMN, F.OPEN_THIN):
            yield _order(piece, M.CHANGE_FORMATION, new_formation=formation.value)
        yield _order(piece, M.HOLD, refuse_right=2)
        yield _order(piece, M.FULL_MOVE, _step(K.WITHDRAW, length(3)))
        yield _order(piece, M.FULL_MOVE, _step(K.OBLIQUE, length(5), 30))
        yield _order(piece, M.MARCH_BY_THE_FLANK, _step(K.RIGHT, length(3)))
        yield _order(piece, M.FULL_MOVE_DISORDERED, _step(K.ADVANCE, length(6)))
        yield _order(piece, M.CHANGE_FRONT, _step(K.WHEEL, degrees=-30))
        yield _order(piece, M.FACE_BY_THE_REAR_RANK)
        yield _order(piece, M.LIMBER)
        yield _order(piece, M.UNLIMBER)
    if "refuse" in actions:
        yield Act(by=side, action="refuse", piece=piece.id, chosen={"refuse_left": 2, "refuse_by": 45})
    if "instruct" in actions:
        yield Act(by=side, action="instruct", piece=piece.id, chosen={"reply": "hasty square", "against": "horse"})


def passes(view: MawField, side: Role) -> Sequence[Act]:
    """How the turn goes on; who must check does so first."""
    actions = _mine(view, side)
    for name in ("let_them_come", "go_in"):
        if name in actions and (name != "go_in" or view.stage is Stage.DECLARE):
            return (Act(by=side, action=name),)
    owed = [str(offer.fields["units"][0]["name"]) for offer in view.books.owed()] if "maneuver_check" in actions else []
    if owed:
        found = [order for order in commanding.checks(view, side) if set(owed) & {order.piece, *order.helpers}]
        if found:
            return tuple(found)
    if fighting.chargers(view) and "charge_combat" in actions:
        return tuple(Act(by=side, action="charge_combat", piece=name) for name in fighting.chargers(view))
    rides = _following(view, side) if "move" in actions else ()
    return (*rides, Act(by=side, action="next_phase"))


def _following(view: MawField, side: Role) -> Iterator[Act]:
    """Leaders who ride after their units, when these have gone out of the radius that is left to a leader in the dark."""
    near = length(view.tables.number("command_radius", "reduced"))
    for piece in commanding.leaders_of(view, side):
        known = view.books.leaders[piece.id]
        if piece.id in view.ridden or known.unit:
            continue
        own = [view.pieces[name] for name in known.command if name in view.pieces]
        if own and min(seeing.gap(view, piece, each) for each in own if each.figures) > near:
            yield from _rides(view, piece)


AIMS: Aims[MawField] = Aims("maneuver", ready, against, lambda _view, _piece: (), others, passes)
