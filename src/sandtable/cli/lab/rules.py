"""``sandtable lab rules``: which rules are played?"""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from sandtable.battle.matches.match import Failure
from sandtable.cli.chosen import whole_number
from sandtable.cli.lab.common import INTERRUPTED, LONGEST_RUN, FirstSeed, Jobs, Level, Sides, begin, variant_of
from sandtable.cli.matches import get_ready
from sandtable.cli.options import AsJson, HouseFile, OptionPairs
from sandtable.cli.problems import refuse
from sandtable.cli.screen import console, show_json
from sandtable.lab import texts as lab_texts
from sandtable.lab.battles.runner import runner_for
from sandtable.lab.battles.variant import Variant
from sandtable.lab.questions.rules import RuleCountingJob, RulesOfBattle, RulesPlayed

BATTLES = 100


def add_to(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("rules")(rules)


def rules(
    scenario: Annotated[
        list[str], typer.Argument(metavar="SCENARIO...", help="Scenarios of one ruleset, or files.", show_default=False)
    ],
    count: Annotated[int, whole_number("--count", 1, LONGEST_RUN, help="Battles of each scenario.")] = BATTLES,
    seed: FirstSeed = 0,
    side: Sides = None,
    level: Level = None,
    house: HouseFile = None,
    option: OptionPairs = None,
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> None:
    """Count in how many throws each rule took part, and name the rules nobody met."""
    begin(as_json=as_json)
    found = tuple(variant_of(name, side or [], level or [], house, option, as_json=as_json) for name in scenario)
    if len({one.match.ruleset for one in found}) > 1:
        raise refuse("SCENARIO", "lab.knobs.rulesets")
    get_ready(found[0].match)
    told, interrupted = _counted(found, range(seed, seed + count), jobs)
    answer = RulesPlayed.of(found, told)
    if as_json:
        show_json({"status": "interrupted" if interrupted else "ok", **answer.plain()})
    else:
        show(answer)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _counted(
    variants: tuple[Variant, ...], seeds: range, jobs: int | None
) -> tuple[list[RulesOfBattle | Failure], bool]:
    """What each battle met, and whether somebody interrupted it."""
    told: list[RulesOfBattle | Failure] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as shown:
        titles = "; ".join(one.scenario.title for one in variants)
        task = shown.add_task(lab_texts.say("question.rules", titles=titles), total=len(variants) * len(seeds))
        try:
            for one in variants:
                with closing(runner_for(jobs).submit(RuleCountingJob(one), map(str, seeds))) as results:
                    for met in results:
                        told.append(met)
                        shown.update(task, completed=len(told))
        except KeyboardInterrupt:
            return told, True
    return told, False


def show(answer: RulesPlayed) -> None:
    """The sentence first, then what it rests on, then each rule, then those nobody met."""
    screen = console()
    screen.print(Text(answer.sentence, "bold"), soft_wrap=True)
    screen.print(Text(answer.rests_on, "dim"), soft_wrap=True)
    for line in answer.lines():
        screen.print(Text(f"  {line}"), soft_wrap=True)
    if answer.unmet:
        screen.print(Text(lab_texts.say("rules.unmet"), "bold"))
        screen.print(Text(f"  {', '.join(answer.unmet)}"), soft_wrap=True)
