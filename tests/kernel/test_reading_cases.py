"""A form read here and in the browser: both sides are held to the cases of one table."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.form import Condition, Every, Not, Some, choice, number, when, yes_no
from sandtable.kernel.messages import PLAIN, Vocabulary
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.ruleset import Action
from sandtable.kernel.verdict import Ruling
from tests.kernel.muster import muster_tables

CASES = json.loads((Path(__file__).parent.parent / "support" / "reading_cases.json").read_text(encoding="utf-8"))


def condition(told: dict[str, Any] | None) -> Condition | None:
    match told:
        case None:
            return None
        case {"all": parts}:
            return Every(tuple(filter(None, map(condition, parts))))
        case {"any": parts}:
            return Some(tuple(filter(None, map(condition, parts))))
        case {"not": part}:
            inner = condition(part)
            assert inner is not None
            return Not(inner)
        case {"field": name, "in": values}:
            return when(name, *values)
    raise AssertionError(told)


def field_of(told: dict[str, Any]) -> Any:
    about: Any = {"needed": condition(told.get("needed")), "usual": told.get("usual"), "optional": True}
    if told["kind"] == "yes_no":
        return yes_no(**about)
    if told["kind"] == "number":
        return number(highest=99, **about)
    made: Any = Vocabulary  # a vocabulary made from names is one to Python, not to its type checker
    return choice(made(told["name"].title(), {value.upper(): value for value in told["choices"]}), **about)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_form_is_read_as_in_the_browser(case):
    situation = dataclasses.make_dataclass(
        "Situation", [(told["name"], Any, field_of(told)) for told in case["fields"]], frozen=True, kw_only=True
    )
    action = Action("act", situation, lambda _, __: Ruling.of("done"), Ruling, "all", ("X-1",))
    form = read_form(action, case["given"], muster_tables(), PLAIN)
    assert isinstance(form, Form), form
    assert form.fields == case["read"]
