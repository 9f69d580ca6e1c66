"""A record: everything needed to run an action again, as plain data. It is the log's entry and the replay's format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sandtable.kernel.problem import refuse


@dataclass(frozen=True)
class Record:
    """One action as it was resolved. ``meta`` holds what surfaces add: number, side, turn, time."""

    ruleset: str
    rules_version: str
    action: str
    fields: Mapping[str, Any]
    answers: tuple[tuple[str, Any, str], ...]  # key, value, by whom
    options: Mapping[str, Any] = field(default_factory=dict)
    house: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """The record as JSON."""
        return {
            "ruleset": self.ruleset,
            "rules_version": self.rules_version,
            "options": dict(self.options),
            "house": self.house,
            "action": self.action,
            "fields": dict(self.fields),
            "answers": [{"key": key, "value": value, "by": by} for key, value, by in self.answers],
            "meta": dict(self.meta),
        }


def read_record(raw: Any) -> Record:
    """Read a record from JSON; one that is not whole is refused with the part that is wrong."""
    if not isinstance(raw, Mapping):
        raise refuse("record", "kernel.record.no_object")
    parts = {"ruleset": str, "rules_version": str, "action": str, "fields": Mapping, "answers": list}
    for name, kind in parts.items():
        if not isinstance(raw.get(name), kind):
            raise refuse(f"record.{name}", "kernel.record.part", part=name)
    answers = tuple(_answer(answer) for answer in raw["answers"])
    optional = {"options": ({}, Mapping), "house": ("", str), "meta": ({}, Mapping)}
    extra: dict[str, Any] = {}
    for name, (default, kind) in optional.items():
        extra[name] = raw.get(name, default)
        if not isinstance(extra[name], kind):
            raise refuse(f"record.{name}", "kernel.record.part", part=name)
    return Record(raw["ruleset"], raw["rules_version"], raw["action"], raw["fields"], answers, **extra)


def _answer(raw: Any) -> tuple[str, Any, str]:
    if not isinstance(raw, Mapping) or not isinstance(raw.get("key"), str) or "value" not in raw:
        raise refuse("record.answers", "kernel.record.answer")
    return raw["key"], raw["value"], str(raw.get("by", "person"))
