"""What is wrong with an input, told on standard error: every problem with its place and what would be right."""

from __future__ import annotations

import json
import sys
import traceback
from contextlib import suppress
from typing import Any

from sandtable.cli import state, texts
from sandtable.kernel import registry
from sandtable.kernel.messages import PLAIN, Message, Style
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.texts import kernel_catalogue


class _Manner:
    """How this run tells its problems: set by the command as soon as it knows."""

    as_json = False
    ruleset = ""
    style = PLAIN


def speak(ruleset: str = "", *, as_json: bool = False, style: Style = PLAIN) -> None:
    """Say in which ruleset's words, in which measure, and whether in JSON, problems are told from now on."""
    _Manner.ruleset, _Manner.as_json, _Manner.style = ruleset, as_json, style


def problem(field: str, message_id: str, *choices: str, **parameters: Any) -> Problem:
    """A problem of the command line's own."""
    return Problem(field, Message.of(message_id, **parameters), choices)


def refuse(field: str, message_id: str, *choices: str, **parameters: Any) -> Refusal:
    """A refusal with a single problem of the command line's own."""
    return Refusal([problem(field, message_id, *choices, **parameters)])


def words(message: Message) -> str:
    """Put a problem's message into words: the command line's, the ruleset's, the kernel's, else those of scenarios and tables."""
    catalogues = [texts.catalogue(), kernel_catalogue()]
    if _Manner.ruleset:
        with suppress(Refusal):  # a ruleset that does not load has no words of its own
            catalogues.insert(1, registry.ruleset(_Manner.ruleset).catalogue)
    for catalogue in catalogues:
        if message.id in catalogue:
            return catalogue.say(message, _Manner.style)
    return _table_words(message)


def _table_words(message: Message) -> str:
    """The words of scenarios and tables: they cost an import that other commands need not pay."""
    from sandtable.battle.scenario.rules import rulesets_with_tables
    from sandtable.battle.scenario.texts import every_text, scenario_texts
    from sandtable.battle.texts import own_texts

    for catalogue in (own_texts(), scenario_texts()):
        if message.id in catalogue:
            return catalogue.say(message, _Manner.style)
    known = (every_text(name) for name in rulesets_with_tables())
    return next((texts for texts in known if message.id in texts), kernel_catalogue()).say(message, _Manner.style)


def plain(told: Problem) -> dict[str, Any]:
    """A problem as data."""
    return {
        "field": told.field,
        "message": words(told.message),
        "choices": list(told.choices),
        "rule": told.rule,
    }


def tell_refusal(refusal: Refusal) -> None:
    """All problems, on standard error."""
    told = [plain(one) for one in refusal.problems]
    if _Manner.as_json:
        sys.stderr.write(json.dumps({"status": "problems", "problems": told}, ensure_ascii=False, indent=2) + "\n")
        return
    sys.stderr.write(lines(told))


def lines(told: list[dict[str, Any]]) -> str:
    """Problems as lines of text."""
    written: list[str] = []
    for one in told:
        rule = f" ({one['rule']})" if one["rule"] else ""
        place = f"{one['field']}: " if one["field"] else ""
        written.append(f"{place}{one['message']}{rule}")
        if one["choices"]:
            written.append(f"    {texts.say('cli.problem.choices', choices=', '.join(one['choices']))}")
    return "\n".join(written) + "\n"


def tell_aside(sentence: str) -> None:
    """Something worth knowing that is no result."""
    if not _Manner.as_json:
        sys.stderr.write(f"{sentence}\n")


def tell_fault(error: Exception) -> None:
    """A fault of the program, or of a ruleset from outside: a sentence for the user, the details in a file for whoever mends it."""
    details = "".join(traceback.format_exception(error))
    try:
        place = str(state.write("fault.txt", details))
    except OSError:
        place = ""
    blamed = registry.blamed(error, _Manner.ruleset)
    if blamed is not None:
        message = words(blamed.reason)
    else:
        message = texts.say("cli.fault.told", place=place) if place else texts.say("cli.fault.short")
    if _Manner.as_json:
        sys.stderr.write(json.dumps({"status": "fault", "message": message}, ensure_ascii=False) + "\n")
        return
    sys.stderr.write(f"{message}\n")
