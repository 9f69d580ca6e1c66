"""What a maneuver effect lets a unit do: the lists of the chart, cut to what the unit can carry out (MAW-2.19 to MAW-2.32, chapters 7 and 15)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from sandtable.kernel.tables import Tables
from sandtable.rulesets.mexican_american_war.units import Unit
from sandtable.rulesets.mexican_american_war.vocabulary import (
    FAST_EFFECTS,
    FIRING,
    LINES,
    OPEN_ORDER,
    SLOW_EFFECTS,
    SQUARES,
    Arm,
    Carriage,
    CheckEffect,
    Formation,
    Light,
    Maneuver,
    effect_in,
)

M = Maneuver
MOVING = frozenset(
    {
        M.FULL_MOVE, M.HALF_MOVE, M.FULL_MOVE_DISORDERED, M.MOVE_AND_UNLIMBER, M.LIMBER_AND_MOVE, M.MOVE_UNLIMBER_FIRE,
        M.LIMBER_MOVE_UNLIMBER, M.MARCH_BY_THE_FLANK, M.CHANGE_FORMATION,
    }
)  # fmt: skip
_IN_LINE = (*LINES, *OPEN_ORDER)


class Facts(NamedTuple):
    """What of a unit decides its list, so that lists are made once."""

    guns: bool
    shape: Formation | None
    arm: Arm
    limbered: bool
    silenced: bool
    fixed: bool
    heavy: bool
    carriage: Carriage
    low_ammunition: bool
    sheltered: bool


def legal_maneuvers(
    unit: Unit,
    effect: CheckEffect,
    light: Light,
    tables: Tables,
    *,
    low_ammunition: bool = False,
    sheltered: bool = False,
) -> tuple[Maneuver, ...]:
    """Everything the unit may choose from, one of it (MAW-2.19)."""
    facts = Facts(
        guns=unit.is_guns,
        shape=unit.reforms_in if unit.broken else unit.shape,  # a broken unit reforms first (MAW-6.10, MAW-7.03)
        arm=unit.arm,
        limbered=unit.limbered,
        silenced=unit.silenced,
        fixed=unit.fixed,
        heavy=unit.heavy,
        carriage=unit.carriage,
        low_ammunition=low_ammunition,
        sheltered=sheltered,
    )
    return _listed(facts, effect_in(light, effect), tables)


@lru_cache(maxsize=4096)
def _listed(facts: Facts, effect: CheckEffect, tables: Tables) -> tuple[Maneuver, ...]:
    if facts.guns:
        listed = _gun_list(facts, effect, tables)
        return tuple(maneuver for maneuver in listed if _gun_can(maneuver, facts))
    listed = _troop_list(effect, tables)
    if facts.shape is Formation.STORMING_COLUMN:
        listed = tuple(one for one in listed if one in _STORMERS_DO[effect in FAST_EFFECTS])
    return tuple(maneuver for maneuver in listed if _troops_can(maneuver, facts))


@lru_cache(maxsize=64)
def _lists(tables: Tables) -> Mapping[str, tuple[Maneuver, ...]]:
    """Every list of the chart."""
    paths = ("troops.fast", "troops.slow.list", "guns.fast", "guns.slow.list", "guns.light.list", "guns.flying.list")
    return {path: tuple(Maneuver(name) for name in tables.row("maneuvers", path)) for path in paths}


def _troop_list(effect: CheckEffect, tables: Tables) -> tuple[Maneuver, ...]:
    if effect in FAST_EFFECTS:
        return _lists(tables)["troops.fast"]
    return _lists(tables)["troops.slow.list"] if effect in SLOW_EFFECTS else ()


def _gun_list(facts: Facts, effect: CheckEffect, tables: Tables) -> tuple[Maneuver, ...]:
    """Light carriages have more choices than heavy ones (MAW-21.02, MAW-21.03), flying artillery the most."""
    lists = _lists(tables)
    if effect is CheckEffect.TARDY:
        light_only = facts.heavy and tables.option("tardyLimber") != "any"
        return tuple(one for one in lists["guns.slow.list"] if one is not M.LIMBER_AND_RETREAT or not light_only)
    if effect not in FAST_EFFECTS:
        return ()
    listed = lists["guns.fast"]
    if not facts.heavy:
        listed += lists["guns.light.list"]
    if effect is CheckEffect.DOUBLE_QUICK and facts.carriage is Carriage.FLC:
        listed += lists["guns.flying.list"]
    return listed


_STORMERS_DO = {  # a column still in the defile goes on by half a move, or holds (MAW-G.49a)
    True: (M.STORMING_COLUMN, M.CHANGE_FORMATION, M.REPLENISH, M.HOLD),
    False: (M.HOLD,),
}
_NEEDS_LIMBERED = (M.FULL_MOVE, M.UNLIMBER, M.MOVE_AND_UNLIMBER, M.UNLIMBER_AND_FIRE, M.MOVE_UNLIMBER_FIRE)
_NEEDS_UNLIMBERED = (
    M.FIRE, M.LIMBER, M.PIVOT, M.LIMBER_AND_MOVE, M.PIVOT_AND_FIRE, M.HAND_HAUL, M.LIMBER_MOVE_UNLIMBER, M.LIMBER_AND_RETREAT,
)  # fmt: skip
GUN_MANEUVERS = (
    *FIRING, M.LIMBER, M.UNLIMBER, M.PIVOT, M.RALLY_GUNS, M.MOVE_AND_UNLIMBER, M.LIMBER_AND_MOVE, M.HAND_HAUL,
    M.LIMBER_MOVE_UNLIMBER, M.LIMBER_AND_RETREAT, M.RETURN_TO_GUNS,
)  # fmt: skip
TROOP_MANEUVERS = tuple(one for one in M if one not in (*GUN_MANEUVERS, M.FULL_MOVE, M.REPLENISH, M.HOLD))
_FIXED_GUNS_DO = (M.FIRE, M.PIVOT, M.PIVOT_AND_FIRE, M.RALLY_GUNS, M.REPLENISH, M.RETURN_TO_GUNS, M.HOLD)


def _gun_can(maneuver: Maneuver, facts: Facts) -> bool:
    """Limbered guns do not fire, silenced ones neither (MAW-G.26); fixed ones never move (MAW-G.26b)."""
    if facts.sheltered:
        return maneuver in (M.RETURN_TO_GUNS, M.HOLD)
    if facts.fixed and maneuver not in _FIXED_GUNS_DO:
        return False
    if maneuver in _NEEDS_LIMBERED and not facts.limbered:
        return False
    if maneuver in _NEEDS_UNLIMBERED and facts.limbered:
        return False
    if maneuver in FIRING and facts.silenced:
        return False
    if maneuver in (M.RALLY_GUNS, M.LIMBER_AND_RETREAT):
        return facts.silenced
    if maneuver is M.REPLENISH:
        return facts.low_ammunition
    return maneuver is not M.RETURN_TO_GUNS


def _troops_can(maneuver: Maneuver, facts: Facts) -> bool:
    """Formations that a maneuver needs (MAW-7.09, MAW-7.14, MAW-16.03b)."""
    if maneuver is M.REPLENISH:
        return facts.low_ammunition
    if maneuver is M.DEPLOY_TO_THE_FRONT:
        return facts.shape is Formation.MARCH_COLUMN
    if maneuver is M.CHANGE_FRONT:
        return facts.shape in _IN_LINE
    if maneuver is M.FULL_MOVE_DISORDERED:
        return facts.shape not in SQUARES
    if maneuver in (M.MARCH_BY_THE_FLANK, M.FACE_BY_THE_REAR_RANK, M.PASSAGE_OF_LINES):
        return facts.shape not in (*SQUARES, Formation.GARRISON)
    if maneuver is M.STORMING_COLUMN:
        return facts.shape not in (*SQUARES, Formation.GARRISON)
    return True
