"""``sandtable check``: whether a ruleset keeps its promises, for whoever writes one."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli import texts
from sandtable.cli.options import AsJson
from sandtable.cli.problems import speak
from sandtable.cli.screen import console, show_json
from sandtable.conformance.check import check_promises, ruleset_ids

BROKEN = 2


def add_to(app: typer.Typer) -> None:
    """Offer the command."""
    app.command()(check)


def check(
    name: Annotated[
        str,
        typer.Argument(
            metavar="PACKAGE-OR-RULESET",
            help="A ruleset, a package that brings some, or module:OBJECT.",
            show_default=False,
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Check a ruleset for all that forms, odds, words, tables and books rely on, and say what breaks it."""
    speak(as_json=as_json)
    if ":" in name:
        sys.path.insert(0, str(Path.cwd()))  # a package that is not installed yet is looked for where one stands
    logging.getLogger("sandtable.umpire").addHandler(
        logging.NullHandler()
    )  # what it would write is told below, in a line
    done = []
    with console(stderr=True).status("") as line:
        for ruleset in ruleset_ids(name):
            for one in check_promises(ruleset):
                line.update(f"{one.about}: {one.promise}")
                done.append(one)
                if one.breach and not as_json:
                    sys.stdout.write(f"{one.about}: {one.promise}? {one.breach}\n")
    broken = [one for one in done if one.breach]
    if as_json:
        rows = [{"about": one.about, "promise": one.promise, "breach": one.breach} for one in broken]
        show_json({"status": "broken" if broken else "ok", "promises": len(done), "broken": rows})
    else:
        sys.stdout.write(texts.say("cli.check.done", promises=len(done), broken=len(broken)) + "\n")
    if broken:
        raise typer.Exit(BROKEN)
