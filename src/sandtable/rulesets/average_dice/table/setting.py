"""The attack on the villages: what its table must be like, and one that a seed lays out (chapters 1 to 3, AVD-G.03, AVD-G.07, AVD-G.38, AVD-G.47)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import DEGREE, Length, Point, Pose, apart, inches
from sandtable.geometry.terrain import Area, Terrain
from sandtable.kernel import codec
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.stream import DiceStream
from sandtable.kernel.tables import Tables
from sandtable.miniatures.acting import form_read
from sandtable.miniatures.bodies import CONTACT
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.raising import thrown
from sandtable.miniatures.ways import crowded, off_board
from sandtable.rulesets.average_dice.forces import field_gun_of, most_cavalry
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger, KnownStructure, KnownUnit
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.structures import value_of
from sandtable.rulesets.average_dice.table import housing
from sandtable.rulesets.average_dice.table.ground import BUILDING, length
from sandtable.rulesets.average_dice.table.marching import marchers, may_march
from sandtable.rulesets.average_dice.table.moving import marker_of
from sandtable.rulesets.average_dice.table.state import CREWS, AverageDiceField, AverageDiceOpening, base_of
from sandtable.rulesets.average_dice.vocabulary import GUN_ARMS, UNIT_ARMS, Arm, Rifle, Side, StructureKind, Weapon

BUILT = (
    StructureKind.STONE_BUILDING,
    StructureKind.WOODEN_BUILDING,
)  # what houses may be, in the order they are laid out
VILLAGES = (17, 31)  # inches from the left to their middles
GAP: Length = inches(0.02)  # between bases
EDGE: Length = inches(0.5)
CREW: Length = inches(3.1)  # how wide a crew stands
BETWEEN = 24  # inches from the left to the middle between the villages
BESIDE = (10, 38, 2, 46, 6, 42)  # and to places beside them, for guns
AROUND = 180 * DEGREE  # facing down the table


# ---- What is wrong with a table ------------------------------------------------------------------------------------------------


def problems(field: AverageDiceField) -> Iterator[Problem]:
    """What of a table is not as the attack on the villages has it."""
    terrain, tables = field.terrain, field.tables
    wide, long = length(tables.number("board.wide")), length(tables.number("board.long"))
    if (terrain.width, terrain.height) != (wide, long):
        yield _wrong("terrain", "board", "AVD-1.07")
    yield from _villages(field)
    for side in Side:
        yield from _force(field, side)
    for piece in field.pieces.values():
        yield from _standing(field, piece)


def _wrong(place: str, name: str, rule: str, **about: Any) -> Problem:
    return Problem(place, Message.of(f"problem.table.setting.{name}", **about), (), rule)


def _villages(field: AverageDiceField) -> Iterator[Problem]:
    """Two villages of three houses behind the five-foot line, away from the sides and from each other (AVD-1.08, AVD-3.01b, AVD-3.03)."""
    tables, count = field.tables, field.tables.number("villages.houses")
    if len(field.villages) != tables.number("villages.number") or any(len(each) != count for each in field.villages):
        yield _wrong("villages", "villages", "AVD-1.08")
        return
    line, within = length(tables.number("zone.line")), length(tables.number("villages.house.within"))
    away, least = length(tables.number("villages.place.side")), length(tables.number("villages.place.apart"))
    centres = [housing.centre_of(field, houses) for houses in field.villages]
    for houses, centre in zip(field.villages, centres, strict=True):
        corners = [corner for name in houses for corner in housing.outline_of(field, name)]
        told = corners if tables.option("village_measure") == "edge" else [centre]
        if any(corner.y < line for corner in corners):
            yield _wrong(houses[0], "village_line", "AVD-3.01b")
        if any(not away <= each.x <= field.terrain.width - away for each in told):
            yield _wrong(houses[0], "village_side", "AVD-3.03")
        if any(apart(middle_of(housing.outline_of(field, name)), centre) > within for name in houses):
            yield _wrong(houses[0], "village_wide", "AVD-G.07")
        if sorted(field.books.structures[name].kind for name in houses) != sorted(houses_of(tables)):
            yield _wrong(houses[0], "village_houses", "AVD-G.07")
    if apart(*centres) < least:
        yield _wrong("villages", "village_apart", "AVD-3.03b")


def houses_of(tables: Tables) -> tuple[StructureKind, ...]:
    """What the houses of a village are built of (AVD-G.07)."""
    return tuple(kind for kind in BUILT for _ in range(tables.number("villages.built", kind)))


def _force(field: AverageDiceField, side: Side) -> Iterator[Problem]:
    """A force as the umpire's own sheet allows it, in units of ten and full crews (chapter 2, AVD-G.03, AVD-G.04)."""
    tables, own = field.tables, [unit for unit in field.books.units.values() if unit.side is side]
    try:
        form_read(RULESET.by_id["force_sheet"], sheet_of(own, side), tables)
    except Refusal as refusal:
        yield from (replace(problem, field=f"{side}.{problem.field}") for problem in refusal.problems)
    for unit in own:
        full, rule = tables.number("unit.figures"), "AVD-2.01"
        if unit.arm in GUN_ARMS:
            full, rule = tables.number("crew", unit.arm), CREWS[unit.arm]
        if unit.arm is not Arm.GENERAL and unit.figures != full:
            yield _wrong(unit.name, "strength", rule, full=full)
        if unit.arm is Arm.FIELD_GUN and unit.weapon is not field_gun_of(side, tables):
            yield _wrong(unit.name, "field_gun", "AVD-G.04")
        if unit.throwers and unit.arm is not Arm.INFANTRY:
            yield _wrong(unit.name, "throwers", "AVD-G.03")
        if unit.flank_march and not _marches(field, unit):
            yield _wrong(unit.name, "flank_march", "AVD-2.09" if unit.arm in UNIT_ARMS else "AVD-G.05")
        if unit.prone_to_desertion and (side is Side.VILLISTA or unit.arm not in UNIT_ARMS):
            yield _wrong(unit.name, "deserters", "AVD-2.11")
    if sum(bool(unit.throwers) for unit in own) > tables.number("armoury.dynamite"):
        yield _wrong(side.value, "throwers", "AVD-2.08")
    if sum(unit.arm is Arm.GENERAL for unit in own) != 1:
        yield _wrong(side.value, "general", "AVD-4.01")


