"""The entry point: finds the command's module, runs it, and turns whatever goes wrong into a sentence and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from sandtable import __version__

# The command and the module that has it, in the order of the help. A module is imported only when its command is called (or all
# of them for the help); it offers `add_to(app)`.
COMMANDS: Mapping[str, str] = {
    "rulesets": "sandtable.cli.rulesets",
    "actions": "sandtable.cli.actions",
    "odds": "sandtable.cli.odds",
    "umpire": "sandtable.cli.umpire",
    "rules": "sandtable.cli.rules",
    "play": "sandtable.cli.play",
    "scenario": "sandtable.cli.scenario",
    "battle": "sandtable.cli.battle",
    "verify": "sandtable.cli.verify",
    "replay": "sandtable.cli.replay",
    "print": "sandtable.cli.printing",
    "serve": "sandtable.cli.serve",
    "export": "sandtable.cli.export",
    "check": "sandtable.cli.check",
}

FAULT, REFUSED, INTERRUPTED = 1, 2, 130  # exit codes; a pending question has its own, in sandtable.cli.umpire


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
        return _told(error)
    return _flushed(0)


def app_for(arguments: Sequence[str]) -> typer.Typer:
    """The app with the command that is called, or with all of them where none is."""
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
    one = [COMMANDS[called]] if called in COMMANDS else []
    for module in one if one or called == "--version" else COMMANDS.values():
        if find_spec(module):
            import_module(module).add_to(app)
    return app


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


def _told(error: Exception) -> int:
    """Turn an error into words on standard error and an exit code."""
    from sandtable.cli.problems import tell_fault, tell_refusal
    from sandtable.kernel.problem import Refusal

    try:
        if isinstance(error, Refusal):
            tell_refusal(error)
            return REFUSED
    except Exception as unsaid:  # noqa: BLE001 - what has no words is a fault of the program, too
        error = unsaid
    tell_fault(error)
    return FAULT


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
