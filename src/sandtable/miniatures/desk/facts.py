"""What is said of a piece when it is picked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sandtable.battle.scene import Fact
from sandtable.battle.seat import Role
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import INCH, Length
from sandtable.kernel.messages import Message, decimal_text
from sandtable.miniatures.bodies import gap_between
from sandtable.miniatures.desk.look import Say
from sandtable.miniatures.field import Field, Piece

KNOWN_LENGTHS = 4096
KNOWN_ENEMIES = 4096


def enemy_off(far: Length, say: Say) -> Fact:
    """How far the nearest enemy is off, to a tenth of an inch."""
    return Fact(say(_inches(far)), say(_ENEMY), whole=True)


_ENEMY = Message("desk.fact.enemy")


@lru_cache(maxsize=KNOWN_LENGTHS)
def _inches(far: Length) -> Message:
    return Message.of("desk.inches", number=decimal_text(round(Fraction(far, INCH), 1)))


def nearest_enemy(view: Field[Any], piece: Piece, say: Say) -> Iterator[Fact]:
    """How near an enemy is, where there is any."""
    enemies = _stands_against(view, piece.owner)
    if piece.figures and enemies:
        yield enemy_off(_nearest_of(piece.stands, enemies), say)


@fact
def _stands_against(view: Field[Any], side: Role) -> tuple[Sequence[Footprint], ...]:
    """Where the enemies of a side stand."""
    return tuple([each.stands for each in view.enemies_of(side) if each.figures])


@lru_cache(maxsize=KNOWN_ENEMIES)
def _nearest_of(stands: Sequence[Footprint], others: tuple[Sequence[Footprint], ...]) -> Length:
    """How far the nearest is; most orders move nobody of the other side."""
    return min([gap_between(stands, each) for each in others])