def _marches(field: AverageDiceField, unit: KnownUnit) -> bool:
    """Whether a unit may be on a flank march: a Villista one of foot or horse, by an edge that is named, no more than were thrown for (AVD-2.09)."""
    few = len(marchers(field)) <= may_march(field)
    return few and field.edge is not None and unit.side is Side.VILLISTA and unit.arm in UNIT_ARMS


def sheet_of(units: Sequence[KnownUnit], side: Side) -> dict[str, Any]:
    """The umpire's force sheet of some units."""
    foot_and_horse = [unit for unit in units if unit.arm in UNIT_ARMS]
    guns = {arm: sum(unit.arm is arm for unit in units) for arm in GUN_ARMS}
    throwers = max((unit.throwers for unit in units), default=0)
    return {
        "side": side,
        "units": len(foot_and_horse),
        "cavalry_units": sum(unit.arm is Arm.CAVALRY for unit in foot_and_horse),
        "mauser_units": sum(unit.weapon is Weapon.MAUSER for unit in foot_and_horse),
        "winchester_units": sum(unit.weapon is Weapon.WINCHESTER for unit in foot_and_horse),
        "dynamite_unit": throwers > 0,
        **({"throwers": throwers} if throwers else {}),
        "gun_throw": sum(guns.values()),
        "field_guns": guns[Arm.FIELD_GUN],
        "machine_guns": guns[Arm.MACHINE_GUN],
    }


def _standing(field: AverageDiceField, piece: Piece) -> Iterator[Problem]:
    """Federals behind the five-foot line, Villistas with a base on their own; nobody on another's base (AVD-3.01, AVD-G.38)."""
    inside = bool(housing.house_of(field, piece))
    stands = _ground(field, piece)
    others = [
        each
        for other in field.pieces.values()
        if other.id != piece.id and not housing.house_of(field, other)
        for each in _ground(field, other)
    ]
    if any(off_board(field.terrain, each) for each in stands):
        yield _wrong(piece.id, "off_board", "AVD-1.07")
    if not inside and any(True for _ in crowded(piece.base, piece.figures, others)):
        yield _wrong(piece.id, "crowded", "AVD-1.04b")
    if piece.owner == Side.FEDERAL.value:
        if any(each.box[1] < length(field.tables.number("zone.line")) for each in stands):
            yield _wrong(piece.id, "federal_zone", "AVD-3.01c")
    elif all(each.box[1] > CONTACT for each in stands):
        yield _wrong(piece.id, "base_line", "AVD-G.38")


