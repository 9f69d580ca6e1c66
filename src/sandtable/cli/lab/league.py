"""``sandtable lab league``: who is stronger?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from sandtable.battle.registry import table
from sandtable.battle.scenario.library import shipped
from sandtable.battle.scenario.scenario import Scenario
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
    band,
    begin,
    check_report,
    journal_for,
    runner_asked_for,
)
from sandtable.cli.matches import get_ready, player_called, scenario_called
from sandtable.cli.options import AsJson
from sandtable.cli.screen import console, show_json
from sandtable.lab import texts as lab_texts
from sandtable.lab.battles.journal import Journal
from sandtable.lab.league.league import Entrant, League, Standing
from sandtable.lab.league.page import league_answer, meetings_table, players_table, sentence
from sandtable.lab.numbers.sprt import Sprt
from sandtable.lab.report.told import file_of

ALL = "all"
EVEN = 0.5


def add_to(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("league")(league)


def league(
    scenario: Annotated[
        list[str],
        typer.Argument(
            metavar="SCENARIO...", help="Scenarios by name, or files; all for every one.", show_default=False
        ),
    ],
    player: Annotated[
        list[str],
        typer.Option(
            "--player",
            metavar="NAME[:LEVEL][:FILE]",
            help="Who plays: opponent:recruit, opponent:general:weights.toml, nearest, program:COMMAND. At least two.",
            show_default=False,
        ),
    ],
    count: Annotated[
        int, whole_number("--count", 1, LONGEST_RUN, help="Pairs of battles for each meeting, at most with --sprt.")
    ] = 20,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="SAME,BETTER",
            help="Stop a meeting once it is known which: 0,5 for five points of wins.",
            show_default=False,
        ),
    ] = None,
    seed: FirstSeed = 0,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    output: JournalFile = None,
    report: ReportFile = None,
    as_json: AsJson = False,
) -> None:
    """Let players meet, both ways round on the same seeds, and rate them."""
    begin(as_json=as_json)
    check_report(report)
    names = list(shipped()) if [name.lower() for name in scenario] == [ALL] else scenario
    found = tuple(scenario_called(name, as_json=as_json) for name in names)
    settled = League(_entrants(player, found[0]), found, count, _test(sprt), seed)
    for pairing in settled.pairings:
        get_ready(pairing.job.first.match)
    place = Path(output or f"league-{settled.head.experiment[:6]}.jsonl")
    with journal_for(place, settled.head) as journal:
        interrupted = _played(settled, journal, jobs, cluster)
        standing = settled.standing(journal)
    if report is not None:
        write(report, file_of(Path(report).suffix, league_answer(standing)))
    _tell(standing, place, report, as_json=as_json)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _entrants(players: list[str], scenario: Scenario) -> tuple[Entrant, ...]:
    return tuple(Entrant(*player_called(table(scenario.ruleset), told, "--player")) for told in players)


def _test(text: str | None) -> Sprt | None:
    if text is None:
        return None
    same, better = band("--sprt", text)
    return Sprt(EVEN + same, EVEN + better)


def _played(league: League, journal: Journal, jobs: int | None, cluster: str | None) -> bool:
    """Play it; whether somebody interrupted it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as shown:
        task = shown.add_task(lab_texts.say("league.title"), total=league.pairs * len(league.pairings))
        try:
            league.play(journal, runner_asked_for(jobs, cluster), lambda done: shown.update(task, completed=done))
        except KeyboardInterrupt:
            return True
    return False


def _tell(standing: Standing, place: Path, report: str | None, *, as_json: bool) -> None:
    if as_json:
        show_json({"status": "ok", "journal": str(place), "report": report, **standing.plain})
        return
    show_standing(standing)
    for written in (report, str(place)):
        if written is not None:
            sys.stdout.write(texts.say("cli.print.written", file=written) + "\n")


def show_standing(standing: Standing) -> None:
    """The sentence, then both tables."""
    screen = console()
    screen.print(Text(sentence(standing)), soft_wrap=True)
    for head, rows in (players_table(standing), meetings_table(standing)):
        shown = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
        for name in head:
            shown.add_column(name)
        for row in rows:
            shown.add_row(*row)
        screen.print(shown)
    if standing.failures:
        screen.print(Text(lab_texts.say("failed", failed=standing.failures)))
