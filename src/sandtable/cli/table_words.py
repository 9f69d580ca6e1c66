"""The words of scenarios and tables, for the commands that are about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from sandtable.battle.scenario.rules import rulesets_with_tables
from sandtable.battle.scenario.texts import every_text, scenario_texts
from sandtable.battle.texts import own_texts
from sandtable.cli.problems import Manner, Words
from sandtable.cli.wording import ruleset_words
from sandtable.kernel.messages import Catalogue


def table_words() -> Iterator[Catalogue]:
    """The words of battles and scenarios, then those of each ruleset's own: first of the one that problems are told of."""
    yield own_texts()
    yield scenario_texts()
    for name in sorted(rulesets_with_tables(), key=lambda each: each != Manner.ruleset):
        yield every_text(name)


def words_of_battle(ruleset: str) -> Words:
    """The words of a ruleset and of all tables."""

    def catalogues() -> Iterable[Catalogue]:
        return chain(ruleset_words(ruleset)(), table_words())

    return catalogues
