"""Where scenarios are: files of the user's, by path, and those that come with a ruleset, by name."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from sandtable.battle.scenario.reader import read_scenario, slug
from sandtable.battle.scenario.rules import faults as rule_faults
from sandtable.battle.scenario.rules import rulesets_with_tables
from sandtable.battle.scenario.scenario import Scenario
from sandtable.battle.scenario.texts import scenario_words
from sandtable.kernel import registry
from sandtable.kernel.blame import error_text
from sandtable.kernel.messages import Message
from sandtable.kernel.packages import LeftOut
from sandtable.kernel.problem import Problem, Refusal, refuse

SUFFIX = ".toml"


def shipped() -> dict[str, Traversable]:
    """The scenarios that come with the rulesets, by name. Ours go first: another of the same name is called RULESET:NAME."""
    found: dict[str, Traversable] = {}
    entries = registry.entries()
    for name in sorted(rulesets_with_tables(), key=lambda one: (not entries[one].ours, one)):
        for stem, file in _files(name).items():
            if entries[name].ours or _problems(file) is None:
                found[f"{name}:{stem}" if stem in found else stem] = file
    return found


def faults() -> list[LeftOut]:
    """All that comes from outside and cannot be used, scenarios included."""
    found = rule_faults()
    for name in rulesets_with_tables():
        entry = registry.entries()[name]
        for file in _files(name).values() if not entry.ours else ():
            problem = _problems(file)
            if problem is not None:
                place = f"table/scenarios/{file.name}, {problem.field}"
                reason = scenario_words(problem.message, name)
                said = Message.of("scenario.left_out", name=name, package=entry.package, place=place, reason=reason)
                found.append(LeftOut(name, entry.package, said))
    return found


def _files(name: str) -> dict[str, Traversable]:
    folder = files(f"{registry.packages()[name]}.table").joinpath("scenarios")
    entries = sorted(folder.iterdir(), key=lambda one: one.name)
    return {entry.name.removesuffix(SUFFIX): entry for entry in entries if entry.name.endswith(SUFFIX)}


def _problems(file: Traversable) -> Problem | None:
    """The first thing that is wrong with a shipped scenario, if anything is."""
    try:
        read_scenario(file.read_text(encoding="utf-8"), file.name, slug(file.name.removesuffix(SUFFIX)))
    except Refusal as refusal:
        return refusal.problems[0]
    except Exception as error:  # noqa: BLE001 - a ruleset from outside may stumble over its own scenario
        return Problem(file.name, Message.of("kernel.flaw.raised", error=error_text(error)))
    return None


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
    return read_scenario(source, file_name, slug(Path(file_name).stem))
