"""Units drawn up as the books have them: leaders beside their units, ranks closed up, mobs, squares, troops that reform (MAW-6.09, MAW-10.02, MAW-G.19f)."""

from __future__ import annotations

from dataclasses import replace

from sandtable.battle.event import Event
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Pose
from sandtable.kernel.tables import Tables
from sandtable.miniatures.field import Piece
from sandtable.rulesets.mexican_american_war.table.charges.falling_back import facing_foe
from sandtable.rulesets.mexican_american_war.table.leaders import commanding, riding
from sandtable.rulesets.mexican_american_war.table.movement import room
from sandtable.rulesets.mexican_american_war.table.shapes import closed_up, drawn_as, front_of, middle_of, stands_of
from sandtable.rulesets.mexican_american_war.table.state import Drawn, Formed, Kind, MawField, state_of
from sandtable.rulesets.mexican_american_war.vocabulary import SQUARES, OrderState


def draws(field: MawField, piece: Piece) -> Event | None:
    """A leader goes along with his unit; a unit stands in the formation that the books have now, its ranks closed up."""
    if piece.id in field.books.leaders:
        unit = commanding.attached_to(field, field.books.leaders[piece.id])
        there = riding.behind(field, unit) if unit is not None and unit.figures else piece.figures[0]
        return None if there == piece.figures[0] else riding.rides(piece, there)
    known = field.books.units[piece.id]
    if known.gone or any(task.unit == piece.id for task in field.tasks):
        return None
    drawn, wanted = field.shapes[piece.id], state_of(known)
    if drawn.state == wanted:
        return _closed(piece, drawn, field.tables)
    if drawn.state in SQUARES and wanted in SQUARES:
        return Formed(piece=piece.id, figures=piece.figures, base=piece.base, drawn=replace(drawn, state=wanted))
    front = _front(field, piece, drawn, wanted)
    return room.formed_at(field, piece, drawn_as(wanted, front, known.stands, field.tables))


def _front(field: MawField, piece: Piece, drawn: Drawn, wanted: str) -> Pose:
    """Where a formation is taken anew: broken troops crowd about their middle, and reform there facing the enemy (MAW-6.09, MAW-6.11b)."""
    middle = middle_of(piece)
    if wanted == OrderState.BROKEN:
        return Pose(middle.x, middle.y, drawn.array.front.facing)
    if drawn.kind in (Kind.MOB, Kind.HOUSE):
        return Pose(middle.x, middle.y, facing_foe(field, piece, middle))
    return front_of(field, piece)


@fact
def _closed(piece: Piece, drawn: Drawn, tables: Tables) -> Event | None:
    """A formation of fewer stands than its array says."""
    count = len(piece.figures)
    if drawn.kind in (Kind.FILE, Kind.HOUSE):
        return None
    new = closed_up(drawn, count, _before(drawn, count))
    figures = stands_of(new, count, piece.base, tables)
    if figures == piece.figures:
        return None
    return Formed(piece=piece.id, figures=figures, base=piece.base, drawn=new)


def _before(drawn: Drawn, count: int) -> int:
    """As many stands as a formation could have had in the ranks that it has."""
    deep = -(-count // max(1, drawn.array.files))
    return max(count, deep * drawn.array.files)
