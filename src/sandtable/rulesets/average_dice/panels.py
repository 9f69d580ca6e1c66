"""How the books are shown: the force sheet on the screen and on paper, boxes, structures, points, arrivals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sandtable.kernel.ledger import Item, Panel, RosterUnit
from sandtable.kernel.messages import Message
from sandtable.kernel.sheet import Boxes
from sandtable.kernel.tables import Tables
from sandtable.rulesets.average_dice.vocabulary import GUN_ARMS, UNIT_ARMS, Arm, Side, Weapon

if TYPE_CHECKING:
    from sandtable.rulesets.average_dice.ledger import AverageDiceLedger, KnownStructure, KnownUnit

SHEET_COLUMNS = ("name", "arm", "weapon", "figures", "throwers", "notes")


def panels_of(books: AverageDiceLedger, tables: Tables) -> Iterator[Panel]:
    """Everything there is to show."""
    if books.boxes:
        yield _boxes(books, tables)
    yield from force_panels(books)
    if books.structures:
        yield structures_panel(books.structures)
    if books.victories:
        yield _points(books)
    if books.arrivals:
        yield _arrivals(books)


def force_panels(books: AverageDiceLedger) -> Iterator[Panel]:
    """A force sheet for each side that has entered units."""
    for side in Side:
        units = [unit for unit in books.units.values() if unit.side is side]
        if units:
            yield Panel(
                id=f"force.{side}",
                title=Message.of("panel.force", side=side, units=books.units_left(side)),
                kind="table",
                side=side,
                columns=tuple(Message(f"sheet.column.{name}") for name in SHEET_COLUMNS),
                rows=tuple(_sheet_row(unit) for unit in units),
            )


def _sheet_row(unit: KnownUnit) -> tuple[Any, ...]:
    """Name, arm, weapon, figures now and at the start, throwers, notes."""
    return (
        unit.name,
        unit.arm,
        Message(f"weapon_member.{unit.weapon}") if unit.arm is Arm.GENERAL else unit.weapon,
        Message.of("sheet.figures", now=figures_now(unit), started=unit.started),
        str(unit.throwers) if unit.throwers else "",
        status_of(unit),
    )


def figures_now(unit: KnownUnit) -> int:
    """Figures that a player still has: none of a unit that is gone, however many went."""
    return 0 if unit.gone else unit.figures


def status_of(unit: KnownUnit) -> Message:
    """What a player should remember of a unit, the gravest first."""
    if unit.gone:
        return Message("status.gone")
    if unit.flank_march:
        return Message("status.flank_march")
    if unit.prone_to_desertion:
        return Message("status.prone_to_desertion")
    if unit.is_gun and unit.replacements:
        return Message.of("status.replacements", count=unit.replacements)
    return Message("status.joined" if unit.joined else "status.ok")


def _boxes(books: AverageDiceLedger, tables: Tables) -> Panel:
    """Boxes crossed, and how far the day has gone."""
    side = Side(books.side) if books.side else Side.VILLISTA
    return Panel(
        id="boxes",
        title=Message.of("panel.boxes", day=books.day, turn=books.turn, turns=books.turns, side=side),
        kind="meter",
        value=books.boxes,
        of=tables.number("boxes.most"),
    )


def structures_panel(structures: Mapping[str, KnownStructure]) -> Panel:
    """Structures by name with hits before and left: Church 40 to 28."""
    return Panel(
        id="structures",
        title=Message("panel.structures"),
        kind="table",
        columns=tuple(Message(f"structure_column.{name}") for name in ("name", "kind", "hits", "inside")),
        rows=tuple((known.name, known.kind, _hits(known), ", ".join(known.inside)) for known in structures.values()),
    )


def _hits(known: KnownStructure) -> Message:
    if known.fallen:
        return Message.of("structure_hits.fallen", left=known.left)
    if known.before and known.before != known.left:
        return Message.of("structure_hits.changed", before=known.before, left=known.left)
    return Message.of("structure_hits.whole", left=known.left)


def _points(books: AverageDiceLedger) -> Panel:
    """Moral victories won so far; villages and units are counted at the end."""
    return Panel(
        id="points",
        title=Message("panel.points"),
        kind="table",
        columns=tuple(Message(f"points_column.{name}") for name in ("side", "cause", "points")),
        rows=tuple((won.side, Message(f"points_cause.{won.cause}"), str(won.points)) for won in books.victories),
    )


def _arrivals(books: AverageDiceLedger) -> Panel:
    """When flank marchers come: the Villista player's secret."""
    return Panel(
        id="arrivals",
        title=Message("panel.arrivals"),
        kind="list",
        side=Side.VILLISTA,
        items=tuple(
            Item(Message.of("arrival.named" if name else "arrival.all", turn=turn, name=name), secret=True)
            for turn, name in sorted(books.arrivals)
        ),
    )


def figures_of(inside: Sequence[KnownUnit], side: Side) -> int:
    """Figures of a side inside a building, its General not counted (AVD-G.45)."""
    return sum(unit.all_figures for unit in inside if unit.side is side and not unit.is_general)


def listed_structure(known: KnownStructure, inside: Sequence[KnownUnit]) -> RosterUnit:
    """A structure beside the units: of neither side, to be hit by name, with its hits left and those inside."""
    return RosterUnit(
        id=f"structure {known.name}",
        name=known.name,
        side="",
        label=known.kind.message,
        status=_hits(known),
        as_actor={},
        as_target={
            "structure_name": known.name,
            "structure": known.kind,
            "hits_left": max(1, known.left),
            "figures_inside_or_behind": sum(unit.all_figures for unit in inside),
            "who_is_inside": ", ".join(known.inside),
            "target_prone_to_desertion": any(unit.prone_to_desertion for unit in inside),
            "structure_fallen": known.fallen,
            "into_building": known.name,
            "building_fallen": known.fallen,
            **{f"{side}s_inside": figures_of(inside, side) for side in Side},
        },
        gone=known.fallen,
    )


# ---- On paper -----------------------------------------------------------------------------------------------------------------


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
    cells[figures] = Boxes(figures_now(unit), unit.started)
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
