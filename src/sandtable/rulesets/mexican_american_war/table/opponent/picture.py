"""The enemy as the opponent sees him: where he stands, how far he fires and charges; and what the battle is about."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Facing, Length, Point
from sandtable.miniatures.field import Piece
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.movement import full_moves
from sandtable.rulesets.mexican_american_war.table import seeing, shooting, turning
from sandtable.rulesets.mexican_american_war.table.opponent.odds import WEIGHTS, volley
from sandtable.rulesets.mexican_american_war.table.shapes import front_of, middle_of
from sandtable.rulesets.mexican_american_war.table.state import Key, Kind, MawField, label_of
from sandtable.rulesets.mexican_american_war.table.state import length as inches
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CHARGING_FORMATIONS,
    Grade,
    OrderState,
    Side,
)

Spots = NDArray[np.float64]


class Foe(NamedTuple):
    """An enemy unit: the middles of its stands, its front, how far it fires, and how far it charges, nought for who does not."""

    piece: Piece
    unit: KnownUnit
    spots: Spots
    facing: Facing
    all_round: bool
    reach: Length
    charges: Length


@fact
def foes(view: MawField, side: str) -> tuple[Foe, ...]:
    """The enemies of a side who count: those in order or only shaken."""
    return tuple(
        _foe(view, piece)
        for piece in seeing.enemies_of(view, side)
        if piece.figures and view.books.units[piece.id].order is not OrderState.BROKEN
    )


def _foe(view: MawField, piece: Piece) -> Foe:
    unit, drawn = view.books.units[piece.id], view.shapes[piece.id]
    fires = not (unit.silenced or unit.limbered or unit.sheltered or unit.on_horse)
    return Foe(
        piece,
        unit,
        seeing.quads(view, piece.id).mean(axis=1),
        front_of(view, piece).facing,
        drawn.kind in (Kind.SQUARE, Kind.HOUSE),
        shooting.reach_of(view, piece) if fires else 0,
        charge_reach(view, piece),
    )


def charge_reach(view: MawField, piece: Piece) -> Length:
    """How far a unit charges over open ground; nought for those who do not charge."""
    return _charge_reach(view, piece.id)


@fact
def _charge_reach(view: MawField, name: str) -> Length:
    unit = view.books.units[name]
    skittish = unit.side is Side.MEX and unit.on_horse and unit.order is not OrderState.GOOD
    if unit.is_guns or view.shapes[name].state not in CHARGING_FORMATIONS or skittish:
        return 0
    return inches(full_moves(label_of(unit), unit.side, view.tables, quick=False)[0])


@WEIGHTS.fact
def in_reach(view: MawField, enemy: str, but: str) -> tuple[str, ...]:
    """Others than a unit who could charge an enemy next from where they stand, the largest first."""
    piece = view.pieces[enemy]
    own = [
        each
        for each in seeing.enemies_of(view, piece.owner)
        if each.figures and each.id != but and seeing.gap(view, each, piece) <= charge_reach(view, each)
    ]
    return tuple(
        each.id
        for each in sorted(own, key=lambda each: (-len(each.figures), each.id))[: int(WEIGHTS("place", "together")) - 1]
    )


def shaken(unit: KnownUnit) -> bool:
    """Whether somebody is fit to be charged: in disorder, silenced, or limbered up."""
    return unit.order is not OrderState.GOOD or unit.silenced or (unit.is_guns and unit.limbered)


@fact
def company(view: MawField, side: str) -> tuple[tuple[str, Spots], ...]:
    """The middles of the stands of all who count with a neighbour in a combat: troops in good order (MAW-G.24)."""
    return tuple(
        (piece.id, seeing.quads(view, piece.id).mean(axis=1))
        for piece in seeing.units_of(view, side)
        if piece.figures and counts(view.books.units[piece.id])
    )


def counts(unit: KnownUnit) -> bool:
    """Whether a unit counts with a neighbour in a combat."""
    return not unit.is_guns and unit.order is OrderState.GOOD


@fact
def others_before(view: MawField, foe: str, name: str) -> int:
    """How many others than a unit an enemy has in reach of his fire."""
    piece = view.pieces[foe]
    reach = shooting.reach_of(view, piece)
    own = (each for each in seeing.enemies_of(view, piece.owner) if each.figures and each.id != name)
    return sum(seeing.gap(view, piece, each) <= reach for each in own)


@fact
def threat_to(view: MawField, name: str) -> tuple[tuple[Length, str], ...]:
    """The enemies of a unit with how far they are, the nearest first; broken ones last."""
    piece = view.pieces[name]
    found = [
        (view.books.units[each.id].order is OrderState.BROKEN, seeing.gap(view, piece, each), each.id)
        for each in seeing.enemies_of(view, piece.owner)
        if each.figures
    ]
    return tuple((far, enemy) for _, far, enemy in sorted(found))


def nearest(view: MawField, name: str) -> tuple[Length, Piece] | None:
    """The nearest enemy that counts."""
    found = threat_to(view, name)
    return (found[0][0], view.pieces[found[0][1]]) if found else None


# ---- What it is about ----------------------------------------------------------------------------------------------------------------------


@fact
def ahead(view: MawField, side: str) -> bool:
    """Whether a side would win if the battle ended now."""
    won = turning.won_by(turning.judged(view))
    return won.grade is not Grade.DRAW and won.whom == side


@WEIGHTS.fact
def patient(view: MawField, side: str) -> bool:
    """Whether a side lets its guns speak first: they do more than the enemy's, and there is time left to go over to the attack."""
    left = view.setting.turns - view.books.turn
    if left < WEIGHTS("plan", "attack"):
        return False
    return _fire_of(view, side) > _fire_of(view, seeing.other(side)) * WEIGHTS("plan", "outgunned")


