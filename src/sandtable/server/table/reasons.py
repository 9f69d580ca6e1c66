"""Why the computer gave an order, told only where it gives nothing away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.ai.player import Why
from sandtable.battle.desk import TableDesk
from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.log import Entry
from sandtable.battle.scene import Scene
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.kernel.problem import refuse

_ALL_KNOWING = Seat("referee", referee=True)


def reason_for(battle: Battle[Any], desk: TableDesk[Any], seat: Seat, number: int, why: Why) -> str:
    """The reason for an entry, unless the seat saw nothing of it or it speaks of somebody the seat knows nothing of."""
    if seat.referee or battle.log.seed is not None:
        return why.words
    entry = battle.log.entries[number - 1]
    saw = isinstance(entry, Entry) and entry.is_heard_by(seat)
    everybody = set(_ids(desk.scene(battle.state, _ALL_KNOWING)))
    hidden = everybody.difference(_ids(desk.scene(battle.view(seat.id), seat)))
    if not saw or why.about is None or not hidden.isdisjoint(why.about):
        raise refuse("number", "table.reason_hidden")
    return why.words


def _ids(scene: Scene) -> Iterator[str]:
    for pieces in (scene.pieces.values(), scene.figures.values(), scene.off):
        yield from (piece.id for piece in pieces)


def stored_reason(why: Why) -> Any:
    """A computer's reason in the form in which it is stored beside its order."""
    return codec.write(why)


def read_reason(stored: Any) -> Why:
    """A reason as it was stored; its words alone, where it was stored before it was kept of whom they speak."""
    return Why(stored) if isinstance(stored, str) else codec.read(Why, stored)
