"""What a ruleset tells about its scenarios: kinds of ground, unit types, options. A ruleset offers one such object.

It is ``SCENARIO_RULES`` in the module ``table.scenario_rules`` of the ruleset's package; its scenarios lie in ``table/scenarios``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Protocol

from sandtable.battle import registry as tables
from sandtable.battle.scenario.scenario import Scenario, Unit
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length
from sandtable.geometry.terrain import Terrain
from sandtable.kernel import registry
from sandtable.kernel.flaw import Flaw, MissingFileFlaw
from sandtable.kernel.messages import Catalogue, Message
from sandtable.kernel.packages import OURS, Entry, LeftOut, left_out
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.tables import Tables


class Ground(Protocol):
    """A kind of ground: what drawing and checking need of it."""

    @property
    def tall(self) -> bool: ...
    @property
    def enterable(self) -> bool: ...
    @property
    def symbol(self) -> str: ...
    @property
    def round(self) -> bool: ...


class Feature(Protocol):
    """A kind of linear feature."""

    @property
    def symbol(self) -> str: ...
    @property
    def round(self) -> bool: ...
    @property
    def segment(self) -> Length: ...  # it is cut into pieces this long, each a feature of its own; 0: it is whole


class Way(Protocol):
    """A kind of road or track."""

    @property
    def symbol(self) -> str: ...
    @property
    def width(self) -> Length: ...


@dataclass(frozen=True, slots=True)
class UnitKind:
    """A type of unit: its picture and how many bases it has."""

    arm: str  # the symbol on its counter
    grade: str  # the letter on its plate, or none
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class MarkKind:
    """A kind of mark: a woodcut by its name, or "crossed": a square with a cross, so large."""

    symbol: str
    size: Length


@dataclass(frozen=True, slots=True)
class FieldKind:
    """A field of a unit, a mark or an arrival that only this ruleset knows: yes or no, a number, one of some words, or text."""

    kind: str  # "yes_no", "number", "word" or "text"
    about: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    types: tuple[str, ...] = ()  # the unit types or kinds of marks that have it; empty: all


class ScenarioRules(Protocol):
    """A ruleset's side of its scenarios."""

    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def texts(self) -> Catalogue: ...
    @property
    def grounds(self) -> Mapping[str, Ground]: ...
    @property
    def features(self) -> Mapping[str, Feature]: ...
    @property
    def ways(self) -> Mapping[str, Way]: ...
    @property
    def unit_kinds(self) -> Mapping[str, UnitKind]: ...
    @property
    def formations(self) -> Sequence[str]: ...
    @property
    def qualities(self) -> Sequence[str]: ...
    @property
    def statuses(self) -> Sequence[str]: ...  # what is ticked off on a unit's card, in words
    @property
    def unit_fields(self) -> Mapping[str, FieldKind]: ...
    @property
    def mark_kinds(self) -> Mapping[str, MarkKind]: ...
    @property
    def mark_fields(self) -> Mapping[str, FieldKind]: ...
    @property
    def arrival_fields(self) -> Mapping[str, FieldKind]: ...
    @property
    def decisions(self) -> Sequence[str]: ...  # the kinds of decision that a hint may wait for
    @property
    def hint_facts(self) -> Sequence[str]: ...  # what else a hint may wait for
    @property
    def leader_radius(self) -> Length: ...
    @property
    def yards_per_inch(self) -> int: ...

    def words(self, what: str, value: str) -> str:
        """A word of a file as the rulebook says it; ``what`` is type, formation, quality or side."""
        ...

    def usual_formation(self, type_: str) -> str:
        """The formation of a unit for which none is given."""
        ...

    def footprint(self, unit: Unit, terrain: Terrain, tables: Tables) -> Footprint | None:
        """The ground it covers at the start; None when it is not on the table."""
        ...

    def problems(self, scenario: Scenario) -> Iterable[Problem]:
        """What the ruleset finds wrong; the field of a problem is the id of a unit, column, leader or mark, or a key."""
        ...

    def made_by_chance(self, seed: int) -> str:
        """A scenario file with usual forces on ground made by a seed."""
        ...


def scenario_rules(name: str) -> ScenarioRules:
    """The scenario rules of a ruleset; one that has no table yet is refused."""
    ruleset = registry.ruleset(name)
    if not _offered(ruleset.id, ruleset.package):
        raise refuse("ruleset", "scenario.no_table", rulesets_with_tables(), name=ruleset.id)
    try:
        return _found(ruleset.package)
    except Exception as error:
        entry = registry.entry(ruleset.id)
        if entry is None or entry.ours:
            raise
        raise left_out(entry, entry.flaw(error)).refusal() from error


@cache
def _found(package: str) -> ScenarioRules:
    found: ScenarioRules = import_module(f"{package}.table.scenario_rules").SCENARIO_RULES
    if package.startswith(OURS):
        return found
    file = f"{package.replace('.', '/')}/table"
    for part in _PARTS:
        if not hasattr(found, part):
            wanted = Message.of("kernel.flaw.missing", wanted="all that ScenarioRules has")
            raise Flaw(f"{file}/scenario_rules.py", f"SCENARIO_RULES.{part}", wanted)
    if not files(f"{package}.table").joinpath("scenarios").is_dir():
        raise MissingFileFlaw(f"{file}/scenarios")
    return found


_PARTS = tuple(name for name in vars(ScenarioRules) if not name.startswith("_"))


def rulesets_with_tables() -> list[str]:
    """The ids of the rulesets that have scenarios. None of ours is loaded for it: a command about one need not wait for all.

    One from outside that cannot be used is not among them; ``faults`` says why.
    """
    return [name for name, entry in _with_scenarios().items() if entry.ours or _fault(entry) is None]


def faults() -> list[LeftOut]:
    """All that is registered from outside and cannot be used: rulesets, their tables, the rules of their scenarios."""
    found = [*registry.faults(), *tables.faults()]
    known = {fault.name for fault in found}
    others = [entry for name, entry in _with_scenarios().items() if not entry.ours and name not in known]
    return [*found, *(fault for entry in others if (fault := _fault(entry)))]


def _with_scenarios() -> dict[str, Entry]:
    entries = registry.entries()
    return {name: entries[name] for name, package in registry.packages().items() if _offered(name, package)}


def _offered(name: str, package: str) -> bool:
    """Whether a ruleset has scenarios. Ours have them once their tables are registered; what others lack is told as a fault."""
    return _has_scenarios(package) and (not package.startswith(OURS) or tables.has_table(name))


def _fault(entry: Entry) -> LeftOut | None:
    """Why a ruleset from outside has no scenarios that can be opened."""
    try:
        scenario_rules(entry.name)
        tables.table(entry.name)
    except Refusal as refusal:
        (problem,) = refusal.problems
        return LeftOut(entry.name, entry.package, problem.message)
    return None


@cache
def _has_scenarios(package: str) -> bool:
    try:
        return all(find_spec(f"{package}.{part}") is not None for part in ("table", "table.scenario_rules"))
    except Exception:  # noqa: BLE001 - somebody else's package is registered, and gone or broken; `faults` says how
        return False
