"""The enemy as the opponent sees him: where he stands, how far he fires and charges; and what the battle is about."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Facing, Length, Point
from sandtable.miniatures.field import Piece
from sandtable.rulesets.mexican_american_war.ledger import KnownUnit
from sandtable.rulesets.mexican_american_war.movement import full_moves
from sandtable.rulesets.mexican_american_war.table import seeing, shooting
from sandtable.rulesets.mexican_american_war.table.opponent.odds import WEIGHTS
from sandtable.rulesets.mexican_american_war.table.shapes import front_of, middle_of
from sandtable.rulesets.mexican_american_war.table.state import Key, Kind, MawField, label_of
from sandtable.rulesets.mexican_american_war.table.state import length as inches
from sandtable.rulesets.mexican_american_war.vocabulary import CHARGING_FORMATIONS, Arm, OrderState, Side

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
    unit = view.books.units[piece.id]
    skittish = unit.side is Side.MEX and unit.on_horse and unit.order is not OrderState.GOOD
    if unit.is_guns or view.shapes[piece.id].state not in CHARGING_FORMATIONS or skittish:
        return 0
    return inches(full_moves(label_of(unit), unit.side, view.tables, quick=False)[0])


def shaken(unit: KnownUnit) -> bool:
    """Whether somebody is fit to be charged: in disorder, silenced, or limbered up."""
    return unit.order is not OrderState.GOOD or unit.silenced or (unit.is_guns and unit.limbered)


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
    """Whether a side would win if the battle ended now: it holds the more valuable positions, or has lost less."""
    held = {each.value: 0 for each in Side}
    for key in view.setting.keys:
        holder = view.held.get(key.id)
        if holder and key.side in ("", holder):
            held[holder] += key.points
    other = seeing.other(side)
    if held[side] != held[other]:
        return held[side] > held[other]
    return view.books.lost(Side(side)) < view.books.lost(Side(other))


@fact
def goals(view: MawField, side: str) -> tuple[tuple[str, str], ...]:
    """Who goes for which position: of each that the side does not hold, the nearest foot and horse that is in order."""
    troops = [
        piece
        for piece in seeing.units_of(view, side)
        if piece.figures
        and view.books.units[piece.id].arm is not Arm.GUNS
        and view.books.units[piece.id].order is OrderState.GOOD
    ]
    found: dict[str, str] = {}
    for key in sorted(view.setting.keys, key=lambda each: (-each.points, each.id)):
        if key.side not in ("", side) or view.held.get(key.id) == side:
            continue
        free = [piece for piece in troops if piece.id not in found]
        for piece in sorted(free, key=lambda each: (_to(each, key.at), each.id))[: int(WEIGHTS("plan", "going"))]:
            found[piece.id] = key.id
    return tuple(found.items())


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
