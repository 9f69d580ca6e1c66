"""The table's messages in words."""

from __future__ import annotations

from functools import cache

from sandtable.battle.texts import table_texts
from sandtable.kernel.messages import Message
from sandtable.miniatures.desk.wording import Wording
from sandtable.rulesets.revolucion.ruleset import RULESET

TOOLS = "sandtable.miniatures"  # whose texts come with them


@cache
def wording() -> Wording:
    """Every text that a battle may show."""
    return Wording(table_texts(RULESET, TOOLS, __package__))


def in_words(message: Message) -> str:
    """A message as people read it."""
    return wording().words(message)
