"""What units of Average Dice do beside moving, firing and striking: shell houses, throw cans at them, turn and limber guns, get off their horses, join, serve a gun, cut wire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sandtable.ai.weighing import Weighed
from sandtable.geometry.measure import DEGREE, INCH, Point, Pose, apart, bearing
from sandtable.miniatures.bodies import gaps
from sandtable.miniatures.drawing_up import behind, middle_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.looking import in_arc
from sandtable.miniatures.opponent.intents import Stance
from sandtable.miniatures.opponent.thinking import Thinking
from sandtable.miniatures.opponent.values import Choice
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.table import housing
from sandtable.rulesets.average_dice.table.ground import clear_on, ground_left, length
from sandtable.rulesets.average_dice.table.moving import marker_of
from sandtable.rulesets.average_dice.table.opponent import course, houses
from sandtable.rulesets.average_dice.table.opponent.odds import Shells, shells, silent
from sandtable.rulesets.average_dice.table.opponent.worth import WEIGHTS, joined, kind_of, lost, price, price_with
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.table.wiring import WIRE
from sandtable.rulesets.average_dice.vocabulary import (
    GUN_ARMS,
    OTHER_SIDE,
    UNIT_ARMS,
    Arm,
    Side,
    TroopClass,
    Weapon,
    WholeMove,
)

About = Thinking[AverageDiceField]


def deeds(thinking: About) -> Iterator[Choice]:
    """Whatever else a unit might do that is worth a thought."""
    unit = thinking.unit
    if unit.moved or unit.fired or unit.fought or unit.spent:
        return
    if unit.arm in GUN_ARMS:
        yield from _gun(thinking)
    if unit.arm is Arm.FIELD_GUN or unit.throwers:
        yield from _at_houses(thinking)
    if unit.arm in UNIT_ARMS:
        yield from _horse(thinking)
        yield from _joins(thinking)
        yield from _lends(thinking)
        yield from _wire(thinking)


def _spends(thinking: About, whole: WholeMove) -> Act:
    piece = thinking.piece
    return Act(by=piece.owner, action="spend_move", piece=piece.id, chosen={"whole_move": whole.value})


# ---- Houses -----------------------------------------------------------------------------------------------------------------------


def _at_houses(thinking: About) -> Iterator[Choice]:
    """Houses with enemies in them are shot down (AVD-10.01 to AVD-10.05)."""
    view, piece, side = thinking.view, thinking.piece, Side(thinking.piece.owner)
    for worth, name in sorted(_shot_down(thinking), reverse=True)[:2]:
        order = Act(by=piece.owner, action="hit_structure", piece=piece.id, target=name)
        if worth > 0 and thinking.may(order):
            who = houses.inside(view, name, OTHER_SIDE[side])
            yield Weighed(order, (thinking.reason("hit_structure", worth, name, inside=who[0].name),))
            return


def _shot_down(thinking: About) -> Iterator[tuple[float, str]]:
    """What shots at each house with enemies in it are worth, those within reach."""
    view, side, unit = thinking.view, Side(thinking.piece.owner), thinking.unit
    weapon = Weapon.DYNAMITE if unit.throwers else unit.weapon
    reach = length(view.tables.number("range", weapon))
    if silent(kind_of(unit), view.tables) or unit.limbered:
        return
    for known in view.books.structures.values():
        enemies = houses.inside(view, known.name, OTHER_SIDE[side])
        if known.fallen or not enemies or houses.inside(view, known.name, side):
            continue
        if not {unit.name for unit in course.spared(view, OTHER_SIDE[side])}.isdisjoint(each.name for each in enemies):
            continue
        if apart(thinking.middle, _middle(view, known.name)) - houses.half(view, known.name) > reach + thinking.spread:
            continue
        found = _shells(thinking, known.name, weapon)
        at_stake = sum(price(kind_of(each)) for each in enemies) * thinking.values.stake(view, enemies[0].side.value)
        worth = at_stake * (found.falls + WEIGHTS("house", "near") * (found.share - found.falls))
        yield worth - _blown_up(thinking, found), known.name


def _shells(thinking: About, name: str, weapon: Weapon) -> Shells:
    known, unit = thinking.view.books.structures[name], thinking.unit
    return shells(weapon, unit.figures, unit.replacements, unit.throwers, known.kind, known.left, thinking.view.tables)


def _blown_up(thinking: About, found: Shells) -> float:
    """What cans cost the unit that throws them (AVD-10.03c)."""
    return found.throwers * lost(kind_of(thinking.unit), 1, deserts=False) if found.throwers else 0.0


def _middle(view: AverageDiceField, name: str) -> Point:
    return middle_of(housing.outline_of(view, name))


# ---- Guns -------------------------------------------------------------------------------------------------------------------------


def _gun(thinking: About) -> Iterator[Choice]:
    """A gun is turned to what it could hit, limbered for a long way, and unlimbered where there is something to fire at."""
    unit, piece = thinking.unit, thinking.piece
    if piece.marker is None or not piece.figures:
        return
    if unit.limbered:
        order = _spends(thinking, WholeMove.UNLIMBER)
        best = _best_from(thinking, piece.marker.point)
        if best > 0 and _way_left(thinking) <= WEIGHTS("gun", "move_off") and thinking.may(order):
            yield Weighed(order, (thinking.reason("unlimbers", WEIGHTS("gun", "unlimber") * best),))
        return
    here = _best_from(thinking, piece.marker.point)
    yield from _turns(thinking)
    if unit.arm is Arm.FIELD_GUN and _way_left(thinking) > WEIGHTS("gun", "move_off"):
        order = _spends(thinking, WholeMove.LIMBER)
        gain = WEIGHTS("gun", "limber") - here
        if gain > 0 and thinking.may(order):
            yield Weighed(order, (thinking.reason("limbers", gain),))


def _way_left(thinking: About) -> float:
    """How many inches it is to where the gun could fire at its goal."""
    far = apart(thinking.middle, thinking.plan.at) - thinking.values.stands_off(thinking.view, thinking.piece)
    return far / INCH if thinking.plan.stance is not Stance.HOLD else 0.0


def _best_from(thinking: About, place: Point) -> float:
    """What the best shot from a place is worth, at troops or at a house, whichever way the gun points."""
    return max((worth for _, worth in _marks(thinking, place)), default=0.0)


def _marks(thinking: About, place: Point) -> Iterator[tuple[Point, float]]:
    """What a gun could fire at from a place if it pointed there, and what that is worth."""
    view, unit = thinking.view, replace(thinking.unit, limbered=False)
    reach = thinking.values.reach(view, thinking.piece, unit)
    if not reach.bands:
        return
    seen = thinking.picture.seen_from(place)
    done = thinking.picture.done(unit, reach, thinking.foe_covers)
    for number, foe in enumerate(thinking.picture.foes):
        far = apart(place, foe.eye) - foe.spread
        if seen[number] and far <= reach.far:
            yield foe.eye, float(done[number, sum(far > each for each in reach.bands)])
    if unit.arm is Arm.FIELD_GUN:
        for worth, name in _shot_down(thinking) if not thinking.unit.limbered else _as_unlimbered(thinking):
            middle = _middle(view, name)
            if clear_on(ground_left(view), name)(place, middle):
                yield middle, worth


def _as_unlimbered(thinking: About) -> Iterator[tuple[float, str]]:
    """What it could shoot down if it were unlimbered."""
    unit = replace(thinking.unit, limbered=False)
    books = thinking.view.books.with_units(unit)
    return _shot_down(replace(thinking, view=replace(thinking.view, books=books)))


def _turns(thinking: About) -> Iterator[Choice]:
    """Turn to the best that does not lie before the muzzle, if it is worth more than what does (AVD-7.06b, AVD-G.16)."""
    piece = thinking.piece
    assert piece.marker is not None  # noqa: S101 - it is a gun
    best, there, now = 0.0, None, 0.0
    for mark, worth in _marks(thinking, piece.marker.point):
        if _before(thinking, mark):
            now = max(now, worth)
        elif worth > best:
            best, there = worth, mark
    gain = WEIGHTS("ground", "tomorrow") * best - now
    if there is None or gain <= 0:
        return
    facing = bearing(there.x - piece.marker.x, there.y - piece.marker.y)
    turned = Pose(piece.marker.x, piece.marker.y, facing)
    chosen = {"whole_move": WholeMove.REALIGN.value}
    order = Act(by=piece.owner, action="spend_move", piece=piece.id, marker=(turned,), chosen=chosen)
    if thinking.may(order):
        yield Weighed(order, (thinking.reason("turns", gain),))


def _before(thinking: About, mark: Point) -> bool:
    """Whether something lies before the muzzle."""
    piece, unit = thinking.piece, thinking.unit
    assert piece.marker is not None  # noqa: S101 - it is a gun
    return in_arc(piece.marker, thinking.view.tables.number("arc", unit.arm) * DEGREE, mark)


# ---- Horse ------------------------------------------------------------------------------------------------------------------------


def _horse(thinking: About) -> Iterator[Choice]:
    """Riders get off before a house that they are to go into (AVD-5.16, AVD-G.45)."""
    unit, plan = thinking.unit, thinking.plan
    if not unit.mounted or plan.goal is None or plan.stance is Stance.HOLD:
        return
    if apart(thinking.middle, plan.goal.at) > WEIGHTS("horse", "dismount") * INCH:
        return
    order = _spends(thinking, WholeMove.DISMOUNT)
    if thinking.may(order):
        yield Weighed(order, (thinking.reason("dismounts", WEIGHTS("horse", "worth")),))


# ---- Figures that change their unit -------------------------------------------------------------------------------------------------


def _joins(thinking: About) -> Iterator[Choice]:
    """Two weak units become one, where that is worth more than both (AVD-12.04)."""
    view, piece, unit = thinking.view, thinking.piece, thinking.unit
    if unit.figures > view.tables.number("morale.weak.figures"):
        return
    for friend in view.of(piece.owner):
        other = view.books.units[friend.id]
        if friend.id == piece.id or other.arm not in UNIT_ARMS or not friend.figures:
            continue
        gain = joined(unit, other) if _near(thinking, friend) else 0.0
        order = Act(by=piece.owner, action="join", piece=piece.id, target=friend.id)
        if gain > 0 and thinking.may(order):
            yield Weighed(order, (thinking.reason("join", gain, friend.id),))


def _lends(thinking: About) -> Iterator[Choice]:
    """A figure goes to a gun that cannot fire without it (AVD-8.14, AVD-8.17)."""
    view, piece, unit = thinking.view, thinking.piece, thinking.unit
    if unit.melee_class is not TroopClass.INFANTRY:
        return
    for gun in view.of(piece.owner):
        known = view.books.units[gun.id]
        if known.arm not in GUN_ARMS or not gun.figures or len(gun.figures) >= view.tables.number("crew", known.arm):
            continue
        kind = kind_of(known)
        gain = WEIGHTS("crew", "lend") * (price_with(kind, known.all_figures + 1) - price(kind))
        gain -= lost(kind_of(unit), 1, deserts=False)
        if gain <= 0:
            continue
        order = _lent(thinking, gun)
        if order is not None and thinking.may(order):
            yield Weighed(order, (thinking.reason("lends", gain, gun.id),))
            return


def _near(thinking: About, friend: Piece) -> bool:
    """Whether two units are near enough to join (AVD-G.29)."""
    within = length(thinking.view.tables.exact("join.inches"))
    return bool((gaps(thinking.piece.stands, friend.stands) <= within).any())


def _lent(thinking: About, gun: Piece) -> Act | None:
    """The figure nearest to a gun goes to a free place among those of its crew."""
    view, piece = thinking.view, thinking.piece
    known = view.books.units[gun.id]
    if gun.marker is None:
        return None
    reach = length(view.tables.exact("replacement.inches")) + INCH
    ground = marker_of(known, gun.marker, view.tables)
    if min(apart(pose.point, gun.marker.point) for pose in piece.figures) > reach + ground.depth:
        return None
    places = behind(piece.base, gun.marker, ground.depth, view.tables.number("crew", known.arm))
    free = [
        place
        for place in places
        if all(apart(place.point, pose.point) >= 2 * piece.base.radius for pose in gun.figures)
        and thinking.room.free(piece.base, (place,))
    ]
    if not free:
        return None
    number = min(range(len(piece.figures)), key=lambda each: apart(piece.figures[each].point, free[0].point))
    ways = tuple((free[0],) if each == number else () for each in range(len(piece.figures)))
    return Act(by=piece.owner, action="unit_change", piece=piece.id, target=gun.id, ways=ways)


# ---- Wire -------------------------------------------------------------------------------------------------------------------------


def _wire(thinking: About) -> Iterator[Choice]:
    """Wire is cut that bars the way (AVD-6.02)."""
    view, piece, plan = thinking.view, thinking.piece, thinking.plan
    if thinking.unit.melee_class is not TroopClass.INFANTRY or plan.stance is Stance.HOLD:
        return
    order = Act(by=piece.owner, action="clear_wire", piece=piece.id)
    if any(line.kind == WIRE for line in ground_left(view).lines) and thinking.may(order):
        yield Weighed(order, (thinking.reason("clear_wire", WEIGHTS("wire", "cut") * plan.pull),))
