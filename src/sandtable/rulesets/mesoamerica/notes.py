"""Notes of a calculation: steps that are told in words."""

from __future__ import annotations

from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier


def note(reason: str, rule: str | None = None, **parameters: object) -> Modifier:
    """A step of a calculation, told in words: it counts nothing by itself."""
    return Modifier(Message.of(f"reason.{reason}", **parameters), None, rule)


def table_note(tables: Tables, path: str, reason: str, **parameters: object) -> Modifier:
    """A step that rests on an entry of a table; its rule and whether it is a house rule come with it."""
    return Modifier(Message.of(f"reason.{reason}", **parameters), None, tables.rule(path), tables.is_house(path))
