"""What an opponent thinks things are worth: the kit's page of numbers, over which a ruleset lays its own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from typing import Any

PAGE = "weights.toml"


class Weights:
    """All weights by heading and name. They are taste, not rules: a battle is legal whatever they are."""

    def __init__(self, *packages: str) -> None:
        self._packages = (__package__, *packages)

    @cached_property
    def page(self) -> Mapping[str, Mapping[str, Any]]:
        """All pages in one; where several have a name the last counts."""
        whole: dict[str, dict[str, Any]] = {}
        for package in self._packages:
            own = tomllib.loads(files(package).joinpath(PAGE).read_text(encoding="utf-8"))
            for heading, rows in own.items():
                whole[heading] = {**whole.get(heading, {}), **rows}
        return whole

    def __call__(self, heading: str, name: str) -> float:
        """One weight."""
        return float(self.page[heading][name])

    def row(self, heading: str, name: str) -> tuple[float, ...]:
        """A weight that is a row of numbers."""
        return tuple(float(each) for each in self.page[heading][name])

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of difficulty, from the easiest."""
        return tuple(self.page["levels"])

    def level(self, name: str, trait: str) -> float:
        """A trait of a level of difficulty."""
        return float(self.page["levels"][name][trait])
