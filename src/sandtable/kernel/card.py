"""What the list of games tells of a game: ``game.toml`` of its package, read without loading any of its rules."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sandtable.kernel.flaw import flaw
from sandtable.kernel.package_files import parsed_file

FILE = "game.toml"
LANGUAGE = "en"
WORDS = ("title", "tagline", "period", "scale")
LAST_PLACE = 100
PLAIN_EMBLEM = "six-sided-die"
COLOUR = re.compile("#[0-9a-f]{6}")
A_COLOUR = "a colour like #e1e5e8"


@dataclass(frozen=True, slots=True)
class Card:
    """A game in a few words: ``place`` in the list (lowest first), ``emblem`` (an icon's name), ``paper`` (its tint), and what is said."""

    title: str
    tagline: str
    period: str
    scale: str
    place: int
    emblem: str
    paper: str

    @property
    def texts(self) -> Mapping[str, str]:
        """Its words by the ids of the messages that say them."""
        return {f"ruleset.{name}": getattr(self, name) for name in WORDS}


def read_card(package: str) -> Card:
    """The card of the game in this package; what is wrong with the file is raised as its flaw."""
    return parsed_file(package, FILE, parse_card)


def parse_card(source: str) -> Card:
    """Read a card from TOML."""
    tree = tomllib.loads(source)
    known = {"place": int, "emblem": str, "paper": str, LANGUAGE: dict}
    for key, value in tree.items():
        if key not in known:
            raise flaw(key, "kernel.flaw.unknown", known=", ".join(known))
        if type(value) is not known[key]:
            wanted = {"place": "a whole number", "emblem": "the name of an icon", "paper": A_COLOUR}
            raise flaw(key, "kernel.flaw.kind", value=str(value), wanted=wanted.get(key, "a table of words"))
    place, emblem, paper = tree.get("place", LAST_PLACE), tree.get("emblem", PLAIN_EMBLEM), tree.get("paper", "")
    if paper and not COLOUR.fullmatch(paper):
        raise flaw("paper", "kernel.flaw.kind", value=paper, wanted=A_COLOUR)
    title, tagline, period, scale = _words(tree.get(LANGUAGE, {}))
    return Card(title, tagline, period, scale, place, emblem, paper)


def _words(table: Mapping[str, Any]) -> list[str]:
    for name, value in table.items():
        if name not in WORDS:
            raise flaw(f"{LANGUAGE}.{name}", "kernel.flaw.unknown", known=", ".join(WORDS))
        if not isinstance(value, str):
            raise flaw(f"{LANGUAGE}.{name}", "kernel.flaw.kind", value=str(value), wanted="words in quotes")
    for name in WORDS:
        if name not in table:
            raise flaw(f"{LANGUAGE}.{name}", "kernel.flaw.no_text")
    return [table[name] for name in WORDS]
