"""What a conversation, a search or a question brings, read from a table of results (R48-G.40, R48-G.42a, R48-G.44, R48-G.45)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar

from sandtable.kernel.dice import Die
from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Label, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Outcome, Verdict
from sandtable.rulesets.uprising1848 import places
from sandtable.rulesets.uprising1848.arrivals import Steps
from sandtable.rulesets.uprising1848.details import Detail, weighed
from sandtable.rulesets.uprising1848.vocabulary import Event


@dataclass(frozen=True, slots=True)
class WordedResult:
    """A result of a table, and which of its wordings tells it."""

    result: str
    variant: int


def worded_throw(key: str, die: Die, table: str, tables: Tables) -> Steps:
    """A throw on a table of results; the face also chooses the wording."""
    result, variant = yield _worded_roll(key, die, table, tables)
    return WordedResult(result, weighed(variant))


@lru_cache(maxsize=256)
def _worded_roll(key: str, die: Die, table: str, tables: Tables) -> Roll:
    variants = tables.number("wording.finds.variants")
    return Roll(
        key,
        (die,),
        read=lambda face: (tables.step(table, face, "result"), Detail(face % variants)),
        label=lambda reading: Label(Message(f"outcome.{table}.{reading[0]}")),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FindVerdict(Verdict):
    """What a conversation, a search or a question brought; ``table`` names the table it was read from."""

    table: str
    result: str
    place: int = 0  # where the result stands in its table
    effects: tuple[Effect, ...] = field(default=(), compare=False)
    measures: ClassVar[dict[str, Any]] = {
        "something": lambda verdict: verdict.result not in ("nothing", "nothing yet", "empty", "nobody")
    }

    def outcome(self) -> Outcome:
        """A row for each result of the table."""
        severity = 0 if not self.measures["something"](self) else 3 if self.result in ("informer", "soldiers") else 1
        label = Message(f"outcome.{self.table}.{self.result}")
        return Outcome(self.result, label, severity, self.place, f"{self.table}.result")


def find_verdict(table: str, result: str, effects: tuple[Effect, ...], tables: Tables) -> FindVerdict:
    """The verdict for a row of a table of finds."""
    names = tables.row(table, "result")
    return FindVerdict(table=table, result=result, place=names.index(result) if result in names else 0, effects=effects)


def known_place(result: str, closed: frozenset[Event], tables: Tables) -> Steps:
    """A strongpoint is told of, and nobody knows its garrison; unless the game has enough of them (R48-G.40, R48-G.42a)."""
    if Event.STRONGPOINT in closed:
        return "nothing", ()
    return result, (yield from places.strongpoint(tables, told_of=True))
