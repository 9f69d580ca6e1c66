"""Which rulesets there are: those registered under the entry point ``sandtable.rulesets``, from this package or any other."""

from __future__ import annotations

from functools import cache

from sandtable.kernel.blame import flaw_of
from sandtable.kernel.flaw import Flaw
from sandtable.kernel.messages import Message
from sandtable.kernel.packages import RULESETS, Entry, LeftOut, failed_later, left_out, package_of, registered
from sandtable.kernel.problem import refuse
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.soundness import examine
from sandtable.kernel.spelling import folded

GROUP = RULESETS
_ADDED: dict[str, str] = {}


def add(name: str, target: str) -> None:
    """Register a ruleset by hand, where packages are not installed (the browser): ``package.module:OBJECT``."""
    _ADDED[name] = target
    ruleset.cache_clear()


def names() -> list[str]:
    """The ids of all registered rulesets, by the alphabet."""
    return sorted(entries())


def entries() -> dict[str, Entry]:
    """Each registration by its name."""
    return registered(GROUP, _ADDED)[0]


def packages() -> dict[str, str]:
    """The package of each ruleset by its id, told without loading any."""
    return {name: package_of(entry) for name, entry in sorted(entries().items())}


def faults() -> list[LeftOut]:
    """The registered rulesets that cannot be used, each with its reason. Our own are not loaded for it."""
    found, doubles = registered(GROUP, _ADDED)
    faulty = [fault for _, one in sorted(found.items()) if not one.ours and (fault := _fault(one))]
    return [*faulty, *doubles]


def entry(name: str) -> Entry | None:
    """The registration of that name, if there is one; spelling is forgiving."""
    return {folded(each): one for each, one in entries().items()}.get(folded(name))


def usable() -> list[str]:
    """The ids of the rulesets that can be used."""
    faulty = {fault.name for fault in faults()} - {name for name, one in entries().items() if one.ours}
    return [name for name in names() if name not in faulty]


@cache
def ruleset(name: str) -> Ruleset:
    """The ruleset with this id; spelling is forgiving, an unknown one is refused with those there are."""
    found = entry(name)
    if found is None:
        raise refuse("ruleset", "kernel.ruleset.unknown", names(), name=name)
    try:
        return _loaded(found)
    except Flaw as flaw:
        raise left_out(found, flaw).refusal() from flaw


def ruleset_at_fault(error: Exception, name: str = "") -> LeftOut | None:
    """The ruleset from outside that an error came from, with the reason; ``name`` is the one that was in use, if known.

    An error inside one of our own is the program's.
    """
    using = entry(name) if name else None
    suspects = [using] if using else [one for one in entries().values() if not one.ours]
    for one in suspects:
        flaw = None if one.ours else flaw_of(error, one.target)
        if flaw is not None:
            return failed_later(one, flaw)
    return None


def _fault(one: Entry) -> LeftOut | None:
    try:
        _loaded(one)
    except Flaw as flaw:
        return left_out(one, flaw)
    return None


def _loaded(one: Entry) -> Ruleset:
    """The ruleset of an entry. Somebody else's may be broken: that is its flaw, and the others stay usable."""
    found = one.load()
    if not isinstance(found, Ruleset):
        attribute = one.target.partition(":")[2]
        raise Flaw(one.file, attribute, Message.of("kernel.flaw.kind", value=str(found), wanted="a Ruleset"))
    if one.ours:
        return found
    try:
        examine(found, one.name, one.file)
    except Exception as error:
        raise one.flaw(error) from error
    return found
