"""How the books are shown: the force sheet, boxes, structures, points, arrivals, and what a unit fills into a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sandtable.kernel.ledger import Item, Offer, Panel, RosterUnit
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.average_dice.books import (
    KnownStructure,
    KnownUnit,
    Victory,
    melee_class,
    mover,
    units_left,
)
from sandtable.rulesets.average_dice.vocabulary import (
    GUN_ARMS,
    LYING,
    UNIT_ARMS,
    Arm,
    Buildings,
    Change,
    GunKind,
    Side,
    TargetKind,
)

if TYPE_CHECKING:
    from sandtable.rulesets.average_dice.ledger import AverageDiceLedger

SHEET_COLUMNS = ("name", "arm", "weapon", "figures", "throwers", "notes")


def force_sheet_rows(units: Mapping[str, KnownUnit], side: Side) -> tuple[tuple[Any, ...], ...]:
    """The force sheet of a side: name, arm, weapon, figures now and at the start, throwers, notes."""
    return tuple(
        (
            unit.name,
            unit.arm,
            Message(f"weapon_member.{unit.weapon}") if unit.arm is Arm.GENERAL else unit.weapon,
            Message.of("sheet.figures", now=_figures_now(unit), started=unit.started),
            str(unit.throwers) if unit.throwers else "",
            status_of(unit),
        )
        for unit in units.values()
        if unit.side is side
    )


def _figures_now(unit: KnownUnit) -> int:
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
    if unit.arm in GUN_ARMS and unit.replacements:
        return Message.of("status.replacements", count=unit.replacements)
    return Message("status.joined" if unit.joined else "status.ok")


def force_panels(units: Mapping[str, KnownUnit]) -> list[Panel]:
    """A force sheet for each side that has entered units."""
    columns = tuple(Message(f"sheet.column.{name}") for name in SHEET_COLUMNS)
    return [
        Panel(
            id=f"force.{side}",
            title=Message.of("panel.force", side=side, units=units_left(units, side)),
            kind="table",
            side=side,
            columns=columns,
            rows=force_sheet_rows(units, side),
        )
        for side in Side
        if any(unit.side is side for unit in units.values())
    ]


def boxes_panel(boxes: int, day: int, turn: int, turns: int, side: str | None, tables: Tables) -> Panel:
    """Boxes crossed, and how far the day has gone."""
    moves = Side(side) if side else Side.VILLISTA
    return Panel(
        id="boxes",
        title=Message.of("panel.boxes", day=day, turn=turn, turns=turns, side=moves),
        kind="meter",
        value=boxes,
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


def points_panel(victories: tuple[Victory, ...]) -> Panel:
    """Moral victories won so far; villages and units are counted at the end."""
    return Panel(
        id="points",
        title=Message("panel.points"),
        kind="table",
        columns=tuple(Message(f"points_column.{name}") for name in ("side", "cause", "points")),
        rows=tuple((won.side, Message(f"points_cause.{won.cause}"), str(won.points)) for won in victories),
    )


def arrivals_panel(arrivals: tuple[tuple[int, str], ...]) -> Panel:
    """When flank marchers come: the Villista player's secret."""
    return Panel(
        id="arrivals",
        title=Message("panel.arrivals"),
        kind="list",
        side=Side.VILLISTA,
        items=tuple(
            Item(Message.of("arrival.named" if name else "arrival.all", turn=turn, name=name), secret=True)
            for turn, name in sorted(arrivals)
        ),
    )


