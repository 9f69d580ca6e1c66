"""``sandtable lab points``: what is a unit worth?"""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from sandtable.battle.registry import table
from sandtable.cli import texts
from sandtable.cli.chosen import whole_number
from sandtable.cli.lab.common import (
    INTERRUPTED,
    LONGEST_RUN,
    ClusterAddress,
    FirstSeed,
    Jobs,
    JournalFile,
    begin,
    journal_for,
    runner_asked_for,
)
from sandtable.cli.matches import get_ready
from sandtable.cli.options import AsJson, RulesetName
from sandtable.cli.screen import console, show_json
from sandtable.kernel import codec
from sandtable.lab import texts as lab_texts
from sandtable.lab.battles.journal import Head, Journal, Line
from sandtable.lab.points import ByChance, Worth, match_of, told_worths


def add_to(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("points")(points)


def points(
    ruleset: RulesetName,
    forces: Annotated[
        int, whole_number("--forces", 10, LONGEST_RUN, help="So many battles, each with forces of its own.")
    ] = 200,
    level: Annotated[
        str, typer.Option("--level", metavar="LEVEL", help="How well they play.", show_default="the hardest")
    ] = "",
    seed: FirstSeed = 0,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    output: JournalFile = None,
    as_json: AsJson = False,
) -> None:
    """Tell what units are worth, by battles made by chance."""
    begin(as_json=as_json)
    name = table(ruleset).name
    get_ready(match_of(name, level, str(seed)))
    job = ByChance(name, level)
    seeds = [str(number) for number in range(seed, seed + forces)]
    place = Path(output or f"points-{name}-{job.id[:6]}.jsonl")
    head = Head(job.id, {"question": lab_texts.say("points.title", ruleset=name)})
    with journal_for(place, head) as journal:
        interrupted = _played(job, journal, seeds, jobs, cluster)
        told = [one for one in journal.told(job.id) if one.seed in set(seeds)]
    found = told_worths(name, level, iter(told))
    _tell(name, found, len(told), place, as_json=as_json)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _played(job: ByChance, journal: Journal, seeds: list[str], jobs: int | None, cluster: str | None) -> bool:
    """Play them; whether somebody interrupted it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    missing = list(journal.missing(job.id, seeds))
    with Progress(*columns, console=console(stderr=True), transient=True) as shown:
        task = shown.add_task(job.ruleset, total=len(seeds), completed=len(seeds) - len(missing))
        try:
            with closing(runner_asked_for(jobs, cluster).submit(job, missing)) as results:
                for result in results:
                    journal.add([Line(job.id, result)])
                    shown.advance(task)
        except KeyboardInterrupt:
            return True
    return False


def _tell(ruleset: str, found: list[Worth], battles: int, place: Path, *, as_json: bool) -> None:
    if as_json:
        rows = [codec.write(one) for one in found]
        show_json({"status": "ok", "ruleset": ruleset, "journal": str(place), "battles": battles, "units": rows})
        return
    screen = console()
    screen.print(Text(lab_texts.say("points.title", ruleset=ruleset), "bold"))
    if not found:
        screen.print(Text(lab_texts.say("points.none")))
        return
    best = max(found, key=lambda one: one.worth)
    said = {"best": best.sort, "worth": f"{best.worth:.2f}", "low": f"{best.low:.2f}", "high": f"{best.high:.2f}"}
    screen.print(Text(lab_texts.say("points.sentence", **said, battles=battles)), soft_wrap=True)
    shown = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("sort", "worth", "interval", "price", "battles"):
        shown.add_column(lab_texts.say(f"points.column.{name}"))
    for one in sorted(found, key=lambda each: -each.worth):
        interval = lab_texts.say("points.interval", low=f"{one.low:.2f}", high=f"{one.high:.2f}")
        price = "" if one.price is None else f"{one.price:.2f}"
        shown.add_row(one.sort, f"{one.worth:.2f}", interval, price, str(one.battles))
    screen.print(shown)
    sys.stdout.write(texts.say("cli.print.written", file=place) + "\n")