def _ground(field: AverageDiceField, piece: Piece) -> tuple[Footprint, ...]:
    """The ground under the figures of a piece, and under its gun."""
    if piece.marker is None:
        return piece.stands
    return (*piece.stands, marker_of(field.books.units[piece.id], piece.marker, field.tables))


# ---- A table from a seed -------------------------------------------------------------------------------------------------------


def made(seed: str, tables: Tables) -> str:
    """The text of a table before the first day: both sides throw for their forces as the umpire has it, and line up (AVD-G.47)."""
    books = raised(DiceStream(seed), tables)
    built = houses_of(tables)
    houses = tuple(_house(x, number) for x in VILLAGES for number in range(len(built)))
    terrain = Terrain(length(tables.number("board.wide")), length(tables.number("board.long")), houses)
    pieces = [*_attackers(books, tables), *_defenders(books, tables)]
    garrisons = _garrisons(books, tables)
    for number, (house, kind) in enumerate(zip(houses, built * len(VILLAGES), strict=True)):
        value, inside = value_of(kind, tables), garrisons[number : number + 1]
        middle = middle_of(house.outline)
        for unit in inside:
            figures = (Pose(middle.x, middle.y, AROUND),) * unit.figures
            pieces.append(Piece(unit.name, unit.side.value, base_of(unit, tables), figures))
        names = tuple(unit.name for unit in inside)
        books = books.with_structure(KnownStructure(house.id, kind, value, value, inside=names))
    ids = tuple(house.id for house in houses)
    villages = tuple(ids[first : first + len(built)] for first in range(0, len(ids), len(built)))
    return json.dumps(codec.write(AverageDiceOpening(terrain, books, tuple(pieces), villages))) + "\n"


def raised(dice: DiceStream, tables: Tables) -> AverageDiceLedger:
    """Books with the forces of both sides, thrown for, and the units drawn that are prone to desertion (AVD-2.03 to AVD-2.12, AVD-G.06)."""
    books = AverageDiceLedger()

    def done(action: str, told: dict[str, Any]) -> Any:
        nonlocal books
        books, verdict = thrown(RULESET, books, action, told, tables, dice)
        return verdict

    for side in Side:
        throws = done("build_force", {"side": side, "flank_march": side is Side.VILLISTA})
        field_guns = throws.guns // 2
        told = {
            "units": throws.units,
            "cavalry_units": most_cavalry(throws.units, tables) // 2,
            "gun_throw": throws.guns,
        }
        arms = {
            f"{rifle.value}_units": tables.number(f"armoury.{rifle.value}")
            for rifle in (Rifle.MAUSER, Rifle.WINCHESTER)
        }
        guns = {"field_guns": field_guns, "machine_guns": throws.guns - field_guns}
        done(
            "force_sheet",
            {"side": side, **told, **arms, "general_rifle": Rifle.MAUSER, **guns, "throwers": throws.throwers},
        )
    while books.lots_due and books.drawable():
        done("draw_lot", dict(books.prefill("draw_lot", tables)))
    books = replace(books, entered={}, arrivals=())  # when a flank march comes is thrown for in the battle
    return books.with_units(
        *(replace(unit, limbered=False) for unit in books.units.values() if unit.arm is Arm.FIELD_GUN)
    )


def _house(x: float, number: int) -> Area:
    """A house of a village: two behind, one before them."""
    left, low = ((x - 4, 68.5), (x + 1, 68.5), (x - 1.5, 64.5))[number]
    corners = ((left, low), (left + 3, low), (left + 3, low + 3), (left, low + 3))
    return Area(f"house {x} {number}", BUILDING, tuple(Point(inches(a), inches(b)) for a, b in corners))


def _garrisons(books: AverageDiceLedger, tables: Tables) -> list[KnownUnit]:
    """The Federal foot, who go into the houses as long as there are any."""
    foot = (Side.FEDERAL, Arm.INFANTRY)
    return [unit for unit in books.units.values() if (unit.side, unit.arm) == foot][
        : len(VILLAGES) * len(houses_of(tables))
    ]


