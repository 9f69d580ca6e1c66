"""A scenario with other strengths: everything else stays as its author wrote it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sandtable.battle.scenario.lines import numbered_lines
from sandtable.battle.scenario.reader import read_scenario

BASES = re.compile(r"(bases\s*=\s*)\d+")
HINT = re.compile(r"hint\.\d+")  # what a lesson says, which is of its own battle alone
UNIT = re.compile(r"column\.\d+\.unit\.\d+")


def with_strengths(text: str, strengths: Mapping[str, int]) -> str:
    """A scenario's text with so many bases for each unit, by its id; without the units that have none, and without hints. It may not be playable."""
    scenario = read_scenario(text)
    lines, places = text.splitlines(), numbered_lines(text)
    heads = sorted(number for number in places.values() if lines[number - 1].lstrip().startswith("["))
    units = sorted((path for path in places if UNIT.fullmatch(path)), key=places.__getitem__)
    gone = {line for path, number in places.items() if HINT.fullmatch(path) for line in _section(number, heads, lines)}
    for path, unit in zip(units, scenario.units, strict=True):
        if strengths[unit.id] > 0:
            place = places[f"{path}.bases"] - 1
            lines[place] = BASES.sub(rf"\g<1>{strengths[unit.id]}", lines[place])
        else:
            gone |= set(_section(places[path], heads, lines))
    return "\n".join(line for number, line in enumerate(lines, start=1) if number not in gone) + "\n"


def _section(head: int, heads: list[int], lines: list[str]) -> range:
    """The lines from a heading to the next one."""
    return range(head, next((other for other in heads if other > head), len(lines) + 1))
