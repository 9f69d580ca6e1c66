"""The states that a battle went through, folded once, for whoever slides back and forth through it."""

from __future__ import annotations

from threading import Lock
from typing import Any

from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.fold import after_entry
from sandtable.battle.engine.log import Undo


class History:
    """States by the number of the entry they came after; a log only grows, so what is known stays."""

    def __init__(self) -> None:
        self._lock = Lock()  # two who slide at the same time look back in threads of their own
        self._states: list[Any] = []
        self._standing: list[int] = []  # the orders that stand after the last state known

    def state_at(self, battle: Battle[Any], number: int) -> Any:
        """The state after an entry of the log; 0 is the start."""
        with self._lock:
            if not self._states:
                self._states.append(battle.start)
            while len(self._states) <= number:
                self._states.append(self._next(battle, battle.log.entries[len(self._states) - 1]))
            return self._states[number]

    def _next(self, battle: Battle[Any], entry: Any) -> Any:
        if isinstance(entry, Undo):
            self._standing = [earlier for earlier in self._standing if earlier <= entry.to]
        before = self._states[self._standing[-1] if self._standing else 0]
        if isinstance(entry, Undo) or not entry.finished:
            return before
        after = after_entry(battle.rules, before, entry)
        self._standing.append(entry.number)
        return after
