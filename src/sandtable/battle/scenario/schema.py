"""The JSON schema of scenario files, so that editors complete them and mark what is wrong. It is made from the reader's own keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.battle.scenario.keys import MOST_PLACES, MOST_TEXTS, Key, keys_of
from sandtable.battle.scenario.rules import ScenarioRules
from sandtable.battle.scenario.values import ID
from sandtable.kernel.options import OptionSpec

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_NUMBER = {"type": "number"}
_POINT = {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2}
_POSE = {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 3}


def schema(rules: ScenarioRules) -> dict[str, Any]:
    """The schema of one ruleset's scenarios."""
    made = _object(keys_of(rules))
    # An editor's own key, which points a file to its schema.
    return {"$schema": DRAFT, "title": f"Scenario for {rules.ruleset.id}", **made}


def _object(keys: Sequence[Key]) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": "object",
        "properties": {key.name: {"description": key.about, **_value(key)} for key in keys},
        "additionalProperties": False,
    }
    needed = [key.name for key in keys if key.needed]
    return made | ({"required": needed} if needed else {})


def _value(key: Key) -> dict[str, Any]:
    match key.kind:
        case "text" | "word":
            return {"type": "string", "enum": list(key.choices)} if key.choices else {"type": "string", "minLength": 1}
        case "id":
            return {"type": "string", "pattern": f"^{ID.pattern}$"}
        case "texts":
            return {"type": "array", "items": {"type": "string", "minLength": 1}, "maxItems": MOST_TEXTS}
        case "yes_no":
            return {"type": "boolean"}
        case "whole":
            return {"type": "integer", "minimum": key.least, "maximum": key.most}
        case "setting":
            return {"type": ["integer", "string"]}
        case "span":
            number = {"type": "integer", "minimum": key.least, "maximum": key.most}
            return {"anyOf": [number, {"type": "array", "items": number, "minItems": 2, "maxItems": 2}]}
        case "length":
            return {"type": "number", "minimum": key.least, "maximum": key.most}
        case "angle":
            return dict(_NUMBER)
        case "table":
            return _object(key.inner)
        case "tables":
            least = {"minItems": 1} if key.needed else {}
            return {"type": "array", "items": _object(key.inner), **least, "maxItems": key.most}
        case "options":
            return _options(key.specs)
        case "house":
            return {"type": "object"}
        case _:
            return _places(key.kind)


def _places(kind: str) -> dict[str, Any]:
    match kind:
        case "point":
            return dict(_POINT)
        case "pose":
            return dict(_POSE)
        case "poses":
            return {"type": "array", "items": _POSE, "minItems": 1, "maxItems": MOST_PLACES}
        case "path":
            return {"type": "array", "items": _POINT, "minItems": 2, "maxItems": MOST_PLACES}
        case _:
            return {"type": "array", "items": _POINT, "minItems": 3, "maxItems": MOST_PLACES}


def _options(specs: Sequence[OptionSpec]) -> dict[str, Any]:
    """Options by name; a name of several parts may also be written as tables, which is left open."""
    made = {spec.name: _option(spec) for spec in specs}
    return {"type": "object", "properties": made}


def _option(spec: OptionSpec) -> dict[str, Any]:
    if spec.kind == "yes_no":
        return {"type": "boolean"}
    if spec.kind == "choice":
        return {} if spec.exact else {"type": "string", "enum": list(spec.choices)}
    return {"type": "integer", "minimum": spec.lowest, "maximum": spec.highest}
