"""``sandtable verify``: run a battle's log again and say what differs."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli import texts
from sandtable.cli.case import AsJson
from sandtable.cli.problems import speak
from sandtable.cli.screen import show_json

if TYPE_CHECKING:
    from sandtable.battle.verify import Difference, Verification
    from sandtable.kernel.messages import Catalogue

LONGEST = 160  # characters of a value that is shown
DIFFERS = 1

LogFile = Annotated[
    str,
    typer.Argument(
        metavar="LOG", help="The log of a battle, as sandtable battle or the table has written it.", show_default=False
    ),
]


def add_to(app: typer.Typer) -> None:
    """Offer the command."""
    app.command()(verify)


def verify(
    log: LogFile,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="SEED", help="The seed, where the log does not have it.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Give every order of a battle again, throw every die again, and say what differs (exit code 1 if anything does)."""
    from sandtable.battle.texts import catalogue
    from sandtable.battle.verify import verify as checked
    from sandtable.cli.logs import opened

    speak(as_json=as_json)
    found, rules = opened(log)
    outcome = checked(rules, found, seed)
    if as_json:
        show_json({"status": "ok" if outcome.sound else "differs", "file": log, **_plain(outcome)})
    else:
        sys.stdout.write(_words(outcome, catalogue(rules)))
    if not outcome.sound:
        raise typer.Exit(DIFFERS)


def _plain(outcome: Verification) -> dict[str, Any]:
    from sandtable.battle import codec

    plain: dict[str, Any] = {
        "orders": outcome.orders,
        "dice": outcome.dice,
        "measurements": outcome.measurements,
        "typed": outcome.typed,
        "unchecked": outcome.unchecked,
    }
    differences = [
        {
            "what": one.what.value,
            "entry": one.entry,
            "about": one.about,
            "logged": one.logged,
            "found": one.found,
            "problems": [codec.write(problem) for problem in one.problems],
        }
        for one in outcome.differences
    ]
    return {**plain, "differences": differences}


def _words(outcome: Verification, words: Catalogue) -> str:
    said = {"orders": outcome.orders, "dice": outcome.dice, "facts": outcome.measurements}
    lines: list[str] = []
    if outcome.sound:
        lines.append(texts.say("cli.verify.sound", **said))
    else:
        for one in outcome.differences:
            lines += _difference(one, words)
        count = len(outcome.differences)
        lines.append(texts.say("cli.verify.differs", differences=count, orders=outcome.orders))
    if outcome.typed:
        lines.append(texts.say("cli.verify.typed", typed=outcome.typed))
    if outcome.unchecked:
        lines.append(texts.say("cli.verify.unchecked", unchecked=outcome.unchecked))
    return "\n".join(lines) + "\n"


def _difference(one: Difference, words: Catalogue) -> list[str]:
    what = texts.say(f"cli.verify.what.{one.what.value}", about=one.about)
    lines = [
        texts.say("cli.verify.entry", entry=one.entry, what=what)
        if one.entry
        else texts.say("cli.verify.whole", what=what)
    ]
    lines += [
        texts.say(f"cli.verify.{side}", value=_short(value))
        for side, value in (("logged", one.logged), ("found", one.found))
        if value is not None
    ]
    return lines + [f"    {words.say(problem.message)}" for problem in one.problems]


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"
