"""The words of a table: the battle's own, the kernel's, the ruleset's, and what its table adds in ``messages/en.toml`` beside it, or beside a class it is made from."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from sandtable.battle.rules import TableRules
from sandtable.kernel.messages import Catalogue
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.texts import kernel_catalogue, texts_of


@cache
def own_texts() -> Catalogue:
    """The battle's texts and those of the kernel that they build on."""
    return Catalogue({**kernel_catalogue().texts, **texts_of("sandtable.battle").texts})


def catalogue(rules: TableRules[Any]) -> Catalogue:
    """Every text that a battle under these rules may show."""
    made_of = [kind.__module__.rpartition(".")[0] for kind in reversed(type(rules).__mro__)]
    return table_texts(rules.ruleset, *(package for package in made_of if package))


def table_texts(ruleset: Ruleset, *packages: str) -> Catalogue:
    """Every text of a ruleset's table, which lies in a package, or in several, each of which goes before those it is named after."""
    has_some = [package for package in packages if (files(package) / "messages" / "en.toml").is_file()]
    own = {name: text for package in has_some for name, text in texts_of(package).texts.items()}
    return replace(ruleset.catalogue, texts={**own_texts().texts, **ruleset.catalogue.texts, **own})