def arrival_offer(name: str, turn: int) -> Offer:
    """The flank march is due."""
    if name:
        told = {"actor_name": name, "change": Change.ARRIVED}
        return Offer(Message.of("offer.arrives", name=name), "unit_change", told, at_once=True)
    return Offer(Message.of("offer.flank", turn=turn), "unit_change", {"change": Change.ARRIVED})


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The building a unit is in, as far as the books know, and the enemies in it."""

    building: str = ""
    enemies: int = 0


def whereabouts(unit: KnownUnit, ledger: AverageDiceLedger) -> Whereabouts:
    """Where a unit is."""
    for known in ledger.structures.values():
        if unit.name in known.inside and not known.fallen:
            there = [ledger.units[name] for name in known.inside if name in ledger.units]
            return Whereabouts(known.name, sum(each.all_figures for each in there if each.side is not unit.side))
    return Whereabouts()


def listed(unit: KnownUnit, where: Whereabouts) -> RosterUnit:
    """A unit of the roster with what it fills into forms."""
    acted = (unit.fired or unit.moved or unit.fought) and not unit.gone
    figures = _figures_now(unit)
    return RosterUnit(
        id=unit.name,
        name=unit.name,
        side=unit.side,
        label=Message.of("roster.label", weapon=unit.weapon, arm=unit.arm, figures=figures, started=unit.started),
        status=status_of(unit),
        as_actor=_as_actor(unit) | _where_as_actor(where),
        as_target=_as_target(unit) | _where_as_target(where),
        note=Message("roster.acted") if acted else None,
        gone=unit.gone,
    )


def listed_structure(known: KnownStructure, units: Mapping[str, KnownUnit]) -> RosterUnit:
    """A structure beside the units: of neither side, to be hit by name, with its hits left and those inside."""
    inside = [units[name] for name in known.inside if name in units]
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
        },
        gone=known.fallen,
    )


def _where_as_actor(where: Whereabouts) -> dict[str, Any]:
    """A unit in a building fires out of it and comes out through a wall; enemies in it are in contact (AVD-5.13b, AVD-G.45)."""
    told: dict[str, Any] = {"firer_building": where.building, "from_building": where.building}
    told |= {"inside_building": bool(where.building), "buildings_in_or_out": int(bool(where.building))}
    if where.enemies:
        told |= {"buildings": Buildings.ENEMY_INSIDE_TOO, "in_contact": True, "enemies_inside": where.enemies}
    return told


def _where_as_target(where: Whereabouts) -> dict[str, Any]:
    """A unit in a building has its cover; if enemies are in it too they are in melee (AVD-6.01, AVD-G.35, AVD-G.45)."""
    told: dict[str, Any] = {"target_building": where.building, "target_in_melee": bool(where.enemies)}
    return told | ({"inside_building": True} if where.building else {})


def _as_actor(unit: KnownUnit) -> dict[str, Any]:
    told: dict[str, Any] = {
        "actor_name": unit.name,
        "side": unit.side,
        "weapon": unit.weapon,
        "mover": mover(unit),
        "attacker_class": melee_class(unit),
        "attacker_number": max(1, unit.all_figures),
        "moved_this_turn": unit.moved,
        "fired_this_turn": unit.fired,
        "fought_this_turn": unit.fought,
        "spent_whole_move": unit.spent,
        "moved_into_contact": unit.moved and not unit.spent,
        "arrived_this_turn": unit.arrived,
        "last_move_fast": unit.fast_last_move,
        "fired_last_move": unit.fired_last_move,
        "actor_off_table": unit.off_table,
        "prone": unit.posture in LYING,
        "attackers_prone": unit.posture in LYING,
        "mounted": unit.mounted,
        "never_deserts": unit.side is Side.VILLISTA or unit.arm not in UNIT_ARMS,
        "throwers_in_unit": unit.throwers,
    }
    if unit.arm in GUN_ARMS:
        return told | _gun_as_actor(unit)
    if unit.throwers:
        told["throwers"] = unit.throwers
    told |= {
        "figures_firing": max(1, unit.figures),
        "unit_figures": max(1, unit.figures),
        "general": unit.arm is Arm.GENERAL,
        "general_fires": unit.arm is Arm.GENERAL,
        "own_unit_prone_to_desertion": unit.prone_to_desertion,
        "unit_prone_to_desertion": unit.prone_to_desertion,
    }
    if unit.arm is not Arm.GENERAL:
        told |= {"figures_in_the_unit": max(1, unit.figures), "joined": unit.joined}
    return told


def _gun_as_actor(unit: KnownUnit) -> dict[str, Any]:
    """A gun with those who serve it."""
    told: dict[str, Any] = {
        "gun": GunKind(unit.arm.value),
        "gunners": unit.figures,
        "replacements": unit.replacements,
        "captured": unit.captured,
        "figures_in_the_unit": max(1, unit.all_figures),
    }
    if unit.all_figures:
        told["haulers"] = unit.all_figures
    return told if unit.limbered is None else told | {"limbered": unit.limbered}


def _as_target(unit: KnownUnit) -> dict[str, Any]:
    kind = TargetKind.UNIT
    if unit.arm in GUN_ARMS:
        kind = TargetKind.GUN_CREW
    elif unit.arm is Arm.GENERAL:
        kind = TargetKind.GENERAL
    figures = max(1, unit.all_figures)
    told: dict[str, Any] = {
        "target_name": unit.name,
        "target_kind": kind,
        "target_figures": figures,
        "other_figures": figures,
        "target_prone_to_desertion": unit.prone_to_desertion,
        "other_prone_to_desertion": unit.prone_to_desertion,
        "defender_class": melee_class(unit),
        "defender_number": figures,
        "defender_is_general": unit.arm is Arm.GENERAL,
        "posture": unit.posture,
        "target_prone": unit.posture in LYING,
        "target_mounted": unit.mounted,
        "target_off_table": unit.off_table or not unit.all_figures,
    }
    if unit.arm in GUN_ARMS:
        told["crew_of"] = GunKind(unit.arm.value)
    return told
