"""The words of a battle on the server: its table's, and what the server itself has to say."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sandtable.battle import registry
from sandtable.battle.texts import catalogue, own_texts
from sandtable.kernel.messages import Catalogue


@cache
def server_texts(ruleset: str = "") -> Catalogue:
    """Every text that may be shown about a battle under a ruleset, or about none yet."""
    table = catalogue(registry.table(ruleset)) if ruleset else own_texts()
    own = files("sandtable.server.table").joinpath("messages", "en.toml").read_text(encoding="utf-8")
    return Catalogue({**table.texts, **Catalogue.parse(own).texts})
