"""Where a key stands in a scenario file: as ``kernel.toml_lines``, with the members of arrays of tables told apart by their numbers."""

from __future__ import annotations

import re

from sandtable.kernel.toml_lines import dotted

_ARRAY = re.compile(r"^\s*\[\[([^\]]+)\]\]")
_TABLE = re.compile(r"^\s*\[([^\[\]]+)\]\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_QUOTES = ('"""', "'''")


def numbered_lines(source: str) -> dict[str, int]:
    """Every path (``column.0.unit.2.bases``) with the line on which it is set."""
    lines: dict[str, int] = {}
    members: dict[str, int] = {}  # of each array of tables: the number of the last
    section, open_quote = "", ""
    for number, line in enumerate(source.splitlines(), start=1):
        if open_quote:
            open_quote = "" if open_quote in line else open_quote
            continue
        if header := _ARRAY.match(line):
            section = _member(dotted(header.group(1)), members)
        elif header := _TABLE.match(line):
            section = _numbered(dotted(header.group(1)), members)
        elif key := _KEY.match(line):
            lines.setdefault(f"{section}.{dotted(key.group(1))}".lstrip("."), number)
        if header:
            lines.setdefault(section, number)
        open_quote = next((quote for quote in _QUOTES if line.count(quote) % 2), "")
    return lines


def _member(path: str, members: dict[str, int]) -> str:
    """One more member of an array of tables."""
    parent, _, name = path.rpartition(".")
    array = f"{_numbered(parent, members)}.{name}".lstrip(".")
    members[array] = members.get(array, -1) + 1
    return f"{array}.{members[array]}"


def _numbered(path: str, members: dict[str, int]) -> str:
    """A path with the number of the last member after each array on its way."""
    found = ""
    for name in path.split(".") if path else []:
        found = f"{found}.{name}".lstrip(".")
        if found in members:
            found = f"{found}.{members[found]}"
    return found
