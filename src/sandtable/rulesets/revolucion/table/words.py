"""The table's messages in words."""

from __future__ import annotations

from functools import cache

from sandtable.battle.texts import table_texts
from sandtable.kernel.messages import Catalogue, Message
from sandtable.rulesets.revolucion.ruleset import RULESET


@cache
def texts() -> Catalogue:
    """Every text that a battle may show."""
    return table_texts(RULESET, __package__)


def in_words(message: Message) -> str:
    """A message as people read it."""
    return texts().say(message)
