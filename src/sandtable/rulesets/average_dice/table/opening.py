"""A scenario file becomes a table: its units enter the books, its houses are structures, its villages are their houses (AVD-1.08, AVD-5.14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from sandtable.battle.scenario.scenario import Hint, Scenario, Unit
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Pose, in_inches
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import scattered
from sandtable.miniatures.field import Piece
from sandtable.rulesets.average_dice.forces import field_gun_of
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger, KnownStructure, KnownUnit
from sandtable.rulesets.average_dice.movement import IMPASSABLE, Housed, passage
from sandtable.rulesets.average_dice.panels import figures_of
from sandtable.rulesets.average_dice.structures import names_in, value_of
from sandtable.rulesets.average_dice.table.ground import BUILDING, length
from sandtable.rulesets.average_dice.table.housing import house_at, house_of
from sandtable.rulesets.average_dice.table.moving import marker_of
from sandtable.rulesets.average_dice.table.state import AverageDiceField, AverageDiceOpening
from sandtable.rulesets.average_dice.vocabulary import UNIT_ARMS, Arm, Obstacle, Side, StructureKind, Weapon

HOUSES = frozenset({StructureKind.STONE_BUILDING.value, StructureKind.WOODEN_BUILDING.value})


def enters(unit: Unit, tables: Tables) -> KnownUnit:
    """A unit of a file as it enters the books."""
    arm, side = Arm(unit.type), Side(unit.side)
    return KnownUnit(
        name=unit.name,
        side=side,
        arm=arm,
        weapon=_weapon(unit, arm, side, tables),
        figures=unit.bases,
        started=unit.bases,
        throwers=unit.fields.get("throwers", 0),
        prone_to_desertion=unit.fields.get("deserters", False),
        mounted=unit.fields.get("mounted", arm is Arm.CAVALRY),
        limbered=unit.fields.get("limbered", False) if arm is Arm.FIELD_GUN else None,
    )


def _weapon(unit: Unit, arm: Arm, side: Side, tables: Tables) -> Weapon:
    if arm is Arm.FIELD_GUN:
        return field_gun_of(side, tables)
    if arm is Arm.MACHINE_GUN:
        return Weapon.MACHINE_GUN
    return Weapon(unit.fields.get("weapon", Weapon.MAUSER if arm is Arm.GENERAL else Weapon.HOTCHPOTCH))


def served(unit: KnownUnit, pose: Pose, tables: Tables) -> Footprint | None:
    """The ground under a gun; others serve none."""
    return marker_of(unit, pose, tables) if unit.is_gun else None


def opened(
    scenario: Scenario, pieces: tuple[Piece, ...], inside: Mapping[str, str], tables: Tables
) -> AverageDiceOpening:
    """The table of a file; ``inside`` are the houses that units begin in, by the units' names."""
    books = AverageDiceLedger().with_units(*(enters(unit, tables) for unit in scenario.units))
    for area in scenario.terrain.areas:
        if area.kind in HOUSES:
            kind = StructureKind(area.kind)
            value = value_of(kind, tables)
            within = tuple(name for name, house in inside.items() if house == area.id)
            books = books.with_structure(KnownStructure(area.id, kind, value, value, inside=within))
    for side in Side:
        own = [unit for unit in books.units.values() if unit.side is side]
        books = books.with_raised(
            side,
            units=sum(unit.arm in UNIT_ARMS for unit in own),
            guns=sum(unit.is_gun for unit in own),
            throwers=sum(unit.throwers for unit in own),
            flank=sum(unit.fields.get("flank", 0) for unit in scenario.units if unit.side == side),
        )
    villages = tuple(names_in(mark.fields.get("houses")) for mark in scenario.marks)
    return AverageDiceOpening(_ground(scenario.terrain), books, pieces, villages, hints=tuple(_hints(scenario)))


def _hints(scenario: Scenario) -> Iterator[Hint]:
    """The words to the beginner, with units by the names that they have on the table."""
    names = {unit.id: unit.name for unit in scenario.units}
    for told in scenario.hints:
        yield replace(told, unit=names.get(told.unit, ""), enemy=names.get(told.enemy, ""))


def _ground(terrain: Terrain) -> Terrain:
    """The ground as the rules know it: a house is a building, of what the books say."""
    areas = tuple(replace(area, kind=BUILDING) if area.kind in HOUSES else area for area in terrain.areas)
    return replace(terrain, areas=areas)


# ---- Placing -----------------------------------------------------------------------------------------------------------------------


def places(field: AverageDiceField, piece: Piece, house: str) -> Iterator[Problem]:
    """Only those on foot go into a house, no more than it holds; in the open a unit keeps together (AVD-5.14, AVD-G.40)."""
    unit, tables = field.books.units[piece.id], field.tables
    if not house:
        within = length(Fraction(str(tables.option("coherency"))))
        if scattered(piece.stands, within):
            yield Problem("figures", Message.of("problem.table.scattered", within=in_inches(within)), (), "AVD-G.40")
        if any(house_at(field, pose) for pose in piece.figures):
            yield Problem("figures", Message("problem.table.together"), (), "AVD-5.14")
        return
    if passage(unit.mover, Obstacle.BUILDING, tables) == IMPASSABLE:
        yield Problem("inside", Message.of("problem.table.cannot_enter", name=piece.id), (), "AVD-G.14")
    others = [each for each in field.books.inside(field.books.structures[house]) if each.name != piece.id]
    most = tables.number("building.figures_of_each_side")
    if not unit.is_general and figures_of(others, unit.side) + len(piece.figures) > most:
        yield Problem("inside", Message.of("problem.building_full", most=most), (), "AVD-5.14")


def billeted(field: AverageDiceField, piece: Piece, house: str) -> tuple[Effect, ...]:
    """A unit that is placed in a house, or out of the one it was in."""
    return (Housed(whom=piece.id, building=house),) if house or house_of(field, piece) else ()
