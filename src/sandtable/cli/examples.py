"""The shortest form of an action that will do, found by asking the reader what it misses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel.form import FieldSpec, specs_of
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.reader import legal_choices
from sandtable.kernel.ruleset import Action
from sandtable.umpire.setting import Setting

ROUNDS = 8  # a field may be needed only because of another that was filled in before


def example(setting: Setting, action: Action, known: Mapping[str, Any]) -> dict[str, Any]:
    """Fields that make a whole form: from what is ``known`` of the commonest case, else the first choice there is."""
    fields: dict[str, Any] = {}
    for _ in range(ROUNDS):
        for problem in _problems(setting, action, fields):
            for name, spec in _wanted(action, problem.field):
                fields[name] = _value(spec, problem, known, tried=fields.get(name))
    return fields


def _problems(setting: Setting, action: Action, fields: Mapping[str, Any]) -> tuple[Problem, ...]:
    try:
        setting.form(action, fields)
    except Refusal as refusal:
        return refusal.problems
    return ()


def _wanted(action: Action, name: str) -> list[tuple[str, FieldSpec]]:
    """The field of that name; of a group that is missing, the first unit's fields."""
    outer, _, inner = name.partition(".1.")
    spec = next((one for one in action.fields if one.name == outer), None)
    if spec is None:
        return []
    if spec.group is None:
        return [(name, spec)]
    members = specs_of(spec.group)
    if inner:
        return [(name, one) for one in members if one.name == inner]
    needed = [one for one in members if one.usual is None and not one.optional and one.needed is None]
    return [(f"{outer}.1.{one.name}", one) for one in needed or members[:1]]


def _value(spec: FieldSpec, problem: Problem, known: Mapping[str, Any], tried: Any) -> Any:
    choices = [choice for choice in problem.choices if choice in legal_choices(spec)] or list(legal_choices(spec))
    if spec.name in known and known[spec.name] != tried and (not choices or known[spec.name] in choices):
        return known[spec.name]
    if choices:
        return choices[(choices.index(tried) + 1) % len(choices) if tried in choices else 0]
    return max(spec.lowest, 1) if spec.kind in {"number", "distance"} else spec.name
