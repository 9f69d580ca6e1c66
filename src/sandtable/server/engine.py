"""The engine that runs in the browser: the pure-Python part of Sandtable as one archive."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from hashlib import sha256
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable

from sandtable import __version__
from sandtable.kernel.registry import GROUP

PARTS = ("kernel", "umpire", "rulesets")
LEFT_OUT = frozenset({"__pycache__", "table"})  # a ruleset's table part needs more than the standard library
SUFFIXES = (".py", ".toml")
_DATE = (2020, 1, 1, 0, 0, 0)  # the same bytes for the same sources, so that caches stay valid


@cache
def engine_archive() -> bytes:
    """The archive: what the desk needs, and which rulesets there are."""
    package = files("sandtable")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        _write(archive, "sandtable/__init__.py", package.joinpath("__init__.py").read_bytes())
        for part in PARTS:
            for path, source in _sources(package.joinpath(part), f"sandtable/{part}"):
                _write(archive, path, source)
        for path, text in _metadata().items():
            _write(archive, path, text.encode())
    return buffer.getvalue()


@cache
def engine_version() -> str:
    """A short name of exactly this engine."""
    return sha256(engine_archive()).hexdigest()[:12]


def _metadata() -> dict[str, str]:
    """What an installed package tells about itself, so that the browser's Python finds the same entry points."""
    own = sorted(
        (point.name, point.value) for point in entry_points(group=GROUP) if point.value.startswith("sandtable.")
    )
    folder = f"sandtable-{__version__}.dist-info"
    points = "\n".join(f"{name} = {value}" for name, value in own)
    return {
        f"{folder}/METADATA": f"Metadata-Version: 2.1\nName: sandtable\nVersion: {__version__}\n",
        f"{folder}/entry_points.txt": f"[{GROUP}]\n{points}\n",
    }


def _sources(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for item in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if item.name in LEFT_OUT:
            continue
        if item.is_dir():
            found += _sources(item, f"{prefix}/{item.name}")
        elif item.name.endswith(SUFFIXES):
            found.append((f"{prefix}/{item.name}", item.read_bytes()))
    return found


def _write(archive: zipfile.ZipFile, path: str, source: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(path, _DATE), source, zipfile.ZIP_DEFLATED)
