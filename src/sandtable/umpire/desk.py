"""The desk: one call by name, a JSON object in, a JSON object out. It keeps no state between calls."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from typing import Any

from sandtable import __version__
from sandtable.kernel import registry
from sandtable.kernel.drivers import Asking
from sandtable.kernel.flaw import Flaw
from sandtable.kernel.messages import Catalogue, Message
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.reader import Form
from sandtable.kernel.ruleset import Action
from sandtable.kernel.stream import DiceStream
from sandtable.kernel.texts import kernel_catalogue
from sandtable.umpire import books, description
from sandtable.umpire.names import notes
from sandtable.umpire.odds import MOST_OUTCOMES, odds_view
from sandtable.umpire.resolution import asking_view, finished_view, resolve, tell_ends
from sandtable.umpire.setting import Setting, given_answers, read_setting, unworkable

LOG = logging.getLogger("sandtable.umpire")
LARGEST_BODY = 5_000_000  # characters; a long day's log is a tenth of that
Body = Mapping[str, Any]
Reply = dict[str, Any]


def catalogue(body: Body) -> Reply:  # noqa: ARG001 - every call carries a body
    """Every ruleset in a few words."""
    listing = description.listing()
    return {"version": __version__, "rulesets": listing.rulesets, "left_out": listing.left_out}


def ruleset(body: Body) -> Reply:
    """The whole screen of a ruleset."""
    return description.screen(read_setting(body))


def picture(body: Body) -> Reply:
    """The picture of a ruleset, above the list of games."""
    return description.picture(read_setting(body).ruleset)


def odds(body: Body) -> Reply:
    """Exact odds of an action."""
    setting = read_setting(body)
    action = setting.action(body.get("action"))
    form = setting.form(action, body.get("fields", {}))
    # A page that only draws the rows does without the list of verdicts, which is the longest part of a large law.
    most = MOST_OUTCOMES if body.get("outcomes", True) else 0
    told = _notes(setting, action, form, body)
    return odds_view(setting, action, form, given_answers(body.get("answers")), most) | told


def resolve_action(body: Body) -> Reply:
    """The next request of an action, or its verdict; with a log, the books that have it in them."""
    setting = read_setting(body)
    log = body.get("entries")
    if log is not None and not isinstance(log, list):
        raise refuse("entries", "kernel.desk.part", part="entries")
    action = setting.action(body.get("action"))
    form = setting.form(action, body.get("fields", {}))
    throw_next = bool(body.get("throw_next"))
    dice = _stream(body) if throw_next or body.get("dice", "app") == "app" else None
    before = dice.throws if dice else _throws(body)
    result = resolve(setting, action, form, given_answers(body.get("answers")), dice, throw_next=throw_next)
    throws = {"throws": dice.throws if dice else before} | _notes(setting, action, form, body)
    if isinstance(result, Asking):
        view = asking_view(setting, result)
        tell_ends(setting, action, form, result, view)
        return {"status": "ask"} | view | throws
    meta = body.get("meta") or {}
    if not isinstance(meta, Mapping):
        raise refuse("meta", "kernel.desk.part", part="meta")
    verdict = finished_view(setting, action, form, result, meta)
    return verdict | throws | {"ledger": None if log is None else _books_with(setting, log, verdict["record"])}


def _books_with(setting: Setting, log: list[Any], record: Reply) -> Reply | None:
    """The books with one more entry; none where the log before it cannot be read, which is no reason to keep the verdict back."""
    try:
        return {"status": "ok"} | books.ledger_view(setting, [*log, {"record": record}])
    except Refusal:
        return None


def _notes(setting: Setting, action: Action, form: Form, body: Body) -> Reply:
    """What people should know of their form: names that are not in the roster, and fields that do not count here."""
    left_out = [*form.elsewhere, *form.left_out]
    return {"notes": notes(setting, action, form.fields, body.get("names")), "left_out": left_out}


def ledger(body: Body) -> Reply:
    """What the umpire remembers of a game."""
    return books.ledger_view(read_setting(body), body.get("entries", []))


def rulebook(body: Body) -> Reply:
    """The rules in our words."""
    return {"chapters": description.rulebook(read_setting(body))}


def log_text(body: Body) -> Reply:
    """A log as plain text."""
    return {"text": books.log_text(read_setting(body), body.get("entries", []))}


def read_roster(body: Body) -> Reply:
    """An order of battle, read."""
    return {"entries": books.read_roster(read_setting(body), body.get("text"))}


CALLS: Mapping[str, Callable[[Body], Reply]] = {
    "catalogue": catalogue,
    "ruleset": ruleset,
    "picture": picture,
    "odds": odds,
    "resolve": resolve_action,
    "ledger": ledger,
    "rulebook": rulebook,
    "log_text": log_text,
    "read_roster": read_roster,
}


def call(name: Any, body: Any) -> Reply:
    """Answer one call; what cannot be done comes back as problems."""
    try:
        if not isinstance(name, str) or name not in CALLS:
            raise refuse("", "kernel.desk.unknown_call", tuple(CALLS), name=str(name))
        if not isinstance(body, Mapping):
            raise refuse("", "kernel.desk.no_object")
        return {"status": "ok"} | _worked_out(CALLS[name], body)
    except Refusal as refusal:
        return {"status": "problems", "problems": [_told(body, problem) for problem in refusal.problems]}


def _worked_out(answered: Callable[[Body], Reply], body: Body) -> Reply:
    """What a call answers. Where house rules lead a rule into nonsense they are refused, and where a ruleset stumbles over its own
    code, texts or tables, its file and line are told: neither is the program's fault.
    """
    try:
        return answered(body)
    except Flaw as flaw:
        raise _explained(flaw, body) from flaw
    except Refusal:
        raise
    except Exception as error:
        raise _explained(error, body) from error


def _explained(error: Exception, body: Body) -> Exception:
    """The error as whoever asked should hear it; itself, where neither house rules nor the ruleset's own files led to it."""
    if body.get("house"):
        setting = read_setting(body)
        if setting.tables.overridden:
            return unworkable(setting)
    name = body.get("ruleset")
    blamed = registry.blamed(error, name if isinstance(name, str) else "")
    if blamed is None:
        return error
    LOG.error("The ruleset %s stumbled", name, exc_info=error)
    return blamed.refusal()


