"""What the ledger makes of a log: turn, panels, roster, marks on what rests on a voided entry; and the log as a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel.ledger import Ledger, Panel, RosterUnit
from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.reader import plain_field
from sandtable.kernel.record import Fields
from sandtable.umpire import ledger_views, roster_views
from sandtable.umpire.changes import Differences, changes_between, differences, setting_of_record
from sandtable.umpire.description import phase_strip
from sandtable.umpire.kernel_texts import desk_text
from sandtable.umpire.log import Log, RunEntry
from sandtable.umpire.names import known_names
from sandtable.umpire.remarks import remarks
from sandtable.umpire.resolution import offer_view
from sandtable.umpire.roster import lines_of
from sandtable.umpire.setting import Setting


def ledger_view(setting: Setting, log: Log) -> ledger_views.Ledger:
    """The books of a game."""
    ledger = log.fold.ledger
    lines = lines_of(setting, log)
    return ledger_views.Ledger(
        turn=ledger.turn,
        side=ledger.side,
        phase=ledger.phase,
        phases=phase_strip(setting, ledger),
        panels=tuple(_panel(setting, panel) for panel in ledger.panels(setting.tables)),
        prefill=_prefill(setting, ledger),
        roster=tuple(_roster_unit(setting, unit, lines.get(unit.name, {})) for unit in ledger.roster()),
        hidden_units=tuple(_roster_unit(setting, unit) for unit in ledger.hidden_units()),
        names=known_names(ledger.roster(), ledger.hidden_units()),
        owed=tuple(offer_view(setting, offer) for offer in ledger.owed()),
        log=log_rows(setting, log),
    )


def _prefill(setting: Setting, ledger: Ledger) -> dict[str, Fields]:
    return {
        action.id: setting.on_tape({name: plain_field(value) for name, value in known.items()}, action)
        for action in setting.ruleset.actions
        if (known := ledger.prefill(action.id, setting.tables))
    }


def log_rows(setting: Setting, log: Log) -> tuple[ledger_views.LogRow, ...]:
    """Every entry in words, oldest first."""
    numbers = {run.entry.id: number for number, run in enumerate(log.entries, start=1)}
    return tuple(_log_row(setting, run, numbers, log) for run in log.entries)


def _log_row(setting: Setting, run: RunEntry, numbers: Mapping[str, int], log: Log) -> ledger_views.LogRow:
    entry, record, words, secret = run.entry, run.entry.record, run.words, run.secret
    cause = log.fold.marks.get(entry.id, "")
    offers = () if entry.voided else log.fold.ledger.offers(entry)
    return ledger_views.LogRow(
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
        remarks=() if secret else remarks(words, record, numbers),
        redo=words.redo,
        offers=tuple(offer_view(setting, offer) for offer in offers),
        secret=secret,
        house=bool(record.house or record.options),
    )


def _panel(setting: Setting, panel: Panel) -> ledger_views.Panel:
    return ledger_views.Panel(
        id=panel.id,
        title=setting.say(panel.title),
        kind=panel.kind,
        side=panel.side,
        value=panel.value,
        of=panel.of,
        columns=tuple(setting.say(column) for column in panel.columns),
        rows=tuple(tuple(_cell(setting, cell) for cell in row) for row in panel.rows),
        items=tuple(
            ledger_views.PanelItem(
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


def _roster_unit(setting: Setting, unit: RosterUnit, line: Fields | None = None) -> roster_views.RosterUnit:
    return roster_views.RosterUnit(
        id=unit.id,
        name=unit.name,
        side=unit.side,
        label=setting.say(unit.label),
        status=setting.say(unit.status),
        fields_as=roster_views.FieldsAs(
            actor=setting.on_tape({name: plain_field(value) for name, value in unit.as_actor.items()}),
            target=setting.on_tape({name: plain_field(value) for name, value in unit.as_target.items()}),
        ),
        note=setting.say(unit.note) if unit.note else "",
        acted=setting.say(unit.acted) if unit.acted else "",
        gone=unit.gone,
        line=line or {},
    )


def log_text(setting: Setting, log: Log) -> ledger_views.LogText:
    """The log as plain text, for a printer or a letter, with the rules that are not as printed. Secret instructions are left out."""
    lines = [setting.say(Message("ruleset.title")), ""]
    rules: Differences = {}
    for number, (run, row) in enumerate(zip(log.entries, log_rows(setting, log), strict=True)):
        now = differences(setting_of_record(setting, run.entry.record))
        lines += _rules_line("log.changed" if number else "log.in_force", rules, now)
        lines += _row_lines(row)
        rules = now
    lines += _rules_line("log.changed_since" if log.entries else "log.in_force", rules, differences(setting))
    return ledger_views.LogText(text="\n".join(lines) + "\n")


def _rules_line(message_id: str, before: Differences, now: Differences) -> list[str]:
    told = "; ".join(changes_between(before, now))
    return [f"      {desk_text(message_id, rules=told)}"] if told else []


def _row_lines(row: ledger_views.LogRow) -> list[str]:
    dice = "" if row.secret else row.dice
    notes = [note for note in (dice, *row.remarks, row.mark, desk_text("log.voided") if row.voided else "") if note]
    side = f" {row.side}" if row.side else ""
    told = row.subject if row.secret else row.sentence
    first = f"{row.number:>4}.{side} {told}"
    return [first, f"      {'; '.join(notes)}"] if notes else [first]
