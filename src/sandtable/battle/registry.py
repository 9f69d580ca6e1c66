"""Which rulesets have a table: those registered under the entry point ``sandtable.tables``, from this package or any other."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from sandtable.battle.rules import TableRules
from sandtable.kernel.problem import refuse
from sandtable.kernel.requests import folded

GROUP = "sandtable.tables"
PARTS = ("name", "rules_version", "ruleset", "orders", "events", "sides", "set_up", "decisions", "problems", "carry_out",
         "after", "view", "result")  # fmt: skip
_ADDED: dict[str, str] = {}


def add(name: str, target: str) -> None:
    """Register a table by hand, where packages are not installed: ``package.module:OBJECT``."""
    _ADDED[name] = target
    table.cache_clear()


def names() -> list[str]:
    """The rulesets that have a table."""
    return sorted(_targets())


@cache
def table(name: str) -> TableRules[Any]:
    """The table of the ruleset with this id; spelling is forgiving, an unknown one is refused with those there are."""
    targets = _targets()
    registered = {folded(known): known for known in targets}.get(folded(name))
    if registered is None:
        raise refuse("ruleset", "battle.table.unknown", names(), name=name)
    return _loaded(registered, targets[registered])


def _targets() -> dict[str, str]:
    return {point.name: point.value for point in entry_points(group=GROUP)} | _ADDED


def _loaded(name: str, target: str) -> TableRules[Any]:
    """Somebody else's package may be broken: that is told in words, and the other tables stay usable."""
    module, _, attribute = target.partition(":")
    try:
        found: TableRules[Any] = getattr(import_module(module), attribute)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise refuse("ruleset", "battle.table.broken", name=name, reason=reason) from error
    missing = [part for part in PARTS if not hasattr(found, part)]
    if missing:
        raise refuse("ruleset", "battle.table.broken", name=name, reason=f"{target} has no {', '.join(missing)}")
    return found
