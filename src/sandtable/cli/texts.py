"""The command line's own texts."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from sandtable.kernel.messages import Catalogue, Message


@cache
def catalogue() -> Catalogue:
    """The texts of this package."""
    return Catalogue.parse(files("sandtable.cli").joinpath("messages", "en.toml").read_text(encoding="utf-8"))


def say(message_id: str, /, **parameters: Any) -> str:
    """Put one of the command line's texts into words."""
    return catalogue().say(Message.of(message_id, **parameters))
