"""`sandtable export`: the whole app as static files, for any host that speaks HTTPS."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from sandtable.cli.serve import NOT_BUILT, stop
from sandtable.server.web_files import is_built, write_all


def add_to(app: typer.Typer) -> None:
    """Offer the command."""
    app.command()(export)


def export(
    folder: Annotated[Path, typer.Argument(help="Where to write the files; created when missing.")],
) -> None:
    """Write the whole app as static files for any HTTPS host."""
    console = Console(stderr=True)
    if not is_built():
        stop(console, NOT_BUILT)
    if folder.exists() and not folder.is_dir():
        stop(console, f"{folder} is a file. Name a folder.")
    try:
        with Progress(console=console, transient=True) as progress:
            task = progress.add_task("Writing the app", total=None)
            for done, total in write_all(folder):
                progress.update(task, completed=done, total=total)
    except OSError as error:
        stop(console, f"{folder} cannot be written: {error.strerror}.")
    Console().print(f"The app stands in {folder}. Put it on any host that speaks HTTPS.", soft_wrap=True)
