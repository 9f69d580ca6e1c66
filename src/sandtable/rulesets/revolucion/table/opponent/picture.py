"""The table as the opponent sees it: what each place is worth to a unit, and what it costs to stand there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from sandtable.ai.grid import Grid, Numbers
from sandtable.ai.lookout import Indices, Lookout
from sandtable.ai.survey import FOE_COLUMNS, Cells, Enemies, danger_at
from sandtable.ai.ways import Room, Ways
from sandtable.geometry.cover import area_at
from sandtable.geometry.facts import fact, once
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going
from sandtable.geometry.marks import Marks, marks
from sandtable.geometry.measure import Length, Point, direction, inches
from sandtable.geometry.sight import SightRules
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.bands import ends_of
from sandtable.kernel.tables import Tables
from sandtable.miniatures.opponent.intents import ways_over
from sandtable.rulesets.revolucion.bands import BANDS, reach_of
from sandtable.rulesets.revolucion.effective import fighting_type
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table.ground.going import going
from sandtable.rulesets.revolucion.table.ground.kinds import Crossing, feature, ground
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.opponent.odds import Mark, Shooter, worth_by_band
from sandtable.rulesets.revolucion.table.opponent.weights import WEIGHTS, price, weight
from sandtable.rulesets.revolucion.table.state import State, Unit, other
from sandtable.rulesets.revolucion.vocabulary import (
    ASSAULT_TROOPS,
    CAVALRY,
    FIGHTERS,
    GUNS,
    Cover,
    FireMode,
    Formation,
    Order,
    Side,
    Status,
    UnitType,
)

STEP: Length = 2000  # inches enough to choose ground by
FINE_STEP: Length = 1000  # and to find a way by
COVERS = tuple(Cover)
USUAL_BASES = 4
NO_WAY = 200.0  # inches that a place counts as far off when there is no way to it


# ---- What the ground is like -----------------------------------------------------------------------------------------------------


def lookout(view: State) -> Lookout:
    """The lookout of this table."""
    return _lookout(view.terrain, measures(view.tables).sight)


@fact
def _lookout(terrain: Terrain, rules: SightRules) -> Lookout:
    return Lookout(terrain, rules, STEP, float(REACHES[-1]) + 2 * STEP)


@fact
def cover_ranks(terrain: Terrain, grid: Grid) -> Indices:
    """The class of cover at every cell, from 0 (open) to 3, as whole numbers."""
    return covers(terrain, grid).astype(np.int64)


@fact
def covers(terrain: Terrain, grid: Grid) -> Numbers:
    """The class of cover at every cell, from 0 (open) to 3."""
    found = np.zeros(len(grid.places))
    for cell in range(len(grid.places)):
        area = area_at(terrain, grid.place(cell))
        if area is not None:
            found[cell] = COVERS.index(ground(area.kind).cover) if ground(area.kind).enterable else 0
    return found


def ways(view: State, kind: UnitType) -> Ways:
    """The ways of a unit that maneuvers; whoever finds the same ground hard shares them."""
    room = Room(inches(weight("way", "least")), inches(weight("way", "easy")), weight("way", "dear"))
    return ways_over(view.terrain, _going(kind, view.tables).straight, room, FINE_STEP)


@WEIGHTS.remembers(64)
def _going(kind: UnitType, tables: Tables) -> Going:
    """How a unit gets about: wire is crossed by who takes the time to cut it."""
    cost = going(kind, Formation.MANEUVER, tables)
    cut = inches(weight("way", "wire"))
    wires = {name: cut for name in cost.crossing if feature(name).crossing is Crossing.WIRE}
    return replace(cost, crossing={**cost.crossing, **wires})


@fact
def shelters(terrain: Terrain) -> Numbers:
    """The lines that shelter who is behind them: x, y, x, y and the class of cover."""
    found = [
        (*one, *two, COVERS.index(cover))
        for line in terrain.lines
        for one, two in pairwise(line.points)
        if (cover := feature(line.kind).cover) is not Cover.OPEN
    ]
    return np.array(found, dtype=np.float64).reshape(-1, 5)


# ---- Units as marks and shooters -------------------------------------------------------------------------------------------------


def mark_of(unit: Unit, formation: Formation | None = None, cover: Cover = Cover.OPEN) -> Mark:
    """A unit as somebody to be fired at."""
    return Mark(unit.kind, unit.status, unit.bases, unit.card.started, formation or unit.formation, cover)


def shooter_of(unit: Unit, *, led: bool = False) -> Shooter:
    """A unit as somebody who fires."""
    return Shooter(unit.kind, unit.status, unit.bases, led)


REACHES = np.array([inches(ends_of(band)[1]) for band in BANDS], dtype=np.float64)
REACH_OF_BANDS: list[float] = REACHES.tolist()


@WEIGHTS.remembers(1 << 14)
def harm(shooter: Shooter, mode: FireMode, mark: Mark, tables: Tables) -> tuple[float, ...]:
    """What a shooter's fire costs a mark in every band, and nothing beyond."""
    worth = worth_by_band(shooter, mode, mark, tables)
    return (*[worth.get(band, 0.0) for band in bands_reached(shooter.kind, tables)], 0.0)


