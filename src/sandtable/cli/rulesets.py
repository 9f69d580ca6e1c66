"""``sandtable rulesets``: what there is to play."""

from __future__ import annotations

import typer
from rich.table import Table
from rich.text import Text

from sandtable import __version__
from sandtable.cli import texts
from sandtable.cli.case import AsJson
from sandtable.cli.problems import speak, tell_aside
from sandtable.cli.screen import show, show_json
from sandtable.umpire.description import listing


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("rulesets")(rulesets)


def rulesets(as_json: AsJson = False) -> None:
    """List the rulesets."""
    speak(as_json=as_json)
    found = listing()
    if as_json:
        show_json({"status": "ok", "version": __version__, "rulesets": found.rulesets, "left_out": found.left_out})
        return
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 1, 0))
    for name in ("ruleset", "about", "actions"):
        table.add_column(texts.say(f"cli.column.{name}"), justify="right" if name == "actions" else "left")
    for ruleset in found.rulesets:
        about = Text.assemble(
            (ruleset["title"], "bold"),
            f"  {ruleset['tagline']}\n",
            (f"{ruleset['period']}. {ruleset['scale']}.", "dim"),
        )
        table.add_row(Text(ruleset["id"], "bold cyan"), about, str(ruleset["actions"]))
    show(table, Text(texts.say("cli.rulesets.next"), "dim"))
    for fault in found.left_out:
        tell_aside(fault["message"])
