"""The desk: one call by name, a JSON object in, a JSON object out. It keeps no state between calls."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args, get_type_hints

from sandtable.kernel import codec, registry
from sandtable.kernel.drivers import Asking, Finished
from sandtable.kernel.flaw import Flaw
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.reader import Form, may_pass
from sandtable.kernel.record import Record
from sandtable.kernel.ruleset import Action
from sandtable.kernel.stream import DiceStream
from sandtable.kernel.texts import kernel_catalogue
from sandtable.paper.sheet import PAPERS, DoesNotFitError, reference_sheet
from sandtable.umpire import (
    bodies,
    books,
    catalogue_views,
    description,
    duel_views,
    house,
    house_views,
    ledger_views,
    odds_views,
    problems,
    roster,
    roster_views,
    rulebook_views,
    screen_views,
    verdict_views,
)
from sandtable.umpire.duels import matrix, telling
from sandtable.umpire.duels.duel import ROUNDS
from sandtable.umpire.duels.reading import read_duel
from sandtable.umpire.log import read_log, with_entry
from sandtable.umpire.names import notes, read_names
from sandtable.umpire.odds import MOST_OUTCOMES, odds_view
from sandtable.umpire.resolution import asking_view, assumable, finished_view, resolve, with_ends
from sandtable.umpire.setting import Setting, read_answers, read_setting, unworkable_house_rules

LOG = logging.getLogger("sandtable.umpire")
MOST_TOLD = 100  # problems of one call; nobody reads more, and whoever sends thousands means harm
LARGEST_BODY = 5_000_000  # characters; a long day's log is a tenth of that
Body = Mapping[str, Any]
Reply = dict[str, Any]


def catalogue(body: Body) -> catalogue_views.Catalogue:  # noqa: ARG001 - every call carries a body
    """Every ruleset in a few words."""
    return description.listing()


def ruleset(body: Body) -> screen_views.Ruleset:
    """The whole screen of a ruleset."""
    return description.screen(read_setting(body))


def picture(body: Body) -> catalogue_views.Picture:
    """The picture of a ruleset, above the list of games."""
    return description.picture(read_setting(body).ruleset)


def odds(body: Body) -> odds_views.Odds:
    """Exact odds of an action."""
    setting = read_setting(body)
    action = setting.action(body.get("action"))
    form = setting.form(action, body.get("fields", {}))
    # A page that only draws the rows does without the list of verdicts, which is the longest part of a large law.
    most = MOST_OUTCOMES if body.get("outcomes", True) else 0
    view = odds_view(setting, action, form, read_answers(body.get("answers")), most)
    return replace(view, notes=_notes(setting, action, form, body), left_out=_left_out(form))


def resolve_action(body: Body) -> verdict_views.Verdict | verdict_views.Ask:
    """The next request of an action, or its verdict; with a log, the books that have it in them."""
    setting = read_setting(body)
    action = setting.action(body.get("action"))
    meta, entries = body.get("meta") or {}, body.get("entries")
    if not isinstance(meta, Mapping):
        raise refuse("meta", "kernel.desk.part", part="meta")
    form = setting.form(action, body.get("fields", {}), overrule=bool(body.get("overrule") or meta.get("overruled")))
    if entries is not None and not isinstance(entries, list):
        raise refuse("entries", "kernel.desk.part", part="entries")
    throw_next = bool(body.get("throw_next"))
    dice = _stream(body) if throw_next or body.get("dice", "app") == "app" else None
    before = _throws(body)
    result = resolve(
        setting,
        action,
        form,
        read_answers(body.get("answers")),
        dice,
        throw_next=throw_next,
        assumed=assumable(setting, action, form) if body.get("assume") else (),
        earlier=read_answers(body.get("earlier")),
    )
    throws, told = dice.throws if dice else before, _notes(setting, action, form, body)
    if isinstance(result, Asking):
        ask = with_ends(setting, action, form, result, asking_view(setting, result))
        return replace(ask, throws=throws, notes=told, left_out=_left_out(form))
    verdict = finished_view(setting, action, form, result, {**meta, **_overruled(setting, form)})
    ledger = None if entries is None else _books_with(setting, entries, verdict.record, form, result)
    return replace(verdict, throws=throws, notes=told, left_out=_left_out(form), ledger=ledger)


def _overruled(setting: Setting, form: Form) -> dict[str, list[str]]:
    """The objections that the players let pass, for the log; nothing where there were none."""
    told = [
        f"{setting.say(problem.message)} ({problem.rule})" if problem.rule else setting.say(problem.message)
        for problem in form.overruled
    ]
    return {"overruled": told} if told else {}


def _books_with(
    setting: Setting, entries: list[Any], record: Record, form: Form, finished: Finished[Any]
) -> ledger_views.Ledger | None:
    """The books with one more entry; none where the log before it cannot be read, which is no reason to keep the verdict back."""
    try:
        log = read_log(setting, entries)
    except Refusal:
        return None
    return books.ledger_view(setting, with_entry(log, record, form.situation, finished))


def _notes(setting: Setting, action: Action, form: Form, body: Body) -> tuple[str, ...]:
    """What people should know of names in their form: those that are not in the roster."""
    return notes(setting, action, form.fields, read_names(body.get("names")))


def _left_out(form: Form) -> tuple[str, ...]:
    """The names of fields that were sent and do not count in this form."""
    return (*form.elsewhere, *form.left_out)


def ledger(body: Body) -> ledger_views.Ledger:
    """What the umpire remembers of a game."""
    setting = read_setting(body)
    return books.ledger_view(setting, read_log(setting, body.get("entries", [])))


def rulebook(body: Body) -> rulebook_views.Rulebook:
    """The rules in our words."""
    return description.rulebook(read_setting(body))


def log_text(body: Body) -> ledger_views.LogText:
    """A log as plain text."""
    setting = read_setting(body)
    return books.log_text(setting, read_log(setting, body.get("entries", [])))


def read_roster(body: Body) -> roster_views.RosterRecords:
    """An order of battle, read."""
    return roster_views.RosterRecords(entries=roster.read_roster(read_setting(body), body.get("text")))


def armies(body: Body) -> roster_views.Armies:
    """The battles whose armies can be entered in the roster at once."""
    return roster.armies(read_setting(body))


def change_roster(body: Body) -> roster_views.RosterRecords:
    """A unit entered, changed or struck off, or a battle's army entered: as the records to be written."""
    setting = read_setting(body)
    if setting.ruleset.read_roster is None:
        raise refuse("whom", "kernel.desk.no_roster")
    log = read_log(setting, body.get("entries", []))
    if body.get("army"):
        return roster_views.RosterRecords(entries=roster.records_of_army(setting, log, body["army"]))
    return roster_views.RosterRecords(
        entries=roster.records_of_change(setting, log, body.get("whom") or "", body.get("fields"))
    )