def answer(name: str, body_json: str) -> str:
    """Answer one call in JSON text, as the browser's own Python asks."""
    if len(body_json) > LARGEST_BODY:
        problem = _words(kernel_catalogue(), refuse("", "kernel.desk.too_large").problems[0])
        return json.dumps({"status": "problems", "problems": [problem]})
    try:
        body_json.encode()
        body = json.loads(body_json)
        if "\\ud" in body_json.lower():  # half a character, which could not be sent back
            json.dumps(body, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        body = None
    return json.dumps(call(name, body), ensure_ascii=False, separators=(",", ":"))


def kernel_text(message_id: str) -> str:
    """One of the kernel's own sentences."""
    return kernel_catalogue().say(Message(message_id))


def _told(body: Any, problem: Problem) -> Reply:
    """A problem in words: the ruleset's own where the call names one, in the players' measure and with their numbers; else the kernel's."""
    for parts in (("ruleset", "options", "house", "style"), ("ruleset", "style"), ("ruleset",)):
        setting = _setting_of(body, parts)
        if setting is not None:
            return setting.problem(problem)
    return _words(kernel_catalogue(), problem)


def _setting_of(body: Any, parts: tuple[str, ...]) -> Setting | None:
    """The setting that these parts of a call make, where they can be read."""
    if not isinstance(body, Mapping):
        return None
    try:
        return read_setting({part: body.get(part) for part in parts})
    except Refusal:
        return None


def _words(texts: Catalogue, problem: Problem) -> Reply:
    return {
        "field": problem.field,
        "message": texts.say(problem.message),
        "choices": list(problem.choices),
        "rule": problem.rule,
    }


def _stream(body: Body) -> DiceStream:
    seed = body.get("seed", "")
    if not isinstance(seed, str | int):
        raise refuse("seed", "kernel.desk.part", part="seed")
    return DiceStream(str(seed), _throws(body))


def _throws(body: Body) -> int:
    throws = body.get("throws", 0)
    if not isinstance(throws, int) or isinstance(throws, bool) or throws < 0:
        raise refuse("throws", "kernel.desk.part", part="throws")
    return throws
