"""The user's files, read and written: whatever is wrong with one is a problem that names it and, where there is one, the line."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandtable.cli.problems import refuse

STANDARD_INPUT = STANDARD_OUTPUT = "-"
TOML_HEADING = re.compile(r"\[\[?\s*[A-Za-z_\"'][\w.\-\s\"']*\]\]?\s*(#.*)?$", re.MULTILINE)
LARGEST = 1_000_000  # bytes; house rules and situations are a hundredth of that


def read_text(name: str, largest: int = LARGEST) -> str:
    """The text of a file, or of standard input."""
    shown = "standard input" if name == STANDARD_INPUT else name
    try:
        raw = _bytes(name, largest)
    except FileNotFoundError:
        raise refuse(shown, "cli.file.missing") from None
    except IsADirectoryError:
        raise refuse(shown, "cli.file.folder") from None
    except PermissionError:
        raise refuse(shown, "cli.file.closed") from None
    except (OSError, ValueError) as error:
        raise refuse(shown, "cli.file.unreadable", error=getattr(error, "strerror", None) or str(error)) from None
    if len(raw) > largest:
        raise refuse(shown, "cli.file.too_large", largest=largest)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise refuse(f"{shown}, line {line}", "cli.file.not_utf8") from None


def _bytes(name: str, largest: int) -> bytes:
    if name == STANDARD_INPUT:
        return sys.stdin.buffer.read(largest + 1)
    with Path(name).open("rb") as file:
        return file.read(largest + 1)


def read_situation(name: str) -> Mapping[str, Any]:
    """The fields of a situation from a JSON or TOML file."""
    shown = "standard input" if name == STANDARD_INPUT else name
    text = read_text(name)
    tree = _json(text, shown) if _looks_like_json(text) else _toml(text, shown)
    if not isinstance(tree, Mapping):
        raise refuse(shown, "cli.situation.no_object")
    return tree


def _looks_like_json(text: str) -> bool:
    """An object, or a list; a name in brackets is the heading of a table in TOML."""
    begun = text.lstrip()
    return begun.startswith("{") or (begun.startswith("[") and not TOML_HEADING.match(begun))


def _json(text: str, shown: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise refuse(f"{shown}, line {error.lineno}", "cli.situation.not_json", error=error.msg) from None
    except (ValueError, RecursionError):
        raise refuse(shown, "cli.situation.no_object") from None


def _toml(text: str, shown: str) -> Any:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise refuse(shown, "cli.situation.not_toml", error=str(error)) from None


def write(target: str, content: bytes) -> None:
    """Write a file, or standard output."""
    if target == STANDARD_OUTPUT:
        sys.stdout.buffer.write(content)
        return
    try:
        Path(target).write_bytes(content)
    except IsADirectoryError:
        raise refuse(target, "cli.file.folder") from None
    except OSError as error:
        raise refuse(target, "cli.file.cannot_write", error=error.strerror or str(error)) from None
