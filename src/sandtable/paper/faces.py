"""The faces that sheets are set in: how wide words are in each, and how each is named in a drawing."""

from __future__ import annotations

import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

Face = Literal["words", "bold", "wood", "display", "letter"]


@dataclass(frozen=True, slots=True)
class Style:
    """A face as a drawing names it."""

    family: str
    weight: int = 400
    slant: str = "normal"
    tracking: float = 0.0  # of the size, after each sign


STYLES: dict[Face, Style] = {
    "words": Style("Libre Franklin", 500),
    "bold": Style("Libre Franklin", 700),
    "wood": Style("League Gothic", tracking=0.035),
    "display": Style("Besley", 800),
    "letter": Style("Old Standard TT", slant="italic"),
}


class NoSuchSignError(ValueError):
    """A sign that our type does not have."""


def width(text: str, face: Face, size: float) -> float:
    """How wide a text is, in the unit of its size."""
    return size * _of_one_size(text, face)


def settable(text: str, face: Face) -> str:
    """A text of somebody else's, as far as our type has its signs: a letter without its accent, else a question mark."""
    signs = _widths()[face]
    bare = ((sign, unicodedata.normalize("NFKD", sign)[:1]) for sign in text)
    return "".join(sign if sign in signs else plain if plain in signs else "?" for sign, plain in bare)


@cache
def _of_one_size(text: str, face: Face) -> float:
    """How wide a text is in type of size one."""
    widths = _widths()[face]
    try:
        thousandths = sum(widths[sign] for sign in text.replace("\N{NO-BREAK SPACE}", " "))
    except KeyError as sign:
        raise NoSuchSignError(f"{sign} in {text!r}") from None
    return thousandths / 1000 + STYLES[face].tracking * len(text)


@cache
def _widths() -> dict[str, dict[str, int]]:
    source = tomllib.loads(files(__package__).joinpath("widths.toml").read_text(encoding="utf-8"))
    return {face: dict(zip(table["signs"], table["widths"], strict=True)) for face, table in source.items()}
