"""What the ledger makes of a log: turn, panels, roster, marks on what rests on a voided entry; and the log as a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel.drivers import Finished
from sandtable.kernel.ledger import Ledger, Panel, RosterUnit
from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.reader import Form, plain_field
from sandtable.kernel.record import Fields, Record
from sandtable.kernel.ruleset import Action
from sandtable.umpire import views
from sandtable.umpire.changes import Differences, changed, differences, of_record
from sandtable.umpire.kernel_texts import desk_text
from sandtable.umpire.log import MOST_ENTRIES, Log, RunEntry
from sandtable.umpire.names import known_names
from sandtable.umpire.resolution import offer_view, record_of, resolve
from sandtable.umpire.setting import Setting


def ledger_view(setting: Setting, log: Log) -> views.Ledger:
    """The books of a game."""
    ledger = log.fold.ledger
    return views.Ledger(
        turn=ledger.turn,
        side=ledger.side,
        phase=ledger.phase,
        phases=tuple(
            views.PhaseState(
                id=phase.id, label=setting.say(phase.label or Message(f"phase.{phase.id}")), state=phase.state
            )
            for phase in ledger.phase_states()
        ),
        panels=tuple(_panel(setting, panel) for panel in ledger.panels(setting.tables)),
        prefill=_prefill(setting, ledger),
        roster=tuple(_roster_unit(setting, unit) for unit in ledger.roster()),
        kept=tuple(_roster_unit(setting, unit) for unit in ledger.kept()),
        names=known_names(ledger.roster(), ledger.kept()),
        owed=tuple(offer_view(setting, offer) for offer in ledger.owed()),
        log=log_rows(setting, log),
    )


def _prefill(setting: Setting, ledger: Ledger) -> dict[str, Fields]:
    return {
        action.id: setting.on_tape({name: plain_field(value) for name, value in known.items()}, action)
        for action in setting.ruleset.actions
        if (known := ledger.prefill(action.id, setting.tables))
    }


def log_rows(setting: Setting, log: Log) -> tuple[views.LogRow, ...]:
    """Every entry in words, oldest first."""
    numbers = {run.entry.id: number for number, run in enumerate(log.entries, start=1)}
    return tuple(_log_row(setting, run, numbers, log) for run in log.entries)


def _log_row(setting: Setting, run: RunEntry, numbers: Mapping[str, int], log: Log) -> views.LogRow:
    entry, record, words, secret = run.entry, run.entry.record, run.words, run.secret
    cause = log.fold.marks.get(entry.id, "")
    offers = () if entry.voided else log.fold.ledger.offers(entry)
    return views.LogRow(
        id=entry.id,
        number=numbers[entry.id],
        side=record.meta.get("side"),
        turn=record.meta.get("turn"),
        time=record.meta.get("time"),
        action=record.action,
        subject=words.subject,
        sentence=words.sentence,
        dice=words.dice,
        chance="" if secret else words.chance,
        voided=entry.voided,
        mark=desk_text("log.mark", number=numbers[cause]) if cause else "",
        redo=words.redo,
        offers=tuple(offer_view(setting, offer) for offer in offers),
        secret=secret,
        house=bool(record.house or record.options),
    )


def _panel(setting: Setting, panel: Panel) -> views.Panel:
    return views.Panel(
        id=panel.id,
        title=setting.say(panel.title),
        kind=panel.kind,
        side=panel.side,
        value=panel.value,
        of=panel.of,
        columns=tuple(setting.say(column) for column in panel.columns),
        rows=tuple(tuple(_cell(setting, cell) for cell in row) for row in panel.rows),
        items=tuple(
            views.PanelItem(
                text=setting.say(item.text), detail=setting.say(item.detail) if item.detail else "", secret=item.secret
            )
            for item in panel.items
        ),
        text=setting.say(panel.text) if panel.text else "",
        offers=tuple(offer_view(setting, offer) for offer in panel.offers),
    )


def _cell(setting: Setting, cell: Any) -> str:
    if isinstance(cell, Message):
        return setting.say(cell)
    return setting.say(cell.message) if isinstance(cell, Vocabulary) else str(cell)


def _roster_unit(setting: Setting, unit: RosterUnit) -> views.RosterUnit:
    return views.RosterUnit(
        id=unit.id,
        name=unit.name,
        side=unit.side,
        label=setting.say(unit.label),
        status=setting.say(unit.status),
        fields_as=views.FieldsAs(
            actor=setting.on_tape({name: plain_field(value) for name, value in unit.as_actor.items()}),
            target=setting.on_tape({name: plain_field(value) for name, value in unit.as_target.items()}),
        ),
        note=setting.say(unit.note) if unit.note else "",
        gone=unit.gone,
    )


def log_text(setting: Setting, log: Log) -> views.LogText:
    """The log as plain text, for a printer or a letter, with the rules that are not as printed. Secret instructions are left out."""
    lines = [setting.say(Message("ruleset.title")), ""]
    rules: Differences = {}
    for number, (run, row) in enumerate(zip(log.entries, log_rows(setting, log), strict=True)):
        now = differences(of_record(setting, run.entry.record))
        lines += _rules_line("log.changed" if number else "log.in_force", rules, now)
        lines += _row_lines(row)
        rules = now
    lines += _rules_line("log.changed_since" if log.entries else "log.in_force", rules, differences(setting))
    return views.LogText(text="\n".join(lines) + "\n")


def _rules_line(message_id: str, before: Differences, now: Differences) -> list[str]:
    told = "; ".join(changed(before, now))
    return [f"      {desk_text(message_id, rules=told)}"] if told else []


def _row_lines(row: views.LogRow) -> list[str]:
    dice = "" if row.secret else row.dice
    notes = [note for note in (dice, row.mark, desk_text("log.voided") if row.voided else "") if note]
    side = f" {row.side}" if row.side else ""
    told = row.subject if row.secret else row.sentence
    first = f"{row.number:>4}.{side} {told}"
    return [first, f"      {'; '.join(notes)}"] if notes else [first]


def read_roster(setting: Setting, text: Any) -> tuple[Record, ...]:
    """An order of battle as records to be written, one a unit."""
    reader = setting.ruleset.read_roster
    if reader is None:
        raise refuse("text", "kernel.desk.no_roster")
    if not isinstance(text, str) or len(text) > MOST_ENTRIES * 100:
        raise refuse("text", "kernel.desk.part", part="text")
    records: list[Record] = []
    problems: list[Problem] = []
    for number, fields in enumerate(reader(text, setting.style), start=1):
        problems += getattr(fields, "problems", ())
        if getattr(fields, "problems", ()):
            continue
        try:
            records.append(_entered(setting, fields, getattr(fields, "place", f"unit {number}")))
        except Refusal as refusal:
            problems += refusal.problems
    if problems:
        raise Refusal(problems)
    return tuple(records)


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
