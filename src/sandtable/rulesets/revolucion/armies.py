"""The armies of the battles that are played on the table, for those who play them with figures."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

Rows = tuple[Mapping[str, Any], ...]


@cache
def armies() -> Mapping[str, Rows]:
    """The units of every battle by its title, as the form of the roster takes them; the smallest battle first."""
    folder = files("sandtable.rulesets.revolucion").joinpath("table", "scenarios")
    sources = (item.read_text(encoding="utf-8") for item in folder.iterdir() if item.name.endswith(".toml"))
    battles = {battle["title"]: tuple(_units(battle)) for battle in map(tomllib.loads, sources)}
    return dict(sorted(battles.items(), key=lambda battle: len(battle[1])))


def _units(battle: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for column in battle["column"]:
        for unit in column.get("unit", ()):
            yield {
                "side": column["side"],
                "name": unit["name"],
                "unit": unit["type"],
                "bases": unit["bases"],
                "column": column["name"],
            }
