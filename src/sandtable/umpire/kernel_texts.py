"""Texts that no ruleset has: the desk's own, about a log."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from sandtable.kernel.messages import Catalogue, Message


@cache
def _desk_catalogue() -> Catalogue:
    return Catalogue.parse(files("sandtable.umpire").joinpath("messages", "en.toml").read_text(encoding="utf-8"))


def desk_text(message_id: str, **parameters: Any) -> str:
    """One of the desk's own sentences."""
    return _desk_catalogue().say(Message.of(f"umpire.{message_id}", **parameters))
