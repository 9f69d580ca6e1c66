"""What a ruleset tells the opponent of its table: what troops are worth and what they do to each other, what ground means, and what the battle is about."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

import numpy as np

from sandtable.ai.grid import Numbers
from sandtable.ai.weighing import Weighed
from sandtable.battle.seat import Role
from sandtable.geometry.crowd import Crowd
from sandtable.geometry.going import Going
from sandtable.geometry.measure import Facing, Length, Point, Pose
from sandtable.geometry.terrain import Terrain
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.opponent.weights import Weights
from sandtable.miniatures.orders import Act

Choice = Weighed[Act]


@dataclass(frozen=True, slots=True)
class Stride:
    """A way of going: how far, what is chosen with it, and the unit in the books as it would be afterwards.

    ``reason`` is why a unit goes in this way, where that is not what its plan says.
    """

    far: Length
    after: Any
    chosen: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a weapon carries, band by band, and within how much to either side of a muzzle; without one all round."""

    bands: tuple[Length, ...] = ()
    half: Facing = 0
    muzzle: Pose | None = None

    @property
    def far(self) -> Length:
        """As far as it carries at all."""
        return self.bands[-1] if self.bands else 0


@dataclass(frozen=True, slots=True)
class Goal:
    """A place that counts, what it is worth now, and how many units it wants."""

    name: str
    at: Point
    worth: float = 0.0
    wants: int = 1


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that the ruleset thinks of: how the figures would stand there, and what that is worth beside danger, fire and the way to the goal.

    ``cover`` is a class that is certain there, ``of`` whom or what it is about, ``reason`` the name of its message; ``settled``: the figures stand so or not at all.
    """

    stride: Stride
    figures: tuple[Pose, ...]
    reason: str
    worth: float = 0.0
    cover: int | None = None
    of: str = ""
    calm: bool = False  # nobody fires at who is there
    marker: Pose | None = None


class Values(ABC, Generic[State]):
    """What a ruleset gives. Units are those of its books, whatever they are there; a class of cover is a number from 0, which is none."""

    weights: Weights
    covers: int  # how many classes there are

    # ---- Troops ------------------------------------------------------------------------------------------------------------

    def unit(self, view: State, name: str) -> Any:
        """A unit as the books know it; None for who is none."""
        return view.books.units.get(name)

    @abstractmethod
    def kind(self, unit: Any) -> Hashable:
        """All of a unit that its fire and its losses depend on: what is worked out for one holds for all that are alike."""

    @abstractmethod
    def price(self, unit: Any) -> float:
        """What a unit is worth as it is, beside a usual one."""

    @abstractmethod
    def reach(self, view: State, piece: Piece, unit: Any) -> Reach:
        """How far it fires from where it stands."""

    @abstractmethod
    def run(self, view: State, piece: Piece) -> Length:
        """How far it may come in its next turn to strike; 0 for who does not."""

    @abstractmethod
    def harm(self, view: State, shooter: Any, mark: Any, far: Length, cover: int) -> float:
        """What a shot would cost the mark on average, by the umpire's law."""

    @abstractmethod
    def strike(self, view: State, striker: Any, mark: Any, cover: int) -> float:
        """What a charge would cost the mark on average, less what it would cost the striker."""

    @abstractmethod
    def strides(self, view: State, piece: Piece) -> Sequence[Stride]:
        """How it might go, the farthest first; none for who may not."""

    def after(self, unit: Any, action: str) -> Any:  # noqa: ARG002 - it stays what it is
        """A unit as it would be when it has done something to an enemy."""
        return unit

    def keeps_off(self, view: State, piece: Piece) -> bool:  # noqa: ARG002 - most may come nearer
        """Whether it may not come nearer to the enemy."""
        return False

    def first(self, view: State, piece: Piece) -> float:  # noqa: ARG002 - in any order
        """Who acts before others: the lower the earlier."""
        return 0.0

    def rides(self, view: State, piece: Piece) -> bool:  # noqa: ARG002 - nobody does
        """Whether it is fast enough to go round an enemy."""
        return False

    def stands_off(self, view: State, piece: Piece) -> Length:  # noqa: ARG002 - who goes for a place goes there
        """How near to a goal it is near enough, as a gun is that can fire at it."""
        return 0

    # ---- Ground ------------------------------------------------------------------------------------------------------------

    @abstractmethod
    def ground(self, view: State) -> Terrain:
        """The ground as it is now."""

    @property
    @abstractmethod
    def hides(self) -> frozenset[str]:
        """The kinds of ground that nobody sees through, unless he is in it or on it."""

    @abstractmethod
    def cover(self, view: State, start: Point, end: Point, radius: Length) -> int:
        """The class of cover of a figure at the end of a line; from a place to itself, what is stood in."""

    @abstractmethod
    def going(self, view: State, piece: Piece) -> Going:
        """What ground costs it, roughly."""

    @abstractmethod
    def taken(self, view: State, piece: Piece) -> Crowd:
        """The ground under all others."""

    def barred(self, view: State, piece: Piece) -> tuple[tuple[Point, ...], ...]:  # noqa: ARG002 - one may stand anywhere
        """Outlines that no figure of it may stand in one by one."""
        return ()

    def girth(self, view: State, piece: Piece) -> Length:  # noqa: ARG002 - what it stands on
        """How far it is from the middle of a figure to where it is measured from."""
        return piece.base.radius

    def stops(self, view: State, piece: Piece) -> frozenset[str]:  # noqa: ARG002 - nothing does
        """The kinds of ground and lines that it does not go over in a straight line."""
        return frozenset()

    def inside(self, view: State, piece: Piece) -> int | None:  # noqa: ARG002 - nobody is inside anything
        """The class of cover of who is inside something; None outside."""
        return None

    # ---- What it is about --------------------------------------------------------------------------------------------------

    @abstractmethod
    def goals(self, view: State, side: Role) -> Sequence[Goal]:
        """The places that count for a side."""

    @abstractmethod
    def leads(self, view: State, side: Role) -> bool:
        """Whether a side would win if the battle ended now."""

    def moment(self, view: State) -> Hashable:
        """What tells one move of a side from the next: in each it orders its units anew."""
        return view.begun, view.books.turn

    def lateness(self, view: State) -> float:  # noqa: ARG002 - time does not count
        """How much of the battle is over, from 0 to 1."""
        return 0.0

    def turns_left(self, view: State) -> float | None:  # noqa: ARG002 - as above
        """How many turns there are for it, as far as can be told."""
        return None

    def stake(self, view: State, side: Role) -> float:  # noqa: ARG002 - as much as it is priced
        """What a unit of a side weighs as things are."""
        return 1.0

    def exposed(self, view: State, piece: Piece, places: Numbers) -> Numbers:  # noqa: ARG002 - anybody may be fired at
        """The share of danger at some places that counts for it."""
        return np.ones(len(places))

    def holds(self, view: State, piece: Piece) -> float:  # noqa: ARG002 - one place is as good as another
        """What being where it is is worth beside danger, fire and the way to its goal: a house that it holds, less the risk that it comes down."""
        return 0.0

    def gathers(self, view: State) -> float:  # noqa: ARG002 - as far as the weights say
        """How many inches from its goals an attack gathers."""
        return self.weights("plan", "line")

    def storms(self, view: State, side: Role, gathered: float) -> bool:  # noqa: ARG002 - as soon as they are there
        """Whether an attack goes in: ``gathered`` is the share of those who attack that are near enough."""
        return gathered >= self.weights("plan", "gathered")

    # ---- Deeds -------------------------------------------------------------------------------------------------------------

    @abstractmethod
    def gain(self, view: State, order: Act, verdict: Any) -> float:
        """What a verdict is worth to who brought it about; of the view, only who acts and who is aimed at may count."""

    def alike(self, view: State, situation: Any) -> Mapping[str, Hashable]:  # noqa: ARG002 - all of it counts
        """Fields of a form for which something coarser tells as much about its law: a band instead of a range."""
        return {}

    @abstractmethod
    def passing(self, view: State, side: Role, orders: Sequence[Act]) -> Choice:
        """What a side does that has no unit to order: one of these orders, and why."""
