"""Risings by chance: rebels and troops of all kinds on ground that a seed has strewn, and players made of chance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.geometry.terrain import Area, Hill, Line, Road
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, Goal
from sandtable.rulesets.uprising1848.vocabulary import Firearm, GunClass, Kind, Melee
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    CONSCRIPT,
    VETERAN,
    Laid,
    area,
    at,
    gun,
    hill,
    opening,
    pose,
    rebels,
    road,
    row,
    troops,
    wall,
)

LINES = ("wall", "fence", "hedge", "barricade", "trench", "high_wall", "gate")
AREAS = ("woods", "ploughland", "rubble", "steep", "river")


def strewn(chance: Random, turns: int = 6, *, crowded: bool = True) -> str:
    """Three Player units and up to five of the government, houses, woods and walls."""
    arms = (("nothing", 3), ("improvised", 2), ("pistol", 1), ("musket", 1), ("flintlock rifle", 1))
    units: list[Laid] = [
        rebels("Core", row(8, 12, chance.choice((5, 8)), 1.2), leader=True),
        rebels(
            "Volunteers",
            row(22, 12, 8, 1.2),
            quality=CONSCRIPT,
            firearm=Firearm.NONE,
            melee=Melee.IMPROVISED,
            arms=arms,
        ),
    ]
    waiting = []
    if chance.random() < 0.5:
        units.append(rebels("Late", row(15, -2, 5)))
        waiting.append("Late")
    units += _government(chance) if crowded else []
    about: dict[str, Any] = {"side": None, "goal": Goal(turns=turns), "waiting": waiting}
    return opening(*units, ground=tuple(_ground(chance)), **about)


def _government(chance: Random) -> Iterator[Laid]:
    kinds = [
        lambda: troops("Line", row(5, 30, 7), officers=1),
        lambda: troops("Guard", row(20, 28, 6), quality=CONSCRIPT),
        lambda: troops("Hussars", row(30, 33, 4, 2.2), kind=Kind.CAVALRY, mounted=True, firearm=Firearm.CARBINE),
        lambda: gun("Battery", GOVERNMENT, pose(24, 40, 180), gun=chance.choice(tuple(GunClass)), howitzer=chance.random() < 0.4),
        lambda: troops(
            "Mob", row(5, 22, 7), kind=Kind.MOB, quality=CIVILIAN, firearm=Firearm.NONE, melee=Melee.IMPROVISED, nco=False,
            leader=True, arms=(("nothing", 4), ("pistol", 3)),
        ),
        lambda: troops("Nobles", at((40, 20), (41.5, 20)), kind=Kind.ARISTOCRATS, quality=CIVILIAN, firearm=Firearm.NONE, nco=False),
        lambda: troops("Peasants", at((18, 18), (19.5, 18)), kind=Kind.CIVILIANS, quality=CIVILIAN, firearm=Firearm.NONE, nco=False),
        lambda: troops(
            "Train", at((12, 44), (18, 44)), kind=Kind.CONVOY, quality=CIVILIAN, firearm=Firearm.NONE, melee=Melee.IMPROVISED,
            wagons=2, nco=False,
        ),
        lambda: troops("Staff", row(34, 42, 4), kind=Kind.HEADQUARTERS, quality=VETERAN, officers=2),
        lambda: troops("Courier", at((40, 30)), kind=Kind.ENEMY_OFFICER, quality=VETERAN, officers=1, nco=False, mounted=True),
        lambda: troops("Veterans", row(8, 36, 6), quality=VETERAN, firearm=Firearm.PERCUSSION_RIFLE, officers=1),
        lambda: troops("Reserve", row(28, 26, 5), quality=AVERAGE),
    ]  # fmt: skip
    for make in chance.sample(kinds, chance.randrange(1, 6)):
        yield make()


def _ground(chance: Random) -> Iterator[Area | Hill | Line | Road]:
    for kind in AREAS:
        yield area(kind, chance.uniform(0, 40), chance.uniform(46, 60), chance.uniform(3, 8), chance.uniform(2, 6))
    yield area("woods", chance.uniform(0, 40), chance.uniform(14, 17), 6, 4)
    yield area("house", chance.uniform(2, 40), chance.uniform(46, 60), 4, 4, "mill")
    yield area("house", 42, 10, 5, 4, "inn")
    yield hill(chance.uniform(0, 40), chance.uniform(45, 60), 6, 5)
    yield road((0, 44), (48, 46))
    for kind in LINES:
        x, y = chance.uniform(0, 35), chance.uniform(14, 26)
        yield wall(kind, (x, y), (x + 6, y + chance.uniform(-1, 1)))


SIDES = (PLAYER, GOVERNMENT)
