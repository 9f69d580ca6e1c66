"""The table as the opponent sees it: what each place is worth to a unit, and what it costs to stand there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sandtable.ai.grid import Grid, Numbers
from sandtable.ai.lookout import Lookout
from sandtable.ai.threat import Harm, Watcher, one_threat
from sandtable.geometry.cover import area_at
from sandtable.geometry.kept import kept
from sandtable.geometry.measure import Length, inches
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.bands import BANDS, band_bounds, reach_of
from sandtable.rulesets.revolucion.effective import fighting_type
from sandtable.rulesets.revolucion.orders import base_move
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
)

STEP: Length = 2000  # inches enough to choose ground by
COVERS = tuple(Cover)


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


def mark_of(unit: Unit, formation: Formation | None = None, cover: Cover = Cover.OPEN) -> Mark:
    """A unit as somebody to be fired at."""
    return Mark(unit.kind, unit.status, unit.bases, unit.card.started, formation or unit.formation, cover)


def shooter_of(unit: Unit, *, led: bool = False) -> Shooter:
    """A unit as somebody who fires."""
    return Shooter(unit.kind, unit.status, unit.bases, led)


@lru_cache(maxsize=1 << 14)
def harm(shooter: Shooter, mode: FireMode, mark: Mark, tables: Tables) -> Harm:
    """What a shooter's fire costs a mark at every range."""
    reach = reach_of(fighting_type(shooter.kind, tables), tables)
    bands = [band for band in BANDS if band_bounds(band)[1] <= reach]
    return Harm(
        tuple(inches(band_bounds(band)[1]) for band in bands),
        tuple(fire_worth(shooter, mode, band, mark, tables) for band in bands),
    )


def usual_mode(unit: Unit) -> FireMode:
    """How a unit will fire next."""
    return FireMode.DEPLOYED if unit.formation is Formation.DEPLOYED else FireMode.MOVING


def can_fire(unit: Unit) -> bool:
    """Whoever has weapons and is not on the march."""
    return unit.kind in FIGHTERS and unit.formation is not Formation.MARCH


@dataclass
class Picture:
    """The enemy as one side sees him now. Maps are made when they are asked for and kept as long as the enemy stays as he is."""

    view: State
    side: Side

    def __post_init__(self) -> None:
        self.lookout = lookout(self.view)
        self.grid = self.lookout.grid
        self.cover = covers(self.view.terrain, self.grid)
        self.enemies = [self.view.units[name] for name, _ in self.view.standing(other(self.side))]
        self._dangers: dict[Mark, Numbers] = {}
        self._chances: dict[tuple[Shooter, FireMode], Numbers] = {}
        self._charges: Numbers | None = None

    def danger(self, unit: Unit, formation: Formation) -> Numbers:
        """What standing at each cell for a turn may cost a unit: fire and charges."""
        mark = mark_of(unit, formation)
        found = self._dangers.get(mark)
        if found is None:
            found = self._fire_danger(mark) + self._charge_danger() * price(unit.kind, self.view.tables)
            self._dangers[mark] = found
        return found

    def chance(self, unit: Unit, mode: FireMode) -> Numbers:
        """The best that a unit's fire can do from each cell."""
        shooter = shooter_of(unit)
        key = (shooter, mode)
        found = self._chances.get(key)
        if found is None:
            maps = [
                one_threat(
                    self.lookout,
                    Watcher(enemy.stands.anchor.point, harm(shooter, mode, mark_of(enemy), self.view.tables)),
                )
                for enemy in self.enemies
                if enemy.stands is not None
            ]
            found = np.max(maps, axis=0) if maps and unit.kind in FIGHTERS else np.zeros(len(self.grid.places))
            self._chances[key] = found
        return found

    def _fire_danger(self, mark: Mark) -> Numbers:
        total = np.zeros(len(self.grid.places))
        for enemy in self.enemies:
            if enemy.stands is None or not can_fire(enemy):
                continue
            for number, cover in enumerate(COVERS):
                here = self.cover == number
                if here.any():
                    total[here] += self._shots(enemy, mark, cover)[here]
        return total

    def _shots(self, enemy: Unit, mark: Mark, cover: Cover) -> Numbers:
        assert enemy.stands is not None  # noqa: S101 - only who stands on the table fires
        curve = harm(shooter_of(enemy), usual_mode(enemy), _covered(mark, cover), self.view.tables)
        anchor = enemy.stands.anchor
        aside = weight("ground", "off_arc") if enemy.formation is Formation.DEPLOYED else 1.0
        return one_threat(self.lookout, Watcher(anchor.point, curve, facing=anchor.facing, aside=aside))

    def _charge_danger(self) -> Numbers:
        """Assault troops reach as far as they reach, sight or not, and a bit more by next turn."""
        if self._charges is None:
            self._charges = np.zeros(len(self.grid.places))
            for enemy in self.enemies:
                if enemy.kind in ASSAULT_TROOPS and enemy.stands is not None and enemy.status is not Status.DEMORALIZED:
                    reach = inches(base_move(Order.ASSAULT, enemy.kind, self.view.tables))
                    strength = weight("ground", "charge") * (1.0 if enemy.kind in CAVALRY else 0.6)
                    near = Harm((reach,), (strength,))
                    self._charges = np.maximum(
                        self._charges, one_threat(self.lookout, Watcher(enemy.stands.anchor.point, near, blind=True))
                    )
        return self._charges


def _covered(mark: Mark, cover: Cover) -> Mark:
    return Mark(mark.kind, mark.status, mark.bases, mark.started, mark.formation, cover)


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
        shaken = {Status.OK: 1.0, Status.DISORDERED: 0.75, Status.DEMORALIZED: 0.4}[unit.status]
        size = 1.0 if unit.kind in GUNS else unit.bases / 4
        total += price(unit.kind, tables) * shaken * size
    return total
