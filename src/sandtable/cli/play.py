"""``sandtable play``: the umpire in the terminal. Pick an action, answer, read the verdict; void, redo, read the log."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.text import Text

from sandtable.cli import game, problems, texts
from sandtable.cli.case import read_setting as setting_from_options
from sandtable.cli.dialogue import Leave, NobodyThere, line_from
from sandtable.cli.options import HouseFile, OptionPairs, Scale, Unit
from sandtable.cli.screen import show
from sandtable.cli.session import Session, tell
from sandtable.cli.wording import ruleset_words
from sandtable.kernel import registry
from sandtable.kernel.problem import Refusal
from sandtable.umpire.description import listing

OneRuleset = Annotated[
    str | None, typer.Argument(metavar="RULESET", help="A ruleset; without one you are asked.", show_default=False)
]
New = Annotated[bool, typer.Option("--new", help="Begin a new game; the old log is set aside.")]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play")(play)


def play(
    ruleset: OneRuleset = None,
    new: New = False,
    house: HouseFile = None,
    option: OptionPairs = None,
    scale: Scale = "1",
    unit: Unit = "in",
) -> None:
    """Umpire a game here: pick an action, answer, read the verdict.

    The log is saved after every entry and taken up again the next time.
    """
    try:
        chosen = registry.ruleset(ruleset).id if ruleset else pick_ruleset()
        problems.speak(chosen, words=ruleset_words(chosen))
        with game.alone(chosen):
            found = None if new else game.saved_game(chosen)
            if found is None:
                found = begin(chosen, option, house, scale, unit)
            elif house or option or (scale, unit) != ("1", "in"):
                raise problems.refuse("--new", "cli.play.settled")
            Session(found).run()
    except (NobodyThere, Leave):
        pass
    sys.stdout.write(texts.say("cli.play.left") + "\n")


def begin(ruleset: str, option: list[str] | None, house: str | None, scale: str, unit: str) -> game.Game:
    """A new game; an old one is set aside."""
    setting = setting_from_options(ruleset, option, house, scale, unit)
    if aside := game.set_aside(ruleset):
        show(Text(texts.say("cli.play.set_aside", place=str(aside)), "dim"))
    return game.Game(ruleset, dict(setting.options), setting.house, {"scale": scale, "unit": unit})


def pick_ruleset() -> str:
    """Ask which ruleset; Enter takes the one played last."""
    listed = listing()
    found = listed.rulesets
    for fault in listed.left_out:
        problems.tell_aside(fault.message)
    if len(found) == 1:
        return found[0].id
    names = [ruleset.id for ruleset in found]
    for number, ruleset in enumerate(found, start=1):
        show(Text.assemble((f"{number:>3} ", "dim"), (ruleset.title, "bold"), f"  {ruleset.tagline}"))
    last = game.last_played()
    offered = last if last is not None and last in names else names[0]
    while True:
        line = line_from(texts.say("cli.play.which_ruleset", offered=offered)) or offered
        if line.isdecimal() and 1 <= int(line) <= len(names):
            return names[int(line) - 1]
        try:
            return registry.ruleset(line).id
        except Refusal as refusal:
            tell(refusal)
