"""Asking in the terminal: one request at a time, again until the answer will do."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sandtable.cli import problems, verdicts
from sandtable.cli.answers import Asked
from sandtable.cli.screen import show_aside
from sandtable.kernel.drivers import Asking, Given
from sandtable.kernel.problem import Refusal
from sandtable.kernel.requests import Count, Roll
from sandtable.kernel.spelling import folded
from sandtable.kernel.stream import DiceStream
from sandtable.umpire.setting import Setting

THROW = "throw"
WHY = "why"
LEAVING = ("quit", "exit")


def read_line(prompt: str) -> str | None:
    """One line from the user, or None when there is nobody any more. The prompt stays off standard output."""
    sys.stdout.flush()
    if sys.stdin.isatty() and sys.stdout.isatty():
        return _edited_line(prompt)
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        sys.stderr.write("\n")
        return None
    return line.strip()


def _edited_line(prompt: str) -> str | None:
    """A line typed at a terminal, with editing and history where the system has them."""
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415 - its presence is what matters, and only where somebody types
    try:
        return input(prompt).strip()
    except EOFError:
        sys.stdout.write("\n")
        return None


def ask_in_terminal(
    setting: Setting,
    dice: DiceStream | None = None,
    read: Callable[[str], str | None] = read_line,
    command: Callable[[str], bool] = lambda _: False,
) -> Asked:
    """Somebody who is asked in the terminal. An empty line takes the usual answer, or has the dice thrown.

    A line may also be a ``command`` to look something up, which is carried out; then the question is put again.
    """
    own_dice = dice or DiceStream(secrets.token_hex(8))

    def asked(asking: Asking[Any]) -> Given | None:
        show_aside(*verdicts.request(setting, asking))
        while True:
            line = read(verdicts.prompt(asking))
            if line is None or folded(line) in LEAVING:
                return None
            if folded(line) == WHY:
                show_aside(*verdicts.reasons(setting, asking))
                continue
            if command(line):
                show_aside(*verdicts.request(setting, asking))
                continue
            given = _given(asking, line, own_dice)
            try:
                asking.request.reading(asking.request.normal(given.value))
            except Refusal as refusal:
                sys.stderr.write(
                    problems.lines([replace(problems.in_words(one), field="") for one in refusal.problems])
                )
            else:
                return given

    return asked


def _given(asking: Asking[Any], line: str, dice: DiceStream) -> Given:
    request = asking.request
    if isinstance(request, Roll | Count):
        if not line or folded(line) == THROW:
            return Given(dice.answer(request), "app")
        return Given(line)
    if not line:
        return Given(request.usual, "usual")
    return Given(_by_number(request, line))


def _by_number(request: Any, line: str) -> Any:
    """A choice by its number in the list, where no choice is called by that number."""
    values = [option.value for option in request.options]
    if line.isdecimal() and line not in values and 1 <= int(line) <= len(values):
        return values[int(line) - 1]
    return line
