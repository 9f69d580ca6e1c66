"""Typesetting: data and a template in, a PDF out. The type is as large as one page allows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import as_file, files
from typing import Any

SIZES = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.75, 5.5, 5.25, 5.0, 4.75, 4.5, 4.25, 4.0)  # points, largest first
COLUMNS = (4, 5)  # four make fewer broken lines, five use the page better
PAPERS = {"a4": "a4", "letter": "us-letter"}


class DoesNotFitError(Exception):
    """Even the smallest type needs more than one page."""


def one_page(template: str, data: Mapping[str, Any], paper: str) -> tuple[bytes, float]:
    """A PDF of one page, and the size of its type in points."""
    import typst  # noqa: PLC0415 - costs a tenth of a second, which other commands need not pay

    inputs = {"data": json.dumps(data, ensure_ascii=False), "paper": PAPERS[paper]}
    with as_file(files(__package__).joinpath(template)) as place:
        compiler = typst.Compiler(str(place), root=str(place.parent), ignore_system_fonts=True)
        return _largest(compiler, inputs)


def _largest(compiler: Any, inputs: Mapping[str, str]) -> tuple[bytes, float]:
    """The largest type that fits, by halving."""
    first, last = 0, len(SIZES) - 1
    best: tuple[bytes, float] | None = None
    while first <= last:
        middle = (first + last) // 2
        made = _at_size(compiler, {**inputs, "size": str(SIZES[middle])})
        if made is not None:
            best, last = (made, SIZES[middle]), middle - 1
        else:
            first = middle + 1
    if best is None:
        raise DoesNotFitError
    return best


def _at_size(compiler: Any, inputs: Mapping[str, str]) -> bytes | None:
    """The PDF in the first number of columns that fits, or None."""
    for columns in COLUMNS:
        made = _compiled(compiler, {**inputs, "columns": str(columns)})
        if made is not None:
            return made
    return None


def _compiled(compiler: Any, inputs: Mapping[str, str]) -> bytes | None:
    """The PDF, or None where it has more than one page."""
    pdf = compiler.compile(format="pdf", sys_inputs=dict(inputs))
    pages = json.loads(compiler.query("<pages>", field="value", one=True))
    assert isinstance(pdf, bytes)  # noqa: S101 - of one document
    return pdf if pages == 1 else None
