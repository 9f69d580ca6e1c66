"""The verbs of ``sandtable lab``, found by name: a duel needs none of what a battle needs, and waits for none of it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

import typer

HELP = "Count: what beats what, exactly; whether a battle is fair; what a rule does; where it was won."
# Each verb with the module that has it, which offers `add_to(app)`, and what it does.
VERBS: Mapping[str, tuple[str, str]] = {
    "duel": ("sandtable.cli.lab.duel", "Work out what comes of two units that act against each other, exactly."),
    "balance": ("sandtable.cli.lab.balance", "Count who wins, until it is known whether a scenario is fair."),
    "compare": ("sandtable.cli.lab.compare", "Play the same battles under two rule texts, and tell what it does."),
    "whatif": ("sandtable.cli.lab.whatif", "Play on from the moments of a battle, and tell where it was won."),
    "luck": ("sandtable.cli.lab.luck", "Sum up what both sides made of their dice against the odds, exactly."),
    "sensitivity": ("sandtable.cli.lab.sensitivity", "Turn every number one step up and down: which of them matter?"),
    "sweep": ("sandtable.cli.lab.sweeps", "Vary one thing and tell where it is even."),
    "handicap": ("sandtable.cli.lab.sweeps", "Measure what evens a battle, and a ladder of steps for either side."),
    "rules": ("sandtable.cli.lab.rules", "Count which rules are played, and name those nobody met."),
    "run": ("sandtable.cli.lab.experiments", "Carry an experiment out; one that was interrupted goes on."),
    "report": ("sandtable.cli.lab.experiments", "Write what a journal says as one file."),
    "failures": ("sandtable.cli.lab.experiments", "Tell the battles that failed, and how to play them again."),
    "league": ("sandtable.cli.lab.league", "Let players meet, and tell who is stronger."),
    "points": ("sandtable.cli.lab.points", "Tell what units are worth, by battles made by chance."),
    "worker": ("sandtable.cli.lab.worker", "Play battles for somebody else's run."),
    "again": ("sandtable.cli.lab.experiments", "Play a battle of a journal again and keep its log."),
}


def add_verbs_to(app: typer.Typer, called: str) -> None:
    """Offer the verb that is called; where none is, all of them by name, for the help."""
    verbs = typer.Typer(no_args_is_help=True, help=HELP)
    verbs.callback()(lambda: None)
    if called in VERBS:
        import_module(VERBS[called][0]).add_to(verbs)
    else:
        for name, (_, help) in VERBS.items():
            verbs.command(name, help=help)(_not_loaded)
    app.add_typer(verbs, name="lab")


def _not_loaded() -> None:
    """Stands in the help for a verb whose module was not loaded; a verb is called by its name alone."""
    raise typer.BadParameter("Name the verb first.")
