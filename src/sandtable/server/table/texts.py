"""The words of a battle on the server: its table's, its scenario's, and what the server itself has to say."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from sandtable.battle.scenario.texts import every_text
from sandtable.kernel.messages import Catalogue
from sandtable.kernel.texts import texts_of


@cache
def server_texts(ruleset: str = "") -> Catalogue:
    """Every text that may be shown about a battle under a ruleset; while there is none yet, about a scenario of any."""
    told = every_text(ruleset)
    return replace(told, texts={**told.texts, **texts_of("sandtable.server.table").texts})
