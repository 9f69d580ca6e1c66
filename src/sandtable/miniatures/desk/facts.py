"""What is said of a piece when it is picked."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sandtable.battle.scene import Fact
from sandtable.geometry.measure import INCH, Length
from sandtable.kernel.messages import Message, decimal_text
from sandtable.miniatures.bodies import gap_between
from sandtable.miniatures.desk.look import Say
from sandtable.miniatures.field import Field, Piece


def enemy_off(far: Length, say: Say) -> Fact:
    """How far the nearest enemy is off, to a tenth of an inch."""
    told = Message.of("desk.inches", number=decimal_text(round(Fraction(far, INCH), 1)))
    return Fact(say(told), say(Message("desk.fact.enemy")))


def nearest_enemy(view: Field[Any], piece: Piece, say: Say) -> Iterator[Fact]:
    """How near an enemy is, where there is any."""
    if piece.figures:
        off = [gap_between(piece.stands, each.stands) for each in view.enemies_of(piece.owner) if each.figures]
        if off:
            yield enemy_off(min(off), say)
