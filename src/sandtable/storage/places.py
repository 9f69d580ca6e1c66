"""Where a user's own battles are kept, unless another place is named."""

from __future__ import annotations

import os
from pathlib import Path


def own_database() -> str:
    """The address of the user's own database; its folder is made if need be."""
    base = os.environ.get("SANDTABLE_DATABASE", "")
    if base:
        return base
    folder = _own_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'battles.db'}"


def own_lab() -> Path:
    """The folder for the user's own runs of the lab; nobody has made it yet."""
    return _own_folder() / "lab"


def _own_folder() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sandtable"
