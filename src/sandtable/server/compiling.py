"""Compiling the table's geometry beside the server, which goes on answering meanwhile."""

from __future__ import annotations

import logging
import subprocess
import sys

from sandtable.ai.compiling import ASIDE
from sandtable.ai.rehearsal import rehearse
from sandtable.geometry.compiled.compiler import uncompiled

LOG = logging.getLogger("sandtable.server")


def compile_beside() -> None:
    """Compile what is not on disk, in processes of its own, and wait for it."""
    if uncompiled():
        LOG.warning("The table's geometry is compiled once, which takes about half a minute: until then, tables wait.")
        subprocess.run(  # noqa: S603 - ourselves
            [sys.executable, "-m", "sandtable.ai.compiling", ASIDE],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,  # what is missing then is compiled where it is needed
        )


def load() -> None:
    """Have the machine code of every loop in this process."""
    compile_beside()
    rehearse()
