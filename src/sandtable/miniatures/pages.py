"""Pages that stand beside a table, and what they say of scenario files; the tables in force under a file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from sandtable.battle.scenario.rules import FieldKind, MarkKind
from sandtable.battle.scenario.scenario import Scenario
from sandtable.geometry.measure import inches
from sandtable.kernel import registry
from sandtable.kernel.tables import Tables, settled_tables

Rows = Mapping[str, Mapping[str, Any]]


@cache
def page(package: str, name: str) -> Mapping[str, Any]:
    """A page of a package, by its name without the ending."""
    return tomllib.loads(files(package).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def field_kinds(rows: Rows) -> dict[str, FieldKind]:
    """What may be said of a unit, a mark or an arrival beside what every file says."""
    return {
        name: FieldKind(
            row["kind"],
            row["about"],
            tuple(row.get("choices", ())),
            row.get("least", 0),
            row.get("most", 0),
            tuple(row.get("types", ())),
        )
        for name, row in rows.items()
    }


def mark_kinds(rows: Rows) -> dict[str, MarkKind]:
    """The kinds of marks that may lie on the ground."""
    return {name: MarkKind(row["symbol"], inches(row["size"])) for name, row in rows.items()}


def in_force(scenario: Scenario, ruleset: str, tables: Tables) -> Tables:
    """What a scenario sets, unless whoever began the battle set it otherwise."""
    return _in_force(ruleset, tables, tuple(sorted(scenario.options.items())), scenario.house)


@lru_cache(maxsize=64)  # the same tables for the same words, so that what was worked out under them is kept
def _in_force(ruleset: str, tables: Tables, options: tuple[tuple[str, Any], ...], house: str) -> Tables:
    if not options and not house.strip():
        return tables
    chosen = {name: tables.option(name) for name in tables.chosen}
    return settled_tables(tables, registry.ruleset(ruleset).options, {**dict(options), **chosen}, house, "scenario")
