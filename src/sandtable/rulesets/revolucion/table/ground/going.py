"""How hard the ground is to cross, for each arm and formation (REV-4.52 to REV-4.57, REV-8.03 to REV-8.08, REV-G.39b, REV-G.43)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from sandtable.geometry.going import Going
from sandtable.geometry.measure import Length, inches
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.effective import effective_type
from sandtable.rulesets.revolucion.table.ground.kinds import Crossing, Movement, features, grounds, ways
from sandtable.rulesets.revolucion.vocabulary import Formation, UnitType

LEADER = "Leader"
CHOKES = frozenset(kind for kind, feature in features().items() if feature.crossing is Crossing.CHOKE)


@lru_cache(maxsize=256)
def going(kind: UnitType, formation: Formation, tables: Tables) -> Going:
    """A unit on the move. Who marches has the road, through towns as well (REV-4.56, REV-4.57)."""
    march = formation is Formation.MARCH
    rough = tables.exact("on_table.rough", effective_type(kind, tables).value)
    road = 1 / tables.exact("road.bonus")
    return Going(
        ground=_ground(rough, road if march else rough),
        crossing=_crossing(tables, free_chokes=march, wire=kind is UnitType.TANKETTE),
        road=road if march else None,
        road_kinds=frozenset(name for name, way in ways().items() if way.march),
        off_front=tables.exact("on_table.move.off_front"),
        passages=CHOKES,
    )


@lru_cache(maxsize=16)
def leader_going(tables: Tables) -> Going:
    """A Leader rides as cavalry does, without the help of roads (REV-3.13, REV-G.39b)."""
    rough = tables.exact("on_table.rough", LEADER)
    return Going(
        ground=_ground(rough, rough),
        crossing=_crossing(tables, free_chokes=False, wire=False),
        off_front=1,
        passages=CHOKES,
    )


@lru_cache(maxsize=64)
def tactical_going(kind: UnitType) -> Going:
    """The tactical inch costs the same everywhere, over obstacles too; only what cannot be passed counts (REV-G.43d)."""
    crossing: dict[str, Length | None] = {
        name: None
        for name, feature in features().items()
        if feature.crossing is Crossing.IMPASSABLE
        or (feature.crossing is Crossing.WIRE and kind is not UnitType.TANKETTE)
    }
    return Going(ground=_ground(Fraction(1), Fraction(1)), crossing=crossing, off_front=1, passages=CHOKES)


@lru_cache(maxsize=256)
def retreat_going(kind: UnitType, formation: Formation, tables: Tables) -> Going:
    """Involuntary movement is at full speed in every direction (REV-4.83); terrain costs count (REV-G.28b)."""
    own = going(kind, formation, tables)
    return Going(own.ground, own.crossing, own.road, own.road_kinds, 1, own.passages)


def _ground(rough: Fraction, town: Fraction) -> Mapping[str, Fraction | int | None]:
    costs: dict[Movement, Fraction | int | None] = {
        Movement.OPEN: 1,
        Movement.ROUGH: rough,
        Movement.TOWN: town,
        Movement.IMPASSABLE: None,
    }
    return {name: costs[ground.movement] for name, ground in grounds().items()}


def _crossing(tables: Tables, *, free_chokes: bool, wire: bool) -> Mapping[str, Length | None]:
    costs: dict[Crossing, Length | None] = {
        Crossing.FREE: 0,
        Crossing.OBSTACLE: inches(tables.exact("on_table.move.crossing.obstacle")),
        Crossing.CHOKE: 0 if free_chokes else inches(tables.exact("on_table.move.crossing.choke")),
        Crossing.WIRE: 0 if wire else None,
        Crossing.IMPASSABLE: None,
    }
    return {name: costs[feature.crossing] for name, feature in features().items()}


def is_rough(kind: str) -> bool:
    """Ground that slows: rough, and towns for all who do not march."""
    return grounds()[kind].movement in (Movement.ROUGH, Movement.TOWN)


def is_obstacle(kind: str) -> bool:
    """A linear obstacle (REV-8.06)."""
    return features()[kind].crossing is Crossing.OBSTACLE
