"""What the verbs of the lab share: how many battles, until when, on how many processes, where they are kept, and how they are told."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from sandtable.battle.matches.match import Match
from sandtable.battle.matches.shares import Interval
from sandtable.battle.scenario.scenario import Scenario
from sandtable.cli import texts
from sandtable.cli.chosen import whole_number
from sandtable.cli.files import write
from sandtable.cli.matches import LARGEST_SEED, check_programs, get_ready, match_of, scenario_called, under_rules
from sandtable.cli.problems import refuse, speak
from sandtable.cli.screen import console, show_json
from sandtable.cli.table_words import table_words, words_of_battle
from sandtable.kernel.messages import Catalogue
from sandtable.lab import texts as lab_texts
from sandtable.lab.battles.jobs import Battles, Job
from sandtable.lab.battles.journal import Head, Journal
from sandtable.lab.battles.runner import BattleRunner, runner_for
from sandtable.lab.battles.variant import PRINTED, Variant
from sandtable.lab.experiment import Experiment, experiment_of_journal
from sandtable.lab.plain import plain_job_answer
from sandtable.lab.report.content import part
from sandtable.lab.report.files import SUFFIXES, report_in
from sandtable.lab.running import JobAnswer, answers_in, run
from sandtable.lab.running import Progress as Under

INTERRUPTED = 130
MOST_JOBS = 1_000
LONGEST_RUN = 1_000_000
BAND = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*(?:\.\.|,)\s*(-?\d+(?:\.\d+)?)\s*")
TIME = re.compile(r"(\d+)\s*([smh])")
ADDRESS = re.compile(r"(?:tcp|tls|ws|wss)://[^\s/:]+:\d{1,5}|[^\s/:]+:\d{1,5}")
SECONDS = {"s": 1, "m": 60, "h": 3600}

Jobs = Annotated[int | None, whole_number("--jobs", 1, MOST_JOBS, help="Processes.", show_default="all cores")]
FirstSeed = Annotated[int, whole_number("--seed", 0, LARGEST_SEED, help="The first seed; the others count up.")]
Most = Annotated[
    int | None, whole_number("--most", 1, LONGEST_RUN, help="No more battles than this.", show_default="4000")
]
For = Annotated[
    str | None, typer.Option("--for", metavar="TIME", help="No longer than this: 90s, 10m, 2h.", show_default=False)
]
JournalFile = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="JOURNAL", help="Where battles are kept.", show_default="named after the question"
    ),
]
ReportFile = Annotated[
    str | None,
    typer.Option("--report", metavar="FILE", help="Write a report as well: .html or .pdf.", show_default=False),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on the workers of this Dask scheduler: tcp://host:8786.",
        show_default=False,
    ),
]
Sides = Annotated[
    list[str] | None,
    typer.Option(
        "--side",
        metavar="SIDE=PLAYER[:LEVEL][:FILE]",
        help="Who plays a side, how well, by which weights.",
        show_default=False,
    ),
]
Level = Annotated[
    list[str] | None,
    typer.Option("--level", metavar="LEVEL", help="How well they play, or SIDE=LEVEL.", show_default="the hardest"),
]


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How a run is to be done."""

    jobs: int | None
    report: str | None
    time: str | None
    as_json: bool
    cluster: str | None = None
    programs: bool = True  # whoever names a program on the command line wants it run


def lab_words() -> list[Catalogue]:
    """The words in which the lab refuses things."""
    return [lab_texts.catalogue(), *table_words()]


def begin(*, as_json: bool) -> None:
    """Have problems told in the lab's words from now on."""
    speak(as_json=as_json, words=lab_words)


def variant_of(
    name: str,
    sides: Sequence[str],
    levels: Sequence[str],
    house: str | None,
    options: list[str] | None,
    *,
    as_json: bool,
) -> Variant:
    """A scenario under a club's house rules and options, played by whom somebody names."""
    scenario: Scenario = scenario_called(name, as_json=as_json)
    match = match_of(scenario, list(sides), list(levels))
    text = None if house is None or house.lower() == PRINTED else house
    settled = under_rules(match, text, options, as_json=as_json)
    speak(match.ruleset, as_json=as_json, words=lambda: [*lab_words(), *words_of_battle(match.ruleset)()])
    called = PRINTED if text is None else Path(text).name
    return Variant(settled, scenario.id, called)


def band(name: str, text: str, example: str = "45..55") -> Interval:
    """A band of percentages, or of points: ``45..55``."""
    found = BAND.fullmatch(text)
    if found is None or not float(found[1]) < float(found[2]):
        raise refuse(name, "lab.experiment.no_band", text=text, example=example)
    return float(found[1]) / 100, float(found[2]) / 100


def seconds(text: str | None) -> float | None:
    """A time: ``10m``."""
    if text is None:
        return None
    found = TIME.fullmatch(text.strip().lower())
    if found is None:
        raise refuse("--for", "cli.lab.no_time", time=text)
    return int(found[1]) * SECONDS[found[2]]


