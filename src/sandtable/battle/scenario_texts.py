"""The words for what is wrong with a scenario."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sandtable.battle.scenario_rules import rulesets_with_tables, scenario_rules
from sandtable.kernel import registry
from sandtable.kernel.messages import Catalogue, Message
from sandtable.kernel.texts import kernel_catalogue


@cache
def catalogue() -> Catalogue:
    """The texts of scenario files."""
    return Catalogue.parse(
        files("sandtable.battle").joinpath("messages", "scenario_en.toml").read_text(encoding="utf-8")
    )


def say(message: Message, ruleset: str = "") -> str:
    """Put a problem into words: the scenario's own, else those of the ruleset's scenarios, else the ruleset's and the kernel's."""
    if message.id in catalogue():
        return catalogue().say(message)
    for name in (ruleset,) if ruleset else rulesets_with_tables():
        if name in rulesets_with_tables() and message.id in scenario_rules(name).texts:
            return scenario_rules(name).texts.say(message)
        if message.id in registry.ruleset(name).catalogue:
            return registry.ruleset(name).catalogue.say(message)
    return kernel_catalogue().say(message)
