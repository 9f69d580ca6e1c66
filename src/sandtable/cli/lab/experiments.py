"""``sandtable lab run``, ``report``, ``failures`` and ``again``: experiments in files, and what their journals hold."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from sandtable.battle.matches.match import Failure
from sandtable.cli import texts
from sandtable.cli.chosen import whole_number
from sandtable.cli.files import read_text, write
from sandtable.cli.lab.common import (
    ClusterAddress,
    For,
    Jobs,
    JournalFile,
    ReportFile,
    RunOptions,
    begin,
    carry_out,
    check_job_programs,
    check_report,
    job_match,
    journal_in,
    journal_read,
    plain_answers,
    show_answers,
)
from sandtable.cli.lab.league import show_standing
from sandtable.cli.lab.points import show_points
from sandtable.cli.lab.sensitivity import Wanted, run_screen, tell_report
from sandtable.cli.matches import LARGEST_SEED, get_ready
from sandtable.cli.options import AsJson, Programs
from sandtable.cli.problems import refuse
from sandtable.cli.screen import show_json
from sandtable.kernel import codec
from sandtable.lab.battles.journal import Journal
from sandtable.lab.experiment import experiment_of_journal
from sandtable.lab.experiment_file import read_experiment
from sandtable.lab.knobs import screen
from sandtable.lab.league.league import KIND as LEAGUE
from sandtable.lab.league.league import league_of_journal
from sandtable.lab.league.page import league_answer
from sandtable.lab.points import KIND as POINTS
from sandtable.lab.points import worths_in
from sandtable.lab.replays import logs_of
from sandtable.lab.report.files import report_in
from sandtable.lab.report.points import points_answer
from sandtable.lab.report.told import file_of
from sandtable.lab.running import answers_in
from sandtable.umpire.setting import LARGEST_HOUSE_FILE

JOURNAL_SUFFIX = ".jsonl"
JournalName = Annotated[str, typer.Argument(metavar="JOURNAL", help="A journal of the lab.", show_default=False)]


def add_to(app: typer.Typer) -> None:
    """Add the verbs."""
    for verb in (run, report, failures, again):
        app.command(verb.__name__)(verb)


def run(
    experiment: Annotated[
        str,
        typer.Argument(
            metavar="EXPERIMENT.toml|JOURNAL", help="An experiment, or a journal to go on with.", show_default=False
        ),
    ],
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    output: JournalFile = None,
    report: ReportFile = None,
    time: For = None,
    programs: Programs = False,
    as_json: AsJson = False,
) -> None:
    """Carry an experiment out; one that was interrupted goes on."""
    begin(as_json=as_json)
    asked = RunOptions(jobs, report, time, as_json, cluster, programs)
    if Path(experiment).suffix == JOURNAL_SUFFIX:
        _gone_on_with(experiment, asked, Path(output or experiment))
        return
    folder = Path(experiment).parent

    def house(name: str) -> str:
        return read_text(str(folder / name), LARGEST_HOUSE_FILE)

    found = read_experiment(read_text(experiment), house)
    carry_out(found, asked, Path(output or Path(experiment).with_suffix(JOURNAL_SUFFIX)))


def _gone_on_with(journal: str, options: RunOptions, place: Path) -> None:
    """Go on with what a journal is of."""
    read = journal_in(journal)
    if read.head.about.get("kind") == screen.KIND:
        run_screen(
            screen.screen_of_journal(read.head.about),
            place,
            Wanted(options.jobs, None, options.report, options.time, options.as_json),
        )
    else:
        carry_out(experiment_of_journal(read.head.about), options, place)


def report(
    journal: JournalName,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Ends in .html or .pdf.", show_default="JOURNAL.html"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write what a journal says as one file: question, answer, pictures, and how to make it again."""
    begin(as_json=as_json)
    place = output or str(Path(journal).with_suffix(".html"))
    check_report(place)
    head = journal_in(journal).head.about
    if head.get("kind") in (LEAGUE, POINTS):
        _report_table(journal_in(journal), place, as_json=as_json)
        return
    if head.get("kind") == screen.KIND:
        tell_report(screen.sensitivity_in(screen.screen_of_journal(head), journal_in(journal)), place, as_json=as_json)
        return
    read, experiment = journal_read(journal)
    write(place, report_in(Path(place).suffix, experiment, read))
    found = answers_in(experiment, read)
    if as_json:
        show_json({"status": "ok", "file": place, **plain_answers(experiment, found)})
        return
    show_answers(found)
    sys.stdout.write(texts.say("cli.print.written", file=place) + "\n")


