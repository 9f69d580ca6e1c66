"""Which rulesets have a table: those registered under the entry point ``sandtable.tables``, from this package or any other."""

from __future__ import annotations

from functools import cache
from typing import Any

from sandtable.battle.rules import TableRules
from sandtable.kernel.flaw import Flaw
from sandtable.kernel.messages import Message
from sandtable.kernel.packages import Entry, LeftOut, left_out, registered
from sandtable.kernel.problem import refuse
from sandtable.kernel.spelling import folded

GROUP = "sandtable.tables"
PARTS = ("name", "rules_version", "ruleset", "orders", "events", "sides", "set_up", "decisions", "problems", "carry_out",
         "after", "view", "result")  # fmt: skip
_ADDED: dict[str, str] = {}


def add(name: str, target: str) -> None:
    """Register a table by hand, where packages are not installed: ``package.module:OBJECT``."""
    _ADDED[name] = target
    table.cache_clear()
    has_table.cache_clear()


def names() -> list[str]:
    """The rulesets that have a table."""
    return sorted(registered(GROUP, _ADDED)[0])


@cache
def has_table(name: str) -> bool:
    """Whether a ruleset has a table. What is installed is looked through once: every scenario that is read asks."""
    return name in names()


def faults() -> list[LeftOut]:
    """The registered tables that cannot be used, each with its reason. Our own are not loaded for it."""
    found, doubles = registered(GROUP, _ADDED)
    faulty = [fault for _, entry in sorted(found.items()) if not entry.ours and (fault := _fault(entry))]
    return [*faulty, *doubles]


@cache
def table(name: str) -> TableRules[Any]:
    """The table of the ruleset with this id; spelling is forgiving, an unknown one is refused with those there are."""
    found = registered(GROUP, _ADDED)[0]
    entry = {folded(known): one for known, one in found.items()}.get(folded(name))
    if entry is None:
        raise refuse("ruleset", "battle.table.unknown", names(), name=name)
    try:
        return _loaded(entry)
    except Flaw as flaw:
        raise left_out(entry, flaw).refusal() from flaw


def _fault(entry: Entry) -> LeftOut | None:
    try:
        _loaded(entry)
    except Flaw as flaw:
        return left_out(entry, flaw)
    return None


def _loaded(entry: Entry) -> TableRules[Any]:
    """The table of an entry. Somebody else's may be broken: that is its flaw, and the others stay usable."""
    found: TableRules[Any] = entry.load()
    for part in PARTS:
        try:
            has_it = hasattr(found, part)
        except Exception as error:
            raise entry.flaw(error) from error
        if not has_it:
            attribute = entry.target.partition(":")[2]
            wanted = Message.of("kernel.flaw.missing", wanted="all that TableRules has")
            raise Flaw(entry.file, f"{attribute}.{part}", wanted)
    if found.name != entry.name:
        raise Flaw(entry.file, "name", Message.of("kernel.flaw.other_name", name=entry.name))
    return found
