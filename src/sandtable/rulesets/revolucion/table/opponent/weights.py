"""What the opponent thinks things are worth, from ``weights.toml`` or from a page of its own."""

from __future__ import annotations

from sandtable.ai.weights import Weights
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.effective import effective_type
from sandtable.rulesets.revolucion.vocabulary import UnitType

WEIGHTS = Weights(__package__)
weight = WEIGHTS  # one weight, by heading and name


@WEIGHTS.remembers(1024)
def price(kind: UnitType, tables: Tables) -> float:
    """What a unit of a kind is worth beside others."""
    prices = WEIGHTS.page.rows["price"]
    return float(prices[kind.value] if kind.value in prices else prices[effective_type(kind, tables).value])
