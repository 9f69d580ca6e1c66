"""The lab's own texts."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.messages import MINUS, Catalogue, Message
from sandtable.kernel.texts import texts_of

HUNDRED = 100


def catalogue() -> Catalogue:
    """The texts of this package."""
    return texts_of("sandtable.lab")


def say(message_id: str, /, **parameters: Any) -> str:
    """One of the lab's texts in words."""
    return catalogue().say(Message.of(f"lab.{message_id}", **parameters))


def percent(share: float) -> str:
    """A share as a whole percentage; what is not all is never told as all."""
    whole = round(share * HUNDRED)
    if whole == HUNDRED and share < 1:
        return f">{HUNDRED - 1}"
    return "<1" if whole == 0 and share > 0 else str(whole)


def points(difference: float, places: int = 0) -> str:
    """A difference of shares in points, with its sign."""
    told = f"{abs(difference) * HUNDRED:.{places}f}"
    if float(told) == 0:
        return told
    return f"{'+' if difference > 0 else MINUS}{told}"


def number(value: int) -> str:
    """A whole number with its thousands told apart."""
    return f"{value:,}"
