"""The table as the opponent sees it: what each place is worth to a unit, and what it costs to stand there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from math import hypot, inf

import numpy as np
from numpy.typing import NDArray

from sandtable.ai.grid import Grid, Numbers
from sandtable.ai.lookout import Lookout
from sandtable.ai.stand import Stand, stand
from sandtable.ai.ways import Ways
from sandtable.geometry.cover import area_at
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.kept import kept
from sandtable.geometry.measure import Length, Point, inches
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.bands import BANDS, band_bounds, reach_of
from sandtable.rulesets.revolucion.effective import fighting_type
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table.goings import going
from sandtable.rulesets.revolucion.table.measures import measures
from sandtable.rulesets.revolucion.table.opponent.odds import Mark, Shooter, fire_worth
from sandtable.rulesets.revolucion.table.opponent.weights import price, weight
from sandtable.rulesets.revolucion.table.scenario import ground
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
COVERS = tuple(Cover)
USUAL_BASES = 4
SAMPLES = 4  # looks at the ground between two cells
NO_WAY = 200.0  # inches that a place counts as far off when there is no way to it


def lookout(view: State) -> Lookout:
    """The lookout of this table, kept with its ground."""
    rules = measures(view.tables).sight
    return kept(view.terrain, f"lookout/{rules}", lambda terrain: Lookout(terrain, rules, STEP))


def covers(terrain: Terrain, grid: Grid) -> Numbers:
    """The class of cover at every cell, from 0 (open) to 3."""
    return kept(terrain, "covers", lambda same: _covers(same, grid))


def _covers(terrain: Terrain, grid: Grid) -> Numbers:
    found = np.zeros(len(grid.places))
    for cell in range(len(grid.places)):
        area = area_at(terrain, grid.place(cell))
        if area is not None:
            found[cell] = COVERS.index(ground(area.kind).cover) if ground(area.kind).enterable else 0
    return found


def ways(view: State, kind: UnitType) -> Ways:
    """The ways of a unit that maneuvers, kept with the ground; whoever finds the same ground hard shares them."""
    cost = going(kind, Formation.MANEUVER, view.tables)
    hard = {name: price for name, price in cost.ground.items() if price != 1}
    grid = lookout(view).grid
    key = f"ways/{sorted((name, str(price)) for name, price in hard.items())}"
    return kept(view.terrain, key, lambda terrain: Ways(grid, partial(_step, terrain, grid, hard)))


def _step(terrain: Terrain, grid: Grid, hard: Mapping[str, Fraction | int | None], here: int, there: int) -> float:
    """What it costs to go from a cell to the next, looked at every half inch or so."""
    start, end = grid.place(here), grid.place(there)
    length = hypot(end.x - start.x, end.y - start.y)
    total = 0.0
    for number in range(SAMPLES):
        share = (number + 0.5) / SAMPLES
        area = area_at(
            terrain, Point(round(start.x + (end.x - start.x) * share), round(start.y + (end.y - start.y) * share))
        )
        price = hard.get(area.kind, 1) if area is not None else 1
        if price is None:
            return inf
        total += float(price) * length / SAMPLES
    return total


def mark_of(unit: Unit, formation: Formation | None = None, cover: Cover = Cover.OPEN) -> Mark:
    """A unit as somebody to be fired at."""
    return Mark(unit.kind, unit.status, unit.bases, unit.card.started, formation or unit.formation, cover)


def shooter_of(unit: Unit, *, led: bool = False) -> Shooter:
    """A unit as somebody who fires."""
    return Shooter(unit.kind, unit.status, unit.bases, led)


REACHES = np.array([inches(band_bounds(band)[1]) for band in BANDS], dtype=np.float64)


@lru_cache(maxsize=1 << 14)
def harm(shooter: Shooter, mode: FireMode, mark: Mark, tables: Tables) -> Numbers:
    """What a shooter's fire costs a mark in every band, and nothing beyond."""
    reach = reach_of(fighting_type(shooter.kind, tables), tables)
    worth = [fire_worth(shooter, mode, band, mark, tables) if band_bounds(band)[1] <= reach else 0.0 for band in BANDS]
    return np.array([*worth, 0.0])


def usual_mode(unit: Unit) -> FireMode:
    """How a unit will fire next."""
    return FireMode.DEPLOYED if unit.formation is Formation.DEPLOYED else FireMode.MOVING


def can_fire(unit: Unit) -> bool:
    """Whoever has weapons and is not on the march."""
    return unit.kind in FIGHTERS and unit.formation is not Formation.MARCH


