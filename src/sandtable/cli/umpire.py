"""``sandtable umpire``: resolve an action."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import typer

from sandtable.cli import verdicts
from sandtable.cli.answers import resolve_case
from sandtable.cli.ask import ask_in_terminal
from sandtable.cli.case import read_case
from sandtable.cli.options import (
    ActionName,
    AnswerPairs,
    AsJson,
    FieldPairs,
    HouseFile,
    OptionPairs,
    RulesetName,
    Scale,
    SituationFile,
    Unit,
)
from sandtable.cli.problems import refuse
from sandtable.cli.screen import show, show_json
from sandtable.kernel.drivers import Asking
from sandtable.kernel.stream import DiceStream

PENDING = 3  # the exit code while a question is open
SEEDS = 10**9

Seed = Annotated[
    str | None,
    typer.Option("--seed", metavar="N", help="Throw the dice from this seed; the same seed throws the same."),
]
Throw = Annotated[bool, typer.Option("--throw", "-t", help="Throw the dice from a new seed.")]
Ask = Annotated[bool, typer.Option("--ask", help="Ask for dice, choices and facts here, one by one.")]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("umpire")(umpire)


def umpire(
    ruleset: RulesetName,
    action: ActionName,
    fields: FieldPairs = None,
    answer: AnswerPairs = None,
    seed: Seed = None,
    throw: Throw = False,
    ask: Ask = False,
    house: HouseFile = None,
    option: OptionPairs = None,
    situation: SituationFile = None,
    scale: Scale = "1",
    unit: Unit = "in",
    as_json: AsJson = False,
) -> None:
    """Resolve an action: the verdict in plain words, and why.

    Dice come from --answer, --seed, --throw or --ask; without any, the throw or question that is open is shown and the exit code is 3.
    """
    if seed is not None and throw:
        raise refuse("--throw", "cli.umpire.two_seeds")
    case = read_case(ruleset, action, fields, answer, option, house, situation, scale, unit, as_json=as_json)
    if seed is None and throw:
        seed = str(secrets.randbelow(SEEDS))
    dice = DiceStream(seed) if seed is not None else None
    asked = ask_in_terminal(case.setting) if ask else None
    outcome = resolve_case(case, dice, usual=dice is not None and not ask, asked=asked)
    if isinstance(outcome, Asking):
        shown: Any = verdicts.pending_json(case, outcome) if as_json else verdicts.pending(case.setting, outcome)
    elif as_json:
        shown = verdicts.verdict_json(case, outcome, seed)
    else:
        shown = verdicts.verdict(case.setting, case.action, case.form, outcome, seed)
    show_json(shown) if as_json else show(*shown)
    if isinstance(outcome, Asking):
        raise typer.Exit(PENDING)
