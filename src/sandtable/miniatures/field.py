"""The state of a table: where the figures are, and the umpire's own books for everything else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar, cast

from sandtable.battle.scenario.scenario import Zone
from sandtable.battle.seat import EVERYBODY, OWNER, Audience, Role
from sandtable.battle.view import shown
from sandtable.geometry.crowd import Crowd
from sandtable.geometry.facts import Lasting, fact, once
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.roster import RosterLedger
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base, figure, figures
from sandtable.miniatures.shapes import middle_of

Books = TypeVar("Books", bound=RosterLedger[Any])


@dataclass(frozen=True)
class Piece(Lasting):
    """A unit on the table: the places of its figures, and of the gun that they serve, by the name that the books have for it."""

    id: str = shown(default="")
    owner: Role = shown(default="")
    base: Base = shown(whole=True, default=Base())
    figures: tuple[Pose, ...] = shown(default=())
    marker: Pose | None = shown(default=None)  # of what they serve: the middle of its front, and where it points
    hidden: bool = shown(OWNER, default=False)
    marked: tuple[int, ...] = shown(default=())  # figures that are told apart from the others, by their numbers
    bases: tuple[Base, ...] = shown(whole=True, default=())  # of each figure, where they do not all stand on the same

    def known_to(self) -> Audience:
        """Its owner alone while it is hidden."""
        return OWNER if self.hidden else EVERYBODY

    def without(self, fallen: tuple[int, ...]) -> Self:
        """The piece without some of its figures."""
        kept = [number for number in range(len(self.figures)) if number not in fallen]
        marked = tuple(place for place, number in enumerate(kept) if number in self.marked)
        bases = tuple(self.bases[number] for number in kept) if self.bases else ()
        return replace(self, figures=tuple(self.figures[number] for number in kept), marked=marked, bases=bases)

    @once
    def middle(self) -> Point:
        """The middle of the ground that the first of its figures covers, of a piece of one figure that of the piece."""
        return middle_of(self.base, self.figures[0])

    @once
    def stands(self) -> Crowd:
        """The ground under each figure."""
        if not self.bases:
            return figures(self.base, self.figures)
        return Crowd([figure(base, pose) for base, pose in zip(self.bases, self.figures, strict=True)])


class Pieces(dict[str, Piece], Lasting):
    """Who stands where, by name: never changed but replaced when somebody moves, so that what was measured between them lasts until then."""

    @fact
    def of(self, side: Role) -> tuple[Piece, ...]:
        """The pieces of a side."""
        return tuple(piece for piece in self.values() if piece.owner == side)

    @fact
    def enemies_of(self, side: Role) -> tuple[Piece, ...]:
        """The pieces of all other sides."""
        return tuple(piece for piece in self.values() if piece.owner != side)

    @once
    def seen(self) -> tuple[Piece, ...]:
        """The pieces that are not hidden."""
        return tuple(piece for piece in self.values() if not piece.hidden)


@dataclass(frozen=True)
class Field(Lasting, Generic[Books]):
    """A table under way. A ruleset says of which class its books are, and who may see what of them (`showing`)."""

    tables: Tables = shown(whole=True, written=False)
    terrain: Terrain = shown(whole=True)
    books: Books = shown()
    pieces: Mapping[str, Piece] = shown(default_factory=dict)
    ended: bool = shown(default=False)  # somebody has ended it, which no book remembers
    begun: int = shown(default=0)  # turns, from the first of the battle on, however the books count them
    zones: Mapping[str, Zone] = shown(whole=True, default_factory=dict)  # where sides place their pieces
    zoned: Mapping[str, str] = shown(whole=True, default_factory=dict)  # the zone of each piece that is placed
    peoples: Mapping[Role, str] = shown(default_factory=dict)  # what the scenario calls the sides, where that counts
    unset: tuple[Role, ...] = shown(default=())  # sides that are still to place their pieces, in their order

    def __post_init__(self) -> None:
        if not isinstance(self.pieces, Pieces):
            object.__setattr__(self, "pieces", Pieces(self.pieces))

    @property
    def placed(self) -> Pieces:
        """The pieces, as who keeps what is measured between them."""
        return cast("Pieces", self.pieces)

    def with_piece(self, name: str, **changes: Any) -> Self:
        """The table with something of a piece changed."""
        return replace(self, pieces={**self.pieces, name: replace(self.pieces[name], **changes)})

    def without(self, name: str) -> Self:
        """The table with a piece taken off it."""
        return replace(self, pieces={each: piece for each, piece in self.pieces.items() if each != name})

    def of(self, side: Role) -> tuple[Piece, ...]:
        """The pieces of a side."""
        return self.placed.of(side)

    def enemies_of(self, side: Role) -> tuple[Piece, ...]:
        """The pieces of all other sides."""
        return self.placed.enemies_of(side)


@dataclass(frozen=True)
class Opening(Generic[Books]):
    """A table before its first order, as plain data: the ground, the books, and who stands where."""

    terrain: Terrain
    books: Books
    pieces: tuple[Piece, ...]