def _report_table(journal: Journal, place: str, *, as_json: bool) -> None:
    """The report of a league, or of what units are worth."""
    about, suffix = journal.head.about, Path(place).suffix
    show: Callable[[], None]
    if about["kind"] == LEAGUE:
        standing = league_of_journal(about).standing(journal)
        answer, plain, show = league_answer(standing), standing.plain, partial(show_standing, standing)
    else:
        outcomes, ruleset = list(journal.outcomes(journal.head.experiment)), str(about["ruleset"])
        worths = worths_in(about, outcomes)
        answer = points_answer(ruleset, worths, len(outcomes))
        plain = {"ruleset": ruleset, "battles": len(outcomes), "units": [codec.write(one) for one in worths]}
        show = partial(show_points, ruleset, worths, len(outcomes))
    write(place, file_of(suffix, answer))
    if as_json:
        show_json({"status": "ok", "file": place, **plain})
        return
    show()
    sys.stdout.write(texts.say("cli.print.written", file=place) + "\n")


def failures(journal: JournalName, as_json: AsJson = False) -> None:
    """Tell the battles that failed, each with the command that plays it again."""
    begin(as_json=as_json)
    read = journal_in(journal)
    failed = list(read.failures)
    turned = "kind" in read.head.about  # then it is told which job it was: which number was turned, who met
    if as_json:
        rows = [
            {"job": job, **codec.write(one), "command": None if turned else _command(journal, one)}
            for job, one in failed
        ]
        show_json({"status": "ok", "journal": journal, "failures": rows})
        return
    sys.stdout.write(texts.say("cli.lab.failures", failed=len(failed), battles=len(read.lines)) + "\n")
    for job, one in failed:
        told = texts.say("cli.battle.failure", seed=one.seed, error=one.error, where=one.where)
        sys.stdout.write(f"    {told}\n        {job if turned else _command(journal, one)}\n")


def _command(journal: str, failure: Failure) -> str:
    return f"sandtable lab again {shlex.quote(journal)} --seed {failure.seed}"


def again(
    journal: JournalName,
    seed: Annotated[int, whole_number("--seed", 0, LARGEST_SEED, help="Which battle.", show_default=False)],
    number: Annotated[
        int, whole_number("--part", 1, 1_000, help="Of which scenario or variant, if there are several.")
    ] = 1,
    show: Annotated[
        str | None,
        typer.Option(
            "--show",
            metavar="FILE.html",
            help="A page that shows it; of a pair both, side by side.",
            show_default=False,
        ),
    ] = None,
    programs: Programs = False,
    as_json: AsJson = False,
) -> None:
    """Play a battle of a journal again and keep its log; of a comparison both, and tell where they part."""
    begin(as_json=as_json)
    if journal_in(journal).head.about.get("kind") == screen.KIND:
        raise refuse(journal, "cli.lab.turned_again")
    _, experiment = journal_read(journal)
    if number > len(experiment.jobs):
        raise refuse("--part", "cli.lab.no_part", parts=len(experiment.jobs))
    job = experiment.jobs[number - 1]
    check_job_programs(job, allowed=programs)
    get_ready(job_match(job))
    told = logs_of(job, str(seed))
    stem, written = Path(journal).stem, []
    for name, battle in zip(("",) if len(told.battles) == 1 else ("-first", "-second"), told.battles, strict=True):
        place = f"{stem}-{seed}{name}.json"
        write(place, (json.dumps(battle.log.plain(), ensure_ascii=False) + "\n").encode())
        written.append(place)
    if show is not None:
        write(show, told.page().encode())
    parting = None if told.parting is None else codec.write(told.parting)
    if as_json:
        show_json({"status": "ok", "files": written, "page": show, "parting": parting, "words": told.words})
        return
    if told.words:
        sys.stdout.write(told.words + "\n")
    for place in written:
        sys.stdout.write(texts.say("cli.lab.log", file=place) + "\n")
    if show is not None:
        sys.stdout.write(texts.say("cli.print.written", file=show) + "\n")
