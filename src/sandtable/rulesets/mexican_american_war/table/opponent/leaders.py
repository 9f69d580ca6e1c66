"""Where leaders ride: to those who need them, behind their own, out of the enemy's way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import hypot

from sandtable.geometry.measure import INCH, Point, Pose, ahead
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table import seeing
from sandtable.rulesets.mexican_american_war.table.leaders import commanding, riding
from sandtable.rulesets.mexican_american_war.table.opponent.odds import WEIGHTS
from sandtable.rulesets.mexican_american_war.table.opponent.picture import foes
from sandtable.rulesets.mexican_american_war.table.state import MawField
from sandtable.rulesets.mexican_american_war.table.state import length as inches
from sandtable.rulesets.mexican_american_war.vocabulary import OrderState

BACK = (1, 3)  # inches behind a unit that are looked at


def rides(view: MawField, side: str) -> Iterator[Act]:
    """Rides that are worth it, the best first, one for each leader who has not moved yet."""
    found = []
    for piece in commanding.leaders_of(view, side):
        known = view.books.leaders[piece.id]
        if piece.id in view.ridden or known.unit or not known.leads:
            continue
        here = _worth(view, piece, piece.figures[0].point)
        for pose in _places(view, piece):
            gain = _worth(view, piece, pose.point) - here
            if gain > WEIGHTS("leader", "least"):
                found.append((-gain, piece.id, pose))
    for _, name, pose in sorted(found):
        yield Act(by=side, action="move", piece=name, ways=((pose,),))


def _places(view: MawField, piece: Piece) -> Iterator[Pose]:
    """Behind each unit that he might lead, and between those of his own."""
    behind = {unit.id: riding.behind(view, unit) for unit in seeing.units_of(view, piece.owner) if unit.figures}
    for there in behind.values():
        for back in BACK:
            spot = ahead(there, -inches(back))
            yield Pose(spot.x, spot.y, there.facing)
    own = [behind[name] for name in view.books.leaders[piece.id].command if name in behind]
    for one, other in combinations(own, 2):
        there = Pose((one.x + other.x) // 2, (one.y + other.y) // 2, one.facing)
        spot = ahead(there, -inches(BACK[-1]))
        yield Pose(spot.x, spot.y, there.facing)


def _worth(view: MawField, piece: Piece, place: Point) -> float:
    """Who would be in his reach there, and who of the enemy near him."""
    command, radius = view.books.leaders[piece.id].command, inches(view.tables.number("command_radius", "clear"))
    told = 0.0
    for unit in seeing.units_of(view, piece.owner):
        if not unit.figures or _far(unit, place) > radius - INCH:
            continue
        own = WEIGHTS("leader", "own" if unit.id in command else "other")
        known = view.books.units[unit.id]
        told += own * (1.0 if known.order is OrderState.GOOD and not known.silenced else WEIGHTS("leader", "shaken"))
    near = inches(int(WEIGHTS("leader", "near")))
    if any(_far(foe.piece, place) < near for foe in foes(view, piece.owner)):
        told -= WEIGHTS("leader", "danger")
    return told


def _far(unit: Piece, place: Point) -> float:
    return min(hypot(pose.x - place.x, pose.y - place.y) for pose in unit.figures)
