"""Scenario texts of Revolucion! for tests: put together from what a test is about, the rest as usual.

A text is TOML, as people write it; ``tests/battle`` has some that are written out, for the reader of scenarios itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

GOVERNMENT, REVOLUTIONARY = "Government", "Revolutionary"


def scenario(
    title: str,
    *parts: str,
    size: tuple[float, float] = (40, 30),
    options: Iterable[str] = (),
    sides: Sequence[str] = (),
    **victory: Any,
) -> str:
    """A whole text: a table of that size, options that are on, two motivated sides unless others are given, then the parts."""
    width, height = size
    usual = (side(REVOLUTIONARY, "North", edge="south"), side(GOVERNMENT, "South", edge="north"))
    return "\n".join(
        (
            _fields({"ruleset": "revolucion", "title": title}),
            f"[table]\n{_fields({'width': width, 'height': height})}",
            f"[options]\n{_fields(dict.fromkeys(options, True))}",
            f"[victory]\n{_fields(victory)}" if victory else "",
            *(sides or usual),
            *parts,
        )
    )


def two_lines(title: str, *parts: str, **more: Any) -> str:
    """The smallest battle there is, for what else stands on the table: four bases of infantry on each side, twelve inches apart."""
    us = column("One", REVOLUTIONARY, {"name": "A", "at": [10, 3]}, unit("Us", "RegularInfantry", at=[10, 6, 0]))
    them = column("Two", GOVERNMENT, {"name": "B", "at": [10, 21]}, unit("Them", "RegularInfantry", at=[10, 18, 180]))
    return scenario(title, us, them, *parts, size=(24, 24), **more)


def side(label: str, name: str, quality: str = "motivated", **more: Any) -> str:
    return part("side", label=label, name=name, quality=quality, **more)


def column(name: str, of: str, leader: Mapping[str, Any] | None, *units: str, **more: Any) -> str:
    """A column of a side with its Leader, if it has one, and its units."""
    led = {} if leader is None else {"leader": leader}
    return "\n".join((part("column", name=name, side=of, **more, **led), *units))


def unit(name: str, kind: str, bases: int = 4, at: Sequence[float] | None = None, **more: Any) -> str:
    """A unit; ``at`` is the middle of its front and its facing."""
    place = {} if at is None else {"at": at}
    return part("column.unit", name=name, type=kind, bases=bases, **place, **more)


def part(kind_of_part: str, /, **fields: Any) -> str:
    """One more of a kind: an area, a line, a mark, an arrival, an objective and so on."""
    return f"[[{kind_of_part}]]\n{_fields(fields)}"


def _fields(fields: Mapping[str, Any]) -> str:
    return "".join(f"{name} = {_value(value)}\n" for name, value in fields.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{name} = {_value(each)}" for name, each in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)
