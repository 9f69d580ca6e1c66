"""One thing of a scenario set to another value: a unit's bases, a side's quality, the last turn, the turn of an arrival; and steps of a handicap, which are such things.

A setting goes by its name: ``unit:ID.bases``, ``side:LABEL.quality``, ``victory.turns`` or ``arrival:ID.turn``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sandtable.battle.scenario.editing import tables_called, with_value
from sandtable.battle.scenario.scenario import Handicap, Scenario
from sandtable.kernel.house_text import toml_value

NAMES = ("unit:ID.bases", "side:LABEL.quality", "victory.turns", "arrival:ID.turn")
HEADING = "[[handicap]]"
_SETTING = re.compile(r"(unit|side|arrival):(.+)\.(bases|quality|turn)")
_KEYS = {"unit": "bases", "side": "quality", "arrival": "turn"}
Value = int | str


def value_now(scenario: Scenario, name: str) -> Value | None:
    """What a setting is at; None where there is nothing of that name."""
    if name == "victory.turns":
        return scenario.victory.turns
    kind, of = _parts(name)
    found: dict[str, dict[str, Value]] = {
        "unit": {unit.id: unit.bases for unit in scenario.units},
        "side": {side.label: side.quality for side in scenario.sides if side.quality},
        "arrival": {arrival.id: arrival.turn for arrival in scenario.arrivals},
    }
    return found.get(kind, {}).get(of)


def with_setting(scenario: Scenario, name: str, value: Value) -> str | None:
    """The scenario's file with a setting at a value, the rest as its author wrote it; None where it does not stand in the file."""
    source = scenario.source
    if name == "victory.turns":
        return with_value(source, "victory", 0, "turns", value)
    kind, of = _parts(name)
    if value_now(scenario, name) is None:
        return None
    if kind == "side":
        return with_value(source, "side", [side.label for side in scenario.sides].index(of), "quality", value)
    if kind == "arrival":
        return with_value(source, "arrival", [one.id for one in scenario.arrivals].index(of), "turn", value)
    for header in ("column.unit", "unit"):
        for place, raw in enumerate(tables_called(source, header)):
            if raw.get("id", "") == of or ("id" not in raw and raw.get("name") == scenario.unit_by_id[of].name):
                return with_value(source, header, place, "bases", value)
    return None


def _parts(name: str) -> tuple[str, str]:
    found = _SETTING.fullmatch(name)
    return (found[1], found[2]) if found and _KEYS[found[1]] == found[3] else ("", "")


def with_handicaps(source: str, steps: Iterable[Handicap]) -> str:
    """A scenario's file with these steps, in place of those that stood in it."""
    kept: list[str] = []
    inside = False
    for line in source.splitlines():
        if line.lstrip().startswith("["):
            inside = line.strip().startswith(HEADING)
        if not inside:
            kept.append(line)
    while kept and not kept[-1].strip():
        kept.pop()
    return "\n".join([*kept, *(line for step in steps for line in ["", *_lines(step)])]) + "\n"


def _lines(step: Handicap) -> list[str]:
    told = {
        "side": step.side,
        "what": step.what,
        "to": step.to,
        "points": step.points,
        "within": list(step.within),
        "battles": step.battles,
    }
    return [HEADING, *(f"{key} = {toml_value(value)}" for key, value in told.items())]
