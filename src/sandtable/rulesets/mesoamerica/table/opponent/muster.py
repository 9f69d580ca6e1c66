"""Both armies as the opponent sees them: who is where, how far each goes and fires, all distances at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

import numpy as np

from sandtable.ai.grid import Numbers
from sandtable.battle.seat import Role
from sandtable.geometry.measure import INCH
from sandtable.rulesets.mesoamerica.table.ground import centre, ground_at
from sandtable.rulesets.mesoamerica.table.marching import is_running
from sandtable.rulesets.mesoamerica.table.nearness import touched
from sandtable.rulesets.mesoamerica.table.opponent.odds import Troop, carries
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField, measure
from sandtable.rulesets.mesoamerica.vocabulary import UnitType, Weather

BASE = 0.59  # inches from middle to middle at which two bases touch


@dataclass(frozen=True, slots=True)
class Body:
    """A unit on the table: what it is, where its middle is, how far it goes and fires, and what it is free to do."""

    id: str
    troop: Troop
    x: float
    y: float
    stride: float
    reach: float
    beside: tuple[str, ...]  # enemies in contact
    free: bool  # to be told something: no escort, not running
    hidden: bool

    @property
    def strikes(self) -> bool:
        """Whether it is there to fight hand to hand."""
        return self.troop.kind in (UnitType.COMBAT, UnitType.SPANISH) and not self.troop.fires


@dataclass(frozen=True)
class Muster:
    """Two armies, each looking at the other."""

    own: tuple[Body, ...]
    foes: tuple[Body, ...]
    weather: Weather
    edge: str

    @cached_property
    def apart(self) -> Numbers:
        """Inches between middles, own units down, enemies across."""
        return distances(places(self.own), places(self.foes))

    def turned(self, edge: str) -> Muster:
        """The same as the enemy sees it."""
        return Muster(self.foes, self.own, self.weather, edge)


def places(bodies: Sequence[Body]) -> Numbers:
    """Where some units are."""
    return np.array([(body.x, body.y) for body in bodies], dtype=np.float64).reshape(len(bodies), 2)


def distances(some: Numbers, others: Numbers) -> Numbers:
    """How far each is from each, in inches."""
    between: Numbers = np.hypot(*(some[:, None, axis] - others[None, :, axis] for axis in (0, 1)))
    return between


def mustered(view: MesoamericaField, role: Role) -> Muster:
    """Both armies as a side sees them."""
    sides: dict[bool, list[Body]] = {True: [], False: []}
    for piece in view.pieces.values():
        unit = view.unit(piece)
        if not unit.men.all:
            continue
        at, troop = centre(piece), Troop.of(unit)
        full = measure(view.tables, f"move.{ground_at(view.terrain, at).value}") / INCH
        if unit.kind is UnitType.SPANISH:
            full *= view.tables.number("move.spanish.factor")
        sides[piece.owner == role].append(
            Body(
                id=piece.id,
                troop=troop,
                x=at.x / INCH,
                y=at.y / INCH,
                stride=full,
                reach=carries(troop, view.books.weather, view.tables),
                beside=tuple(each.id for each in touched(view, piece) if view.unit(each).men.all),
                free=not unit.prisoners and not is_running(view, unit),
                hidden=piece.hidden,
            )
        )
    return Muster(tuple(sides[True]), tuple(sides[False]), view.books.weather, view.edges[role])


def toward(body: Body, x: float, y: float, far: float) -> tuple[float, float]:
    """So far from a unit toward a place; backwards where it is below nothing."""
    dx, dy = x - body.x, y - body.y
    size = max(1e-6, hypot(dx, dy))
    return body.x + dx / size * far, body.y + dy / size * far
