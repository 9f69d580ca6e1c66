"""``sandtable lab balance``: is it fair?"""

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
from sandtable.cli.options import AsJson, HouseFile, OptionPairs
from sandtable.cli.problems import refuse
from sandtable.lab import texts as lab_texts
from sandtable.lab.battles.variant import Variant, levels_of
from sandtable.lab.experiment import MOST, Experiment, Seeds, Stop

USUAL_GOAL = "45..55"
ALL = "all"
LONGEST_RUN = 1_000_000


def add_to(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("balance")(balance)


def balance(
    scenario: Annotated[
        list[str], typer.Argument(metavar="SCENARIO...", help="Scenarios by name, or files.", show_default=False)
    ],
    goal: Annotated[
        str, typer.Option("--goal", metavar="LOW..HIGH", help="The first side's share of wins that counts as even.")
    ] = USUAL_GOAL,
    count: Annotated[
        int | None,
        whole_number(
            "--count", 1, LONGEST_RUN, help="So many battles, settled beforehand.", show_default="until it is decided"
        ),
    ] = None,
    most: Most = None,
    levels: Annotated[
        str | None,
        typer.Option("--levels", metavar="all", help="At every level, one after the other.", show_default=False),
    ] = None,
    mirror: Annotated[
        bool, typer.Option("--mirror", help="Besides, the best player against the weakest, both ways round.")
    ] = False,
    seed: FirstSeed = 0,
    side: Sides = None,
    level: Level = None,
    house: HouseFile = None,
    option: OptionPairs = None,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    output: JournalFile = None,
    report: ReportFile = None,
    time: For = None,
    as_json: AsJson = False,
) -> None:
    """Count who wins, until it is known whether a scenario is fair."""
    begin(as_json=as_json)
    wanted = band("--goal", goal)
    if levels not in (None, ALL):
        raise refuse("--levels", "cli.lab.levels", ALL)
    if count is not None and most is not None:
        raise refuse("--most", "cli.lab.count_and_most")
    found = [variant_of(name, side or [], level or [], house, option, as_json=as_json) for name in scenario]
    variants = [one for base in found for one in _beside(base, every=levels == ALL, mirror=mirror)]
    stop = Stop("decided", most or MOST, wanted) if count is None else Stop("planned", count, wanted)
    titles = "; ".join(one.scenario.title for one in found)
    question = lab_texts.say("question.balance", titles=titles)
    experiment = Experiment(question, tuple((one,) for one in variants), stop, Seeds(seed))
    place = Path(output or f"{'-'.join(one.name for one in found)[:60]}-{experiment.hash[:6]}.jsonl")
    carry_out(experiment, RunOptions(jobs, report, time, as_json, cluster), place)


def _beside(base: Variant, *, every: bool, mirror: bool) -> list[Variant]:
    """A variant, and those that stand beside it."""
    known = levels_of(base)
    told = [base]
    if every:
        told += [base.at_level(name) for name in reversed(known) if name != base.match.level]
    if mirror and len(known) > 1:
        first, second = base.sides
        told.append(base.with_levels({first: known[-1], second: known[0]}))
        told.append(base.with_levels({first: known[0], second: known[-1]}))
    return told
