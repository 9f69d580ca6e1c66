"""The entry point: finds the command's module, runs it, and turns whatever goes wrong into a sentence and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from sandtable import __version__

# Each command with the module that has it and what it does, in the order of the help. A module is imported when its command is
# called, so it imports at its top whatever it needs; it offers `add_to(app)`. The help of them all is told from here.
COMMANDS: Mapping[str, tuple[str, str]] = {
    "rulesets": ("sandtable.cli.rulesets", "List the rulesets."),
    "actions": (
        "sandtable.cli.actions",
        "List the actions of a ruleset: fields, choices, when they are needed, questions, measures.",
    ),
    "odds": ("sandtable.cli.odds", "Show the exact odds of an action, before any dice are thrown."),
    "umpire": ("sandtable.cli.umpire", "Resolve an action: the verdict in plain words, and why."),
    "rules": (
        "sandtable.cli.rules",
        "Read the rules: a rule by its id, a chapter by its number, or all rules that contain some words.",
    ),
    "play": ("sandtable.cli.play", "Umpire a game here: pick an action, answer, read the verdict."),
    "scenario": ("sandtable.cli.scenario", "Check, draw and make scenarios."),
    "battle": ("sandtable.cli.battle", "Let the computer play a battle against itself."),
    "lab": (
        "sandtable.cli.lab.verbs",
        "Count: what beats what, exactly; whether a battle is fair; what a rule does; where it was won.",
    ),
    "campaign": ("sandtable.cli.campaign", "Carry losses from battle to battle."),
    "verify": (
        "sandtable.cli.verify",
        "Give every order of a battle again, throw every die again, and say what differs.",
    ),
    "replay": ("sandtable.cli.replay", "Draw a battle as it went, order by order."),
    "print": ("sandtable.cli.printing", "Print sheets for the table, as PDF."),
    "serve": ("sandtable.cli.serve", "Serve the umpire and the table in the browser."),
    "export": ("sandtable.cli.export", "Write the whole app as static files for any HTTPS host."),
    "new": ("sandtable.cli.new", "Begin a ruleset of your own."),
    "check": (
        "sandtable.cli.check",
        "Check a ruleset for all that forms, odds, words, tables and books rely on, and say what breaks it.",
    ),
}

PARTED = frozenset({"lab"})  # commands whose verbs are modules of their own, loaded when one is called
FAULT, INTERRUPTED = 1, 130  # exit codes; a refusal and a pending question have their own


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    _ready_streams()
    sys.exit(run(sys.argv[1:]))


def _ready_streams() -> None:
    """A sign that cannot be read or shown becomes another; a stream that was closed is nobody."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open as long as we are
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def run(arguments: Sequence[str]) -> int:
    """Run one command; return its exit code."""
    try:
        app_for(arguments)(args=list(arguments), prog_name="sandtable", standalone_mode=True)
    except SystemExit as leaving:
        return _flushed(leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None))
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return _cut_off(error)
    except Exception as error:  # noqa: BLE001 - people get a sentence, never a traceback
        from sandtable.cli.trouble import tell_error  # noqa: PLC0415 - needed only where something goes wrong

        return tell_error(error)
    return _flushed(0)


def app_for(arguments: Sequence[str]) -> typer.Typer:
    """The app with the command that is called; where none is, all of them by name, for the help."""
    app = typer.Typer(
        name="sandtable",
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_sandtable)
    called = arguments[0] if arguments else ""
    if called in PARTED:
        import_module(COMMANDS[called][0]).add_verbs_to(app, arguments[1] if len(arguments) > 1 else "")
    elif called in COMMANDS:
        import_module(COMMANDS[called][0]).add_to(app)
    else:
        for name, (_, help) in COMMANDS.items():
            app.command(name, help=help)(_not_loaded)
    return app


def _not_loaded() -> None:
    """Stands in the help for a command whose module was not loaded; the command is called by its name alone."""
    raise typer.BadParameter("Name the command first.")


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"sandtable {__version__}\n")
        raise typer.Exit


def _sandtable(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """The umpire for historical miniatures wargames.

    Start with: sandtable play
    """


def _flushed(code: int) -> int:
    try:
        sys.stdout.flush()
    except OSError as error:
        return _cut_off(error)
    return code


def _cut_off(error: OSError) -> int:
    """The output cannot be written. Where the reader of a pipe has gone (`| head`), that is no news; anything else is told."""
    with suppress(OSError, ValueError):  # keep Python from flushing once more at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return 0
    sys.stderr.write(f"{error.strerror or error}\n")
    return FAULT
