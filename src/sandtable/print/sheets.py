"""A ruleset's own sheets as data for the printer: cards to cut out, or tables of a side's force."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.kernel.ledger import Ledger, Panel
from sandtable.kernel.messages import Message, Style, Vocabulary
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.sheet import Boxes, Card, Sheet
from sandtable.kernel.tables import Tables

LAYOUTS = {"labels": "labels.typ", "force": "force.typ"}  # a layout and its template


def sheet_of(ruleset: Ruleset, layout: str) -> Sheet | None:
    """The ruleset's sheet of that layout, if it prints one."""
    return next((sheet for sheet in ruleset.sheets if sheet.layout == layout), None)


def sheet_data(ruleset: Ruleset, sheet: Sheet, ledger: Ledger, tables: Tables, style: Style) -> dict[str, Any]:
    """What the template of a sheet needs; ``entries`` is empty where the books have nothing to print."""
    voice = _Voice(ruleset, style)
    return {
        "title": voice.say(Message(f"sheet.{sheet.layout}.title")),
        "note": ruleset.catalogue.say_if_any(Message(f"sheet.{sheet.layout}.note"), style),
        "version": ruleset.rules_version,
        "house": bool(tables.overridden),
        "entries": voice.entries(sheet.of(ledger, tables)),
    }


class _Voice:
    """Puts cards and panels into words."""

    def __init__(self, ruleset: Ruleset, style: Style) -> None:
        self._ruleset = ruleset
        self._style = style
        self._inks = {side.id: side.ink for side in ruleset.sides}

    def say(self, message: Message) -> str:
        return self._ruleset.catalogue.say(message, self._style)

    def entries(self, entries: Sequence[Card] | Sequence[Panel]) -> list[dict[str, Any]]:
        return [self._card(entry) if isinstance(entry, Card) else self._table(entry) for entry in entries]

    def _card(self, card: Card) -> dict[str, Any]:
        return {
            "name": card.name,
            "ink": self._inks.get(card.side, ""),
            "side": self._side(card.side),
            "lines": [[self.say(word) for word in line] for line in card.lines],
            "steps": [{"name": self.say(step.name), "number": step.number} for step in card.steps],
        }

    def _table(self, panel: Panel) -> dict[str, Any]:
        return {
            "title": self.say(panel.title),
            "ink": self._inks.get(panel.side or "", ""),
            "text": self.say(panel.text) if panel.text else "",
            "columns": [self.say(column) for column in panel.columns],
            "rows": [[self._cell(cell) for cell in row] for row in panel.rows],
        }

    def _cell(self, cell: Any) -> dict[str, Any]:
        if isinstance(cell, Boxes):
            return {"text": "", "left": cell.left, "of": cell.of}
        if isinstance(cell, Vocabulary):
            cell = cell.message
        return {"text": self.say(cell) if isinstance(cell, Message) else str(cell), "left": 0, "of": 0}

    def _side(self, side: str) -> str:
        return self._ruleset.catalogue.say_if_any(Message(f"side.{side}"), self._style)
