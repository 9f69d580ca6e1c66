"""The words of a battle on the server: its table's, its scenario's, and what the server itself has to say."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sandtable.battle import registry, scenario_texts
from sandtable.battle.scenario_rules import rulesets_with_tables, scenario_rules
from sandtable.battle.texts import catalogue, own_texts
from sandtable.kernel.messages import Catalogue


@cache
def server_texts(ruleset: str = "") -> Catalogue:
    """Every text that may be shown about a battle under a ruleset; while there is none yet, about a scenario of any."""
    own = files("sandtable.server.table").joinpath("messages", "en.toml").read_text(encoding="utf-8")
    texts = {**Catalogue.parse(own).texts, **scenario_texts.catalogue().texts}
    for name in (ruleset,) if ruleset else rulesets_with_tables():
        texts = {**catalogue(registry.table(name)).texts, **_scenarios(name), **texts}
    return Catalogue({**own_texts().texts, **texts})


def _scenarios(ruleset: str) -> dict[str, str]:
    return dict(scenario_rules(ruleset).texts.texts) if ruleset in rulesets_with_tables() else {}