def _attackers(books: AverageDiceLedger, tables: Tables) -> Iterator[Piece]:
    """The Villistas along all of their base line: foot in files, horse in two on the wings, guns with their crews behind them.

    Nobody sees them before the first day, so that nobody knows who marches round the flank (AVD-G.05).
    """
    own = _with_wings([each for each in books.units.values() if each.side is Side.VILLISTA])
    files = [2 if unit.mounted and unit.figures > 1 else 1 for unit in own]
    wide = [
        CREW if unit.arm in GUN_ARMS else (2 * base_of(unit, tables).radius + GAP) * count
        for unit, count in zip(own, files, strict=True)
    ]
    for unit, count, x in zip(own, files, _spread(wide, tables), strict=True):
        base = base_of(unit, tables)
        if unit.arm in GUN_ARMS:
            middle, back = x + CREW // 2, 2 * base.radius + EDGE // 5
            yield replace(_served(unit, Pose(middle, back + _long(unit, tables)), -1, tables), hidden=True)
            continue
        across, deep = 2 * base.radius + GAP, 2 * base.radius + base.behind + GAP
        first, front = x + base.radius, base.radius + base.behind
        places = [Pose(first + each % count * across, front + each // count * deep) for each in range(unit.figures)]
        yield Piece(unit.name, unit.side.value, base, tuple(places), hidden=True)


def _with_wings(units: Sequence[KnownUnit]) -> list[KnownUnit]:
    """Units in the order in which they line up: half of the horse on either side, guns and the General evenly among the foot."""
    horse = [unit for unit in units if unit.arm is Arm.CAVALRY]
    foot = [unit for unit in units if unit.arm is Arm.INFANTRY]
    others = [unit for unit in units if unit.arm not in UNIT_ARMS]
    between = list(foot)
    for number, unit in reversed(list(enumerate(others, start=1))):
        between.insert(number * len(foot) // (len(others) + 1), unit)
    half = len(horse) // 2
    return [*horse[:half], *between, *horse[half:]]


def _spread(wide: Sequence[Length], tables: Tables) -> Iterator[Length]:
    """Where each of a row begins that is as wide as the table, with as much room between any two."""
    room = length(tables.number("board.wide")) - 2 * GAP - sum(wide)
    for number, before in enumerate(accumulate(wide, initial=GAP)):
        if number < len(wide):
            yield before + room * (2 * number + 1) // (2 * len(wide))


def _defenders(books: AverageDiceLedger, tables: Tables) -> Iterator[Piece]:
    """The Federals who are in no house: in two ranks behind the five-foot line, guns beside the villages, the General between them."""
    inside = {unit.name for unit in _garrisons(books, tables)}
    line, places = length(tables.number("zone.line")), iter(BESIDE)
    own = [each for each in books.units.values() if each.side is Side.FEDERAL and each.name not in inside]
    for unit in own:
        if unit.arm in GUN_ARMS:
            yield _served(unit, Pose(inches(next(places)), line + inches(4.7), AROUND), 1, tables)
        elif unit.arm is Arm.GENERAL:
            general = (Pose(inches(BETWEEN), line + inches(5.3), AROUND),)
            yield Piece(unit.name, unit.side.value, base_of(unit, tables), general)
    ranked = [unit for unit in own if unit.arm in UNIT_ARMS]
    wide = [(2 * base_of(unit, tables).radius + GAP) * -(-unit.figures // 2) for unit in ranked]
    for unit, x in zip(ranked, _spread(wide, tables), strict=True):
        base, rank = base_of(unit, tables), -(-unit.figures // 2)
        across, deep = 2 * base.radius + GAP, 2 * base.radius + base.behind + GAP
        stand = [
            Pose(x + base.radius + each % rank * across, line + base.radius + each // rank * deep, AROUND)
            for each in range(unit.figures)
        ]
        yield Piece(unit.name, unit.side.value, base, tuple(stand))


def _long(unit: KnownUnit, tables: Tables) -> Length:
    return length(tables.exact(f"gun_marker.{unit.arm.value}_long"))


def _served(unit: KnownUnit, muzzle: Pose, back: int, tables: Tables) -> Piece:
    """A gun with its crew in a row behind it, which is up or down the table."""
    base = base_of(unit, tables)
    y = muzzle.y + back * (_long(unit, tables) + base.radius + EDGE // 5)
    first = muzzle.x - (unit.figures - 1) * (2 * base.radius + GAP) // 2
    crew = tuple(Pose(first + each * (2 * base.radius + GAP), y, muzzle.facing) for each in range(unit.figures))
    return Piece(unit.name, unit.side.value, base, crew, muzzle)
