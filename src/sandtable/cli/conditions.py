"""Conditions of a form in words."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.cli import texts
from sandtable.kernel.messages import joined
from sandtable.kernel.record import Scalar
from sandtable.umpire import form_views

LONGEST_LIST = 12  # values; beyond that the others are counted


def condition_text(condition: form_views.Condition, *, negated: bool = False) -> str:
    """A condition as a phrase: ``unit is Artillery``."""
    if isinstance(condition, form_views.NotOf):
        return condition_text(condition.not_, negated=not negated)
    if isinstance(condition, form_views.FieldIn):
        return _value_text(condition.field, condition.in_, negated=negated)
    every = isinstance(condition, form_views.AllOf) is not negated
    conditions = condition.all if isinstance(condition, form_views.AllOf) else condition.any
    parts = [condition_text(part, negated=negated) for part in conditions]
    return (" and " if every else " or ").join(dict.fromkeys(parts))


def _value_text(field: str, values: Sequence[Scalar | None], *, negated: bool) -> str:
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
