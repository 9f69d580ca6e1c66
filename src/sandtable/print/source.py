"""A ruleset's tables as they are laid out in their file: sections, tables and rows in order, with the remarks beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sandtable.kernel.tables import NOTES
from sandtable.kernel.toml_lines import dotted

_SECTION = re.compile(r"^#\s*-{3,}\s*(?P<title>.+?)\s*-*\s*$")
_TABLE = re.compile(r"^\s*\[(?P<path>[^\[\]]+)\]")
_ROW = re.compile(r"""^\s*(?P<key>[\w-]+|"[^"]*"|'[^']*')\s*=\s*(?P<value>.*)$""")
_REMARK = re.compile(r"""^(?:[^#"']|"[^"]*"|'[^']*')*#\s*(?P<remark>.*?)\s*$""")
_SIGNED = re.compile(r"[\[,=\s]\+\d")


@dataclass(slots=True)
class SourceRow:
    """A row of a table and the remark beside it."""

    path: str
    key: str
    remark: str = ""


@dataclass(slots=True)
class SourceTable:
    """A table: where it stands, what its heading remarks, its rows; ``signed`` where numbers are written with their sign."""

    path: str
    section: str
    remark: str = ""
    rows: list[SourceRow] = field(default_factory=list)
    signed: bool = False


def read_source(source: str) -> Iterator[SourceTable]:
    """Every table of a tables file that has rows, in order."""
    section, table = "", SourceTable("", "")
    for line in source.splitlines():
        if heading := _SECTION.match(line):
            section = heading["title"]
        elif header := _TABLE.match(line):
            if table.rows:
                yield table
            table = SourceTable(dotted(header["path"]), section, _remark(line))
        elif (row := _ROW.match(line)) and (key := dotted(row["key"])) not in NOTES:
            table.rows.append(SourceRow(f"{table.path}.{key}", key, _remark(line)))
            table.signed = table.signed or bool(_SIGNED.search(f"={row['value'].partition('#')[0]}"))
    if table.rows:
        yield table


def _remark(line: str) -> str:
    found = _REMARK.match(line)
    return found["remark"] if found else ""
