"""The force sheet on paper: a page for each side, who has Mausers, Winchesters, dynamite, and a box to tick for every figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sandtable.kernel.ledger import Panel
from sandtable.kernel.messages import Message
from sandtable.kernel.sheet import Boxes
from sandtable.kernel.tables import Tables
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger, KnownUnit
from sandtable.rulesets.average_dice.panels import SHEET_COLUMNS, force_panels, structures_panel
from sandtable.rulesets.average_dice.vocabulary import GUN_ARMS, UNIT_ARMS, Arm, Weapon


def force_sheet(ledger: AverageDiceLedger, tables: Tables) -> tuple[Panel, ...]:  # noqa: ARG001 - every sheet is handed its tables
    """The forces as they stand, a side to a page; structures, which both may see, on one of their own."""
    forces = tuple(_force(panel, ledger) for panel in force_panels(ledger))
    return (*forces, structures_panel(ledger.structures)) if ledger.structures else forces


def _force(panel: Panel, ledger: AverageDiceLedger) -> Panel:
    """A side's panel with boxes for figures; what needs no note has none."""
    units = [unit for unit in ledger.units.values() if unit.side == panel.side]
    rows = tuple(_row(row, unit) for row, unit in zip(panel.rows, units, strict=True))
    return replace(panel, rows=rows, text=Message.of("sheet.armed", arms=tuple(_armed(units))))


def _row(row: Sequence[object], unit: KnownUnit) -> tuple[object, ...]:
    figures, notes = SHEET_COLUMNS.index("figures"), SHEET_COLUMNS.index("notes")
    cells = list(row)
    cells[figures] = Boxes(0 if unit.gone else unit.figures, unit.started)
    if cells[notes] == Message("status.ok"):
        cells[notes] = ""
    return tuple(cells)


def _armed(units: Sequence[KnownUnit]) -> Iterator[Message]:
    """Who has what, in words: rifles by unit, throwers by figure, guns."""
    left = [unit for unit in units if not unit.gone]
    rifles = Counter(unit.weapon for unit in left if unit.arm in UNIT_ARMS)
    for weapon in (Weapon.MAUSER, Weapon.WINCHESTER, Weapon.HOTCHPOTCH):
        if rifles[weapon]:
            yield Message.of(f"sheet.armed_with.{weapon}", units=rifles[weapon])
    for unit in left:
        if unit.throwers:
            yield Message.of("sheet.dynamite", throwers=unit.throwers, name=unit.name)
    guns = Counter(unit.arm for unit in left if unit.arm in GUN_ARMS)
    for arm in (Arm.FIELD_GUN, Arm.MACHINE_GUN):
        if guns[arm]:
            yield Message.of("sheet.guns", guns=guns[arm], arm=arm)
