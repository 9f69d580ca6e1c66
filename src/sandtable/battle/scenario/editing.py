"""One value of a scenario's file set to another, the rest of the file left as its author wrote it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.kernel.house_text import toml_value

_HEADER = re.compile(r"^\s*(\[\[?)\s*([\w.-]+)\s*\]\]?\s*(#.*)?$")


def with_value(source: str, header: str, place: int, key: str, value: Any) -> str | None:
    """The file with a key of the table of that name set, of several the one at that place; none where no such table stands in it."""
    lines = source.splitlines()
    starts = [number for number, line in enumerate(lines) if _name(line) == header]
    if place >= len(starts):
        return None
    start = starts[place]
    told = f"{key} = {toml_value(value)}"
    end = next((number for number in range(start + 1, len(lines)) if _name(lines[number])), len(lines))
    here = re.compile(rf"^\s*{re.escape(key)}\s*=")
    known = next((number for number in range(start + 1, end) if here.match(lines[number])), None)
    changed = [*lines[: start + 1], told, *lines[start + 1 :]]
    if known is not None:
        changed = [*lines[:known], told, *lines[known + 1 :]]
    text = "\n".join(changed) + "\n"
    return text if _found(text, header, place, key) == value else None


def _name(line: str) -> str:
    found = _HEADER.match(line)
    return found[2] if found else ""


def tables_called(source: str, header: str) -> list[Mapping[str, Any]]:
    """Every table of a name, in the order of the file."""
    return list(_tables(tomllib.loads(source), header.split(".")))


def _tables(tree: Any, names: list[str]) -> Iterator[Mapping[str, Any]]:
    if isinstance(tree, list):
        for one in tree:
            yield from _tables(one, names)
    elif isinstance(tree, Mapping):
        if not names:
            yield tree
        elif names[0] in tree:
            yield from _tables(tree[names[0]], names[1:])


def _found(source: str, header: str, place: int, key: str) -> Any:
    """The value that is read at this place now, to make sure that a changed file still means what it should."""
    try:
        there = tables_called(source, header)
    except tomllib.TOMLDecodeError:
        return None
    return there[place].get(key) if place < len(there) else None
