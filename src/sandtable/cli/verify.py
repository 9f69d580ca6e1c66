"""``sandtable verify``: run a battle's log again and say what differs."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer

from sandtable.battle.engine.commitment import commitment
from sandtable.battle.engine.log import Log
from sandtable.battle.engine.verify import Difference, Verification
from sandtable.battle.engine.verify import verify as checked
from sandtable.battle.rules import TableRules
from sandtable.battle.scenario.texts import scenario_words
from sandtable.battle.texts import catalogue
from sandtable.cli import texts
from sandtable.cli.logs import open_log
from sandtable.cli.options import AsJson
from sandtable.cli.problems import in_words, speak
from sandtable.cli.screen import show_json
from sandtable.cli.table_words import table_words
from sandtable.kernel.messages import Message

LONGEST = 160  # characters of a value that is shown
CODES = {"ok": 0, "differs": 1, "not_vouched_for": 4}  # exit codes; what cannot be read is refused with the usual 2

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
        list[str] | None,
        typer.Option(
            "--seed",
            metavar="SEED",
            help="A seed that the log does not have: its own, or that of a battle it branched from. Repeatable.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Give every order of a battle again, throw every die again, and say what differs.

    Exit codes: 0, all of it is as it should be; 1, something differs; 2, the file cannot be read; 4, nothing differs, but the log cannot be
    vouched for: the battle is not over, a seed is missing, or it was played under other rules.
    """
    speak(as_json=as_json, words=table_words)
    found, rules = open_log(log)
    given = {commitment(each): each for each in seed or ()}
    wanted = {found.commitment, *(origin.commitment for origin in found.origins)}
    own = given.get(found.commitment) or next((each for promise, each in given.items() if promise not in wanted), None)
    others = {promise: each for promise, each in given.items() if promise in wanted - {found.commitment}}
    outcome = checked(rules, found, own, others)
    if as_json:
        promises = {"commitment": found.commitment, "seal": found.seal.chain if found.seal else None}
        show_json({"status": outcome.verdict.value, "file": log, **promises, **_plain(outcome)})
    else:
        sys.stdout.write(_words(outcome, found, rules))
    if outcome.verdict.value != "ok":
        raise typer.Exit(CODES[outcome.verdict.value])


def _plain(outcome: Verification) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "orders": outcome.orders,
        "dice": outcome.dice,
        "measurements": outcome.measurements,
        "typed": outcome.typed,
        "unchecked": outcome.unchecked,
        "gaps": [gap.value for gap in outcome.gaps],
    }
    differences = [
        {
            "what": one.what.value,
            "entry": one.entry,
            "about": one.about,
            "logged": one.logged,
            "found": one.again,
            "problems": [in_words(problem) for problem in one.problems],
        }
        for one in outcome.differences
    ]
    return {**plain, "differences": differences}


def _words(outcome: Verification, log: Log, rules: TableRules[Any]) -> str:
    said = {"orders": outcome.orders, "dice": outcome.dice, "facts": outcome.measurements}
    lines: list[str] = []
    if all(one.what.value == "rules_version" for one in outcome.differences):
        lines.append(texts.say("cli.verify.sound", **said))
        if outcome.differences:
            lines.append(texts.say("cli.verify.older", version=log.rules_version, now=rules.rules_version))
    else:
        for one in outcome.differences:
            lines += _difference(one, rules)
        count = len(outcome.differences)
        lines.append(texts.say("cli.verify.differs", differences=count, orders=outcome.orders))
    if outcome.typed:
        lines.append(texts.say("cli.verify.typed", typed=outcome.typed))
    if outcome.unchecked:
        lines.append(texts.say("cli.verify.unchecked", unchecked=outcome.unchecked))
    lines += [texts.say(f"cli.verify.gap.{gap.value}") for gap in outcome.gaps]
    lines.append(texts.say("cli.verify.promise", promise=log.commitment))
    if log.seal is not None:
        lines.append(texts.say("cli.verify.seal", seal=log.seal.chain))
    return "\n".join(lines) + "\n"


def _difference(one: Difference, rules: TableRules[Any]) -> list[str]:
    what = texts.say(f"cli.verify.what.{one.what.value}", about=one.about)
    lines = [
        texts.say("cli.verify.entry", entry=one.entry, what=what)
        if one.entry
        else texts.say("cli.verify.whole", what=what)
    ]
    lines += [
        texts.say(f"cli.verify.{side}", value=_short(value))
        for side, value in (("logged", one.logged), ("found", one.again))
        if value is not None
    ]
    return lines + [f"    {_said(problem.message, rules)}" for problem in one.problems]


def _said(message: Message, rules: TableRules[Any]) -> str:
    """A problem of the table, or of the scenario that it was to be set up from."""
    words = catalogue(rules)
    return words.say(message) if message.id in words else scenario_words(message, rules.name)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"
