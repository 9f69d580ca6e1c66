"""Commands run by a Python that has a package from outside the repository."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support import forked_commands


def surroundings(folder: Path) -> dict[str, str]:
    """The environment of a Python that has the package."""
    places = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(places)}


def forked(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command, run by a Python that has the package, without the seconds of its imports."""
    code, out, err = forked_commands.run(arguments, b"", folder, surroundings(folder))
    return subprocess.CompletedProcess(arguments, code, out.decode(), err.decode())


def sandtable(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command, run from nothing by a Python that has the package."""
    environment = surroundings(folder)
    command = [sys.executable, "-m", "sandtable", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, cwd=folder, timeout=300
    )
