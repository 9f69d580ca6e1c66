"""Where a user's own battles are kept, unless another place is named."""

from __future__ import annotations

import os
from pathlib import Path


def own_database() -> str:
    """The address of the user's own database; its folder is made if need be."""
    base = os.environ.get("SANDTABLE_DATABASE", "")
    if base:
        return base
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sandtable"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'battles.db'}"
