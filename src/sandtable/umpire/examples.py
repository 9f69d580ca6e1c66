"""The shortest form of an action that will do, found by asking the reader what it misses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel.form import FieldSpec, SettledField, specs_of
from sandtable.kernel.messages import Style
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.reader import legal_choices
from sandtable.kernel.ruleset import Action
from sandtable.umpire.setting import Setting

ROUNDS = 24  # a field may be needed only because of another, and a value refused because of another
PATIENCE = 8  # rounds with the same units


def example(
    setting: Setting, action: Action, known: Mapping[str, Any], first: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Fields that make a whole form: ``first`` those that are told, then from what is ``known`` of the commonest case, else the first
    choice there is.
    """
    fields: dict[str, Any] = dict(first or {})
    for attempt in range(1, ROUNDS + 1):
        problems = _problems(setting, action, fields)
        for problem in problems:
            # Where one unit cannot be right by itself, another is added.
            field = problem.field.partition(".")[0] if attempt % PATIENCE == 0 else problem.field
            for name, spec in _wanted(action, field, fields):
                settled = spec.under(setting.tables)
                named = setting.say_if_any(f"field_example.{spec.name}")
                fields[name] = named or _value(settled, setting.style, problem, known, tried=fields.get(name))
        if not problems:
            break
    return fields


def _problems(setting: Setting, action: Action, fields: Mapping[str, Any]) -> tuple[Problem, ...]:
    try:
        setting.form(action, setting.with_shown_bands(action, fields))
    except Refusal as refusal:
        return refusal.problems
    return ()


def _wanted(action: Action, name: str, fields: Mapping[str, Any]) -> list[tuple[str, FieldSpec]]:
    """The field of that name; of a group that is too small, one more unit's fields."""
    outer, *inner = name.split(".")
    spec = next((one for one in action.fields if one.name == outer), None)
    if spec is None:
        return []
    if spec.group is None:
        return [(name, spec)]
    members = specs_of(spec.group)
    if inner:
        return [(name, one) for one in members if one.name == inner[-1]]
    number = len({known.split(".")[1] for known in fields if known.startswith(f"{outer}.")}) + 1
    needed = [one for one in members if one.usual is None and not one.optional and one.needed is None]
    telling = [one for one in members if one.kind != "text"]  # a name may be somebody else's already
    return [(f"{outer}.{number}.{one.name}", one) for one in needed or (telling or members)[:1]]


def _value(spec: SettledField, style: Style, problem: Problem, known: Mapping[str, Any], tried: Any) -> Any:
    """A value that has not been refused yet: the commonest, the next choice, a larger number."""
    legal = legal_choices(spec, style)
    choices = [choice for choice in problem.choices if choice in legal] or list(legal)
    if spec.name in known and tried is None and (not choices or known[spec.name] in choices):
        return known[spec.name]
    if choices:
        return choices[(choices.index(tried) + 1) % len(choices) if tried in choices else 0]
    if spec.kind not in {"number", "distance"}:
        return spec.name
    return _next_number(spec, tried)


def _next_number(spec: SettledField, tried: Any) -> int:
    """One, and if that is refused twice as much and so on; then from the lowest upwards."""
    if not isinstance(tried, int):
        return min(max(spec.lowest, 1), spec.highest)
    if tried >= spec.highest:
        return spec.lowest
    return min(spec.highest, 2 * tried) if tried > 0 else tried + 1
