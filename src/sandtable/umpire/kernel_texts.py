"""Texts that no ruleset has: the desk's own, about a log."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.messages import Message
from sandtable.kernel.texts import texts_of


def desk_text(message_id: str, **parameters: Any) -> str:
    """One of the desk's own sentences."""
    return texts_of("sandtable.umpire").say(Message.of(f"umpire.{message_id}", **parameters))