def numbers(body: Body) -> house_views.Numbers:
    """The numbers that a rule gives, as they stand in force."""
    return house.numbers(read_setting(body), body.get("rule"))


def number(body: Body) -> house_views.NumberChange:
    """What a house rule would make of one number."""
    return house.changed_number(read_setting(body), body.get("path"), body.get("at"), body.get("value"))


def paths(body: Body) -> house_views.Paths:
    """Every entry that a house file may set."""
    return house.paths(read_setting(body))


def reference(body: Body) -> rulebook_views.Reference:
    """The quick reference sheet with the tables in force."""
    setting, paper = read_setting(body), body.get("paper", "a4")
    if not isinstance(paper, str) or paper not in PAPERS:
        raise refuse("paper", "kernel.desk.part", tuple(PAPERS), part="paper")
    try:
        sheet = reference_sheet(setting.ruleset, setting.tables, paper, house_name=setting.house_name)
    except DoesNotFitError:
        sheet = None
    return rulebook_views.Reference(pages=sheet.drawings if sheet else ())


def duel(body: Body) -> duel_views.Duel:
    """What comes of units that act against each other by a script, exactly."""
    asked = read_duel(read_setting(body), **_duel_asked(body), units=_duel_units(body))
    return telling.duel_view(asked, asked.answer())


def duel_form(body: Body) -> duel_views.DuelForm:
    """What a duel can be asked with."""
    return telling.duel_form(read_setting(body), _part(body, "script", str, ""), _part(body, "units", Mapping, {}))


def duel_matrix(body: Body) -> duel_views.DuelMatrix:
    """Rows of a matrix: a unit of every kind against every other."""
    setting = read_setting(body)
    base = body.get("unit")
    if not isinstance(base, str | Mapping):
        raise refuse("unit", "kernel.desk.part", part="unit")
    units = matrix.variants(setting, base, _part(body, "vary", str, ""))
    first, count = _part(body, "first", int, 0), _part(body, "count", int, len(units))
    chosen = range(len(units))[max(0, first) : max(0, first) + max(0, count)]
    asked = _duel_asked(body)
    return telling.matrix_view(units, first, [matrix.row(setting, units, one, **asked) for one in chosen])


def _duel_asked(body: Body) -> dict[str, Any]:
    """The script of a duel, its fields, its end and how many rounds are looked at."""
    until = body.get("until")
    if until is not None and not (isinstance(until, list) and all(isinstance(one, str) for one in until)):
        raise refuse("until", "kernel.desk.part", part="until")
    return {
        "script": _part(body, "script", str, ""),
        "fields": _part(body, "fields", Mapping, {}),
        "until": until,
        "rounds": _part(body, "rounds", int, ROUNDS),
    }


def _duel_units(body: Body) -> Mapping[str, Any]:
    units: Mapping[str, Any] = _part(body, "units", Mapping, {})
    for label, told in units.items():
        if not isinstance(told, str | Mapping):
            raise refuse(f"units.{label}", "kernel.desk.part", part=f"units.{label}")
    return units


