"""The best shot of a gun: whom it would hit, friend and foe (R48-A.07, R48-A.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sandtable.geometry.measure import DEGREE, Point, off_axis
from sandtable.geometry.sightlines import point
from sandtable.miniatures.bodies import gaps
from sandtable.miniatures.field import Piece
from sandtable.rulesets.uprising1848.table.combat.gunnery import loaded, reach_of, shot_at, victims
from sandtable.rulesets.uprising1848.table.sighting import look
from sandtable.rulesets.uprising1848.table.state import UprisingField, length
from sandtable.rulesets.uprising1848.vocabulary import Ammunition, GunClass

SPARED = 6  # inches about a shell in which no friend may be


@dataclass(frozen=True, slots=True)
class Aimed:
    """A shot and whom it would hit."""

    aim: Point
    foes: int
    friends: int


def aims(field: UprisingField, piece: Piece) -> Iterator[Point]:
    """Places worth aiming at: every enemy figure that the crew sees within the arc of the gun."""
    muzzle = piece.marker
    if muzzle is None or not piece.figures:
        return
    most = field.tables.number("sight.arc") * DEGREE
    for enemy in field.there():
        if enemy.owner == piece.owner:
            continue
        seen = np.atleast_1d(look(field, piece, enemy).open.any(axis=0))
        for pose, open_ in zip(enemy.figures, seen, strict=True):
            if open_ and off_axis(muzzle, pose.point) <= most:
                yield pose.point


def judged(field: UprisingField, piece: Piece, aim: Point) -> Aimed:
    """Whom a shot at a place would hit."""
    unit, muzzle = field.unit(piece.id), piece.marker
    assert muzzle is not None  # noqa: S101 - only guns are aimed
    ammunition, gun = loaded(unit), unit.party.gun or GunClass.LIGHT
    shot = shot_at(piece.id, muzzle, ammunition, aim)
    hit = [each for each in victims(field, shot, gun) if each.man is not None]
    foes = sum(field.pieces[each.piece].owner != piece.owner for each in hit)
    friends = len(hit) - foes
    if ammunition is Ammunition.SHELL:
        stands = [stand for other in field.there(piece.owner) for stand in other.stands]
        close = gaps([point(aim)], stands)[0] if stands else ()
        friends = int(sum(far <= length(SPARED) for far in close))
    return Aimed(aim, foes, friends)


def best_shot(field: UprisingField, piece: Piece) -> Aimed | None:
    """The shot that hits most foes and fewest friends, within its reach."""
    unit, muzzle = field.unit(piece.id), piece.marker
    if unit.party.gun is None or muzzle is None:
        return None
    reach = reach_of(unit.party.gun, loaded(unit), field.tables)
    near = [aim for aim in aims(field, piece) if int(gaps([point(muzzle)], [point(aim)])[0, 0]) <= reach]
    found = [judged(field, piece, aim) for aim in near]
    weight = field.tables.number("behaviour.friends_count")
    return max(found, key=lambda shot: (shot.foes - weight * shot.friends, shot.foes), default=None)
