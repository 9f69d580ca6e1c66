"""``sandtable scenario``: check a scenario file, draw its map, make one by chance, describe the format to an editor."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from sandtable.battle.maps.map import EVERYBODY
from sandtable.battle.scenario.library import load, shipped
from sandtable.battle.scenario.schema import schema as made
from sandtable.cli import texts
from sandtable.cli.chosen import one_of, whole_number
from sandtable.cli.files import write
from sandtable.cli.options import AsJson
from sandtable.cli.problems import refuse
from sandtable.cli.scenario_files import check_file, load_scenario, rules_of, tell_left_out
from sandtable.cli.screen import show_json
from sandtable.print.scenario_map import FORMATS, pdf_map, png_map, svg_map

STANDARD_OUTPUT = "-"
USUAL_RULESET = "revolucion"
LARGEST_SEED = 2**63 - 1

ScenarioName = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A scenario file, - for standard input, or the name of a scenario that comes with Sandtable.",
        show_default=False,
    ),
]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Where to write it; - is standard output.", show_default=False),
]
Ruleset = Annotated[str, typer.Option("--ruleset", metavar="RULESET", help="Whose scenarios.")]


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    scenarios = typer.Typer(no_args_is_help=True, help="Check, draw and make scenarios.")
    scenarios.callback()(lambda: None)
    scenarios.command("list")(list_all)
    scenarios.command("check")(check)
    scenarios.command("map")(draw)
    scenarios.command("random")(by_chance)
    scenarios.command("schema")(schema)
    app.add_typer(scenarios, name="scenario")


def list_all(as_json: AsJson = False) -> None:
    """List the scenarios that come with Sandtable."""
    found = [load(name) for name in shipped()]
    if as_json:
        rows = [
            {"name": one.id, "ruleset": one.ruleset, "title": one.title, "date": one.date, "units": len(one.units)}
            for one in found
        ]
        show_json({"status": "ok", "scenarios": rows})
        return
    for one in found:
        sys.stdout.write(texts.say("cli.scenario.row", name=one.id, title=one.title, date=one.date) + "\n")
    tell_left_out()


def check(
    scenarios: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Scenario files or names.", show_default=False)
    ],
    as_json: AsJson = False,
) -> None:
    """Say everything that is wrong with a scenario, line by line, or that nothing is."""
    reports = [check_file(name) for name in scenarios]
    if as_json:
        show_json(
            {
                "status": "problems" if any(one.problems for one in reports) else "ok",
                "files": [one.plain() for one in reports],
            }
        )
    else:
        for one in reports:
            (sys.stderr if one.problems else sys.stdout).write(one.text())
    if any(one.problems for one in reports):
        raise typer.Exit(2)


def draw(
    scenario: ScenarioName,
    output: Output = None,
    theme: Annotated[
        str,
        one_of("--theme", "auto", "light", "dark", "print", help="The inks; auto follows the reader's screen (SVG)."),
    ] = "auto",
    side: Annotated[
        str | None, typer.Option("--side", metavar="SIDE", help="Show what only this side knows; all shows everything.")
    ] = None,
    width: Annotated[int, whole_number("--width", 200, 8000, metavar="PIXELS", help="How wide a PNG is.")] = 1800,
    paper: Annotated[str, one_of("--paper", "a4", "letter", help="The paper of a PDF.")] = "a4",
    as_json: AsJson = False,
) -> None:
    """Draw the map of a scenario, to scale, as SVG, PNG or PDF."""
    found = load_scenario(scenario, as_json=as_json)
    rules = rules_of(found.ruleset)
    target = output or f"{found.id}.svg"
    form = "svg" if target == STANDARD_OUTPUT else Path(target).suffix.lower().removeprefix(".")
    if form not in FORMATS:
        raise refuse(target, "cli.scenario.no_format", *(f".{one}" for one in FORMATS))
    seen_by = _eyes(side, [one.id for one in rules.ruleset.sides])
    if form == "svg":
        content = svg_map(found, rules, theme, seen_by)
    elif form == "png":
        content = png_map(found, rules, theme, seen_by, width)
    else:
        content = pdf_map(found, rules, theme, seen_by, paper)
    _hand_over(target, content, as_json=as_json, scenario=found.id)


def _eyes(side: str | None, labels: list[str]) -> str:
    """Whose hidden things are shown."""
    if side is None:
        return ""
    known = {label.lower(): label for label in labels} | {"all": EVERYBODY}
    if side.lower() not in known:
        raise refuse("--side", "cli.scenario.no_side", *labels, "all", side=side)
    return known[side.lower()]


def by_chance(
    seed: Annotated[int, whole_number("--seed", 0, LARGEST_SEED, help="The same seed makes the same battle.")],
    ruleset: Ruleset = USUAL_RULESET,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Make a scenario by chance: the usual forces on ground that favours neither side."""
    rules = rules_of(ruleset, as_json=as_json)
    content = rules.made_by_chance(seed).encode()
    _hand_over(output or STANDARD_OUTPUT, content, as_json=as_json, ruleset=rules.ruleset.id, seed=seed)


def schema(ruleset: Ruleset = USUAL_RULESET, output: Output = None) -> None:
    """Write the JSON schema of scenario files, with which editors complete and check them."""
    content = json.dumps(made(rules_of(ruleset)), ensure_ascii=False, indent=2) + "\n"
    _hand_over(output or STANDARD_OUTPUT, content.encode(), as_json=False)


def _hand_over(target: str, content: bytes, *, as_json: bool, **facts: object) -> None:
    write(target, content)
    if target == STANDARD_OUTPUT:
        return
    if as_json:
        show_json({"status": "ok", **facts, "file": target})
    else:
        sys.stdout.write(texts.say("cli.print.written", file=target) + "\n")