def carry_out(experiment: Experiment, options: RunOptions, place: Path) -> None:
    """Play an experiment and tell what came of it; what there is when somebody presses Ctrl-C is kept, and told all the same."""
    found, interrupted = play_in_journal(experiment, options, place)
    _tell(experiment, found, place, options, interrupted=interrupted)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def play_in_journal(experiment: Experiment, options: RunOptions, place: Path) -> tuple[tuple[JobAnswer, ...], bool]:
    """Play an experiment in its journal and write its report; what was found, and whether somebody interrupted it."""
    ends = seconds(options.time)
    check_report(options.report)
    for job in experiment.jobs:
        check_job_programs(job, allowed=options.programs)
    for ruleset_match in {job_match(job).ruleset: job_match(job) for job in experiment.jobs}.values():
        get_ready(ruleset_match)
    with journal_for(place, experiment.head) as journal:
        interrupted = _played(experiment, journal, options, ends)
        found = answers_in(experiment, journal)
        if options.report is not None:
            write(options.report, report_in(Path(options.report).suffix, experiment, journal))
    return found, interrupted


def check_job_programs(job: Job, *, allowed: bool) -> None:
    """Programs that only a file names are not run unless somebody says so."""
    for one in (job.variant,) if isinstance(job, Battles) else (job.first, job.second):
        check_programs(one.match, allowed=allowed)


def runner_asked_for(jobs: int | None, cluster: str | None) -> BattleRunner:
    """Who plays: the workers of a scheduler, or processes here."""
    if cluster is None:
        return runner_for(jobs)
    needs_cluster()
    check_address(cluster)
    from sandtable.lab.clusters.runner import Cluster  # noqa: PLC0415 - the extra may not be installed

    return Cluster(cluster)


def needs_cluster() -> None:
    """Refuse where Dask is not installed."""
    if find_spec("distributed") is None:
        raise refuse("--cluster", "lab.cluster.no_dask")


def check_address(address: str) -> None:
    """Refuse what is no address of a scheduler."""
    if ADDRESS.fullmatch(address) is None:
        raise refuse("ADDRESS", "lab.cluster.no_address", address=address)


def job_match(job: Job) -> Match:
    """What a job plays, or plays first."""
    return job.variant.match if isinstance(job, Battles) else job.first.match


def check_report(report: str | None) -> None:
    """A report that nobody could write is refused before anything is played."""
    if report is not None and Path(report).suffix not in SUFFIXES:
        raise refuse("--report", "cli.lab.no_report", file=report)


def journal_for(place: Path, head: Head) -> Journal:
    """A journal to write in, begun or gone on with."""
    try:
        return Journal.open(place, head)
    except OSError as error:
        raise refuse(str(place), "cli.file.cannot_write", error=error.strerror or str(error)) from None


def _played(experiment: Experiment, journal: Journal, options: RunOptions, ends: float | None) -> bool:
    """Play it; whether somebody interrupted it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as shown:
        task = shown.add_task(experiment.question, total=experiment.stop.most)

        def watch(now: Under) -> None:
            shown.update(task, completed=now.done, total=now.most)

        try:
            run(experiment, journal, runner_asked_for(options.jobs, options.cluster), watch, ends)
        except KeyboardInterrupt:
            return True
    return False


# ---- Telling ---------------------------------------------------------------------------------------------------------------------------


def _tell(
    experiment: Experiment, answers: Sequence[JobAnswer], place: Path, options: RunOptions, *, interrupted: bool
) -> None:
    if options.as_json:
        status = "interrupted" if interrupted else "ok"
        show_json(
            {"status": status, "journal": str(place), "report": options.report, **plain_answers(experiment, answers)}
        )
        return
    show_answers(answers)
    for written in (options.report, None if interrupted else str(place)):
        if written is not None:
            sys.stdout.write(texts.say("cli.print.written", file=written) + "\n")
    if interrupted:
        sys.stdout.write(texts.say("cli.lab.interrupted", file=place) + "\n")


def plain_answers(experiment: Experiment, answers: Sequence[JobAnswer]) -> dict[str, Any]:
    """All answers as plain data for JSON."""
    plain = [plain_job_answer(one) for one in answers]
    return {"experiment": experiment.hash, "question": experiment.question, "answers": plain}


def show_answers(answers: Sequence[JobAnswer]) -> None:
    """The sentence first, then what it rests on, then the numbers."""
    screen = console()
    for one in answers:
        told = part(one)
        screen.print(Text(told.title, "bold"))
        screen.print(Text(told.sentence), soft_wrap=True)
        if told.confirmed:
            screen.print(Text(told.confirmed), soft_wrap=True)
        screen.print(Text(told.rests_on, "dim"), soft_wrap=True)
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(justify="right")
        table.add_column()
        for figure, what in told.numbers:
            table.add_row(figure, what)
        screen.print(table)


def journal_in(place: str) -> Journal:
    """A journal as it stands."""
    try:
        return Journal.read(Path(place))
    except OSError as error:
        raise refuse(place, "cli.file.unreadable", error=error.strerror or str(error)) from None


def journal_read(place: str) -> tuple[Journal, Experiment]:
    """A journal and its experiment."""
    journal = journal_in(place)
    return journal, experiment_of_journal(journal.head.about)
