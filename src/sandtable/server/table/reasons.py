"""Why the computer gave an order, told only where it gives nothing away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.battle.desk import TableDesk
from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.log import Entry
from sandtable.battle.scene import Scene
from sandtable.battle.seat import Seat
from sandtable.kernel.problem import refuse

_ALL_KNOWING = Seat("referee", referee=True)


def reason_for(battle: Battle[Any], desk: TableDesk[Any], seat: Seat, number: int, words: str) -> str:
    """The reason for an entry, unless the seat saw nothing of it or the words name somebody it knows nothing of."""
    if seat.referee or battle.log.seed is not None:
        return words
    entry = battle.log.entries[number - 1]
    saw = isinstance(entry, Entry) and entry.is_heard_by(seat)
    everything = set(_names(desk.scene(battle.state, _ALL_KNOWING)))
    hidden = everything - set(_names(desk.scene(battle.view(seat.id), seat)))
    if not saw or any(name in words for name in hidden):
        raise refuse("number", "table.reason_hidden")
    return words


def _names(scene: Scene) -> Iterator[str]:
    for pieces in (scene.pieces.values(), scene.figures.values(), scene.off):
        for piece in pieces:
            yield from (piece.id, piece.name)
