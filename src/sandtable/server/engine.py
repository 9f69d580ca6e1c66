"""The engine that runs in the browser: the pure-Python part of Sandtable, and of every package that brings a ruleset, as one archive."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from sandtable import __version__
from sandtable.kernel import registry
from sandtable.kernel.packages import Entry

PARTS = ("kernel", "paper", "umpire", "rulesets")
TABLE, BATTLES = (
    "table",
    "scenarios",
)  # a ruleset's table part needs more than the standard library; its battles are data
SUFFIXES = (".py", ".toml", ".svg")
_DATE = (2020, 1, 1, 0, 0, 0)  # the same bytes for the same sources, so that caches stay valid


@cache
def engine_archive() -> bytes:
    """The archive: what the desk needs, the packages of all rulesets that can be used, and what each of them registers."""
    package = files("sandtable")
    usable = [entry for name, entry in sorted(registry.entries().items()) if name in registry.usable()]
    contents: dict[str, bytes] = {"sandtable/__init__.py": package.joinpath("__init__.py").read_bytes()}
    for part in PARTS:
        contents |= _sources(package.joinpath(part), f"sandtable/{part}")
    for entry in usable:
        if not entry.ours:
            contents |= _package(entry)
    contents |= {path: text.encode() for path, text in _metadata(usable).items()}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, source in contents.items():
            archive.writestr(zipfile.ZipInfo(path, _DATE), source, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


@cache
def engine_version() -> str:
    """A short name of exactly this engine."""
    return sha256(engine_archive()).hexdigest()[:12]


def _metadata(usable: list[Entry]) -> dict[str, str]:
    """What the installed packages tell about themselves, so that the browser's Python finds the same entry points."""
    by_package: dict[tuple[str, str], list[str]] = {}
    for entry in usable:
        name, _, version = entry.package.partition(" ")
        about = ("sandtable", __version__) if entry.ours else (name, version or "0")
        by_package.setdefault(about, []).append(f"{entry.name} = {entry.target}")
    written: dict[str, str] = {}
    for (name, version), points in by_package.items():
        folder = f"{name.replace('-', '_')}-{version}.dist-info"
        written[f"{folder}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        written[f"{folder}/entry_points.txt"] = "\n".join([f"[{registry.GROUP}]", *points]) + "\n"
    return written


def _package(entry: Entry) -> dict[str, bytes]:
    """The files of a package from outside: all below the first of its folders that is a package of its own."""
    found: dict[str, bytes] = {}
    packages = (entry.target.partition(":")[0], registry.ruleset(entry.name).package)
    for path, place in {part: place for package in packages for part, place in _own(package)}.items():
        if place.is_dir():
            found |= _sources(place, path)
        else:
            found[f"{path}.py"] = place.read_bytes()
    return found


def _own(package: str) -> Iterator[tuple[str, Path]]:
    """Where a package's own files begin; folders that several packages share are passed by."""
    names = package.split(".")
    for number in range(1, len(names) + 1):
        module = import_module(".".join(names[:number]))
        if module.__file__ is not None:
            place = Path(module.__file__)
            yield "/".join(names[:number]), place.parent if place.name == "__init__.py" else place
            return
        if number == len(names):  # a folder without __init__.py, and nobody else's
            yield "/".join(names), Path(next(iter(module.__path__)))


def _battles(table: Traversable, prefix: str) -> dict[str, bytes]:
    """The battles of a table: the umpire enters their armies."""
    battles = table.joinpath(BATTLES)
    items = [item for item in battles.iterdir() if item.name.endswith(".toml")] if battles.is_dir() else []
    return {f"{prefix}/{BATTLES}/{item.name}": item.read_bytes() for item in sorted(items, key=lambda each: each.name)}


def _sources(folder: Traversable, prefix: str) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for item in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if item.name == TABLE:
            found |= _battles(item, f"{prefix}/{item.name}")
        elif item.name == "__pycache__":
            continue
        elif item.is_dir():
            found |= _sources(item, f"{prefix}/{item.name}")
        elif item.name.endswith(SUFFIXES):
            found[f"{prefix}/{item.name}"] = item.read_bytes()
    return found
