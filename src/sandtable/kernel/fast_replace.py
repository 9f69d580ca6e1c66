"""A quicker ``dataclasses.replace``, for code that copies frozen dataclasses thousands of times."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

Thing = TypeVar("Thing")


def fast_replace(thing: Thing, **changes: object) -> Thing:
    """A copy with some fields replaced. Every field of the class must be an argument of its constructor, in the order of the fields."""
    kind = type(thing)
    all_fields, places = _fields(kind)  # type: ignore[arg-type]  # a class can be looked up by
    values = list(all_fields(thing))
    for name, value in changes.items():
        values[places[name]] = value
    return kind(*values)


@cache
def _fields(kind: type[Any]) -> tuple[attrgetter[tuple[Any, ...]], dict[str, int]]:
    """A getter of all fields at once, and the place of each by its name."""
    names = [field.name for field in fields(kind)]
    return attrgetter(*names), {name: number for number, name in enumerate(names)}
