"""``sandtable lab sweep`` and ``handicap``: where is it even, and what evens it?"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from sandtable.battle.scenario.library import shipped
from sandtable.battle.scenario.settings import with_handicaps
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
    RunOptions,
    Sides,
    begin,
    check_report,
    play_in_journal,
    variant_of,
)
from sandtable.cli.options import AsJson, HouseFile, OptionPairs
from sandtable.cli.problems import refuse, tell_aside
from sandtable.cli.screen import console, show_json
from sandtable.lab.experiment import Experiment
from sandtable.lab.figures.pen import PAPER
from sandtable.lab.figures.sweep import curve
from sandtable.lab.sweeps.curve import BATTLES, Curve
from sandtable.lab.sweeps.curve import sweep as swept
from sandtable.lab.sweeps.dial import dial_called, values_of
from sandtable.lab.sweeps.handicap import BY, IN_FILE, MOST_STEPS, STEPS, Ladder, rungs_of
from sandtable.lab.sweeps.handicap import handicap as measured

Count = Annotated[int, whole_number("--count", 1, LONGEST_RUN, help="Battles at each value, settled beforehand.")]
ScenarioName = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="A scenario by name, or a file.", show_default=False)
]


def add_to(app: typer.Typer) -> None:
    """Add the verbs."""
    for verb in (sweep, handicap):
        app.command(verb.__name__)(verb)


def sweep(
    scenario: ScenarioName,
    vary: Annotated[
        str,
        typer.Option(
            "--vary",
            metavar="WHAT=RANGE",
            help="A table path, option:NAME, unit:ID.bases, side:LABEL.quality, victory.turns or arrival:ID.turn; 2..6 or 2,4,6.",
            show_default=False,
        ),
    ],
    count: Count = BATTLES,
    figure: Annotated[
        str | None, typer.Option("--figure", metavar="FILE.svg", help="Draw the curve.", show_default=False)
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
    """Play the same battles at several values of one thing, and tell where it is even."""
    begin(as_json=as_json)
    check_report(report)
    if figure is not None and Path(figure).suffix != ".svg":
        raise refuse("--figure", "cli.lab.no_figure", file=figure)
    base = variant_of(scenario, side or [], level or [], house, option, as_json=as_json)
    what, _, told = vary.partition("=")
    dial = dial_called(base, what.strip())
    values = values_of(base, dial, told)
    experiment = swept(base, dial, values, count, seed)
    place = Path(output or f"{base.name}-sweep-{experiment.hash[:6]}.jsonl")
    found, interrupted = play_in_journal(experiment, RunOptions(jobs, report, time, as_json), place)
    answer = Curve.of(base, dial, values, found)
    if figure is not None:
        write(figure, curve(answer, PAPER).encode())
    _tell(experiment, answer, place, [figure, report], as_json=as_json, interrupted=interrupted)


def handicap(
    scenario: ScenarioName,
    by: Annotated[
        str, typer.Option("--by", metavar="bases|turns|quality|WHAT", help="What is changed, as in sweep --vary.")
    ] = BY[0],
    steps: Annotated[int, whole_number("--steps", 1, MOST_STEPS, help="Steps for either side.")] = STEPS,
    count: Count = BATTLES,
    seed: FirstSeed = 0,
    side: Sides = None,
    level: Level = None,
    house: HouseFile = None,
    option: OptionPairs = None,
    jobs: Jobs = None,
    output: JournalFile = None,
    report: ReportFile = None,
    time: For = None,
    write_it: Annotated[
        bool,
        typer.Option(
            "--write",
            help="Write the steps that are sure into the scenario's file: the page that opens a battle offers them.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure what evens a battle, and a ladder of steps for either side."""
    begin(as_json=as_json)
    check_report(report)
    file = _file_to_write(scenario, house, option) if write_it else None
    base = variant_of(scenario, side or [], level or [], house, option, as_json=as_json)
    rungs = rungs_of(base, by, steps)
    if file is not None and any(rung.dial.kind not in IN_FILE for rung in rungs):
        raise refuse("--write", "cli.lab.handicap.not_in_file", *BY)
    experiment = measured(base, rungs, count, seed)
    place = Path(output or f"{base.name}-handicap-{experiment.hash[:6]}.jsonl")
    found, interrupted = play_in_journal(experiment, RunOptions(jobs, report, time, as_json), place)
    answer = Ladder.of(base, rungs, found, steps)
    if file is not None and not interrupted and not answer.written:
        tell_aside(texts.say("cli.lab.handicap.none_sure"))
        file = None
    if file is not None and not interrupted:
        write(str(file), with_handicaps(base.match.scenario, answer.written).encode())
    written = None if file is None or interrupted else str(file)
    _tell(experiment, answer, place, [report, written], as_json=as_json, interrupted=interrupted)


def _file_to_write(scenario: str, house: str | None, option: list[str] | None) -> Path:
    """The file that steps are written into; steps under other rules than the scenario's own do not belong there."""
    if house is not None or option:
        raise refuse("--write", "cli.lab.handicap.other_rules")
    known = shipped()
    if scenario in known:
        return Path(str(known[scenario]))
    if not Path(scenario).is_file():
        raise refuse("--write", "cli.lab.handicap.no_file", scenario=scenario)
    return Path(scenario)


def _tell(
    experiment: Experiment,
    answer: Curve | Ladder,
    place: Path,
    files: Sequence[str | None],
    *,
    as_json: bool,
    interrupted: bool,
) -> None:
    """The sentence first, then what it rests on, then the lines."""
    written = [file for file in files if file is not None]
    if as_json:
        told: dict[str, Any] = {
            "status": "interrupted" if interrupted else "ok",
            "journal": str(place),
            "files": written,
        }
        show_json(told | {"experiment": experiment.hash} | answer.plain())
    else:
        screen = console()
        screen.print(Text(answer.sentence, "bold"), soft_wrap=True)
        screen.print(Text(answer.rests_on, "dim"), soft_wrap=True)
        for line in answer.lines():
            screen.print(Text(f"  {line}"), soft_wrap=True)
        for file in [*written, str(place)]:
            sys.stdout.write(texts.say("cli.print.written", file=file) + "\n")
    if interrupted:
        raise typer.Exit(INTERRUPTED)
