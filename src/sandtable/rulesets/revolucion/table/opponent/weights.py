"""What the opponent thinks things are worth, from ``weights.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.effective import effective_type
from sandtable.rulesets.revolucion.vocabulary import UnitType


@cache
def page() -> Mapping[str, Mapping[str, float]]:
    """All weights, by heading."""
    found: Mapping[str, Mapping[str, float]] = tomllib.loads(
        files(__package__).joinpath("weights.toml").read_text(encoding="utf-8")
    )
    return found


@cache
def weight(heading: str, name: str) -> float:
    """One weight."""
    return float(page()[heading][name])


@cache
def price(kind: UnitType, tables: Tables) -> float:
    """What a unit of a kind is worth beside others."""
    prices = page()["price"]
    return float(prices[kind.value] if kind.value in prices else prices[effective_type(kind, tables).value])


def levels() -> tuple[str, ...]:
    """The levels of difficulty, from the easiest."""
    return tuple(page()["levels"])


def level(name: str, trait: str) -> float:
    """A trait of a level of difficulty."""
    traits: Mapping[str, float] = page()["levels"][name]  # type: ignore[assignment]  # one heading deeper
    return float(traits[trait])