@lru_cache(maxsize=256)
def bands_reached(kind: UnitType, tables: Tables) -> tuple[str, ...]:
    """The bands that a weapon reaches to their far end, in order; nothing stands for the others."""
    reach = reach_of(fighting_type(kind, tables), tables)
    return tuple(band if ends_of(band)[1] <= reach else "" for band in BANDS)


def usual_mode(unit: Unit) -> FireMode:
    """How a unit will fire next."""
    return FireMode.DEPLOYED if unit.formation is Formation.DEPLOYED else FireMode.MOVING


def can_fire(unit: Unit) -> bool:
    """Whoever has weapons and is not on the march."""
    return unit.kind in FIGHTERS and unit.formation is not Formation.MARCH


@WEIGHTS.remembers(256)
def charges(kind: UnitType, status: Status, tables: Tables) -> tuple[Length, float]:
    """How far a unit charges, and what it would cost a usual unit if it did."""
    if kind not in ASSAULT_TROOPS or status is Status.DEMORALIZED:
        return 0, 0.0
    foot = 1.0 if kind in CAVALRY else weight("ground", "foot_charge")
    return inches(base_move(Order.ASSAULT, kind, tables)), weight("ground", "charge") * foot


@lru_cache(maxsize=256)
def fire_reach(kind: UnitType, tables: Tables) -> Length:
    """How far a unit fires."""
    return inches(reach_of(fighting_type(kind, tables), tables))


@WEIGHTS.remembers(1 << 12)
def dread(shooter: Shooter, mode: FireMode, formation: Formation, tables: Tables) -> Numbers:
    """What a shooter's fire costs a usual unit in every class of cover and every band: what differs between units is told by their price."""
    marks = (Mark(UnitType.REGULAR_INFANTRY, Status.OK, USUAL_BASES, USUAL_BASES, formation, cover) for cover in COVERS)
    return np.array([harm(shooter, mode, mark, tables) for mark in marks])


