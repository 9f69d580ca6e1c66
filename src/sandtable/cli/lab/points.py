"""``sandtable lab points``: what is a unit worth?"""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from sandtable.battle.registry import table
from sandtable.cli import texts
from sandtable.cli.chosen import whole_number
from sandtable.cli.files import write
from sandtable.cli.lab.common import (
    INTERRUPTED,
    LONGEST_RUN,
    ClusterAddress,
    FirstSeed,
    Jobs,
    JournalFile,
    ReportFile,
    begin,
    check_report,
    journal_for,
    runner_asked_for,
)
from sandtable.cli.matches import get_ready
from sandtable.cli.options import AsJson, RulesetName
from sandtable.cli.screen import console, show_json
from sandtable.kernel import codec
from sandtable.lab import texts as lab_texts
from sandtable.lab.battles.journal import Head, Journal, Line
from sandtable.lab.points import KIND, ByChance, Worth, match_of, worths_beside_prices
from sandtable.lab.report.points import points_answer
from sandtable.lab.report.told import file_of

COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of it, and where it is kept."""

    ruleset: str
    worths: list[Worth]
    battles: int
    journal: str
    report: str | None


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
    report: ReportFile = None,
    as_json: AsJson = False,
) -> None:
    """Tell what units are worth, by battles made by chance."""
    begin(as_json=as_json)
    check_report(report)
    name = table(ruleset).name
    get_ready(match_of(name, level, str(seed)))
    job = ByChance(name, level)
    seeds = [str(number) for number in range(seed, seed + forces)]
    place = Path(output or f"points-{name}-{job.id[:6]}.jsonl")
    question = lab_texts.say("points.title", ruleset=name)
    head = Head(job.id, {"kind": KIND, "question": question, "ruleset": name, "level": level})
    with journal_for(place, head) as journal:
        interrupted = _played(job, journal, seeds, jobs, cluster)
        asked = set(seeds)
        told = [one for one in journal.outcomes(job.id) if one.seed in asked]
    with Progress(*COLUMNS, console=console(stderr=True), transient=True) as shown:  # the forces are made again
        found = worths_beside_prices(name, shown.track(told, description=lab_texts.say("points.telling")))
    if report is not None:
        write(report, file_of(Path(report).suffix, points_answer(name, found, len(told))))
    _tell(Answered(name, found, len(told), str(place), report), as_json=as_json)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _played(job: ByChance, journal: Journal, seeds: list[str], jobs: int | None, cluster: str | None) -> bool:
    """Play them; whether somebody interrupted it."""
    missing = list(journal.missing(job.id, seeds))
    with Progress(*COLUMNS, console=console(stderr=True), transient=True) as shown:
        task = shown.add_task(job.ruleset, total=len(seeds), completed=len(seeds) - len(missing))
        try:
            with closing(runner_asked_for(jobs, cluster).submit(job, missing)) as results:
                for result in results:
                    journal.add([Line(job.id, result)])
                    shown.advance(task)
        except KeyboardInterrupt:
            return True
    return False


def _tell(told: Answered, *, as_json: bool) -> None:
    if as_json:
        rows = [codec.write(one) for one in told.worths]
        show_json({"status": "ok", "ruleset": told.ruleset, "journal": told.journal, "report": told.report,
                   "battles": told.battles, "units": rows})  # fmt: skip
        return
    show_points(told.ruleset, told.worths, told.battles)
    for file in (told.report, told.journal):
        if file is not None:
            sys.stdout.write(texts.say("cli.print.written", file=file) + "\n")


def show_points(ruleset: str, worths: list[Worth], battles: int) -> None:
    """The sentence, then a row for each sort."""
    screen, answer = console(), points_answer(ruleset, worths, battles)
    screen.print(Text(answer.question, "bold"))
    screen.print(Text(answer.sentence), soft_wrap=True)
    for one in answer.sections:
        shown = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
        for name in one.head:
            shown.add_column(name)
        for row in one.rows:
            shown.add_row(*row)
        screen.print(shown)
