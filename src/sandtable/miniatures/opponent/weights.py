"""What an opponent of the kit thinks things are worth: the kit's page of numbers, over which a ruleset lays its own."""

from __future__ import annotations

from sandtable.ai import weights


class Weights(weights.Weights):
    """All weights by heading and name; a ruleset names its packages. They are taste, not rules: a battle is legal whatever they are."""

    def __init__(self, *packages: str) -> None:
        super().__init__(__package__, *packages)
