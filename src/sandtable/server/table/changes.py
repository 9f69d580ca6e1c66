"""What is stored of a battle: its log at the start, and after that only what each step added to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sandtable.battle.engine.log import Entry, Log, Part, Proposal, Seal, Undo, read_log
from sandtable.battle.seat import Seat
from sandtable.kernel import codec

Json = dict[str, Any]
_PARTS = ("open", "proposal", "seats", "seed", "parts", "seal")


def change(before: Log, after: Log) -> Json:
    """What a step added: entries, and whichever other part is not as it was."""
    told: Json = {}
    if len(after.entries) > len(before.entries):
        told["entries"] = [codec.write(entry) for entry in after.entries[len(before.entries) :]]
    whole = codec.write(replace(after, entries=()))
    for part in _PARTS:
        if getattr(before, part) != getattr(after, part):
            told[part] = whole[part]
    return told


def changed(log: Log, told: Json) -> Log:
    """The log after a step."""
    parts: Json = {}
    if "entries" in told:
        parts["entries"] = (*log.entries, *(_entry(raw) for raw in told["entries"]))
    if "open" in told:
        parts["open"] = None if told["open"] is None else codec.read(Entry, told["open"])
    if "proposal" in told:
        parts["proposal"] = None if told["proposal"] is None else codec.read(Proposal, told["proposal"])
    if "seats" in told:
        parts["seats"] = tuple(codec.read(Seat, raw) for raw in told["seats"])
    if "seed" in told:
        parts["seed"] = told["seed"]
    if "parts" in told:
        parts["parts"] = tuple(codec.read(Part, raw) for raw in told["parts"])
    if told.get("seal") is not None:
        parts["seal"] = codec.read(Seal, told["seal"])
    return replace(log, **parts)


def _entry(raw: Json) -> Entry | Undo:
    return codec.read(Undo, raw) if raw.get("kind") == Undo.kind else codec.read(Entry, raw)


def head(log: Log) -> Json:
    """The log as a battle begins."""
    return log.plain()


def begun(raw: Json) -> Log:
    """The log that a battle began with."""
    return read_log(raw)
