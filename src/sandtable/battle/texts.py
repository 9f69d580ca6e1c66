"""The words of a table: the kernel's, the battle's own, the ruleset's, and what its table adds in ``messages/en.toml`` beside it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from sandtable.battle.rules import TableRules
from sandtable.kernel.messages import Catalogue


@cache
def own_texts() -> Catalogue:
    """The battle's texts and those of the kernel that they build on."""
    kernel = files("sandtable.kernel").joinpath("messages_en.toml").read_text(encoding="utf-8")
    return Catalogue.parse(
        kernel, files("sandtable.battle").joinpath("messages", "en.toml").read_text(encoding="utf-8")
    )


def catalogue(rules: TableRules[Any]) -> Catalogue:
    """Every text that a battle under these rules may show."""
    texts = {**own_texts().texts, **rules.ruleset.catalogue.texts}
    beside = files(type(rules).__module__.rpartition(".")[0]) / "messages" / "en.toml"
    if beside.is_file():
        texts.update(Catalogue.parse(beside.read_text(encoding="utf-8")).texts)
    return replace(rules.ruleset.catalogue, texts=texts)
