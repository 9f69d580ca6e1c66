"""Texts and values that were damaged by chance: the same seed damages in the same way."""

from __future__ import annotations

import os
import random
from typing import Any

ODD_TEXTS = ("", " ", "\0", "\N{SNOWMAN}", "x" * 3_000, "../../etc/passwd", "{name}", "'", '"', "\ud800", "null", "-1")
ODD_NUMBERS = (0, -1, 1, 2, 99, 10**6, -(10**9), 2**63, 10**30, 0.5, -0.0, 1e300, float("inf"), float("nan"))
ODD_VALUES: tuple[Any, ...] = (None, True, False, [], {}, [[]], [{}], {"": None}, *ODD_TEXTS, *ODD_NUMBERS)
ODD_LINES = (
    "[[area]]",
    "[[hill]]",
    "[x]",
    "= 3",
    "[table]",
    "a.b.c = 1",
    "outline = [[0, 0], [1, 1], [0, 0]]",
    '"""',
    "#",
)


def how_many(usual: int) -> int:
    """How many a test tries: as many as SANDTABLE_FUZZ says where it is set."""
    return int(os.environ.get("SANDTABLE_FUZZ", "0")) or usual


def damaged_text(text: str, luck: random.Random) -> str:
    """A text with a few things wrong with it."""
    for _ in range(luck.randint(1, 3)):
        text = luck.choice((_signs, _lines, _numbers, _cut))(text, luck)
    return text


def _signs(text: str, luck: random.Random) -> str:
    at = luck.randrange(len(text) + 1)
    return text[:at] + luck.choice(("", *ODD_TEXTS[:5], "[", "]", "=", ",", "\n", "é")) + text[at + luck.randrange(4) :]


def _lines(text: str, luck: random.Random) -> str:
    lines = text.split("\n")
    one, other = luck.randrange(len(lines)), luck.randrange(len(lines))
    match luck.randrange(4):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case 2:
            lines[one], lines[other] = lines[other], lines[one]
        case _:
            lines.insert(one, luck.choice(ODD_LINES))
    return "\n".join(lines)


def _numbers(text: str, luck: random.Random) -> str:
    places = [place for place, sign in enumerate(text) if sign.isdigit()]
    if not places:
        return text
    at = luck.choice(places)
    return text[:at] + str(luck.choice(ODD_NUMBERS)) + text[at + 1 :]


def _cut(text: str, luck: random.Random) -> str:
    return text[: luck.randrange(len(text) + 1)] if luck.random() < 0.2 else text


def damaged_value(value: Any, luck: random.Random) -> Any:
    """A value of JSON with one thing wrong somewhere inside it."""
    if luck.random() < 0.15 or not isinstance(value, list | dict) or not value:
        return luck.choice(ODD_VALUES)
    if isinstance(value, list):
        at = luck.randrange(len(value))
        if luck.random() < 0.2:
            return value[:at] + value[at + 1 :]
        return [*value[:at], damaged_value(value[at], luck), *value[at + 1 :]]
    name = luck.choice(list(value))
    if luck.random() < 0.2:
        return {key: inner for key, inner in value.items() if key != name}
    return {**value, name: damaged_value(value[name], luck)}
