"""Running an action with the answers that were typed, and with whoever can be asked for the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.cli.case import Case
from sandtable.kernel.drivers import Asking, Given
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Request
from sandtable.kernel.stream import DiceStream
from sandtable.umpire.odds import refuse_unused
from sandtable.umpire.resolution import Outcome, resolve
from sandtable.umpire.setting import Setting

Asked = Callable[[Asking[Any]], Given | None]  # None: nobody answers any more


def resolve_case(case: Case, dice: DiceStream | None, *, usual: bool, asked: Asked | None = None) -> Outcome:
    """Run the action: typed answers first, then dice and usual answers, then whoever can be asked."""
    given = dict(case.answers)
    before = dice.throws if dice else 0
    while True:
        if dice:
            dice.throws = before  # every run starts again from the first throw of this action
        result = resolve(case.setting, case.action, case.form, given, dice, usual=usual)
        told = asked(result) if isinstance(result, Asking) and asked else None
        if not isinstance(result, Asking) or told is None:
            _refuse_unasked(case, result, given)
            return result
        given[result.key] = told


def _refuse_unasked(case: Case, result: Outcome, given: Mapping[str, Given]) -> None:
    """Refuse answers that could never be asked for. The rule has stopped half-way, so they may still be meant for something later."""
    if not isinstance(result, Asking):
        return
    known = {**case.form.answers, **given}
    later = case.action.law(case.form.situation, case.setting.tables, known).requests
    asked = [*(step.key for step in result.steps), result.key]
    refuse_unused({key: answer for key, answer in given.items() if key not in later}, asked)


def question(request: Request, setting: Setting) -> str:
    """A request in words."""
    return setting.say(request.says or Message(f"request.{request.key}"))
