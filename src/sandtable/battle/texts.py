"""The words of a table: the battle's own, the kernel's, the ruleset's, and what its table adds in ``messages/en.toml`` beside it."""

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
    return table_texts(rules.ruleset, type(rules).__module__.rpartition(".")[0])


def table_texts(ruleset: Ruleset, package: str) -> Catalogue:
    """Every text of a ruleset's table, which lies in a package."""
    has_some = (files(package) / "messages" / "en.toml").is_file()
    own = texts_of(package).texts if has_some else {}
    return replace(ruleset.catalogue, texts={**own_texts().texts, **ruleset.catalogue.texts, **own})
