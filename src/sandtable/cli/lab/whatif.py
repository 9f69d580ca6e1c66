"""``sandtable lab whatif``: where was it won?"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from sandtable.cli import texts
from sandtable.cli.chosen import whole_number
from sandtable.cli.files import read_text, write
from sandtable.cli.lab.common import INTERRUPTED, Jobs, JournalFile, ReportFile, begin, check_report, journal_for
from sandtable.cli.logs import LARGEST, open_log
from sandtable.cli.matches import get_ready_for
from sandtable.cli.options import AsJson
from sandtable.cli.problems import refuse
from sandtable.cli.screen import console, show_json
from sandtable.cli.verify import LogFile
from sandtable.kernel.problem import Refusal
from sandtable.lab.battles.journal import Journal
from sandtable.lab.battles.runner import pool
from sandtable.lab.luck import BattleLuck, luck_in
from sandtable.lab.report.told import PDF
from sandtable.lab.report.won import won_pdf, won_report
from sandtable.lab.texts import say
from sandtable.lab.won.branches import branch_job
from sandtable.lab.won.fever import Fever
from sandtable.lab.won.moments import Played, side_called
from sandtable.lab.won.running import BATTLES, Inquiry, fever_of, place_of, run
from sandtable.lab.won.running import Progress as Under
from sandtable.lab.won.telling import ToldStep, listed_steps, plain, rests_on, sentence, sentence_at, words_in_turn

MOST_BATTLES = 10_000
LARGEST_NUMBER = 1_000_000


def add_to(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("whatif")(whatif)


@dataclass(frozen=True, slots=True)
class _Told:
    """An answer, and where and how it is told."""

    fever: Fever
    level: str
    place: int | None
    journal: Path
    report: str | None


def whatif(
    log: LogFile,
    at: Annotated[
        int | None,
        whole_number("--at", 0, LARGEST_NUMBER, help="One order alone, by its number.", show_default="all of it"),
    ] = None,
    battles: Annotated[
        int, whole_number("--battles", 1, MOST_BATTLES, help="Battles played on from each place that matters.")
    ] = BATTLES,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            metavar="SIDE",
            help="Whose chance; of a battle that is not over only what this side sees is looked at.",
            show_default="the first side",
        ),
    ] = None,
    level: Annotated[
        str,
        typer.Option("--level", metavar="LEVEL", help="How well the computer plays on.", show_default="the hardest"),
    ] = "",
    jobs: Jobs = None,
    output: JournalFile = None,
    report: ReportFile = None,
    as_json: AsJson = False,
) -> None:
    """Play on from the moments of a battle, and tell where it was won: the chance after each order, and what moved it most."""
    begin(as_json=as_json)
    check_report(report)
    found, _ = open_log(log)
    side = None if seat is None else side_called(found, seat)
    job = branch_job(read_text(log, LARGEST), level.strip().lower(), side)
    asked = Inquiry(job, battles, _number(job.played, at))
    place = Path(output or f"{Path(log).stem}-whatif-{asked.head.experiment[:6]}.jsonl")
    get_ready_for(job.ruleset)
    with journal_for(place, asked.head) as journal:
        interrupted = _played(asked, journal, jobs)
        fever = fever_of(asked, journal, side)
    told = _Told(fever, job.level, None if asked.at is None else place_of(job, asked.at), place, report)
    _tell(told, as_json=as_json, interrupted=interrupted)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _number(played: Played, at: int | None) -> int | None:
    """The number of an order of the battle; a number of none is refused."""
    last = played.moments[-1].number
    if at is not None and at > last:
        raise refuse("--at", "lab.won.no_order", number=at, last=last)
    return at


def _played(inquiry: Inquiry, journal: Journal, jobs: int | None) -> bool:
    """Play it; whether somebody interrupted it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as shown:
        task = shown.add_task(say("won.question", title=inquiry.job.played.scenario.title), total=None)

        def watch(now: Under) -> None:
            shown.update(task, completed=now.done, total=now.most)

        try:
            with pool(jobs, inquiry.job.ruleset) as runner:
                run(inquiry, journal, runner, watch)
        except KeyboardInterrupt:
            return True
    return False


# ---- Telling ---------------------------------------------------------------------------------------------------------------------------


def _tell(answer: _Told, *, as_json: bool, interrupted: bool) -> None:
    fever = answer.fever
    if answer.report is not None:
        suffix, luck = Path(answer.report).suffix, _luck(fever.played)
        html = suffix != PDF
        made = won_report(fever, luck, answer.level).encode() if html else won_pdf(fever, luck, answer.level)
        write(answer.report, made)
    if as_json:
        status = "interrupted" if interrupted else "ok"
        found = plain(fever, answer.level, answer.place)
        show_json({"status": status, "journal": str(answer.journal), "report": answer.report, **found})
        return
    screen = console()
    screen.print(Text(sentence(fever) if answer.place is None else sentence_at(fever, answer.place)), soft_wrap=True)
    screen.print(Text(rests_on(fever, answer.level), "dim"), soft_wrap=True)
    if answer.place is None:
        _show("orders", listed_steps(fever, "order"))
        _show("throws", listed_steps(fever, "throw"))
    for written in (answer.report, None if interrupted else str(answer.journal)):
        if written is not None:
            sys.stdout.write(texts.say("cli.print.written", file=written) + "\n")
    if interrupted:
        sys.stdout.write(texts.say("cli.lab.whatif_interrupted", file=answer.journal) + "\n")


def _luck(played: Played) -> BattleLuck | None:
    """The luck of the battle; none of a game that counts no throws."""
    try:
        return luck_in(played.battle, {side: played.side_name(side) for side in played.sides})
    except Refusal:
        return None


def _show(name: str, steps: Sequence[ToldStep]) -> None:
    if not steps:
        return
    title = f"{say(f'won.{name}')} ({say('won.hollow')})"
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), title=title, title_justify="left", show_header=False)
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column()
    for one in steps:
        words = words_in_turn(one)
        mark = "\N{BLACK CIRCLE}" if one.solid else "\N{WHITE CIRCLE}"
        table.add_row(mark, one.points, Text(words))
    console().print(table)
