"""The log and what the ledger makes of it: turn, panels, roster, marks on what rests on a voided entry."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sandtable.kernel.drivers import Finished, replay
from sandtable.kernel.effects import EVERYONE
from sandtable.kernel.ledger import Entry, Fold, Panel, fold
from sandtable.kernel.messages import PLAIN, Message, Vocabulary
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.reader import Form, plain_field, read_form
from sandtable.kernel.record import Record, read_record
from sandtable.kernel.requests import Count, Roll
from sandtable.kernel.ruleset import Action
from sandtable.umpire.changes import Differences, changed, differences, of_record
from sandtable.umpire.kernel_texts import desk_text
from sandtable.umpire.names import known_names
from sandtable.umpire.resolution import offer_view, record_of, resolve, sentence, subject_text
from sandtable.umpire.setting import Setting, unworkable
from sandtable.umpire.why import throw_row

MOST_ENTRIES = 5000
CERTAIN = 100  # percent
_KEPT_RUNS: dict[tuple[int, str], tuple[Any, Finished[Any]]] = {}


def read_entries(setting: Setting, raw: Any) -> list[tuple[Entry, Finished[Any]]]:
    """Read a log and run every entry again. A record of another rules version that no longer fits is refused by number."""
    if not isinstance(raw, list) or len(raw) > MOST_ENTRIES:
        raise refuse("entries", "kernel.desk.part", part="entries")
    return [_read_entry(setting, item, number) for number, item in enumerate(raw, start=1)]


def _read_entry(setting: Setting, raw: Any, number: int) -> tuple[Entry, Finished[Any]]:
    if not isinstance(raw, Mapping):
        raise refuse(f"entries.{number}", "kernel.record.no_object")
    try:
        record = read_record(raw.get("record"))
        situation, finished = _told_before(setting, record)
    except Refusal as refusal:
        raise Refusal(problem.inside(f"entries.{number}") for problem in refusal.problems) from None
    return Entry(record, situation, finished.verdict, bool(raw.get("voided"))), finished


def _told_before(setting: Setting, record: Record) -> tuple[Any, Finished[Any]]:
    """A record run again, once: a log is read anew after every action, and its entries do not change."""
    key = (id(setting.ruleset), json.dumps(record.plain(), sort_keys=True))
    found = _KEPT_RUNS.get(key)
    if found is None:
        if len(_KEPT_RUNS) >= MOST_ENTRIES:
            _KEPT_RUNS.clear()
        found = _KEPT_RUNS[key] = run_again(setting, record)
    return found


def run_again(setting: Setting, record: Record) -> tuple[Any, Finished[Any]]:
    """Replay a record under the options and house rules it was made with."""
    if record.ruleset != setting.ruleset.id:
        raise refuse("record.ruleset", "kernel.ruleset.unknown", (setting.ruleset.id,), name=record.ruleset)
    own = of_record(setting, record)
    try:
        return _replayed(own, record)
    except Refusal as refusal:
        raise Refusal((*_other_version(own, record), *refusal.problems)) from None
    except Exception:
        if own.tables.overridden:
            raise unworkable(own) from None
        raise


def _replayed(setting: Setting, record: Record) -> tuple[Any, Finished[Any]]:
    action = setting.action(record.action)
    form = read_form(action, record.fields, setting.tables, PLAIN, setting.ruleset.field_names)
    if not isinstance(form, Form):
        raise Refusal(form)
    recorded = [(key, value) for key, value, _ in record.answers]
    return form.situation, replay(action.start(form.situation, setting.tables), recorded)


def _other_version(setting: Setting, record: Record) -> Iterator[Problem]:
    """Why a record may no longer fit: the rules have changed since."""
    now = setting.ruleset.rules_version
    if record.rules_version != now:
        told = Message.of("kernel.replay.other_version", version=record.rules_version, now=now)
        yield Problem("record.rules_version", told)


def ledger_view(setting: Setting, raw: Any) -> dict[str, Any]:
    """The books of a game."""
    entries = read_entries(setting, raw)
    folded = fold(setting.ruleset.ledger.start(setting.tables), [entry for entry, _ in entries], setting.tables)
    ledger = folded.ledger
    return {
        "turn": ledger.turn,
        "side": ledger.side,
        "phase": ledger.phase,
        "phases": [
            {"id": phase.id, "label": setting.say(phase.label or Message(f"phase.{phase.id}")), "state": phase.state}
            for phase in ledger.phase_states()
        ],
        "panels": [_panel(setting, panel) for panel in ledger.panels(setting.tables)],
        "prefill": {
            action.id: setting.on_tape({name: plain_field(value) for name, value in known.items()}, action)
            for action in setting.ruleset.actions
            if (known := ledger.prefill(action.id, setting.tables))
        },
        "roster": [_roster_unit(setting, unit) for unit in ledger.roster()],
        "kept": [_roster_unit(setting, unit) for unit in ledger.kept()],
        "names": known_names(ledger.roster(), ledger.kept()),
        "owed": [offer_view(setting, offer) for offer in ledger.owed()],
        "log": log_rows(setting, entries, folded),
    }


def log_rows(setting: Setting, entries: Sequence[tuple[Entry, Finished[Any]]], folded: Fold) -> list[dict[str, Any]]:
    """Every entry in words, oldest first."""
    numbers = {entry.id: number for number, (entry, _) in enumerate(entries, start=1)}
    return [_log_row(setting, entry, finished, numbers, folded) for entry, finished in entries]


def _log_row(
    setting: Setting, entry: Entry, finished: Finished[Any], numbers: Mapping[str, int], folded: Fold
) -> dict[str, Any]:
    record = entry.record
    action = setting.action(record.action)
    throws = [throw_row(setting, step) for step in finished.steps if isinstance(step.request, Roll | Count)]
    subject = subject_text(setting, action, entry.situation)
    cause = folded.marks.get(entry.id, "")
    secret = any(effect.known_to != EVERYONE for effect in entry.verdict.effects)
    return {
        "id": entry.id,
        "number": numbers[entry.id],
        "side": record.meta.get("side"),
        "turn": record.meta.get("turn"),
        "time": record.meta.get("time"),
        "action": record.action,
        "subject": subject,
        "sentence": sentence(setting, subject, entry.verdict),
        "dice": "; ".join(map(_thrown, throws)),
        "chance": "" if secret else _chance(record, throws),
        "voided": entry.voided,
        "mark": f"after voided number {numbers[cause]}" if cause else "",
        "redo": {"action": record.action, "fields": setting.on_tape(record.fields, action)},
        "offers": [offer_view(setting, offer) for offer in folded.ledger.offers(entry)] if not entry.voided else [],
        "secret": secret,
        "house": bool(record.house or record.options),
    }


def _chance(record: Record, throws: Sequence[Mapping[str, Any]]) -> str:
    """How likely the end was, as it was worked out then; of a log that does not say, how likely the first throw was."""
    percent = record.meta.get("percent")
    if isinstance(percent, int) and 0 <= percent <= CERTAIN:
        return f"{percent or '<1'}%"
    return f"{throws[0]['percent']}%" if throws else ""


def _thrown(throw: Mapping[str, Any]) -> str:
    """A throw by its name and faces; of dice that were only counted, what they came to."""
    faces = ", ".join(map(str, throw["faces"]))
    return f"{throw['label']} {faces or throw['reading']}".strip()


def _panel(setting: Setting, panel: Panel) -> dict[str, Any]:
    return {
        "id": panel.id,
        "title": setting.say(panel.title),
        "kind": panel.kind,
        "side": panel.side,
        "value": panel.value,
        "of": panel.of,
        "columns": [setting.say(column) for column in panel.columns],
        "rows": [[_cell(setting, cell) for cell in row] for row in panel.rows],
        "items": [
            {
                "text": setting.say(item.text),
                "detail": setting.say(item.detail) if item.detail else "",
                "secret": item.secret,
            }
            for item in panel.items
        ],
        "text": setting.say(panel.text) if panel.text else "",
        "offers": [offer_view(setting, offer) for offer in panel.offers],
    }


def _cell(setting: Setting, cell: Any) -> str:
    if isinstance(cell, Message):
        return setting.say(cell)
    return setting.say(cell.message) if isinstance(cell, Vocabulary) else str(cell)


def _roster_unit(setting: Setting, unit: Any) -> dict[str, Any]:
    return {
        "id": unit.id,
        "name": unit.name,
        "side": unit.side,
        "label": setting.say(unit.label),
        "status": setting.say(unit.status),
        "fields_as": {
            "actor": setting.on_tape({name: plain_field(value) for name, value in unit.as_actor.items()}),
            "target": setting.on_tape({name: plain_field(value) for name, value in unit.as_target.items()}),
        },
        "note": setting.say(unit.note) if unit.note else "",
        "gone": unit.gone,
    }


def log_text(setting: Setting, raw: Any) -> str:
    """The log as plain text, for a printer or a letter, with the rules that are not as printed. Secret instructions are left out."""
    entries = read_entries(setting, raw)
    folded = fold(setting.ruleset.ledger.start(setting.tables), [entry for entry, _ in entries], setting.tables)
    lines = [setting.say(Message("ruleset.title")), ""]
    rules: Differences = {}
    for number, ((entry, _), row) in enumerate(zip(entries, log_rows(setting, entries, folded), strict=True)):
        now = differences(of_record(setting, entry.record))
        lines += _rules_line("log.changed" if number else "log.in_force", rules, now)
        lines += _row_lines(row)
        rules = now
    lines += _rules_line("log.changed_since" if entries else "log.in_force", rules, differences(setting))
    return "\n".join(lines) + "\n"


def _rules_line(message_id: str, before: Differences, now: Differences) -> list[str]:
    told = "; ".join(changed(before, now))
    return [f"      {desk_text(message_id, rules=told)}"] if told else []


def _row_lines(row: Mapping[str, Any]) -> list[str]:
    dice = "" if row["secret"] else row["dice"]
    notes = [note for note in (dice, row["mark"], "voided" if row["voided"] else "") if note]
    side = f" {row['side']}" if row["side"] else ""
    told = row["subject"] if row["secret"] else row["sentence"]
    first = f"{row['number']:>4}.{side} {told}"
    return [first, f"      {'; '.join(notes)}"] if notes else [first]


def read_roster(setting: Setting, text: Any) -> list[dict[str, Any]]:
    """An order of battle as records to be written, one a unit."""
    reader = setting.ruleset.read_roster
    if reader is None:
        raise refuse("text", "kernel.desk.no_roster")
    if not isinstance(text, str) or len(text) > MOST_ENTRIES * 100:
        raise refuse("text", "kernel.desk.part", part="text")
    records: list[dict[str, Any]] = []
    problems: list[Problem] = []
    for number, fields in enumerate(reader(text, setting.style), start=1):
        problems += getattr(fields, "problems", ())
        if getattr(fields, "problems", ()):
            continue
        try:
            records.append(_entered(setting, fields, getattr(fields, "place", f"unit {number}")).plain())
        except Refusal as refusal:
            problems += refusal.problems
    if problems:
        raise Refusal(problems)
    return records


def _whole_form(setting: Setting, action: Action, fields: Mapping[str, Any]) -> Form:
    """A form in which everything counts: what a list says of a unit, and the unit cannot have, is refused."""
    form = setting.form(action, fields)
    spare = (*form.elsewhere, *form.left_out)
    if spare:
        about = "kernel.form.not_counting"
        raise Refusal(Problem(name, Message.of(about, field=Message(f"field.{name}"))) for name in spare)
    return form


def _entered(setting: Setting, fields: Mapping[str, Any], place: str) -> Record:
    """A unit entered in the roster, as a record; the kernel's reader has the last word on its fields."""
    action = setting.action(fields.get("action", setting.ruleset.roster_action))
    try:
        form = _whole_form(setting, action, {name: value for name, value in fields.items() if name != "action"})
        finished = resolve(setting, action, form, {}, None)
    except Refusal as refusal:
        raise Refusal(problem.inside(place) for problem in refusal.problems) from None
    if not isinstance(finished, Finished):
        raise refuse(place, "kernel.desk.fault")
    return record_of(setting, action, form, finished, {})