NO_FIRE = np.zeros((len(COVERS), len(REACHES) + 1))


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A place that an enemy holds, deployed or not: one for as long as he holds it, so that looks at him can be kept by it."""

    stands: Footprint
    deployed: bool


@dataclass(frozen=True, slots=True)
class Foe:
    """An enemy as everybody has to reckon with him: how far he charges and at what cost, how far he fires and how."""

    unit: Unit
    stands: Footprint
    deployed: bool
    run: Length
    charge: float
    reach: Length
    attention: float  # the share of his fire that one more unit before him draws: he fires at one in a turn
    shooter: Shooter
    mode: FireMode  # how he will fire next
    spot: Spot  # what looks at him are kept by

    def row(self) -> tuple[float, ...]:
        """The enemy as a row of numbers for the survey."""
        x, y, facing = self.stands.anchor
        aside = weight("ground", "off_arc") if self.deployed else 1.0
        share = self.attention
        return (x, y, *direction(facing), share, share * aside, self.run, self.charge, self.stands.extent)


class Tolls:
    """What one unit's fire and one enemy's fire cost each other in every band, by the enemy's number and the cover."""

    def __init__(self, unit: Unit, formation: Formation, mode: FireMode, tables: Tables) -> None:
        self._unit, self._formation, self._mode, self._tables = unit, formation, mode, tables
        self._shooter = shooter_of(unit)
        self._suffered: dict[tuple[int, int], tuple[float, ...]] = {}
        self._done: dict[tuple[int, int], tuple[float, ...]] = {}
        self._all_done: Numbers | None = None

    def suffered(self, number: int, foe: Foe, cover: int) -> tuple[float, ...]:
        """What an enemy's fire costs the unit in that cover."""
        found = self._suffered.get((number, cover))
        if found is None:
            mark = mark_of(self._unit, self._formation, COVERS[cover])
            found = self._suffered[number, cover] = harm(foe.shooter, foe.mode, mark, self._tables)
        return found

    def done(self, number: int, foe: Foe, cover: int = 0) -> tuple[float, ...]:
        """What the unit's fire costs an enemy in that cover."""
        found = self._done.get((number, cover))
        if found is None:
            mark = mark_of(foe.unit, None, COVERS[cover])
            found = self._done[number, cover] = harm(self._shooter, self._mode, mark, self._tables)
        return found

    def all_done(self, foes: list[Foe]) -> Numbers:
        """What the unit's fire costs each enemy in the open, band by band."""
        if self._all_done is None:
            self._all_done = np.array([self.done(number, foe) for number, foe in enumerate(foes)])
        return self._all_done


