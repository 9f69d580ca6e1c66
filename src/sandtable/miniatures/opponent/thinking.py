"""What is known when a unit's choices are weighed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

import numpy as np

from sandtable.ai.grid import Numbers
from sandtable.ai.weighing import Reason
from sandtable.geometry.facts import Lasting, once
from sandtable.geometry.measure import INCH, Facing, Point, bearing
from sandtable.kernel.messages import Message
from sandtable.miniatures import acting
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit, State
from sandtable.miniatures.opponent.laws import Laws
from sandtable.miniatures.opponent.picture import Picture, spread_of
from sandtable.miniatures.opponent.plan import Plan, off
from sandtable.miniatures.opponent.values import Reach, Values
from sandtable.miniatures.orders import Act
from sandtable.miniatures.players import Aims
from sandtable.miniatures.room import Room


@dataclass(frozen=True)
class Thinking(Lasting, Generic[State]):
    """A unit, its plan, the enemy as he is seen, and how much danger counts."""

    kit: Kit[State]
    aims: Aims[State]
    values: Values[State]
    laws: Laws[State]
    view: State
    piece: Piece
    plan: Plan
    picture: Picture[State]
    caution: float

    def reason(self, name: str, value: float = 0.0, target: str = "", **parameters: object) -> Reason:
        """What speaks for or against something that the unit may do, perhaps to somebody."""
        at = {"target": target} if target else {}
        message = Message.of(f"opponent.{name}", unit=self.piece.id, **at, **parameters)
        about = tuple(name for name in (self.piece.id, target) if name in self.view.pieces)
        return Reason(message, value, about)

    def may(self, order: Act) -> bool:
        """Whether an order may be given."""
        return acting.may_do(self.kit, self.view, order)

    def weight(self, heading: str, name: str) -> float:
        """What something is worth."""
        return self.values.weights(heading, name)

    @once
    def unit(self) -> Any:
        """The unit as the books know it."""
        return self.values.unit(self.view, self.piece.id)

    @once
    def middle(self) -> Point:
        """Where it is."""
        return self.piece.marker.point if self.piece.marker is not None else middle_of(self.piece.figures)

    @once
    def spread(self) -> float:
        """How far its figures are from there."""
        return spread_of(self.piece, self.middle)

    @once
    def reach(self) -> Reach:
        """How far it fires."""
        return self.values.reach(self.view, self.piece, self.unit)

    @once
    def room(self) -> Room:
        """Where there is room for it."""
        view = self.view
        barred = self.values.barred(view, self.piece)
        return Room(view.terrain.width, view.terrain.height, self.values.taken(view, self.piece), barred)

    @once
    def attention(self) -> Numbers:
        """The share of each enemy's fire that this unit has to fear, with others before them as well."""
        own = [middle_of(piece.figures) for piece in self.view.of(self.piece.owner) if piece.figures]
        return self.picture.attention(own)

    @once
    def foe_covers(self) -> tuple[int, ...]:
        """The class of cover that each enemy has from here."""
        return tuple(
            self.values.cover(self.view, self.middle, foe.eye, foe.piece.base.radius)
            if foe.inside is None
            else foe.inside
            for foe in self.picture.foes
        )

    @once
    def nearest_enemy(self) -> Point | None:
        """Where the nearest enemy is."""
        eyes = self.picture.eyes
        if not len(eyes):
            return None
        number = int(np.hypot(eyes[:, 0] - self.middle.x, eyes[:, 1] - self.middle.y).argmin())
        return self.picture.foes[number].eye

    def facing(self, place: Point) -> Facing:
        """From a place towards the nearest enemy, else towards the goal."""
        there = self.nearest_enemy or self.plan.at
        return bearing(there.x - place.x, there.y - place.y) if there != place else 0

    def purpose(self, places: Numbers) -> Numbers:
        """What being at some places does for the plan: the way to the goal that is left."""
        way = off(self.values, self.view, self.piece, self.plan.at, places)
        near = max(self.plan.line, self.values.stands_off(self.view, self.piece) / INCH)
        return -self.plan.pull * np.maximum(0.0, way - near)