def _fire_of(view: MawField, side: str) -> float:
    """What the guns of a side do to the enemy from where they are: each its best shot."""
    guns = (each for each in foes(view, seeing.other(side)) if each.unit.is_guns and each.reach)
    return sum(_best_of(view, gun, foes(view, side)) for gun in guns)


def _best_of(view: MawField, gun: Foe, marks: tuple[Foe, ...]) -> float:
    """What a unit of guns does at its best; sight is looked at only where a shot at so near an enemy could be better."""
    hoped = []
    for mark in marks:
        gap = seeing.gap(view, gun.piece, mark.piece)
        if gap <= gun.reach:
            hoped.append((volley(view, gun.unit, mark.unit, gap, len(gun.spots)).worth(mark.unit), mark))
    best = 0.0
    for worth, mark in sorted(hoped, key=lambda each: (-each[0], each[1].piece.id)):
        if worth <= best:
            break
        best = max(best, _done_to(view, gun, mark))
    return best


def _done_to(view: MawField, gun: Foe, mark: Foe) -> float:
    """What a unit of guns does to an enemy; nothing to one whom it cannot see."""
    found = shooting.bears(view, gun.piece, shooting.mark_of(view, mark.piece))
    if not found.numbers:
        return 0.0
    return volley(view, gun.unit, mark.unit, min(found.ranges), len(found.numbers)).worth(mark.unit)


@WEIGHTS.fact
def attacks(view: MawField, side: str) -> bool:
    """Whether a side has to go to the enemy: it does not win by standing, and has nothing to wait for."""
    return not ahead(view, side) and not patient(view, side)


@WEIGHTS.fact
def only_horse_near(view: MawField, name: str) -> bool:
    """Whether horse could charge a unit, and no enemy on foot or with guns is near enough to fire at it."""
    piece = view.pieces[name]
    gaps = [(seeing.gap(view, piece, foe.piece), foe) for foe in foes(view, piece.owner)]
    comes = any(foe.unit.on_horse and foe.charges and gap <= foe.charges for gap, foe in gaps)
    return comes and not any(
        foe.reach and gap <= min(foe.reach, inches(int(WEIGHTS("plan", "square")))) for gap, foe in gaps
    )


@WEIGHTS.fact
def goals(view: MawField, side: str) -> tuple[tuple[str, str], ...]:
    """Who goes for which position: of each that the side does not hold, or that is in danger, the nearest who are free, until they are enough."""
    found: dict[str, str] = {}
    for key in sorted(view.setting.keys, key=lambda each: (-each.points, each.id)):
        if key.side not in ("", side):
            continue
        against = _strength(view, seeing.other(side), key)
        held = view.held.get(key.id) == side
        needed = against * WEIGHTS("plan", "keeping" if held else "taking")
        if not held:
            needed = max(needed, WEIGHTS("plan", "least"))
        has = _strength(view, side, key) if held else 0.0
        free = [piece for piece in _free(view, side) if piece.id not in found]
        for piece in sorted(free, key=lambda each: (_to(each, key.at), each.id)):
            if has >= needed or (held and _to(piece, key.at) > inches(int(WEIGHTS("plan", "reach")))):
                break
            if held and _to(piece, key.at) <= key.within + inches(4):
                continue  # he is there already, and counted
            found[piece.id] = key.id
            has += len(piece.figures)
    return tuple(found.items())


def _free(view: MawField, side: str) -> tuple[Piece, ...]:
    """Foot and horse in order."""
    return tuple(piece for piece in seeing.units_of(view, side) if piece.figures and counts(view.books.units[piece.id]))


def _strength(view: MawField, side: str, key: Key) -> float:
    """The stands of foot and horse of a side that are near a position; the enemy's from further off."""
    near = inches(int(WEIGHTS("plan", "near")))
    return sum(len(piece.figures) for piece in _free(view, side) if _to(piece, key.at) <= key.within + near)


def goal_of(view: MawField, name: str) -> Key | None:
    """The position that a unit goes for."""
    wanted = dict(goals(view, view.pieces[name].owner)).get(name)
    return next((each for each in view.setting.keys if each.id == wanted), None)


def kept_by(view: MawField, name: str) -> Key | None:
    """The position that a unit alone holds for its side."""
    piece = view.pieces[name]
    for key in view.setting.keys:
        if view.held.get(key.id) != piece.owner or key.side not in ("", piece.owner):
            continue
        near = [each.id for each in seeing.units_of(view, piece.owner) if _holds(view, each, key)]
        if near == [name]:
            return key
    return None


def _holds(view: MawField, piece: Piece, key: Key) -> bool:
    unit = view.books.units[piece.id]
    return (
        bool(piece.figures)
        and not unit.is_guns
        and unit.order is not OrderState.BROKEN
        and _to(piece, key.at) <= key.within + inches(4)
    )


def _to(piece: Piece, there: Point) -> Length:
    middle = middle_of(piece)
    return round(hypot(middle.x - there.x, middle.y - there.y))


def late(view: MawField, side: str) -> bool:
    """Whether the last turns have come and the side would lose."""
    return view.setting.turns - view.books.turn < WEIGHTS("plan", "late") and not ahead(view, side)
