"""House rules as the text of a file."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.kernel.tables import TITLE, Tables

BARE = re.compile(r"[A-Za-z0-9_-]+")


def house_text(printed: Tables, wanted: Mapping[str, Any], house: str = "") -> str:
    """Entries that differ from the printed ones, as a file; remarks, title and options of the house rules before them stay."""
    grouped: dict[str, list[str]] = {}
    for path, value in wanted.items():
        if value != printed.value(path):
            table, _, key = path.rpartition(".")
            grouped.setdefault(table, []).append(f"{toml_key(key)} = {toml_value(value)}")
    before = tomllib.loads(house)
    lines = [line for line in house.splitlines() if line.lstrip().startswith("#")]
    if TITLE in before and TITLE not in printed.cells:
        lines.append(f"{TITLE} = {toml_value(before[TITLE])}")
    for table, entries in grouped.items():
        lines += [*([f"[{'.'.join(map(toml_key, table.split('.')))}]"] if table else []), *entries]
    options = before.get("options")
    if isinstance(options, Mapping) and options:
        lines += ["[options]", *(f"{toml_key(name)} = {toml_value(value)}" for name, value in _flat(options))]
    return "\n".join(lines) + "\n" if lines else ""


def _flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def toml_key(name: str) -> str:
    """A key as it stands in a file."""
    return name if BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def toml_value(value: Any) -> str:
    """A value as it stands in a file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False)
