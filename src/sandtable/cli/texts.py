"""The command line's own texts."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.messages import Catalogue, Message
from sandtable.kernel.texts import texts_of


def catalogue() -> Catalogue:
    """The texts of this package."""
    return texts_of("sandtable.cli")


def say(message_id: str, /, **parameters: Any) -> str:
    """One of the command line's texts in words."""
    return catalogue().say(Message.of(message_id, **parameters))
