"""The roster: units entered by a form, a list or a battle's army, changed and struck off. Each is a record to be written in the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from sandtable.kernel.amending import AMENDED, LISTED_AS, STRUCK, amendments
from sandtable.kernel.drivers import Finished
from sandtable.kernel.form import FieldSpec
from sandtable.kernel.ledger import RosterUnit, known_as, name_key
from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.reader import Form, plain_field
from sandtable.kernel.record import Fields, Record
from sandtable.kernel.ruleset import Action
from sandtable.kernel.spelling import folded
from sandtable.umpire import roster_views
from sandtable.umpire.log import MOST_ENTRIES, Log
from sandtable.umpire.resolution import record_of, resolve
from sandtable.umpire.setting import Setting

Row = Mapping[str, Any]
LIKENESS = 0.6  # of the letters of two words


def read_roster(setting: Setting, text: Any) -> tuple[Record, ...]:
    """An order of battle as records to be written, one a unit."""
    reader = setting.ruleset.read_roster
    if reader is None:
        raise refuse("text", "kernel.desk.no_roster")
    if not isinstance(text, str) or len(text) > MOST_ENTRIES * 100:
        raise refuse("text", "kernel.desk.part", part="text")
    try:
        rows = reader(text, setting.style)
    except Refusal as refusal:
        raise Refusal(_in_words(setting, problem, None) for problem in refusal.problems) from None
    return _entered_all(setting, rows)


def armies(setting: Setting) -> roster_views.Armies:
    """The battles whose armies can be entered at once."""
    return roster_views.Armies(
        armies=tuple(
            roster_views.Army(id=title, label=title, units=len(rows)) for title, rows in _armies(setting).items()
        )
    )


def _armies(setting: Setting) -> Mapping[str, tuple[Row, ...]]:
    found = setting.ruleset.armies
    return found() if found else {}


def records_of_army(setting: Setting, log: Log, title: Any) -> tuple[Record, ...]:
    """The units of a battle that are not on the roster yet, as records to be written."""
    rows = _armies(setting).get(title) if isinstance(title, str) else None
    if rows is None:
        raise refuse("army", "kernel.roster.no_army", tuple(_armies(setting)))
    there = {name_key(unit.name) for unit in log.fold.ledger.roster()}
    missing = [row for row in rows if name_key(str(row.get("name", ""))) not in there]
    if not missing:
        raise refuse("army", "kernel.roster.all_there")
    return _entered_all(setting, missing)


def records_of_change(setting: Setting, log: Log, whom: Any, fields: Any) -> tuple[Record, ...]:
    """The record that enters a unit, changes it or, without fields, strikes it off the roster."""
    names = [unit.name for unit in log.fold.ledger.roster()]
    if not isinstance(whom, str):
        raise refuse("whom", "kernel.desk.part", part="whom")
    listed = known_as(whom, names) if whom else ""
    if (whom and listed not in names) or (fields is None and not listed):
        raise refuse("whom", "kernel.roster.no_unit", names, name=whom)
    if fields is None:
        return (_record(setting, STRUCK, {LISTED_AS: listed}),)
    if not isinstance(fields, Mapping):
        raise refuse("fields", "kernel.desk.part", part="fields")
    told = str(fields.get("name") or "")
    taken = known_as(told, names)
    if taken in names and taken != listed:
        raise refuse("name", "kernel.roster.taken", name=taken)
    if listed:
        return (_record(setting, AMENDED, {**fields, LISTED_AS: listed}),)
    return (_record(setting, setting.ruleset.roster_action, fields),)


def lines_of(setting: Setting, log: Log) -> dict[str, Fields]:
    """What the form of the roster says of each unit, by its name: as it was entered and changed, else what the books know of it."""
    ruleset = setting.ruleset
    if not amendments(ruleset):
        return {}
    entry = setting.action(ruleset.roster_action)
    lines: dict[str, Fields] = {unit.name: _known_line(entry, unit) for unit in log.fold.ledger.roster()}
    for run in log.entries:
        record = run.entry.record
        if record.action in (entry.id, AMENDED) and not run.entry.voided:
            told = {name: value for name, value in record.fields.items() if name != LISTED_AS}
            lines[known_as(str(told.get("name", "")), lines)] = told
    return {name: setting.on_tape(fields, entry) for name, fields in lines.items()}


def _known_line(entry: Action, unit: RosterUnit) -> Fields:
    """What the books know of a unit that no form has entered: a battle's set-up, a force that was raised."""
    own = {"name": unit.name, "side": unit.side}
    names = {spec.name for spec in entry.fields}
    known = {**unit.as_target, **unit.as_actor, **own}
    return {name: plain_field(value) for name, value in known.items() if name in names}


