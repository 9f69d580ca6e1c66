"""What is worked out once for a footprint or a terrain and kept with it: both are frozen, so it stays true."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Owner = TypeVar("Owner")
Made = TypeVar("Made")


def kept(owner: Owner, name: str, make: Callable[[Owner], Made]) -> Made:
    """What ``make`` makes of the owner, made at the first asking."""
    store: dict[str, Any] = owner.__dict__
    key = "kept " + name
    if key not in store:
        store[key] = make(owner)
    made: Made = store[key]
    return made
