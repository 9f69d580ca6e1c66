"""A dial: one thing of a scenario or of its rules that can be set to several values, and the variant for each of them.

It is a path of the tables (``fire.modifier.cover.soft``), ``option:NAME``, ``unit:ID.bases``, ``side:LABEL.quality``, ``victory.turns`` or ``arrival:ID.turn``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from sandtable.battle.matches.match import tables_of
from sandtable.battle.registry import table
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.battle.scenario.settings import with_setting
from sandtable.kernel.problem import refuse
from sandtable.lab.battles.variant import Variant
from sandtable.lab.knobs.knob import Knob, KnobWords, all_knobs, knob_called, set_by_scenario, with_number
from sandtable.lab.texts import say

Value = int | str
RANGE = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)")
MOST_VALUES = 40
KINDS = ("PATH", "option:NAME", "unit:ID.bases", "side:LABEL.quality", "victory.turns", "arrival:ID.turn")


@dataclass(frozen=True, slots=True)
class Dial:
    """What is turned: its kind, whose it is, and the value that it has now."""

    kind: str
    of: str
    now: Value
    label: str

    @property
    def name(self) -> str:
        """The dial's name, as people ask for it."""
        shapes = {
            "unit": f"unit:{self.of}.bases",
            "side": f"side:{self.of}.quality",
            "arrival": f"arrival:{self.of}.turn",
        }
        return {"path": self.of, "option": f"option:{self.of}", "victory": "victory.turns", **shapes}[self.kind]


def dial_called(base: Variant, name: str) -> Dial:
    """The dial with this name; an unknown one is refused."""
    kind, _, rest = name.partition(":")
    thing, _, key = rest.rpartition(".")
    if kind == "option":
        return _option(base, rest)
    if (kind, key) == ("unit", "bases"):
        return _of_unit(base, thing)
    if (kind, key) == ("side", "quality"):
        return _of_side(base, thing)
    if (kind, key) == ("arrival", "turn"):
        return _of_arrival(base, thing)
    if name == "victory.turns":
        turns = base.scenario.victory.turns
        if turns is None:
            raise refuse("victory.turns", "lab.sweep.no_turns")
        return Dial("victory", "", turns, say("sweep.turns"))
    return _of_path(base, name)


def _of_path(base: Variant, name: str) -> Dial:
    tables = tables_of(base.match)
    knob = knob_called(tables, name)
    if knob is None:
        head = name.rpartition(".")[0]
        near = [one.name for one in all_knobs(tables) if head and one.path.startswith(head)][:8]
        raise refuse("--vary", "lab.sweep.unknown", near or KINDS, what=name)
    if knob.path in set_by_scenario(base):
        raise refuse("--vary", "lab.sweep.by_scenario", what=name)
    return Dial("path", name, knob.value, KnobWords(base).label(knob))


def _option(base: Variant, name: str) -> Dial:
    tables = tables_of(base.match)
    if name not in tables.options:
        raise refuse(
            "--vary", "lab.sweep.unknown", tuple(f"option:{one}" for one in tables.options), what=f"option:{name}"
        )
    return Dial("option", name, _word(tables.option(name)), name)


def _of_unit(base: Variant, of: str) -> Dial:
    for unit in base.scenario.units:
        if unit.id == of:
            return Dial("unit", of, unit.bases, say("sweep.bases", unit=unit.name))
    raise refuse(
        "--vary", "lab.sweep.unknown", tuple(f"unit:{one.id}.bases" for one in base.scenario.units), what=f"unit:{of}"
    )


def _of_side(base: Variant, of: str) -> Dial:
    for side in base.scenario.sides:
        if side.label == of and side.quality:
            return Dial("side", of, side.quality, say("sweep.quality", side=side.name or of))
    known = tuple(f"side:{one.label}.quality" for one in base.scenario.sides if one.quality)
    raise refuse("--vary", "lab.sweep.unknown", known or KINDS, what=f"side:{of}")


def _of_arrival(base: Variant, of: str) -> Dial:
    for arrival in base.scenario.arrivals:
        if arrival.id == of:
            return Dial("arrival", of, arrival.turn, say("sweep.arrival", arrival=of))
    known = tuple(f"arrival:{one.id}.turn" for one in base.scenario.arrivals)
    raise refuse("--vary", "lab.sweep.unknown", known or KINDS, what=f"arrival:{of}")


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def values_of(base: Variant, dial: Dial, written: str) -> tuple[Value, ...]:
    """The values of a range: ``2..8``, or words and numbers with commas between them; nothing: all that a dial of words has."""
    words = all_words(base, dial)
    if not written and words:
        return words
    ends = RANGE.fullmatch(written.strip())
    if ends is not None:
        values: tuple[Value, ...] = tuple(range(int(ends[1]), int(ends[2]) + 1))
    else:
        parts = [part.strip() for part in written.split(",") if part.strip()]
        numbers = all(re.fullmatch(r"-?\d+", part) for part in parts)
        values = tuple(int(part) for part in parts) if numbers and not isinstance(dial.now, str) else tuple(parts)
    if not 0 < len(values) <= MOST_VALUES or (
        isinstance(dial.now, int) and any(isinstance(one, str) for one in values)
    ):
        raise refuse("--vary", "lab.sweep.no_range", what=dial.name, most=MOST_VALUES)
    return tuple(dict.fromkeys(values))


def all_words(base: Variant, dial: Dial) -> tuple[str, ...]:
    """The words that a dial may be set to, where it is one of words; from the least to the most."""
    if dial.kind == "side":
        return tuple(scenario_rules(base.match.ruleset).qualities)
    if dial.kind == "option":
        spec = table(base.match.ruleset).ruleset.options[dial.of]
        return tuple(spec.choices) if spec.choices else ("false", "true") if dial.now in ("false", "true") else ()
    return ()


def set_to(base: Variant, dial: Dial, value: Value) -> Variant:
    """The variant with the dial at a value; what cannot be is refused with its reason."""
    called = say("sweep.called", dial=dial.name, value=value)
    if value == dial.now:
        return replace(base, house=called)
    if dial.kind == "path":
        return _at_path(base, dial, value, called)
    if dial.kind == "option":
        return base.under(base.match.house, called, {dial.of: str(value)})
    text = with_setting(base.scenario, dial.name, value)
    if text is None:
        raise refuse("--vary", "lab.sweep.not_in_file", what=dial.name)
    found = Variant(replace(base.match, scenario=text), base.name, called)
    found.check()
    return found


def _at_path(base: Variant, dial: Dial, value: Value, called: str) -> Variant:
    knob: Knob | None = knob_called(tables_of(base.match), dial.of)
    found = with_number(base, knob, int(value)) if knob is not None else None
    if found is None:
        raise refuse("--vary", "lab.sweep.not_allowed", what=dial.name, value=value)
    return replace(found, house=called)
