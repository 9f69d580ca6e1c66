"""The enemy as a side sees him: who can fire where, what that would cost, who can be fired at from where, and who may come."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from sandtable.ai.grid import Grid, Numbers
from sandtable.battle.seat import Role
from sandtable.geometry.cover import something_within
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import CIRCLE, DEGREE, INCH, Length, Point, inches
from sandtable.geometry.terrain import Terrain
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.looking import seen_from
from sandtable.miniatures.opponent.laws import Laws
from sandtable.miniatures.opponent.values import Reach, Values

STEP: Length = inches(1.5)  # of the grid on which it is looked up who sees whom
NEAR_BY = 2 * INCH  # around a place, within which ground may give cover
HALF = 0.5  # share of danger below which nobody is a target
CERTAIN = 0.4  # share of his run within which an enemy can be counted on to come, if it is worth his while
NOWHERE = -1.0  # how far who has no weapon fires
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Foe:
    """An enemy: where the middle of him is, how far his figures are from it, how far he fires and may come."""

    piece: Piece
    unit: Any
    eye: Point
    spread: float
    reach: Reach
    run: Length
    inside: int | None  # his class of cover, where he is inside something


def spread_of(piece: Piece, middle: Point) -> float:
    """How far the figures of a piece are from their middle, on average."""
    places = np.array([each[:2] for each in piece.figures], dtype=np.float64)
    return float(np.hypot(places[:, 0] - middle.x, places[:, 1] - middle.y).mean())


class Picture(Generic[State]):
    """Drawn from the enemies alone: it stays true while only one's own units act."""

    def __init__(self, laws: Laws[State], view: State, side: Role) -> None:
        values = laws.values
        self.laws, self.values, self.view, self.side = laws, values, view, side
        self.drawn_from = enemies_as_seen(values, view, side)
        self.ground = values.ground(view)
        self.grid = Grid(self.ground.width, self.ground.height, STEP)
        enemies = {piece.owner for piece in view.enemies_of(side)}
        self.other_side: Role = min(enemies, default="")
        self.foes = [self._foe(piece) for piece in view.enemies_of(side) if piece.figures]
        self.eyes = np.array([foe.eye for foe in self.foes], dtype=np.float64).reshape(-1, 2)
        self.spreads = np.array([foe.spread for foe in self.foes])
        self.runs = np.array([foe.run for foe in self.foes], dtype=np.float64)
        places = [each[:2] for foe in self.foes for each in foe.piece.figures]
        self.figures = np.array(places, dtype=np.float64).reshape(-1, 2)
        self.begins = np.cumsum(
            [0, *(len(foe.piece.figures) for foe in self.foes[:-1])]
        )  # where those of each enemy do
        self.girths = np.array([values.girth(view, foe.piece) for foe in self.foes], dtype=np.float64)
        self._bands = max((len(foe.reach.bands) for foe in self.foes), default=1) or 1
        self.reaches = np.array([self._padded(foe.reach) for foe in self.foes]).reshape(-1, self._bands)
        self._suffered: dict[Hashable, Numbers] = {}
        self._struck: dict[Hashable, Numbers] = {}
        self._done: dict[Hashable, Numbers] = {}

    def _foe(self, piece: Piece) -> Foe:
        values, view = self.values, self.view
        unit, eye = values.unit(view, piece.id), middle_of(piece.figures)
        reach = values.reach(view, piece, unit)
        return Foe(piece, unit, eye, spread_of(piece, eye), reach, values.run(view, piece), values.inside(view, piece))

    def _padded(self, reach: Reach) -> list[float]:
        bands = [float(each) for each in reach.bands] or [NOWHERE]
        return [*bands, *[bands[-1]] * (self._bands - len(bands))]

    # ---- Sight ---------------------------------------------------------------------------------------------------------------

    @cached_property
    def sight(self) -> Flags:
        """Whether each enemy sees each cell of the grid."""
        looks = [_seen(self.ground, self.values.hides, foe.eye) for foe in self.foes]
        return np.array(looks, dtype=np.bool_).reshape(len(self.foes), -1)

    @cached_property
    def cover(self) -> NDArray[np.int64]:
        """The class of cover that is stood in, cell by cell."""
        if not self.ground.areas and not self.ground.hills:
            return np.zeros(len(self.grid.places), dtype=np.int64)
        return _stood_in(self.values, self.view)

    @cached_property
    def sheltered(self) -> list[bool]:
        """Which enemies nobody picks out, where they stand."""
        eyes = [np.array([foe.eye], dtype=np.float64) for foe in self.foes]
        exposed = (self.values.exposed(self.view, foe.piece, eye) for foe, eye in zip(self.foes, eyes, strict=True))
        return [float(share[0]) < HALF for share in exposed]

    def seen(self, places: Numbers) -> Flags:
        """Whether each enemy sees each of some places, as far as the grid tells."""
        return self.sight[:, self.grid.cells(places)]

    def seen_from(self, place: Point) -> Flags:
        """Whether each enemy sees one exact place."""
        return seen_from(self.ground, self.values.hides, place, self.eyes)

    def far(self, places: Numbers, spread: float) -> Numbers:
        """How far it is from each enemy to figures about each of some places, roughly."""
        apart = self.eyes[:, None, :] - places[None, :, :]
        far: Numbers = np.hypot(apart[..., 0], apart[..., 1]) - self.spreads[:, None] - spread
        return np.maximum(far, 0.0)

    # ---- Fire --------------------------------------------------------------------------------------------------------------

    def attention(self, own: Sequence[Point]) -> Numbers:
        """The share of each enemy's fire that is to be feared: he fires at one of all that are before him."""
        if not own or not self.foes:
            return np.ones(len(self.foes))
        places = np.array(own, dtype=np.float64)
        before = (self.far(places, 0.0) <= self.reaches[:, -1:]) & self.seen(places)
        more = np.maximum(0, before.sum(axis=1) - 1)
        share: Numbers = 1 / (1 + self.values.weights("ground", "shared") * more)
        return share

    def borne(self, places: Numbers) -> Numbers:
        """The share of each enemy's fire that may fall on each place: all of it within his arc, less where he has to turn first."""
        share = np.ones((len(self.foes), len(places)))
        off = self.values.weights("ground", "off_arc")
        for number, foe in enumerate(self.foes):
            if foe.reach.muzzle is not None:
                share[number, ~in_arc(foe.reach, places)] = off
        return share

    def suffered(self, mark: Any) -> Numbers:
        """What each enemy's fire would cost a unit: by enemy, band and class of cover; nothing beyond the last band."""
        key = self.values.kind(mark)
        found = self._suffered.get(key)
        if found is None:
            found = self._suffered[key] = np.zeros((len(self.foes), self._bands + 1, self.values.covers))
            for number, foe in enumerate(self.foes):
                if foe.reach.bands:
                    shots = self.laws.shots(self.view, foe.unit, mark, foe.reach.bands)
                    found[number, : len(shots)] = shots
        return found

    def danger(self, mark: Any, far: Numbers, cover: NDArray[np.int64], share: Numbers) -> Numbers:
        """What all that fire costs a unit at each place, from how far each enemy is, and which share of his fire is to be feared there."""
        band = self.band(far)
        cost = self.suffered(mark)[np.arange(len(self.foes))[:, None], band, cover]
        total: Numbers = (cost * share).sum(axis=0)
        return total

    def band(self, far: Numbers) -> NDArray[np.int64]:
        """The band of each enemy's weapon in which each place is."""
        beyond = far[..., None] > self.reaches[:, None, :]
        band: NDArray[np.int64] = beyond.sum(axis=-1)
        return band

    def done(self, shooter: Any, reach: Reach, covers: Sequence[int]) -> Numbers:
        """What a unit's fire would cost each enemy, by band; nothing beyond the last."""
        key = (self.values.kind(shooter), reach.bands, tuple(covers))
        found = self._done.get(key)
        if found is None:
            found = self._done[key] = np.zeros((len(self.foes), len(reach.bands) + 1))
            for number, (foe, cover) in enumerate(zip(self.foes, covers, strict=True)):
                shots = self.laws.shots(self.view, shooter, foe.unit, reach.bands)
                found[number, : len(shots)] = shots[:, cover]
        return found

    # ---- Charges -----------------------------------------------------------------------------------------------------------

    def struck(self, mark: Any, cover: int) -> Numbers:
        """What a charge of each enemy would cost a unit on balance."""
        key = (self.values.kind(mark), cover)
        found = self._struck.get(key)
        if found is None:
            costs = [self.values.strike(self.view, foe.unit, mark, cover) if foe.run else 0.0 for foe in self.foes]
            found = self._struck[key] = np.maximum(0.0, np.array(costs))
        return found

    def likely(self, far: Numbers) -> Numbers:
        """How likely a charge of each enemy is to be feared, by how far he is: less and less beyond a part of his run."""
        runs = np.maximum(1.0, self.runs)[:, None]
        share: Numbers = np.minimum(1.0, np.maximum(0.0, CERTAIN + 1 - far / runs))
        return share * (self.runs > 0)[:, None]


