"""What goes to standard output: JSON for programs, Rich for people. User's text is never read as markup."""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import Any

from rich.console import Console
from rich.text import Text

from sandtable.kernel import codec

WIDEST = 110  # characters; longer lines are hard to read
SEVERITIES = ("cyan", "green", "yellow", "dark_orange", "red")  # 0 (nothing) to 4 (the worst)


@cache
def console(*, stderr: bool = False) -> Console:
    """Standard output for people; standard error for what is said aside, such as questions."""
    wide = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    wide.width = min(wide.width, WIDEST)
    return wide


def show_json(data: Any) -> None:
    """Standard output for programs."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2, default=codec.write) + "\n")


def show(*things: Any) -> None:
    """Print things one below the other."""
    for thing in things:
        console().print(thing)


def show_aside(*things: Any) -> None:
    """Print things where they cannot be taken for a result."""
    for thing in things:
        console(stderr=True).print(thing)


def heading(text: str, note: str = "") -> Text:
    """A heading with a note beside it."""
    return Text.assemble((text, "bold"), ("  " + note if note else "", "dim"))


def severity_style(severity: int) -> str:
    """The colour of a severity."""
    return SEVERITIES[max(0, min(severity, len(SEVERITIES) - 1))]
