"""How a ruleset arranges its sheet: which blocks stand on which side, in which column, of which parts and in which words.

It is the file ``messages/reference_en.toml`` of the ruleset's package. Every number in it is a quotation from the tables.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sandtable.kernel.flaw import MissingFileFlaw, flaw
from sandtable.kernel.package_files import parsed_file
from sandtable.kernel.ruleset import Ruleset

FILE = "messages/reference_en.toml"


@dataclass(frozen=True)
class Step:
    """A step of the turn: its name, the dice thrown in it, and two lines about it."""

    name: str
    text: str
    die: str = ""


@dataclass(frozen=True)
class Placement:
    """A block: where it stands, its head, and its parts as the file has them."""

    title: str
    column: int
    parts: tuple[Mapping[str, Any], ...]
    about: str = ""
    rule: str = ""
    die: tuple[str, ...] = ()
    span: int = 1
    option: tuple[str, Any] | None = None  # only while this option has this value


@dataclass(frozen=True)
class Side:
    """One side of the sheet."""

    subtitle: str
    columns: tuple[float, ...]
    steps: tuple[Step, ...]
    blocks: tuple[Placement, ...]
    foot: str = ""
    under: str = ""  # below the steps, across the page


@dataclass(frozen=True)
class Arrangement:
    """Both sides, the words for what tables say, and what is left off the sheet and why."""

    sides: tuple[Side, ...]
    about: str
    measures: str
    terms: Mapping[str, str]
    left_out: Mapping[str, str]


def arrangement_of(ruleset: Ruleset) -> Arrangement | None:
    """The arrangement of a ruleset, or nothing where it has none."""
    try:
        return parsed_file(ruleset.package, FILE, parse_arrangement)
    except MissingFileFlaw:
        return None


def parse_arrangement(source: str) -> Arrangement:
    """Read an arrangement."""
    tree = tomllib.loads(source)
    try:
        return Arrangement(
            tuple(_side(side) for side in tree["side"]),
            tree.get("about", ""),
            tree.get("measures", ""),
            tree.get("terms", {}),
            tree.get("left_out", {}),
        )
    except KeyError as key:
        raise flaw(str(key.args[0]), "kernel.flaw.missing", wanted="this key") from None


def _side(side: Mapping[str, Any]) -> Side:
    return Side(
        side.get("subtitle", ""),
        tuple(side["columns"]),
        tuple(Step(step["name"], step["text"], step.get("die", "")) for step in side.get("step", ())),
        tuple(_block(block) for block in side["block"]),
        side.get("foot", ""),
        side.get("under", ""),
    )


def _block(block: Mapping[str, Any]) -> Placement:
    option = block.get("option")
    return Placement(
        block["title"],
        block["column"],
        tuple(block["part"]),
        block.get("about", ""),
        block.get("rule", ""),
        tuple(block.get("die", ())),
        block.get("span", 1),
        (option, block.get("is", True)) if option else None,
    )
