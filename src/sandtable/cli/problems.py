"""What is wrong with an input, told on standard error: every problem with its place and what would be right."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any

from sandtable.cli import texts
from sandtable.kernel import codec
from sandtable.kernel.messages import PLAIN, Catalogue, Message, Style
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.texts import kernel_catalogue
from sandtable.umpire.problems import Problem as ToldProblem
from sandtable.umpire.problems import Problems, problem_view

Words = Callable[
    [], Iterable[Catalogue]
]  # catalogues that a command's problems are told from, beside the command line's own


def _no_words() -> Iterable[Catalogue]:
    return ()


class Manner:
    """How this run tells its problems: set by the command as soon as it knows."""

    as_json = False
    ruleset = ""
    style = PLAIN
    words: Words = staticmethod(_no_words)


def speak(ruleset: str = "", *, as_json: bool = False, style: Style = PLAIN, words: Words = _no_words) -> None:
    """Say of which ruleset, in whose words, in which measure, and whether in JSON, problems are told from now on."""
    Manner.ruleset, Manner.as_json, Manner.style = ruleset, as_json, style
    Manner.words = staticmethod(words)


def speak_of(ruleset: str) -> None:
    """Say of which ruleset problems are told from now on; how they are told stays."""
    Manner.ruleset = ruleset


def problem(field: str, message_id: str, *choices: str, **parameters: Any) -> Problem:
    """A problem of the command line's own."""
    return Problem(field, Message.of(message_id, **parameters), choices)


def refuse(field: str, message_id: str, *choices: str, **parameters: Any) -> Refusal:
    """A refusal with a single problem of the command line's own."""
    return Refusal([problem(field, message_id, *choices, **parameters)])


def words(message: Message) -> str:
    """Put a problem's message into words: the command line's, those that the command has named, else the kernel's."""
    for catalogue in (texts.catalogue(), *Manner.words()):
        if message.id in catalogue:
            return catalogue.say(message, Manner.style)
    return kernel_catalogue().say(message, Manner.style)


def in_words(one: Problem) -> ToldProblem:
    """A problem in words."""
    return problem_view(one, words)


def tell_refusal(refusal: Refusal) -> None:
    """All problems, on standard error."""
    told = [in_words(one) for one in refusal.problems]
    if Manner.as_json:
        written = codec.write(Problems(problems=tuple(told)))
        sys.stderr.write(json.dumps(written, ensure_ascii=False, indent=2) + "\n")
        return
    sys.stderr.write(lines(told))


def lines(problems: Iterable[ToldProblem]) -> str:
    """Problems as lines of text."""
    written: list[str] = []
    for one in problems:
        rule = f" ({one.rule})" if one.rule else ""
        place = f"{one.field}: " if one.field else ""
        written.append(f"{place}{one.message}{rule}")
        if one.choices:
            written.append(f"    {texts.say('cli.problem.choices', choices=', '.join(one.choices))}")
    return "\n".join(written) + "\n"


def tell_aside(sentence: str) -> None:
    """Something worth knowing that is no result."""
    if not Manner.as_json:
        sys.stderr.write(f"{sentence}\n")
