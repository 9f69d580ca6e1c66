"""``sandtable lab run``, ``report``, ``failures`` and ``again``: experiments in files, and what their journals hold."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from sandtable.battle.matches.match import Failure
from sandtable.cli import texts
from sandtable.cli.chosen import whole_number
from sandtable.cli.files import read_text, write
from sandtable.cli.lab.common import (
    Asked,
    ClusterAddress,
    For,
    Jobs,
    JournalFile,
    ReportFile,
    begin,
    carried_out,
    check_job_programs,
    check_report,
    job_match,
    journal_in,
    journal_read,
    plain_found,
    show_found,
)
from sandtable.cli.lab.sensitivity import Wanted, screened, tell_report
from sandtable.cli.matches import LARGEST_SEED, get_ready
from sandtable.cli.options import AsJson, Programs
from sandtable.cli.problems import refuse
from sandtable.cli.screen import show_json
from sandtable.kernel import codec
from sandtable.lab.experiment import of_journal
from sandtable.lab.experiment_file import read_experiment
from sandtable.lab.knobs import screen
from sandtable.lab.replays import logs_of
from sandtable.lab.report.files import report_in
from sandtable.lab.running import answered
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
    asked = Asked(jobs, report, time, as_json, cluster, programs)
    if Path(experiment).suffix == JOURNAL_SUFFIX:
        _gone_on_with(experiment, asked, Path(output or experiment))
        return
    folder = Path(experiment).parent

    def house(name: str) -> str:
        return read_text(str(folder / name), LARGEST_HOUSE_FILE)

    found = read_experiment(read_text(experiment), house)
    carried_out(found, asked, Path(output or Path(experiment).with_suffix(JOURNAL_SUFFIX)))


def _gone_on_with(journal: str, asked: Asked, place: Path) -> None:
    """Go on with what a journal is of."""
    read = journal_in(journal)
    if read.head.about.get("kind") == screen.KIND:
        screened(
            screen.of_journal(read.head.about), place, Wanted(asked.jobs, None, asked.report, asked.time, asked.as_json)
        )
    else:
        carried_out(of_journal(read.head.about), asked, place)


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
    if (head := journal_in(journal).head.about).get("kind") == screen.KIND:
        tell_report(screen.found_in(screen.of_journal(head), journal_in(journal)), place, as_json=as_json)
        return
    read, experiment = journal_read(journal)
    write(place, report_in(Path(place).suffix, experiment, read))
    found = answered(experiment, read)
    if as_json:
        show_json({"status": "ok", "file": place, **plain_found(experiment, found)})
        return
    show_found(found)
    sys.stdout.write(texts.say("cli.print.written", file=place) + "\n")


def failures(journal: JournalName, as_json: AsJson = False) -> None:
    """Tell the battles that failed, each with the command that plays it again."""
    begin(as_json=as_json)
    read = journal_in(journal)
    failed = list(read.failures)
    turned = read.head.about.get("kind") == screen.KIND  # then it is told which number was turned, and by how much
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
