"""The made-up package `lamplight`, installed for real: its files and its dist-info in a folder of their own, whole or with a fault."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path

WHOLE = Path(__file__).parents[1] / "outside"


def installed(folder: Path, changes: Mapping[str, str | None] | None = None, name: str = "lamplight") -> Path:
    """A folder for PYTHONPATH with the package in it. ``changes``: a file's new text, or None where it is taken away."""
    shutil.copytree(WHOLE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for path, text in (changes or {}).items():
        place = folder / path
        if text is None and place.is_dir():
            shutil.rmtree(place)
        elif text is None:
            place.unlink()
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
    assert (folder / f"{name}-1.0.dist-info").is_dir()
    return folder


def source(path: str) -> str:
    """The text of one of the package's files."""
    return (WHOLE / path).read_text(encoding="utf-8")


def made_installed(folder: Path) -> Path:
    """A ruleset's own folder for PYTHONPATH: what its project file registers is found there, as if it were installed."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    groups = project["entry-points"].items()
    lines = (
        line for group, each in groups for line in (f"[{group}]", *(f"{key} = {value}" for key, value in each.items()))
    )
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
