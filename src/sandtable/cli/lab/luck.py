"""``sandtable lab luck``: was I unlucky?"""

from __future__ import annotations

import sys
from typing import Any

import typer
from rich.table import Table

from sandtable.cli.lab.common import begin
from sandtable.cli.logs import opened
from sandtable.cli.options import AsJson
from sandtable.cli.screen import console, show_json
from sandtable.cli.verify import LogFile
from sandtable.lab.luck import BattleLuck, luck_in, of_hundred
from sandtable.lab.texts import say
from sandtable.lab.won.moments import taken_up


def add_to(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("luck")(luck)


def luck(log: LogFile, as_json: AsJson = False) -> None:
    """Sum up what both sides made of their dice against what the odds had promised, exactly."""
    begin(as_json=as_json)
    found, _ = opened(log)
    played = taken_up(found, under_way=True)
    told = luck_in(played.battle, {side: played.side_name(side) for side in played.sides})
    if as_json:
        show_json({"status": "ok", "file": log, **plain_luck(told)})
        return
    for one in told.sides:
        sys.stdout.write(one.sentence + "\n")
    _show_upsets(told)


def plain_luck(told: BattleLuck) -> dict[str, Any]:
    """All of it in JSON; chances are exact fractions, written as text."""
    sides = [
        {
            "side": one.luck.side,
            "sentence": one.sentence,
            "throws": one.luck.strokes,
            "made": one.luck.made,
            "measure": one.measure,
            "promised": str(one.luck.promised),
            "better_than": float(one.luck.better_than),
            "worse_than": float(one.luck.worse_than),
            "as_good": str(one.luck.as_good),
        }
        for one in told.sides
    ]
    upsets = [
        {"number": one.number, "turn": one.turn, "side": one.side, "words": one.words, "chance": str(one.chance)}
        for one in told.upsets
    ]
    return {"sides": sides, "upsets": upsets}


def _show_upsets(told: BattleLuck) -> None:
    if not told.upsets:
        sys.stdout.write(say("luck.no_upsets") + "\n")
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), title=say("luck.upsets"), title_justify="left")
    table.add_column(say("luck.chance"), justify="right")
    table.add_column(say("luck.turn"), justify="right")
    table.add_column(say("luck.what"))
    for one in told.upsets:
        table.add_row(of_hundred(one.chance), str(one.turn), one.words)
    console().print(table)