def in_arc(reach: Reach, places: Numbers) -> Flags:
    """Which of some places lie before a muzzle."""
    muzzle = reach.muzzle
    assert muzzle is not None  # noqa: S101 - asked for guns alone
    bearings = np.degrees(np.arctan2(places[:, 0] - muzzle.x, places[:, 1] - muzzle.y)) * DEGREE
    off = np.abs(bearings - muzzle.facing) % CIRCLE
    within: Flags = np.minimum(off, CIRCLE - off) <= reach.half
    return within


@fact
def _seen(ground: Terrain, hides: frozenset[str], eye: Point) -> Flags:
    return seen_from(ground, hides, eye, Grid(ground.width, ground.height, STEP).places)


def _stood_in(values: Values[State], view: State) -> NDArray[np.int64]:
    """The class of cover of each cell; where there is nothing near by there is none."""
    ground = values.ground(view)
    known: dict[object, NDArray[np.int64]] = ground.facts.setdefault(_stood_in, {})
    found = known.get(values)
    if found is None:
        places = Grid(ground.width, ground.height, STEP).places
        found = known[values] = np.zeros(len(places), dtype=np.int64)
        for number in np.flatnonzero(something_within(ground, places, NEAR_BY)).tolist():
            place = Point(*places[number].astype(np.int64).tolist())
            found[number] = values.cover(view, place, place, 0)
    return found


def enemies_as_seen(values: Values[State], view: State, side: Role) -> tuple[object, ...]:
    """What a picture is drawn from."""
    enemies = view.enemies_of(side)
    return values.ground(view), enemies, tuple(values.unit(view, piece.id) for piece in enemies)
