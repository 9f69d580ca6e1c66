"""``sandtable replay``: a battle's log as pictures, one for every order or one that moves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from sandtable.battle.maps.replay import ReplayDrawing
from sandtable.battle.maps.replay_frames import frames
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.cli import texts
from sandtable.cli.chosen import decimal_number, one_of
from sandtable.cli.logs import open_log
from sandtable.cli.options import AsJson
from sandtable.cli.problems import refuse, speak
from sandtable.cli.screen import show_json
from sandtable.cli.table_words import table_words
from sandtable.cli.verify import LogFile
from sandtable.print.fonts import embedded_fonts

SUFFIX = ".svg"


def add_to(app: typer.Typer) -> None:
    """Offer the command."""
    app.command()(replay)


def replay(
    log: LogFile,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.svg|FOLDER",
            help="One picture that moves, or a folder for one picture of each order.",
            show_default="LOG.svg",
        ),
    ] = None,
    seconds: Annotated[
        float, decimal_number("--seconds", 0.05, 60, metavar="S", help="How long each order is shown.")
    ] = 1.0,
    theme: Annotated[
        str, one_of("--theme", "auto", "light", "dark", "print", help="The inks; auto follows the reader's screen.")
    ] = "auto",
    as_json: AsJson = False,
) -> None:
    """Draw a battle as it went, order by order."""
    speak(as_json=as_json, words=table_words)
    found, rules = open_log(log)
    scenario = read_scenario(found.scenario, f"{log}, scenario")
    shown = list(frames(rules, found))
    drawing = ReplayDrawing(scenario, scenario_rules(found.ruleset))
    target = Path(output or Path(log).with_suffix(SUFFIX).name)
    try:
        if target.suffix.lower() == SUFFIX:
            target.write_text(drawing.moving(shown, seconds, theme, embedded_fonts()), encoding="utf-8")
        else:
            target.mkdir(parents=True, exist_ok=True)
            for place in range(len(shown)):
                page = drawing.still(shown, place, theme, embedded_fonts())
                (target / f"{shown[place].number:04}{SUFFIX}").write_text(page, encoding="utf-8")
    except OSError as error:
        raise refuse(str(target), "cli.file.cannot_write", error=error.strerror or str(error)) from None
    if as_json:
        show_json({"status": "ok", "file": str(target), "frames": len(shown)})
    else:
        sys.stdout.write(texts.say("cli.print.written", file=target) + "\n")
