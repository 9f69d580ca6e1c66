"""``sandtable print scenario``: map, briefings and a card for every unit."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from sandtable.cli import texts
from sandtable.cli.chosen import one_of
from sandtable.cli.files import STANDARD_OUTPUT, write
from sandtable.cli.options import AsJson
from sandtable.cli.scenario_files import load_scenario, rules_of
from sandtable.cli.screen import show_json
from sandtable.print.pdf import typeset
from sandtable.print.scenario import scenario_sheets


def print_scenario(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A scenario file, or the name of one that comes with Sandtable.", show_default=False
        ),
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where to write it; - is standard output.",
            show_default="SCENARIO.pdf",
        ),
    ] = None,
    paper: Annotated[str, one_of("--paper", "a4", "letter", help="The paper.")] = "a4",
    as_json: AsJson = False,
) -> None:
    """Print a scenario: the map, each side's briefing on pages of its own, and a card for every unit."""
    found = load_scenario(scenario, as_json=as_json)
    printed = typeset("scenario.typ", scenario_sheets(found, rules_of(found.ruleset)), paper)
    target = output or f"{found.id}.pdf"
    write(target, printed.pdf)
    if target == STANDARD_OUTPUT:
        return
    if as_json:
        told = {"status": "ok", "ruleset": found.ruleset, "scenario": found.id, "file": target}
        show_json(told | {"pages": printed.pages, "paper": paper})
    else:
        sys.stdout.write(texts.say("cli.print.written", file=target) + "\n")
