"""What the kit's players have to know of the Mexican-American War: who may still act, and what a unit might wish to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.battle.seat import Role
from sandtable.geometry.measure import Length
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.miniatures.players import Aims
from sandtable.rulesets.mexican_american_war.table.state import MawField


def ready(view: MawField, side: Role) -> Sequence[Piece]:
    return view.of(side)


def against(view: MawField, piece: Piece, enemy: Piece) -> Iterator[Act]:
    yield from ()


def strides(view: MawField, piece: Piece) -> Sequence[tuple[Length, dict[str, str]]]:
    return ()


def others(view: MawField, piece: Piece) -> Iterator[Act]:
    yield from ()


def passes(view: MawField, side: Role) -> Sequence[Act]:
    return (Act(by=side, action="next_phase"),)


AIMS: Aims[MawField] = Aims("maneuver", ready, against, strides, others, passes)
