"""What rules need to ask and to explain themselves: options, and notes of a calculation."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.requests import Option
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier


@cache
def options_of(terms: Iterable[Vocabulary]) -> tuple[Option, ...]:
    """Terms to choose from: a tuple of them, or a whole vocabulary."""
    return tuple(Option(term.value, term.message) for term in terms)


def note(reason: str, rule: str | None = None, **parameters: object) -> Modifier:
    """A step of a calculation, told in words: it counts nothing by itself."""
    return Modifier(Message.of(f"reason.{reason}", **parameters), None, rule)


def table_note(tables: Tables, path: str, reason: str, **parameters: object) -> Modifier:
    """A step that rests on an entry of a table; its rule and whether it is a house rule come with it."""
    return Modifier(Message.of(f"reason.{reason}", **parameters), None, tables.rule(path), tables.is_house(path))
