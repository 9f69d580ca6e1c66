"""Battles by chance: two small armies on ground that a seed has strewn, some of them hidden."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.battle.engine.battle import Battle
from sandtable.geometry.terrain import Area, Hill
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Side, UnitType, Weapon
from tests.rulesets.mesoamerica.table.laying import EAST, WEST, Laid, area, begun, hill, leader, priest, unit

WEAPONS = (Weapon.WAR_CLUB, Weapon.WAR_CLUB, Weapon.CLUB, Weapon.ATL_ATL, Weapon.BOW, Weapon.SLING)
BEFORE: dict[str, Any] = {"turn": 0, "phase": None, "weather_until": 0}
COPSES = ((4.0, 14.0), (12.0, 16.0), (21.0, 15.0), (30.0, 17.0), (39.0, 14.0), (8.0, 21.0), (26.0, 22.0), (36.0, 21.0))
# rough ground in which somebody may hide, 3 inches square, all of it out of the way of nobody


def army(chance: Random, side: Side, y: float, number: int = 8) -> list[Laid]:
    """A leader, priests who may hold prisoners, and some units in a row, a few of them weak."""
    letter, back = side.value[0], -1.2 if side is WEST else 1.2
    first = chance.uniform(4, 20)
    units = [
        unit(
            f"{letter}{n}",
            side,
            first + 1.3 * n,
            y + chance.uniform(-0.2, 0.2),
            chance.choice(WEAPONS),
            strength=chance.choice((2, 3, 3, 4)),
            elite=chance.random() < 0.2,
            armoured=chance.random() < 0.2,
            men=chance.choice((20, 20, 15, 8)),
            division=1,
        )
        for n in range(number)
    ]
    units.append(leader(f"{letter}L", side, first + 4, y + back))
    units.append(priest(f"{letter}P", side, first + 6, y + back, held=chance.choice((0, 0, 40))))
    return units


def ground(chance: Random) -> Iterator[Area | Hill]:
    """Copses to hide in, and anything else."""
    yield from (area("rough", x, y, 3, 3) for x, y in COPSES)
    for kind in ("forest", "swampy", "uneven", "clear"):
        yield area(kind, chance.uniform(0, 42), chance.uniform(5, 28), chance.uniform(2, 6), chance.uniform(1, 4))
    yield hill(chance.uniform(0, 40), chance.uniform(8, 24), 7, 6)


def strewn(chance: Random, gap: float = 12, **more: Any) -> Battle[MesoamericaField]:
    """Two armies so far apart, before the first turn."""
    units = [*army(chance, WEST, 6), *army(chance, EAST, 6 + gap)]
    if chance.random() < 0.3:
        units.append(unit("W horse", WEST, 2, 6, Weapon.LANCE, kind=UnitType.SPANISH, strength=6))
    options = {"spanish": True, "access": chance.choice(("nobody", "East")), **more.pop("options", {})}
    return begun(*units, ground=tuple(ground(chance)), seed=str(chance.random()), options=options, **{**BEFORE, **more})
