"""``sandtable campaign``: battles that follow each other."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from sandtable.battle.campaigns import folder as folders
from sandtable.battle.campaigns.campaign import Campaign, campaign_after, hash_of, new_campaign
from sandtable.battle.campaigns.next_battle import next_battle
from sandtable.battle.scenario.reader import read_scenario
from sandtable.cli import files, texts
from sandtable.cli.logs import open_log
from sandtable.cli.options import AsJson
from sandtable.cli.problems import refuse, speak
from sandtable.cli.scenario_files import load_scenario, rules_of
from sandtable.cli.screen import console, show_json
from sandtable.cli.table_words import table_words
from sandtable.kernel import codec
from sandtable.kernel.problem import Refusal
from sandtable.print.pdf import typeset
from sandtable.print.scenario import scenario_sheets

Folder = Annotated[str, typer.Argument(metavar="FOLDER", help="The folder of the campaign.", show_default=False)]
PAPER = "a4"


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    verbs = typer.Typer(no_args_is_help=True, help="Carry losses from battle to battle.")
    verbs.callback()(lambda: None)
    verbs.command("new")(new)
    verbs.command("show")(show)
    verbs.command("battle")(battle)
    verbs.command("after")(after_battle)
    app.add_typer(verbs, name="campaign")


def new(
    folder: Folder,
    scenario: Annotated[
        str, typer.Argument(metavar="SCENARIO", help="Its armies: a scenario by name, or a file.", show_default=False)
    ],
    as_json: AsJson = False,
) -> None:
    """Begin a campaign with the armies of a scenario."""
    speak(as_json=as_json, words=table_words)
    if (Path(folder) / folders.FILE).exists():
        raise refuse(folder, "battle.campaign.there")
    campaign = new_campaign(token_hex(8), load_scenario(scenario, as_json=as_json))
    _keep(folder, campaign)
    _tell(campaign, [str(Path(folder) / folders.FILE)], as_json=as_json)


def show(folder: Folder, as_json: AsJson = False) -> None:
    """Tell what is left of the armies, who is tired and who has fallen."""
    speak(as_json=as_json, words=table_words)
    _tell(folders.read(Path(folder)), [], as_json=as_json)


def battle(
    folder: Folder,
    scenario: Annotated[
        str | None,
        typer.Argument(
            metavar="[SCENARIO]",
            help="Where they meet: a scenario with units of the campaign; without it that of the campaign.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write the file of the next battle, with the strengths that the campaign has come to, and its sheets."""
    speak(as_json=as_json, words=table_words)
    campaign = folders.read(Path(folder))
    source = None if scenario is None else load_scenario(scenario, as_json=as_json).source
    text = next_battle(campaign, source)
    written = _hand_out(folder, campaign, text)
    _keep(folder, replace(campaign, next=hash_of(text)))
    _tell(campaign, written, as_json=as_json)


def after_battle(
    folder: Folder,
    log: Annotated[
        str, typer.Argument(metavar="LOG", help="The log of the battle, when it is over.", show_default=False)
    ],
    as_json: AsJson = False,
) -> None:
    """Carry losses, leaders and fatigue forward from a log that verifies, and print the next roster."""
    speak(as_json=as_json, words=table_words)
    campaign = folders.read(Path(folder))
    found, rules = open_log(log)
    carried = campaign_after(campaign, found, rules)
    written: list[str] = []
    try:
        text = next_battle(carried)
    except Refusal:
        sys.stderr.write(texts.say("cli.campaign.no_next") + "\n")
    else:
        written = _hand_out(folder, carried, text)
        carried = replace(carried, next=hash_of(text))
    _keep(folder, carried)
    _tell(carried, written, as_json=as_json)


def _hand_out(folder: str, campaign: Campaign, text: str) -> list[str]:
    """The file of a battle and its sheets; all is worked out before anything is written."""
    scenario = read_scenario(text)
    printed = typeset("scenario.typ", scenario_sheets(scenario, rules_of(scenario.ruleset)), PAPER)
    places = [str(Path(folder) / f"battle-{campaign.number}{suffix}") for suffix in (".toml", ".pdf")]
    for place, content in zip(places, (text.encode(), printed.pdf), strict=True):
        files.write(place, content)
    return places


def _keep(folder: str, campaign: Campaign) -> None:
    try:
        folders.write(Path(folder), campaign)
    except OSError as error:
        raise refuse(folder, "cli.file.cannot_write", error=error.strerror or str(error)) from None


def _tell(campaign: Campaign, written: list[str], *, as_json: bool) -> None:
    if as_json:
        plain: dict[str, Any] = codec.write(replace(campaign, scenario=""))
        show_json({"status": "ok", "files": written, **plain})
        return
    screen = console()
    screen.print(Text(texts.say("cli.campaign.title", title=campaign.title, fought=len(campaign.battles)), "bold"))
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("side", "unit", "bases", "fatigue"):
        table.add_column(texts.say(f"cli.campaign.column.{name}"))
    for unit in campaign.units:
        table.add_row(unit.side, unit.name, f"{unit.bases} / {unit.start}", str(unit.fatigue or ""))
    for one in campaign.leaders:
        fallen = texts.say("cli.campaign.fallen", fallen=one.fallen) if one.fallen else ""
        table.add_row(one.side, one.name, fallen, "")
    screen.print(table)
    for place in written:
        sys.stdout.write(texts.say("cli.print.written", file=place) + "\n")