class Picture:
    """The enemy as one side sees him. What was worked out about an enemy is kept for as long as he stays as he is."""

    def __init__(self, view: State, side: Side, earlier: Picture | None = None) -> None:
        self.view, self.side = view, side
        self.drawn_from = enemy_as_seen(view, side)
        self.lookout = lookout(view)
        self.grid = self.lookout.grid
        self.cover = covers(view.terrain, self.grid)
        grid, ranks = self.grid, cover_ranks(view.terrain, self.grid)
        self.cells = Cells(float(grid.step), grid.columns, grid.rows, ranks, shelters(view.terrain))
        self.enemies = [view.units[name] for name, _ in view.position.standing(other(side))]
        known = earlier.bands if earlier is not None and earlier.lookout is self.lookout else {}
        self.bands: dict[Footprint, Indices] = {}
        for enemy in self.enemies:
            assert enemy.stands is not None  # noqa: S101 - he stands on the table
            his = known.get(enemy.stands)
            self.bands[enemy.stands] = (
                self.lookout.bands_from(enemy.stands.anchor.point, REACHES) if his is None else his
            )
        self.looks: dict[Footprint, Any] = earlier.looks if known and earlier is not None else {}
        self._ways: dict[UnitType, Ways] = {}
        self._dreads: dict[Formation, Numbers] = {}
        self._own = [
            self.grid.cell(*stands.anchor.point) for _, stands in view.position.standing(side)
        ]  # who else he may fire at
        old = {foe.unit.card.id: foe for foe in earlier.foes} if known and earlier is not None else {}
        self.foes: list[Foe] = [self._foe(enemy, old.get(enemy.card.id)) for enemy in self.enemies]
        self._tolls: dict[tuple[object, ...], Tolls] = {}
        self._within: dict[Length, Numbers] = {}

    @once
    def marks(self) -> Marks:
        """The enemies, to be looked at."""
        return marks([foe.stands for foe in self.foes])

    @once
    def foes_seen(self) -> Enemies:
        """The enemies, and where each of them sees anything."""
        rows = np.array([foe.row() for foe in self.foes], dtype=np.float64).reshape(-1, FOE_COLUMNS)
        bands = np.array(list(self.bands.values()), dtype=np.int64).reshape(len(rows), -1)
        return Enemies(rows, bands, REACHES)

    def within(self, reach: Length) -> Numbers:
        """How near somebody who fires so far has to be to each enemy for one of them to fire at the other."""
        found = self._within.get(reach)
        if found is None:
            found = self._within[reach] = np.array([max(reach, foe.reach) for foe in self.foes], dtype=np.float64)
        return found

    def tolls(self, unit: Unit, formation: Formation, mode: FireMode) -> Tolls:
        """What a unit and its enemies cost each other."""
        key = (unit.card.kind, unit.status, unit.bases, unit.card.started, formation, mode)
        found = self._tolls.get(key)
        if found is None:
            found = self._tolls[key] = Tolls(unit, formation, mode, self.view.tables)
        return found

    def _foe(self, enemy: Unit, earlier: Foe | None) -> Foe:
        assert enemy.stands is not None  # noqa: S101 - he stands on the table
        reach = fire_reach(enemy.kind, self.view.tables) if can_fire(enemy) else 0
        attention = self._attention(self.bands[enemy.stands], reach)
        if earlier is not None and earlier.unit is enemy and earlier.attention == attention:
            return earlier
        run, charge = charges(enemy.kind, enemy.status, self.view.tables)
        deployed = enemy.formation is Formation.DEPLOYED
        spot = earlier.spot if earlier is not None else None
        if spot is None or spot.stands is not enemy.stands or spot.deployed is not deployed:
            spot = Spot(enemy.stands, deployed)
        return Foe(
            enemy, enemy.stands, deployed, run, charge, reach, attention, shooter_of(enemy), usual_mode(enemy), spot
        )

    def _attention(self, bands: Indices, reach: Length) -> float:
        last = bisect_right(REACH_OF_BANDS, reach)
        marks = sum(band < last for band in bands[self._own].tolist()) if last else 0
        return 1 / (1 + weight("ground", "shared") * max(0, marks - 1))

    def dreads(self, formation: Formation) -> Numbers:
        """What each enemy's fire costs a usual unit in a formation, by the cover and the band."""
        found = self._dreads.get(formation)
        if found is None:
            tables = self.view.tables
            told = [
                dread(foe.shooter, foe.mode, formation, tables) if can_fire(foe.unit) else NO_FIRE for foe in self.foes
            ]
            found = self._dreads[formation] = np.array(told).reshape(-1, *NO_FIRE.shape)
        return found

    def danger_at(self, unit: Unit, formation: Formation, cell: int) -> float:
        """What standing at a cell for a turn may cost a unit: fire and charges. Reckoned for a usual unit, by the price of this one."""
        danger = danger_at(cell, self.cells, self.foes_seen, self.dreads(formation))
        return danger * price(unit.kind, self.view.tables)

    def chance_at(self, unit: Unit, mode: FireMode, cell: int) -> float:
        """The best that a unit's fire can do from a cell."""
        if unit.kind not in FIGHTERS:
            return 0.0
        tolls, best = self.tolls(unit, unit.formation, mode), 0.0
        for number, band in enumerate(self.foes_seen.bands[:, cell].tolist()):
            if band < len(REACH_OF_BANDS):
                best = max(best, tolls.done(number, self.foes[number])[band])
        return best

    def cover_at(self, place: Point) -> float:
        """The class of cover at a place."""
        return float(self.cover[self.grid.cell(place.x, place.y)])

    def ways(self, kind: UnitType) -> Ways:
        """The ways of a kind of unit over this table."""
        found = self._ways.get(kind)
        if found is None:
            found = self._ways[kind] = ways(self.view, kind)
        return found

    def off_at(self, unit: Unit, goal: Point, place: Point) -> float:
        """How far a unit has to go to a goal from a place, in inches, round what is in the way."""
        known = self.ways(unit.kind)
        far = float(known.field(known.grid.cell(goal.x, goal.y))[known.grid.cell(place.x, place.y)])
        return min(far / inches(1), NO_WAY)


def enemy_as_seen(view: State, side: Side) -> tuple[object, ...]:
    """What the picture of the enemy is drawn from."""
    return (
        view.terrain,
        *(
            (unit.stands, unit.status, unit.bases, unit.formation)
            for unit in view.units.values()
            if unit.side is not side and unit.stands is not None and unit.gone is None
        ),
    )


def strength(units: Iterable[Unit], tables: Tables) -> float:
    """What some units are worth as they are."""
    total = 0.0
    for unit in units:
        size = weight("strength", "guns") if unit.kind in GUNS else unit.bases / USUAL_BASES
        total += price(unit.kind, tables) * weight("strength", unit.status.value) * size
    return total
