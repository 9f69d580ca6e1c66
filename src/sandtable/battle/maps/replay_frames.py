"""The frames of a battle, from its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.battle.desk import HasDesk, Line
from sandtable.battle.engine.fold import set_up, states
from sandtable.battle.engine.log import Log
from sandtable.battle.maps.replay import Frame
from sandtable.battle.rules import TableRules
from sandtable.battle.seat import Seat
from sandtable.kernel.problem import refuse

ALL_SEEING = Seat("replay", (), referee=True)


def frames(rules: TableRules[Any], log: Log) -> Iterator[Frame]:
    """The table at the start and after every order that stands, as an umpire sees it."""
    if not isinstance(rules, HasDesk):
        raise refuse("ruleset", "battle.table.unknown", name=rules.name)
    desk = rules.desk
    entries = log.live()
    numbered = zip((None, *entries), states(rules, set_up(rules, log), entries), strict=True)
    for entry, state in numbered:
        lines = () if entry is None else desk.lines(state, entry.for_seat(ALL_SEEING, (), entry.number))
        yield Frame(entry.number if entry else 0, desk.scene(state, ALL_SEEING), _words(lines))


def _words(lines: Iterable[Line]) -> str:
    return " ".join(words for line in lines for words in (line.words, *line.also))
