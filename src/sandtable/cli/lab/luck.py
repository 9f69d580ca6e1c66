"""``sandtable lab luck``: was I unlucky?"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.progress import Progress
from rich.table import Table

from sandtable.ai.player import HasPlayers
from sandtable.battle.seat import Role
from sandtable.cli.chosen import whole_number
from sandtable.cli.lab.common import Jobs, begin
from sandtable.cli.logs import open_log
from sandtable.cli.matches import get_ready_for
from sandtable.cli.options import AsJson
from sandtable.cli.problems import refuse
from sandtable.cli.screen import console, show_json
from sandtable.cli.verify import LogFile
from sandtable.kernel import codec
from sandtable.lab.battles.runner import pool
from sandtable.lab.luck import BattleLuck, luck_in, of_hundred
from sandtable.lab.texts import points, say
from sandtable.lab.won.moments import Played, played_from_log
from sandtable.lab.worth import LuckyRecord, Worth, luck_of_scenario, worth_of

MOST_BATTLES = 10_000


def add_to(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("luck")(luck)


def luck(
    log: LogFile,
    battles: Annotated[
        int,
        whole_number(
            "--battles",
            0,
            MOST_BATTLES,
            help="Battles of the same scenario, to tell what the luck was worth.",
            show_default="none",
        ),
    ] = 0,
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> None:
    """Sum up what both sides made of their dice against what the odds had promised, exactly."""
    begin(as_json=as_json)
    found, _ = open_log(log)
    played = played_from_log(found, under_way=True)
    told = luck_in(played.battle, {side: played.side_name(side) for side in played.sides})
    records = _counted(played, battles, jobs) if battles else ()
    worths = [worth_of(one.luck, _other(played, one.luck.side), records) for one in told.sides]
    if as_json:
        show_json({"status": "ok", "file": log, **plain_luck(told, worths)})
        return
    for one, gained in zip(told.sides, worths, strict=True):
        sys.stdout.write(one.sentence + (f" {_worth_words(gained)}" if gained else "") + "\n")
    _show_upsets(told)


def _other(played: Played, side: Role) -> Role:
    return next(role for role in played.sides if role != side)


def _worth_words(gained: Worth) -> str:
    numbers = {"points": points(gained.points), "low": points(gained.low), "high": points(gained.high)}
    return say("luck.worth", **numbers, battles=gained.battles)


def _counted(played: Played, battles: int, jobs: int | None) -> tuple[LuckyRecord, ...]:
    """Battles of the same scenario by the computer, whose luck is known."""
    rules = played.rules
    if not isinstance(rules, HasPlayers):
        raise refuse("log", "lab.no_players", ruleset=rules.name)
    get_ready_for(rules.name)
    job = luck_of_scenario(played.battle.log, played.sides, rules.levels[-1])
    with pool(jobs, rules.name) as runner, Progress(console=console(stderr=True), transient=True) as shown:
        found = shown.track(runner.submit(job, map(str, range(battles))), total=battles, description="")
        return tuple(one for one in found if isinstance(one, LuckyRecord))


def plain_luck(battle_luck: BattleLuck, worths: Sequence[Worth | None] = ()) -> dict[str, Any]:
    """All of it in JSON; chances are exact fractions, written as text."""
    known = [*worths, *(None for _ in battle_luck.sides)]
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
            "worth": None if gained is None else codec.write(gained),
        }
        for one, gained in zip(battle_luck.sides, known, strict=False)
    ]
    upsets = [
        {"number": one.number, "turn": one.turn, "side": one.side, "words": one.words, "chance": str(one.chance)}
        for one in battle_luck.upsets
    ]
    return {"sides": sides, "upsets": upsets}


def _show_upsets(battle_luck: BattleLuck) -> None:
    if not battle_luck.upsets:
        sys.stdout.write(say("luck.no_upsets") + "\n")
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), title=say("luck.upsets"), title_justify="left")
    table.add_column(say("luck.chance"), justify="right")
    table.add_column(say("luck.turn"), justify="right")
    table.add_column(say("luck.what"))
    for one in battle_luck.upsets:
        table.add_row(of_hundred(one.chance), str(one.turn), one.words)
    console().print(table)