class Picture:
    """The enemy as one side sees him. What was worked out about an enemy is kept for as long as he stays as he is."""

    def __init__(self, view: State, side: Side, earlier: Picture | None = None) -> None:
        self.view, self.side = view, side
        self.lookout = lookout(view)
        self.grid = self.lookout.grid
        self.cover = covers(view.terrain, self.grid)
        self.covers = [
            (cover, self.cover == number) for number, cover in enumerate(COVERS) if (self.cover == number).any()
        ]
        self.enemies = [view.units[name] for name, _ in view.standing(other(side))]
        known = earlier.stands if earlier is not None else {}
        self.stands: dict[Footprint, Stand] = {}
        for enemy in self.enemies:
            assert enemy.stands is not None  # noqa: S101 - he stands on the table
            self.stands[enemy.stands] = known.get(enemy.stands) or stand(self.lookout, enemy.stands.anchor, REACHES)
        self._dangers: dict[Formation, Numbers] = {}
        self._chances: dict[tuple[Shooter, FireMode], Numbers] = {}
        self._charges: Numbers | None = None
        self.roads: dict[tuple[UnitType, int], Numbers] = earlier.roads if earlier is not None else {}

    def danger(self, unit: Unit, formation: Formation) -> Numbers:
        """What standing at each cell for a turn may cost a unit: fire and charges. Reckoned for a usual unit, by the price of this one."""
        found = self._dangers.get(formation)
        if found is None:
            found = self._dangers[formation] = self._fire_danger(formation) + self._charge_danger()
        return found * price(unit.kind, self.view.tables)

    def chance(self, unit: Unit, mode: FireMode) -> Numbers:
        """The best that a unit's fire can do from each cell."""
        shooter = shooter_of(unit)
        found = self._chances.get((shooter, mode))
        if found is None:
            found = np.zeros(len(self.grid.places))
            if unit.kind in FIGHTERS:
                for enemy, his in zip(self.enemies, self.stands.values(), strict=True):
                    np.maximum(found, harm(shooter, mode, mark_of(enemy), self.view.tables)[his.bands], out=found)
            self._chances[shooter, mode] = found
        return found

    def off(self, unit: Unit, place: Point) -> Numbers:
        """How far a unit has to go to a place from every cell, in inches, round what is in the way."""
        cell = self.grid.cell(place.x, place.y)
        key = (unit.kind, cell)
        found = self.roads.get(key)
        if found is None:
            field = ways(self.view, unit.kind).field(cell) / inches(1)
            found = self.roads[key] = np.minimum(field, NO_WAY)
        return found

    def near(self, place: Point, within: Length) -> NDArray[np.bool_]:
        """Of every cell: is it within so much of a place?"""
        close: NDArray[np.bool_] = self.grid.distances(place) <= within
        return close

    def _fire_danger(self, formation: Formation) -> Numbers:
        total = np.zeros(len(self.grid.places))
        for enemy, his in zip(self.enemies, self.stands.values(), strict=True):
            if not can_fire(enemy):
                continue
            share = (
                1.0
                if enemy.formation is not Formation.DEPLOYED
                else np.where(his.before, 1.0, weight("ground", "off_arc"))
            )
            shooter, mode = shooter_of(enemy), usual_mode(enemy)
            for cover, here in self.covers:
                worth = harm(shooter, mode, _usual_mark(formation, cover), self.view.tables)
                total += np.where(here, worth[his.bands] * share, 0.0)
        return total

    def _charge_danger(self) -> Numbers:
        """Assault troops reach as far as they reach, sight or not."""
        if self._charges is None:
            self._charges = np.zeros(len(self.grid.places))
            for enemy, his in zip(self.enemies, self.stands.values(), strict=True):
                if enemy.kind in ASSAULT_TROOPS and enemy.status is not Status.DEMORALIZED:
                    reach = inches(base_move(Order.ASSAULT, enemy.kind, self.view.tables))
                    strength = weight("ground", "charge") * (
                        1.0 if enemy.kind in CAVALRY else weight("ground", "foot_charge")
                    )
                    np.maximum(self._charges, np.where(his.far <= reach, strength, 0.0), out=self._charges)
        return self._charges


@lru_cache(maxsize=64)
def _usual_mark(formation: Formation, cover: Cover) -> Mark:
    """A usual unit to be fired at: what differs between units is told by their price."""
    return Mark(UnitType.REGULAR_INFANTRY, Status.OK, USUAL_BASES, USUAL_BASES, formation, cover)


def signature(view: State, side: Side) -> tuple[object, ...]:
    """What the picture of the enemy depends on."""
    return tuple(
        (id(unit.stands), unit.status, unit.bases, unit.formation)
        for unit in view.units.values()
        if unit.side is not side and unit.stands is not None and unit.gone is None
    )


def strength(units: Iterable[Unit], tables: Tables) -> float:
    """What some units are worth as they are."""
    total = 0.0
    for unit in units:
        size = 1.0 if unit.kind in GUNS else unit.bases / USUAL_BASES
        total += price(unit.kind, tables) * weight("strength", unit.status.value) * size
    return total