def _part(body: Body, part: str, kind: type[Any], usual: Any) -> Any:
    value = body.get(part, usual)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise refuse(part, "kernel.desk.part", part=part)
    return value


@dataclass(frozen=True, slots=True)
class Call:
    """One of the desk's calls: what answers it, and how what it is sent is described."""

    answer: Callable[[Body], Any]
    body: type[Any]

    @property
    def about(self) -> str:
        """What it does, in a sentence."""
        return self.answer.__doc__ or ""

    @property
    def replies(self) -> tuple[type[Any], ...]:
        """What it may answer when nothing is wrong."""
        told = get_type_hints(self.answer)["return"]
        return get_args(told) or (told,)


CALLS: Mapping[str, Call] = {
    "catalogue": Call(catalogue, bodies.Nothing),
    "ruleset": Call(ruleset, bodies.Setting),
    "picture": Call(picture, bodies.Setting),
    "odds": Call(odds, bodies.OddsBody),
    "resolve": Call(resolve_action, bodies.ResolveBody),
    "ledger": Call(ledger, bodies.LogBody),
    "rulebook": Call(rulebook, bodies.Setting),
    "numbers": Call(numbers, bodies.NumbersBody),
    "number": Call(number, bodies.NumberBody),
    "paths": Call(paths, bodies.Setting),
    "reference": Call(reference, bodies.SheetBody),
    "log_text": Call(log_text, bodies.LogBody),
    "read_roster": Call(read_roster, bodies.RosterBody),
    "armies": Call(armies, bodies.Setting),
    "change_roster": Call(change_roster, bodies.RosterChange),
    "duel": Call(duel, bodies.DuelBody),
    "duel_form": Call(duel_form, bodies.DuelFormBody),
    "duel_matrix": Call(duel_matrix, bodies.DuelMatrixBody),
}


def call(name: Any, body: Any) -> Reply:
    """Answer one call; what cannot be done comes back as problems."""
    try:
        if not isinstance(name, str) or name not in CALLS:
            raise refuse("", "kernel.desk.unknown_call", tuple(CALLS), name=str(name))
        if not isinstance(body, Mapping):
            raise refuse("", "kernel.desk.no_object")
        reply: Reply = codec.write(_worked_out(CALLS[name].answer, body))
    except Refusal as refusal:
        reply = codec.write(problems.Problems(problems=_in_words(body, refusal.problems[:MOST_TOLD])))
    return reply


def _worked_out(answered: Callable[[Body], Any], body: Body) -> Any:
    """The answer to a call. Where house rules lead a rule into nonsense they are refused, and where a ruleset fails in its own
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
    """The error to raise: a refusal where house rules or the ruleset's own files led to it, else the error itself."""
    if body.get("house"):
        setting = read_setting(body)
        if setting.tables.overridden:
            return unworkable_house_rules(setting)
    name = body.get("ruleset")
    blamed = registry.ruleset_at_fault(error, name if isinstance(name, str) else "")
    if blamed is None:
        return error
    LOG.error("The ruleset %s stumbled", name, exc_info=error)
    return blamed.refusal()


def answer(name: str, body_json: str) -> str:
    """Answer one call in JSON text, as the browser's own Python asks."""
    if len(body_json) > LARGEST_BODY:
        return json.dumps(codec.write(refusal_view("kernel.desk.too_large")), separators=(",", ":"))
    try:
        body_json.encode()
        body = json.loads(body_json)
        if "\\ud" in body_json.lower():  # half a character, which could not be sent back
            json.dumps(body, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        body = None
    return json.dumps(call(name, body), ensure_ascii=False, separators=(",", ":"))


def refusal_view(message_id: str) -> problems.Problems:
    """A refusal that is about a call as a whole, in the kernel's own words."""
    return problems.Problems(
        problems=(problems.problem_view(Problem("", Message(message_id)), kernel_catalogue().say),)
    )


def _in_words(body: Any, wrong: Iterable[Problem]) -> tuple[problems.Problem, ...]:
    """Problems in words: the ruleset's own where the call names one, in the players' measure and with their numbers; else the kernel's."""
    for parts in (("ruleset", "options", "house", "style"), ("ruleset", "style"), ("ruleset",)):
        setting = _setting_of(body, parts)
        if setting is not None:
            return tuple(
                problems.problem_view(one, setting.say, may_pass=_may_pass(setting, body, one)) for one in wrong
            )
    return tuple(problems.problem_view(one, kernel_catalogue().say) for one in wrong)


def _may_pass(setting: Setting, body: Mapping[str, Any], problem: Problem) -> bool:
    """Whether the players may let a problem with their form pass."""
    name = body.get("action")
    action = setting.ruleset.by_id.get(name) if isinstance(name, str) else None
    return action is not None and may_pass(problem, action)


def _setting_of(body: Any, parts: tuple[str, ...]) -> Setting | None:
    """The setting read from these parts of a call; None where they cannot be read."""
    if not isinstance(body, Mapping):
        return None
    try:
        return read_setting({part: body.get(part) for part in parts})
    except Refusal:
        return None


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
