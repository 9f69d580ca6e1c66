"""The way of an escort to its priests: the shortest that keeps half an inch from every enemy (PRE-8.05b, PRE-G.38)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from sandtable.geometry.measure import Point
from sandtable.miniatures.field import Piece
from sandtable.miniatures.routes import short_of, way_round
from sandtable.rulesets.mesoamerica.table.ground import centre
from sandtable.rulesets.mesoamerica.table.nearness import CONTACT, far_between, reach_of
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField, measure

SPARE = 20  # thousandths more than must be kept
BESIDE = 100  # thousandths from the priests at which an escort halts


def way_to_priests(field: MesoamericaField, piece: Piece, priests: Sequence[Piece]) -> tuple[Point, ...]:
    """The way of an escort's middle to the nearest priests, from where it stands; only that place where it is beside them or there is no way.

    It keeps as far from enemies as it must however both are turned; from one that it begins beside, as far as it is.
    """
    nearest = min(priests, key=lambda each: (far_between(piece, each), each.id))
    start, goal = centre(piece), centre(nearest)
    if far_between(piece, nearest) <= measure(field.tables, CONTACT):
        return (start,)
    keep = measure(field.tables, CONTACT) + SPARE + reach_of(piece)
    foes = [(centre(foe), keep + reach_of(foe)) for foe in field.foes(piece)]
    rings = [
        (place, min(far, hypot(place.x - start.x, place.y - start.y)))
        for place, far in foes
        if hypot(place.x - goal.x, place.y - goal.y) > far
    ]
    half = max(piece.base.width, piece.base.behind) // 2
    inside = Point(half, half), Point(field.terrain.width - half, field.terrain.height - half)
    found = way_round(start, goal, rings, inside)
    halt = (piece.base.behind + max(nearest.base.behind, nearest.base.width)) / 2 + BESIDE
    return short_of(found, halt) if found else (start,)
