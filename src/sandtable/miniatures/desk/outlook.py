"""What a piece commands from where it stands: how far its weapon carries, and whom it could aim at with what prospects."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.desk import Candidate, Outlook
from sandtable.battle.seat import Seat
from sandtable.miniatures.desk.aiming import expected, problems_at
from sandtable.miniatures.desk.outlines import bands_drawn, range_drawn
from sandtable.miniatures.desk.setting import Setting, anchor_of
from sandtable.miniatures.desk.wishes import aimed
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.orders import Act
from sandtable.miniatures.players import by_distance

MOST = 8  # candidates: more nobody reads


def outlook(desk: Setting[State], view: State, seat: Seat, piece: str, offer: str) -> Outlook:
    """How far the weapon of a piece carries; of an order that is aimed, whom it could be aimed at."""
    named = view.pieces.get(piece)
    if named is None or not named.figures:
        return Outlook()
    reach = desk.look.reach(view, named)
    side = desk.playing(view, seat)
    targets = (
        tuple(_candidates(desk, view, named, offer)) if side == named.owner and offer in aimed(desk, side, view) else ()
    )
    if reach is None:
        return Outlook(targets=targets)
    arc = range_drawn(named.stands, reach, view.terrain)
    if reach.command:
        own = (view.pieces[name] for name in desk.look.linked(view, named) if name in view.pieces)
        links = tuple((anchor_of(named).point, anchor_of(each).point) for each in own if each.figures)
        return Outlook(command=arc, links=links, targets=targets)
    if reach.wedges:
        return Outlook(arc=reach.wedges, targets=targets)
    return Outlook(arc=arc, bands=bands_drawn(named.stands, reach), targets=targets)


def _candidates(desk: Setting[State], view: State, piece: Piece, action: str) -> Iterator[Candidate]:
    """Enemies, the nearest first: those who can be aimed at, and as long as there is room those who cannot."""
    for far, enemy in by_distance(view, piece)[:MOST]:
        order = Act(by=piece.owner, action=action, piece=piece.id, target=enemy.id)
        problems = problems_at(desk, view, order)
        away = desk.inches(far)
        if problems:
            yield Candidate(enemy.id, enemy.id, away, objection=desk.objection(problems[0]))
        else:
            yield Candidate(enemy.id, enemy.id, away, expected(desk, view, order))
