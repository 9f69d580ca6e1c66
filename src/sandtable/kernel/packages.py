"""What installed packages register under an entry point: found, loaded, and left out with a sentence where they cannot be."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from sandtable.kernel.blame import error_text, flaw_of
from sandtable.kernel.flaw import Flaw
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Refusal, refuse
from sandtable.kernel.spelling import folded

OURS = "sandtable."
RULESETS = "sandtable.rulesets"  # the entry point of rulesets


@dataclass(frozen=True, slots=True)
class Entry:
    """One registration: what it is called, where the object is (``package.module:OBJECT``), and whose package that is."""

    name: str
    target: str
    package: str

    @property
    def ours(self) -> bool:
        """Whether it is one of Sandtable's own, which its tests answer for."""
        return self.target.startswith(OURS)

    @property
    def file(self) -> str:
        """The file of the object, as its package names it."""
        return f"{self.target.partition(':')[0].replace('.', '/')}.py"

    def load(self) -> Any:
        """The object; whatever keeps it from loading is told as a flaw of its package."""
        module, _, attribute = self.target.partition(":")
        try:
            return getattr(import_module(module), attribute)
        except Exception as error:
            raise self.flaw(error) from error

    def flaw(self, error: BaseException) -> Flaw:
        """An error as a flaw of this package."""
        unplaced = Flaw(self.file, "", Message.of("kernel.flaw.raised", error=error_text(error)))
        return flaw_of(error, self.target) or unplaced


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something that is registered and cannot be used: what, whose, and why in a sentence that names file and key."""

    name: str
    package: str
    reason: Message

    def refusal(self) -> Refusal:
        """The refusal that tells this to whoever asks for it."""
        return refuse("ruleset", self.reason.id, **dict(self.reason.parameters))


def left_out(entry: Entry, flaw: Flaw) -> LeftOut:
    """Say that a registered object cannot be loaded, and why."""
    return _said("kernel.ruleset.broken", entry, flaw)


def failed_later(entry: Entry, flaw: Flaw) -> LeftOut:
    """Say that a registered object was loaded and failed later, and why."""
    return _said("kernel.ruleset.stumbled", entry, flaw)


def _said(message_id: str, entry: Entry, flaw: Flaw) -> LeftOut:
    said = Message.of(message_id, name=entry.name, package=entry.package, place=flaw.place, reason=flaw.reason)
    return LeftOut(entry.name, entry.package, said)


def package_of(entry: Entry) -> str:
    """The package that a registered object stands in, told without loading it."""
    return entry.target.partition(":")[0].rpartition(".")[0]


def registered(group: str, added: Mapping[str, str]) -> tuple[dict[str, Entry], list[LeftOut]]:
    """All that is registered, by name, and those whose name another package has already. Ours go first, then the alphabet."""
    entries = [Entry(name, target, target.partition(".")[0]) for name, target in added.items()]
    entries += _installed(group, _places())
    taken: dict[str, Entry] = {}
    doubles: list[LeftOut] = []
    for entry in entries:
        first = taken.setdefault(folded(entry.name), entry)
        if first is not entry and first.target != entry.target:
            reason = Message.of("kernel.flaw.taken", other=first.package)
            doubles.append(left_out(entry, Flaw("entry_points.txt", f"{group}, {entry.name}", reason)))
    return {entry.name: entry for entry in taken.values()}, doubles


def _places() -> tuple[tuple[str, int], ...]:
    """Where packages are looked for, each with the time at which something was last put there or taken away."""
    return tuple((place, _changed(place)) for place in sys.path)


def _changed(place: str) -> int:
    try:
        return Path(place).stat().st_mtime_ns
    except OSError:  # it is not there
        return 0


@lru_cache(maxsize=8)
def _installed(group: str, places: tuple[tuple[str, int], ...]) -> tuple[Entry, ...]:  # noqa: ARG001 - others elsewhere
    """What packages register, ours first. To look through all that is installed takes longer than most of what is asked."""
    found = {
        Entry(point.name, point.value, f"{point.dist.name} {point.dist.version}" if point.dist else point.module)
        for point in entry_points(group=group)
    }
    return tuple(sorted(found, key=lambda entry: (not entry.ours, entry.package, entry.name)))
