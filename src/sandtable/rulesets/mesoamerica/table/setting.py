"""A battle from a seed: armies raised and armed by the umpire's own rules, edges and access by dice, ground strewn between them (chapter 3, PRE-G.01 to PRE-G.12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import floor
from random import Random
from typing import Any

from sandtable.battle.scenario.writer import toml_text
from sandtable.geometry import terrain as land
from sandtable.geometry.measure import INCH, Point
from sandtable.kernel.dice import D6
from sandtable.kernel.requests import Roll
from sandtable.kernel.stream import DiceStream
from sandtable.kernel.tables import Tables
from sandtable.miniatures.raising import thrown
from sandtable.miniatures.random_ground import ragged
from sandtable.rulesets.mesoamerica.filling import armies_to_arm, divisions_to_raise
from sandtable.rulesets.mesoamerica.ledger import KnownUnit, MesoamericaLedger
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.table.ground import HIDING, ground_at
from sandtable.rulesets.mesoamerica.vocabulary import OTHER_SIDE, Side, UnitType

PITCH = 0.95  # inches from unit to unit in a row
BETWEEN = 1.2  # inches more between divisions
FRONT, BACK = 1.0, 2.5  # inches behind the edge of the zone at which combat units and the others stand
KINDS = ("uneven", "forest", "rough", "swampy", "uneven", "rough")
CORNERS = 9  # of a patch of ground
TRIES = 400  # places that are looked at for somebody to hide in
REMARK = "# Armies, edges and access as the umpire throws for them, on ground that the seed has strewn."


def raised(dice: DiceStream, tables: Tables) -> MesoamericaLedger:
    """Books with two armies: prowess thrown for, strengths unit by unit, weapons and armour within their shares, and who knew the field (PRE-3.03 to PRE-3.21)."""
    books = MesoamericaLedger.start(tables)

    def done(action: str, told: Mapping[str, Any]) -> None:
        nonlocal books
        books, _ = thrown(RULESET, books, action, told, tables, dice)

    for side in Side:
        done("army", {"side": side})
    for told in tuple(divisions_to_raise(books, tables)):
        done("raise_division", told)
    for told in tuple(armies_to_arm(books, tables)):
        done("arm", {**told, "units_to_arm": _armoured(books, told["units_to_arm"], tables)})
    done("prior_access", {})
    return books


def _armoured(books: MesoamericaLedger, rows: Sequence[Mapping[str, Any]], tables: Tables) -> list[dict[str, Any]]:
    """Quilted cotton for the strongest, as many as may have it (PRE-3.21)."""
    most = floor(len(rows) * tables.exact("army.share.armour.part"))
    best = sorted((str(row["name"]) for row in rows), key=lambda name: (-books.units[name].strength, name))[:most]
    return [{**row, "armoured": row["name"] in best} for row in rows]


def edges_of(dice: DiceStream) -> dict[Side, str]:
    """The higher die picks one of the two wide edges, the other side has the opposite one (PRE-3.08, PRE-G.11)."""
    roll = Roll("edges", (D6, D6), read=lambda west, east: west > east, counting=lambda west, east: west != east)
    chooser = Side.WEST if roll.reading(dice.answer(roll)) is True else Side.EAST
    return {chooser: "south", OTHER_SIDE[chooser]: "north"}


def made_by_chance(seed: int) -> str:
    """A scenario file by a seed."""
    tables, dice, chance = RULESET.default_tables, DiceStream(f"mesoamerica {seed}"), Random(seed)  # noqa: S311 - a game
    books, edges = raised(dice, tables), edges_of(dice)
    areas, hills = list(_areas(chance)), list(_hills(chance))
    terrain = _terrain(areas, tables)
    tree: dict[str, Any] = {
        "ruleset": RULESET.id,
        "title": f"Battle by chance, {seed}",
        "table": {"width": tables.number("field.wide"), "height": tables.number("field.deep")},
        "victory": {"morale": False},
        "options": {"access": books.access.value} if books.access else {},
        "area": areas,
        "hill": hills,
        "side": [{"label": side.value, "name": side.value, "edge": edges[side]} for side in Side],
    }
    hiding = dict(_hidden(books, terrain, edges, chance, tables))
    tree["column"] = [
        {"name": side.value, "side": side.value, "unit": list(_units(books, side, edges[side], hiding, tables))}
        for side in Side
    ]
    return toml_text(REMARK, {key: value for key, value in tree.items() if value})


def _units(
    books: MesoamericaLedger, side: Side, edge: str, hiding: Mapping[str, Sequence[float]], tables: Tables
) -> Iterator[dict[str, Any]]:
    """An army as a file tells it: each where it is hidden, else in its row."""
    own = [unit for unit in books.units.values() if unit.side is side]
    places = dict(_rows(own, edge, "access" if books.access is side else "usual", tables))
    for unit in own:
        kind = unit.kind.value if unit.kind is not UnitType.COMBAT else str(unit.weapon)
        told = {"name": unit.name, "type": kind, "bases": 1, "at": list(hiding.get(unit.name, places[unit.name]))}
        marks = {"elite": unit.elite and unit.kind is UnitType.COMBAT, "armoured": unit.armoured}
        yield (
            told
            | ({"strength": unit.strength} if unit.kind is not UnitType.PRIEST else {})
            | {name: True for name, so in marks.items() if so}
            | ({"division": unit.division} if unit.division else {})
            | ({"hidden": True} if unit.name in hiding else {})
        )


def _rows(units: Sequence[KnownUnit], edge: str, zone: str, tables: Tables) -> Iterator[tuple[str, Sequence[float]]]:
    """Divisions side by side in a row near the front of their zone, the leader and the priests behind them (PRE-3.23, PRE-G.11)."""
    front = [unit for unit in units if unit.kind is UnitType.COMBAT]
    gaps = sum(one.division != other.division for one, other in pairwise(front))
    wide, deep = tables.number("field.wide"), tables.number("field.deep")
    line = tables.number("field.zone", zone) - FRONT
    x = wide / 2 - ((len(front) - 1) * PITCH + gaps * BETWEEN) / 2
    for number, unit in enumerate(front):
        x += BETWEEN if number and front[number - 1].division != unit.division else 0
        yield unit.name, _placed(x, line, edge, deep)
        x += PITCH
    others = [unit for unit in units if unit.kind is not UnitType.COMBAT]
    for number, unit in enumerate(others):
        yield unit.name, _placed(wide / 2 + number * PITCH * 2, line - BACK, edge, deep)


def _placed(x: float, from_edge: float, edge: str, deep: int) -> Sequence[float]:
    """The front of a unit so far from its own edge, facing the other one."""
    if edge == "south":
        return round(x, 2), round(from_edge, 2), 0
    return round(x, 2), round(deep - from_edge, 2), 180


# ---- Ground ----------------------------------------------------------------------------------------------------------------------------


def _areas(chance: Random) -> Iterator[dict[str, Any]]:
    """Patches of ground between the armies."""
    for kind in KINDS:
        yield {"kind": kind, "outline": _patch(chance, chance.uniform(4, 44), chance.uniform(12, 24), 2.2, 4.0)}


def _hills(chance: Random) -> Iterator[dict[str, Any]]:
    for _ in range(chance.choice((1, 2))):
        yield {"outline": _patch(chance, chance.uniform(8, 40), chance.uniform(12, 24), 3.0, 5.0)}


def _patch(chance: Random, x: float, y: float, least: float, most: float) -> list[list[float]]:
    """A roundish outline about a place, kept on the field."""
    far = chance.uniform(least, most)
    outline = ragged(chance, (x, y), (far, 0.8 * far), CORNERS, (0.75, 1.1))
    return [[round(min(47.8, max(0.2, a)), 2), round(min(28.0, max(8.0, b)), 2)] for a, b in outline]


def _terrain(areas: Sequence[Mapping[str, Any]], tables: Tables) -> land.Terrain:
    """The ground of a file, its outlines straight."""
    told = tuple(
        land.Area(str(number), area["kind"], tuple(Point(round(a * INCH), round(b * INCH)) for a, b in area["outline"]))
        for number, area in enumerate(areas)
    )
    return land.Terrain(tables.number("field.wide") * INCH, tables.number("field.deep") * INCH, told)


def _hidden(
    books: MesoamericaLedger, terrain: land.Terrain, edges: Mapping[Side, str], chance: Random, tables: Tables
) -> Iterator[tuple[str, Sequence[float]]]:
    """Where elite units of the side that knew the field hide: well inside ground that hides, apart from each other (PRE-3.27, PRE-3.27b)."""
    if books.access is None:
        return
    elite = [unit for unit in books.units.values() if unit.side is books.access and unit.elite]
    combat = [unit for unit in elite if unit.kind is UnitType.COMBAT][: tables.number("army.hidden.most")]
    facing = 0 if edges[books.access] == "south" else 180
    spots: list[tuple[float, float]] = []
    for _ in range(TRIES):
        x, y = chance.uniform(3, 45), chance.uniform(13, 23)
        clear = all(abs(x - a) > 1 or abs(y - b) > 1 for a, b in spots)
        if len(spots) < len(combat) and clear and _hides(terrain, x, y):
            spots.append((x, y))
    for unit, (x, y) in zip(combat, spots, strict=False):
        yield unit.name, (round(x, 2), round(y, 2), facing)


def _hides(terrain: land.Terrain, x: float, y: float) -> bool:
    """Whether a place is well inside ground that hides, whatever curve is laid through its edge."""
    around = [(x + dx, y + dy) for dx in (-0.8, 0, 0.8) for dy in (-0.8, 0, 0.8)]
    return all(ground_at(terrain, Point(round(a * INCH), round(b * INCH))) in HIDING for a, b in around)
