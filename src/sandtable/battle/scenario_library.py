"""Where scenarios are: files of the user's, by path, and those that come with a ruleset, by name."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from sandtable.battle.scenario import Scenario
from sandtable.battle.scenario_reader import plain, read_scenario
from sandtable.battle.scenario_rules import rulesets_with_tables
from sandtable.kernel import registry
from sandtable.kernel.problem import refuse

SUFFIX = ".toml"


def shipped() -> dict[str, Traversable]:
    """The scenarios that come with the rulesets, by name."""
    found: dict[str, Traversable] = {}
    packages = registry.packages()
    for name in rulesets_with_tables():
        folder = files(f"{packages[name]}.table").joinpath("scenarios")
        for entry in sorted(folder.iterdir(), key=lambda one: one.name):
            if entry.name.endswith(SUFFIX):
                found[entry.name.removesuffix(SUFFIX)] = entry
    return found


def source_of(name: str) -> tuple[str, str]:
    """The text of a scenario and the name of its file: a path, else the name of one that is shipped."""
    place = Path(name)
    if place.suffix == SUFFIX or place.is_file():
        return place.read_text(encoding="utf-8"), name
    found = shipped()
    if name not in found:
        raise refuse("scenario", "scenario.unknown_name", tuple(found), name=name)
    return found[name].read_text(encoding="utf-8"), found[name].name


def load(name: str) -> Scenario:
    """A scenario by its path or name; a faulty one is refused with everything that is wrong."""
    source, file_name = source_of(name)
    return read_scenario(source, file_name, plain(Path(file_name).stem))
