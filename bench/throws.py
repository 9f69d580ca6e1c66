"""How many verdicts a second: thrown one by one, and drawn from the compiled law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time

from bench.situations import situations, tables_for
from sandtable.kernel.drivers import sample_many, throw
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.stream import DiceStream

THROWN = 1_000
SAMPLED = 200_000


@dataclass(frozen=True, slots=True)
class Rates:
    """Verdicts a second of one action."""

    ruleset: str
    action: str
    thrown: float
    sampled: float

    @property
    def ratio(self) -> float:
        """How much faster samples come than throws."""
        return self.sampled / self.thrown


def rates(ruleset: Ruleset, seed: int) -> Iterator[Rates]:
    """The commonest action of a ruleset, and the first other one of each group."""
    fresh, _ = ruleset.fresh
    chosen = [ruleset.by_id[fresh]]
    for group in ruleset.groups:
        chosen += [action for action in ruleset.actions if action.group == group and action.layout != "plain"][:1]
    for action in dict.fromkeys(chosen):
        yield _rates(ruleset, action, seed)


def _rates(ruleset: Ruleset, action: Action, seed: int) -> Rates:
    tables = tables_for(ruleset, action, seed)
    form = situations(action, tables, 1, seed)[0]
    start = action.start(form.situation, tables)
    dice = DiceStream(str(seed))
    before = process_time()
    for _ in range(THROWN):
        throw(start, dice, form.answers)
    thrown = THROWN / (process_time() - before)
    before = process_time()
    sample_many(start, SAMPLED, seed, form.answers)
    return Rates(ruleset.id, action.id, thrown, SAMPLED / (process_time() - before))
