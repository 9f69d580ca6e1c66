"""Whose fault an error is: a ruleset's own file and line, or the text or table entry that it lacks."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from traceback import walk_tb

from sandtable.kernel.flaw import Flaw, MissingEntryError
from sandtable.kernel.messages import Message, MissingTextError

LONGEST = 200  # letters of an error's own words


def flaw_of(error: BaseException, package: str) -> Flaw | None:
    """An error as a flaw of this package: the text or table entry it lacks, else the last of its own lines that was running.

    None where the error did not come from the package.
    """
    if isinstance(error, Flaw):
        return error
    if isinstance(error, MissingTextError):
        return Flaw("messages/en.toml", str(error), Message("kernel.flaw.no_text"))
    if isinstance(error, MissingEntryError):
        return Flaw("tables.toml", str(error), Message("kernel.flaw.no_entry"))
    places = list(_lines_of(error, package))
    if not places:
        return None
    file, line = places[-1]
    return Flaw(file, f"line {line}", Message.of("kernel.flaw.raised", error=error_text(error)))


def error_text(error: BaseException) -> str:
    """An error as programmers know it, in one line without its full stop."""
    first = (str(error).strip().splitlines() or [""])[0].removesuffix(".")[:LONGEST]
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


def _lines_of(error: BaseException, package: str) -> Iterator[tuple[str, int]]:
    """The files and lines of a package that were running when the error came, the innermost last."""
    folders = [Path(folder).resolve() for folder in _places(package.partition(".")[0])]
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        yield from _inside(folders, error.filename, error.lineno)
        return
    for frame, line in walk_tb(error.__traceback__):
        yield from _inside(folders, frame.f_code.co_filename, line)


def _places(root: str) -> Iterable[str]:
    """The folders of a package, loaded or not."""
    if root in sys.modules:
        return getattr(sys.modules[root], "__path__", ())
    spec = find_spec(root)
    return (spec.submodule_search_locations if spec else None) or ()


def _inside(folders: list[Path], file: str, line: int) -> Iterator[tuple[str, int]]:
    for folder in folders:
        place = Path(file).resolve()
        if place.is_relative_to(folder):
            yield place.relative_to(folder.parent).as_posix(), line
