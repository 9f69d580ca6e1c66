"""How the computer's revolutionaries save their people: who gives way, where to, and who goes home before he is lost (R48-A.30)."""

from __future__ import annotations

from fractions import Fraction

from sandtable.geometry.measure import INCH, Point, apart
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.morale import counted_half, morale_quality, morale_tally
from sandtable.rulesets.uprising1848.table.figures import best_of, leading_of
from sandtable.rulesets.uprising1848.table.movement.placing import cover_there, edge_middle
from sandtable.rulesets.uprising1848.table.opponent.courses import best_of_ways, beyond, nearer
from sandtable.rulesets.uprising1848.table.opponent.danger import danger_for
from sandtable.rulesets.uprising1848.table.opponent.facts import middle_of
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, UprisingField, length
from sandtable.rulesets.uprising1848.vocabulary import Cover, Scenario, Status


def may_save_itself(view: UprisingField) -> bool:
    """Whether to get away alive is worth anything: not where all depends on one man's escape by the far edge."""
    return view.goal.scenario is not Scenario.KOSSUTH


def half_gone(view: UprisingField, piece: Piece) -> bool:
    """Whether half or more of a unit is gone."""
    unit = view.unit(piece.id)
    return bool(counted_half(unit.figures, max(unit.reference, unit.figures)))


def likely_to_rally(view: UprisingField, piece: Piece) -> bool:
    """Whether a wavering unit risks a Rally, which takes all of it off the table when it fails (R48-10.08a)."""
    tables, men = view.tables, view.men[piece.id]
    quality = morale_quality(best_of(men), leading_of(men, view.unit(piece.id).party.kind), tables)
    chance = morale_tally("rally", quality, tables, half=half_gone(view, piece)).total
    return int(chance) >= tables.number("lab.rally_percent")


def outmatched(view: UprisingField, piece: Piece, ratio: Fraction | None) -> bool:
    """Whether a unit gives way: those about it are too many, or half of it is gone and they are as many."""
    if ratio is None or not may_save_itself(view):
        return False
    tables = view.tables
    weak = half_gone(view, piece) and ratio < tables.exact("lab.weakened_ratio")
    return weak or ratio < tables.exact("lab.withdraw_ratio")


def under_cover(view: UprisingField, piece: Piece) -> bool:
    """Whether the middle of a unit is sheltered from the nearest enemy."""
    foe, here = _nearest(view, piece), middle_of(piece)
    return foe is None or cover_there(view, here, foe) is not Cover.NONE


def goes_home(view: UprisingField, piece: Piece, ratio: Fraction | None) -> bool:
    """Whether a unit leaves by the friendly edge, which costs no points: nothing would come of its staying but losses."""
    if not may_save_itself(view):
        return False
    if view.unit(piece.id).status is Status.WAVERING:
        return not likely_to_rally(view, piece)
    return ratio is not None and half_gone(view, piece) and ratio < view.tables.exact("lab.leave_ratio")


def retreat(kit: Kit[UprisingField], view: UprisingField, piece: Piece, *, home: bool) -> Act | None:
    """The order to go where it is safer, or home; None where no place is better than this one."""
    assert view.moving is not None  # noqa: S101 - somebody has thrown
    edge, danger = edge_middle(view), danger_for(view, piece)
    weight = float(view.tables.exact("lab.casualty_inches"))
    goal = beyond(view, edge) if home else edge
    left, foes = nearer(view, piece, goal), _foes(view)
    enough = length(view.tables.number("lab.safe_inches"))

    def score(place: Point, far: float) -> float:
        if home:
            return left(place, far) - weight * danger(place)
        return min([enough, *(apart(place, each) for each in foes)]) / INCH - weight * danger(place)

    return best_of_ways(kit, view, piece, goal, view.moving.far, score)


def _foes(view: UprisingField) -> list[Point]:
    return [middle_of(each) for each in view.there(GOVERNMENT) if view.fights_on(each.id)]


def _nearest(view: UprisingField, piece: Piece) -> Point | None:
    here = middle_of(piece)
    return min(_foes(view), key=lambda each: apart(each, here), default=None)
