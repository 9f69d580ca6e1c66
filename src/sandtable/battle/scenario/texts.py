"""The words of scenarios, and of all that a battle may say about them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandtable.battle import registry as tables
from sandtable.battle.scenario.rules import rulesets_with_tables, scenario_rules
from sandtable.battle.texts import catalogue, own_texts
from sandtable.kernel import registry
from sandtable.kernel.messages import Catalogue, Message
from sandtable.kernel.texts import kernel_catalogue, texts_of


def scenario_texts() -> Catalogue:
    """The texts of scenario files, whatever their ruleset."""
    return texts_of("sandtable.battle", "messages/scenario_en.toml")


@cache
def every_text(ruleset: str = "") -> Catalogue:
    """Every text about a battle under a ruleset or its scenarios; without one, about those of any ruleset that has a table."""
    texts = dict(scenario_texts().texts)
    for name in (ruleset,) if ruleset else rulesets_with_tables():
        texts = {**catalogue(tables.table(name)).texts, **_texts_of_scenarios(name).texts, **texts}
    quoted = tables.table(ruleset).ruleset.catalogue.quoted if ruleset else None
    return Catalogue({**own_texts().texts, **texts}, quoted)


def scenario_words(message: Message, ruleset: str = "") -> str:
    """What is wrong with a scenario in words: the scenario's own, else those of the ruleset's scenarios, else the ruleset's and the kernel's."""
    return next((texts for texts in _about_scenarios(ruleset) if message.id in texts), kernel_catalogue()).say(message)


def _about_scenarios(ruleset: str) -> Iterator[Catalogue]:
    yield scenario_texts()
    for name in (ruleset,) if ruleset else rulesets_with_tables():
        yield _texts_of_scenarios(name)
        yield registry.ruleset(name).catalogue


def _texts_of_scenarios(ruleset: str) -> Catalogue:
    return scenario_rules(ruleset).texts if ruleset in rulesets_with_tables() else Catalogue({})
