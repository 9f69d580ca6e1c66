"""What a unit stands behind or in: linear cover and positions (MAW-G.09, MAW-G.10a, MAW-G.10b)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import TypeVar

from sandtable.geometry.measure import Point, ahead
from sandtable.kernel.messages import Vocabulary
from sandtable.kernel.tables import Tables
from sandtable.miniatures.field import Piece
from sandtable.rulesets.mexican_american_war.ledger import WHOLE
from sandtable.rulesets.mexican_american_war.table import ground
from sandtable.rulesets.mexican_american_war.table.state import MawField, length
from sandtable.rulesets.mexican_american_war.vocabulary import Cover, GroundDefended

Term = TypeVar("Term", bound=Vocabulary)
COVERS = tuple(Cover)  # least first
POSITIONS = tuple(GroundDefended)


def position_of(field: MawField, piece: Piece) -> tuple[Cover, GroundDefended]:
    """The linear cover and the position that at least half of its stands have before them; a garrison has its structure."""
    house = ground.structure(field.terrain, field.inside.get(piece.id, ""))
    if house is not None:
        return house_cover(house.kind)
    near = length(field.tables.number("apart.behind"))
    found = [_best(field, pose.point, ahead(pose, near)) for pose in piece.figures]
    covers, positions = [each for each, _ in found], [each for _, each in found]
    return shared(covers, COVERS, field.tables), shared(positions, POSITIONS, field.tables)


def house_cover(kind: str) -> tuple[Cover, GroundDefended]:
    """What a structure is to its garrison (MAW-G.10a, MAW-G.10b)."""
    if kind in ground.FORTS:
        return Cover.FORTIFIED, GroundDefended.FORTIFIED
    return Cover.FULL, GroundDefended.STRONG


def _best(field: MawField, place: Point, before: Point) -> tuple[Cover, GroundDefended]:
    """The best work between a place and one before it."""
    lines = ground.sheltering(field.terrain, field.tables, before, place)
    works = [work for line in lines if (work := ground.work_of(line.kind, field.tables)) is not None]
    cover = max((work[1] for work in works), key=COVERS.index, default=Cover.NONE)
    return cover, max((work[2] for work in works), key=POSITIONS.index, default=GroundDefended.NONE)


def shared(found: Sequence[Term], order: tuple[Term, ...], tables: Tables) -> Term:
    """The best that as many of them have as are needed to have it (MAW-G.09)."""
    ranked = sorted(found, key=order.index, reverse=True)
    needed = ceil(Fraction(len(ranked) * tables.number("measured.covered"), WHOLE))
    return ranked[max(1, needed) - 1] if ranked else order[0]
