"""Typesetting: data and a template in, a PDF out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import Any

from sandtable.print.fonts import FOLDER

SIZES = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0)  # points, largest first
READABLE = 7.5  # points: below it a sheet cannot be read at arm's length
SIDES = 2  # of one piece of paper
COLUMNS = (4, 3, 5)  # four make fewer broken lines, the others sometimes use the page better
PAPERS = {"a4": "a4", "letter": "us-letter"}


class DoesNotFitError(Exception):
    """Even the smallest type needs more than both sides of the paper."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF, how many pages it has and the size of its type in points."""

    pdf: bytes
    pages: int
    type_size: float = 0.0


def typeset(template: str, data: Mapping[str, Any], paper: str, **inputs: str) -> Printed:
    """A PDF of as many pages as it takes."""
    with _compiler(template) as compiler:
        return _compiled(compiler, _inputs(data, paper) | inputs)


def pdf_of_drawings(pages: Sequence[str], paper: str) -> Printed:
    """A PDF of pages that are drawn already, each a whole paper laid on its side."""
    with _compiler("pages.typ") as compiler:
        return _compiled(compiler, _inputs({"pages": list(pages)}, paper))


def on_one_paper(template: str, data: Mapping[str, Any], paper: str) -> Printed:
    """A PDF in the largest type that fits on one page, or where that is too small to read on front and back."""
    with _compiler(template) as compiler:
        for pages, smallest in ((1, READABLE), (SIDES, SIZES[-1])):
            sizes = [size for size in SIZES if size >= smallest]
            if (found := _largest(compiler, _inputs(data, paper), pages, sizes)) is not None:
                return found
    raise DoesNotFitError


def _inputs(data: Mapping[str, Any], paper: str) -> dict[str, str]:
    return {"data": json.dumps(data, ensure_ascii=False), "paper": PAPERS[paper]}


@contextmanager
def _compiler(template: str) -> Iterator[Any]:
    import typst  # noqa: PLC0415 - costs a tenth of a second, which other commands need not pay

    with as_file(files(__package__)) as folder:
        fonts = [str(folder / FOLDER)]
        yield typst.Compiler(str(folder / template), root=str(folder), font_paths=fonts, ignore_system_fonts=True)


def _largest(compiler: Any, inputs: Mapping[str, str], pages: int, sizes: list[float]) -> Printed | None:
    """The largest type that fits, by halving; the smallest is tried first, since most sheets that do not fit fail there."""
    best = _at_size(compiler, inputs, pages, sizes[-1])
    if best is None:
        return None
    first, last = 0, len(sizes) - 2
    while first <= last:
        middle = (first + last) // 2
        made = _at_size(compiler, inputs, pages, sizes[middle])
        if made is not None:
            best, last = made, middle - 1
        else:
            first = middle + 1
    return best


def _at_size(compiler: Any, inputs: Mapping[str, str], pages: int, size: float) -> Printed | None:
    """The PDF in the first number of columns that fits, or None."""
    for columns in COLUMNS:
        made = _compiled(compiler, {**inputs, "size": str(size), "columns": str(columns)})
        if made.pages <= pages:
            return Printed(made.pdf, made.pages, size)
    return None


def _compiled(compiler: Any, inputs: Mapping[str, str]) -> Printed:
    pdf = compiler.compile(format="pdf", sys_inputs=dict(inputs))
    assert isinstance(pdf, bytes)  # noqa: S101 - of one document
    return Printed(pdf, json.loads(compiler.query("<pages>", field="value", one=True)))
