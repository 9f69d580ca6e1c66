"""Where a key stands in a TOML file: the standard reader gives no line numbers, and people need them."""

from __future__ import annotations

import re

_HEADER = re.compile(r"^\s*\[\[?([^\]]+)\]\]?")
_KEY = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")


def line_numbers(source: str) -> dict[str, int]:
    """Map every dotted path of a TOML text to the line on which it is set."""
    lines: dict[str, int] = {}
    section = ""
    for number, line in enumerate(source.splitlines(), start=1):
        if header := _HEADER.match(line):
            section = dotted(header.group(1))
            lines.setdefault(section, number)
        elif key := _KEY.match(line):
            path = dotted(key.group(1))
            lines.setdefault(f"{section}.{path}" if section else path, number)
    return lines


def line_of(lines: dict[str, int], path: str) -> int:
    """The line of a path, or of the nearest table around it."""
    while path:
        if path in lines:
            return lines[path]
        path = path.rpartition(".")[0]
    return 1


def dotted(key: str) -> str:
    """A key as written, with quotes and spaces around dots taken away."""
    return ".".join(part.strip("\"'") for part in _PART.findall(key))
