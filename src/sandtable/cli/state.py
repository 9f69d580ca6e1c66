"""Where the command line keeps what must survive it: the user's state folder."""

from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path:
    """The state folder: ``SANDTABLE_STATE``, else where this system keeps such things."""
    if chosen := os.environ.get("SANDTABLE_STATE"):
        return Path(chosen)
    if os.name == "nt" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local) / "sandtable"
    if home := os.environ.get("XDG_STATE_HOME"):
        return Path(home) / "sandtable"
    return Path.home() / ".local" / "state" / "sandtable"


def write(name: str, text: str) -> Path:
    """Write a file of the state folder whole or not at all: an interruption leaves the old one."""
    place = folder() / name
    place.parent.mkdir(parents=True, exist_ok=True)
    half_done = place.with_name(f"{place.name}.{os.getpid()}.new")
    try:
        with half_done.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        half_done.replace(place)
    finally:
        half_done.unlink(missing_ok=True)
    return place
