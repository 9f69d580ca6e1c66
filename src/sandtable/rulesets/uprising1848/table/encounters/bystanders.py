"""Civilians and aristocrats who want to move, and therefore need an initiative (R48-A.15, R48-A.17, R48-G.04(f))."""

from __future__ import annotations

from math import hypot

from sandtable.miniatures.bodies import gaps
from sandtable.miniatures.field import Piece
from sandtable.rulesets.uprising1848.table.ground import structure_at
from sandtable.rulesets.uprising1848.table.sighting import look
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, UprisingField, length
from sandtable.rulesets.uprising1848.vocabulary import Kind, Status


def fighting_near(field: UprisingField, piece: Piece) -> bool:
    """Whether there was fighting within six inches since they last acted (R48-A.17)."""
    within = length(field.tables.number("behaviour.near_inches"))
    return any(
        hypot(place.x - pose.x, place.y - pose.y) <= within + piece.base.radius
        for _, place in field.fights
        for pose in piece.figures
    )


def cornered(field: UprisingField, piece: Piece) -> bool:
    """A Player figure is within six inches, or a loaded firearm within twelve with a line (R48-A.15)."""
    if piece.id in field.submitted:
        return True
    near, armed = (length(field.tables.number(f"behaviour.{name}_inches")) for name in ("near", "cornered"))
    for player in field.there(PLAYER):
        far = gaps(player.stands, piece.stands)
        if far.min() <= near:
            return True
        guns = [each for each, man in enumerate(field.men[player.id]) if man.shot() is not None]
        if guns and far[guns].min() <= armed:
            view = look(field, player, piece)
            if bool((view.open[guns] & (view.far[guns] <= armed)).any()):
                return True
    return False


def sheltered(field: UprisingField, piece: Piece) -> bool:
    """Whether all of them are inside something."""
    return all(structure_at(field.ground, pose.point) is not None for pose in piece.figures)


def wants_to_move(field: UprisingField, piece: Piece) -> bool:
    """Whether bystanders would use an initiative."""
    unit = field.unit(piece.id)
    if unit.has_acted or piece.hidden or unit.status is Status.WAVERING:
        return False
    if unit.party.kind is Kind.CIVILIANS:
        return fighting_near(field, piece)
    return unit.party.kind is Kind.ARISTOCRATS and not sheltered(field, piece) and not cornered(field, piece)


def wishing(field: UprisingField) -> tuple[Piece, ...]:
    """All bystanders who want to move."""
    return tuple(
        piece for piece in field.there(GOVERNMENT) if field.unit(piece.id).never_fights and wants_to_move(field, piece)
    )
