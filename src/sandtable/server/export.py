"""Writing the whole app as static files, for any host that speaks HTTPS."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sandtable.server.web_files import all_paths, web_file


def export(folder: Path) -> Iterator[tuple[int, int]]:
    """Write every file below a folder; yields how many are done of how many."""
    paths = all_paths()
    for number, path in enumerate(paths, start=1):
        found = web_file(path)
        if found is not None:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(found.content)
        yield number, len(paths)
