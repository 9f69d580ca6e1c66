"""What a step does to a log: the entries it adds, and the parts that it sets. A log that is read again goes on the same way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, get_type_hints

from sandtable.battle.engine.log import Entry, Log, Undo
from sandtable.kernel.codec import Codec, Json, codec_of

ENTRIES = "entries"
PARTS = ("open", "proposal", "seats", "seed", "parts", "seal", "then", "joined")  # of a log, that a step may set


@dataclass(frozen=True, slots=True)
class Change:
    """What a step adds to a log, and which of its parts it sets."""

    entries: tuple[Entry | Undo, ...] = ()
    parts: Mapping[str, Any] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.entries or self.parts)

    def applied(self, log: Log) -> Log:
        """The log after this step."""
        return replace(log, entries=(*log.entries, *self.entries), **self.parts) if self else log

    def followed_by(self, later: Change) -> Change:
        """This step and a later one as one."""
        return Change((*self.entries, *later.entries), {**self.parts, **later.parts})

    def plain(self) -> dict[str, Json]:
        """The change as JSON, to be stored."""
        codecs = _codecs()
        plain: dict[str, Json] = {ENTRIES: codecs[ENTRIES].write(self.entries)} if self.entries else {}
        return plain | {name: codecs[name].write(value) for name, value in self.parts.items()}


def change_of(log: Log, *entries: Entry | Undo, **parts: Any) -> Change:
    """The change that adds entries and sets parts; what is as it was is left out."""
    return Change(entries, {name: value for name, value in parts.items() if getattr(log, name) != value})


def read_change(raw: Mapping[str, Json]) -> Change:
    """Read a change that was kept."""
    codecs = _codecs()
    entries = codecs[ENTRIES].read(raw[ENTRIES], ENTRIES) if ENTRIES in raw else ()
    return Change(entries, {name: codecs[name].read(raw[name], name) for name in PARTS if name in raw})


@lru_cache(maxsize=1)
def _codecs() -> Mapping[str, Codec]:
    hints = get_type_hints(Log)
    return {name: codec_of(hints[name]) for name in (ENTRIES, *PARTS)}
