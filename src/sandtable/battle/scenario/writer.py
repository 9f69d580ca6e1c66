"""Scenario files written by a program: TOML as a person would lay it out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def toml_text(remark: str, tree: Mapping[str, Any]) -> str:
    """A file: plain keys first, then tables, then lists of tables."""
    lines = [remark, ""]
    lines += [f"{key} = {_value(value)}" for key, value in tree.items() if not _is_table(value)]
    for key, value in tree.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{key}]", *_keys(value)]
        elif _is_table(value):
            for member in value:
                lines += _member(key, member)
    return "\n".join(lines) + "\n"


def _member(path: str, member: Mapping[str, Any]) -> list[str]:
    """One table of a list, its own lists of tables below it."""
    lines = ["", f"[[{path}]]", *_keys({key: value for key, value in member.items() if not _is_tables(value)})]
    for key, value in member.items():
        if _is_tables(value):
            for inner in value:
                lines += _member(f"{path}.{key}", inner)
    return lines


def _keys(table: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {_value(value)}" for key, value in table.items()]


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or _is_tables(value) or value == []


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return str(value)
