"""Battles by chance: small armies of all arms on ground that a seed has strewn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.battle.engine.battle import Battle
from sandtable.rulesets.mexican_american_war.table.state import MawField
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Carriage,
    Commander,
    Experience,
    Formation,
    LeaderRating,
    Light,
    MoraleClass,
    Phase,
    Side,
    Weapon,
)
from tests.rulesets.mexican_american_war.table.laying import (
    MEX,
    US,
    Ground,
    Laid,
    area,
    begun,
    guns,
    hill,
    horse,
    key,
    leader,
    pose,
    road,
    unit,
    wall,
)

AREAS = ("light_woods", "dense_chaparral", "brush", "stream", "dense_woods", "maize")
LINES = ("low_wall", "fence", "breastwork", "stone_wall")
FORMATIONS = (Formation.LINE, Formation.LINE, Formation.SUPPORTED_LINE, Formation.FIELD_COLUMN)


def strewn(chance: Random, gap: float = 16, **about: Any) -> Battle[MawField]:
    """A brigade a side: three units of foot, one of horse, a battery and a leader, so far apart."""
    units = [each for side in (US, MEX) for each in _brigade(chance, side, gap)]
    first = chance.choice((US, MEX))
    told = {"turns": 4, "phase": Phase.LEADERS, "side": first, "keys": (key("road", 48, 30),), **about}
    if chance.random() < 0.3:
        told["lights"] = ((2, Light.EVENING_1), (3, Light.EVENING_2), (4, Light.FULL_MOON))
    return begun(*units, ground=tuple(_ground(chance)), seed=str(chance.random()), **told)


def _brigade(chance: Random, side: Side, gap: float) -> Iterator[Laid]:
    facing, sign = (0, -1) if side is US else (180, 1)
    y = 30 + sign * gap / 2
    names = [f"{side.value} {number}" for number in range(5)]
    for number in range(3):
        stands, formation = chance.randint(3, 10), chance.choice(FORMATIONS)
        light = chance.random() < 0.3
        if light and chance.random() < 0.5:
            formation = Formation.OPEN_THIN
        yield unit(
            names[number],
            side,
            pose(20 + 18 * number, y + sign * chance.random(), facing),
            stands,
            formation=formation,
            light_troops=light,
            experience=chance.choice(tuple(Experience)),
            morale=chance.choice(tuple(MoraleClass)),
        )
    yield horse(
        names[3],
        side,
        pose(74, y + sign * 5, facing),
        chance.randint(3, 7),
        experience=chance.choice(tuple(Experience)),
    )
    heavy = chance.random() < 0.3
    carriage = (
        Carriage.HC_FIELD if heavy else chance.choice((Carriage.HLC, Carriage.FLC if side is US else Carriage.OLC))
    )
    weapon = Weapon.HG if heavy else Weapon.LG
    yield guns(
        names[4],
        side,
        pose(48, y + sign * 5, facing),
        chance.randint(1, 3),
        weapon,
        carriage=carriage,
        limbered=chance.random() < 0.4,
    )
    yield leader(
        f"{side.value} brigadier", side, pose(30, y + sign * 5), *names[:3], rating=chance.choice(tuple(LeaderRating))
    )
    yield leader(f"{side.value} general", side, pose(60, y + sign * 8), *names[3:], rank=Commander.ARMY)


def _ground(chance: Random) -> Iterator[Ground]:
    for kind in chance.sample(AREAS, 3):
        yield area(kind, chance.uniform(5, 80), chance.uniform(24, 34), chance.uniform(3, 9), chance.uniform(1, 4))
    if chance.random() < 0.4:
        yield hill(chance.uniform(5, 70), chance.uniform(20, 34), chance.uniform(8, 16), chance.uniform(4, 8))
    if chance.random() < 0.4:
        x, y = chance.uniform(10, 60), chance.uniform(26, 33)
        yield wall(chance.choice(LINES), (x, y), (x + 10, y + chance.uniform(-1, 1)))
    if chance.random() < 0.5:
        yield road("good", (chance.uniform(20, 70), 0), (48, 30), (chance.uniform(20, 70), 60))
