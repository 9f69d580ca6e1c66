"""``sandtable lab compare``: what does this rule do?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.chosen import whole_number
from sandtable.cli.lab.common import (
    ClusterAddress,
    FirstSeed,
    For,
    Jobs,
    JournalFile,
    Level,
    Most,
    ReportFile,
    RunOptions,
    Sides,
    band,
    begin,
    carry_out,
    variant_of,
)
from sandtable.cli.options import AsJson, OptionPairs
from sandtable.cli.problems import refuse
from sandtable.lab import texts as lab_texts
from sandtable.lab.experiment import CONFIRM, MOST, Experiment, Seeds, Stop

USUAL_SAME = "-2..2"
LONGEST_RUN = 1_000_000
BOTH = 2


def add_to(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("compare")(compare)


def compare(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="SCENARIO... A B",
            help="Scenarios, then two house-rules files; printed for the rules without any.",
            show_default=False,
        ),
    ],
    same: Annotated[
        str, typer.Option("--same", metavar="LOW..HIGH", help="Points of wins that count as no difference.")
    ] = USUAL_SAME,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="WORSE,SAME",
            help="Choose between two differences instead, with as few battles as possible: -5,0.",
            show_default=False,
        ),
    ] = None,
    count: Annotated[
        int | None,
        whole_number(
            "--count", 1, LONGEST_RUN, help="So many pairs, settled beforehand.", show_default="until it is decided"
        ),
    ] = None,
    most: Most = None,
    held: Annotated[
        bool,
        typer.Option("--held", help="Play the second with the decisions of the first, as long as they are legal."),
    ] = False,
    confirm: Annotated[
        bool, typer.Option("--confirm/--no-confirm", help="Play what was found again on fresh battles.")
    ] = True,
    options: Annotated[
        list[str] | None,
        typer.Option(
            "--second-option",
            metavar="NAME=VALUE",
            help="An option of the second text alone. Repeatable.",
            show_default=False,
        ),
    ] = None,
    seed: FirstSeed = 0,
    side: Sides = None,
    level: Level = None,
    option: OptionPairs = None,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    output: JournalFile = None,
    report: ReportFile = None,
    time: For = None,
    as_json: AsJson = False,
) -> None:
    """Play the same battles under two rule texts, and tell what the difference does."""
    begin(as_json=as_json)
    if len(names) <= BOTH:
        raise refuse("SCENARIO", "cli.lab.two_texts")
    if count is not None and (most is not None or sprt is not None):
        raise refuse("--count", "cli.lab.count_and_most")
    *scenarios, first, second = names
    stop = _stop(same, sprt, count, most)
    pairs = []
    for name in scenarios:
        one = variant_of(name, side or [], level or [], first, option, as_json=as_json)
        other_options = [*(option or []), *(options or [])] or None
        other = variant_of(name, side or [], level or [], second, other_options, as_json=as_json)
        pairs.append((one, other))
    if all(one.match == other.match for one, other in pairs):
        raise refuse("B", "cli.lab.same_texts")
    titles = "; ".join(one.scenario.title for one, _ in pairs)
    question = lab_texts.say("question.compare", first=pairs[0][0].house, second=pairs[0][1].house, titles=titles)
    seeds = Seeds(seed, seed + CONFIRM if confirm else None)
    experiment = Experiment(question, tuple(pairs), stop, seeds, held)
    place = Path(output or f"{'-'.join(one.name for one, _ in pairs)[:60]}-{experiment.hash[:6]}.jsonl")
    carry_out(experiment, RunOptions(jobs, report, time, as_json, cluster), place)


def _stop(same: str, sprt: str | None, count: int | None, most: int | None) -> Stop:
    if sprt is not None:
        worse, equal = band("--sprt", sprt, "-5,0")
        return Stop("sprt", most or MOST, worse=worse, equal=equal)
    wanted = band("--same", same, USUAL_SAME)
    return Stop("decided", most or MOST, same=wanted) if count is None else Stop("planned", count, same=wanted)
