"""Options of the command line with a few choices or within limits, refused in our own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from sandtable.cli.problems import refuse
from sandtable.kernel.numbers import exact_number


def one_of(name: str, *choices: str, help: str) -> Any:
    """An option that takes one of these words."""
    return typer.Option(name, metavar=f"<{'|'.join(choices)}>", help=help, callback=_checked(name, choices))


def _checked(name: str, choices: tuple[str, ...]) -> Callable[[str], str]:
    def checked(value: str) -> str:
        if value not in choices:
            raise refuse(name, "cli.option.choice", *choices, value=value)
        return value

    return checked


def whole_number(
    name: str, lowest: int, highest: int, *, help: str, metavar: str = "N", show_default: bool | str = True
) -> Any:
    """An option that takes a whole number within limits."""

    def read(value: Any) -> int:
        text = str(value).strip()
        if not (text.isascii() and text.removeprefix("-").isdigit() and lowest <= int(text) <= highest):
            raise refuse(name, "cli.option.whole", value=text, lowest=lowest, highest=highest)
        return int(text)

    return typer.Option(name, metavar=metavar, help=help, show_default=show_default, parser=read)


def decimal_number(name: str, lowest: float, highest: float, *, help: str, metavar: str) -> Any:
    """An option that takes a number within limits, decimals and all."""

    def read(value: Any) -> float:
        number = exact_number(str(value).strip())
        if number is None or not lowest <= number <= highest:
            raise refuse(name, "cli.option.number", value=str(value), lowest=str(lowest), highest=str(highest))
        return float(number)

    return typer.Option(name, metavar=metavar, help=help, parser=read)
