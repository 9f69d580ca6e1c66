"""``sandtable print``: sheets for the table."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli import texts
from sandtable.cli.case import read_setting
from sandtable.cli.chosen import one_of, whole_number
from sandtable.cli.files import STANDARD_INPUT, STANDARD_OUTPUT, write
from sandtable.cli.options import AsJson, HouseFile, OptionPairs, RulesetName
from sandtable.cli.problems import refuse
from sandtable.cli.scenario_sheets import print_scenario
from sandtable.cli.screen import show_json
from sandtable.cli.units import units_of
from sandtable.kernel import registry
from sandtable.paper.sheet import DoesNotFitError as SheetIsFullError
from sandtable.paper.sheet import reference_sheet
from sandtable.print.pdf import DoesNotFitError, Printed, on_one_paper, pdf_of_drawings, typeset
from sandtable.print.reference import all_tables
from sandtable.print.sheets import LAYOUTS, sheet_data, sheet_of

LABEL_WIDTH, NARROWEST, WIDEST = 46, 25, 90  # millimetres

Target = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to write it; - is standard output.",
        show_default="RULESET-SHEET.pdf",
    ),
]
Paper = Annotated[str, one_of("--paper", "a4", "letter", help="The paper.")]
UnitSource = Annotated[
    str | None,
    typer.Argument(
        metavar="[UNITS]",
        help="A list of units (a file, or - for standard input), a game shared from the app, a battle that was saved, or an order of "
        "battle by name; "
        "without it the game that sandtable play keeps.",
        show_default=False,
    ),
]
EveryTable = Annotated[
    bool, typer.Option("--all", help="Every table in the order of its file, those that the sheet leaves out too.")
]
LabelWidth = Annotated[int, whole_number("--width", NARROWEST, WIDEST, metavar="MM", help="How wide a label is.")]


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    sheets = typer.Typer(no_args_is_help=True, help="Print sheets for the table, as PDF.")
    sheets.callback()(lambda: None)
    sheets.command("reference")(reference)
    sheets.command("labels")(labels)
    sheets.command("force")(force)
    sheets.command("scenario")(print_scenario)
    app.add_typer(sheets, name="print")


def reference(
    ruleset: RulesetName,
    output: Target = None,
    paper: Paper = "a4",
    house: HouseFile = None,
    option: OptionPairs = None,
    everything: EveryTable = False,
    as_json: AsJson = False,
) -> None:
    """Print the quick reference sheet, two sides of one paper, with house rules marked."""
    setting = read_setting(ruleset, option, house, as_json=as_json)
    try:
        name = "" if house in (None, STANDARD_INPUT) else Path(house).name
        sheet = None if everything else reference_sheet(setting.ruleset, setting.tables, paper, house_name=name)
        if sheet is not None:
            printed = replace(pdf_of_drawings(sheet.drawings, paper), type_size=round(sheet.type_size, 1))
        else:
            printed = on_one_paper("reference.typ", all_tables(setting.ruleset, setting.tables), paper)
    except (DoesNotFitError, SheetIsFullError):
        raise refuse("reference", "cli.print.does_not_fit") from None
    _hand_over(setting.ruleset.id, "reference", printed, output, paper, as_json=as_json)


def labels(
    ruleset: RulesetName,
    units: UnitSource = None,
    output: Target = None,
    paper: Paper = "a4",
    width: LabelWidth = LABEL_WIDTH,
    house: HouseFile = None,
    option: OptionPairs = None,
    as_json: AsJson = False,
) -> None:
    """Print a label for every unit, to cut out and lay beside the figures."""
    _print("labels", ruleset, units, output, paper, house, option, as_json=as_json, width=str(width))


def force(
    ruleset: RulesetName,
    units: UnitSource = None,
    output: Target = None,
    paper: Paper = "a4",
    house: HouseFile = None,
    option: OptionPairs = None,
    as_json: AsJson = False,
) -> None:
    """Print the force of each side on a page of its own, with boxes to tick off."""
    _print("force", ruleset, units, output, paper, house, option, as_json=as_json)


def _print(
    layout: str,
    ruleset: str,
    source: str | None,
    output: str | None,
    paper: str,
    house: str | None,
    option: list[str] | None,
    *,
    as_json: bool,
    **inputs: str,
) -> None:
    """Print a sheet that the ruleset names."""
    read_setting(ruleset, as_json=as_json)  # tells problems in the ruleset's words from here on
    chosen = registry.ruleset(ruleset)
    sheet = sheet_of(chosen, layout)
    if sheet is None:
        raise refuse(layout, "cli.print.no_such_sheet", *_printers(layout), sheet=layout, ruleset=chosen.id)
    found = units_of(sheet, ruleset, source, option, house, as_json=as_json)
    data = sheet_data(found.setting.ruleset, sheet, found.ledger, found.setting.tables, found.setting.style)
    if not data["entries"]:
        raise refuse(source or "units", "cli.print.nothing", *sheet.lists())
    printed = typeset(LAYOUTS[layout], data, paper, **inputs)
    _hand_over(chosen.id, layout, printed, output, paper, as_json=as_json)


def _printers(layout: str) -> list[str]:
    """The rulesets that have such a sheet."""
    return [name for name in registry.names() if sheet_of(registry.ruleset(name), layout)]


def _hand_over(ruleset: str, sheet: str, printed: Printed, output: str | None, paper: str, *, as_json: bool) -> None:
    """Write the sheet and say where it is."""
    target = output or f"{ruleset}-{sheet}.pdf"
    write(target, printed.pdf)
    if target == STANDARD_OUTPUT:
        return
    if not as_json:
        sys.stdout.write(texts.say("cli.print.written", file=target) + "\n")
        return
    size = {"type_size": printed.type_size} if printed.type_size else {}
    told = {"status": "ok", "ruleset": ruleset, "sheet": sheet, "file": target, "pages": printed.pages, "paper": paper}
    show_json(told | size)
