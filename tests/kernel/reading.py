"""Forms of the muster, read in tests."""

from __future__ import annotations

from sandtable.kernel.messages import PLAIN
from sandtable.kernel.reader import Form, read_form
from tests.kernel.muster import MARCH, muster_tables

TABLES = muster_tables()
LEGAL = {"arm": "Infantry", "length": "6-12", "companies": [{"arm": "Infantry"}]}


def read(raw=None, /, tables=TABLES, style=PLAIN, known=(), **fields):
    return read_form(MARCH, (LEGAL if raw is None else raw) | fields, tables, style, known)


def form(*arguments, **fields) -> Form:
    found = read(*arguments, **fields)
    assert isinstance(found, Form), found
    return found


def problems(*arguments, **fields):
    found = read(*arguments, **fields)
    assert not isinstance(found, Form), found
    return {problem.field: problem for problem in found}
