"""Texts that no ruleset has: the desk's own, about a log."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sandtable.kernel.messages import OWN_PLURALS, PLURALS, Catalogue, Message
from sandtable.kernel.texts import texts_of


def desk_text(message_id: str, **parameters: Any) -> str:
    """One of the desk's own sentences."""
    return texts_of("sandtable.umpire").say(Message.of(f"umpire.{message_id}", **parameters))


def desk_text_about(ruleset: Catalogue, message_id: str, **parameters: Any) -> str:
    """One of the desk's own sentences about units of a ruleset, whose names tell whether they are many."""
    own = texts_of("sandtable.umpire")
    plurals = {name: ruleset.texts[name] for name in (PLURALS, OWN_PLURALS) if name in ruleset.texts}
    return replace(own, texts={**own.texts, **plurals}).say(Message.of(f"umpire.{message_id}", **parameters))
