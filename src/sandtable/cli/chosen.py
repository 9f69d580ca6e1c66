"""Options of the command line with a few choices, refused in our own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from sandtable.cli.problems import refuse


def one_of(name: str, *choices: str, help: str) -> Any:
    """An option that takes one of these words."""
    return typer.Option(name, metavar=f"<{'|'.join(choices)}>", help=help, callback=_checked(name, choices))


def _checked(name: str, choices: tuple[str, ...]) -> Callable[[str], str]:
    def checked(value: str) -> str:
        if value not in choices:
            raise refuse(name, "cli.option.choice", *choices, value=value)
        return value

    return checked
