"""Everybody against everybody: the same duel for every pair of units, each of them beginning once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sandtable.kernel.chain import Number
from sandtable.kernel.form import FieldSpec
from sandtable.kernel.problem import Refusal, refuse
from sandtable.umpire.duels.entrants import Description, field_called, line_of
from sandtable.umpire.duels.reading import read_duel
from sandtable.umpire.setting import Setting

MOST_UNITS = 40
MOST_KNOWN = 4000  # duels whose ends are remembered: a matrix asks for each pair twice
_KNOWN: OrderedDict[Hashable, tuple[Number, Number] | str] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the units of a matrix: what it is called, the value that tells it from the others, and its description."""

    label: str
    short: str
    value: str
    description: Description


@dataclass(frozen=True, slots=True)
class Cell:
    """How likely the row beats the column, the mean of either beginning; none where they cannot fight, and why."""

    chance: Number | None
    why: str = ""


def varied_fields(setting: Setting) -> tuple[FieldSpec, ...]:
    """Fields of the roster's form that tell units apart: its choices, sides left out."""
    entry = setting.action(setting.ruleset.roster_action)
    return tuple(
        spec for spec in entry.fields if spec.kind == "choice" and spec.name != "side" and len(spec.values) > 1
    )


def variants(setting: Setting, base: Description, field: str = "") -> tuple[Variant, ...]:
    """A unit once for every value of a field of its roster line; the field that sorts units first where none is named."""
    specs = varied_fields(setting)
    needed = next((spec for spec in specs if spec.usual is None and not spec.optional), specs[0] if specs else None)
    name = field_called(setting, specs, field) if field else needed and needed.name
    spec = next((one for one in specs if one.name == name), None)
    if spec is None:
        raise refuse("vary", "kernel.form.unknown_field", [one.name for one in specs], name=field)
    told = {written: value for written, value in line_of(setting, base).items() if written != "side"}
    return tuple(
        Variant(
            setting.name_of(value),
            setting.say_if_any(f"{value.message.id.partition('.')[0]}_short.{value.value}") or setting.name_of(value),
            value.value,
            {**told, spec.name: value.value},
        )
        for value in spec.values
    )


def row(setting: Setting, units: Sequence[Variant], number: int, **asked: Any) -> tuple[Cell, ...]:
    """One unit against all of them."""
    if len(units) > MOST_UNITS:
        raise refuse("units", "kernel.duel.many_units", most=MOST_UNITS)
    return tuple(_cell(setting, units[number].description, other.description, asked) for other in units)


def _cell(setting: Setting, one: Description, other: Description, asked: Mapping[str, Any]) -> Cell:
    begun, answered = _wins(setting, one, other, asked), _wins(setting, other, one, asked)
    if isinstance(begun, str) or isinstance(answered, str):
        return Cell(None, begun if isinstance(begun, str) else str(answered))
    return Cell((begun[0] + answered[1]) * Fraction(1, 2))


def _wins(
    setting: Setting, one: Description, other: Description, asked: Mapping[str, Any]
) -> tuple[Number, Number] | str:
    """How likely either wins if the first begins; or why they cannot fight."""
    key = (
        setting.ruleset.id,
        repr(sorted(setting.options.items())),
        setting.house,
        repr(one),
        repr(other),
        repr(asked),
    )
    if key not in _KNOWN:
        try:
            answer = read_duel(setting, {"A": one, "B": other}, **asked).answer()
            _KNOWN[key] = (answer.wins("A"), answer.wins("B"))
        except Refusal as refusal:
            _KNOWN[key] = setting.say(refusal.problems[0].message)
        while len(_KNOWN) > MOST_KNOWN:
            _KNOWN.popitem(last=False)
    return _KNOWN[key]
