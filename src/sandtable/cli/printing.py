"""``sandtable print``: sheets for the table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from sandtable.cli import texts
from sandtable.cli.case import AsJson, HouseFile, OptionPairs, RulesetName, read_setting
from sandtable.cli.files import STANDARD_INPUT
from sandtable.cli.problems import refuse
from sandtable.cli.screen import show_json
from sandtable.print.pdf import DoesNotFitError, on_one_paper
from sandtable.print.reference import reference_sheet

STANDARD_OUTPUT = STANDARD_INPUT

Target = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to write it; - is standard output.",
        show_default="RULESET-reference.pdf",
    ),
]
Paper = Annotated[Literal["a4", "letter"], typer.Option("--paper", help="The paper.")]


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    sheets = typer.Typer(no_args_is_help=True, help="Print sheets for the table, as PDF.")
    sheets.callback()(lambda: None)
    sheets.command("reference")(reference)
    app.add_typer(sheets, name="print")


def reference(
    ruleset: RulesetName,
    output: Target = None,
    paper: Paper = "a4",
    house: HouseFile = None,
    option: OptionPairs = None,
    as_json: AsJson = False,
) -> None:
    """Print a ruleset's tables on one paper, with house rules marked."""
    setting = read_setting(ruleset, option, house, as_json=as_json)
    try:
        printed = on_one_paper("reference.typ", reference_sheet(setting.ruleset, setting.tables), paper)
    except DoesNotFitError:
        raise refuse("reference", "cli.print.does_not_fit") from None
    target = output or f"{setting.ruleset.id}-reference.pdf"
    write(target, printed.pdf)
    if target == STANDARD_OUTPUT:
        return
    if as_json:
        show_json(
            {
                "status": "ok",
                "ruleset": setting.ruleset.id,
                "file": target,
                "pages": printed.pages,
                "paper": paper,
                "type_size": printed.type_size,
            }
        )
    else:
        sys.stdout.write(texts.say("cli.print.written", file=target) + "\n")


def write(target: str, content: bytes) -> None:
    """Write a file, or standard output."""
    if target == STANDARD_OUTPUT:
        sys.stdout.buffer.write(content)
        return
    try:
        Path(target).write_bytes(content)
    except IsADirectoryError:
        raise refuse(target, "cli.file.folder") from None
    except OSError as error:
        raise refuse(target, "cli.file.cannot_write", error=error.strerror or str(error)) from None
