"""What a piece commands from where it stands: how far its weapon carries, and whom it could aim at with what prospects."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.desk import Candidate, Outlook
from sandtable.battle.seat import Seat
from sandtable.kernel.messages import decimal_text
from sandtable.miniatures import acting
from sandtable.miniatures.desk.outlines import bands_drawn, range_drawn
from sandtable.miniatures.desk.setting import Setting
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
    return Outlook(arc=arc, bands=bands_drawn(named.stands, reach), targets=targets)


def _candidates(desk: Setting[State], view: State, piece: Piece, action: str) -> Iterator[Candidate]:
    """Enemies, the nearest first: those who can be aimed at, and as long as there is room those who cannot."""
    for far, enemy in by_distance(view, piece)[:MOST]:
        order = Act(by=piece.owner, action=action, piece=piece.id, target=enemy.id)
        problems = acting.problems_of(desk.kit, view, order)
        away = desk.inches(far)
        if problems:
            yield Candidate(enemy.id, enemy.id, away, objection=desk.objection(problems[0]))
        else:
            yield Candidate(enemy.id, enemy.id, away, _expected(desk, view, order))


def _expected(desk: Setting[State], view: State, order: Act) -> str:
    """What to expect of an order on the average, in words; empty where nothing of it is counted."""
    measure = desk.look.expects.get(order.action)
    if measure is None:
        return ""
    mean = acting.law_of(desk.kit, view, order).law.mean(lambda verdict: verdict.measure(measure))
    return desk.own("expects", order.action, mean=decimal_text(round(mean, 1)))
