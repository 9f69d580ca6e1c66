"""What the desk answers on what there is to play: every ruleset in a few words, and its picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sandtable.kernel.ruleset import Ink


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two sides."""

    id: str
    label: str
    short: str
    ink: Ink


@dataclass(frozen=True, slots=True, kw_only=True)
class Emblem:
    """The icon a ruleset is known by, and its drawing where the page has none of that name."""

    name: str
    drawing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    """What a ruleset is called and what it is about."""

    id: str
    title: str
    tagline: str
    period: str
    scale: str
    prefix: str
    rules_version: str
    sides: tuple[Side, ...]
    emblem: Emblem
    paper: str  # the tint of its paper, or nothing
    ours: bool
    table: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry(Title):
    """A ruleset in a few words."""

    actions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A ruleset that is installed and cannot be used, and why."""

    name: str
    package: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """Every ruleset there is, and those that are left out."""

    status: Literal["ok"] = "ok"
    version: str
    rulesets: tuple[CatalogueEntry, ...]
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """The picture of a ruleset: shapes to be put into an SVG, and what is to be seen on it."""

    status: Literal["ok"] = "ok"
    label: str
    drawing: str