def _entered_all(setting: Setting, rows: Iterable[Row]) -> tuple[Record, ...]:
    """Every row as a record, or all that is wrong with them, each by its line."""
    records: list[Record] = []
    problems: list[Problem] = []
    for number, fields in enumerate(rows, start=1):
        problems += getattr(fields, "problems", ())
        if getattr(fields, "problems", ()):
            continue
        place = getattr(fields, "place", f"unit {number}")
        action = fields.get("action", setting.ruleset.roster_action)
        told = {name: value for name, value in fields.items() if name != "action"}
        try:
            records.append(_record(setting, action, told))
        except Refusal as refusal:
            problems += (problem.inside(place) for problem in refusal.problems)
    if problems:
        raise Refusal(problems)
    return tuple(records)


def _record(setting: Setting, name: Any, fields: Row) -> Record:
    """What a form of the roster comes to, as a record; the kernel's reader has the last word on its fields."""
    action = setting.action(name)
    try:
        form = _whole_form(setting, action, _in_values(setting, action, fields))
        finished = resolve(setting, action, form, {}, None)
    except Refusal as refusal:
        raise Refusal(_in_words(setting, problem, action) for problem in refusal.problems) from None
    if not isinstance(finished, Finished):
        raise refuse("", "kernel.desk.fault")
    return record_of(setting, action, form, finished, {})


def _whole_form(setting: Setting, action: Action, fields: Row) -> Form:
    """A form in which everything counts: what a list says of a unit, and the unit cannot have, is refused."""
    form = setting.form(action, fields)
    spare = (*form.elsewhere, *form.left_out)
    if spare:
        about = "kernel.form.not_counting"
        raise Refusal(Problem(name, Message.of(about, field=Message(f"field.{name}"))) for name in spare)
    return form


# ---- Words for values, and values for words --------------------------------------------------------------------------------------


def _words_for(setting: Setting, spec: FieldSpec) -> dict[str, str]:
    """The words that people see for the values of a field, by value."""
    return {value.value: setting.name_of(value) for value in spec.values}


def _in_values(setting: Setting, action: Action, fields: Row) -> dict[str, Any]:
    """The fields with values for the words that people see: "Saloon car" is as good as its name in the tables."""
    specs = {folded(spec.name): spec for spec in action.fields if spec.kind == "choice"}
    return {name: _value(setting, specs.get(folded(name)), said) for name, said in fields.items()}


def _value(setting: Setting, spec: FieldSpec | None, said: Any) -> Any:
    if spec is None or not isinstance(said, str):
        return said
    words = _words_for(setting, spec)
    if folded(said) in {folded(value) for value in words}:
        return said
    return next((value for value, word in words.items() if folded(word) == folded(said)), said)


def _in_words(setting: Setting, problem: Problem, action: Action | None) -> Problem:
    """A problem whose choices are words that people see, those first that may have been meant."""
    spec = next((each for each in (action.fields if action else ()) if each.name == problem.field), None)
    words = _words_for(setting, spec) if spec else {}
    told = tuple(words.get(str(choice), _word(setting, choice)) for choice in problem.choices)
    return replace(problem, choices=(*dict.fromkeys((*_near(problem, told), *told)),))


def _word(setting: Setting, choice: Any) -> str:
    return setting.name_of(choice) if isinstance(choice, Vocabulary) else str(choice)


def _near(problem: Problem, words: tuple[str, ...]) -> Iterator[str]:
    """Those of the words that are written much like what was given."""
    given = dict(problem.message.parameters).get("value")
    if isinstance(given, str):
        by_key = {folded(word): word for word in words}
        yield from (by_key[key] for key in get_close_matches(folded(given), by_key, n=2, cutoff=LIKENESS))
