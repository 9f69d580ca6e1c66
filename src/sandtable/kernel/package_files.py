"""The text files of a ruleset's package; what is wrong with one is told with its name and the key."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar

from sandtable.kernel.flaw import Flaw, MissingFileFlaw
from sandtable.kernel.messages import Message, WrongTextError

Parsed = TypeVar("Parsed")


def parsed_file(package: str, name: str, parse: Callable[[str], Parsed]) -> Parsed:
    """A file of the package (``messages/en.toml``), read by a function of its text."""
    try:
        return parse(_text(package, name))
    except (FileNotFoundError, NotADirectoryError):
        raise MissingFileFlaw(name) from None
    except UnicodeDecodeError:
        raise Flaw(name, "", Message("kernel.flaw.not_text")) from None
    except tomllib.TOMLDecodeError as error:
        raise Flaw(name, "", Message.of("kernel.flaw.not_toml", error=str(error))) from None
    except WrongTextError as wrong:
        misfit = Message.of("kernel.flaw.kind", value=str(wrong.value), wanted="words in quotes")
        raise Flaw(name, wrong.name, misfit) from None
    except Flaw as flaw:
        raise flaw.in_file(name) from None


def _text(package: str, name: str) -> str:
    place: Traversable = files(package)
    for part in name.split("/"):  # a package without __init__.py takes one at a time
        place = place.joinpath(part)
    return place.read_text(encoding="utf-8")
