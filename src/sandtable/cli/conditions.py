"""Conditions of a form in words."""

from __future__ import annotations

from typing import Any

from sandtable.cli import texts
from sandtable.kernel.messages import joined

LONGEST_LIST = 12  # values; beyond that the others are counted


def condition_text(condition: dict[str, Any], *, negated: bool = False) -> str:
    """A condition as a phrase: ``unit is Artillery``."""
    if "not" in condition:
        return condition_text(condition["not"], negated=not negated)
    if "all" in condition or "any" in condition:
        every = ("all" in condition) is not negated
        parts = [condition_text(part, negated=negated) for part in condition.get("all") or condition["any"]]
        return (" and " if every else " or ").join(dict.fromkeys(parts))
    return _value_text(condition["field"], condition["in"], negated=negated)


def _value_text(field: str, values: list[Any], *, negated: bool) -> str:
    told = [value for value in values if value is not None]
    if not told:
        return texts.say("cli.condition.given" if negated else "cli.condition.left_out", field=field)
    if told in ([True], [False]):
        return texts.say("cli.condition.yes" if (told == [True]) is not negated else "cli.condition.no", field=field)
    names = [str(value) for value in told[:LONGEST_LIST]]
    if len(told) > LONGEST_LIST:
        names.append(texts.say("cli.condition.others", number=len(told) - LONGEST_LIST))
    message = "cli.condition.is_not" if negated else "cli.condition.is"
    return texts.say(message, field=field, values=joined(names).replace(" and ", " or "))
