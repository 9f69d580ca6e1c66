"""The casual forces of REV-2.44 and REV-2.45 by chance: both armies from one throw, four columns each, ready in their zones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from sandtable.rulesets.revolucion.vocabulary import CAVALRY, Side, UnitType

U = UnitType
HIGHEST_NUMBER = 40  # of a battalion or regiment
_ORDINALS = {1: "st", 2: "nd", 3: "rd"}


@dataclass(frozen=True, slots=True)
class Army:
    """One side's army: its columns as a scenario file has them."""

    side: str
    name: str
    edge: str
    columns: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class _Outline:
    """What both armies have in common."""

    infantry: int
    cavalry: int
    veteran: UnitType
    machine_gun_bases: int
    machine_gun_units: int


def forces(luck: Random, page: Mapping[str, Any]) -> tuple[Army, Army]:
    """The Revolutionary army in the south, the Government's in the north."""
    while True:
        outline = _outline(luck, page["force"])
        rev = _revolutionary(outline, luck, page["force"])
        gov = _government(outline, luck, page["force"])
        limits = [page["force"]["columns"] * page["force"][key] for key in ("least_units", "most_units")]
        if all(limits[0] <= len(units) <= limits[1] for units in (rev, gov)):
            break
    return (
        Army(Side.REVOLUTIONARY.value, "Revolutionary army", "south", _columns(Side.REVOLUTIONARY, rev, luck, page)),
        Army(Side.GOVERNMENT.value, "Government army", "north", _columns(Side.GOVERNMENT, gov, luck, page)),
    )


def _outline(luck: Random, force: Mapping[str, Any]) -> _Outline:
    bases = luck.randint(*force["machine_gun_bases"])
    units = luck.randint(max(force["machine_gun_units"][0], -(-bases // 3)), force["machine_gun_units"][1])
    return _Outline(
        luck.randint(*force["infantry"]),
        luck.randint(*force["cavalry"]),
        luck.choice((U.VETERAN_INFANTRY, U.VETERAN_CAVALRY)),
        bases,
        units,
    )


def _government(outline: _Outline, luck: Random, force: Mapping[str, Any]) -> list[tuple[UnitType, int]]:
    """REV-2.44."""
    bases = force["bases"]
    units = [(U.IRREGULAR_INFANTRY, bases)] * outline.infantry + [(U.REGULAR_INFANTRY, bases)] * outline.infantry
    units += [(U.REGULAR_CAVALRY, bases)] * outline.cavalry + [(outline.veteran, bases)] * force["veterans"]
    units += [(U.MACHINE_GUNS, share) for share in _shared(outline.machine_gun_bases, outline.machine_gun_units)]
    return units + _artillery(luck, force, Side.GOVERNMENT)


def _revolutionary(outline: _Outline, luck: Random, force: Mapping[str, Any]) -> list[tuple[UnitType, int]]:
    """REV-2.45: large irregular units in place of most of the others, one battery, fewer machine guns."""
    mine = force[Side.REVOLUTIONARY.value]
    units: list[tuple[UnitType, int]] = []
    arms = (
        (U.IRREGULAR_INFANTRY, U.REGULAR_INFANTRY, 2 * outline.infantry),
        (U.IRREGULAR_CAVALRY, U.REGULAR_CAVALRY, outline.cavalry),
    )
    for irregular, regular, count in arms:
        kept = luck.randint(*mine["kept_regular"])
        units += [(irregular, mine["irregular_bases"])] * (count - kept) + [(regular, force["bases"])] * kept
    units += [(outline.veteran, force["bases"])] * force["veterans"]
    guns = luck.randint(1, outline.machine_gun_bases - 1)
    fewer = min(outline.machine_gun_units, guns)
    units += [(U.MACHINE_GUNS, share) for share in _shared(guns, max(fewer, -(-guns // 3)))]
    return units + _artillery(luck, force, Side.REVOLUTIONARY)


def _artillery(luck: Random, force: Mapping[str, Any], side: Side) -> list[tuple[UnitType, int]]:
    return [(U.ARTILLERY, luck.randint(*force["artillery_bases"])) for _ in range(force[side.value]["artillery"])]


def _shared(bases: int, units: int) -> list[int]:
    """Bases dealt out as evenly as may be."""
    return [bases // units + (number < bases % units) for number in range(units)]


def _columns(
    side: Side, units: list[tuple[UnitType, int]], luck: Random, page: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Units dealt round the columns arm by arm, so that each has something of everything, and set up in the zone."""
    count = page["force"]["columns"]
    leaders = luck.sample(page["names"][side.value], count)
    hands: list[list[tuple[UnitType, int]]] = [[] for _ in range(count)]
    for number, unit in enumerate(units):
        hands[number % count].append(unit)
    named = _Names(side, luck, page)
    made = []
    for number, hand in enumerate(hands):
        places = _Places(side, number, page)
        column: dict[str, Any] = {"name": leaders[number], "side": side.value}
        column["leader"] = {"name": leaders[number], "at": places.leader(), **({"chief": True} if number == 0 else {})}
        column["unit"] = [
            {"name": named.of(kind), "type": kind.value, "bases": bases, "formation": "maneuver", "at": places.unit()}
            for kind, bases in hand
        ]
        made.append(column)
    return made


class _Names:
    """The Government numbers its units; the Revolutionaries call theirs by where they come from. Guns are numbered by both."""

    def __init__(self, side: Side, luck: Random, page: Mapping[str, Any]) -> None:
        homes = page["names"]["homes"]
        self.homes = luck.sample(homes, len(homes)) if side is Side.REVOLUTIONARY else []
        self.numbers = luck.sample(range(1, HIGHEST_NUMBER), HIGHEST_NUMBER - 1)
        self.guns = dict.fromkeys((U.MACHINE_GUNS, U.ARTILLERY), 0)

    def of(self, kind: UnitType) -> str:
        if kind in self.guns:
            self.guns[kind] += 1
            return f"{_ordinal(self.guns[kind])} {'Machine Guns' if kind is U.MACHINE_GUNS else 'Battery'}"
        if self.homes:
            return str(self.homes.pop())
        return f"{_ordinal(self.numbers.pop())} {'Regiment' if kind in CAVALRY else 'Battalion'}"


def _ordinal(number: int) -> str:
    teens = number % 100 // 10 == 1
    return f"{number}{'th' if teens else _ORDINALS.get(number % 10, 'th')}"


class _Places:
    """Places in a column's share of the zone: two rows of three, facing the enemy, the Leader between them."""

    def __init__(self, side: Side, number: int, page: Mapping[str, Any]) -> None:
        table = page["table"]
        share = (table["width"] - 2 * table["zone_margin"]) / page["force"]["columns"]
        self.left = table["zone_margin"] + number * share
        self.share, self.height, self.depth = share, table["height"], table["zone_depth"]
        self.south = side is Side.REVOLUTIONARY
        self.given = 0

    def unit(self) -> list[float]:
        row, seat = divmod(self.given, 3)
        self.given += 1
        x = self.left + self.share * (seat + 0.5) / 3
        deep = self.depth - 0.6 if row == 0 else self.depth - 5.4
        return [round(x, 1), round(deep if self.south else self.height - deep, 1), 0 if self.south else 180]

    def leader(self) -> list[float]:
        deep = self.depth - 4.0
        x = self.left + self.share / 2
        return [round(x, 1), round(deep if self.south else self.height - deep, 1)]
