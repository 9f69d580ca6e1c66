"""Which rulesets there are: those registered under the entry point ``sandtable.rulesets``, from this package or any other."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from sandtable.kernel.problem import refuse
from sandtable.kernel.requests import folded
from sandtable.kernel.ruleset import Ruleset

GROUP = "sandtable.rulesets"
_ADDED: dict[str, str] = {}


def add(name: str, target: str) -> None:
    """Register a ruleset by hand, where packages are not installed (the browser): ``package.module:OBJECT``."""
    _ADDED[name] = target
    ruleset.cache_clear()


def names() -> list[str]:
    """The ids of all registered rulesets, by the alphabet."""
    return sorted(_targets())


def _targets() -> dict[str, str]:
    """Where each ruleset is. Every installed package is looked through for it, so this is asked once for each need."""
    found = dict(_ADDED)
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, point.value)
    return found


def packages() -> dict[str, str]:
    """The package of each ruleset by its id, told without loading any."""
    return {name: target.partition(":")[0].rpartition(".")[0] for name, target in sorted(_targets().items())}


@cache
def ruleset(name: str) -> Ruleset:
    """The ruleset with this id; spelling is forgiving, an unknown one is refused with those there are."""
    targets = _targets()
    registered = {folded(each): each for each in targets}.get(folded(name))
    if registered is None:
        raise refuse("ruleset", "kernel.ruleset.unknown", sorted(targets), name=name)
    return _loaded(registered, targets[registered])


def _loaded(name: str, target: str) -> Ruleset:
    """Somebody else's package may be broken: that is told in words, and the other rulesets stay usable."""
    module, _, attribute = target.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise refuse("ruleset", "kernel.ruleset.broken", name=name, reason=reason) from error
    if not isinstance(found, Ruleset):
        raise refuse("ruleset", "kernel.ruleset.broken", name=name, reason=f"{target} is no ruleset")
    return found
