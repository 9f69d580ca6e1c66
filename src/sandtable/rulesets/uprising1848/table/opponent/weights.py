"""Weights of the Players' side: its numbers stand in the tables (R48-A.30), and a page of somebody's own is laid over them for one player."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from sandtable.ai.player import Maker, Opponent, Why
from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Role
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.requests import Choose
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.state import UprisingField

HEADING = "lab."
Changes = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class TableWeighing:
    """Makes players whose weights are part of the tables."""

    make: Maker

    def __call__(self, level: str, seed: str) -> Opponent[Any]:
        """One that goes by the tables as they are."""
        return self.make(level, seed)

    def with_weights(self, text: str, file_name: str) -> Maker:
        """Who makes players by the weights of a file, which is written as house rules are; nothing but weights may stand in it."""
        settled = RULESET.tables({}, text, file_name)
        known = tuple(path for path in settled.paths() if path.startswith(HEADING))
        others = [path for path in settled.overridden if path not in known]
        if others or settled.chosen:
            path = next(iter([*others, *sorted(settled.chosen)]))
            raise Refusal([Problem(file_name, Message.of("battle.weights.no_heading", path=path), known)])
        changes = tuple((path, now) for path, (_, now) in settled.overridden.items())
        return lambda level, seed: OwnTables(self.make(level, seed), changes)


@lru_cache(maxsize=16)
def _laid_over(tables: Tables, changes: Changes) -> Tables:
    return replace(tables, cells={**tables.cells, **dict(changes)})


class OwnTables:
    """A player who reads weights of his own where the tables have others. Everything else is as it is for everybody."""

    def __init__(self, player: Opponent[UprisingField], changes: Changes) -> None:
        self.player, self.changes = player, changes

    def _seen(self, view: UprisingField) -> UprisingField:
        return replace(view, tables=_laid_over(view.tables, self.changes))

    def order(self, view: UprisingField, decision: Decision) -> Order:
        """His next order."""
        return self.player.order(self._seen(view), decision)

    def choose(self, view: UprisingField, role: Role, choice: Choose) -> str:
        """A choice in the middle of a rule."""
        return self.player.choose(self._seen(view), role, choice)

    def why(self) -> Why | None:
        """Why the last order was given."""
        return self.player.why()
