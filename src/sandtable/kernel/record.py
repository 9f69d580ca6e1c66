"""A record: everything needed to run an action again, as plain data. It is the log's entry and the replay's format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from sandtable.kernel import codec
from sandtable.kernel.problem import refuse

Scalar = Annotated[str | float | bool, codec.Named("Scalar")]
Fields = Annotated[Mapping[str, Any], codec.Named("Fields")]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a request; ``by`` whom: ``app``, ``person``, ``form`` or ``usual``."""

    key: str
    value: Any
    by: str = "person"


@dataclass(frozen=True)
class Record:
    """Everything needed to run an action again, as it was resolved. ``meta`` holds what surfaces add: number, side, turn, time."""

    ruleset: str
    rules_version: str
    action: str
    fields: Fields
    answers: tuple[Answer, ...]
    options: Mapping[str, Scalar] = field(default_factory=dict)
    house: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """The record as JSON."""
        written: dict[str, Any] = codec.write(self)
        return written


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


def _answer(raw: Any) -> Answer:
    if not isinstance(raw, Mapping) or not isinstance(raw.get("key"), str) or "value" not in raw:
        raise refuse("record.answers", "kernel.record.answer")
    return Answer(raw["key"], raw["value"], str(raw.get("by", "person")))
