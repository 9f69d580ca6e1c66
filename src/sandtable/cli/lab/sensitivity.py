"""``sandtable lab sensitivity``: which numbers matter?"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from sandtable.battle.scenario.library import shipped
from sandtable.cli import texts
from sandtable.cli.chosen import whole_number
from sandtable.cli.files import write
from sandtable.cli.lab.common import (
    INTERRUPTED,
    LONGEST_RUN,
    FirstSeed,
    For,
    Jobs,
    JournalFile,
    Level,
    ReportFile,
    Sides,
    begin,
    check_report,
    journal_for,
    seconds,
    variant_of,
)
from sandtable.cli.matches import get_ready
from sandtable.cli.options import AsJson, HouseFile, OptionPairs
from sandtable.cli.problems import refuse
from sandtable.cli.screen import console, show_json
from sandtable.lab import texts as lab_texts
from sandtable.lab.battles.journal import Journal
from sandtable.lab.battles.runner import runner_for
from sandtable.lab.experiment import CONFIRM, Seeds
from sandtable.lab.knobs.knob import knobs_of
from sandtable.lab.knobs.plain import plain_sensitivity
from sandtable.lab.knobs.screen import CONFIRMED, SCREENED, Screen, ScreenProgress, run, sensitivity_in
from sandtable.lab.knobs.sensitivity import Sensitivity
from sandtable.lab.knobs.sheet import heat_html, heat_pdf

LARGEST_STEP = 100
SHEETS = (".pdf", ".html")


def add_to(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("sensitivity")(sensitivity)


def sensitivity(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="SCENARIO... [PATH...]",
            help="Scenarios of one ruleset, then numbers of its tables: a path, the beginning of one, or with stars.",
            show_default=False,
        ),
    ],
    ours: Annotated[bool, typer.Option("--ours", help="Only numbers that the printed rules leave out.")] = False,
    step: Annotated[int, whole_number("--step", 1, LARGEST_STEP, help="How far each number is turned.")] = 1,
    screen: Annotated[
        int, whole_number("--screen", 2, LONGEST_RUN, help="Battles for each number, half up, half down.")
    ] = SCREENED,
    confirm: Annotated[
        int, whole_number("--confirm", 0, LONGEST_RUN, help="Fresh battles for what stands out; 0 for none.")
    ] = CONFIRMED,
    sheet: Annotated[
        str | None,
        typer.Option(
            "--sheet", metavar="FILE", help="The reference sheet as a heat map: .pdf or .html.", show_default=False
        ),
    ] = None,
    seed: FirstSeed = 0,
    side: Sides = None,
    level: Level = None,
    house: HouseFile = None,
    option: OptionPairs = None,
    jobs: Jobs = None,
    output: JournalFile = None,
    report: ReportFile = None,
    time: For = None,
    as_json: AsJson = False,
) -> None:
    """Turn every number of the tables one step up and down, and tell which of them matter."""
    begin(as_json=as_json)
    check_report(report)
    if sheet is not None and Path(sheet).suffix not in SHEETS:
        raise refuse("--sheet", "cli.lab.no_sheet", *SHEETS, file=sheet)
    scenarios, paths = split_names(names)
    bases = tuple(variant_of(name, side or [], level or [], house, option, as_json=as_json) for name in scenarios)
    question = lab_texts.say("question.sensitivity", titles="; ".join(one.scenario.title for one in bases))
    knobs = knobs_of(bases[0], paths, ours=ours)
    asked = Screen(bases, knobs, question, step, screen, confirm, Seeds(seed, seed + CONFIRM))
    place = Path(output or f"{'-'.join(one.name for one in bases)[:50]}-numbers-{asked.hash[:6]}.jsonl")
    run_screen(asked, place, Wanted(jobs, sheet, report, time, as_json))


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a screen is to be done, and what is to be written."""

    jobs: int | None
    sheet: str | None
    report: str | None
    time: str | None
    as_json: bool


def run_screen(screen: Screen, place: Path, wanted: Wanted) -> None:
    """Play a screen and tell what came of it; what there is when somebody presses Ctrl-C is kept, and told all the same."""
    ends = seconds(wanted.time)
    get_ready(screen.bases[0].match)
    with journal_for(place, screen.head) as journal:
        interrupted = _played(screen, journal, wanted.jobs, ends)
        found = sensitivity_in(screen, journal)
    written = _written(found, wanted)
    if wanted.as_json:
        status = "interrupted" if interrupted else "ok"
        files = {"journal": str(place), "sheet": wanted.sheet, "report": wanted.report}
        show_json({"status": status, **files, "experiment": screen.hash, **plain_sensitivity(found)})
    else:
        show(found)
        for file in [*written, *([] if interrupted else [str(place)])]:
            sys.stdout.write(texts.say("cli.print.written", file=file) + "\n")
        if interrupted:
            sys.stdout.write(texts.say("cli.lab.interrupted", file=place) + "\n")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def split_names(names: list[str]) -> tuple[list[str], list[str]]:
    """The names split into scenarios and the table paths after them; the first name always is a scenario."""
    known = set(shipped())
    scenarios = [names[0]]
    for name in names[1:]:
        if name not in known and Path(name).suffix != ".toml":
            break
        scenarios.append(name)
    return scenarios, names[len(scenarios) :]


def _played(screen: Screen, journal: Journal, jobs: int | None, ends: float | None) -> bool:
    """Play it; whether somebody interrupted it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as shown:
        task = shown.add_task(screen.question, total=None)

        def watch(now: ScreenProgress) -> None:
            shown.update(task, description=lab_texts.say(f"knobs.part_{now.part}"), completed=now.done, total=now.most)

        try:
            run(screen, journal, runner_for(jobs), watch, ends)
        except KeyboardInterrupt:
            return True
    return False


def _written(answer: Sensitivity, wanted: Wanted) -> list[str]:
    """Write what was asked for: the sheet, and the report, which is the sheet under its sentences; the files."""
    for file in (wanted.sheet, wanted.report):
        if file is not None:
            write(file, heat_pdf(answer) if Path(file).suffix == ".pdf" else heat_html(answer).encode())
    return [file for file in (wanted.sheet, wanted.report) if file is not None]


def tell_report(answer: Sensitivity, place: str, *, as_json: bool) -> None:
    """Write a report of what was found, and tell it."""
    _written(answer, Wanted(None, None, place, None, as_json))
    if as_json:
        show_json({"status": "ok", "file": place, **plain_sensitivity(answer)})
        return
    show(answer)
    sys.stdout.write(texts.say("cli.print.written", file=place) + "\n")


def show(answer: Sensitivity) -> None:
    """The sentence first, then what it rests on, then the ranking and the dead."""
    screen = console()
    screen.print(Text(answer.sentence, "bold"), soft_wrap=True)
    screen.print(Text(answer.rests_on, "dim"), soft_wrap=True)
    for line in answer.lines():
        screen.print(Text(f"  {line}"), soft_wrap=True)
    dead = answer.of("dead")
    if dead:
        screen.print(Text(lab_texts.say("knobs.dead_heading"), "bold"))
        for one in dead:
            screen.print(Text(f"  {answer.line(one)}"), soft_wrap=True)
