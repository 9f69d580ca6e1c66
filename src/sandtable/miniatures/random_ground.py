"""Ground made by chance: patches with ragged edges."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

Spot = tuple[float, float]  # in inches


def ragged(
    chance: Random,
    middle: Spot,
    half: Spot,
    corners: int,
    spread: tuple[float, float],
    *,
    start: float = 0.0,
    turn: float = 0.0,
) -> list[Spot]:
    """The outline of a patch about a place, half so wide and high; each corner is thrown for, in order, within a share of that.

    The first corner lies ``start`` round from the right, and all of it is turned; both in radians.
    """
    (x, y), (wide, high) = middle, half
    outline = []
    for number in range(corners):
        angle = 2 * pi * number / corners + start
        reach = chance.uniform(*spread)
        u, v = wide * reach * cos(angle), high * reach * sin(angle)
        outline.append(
            (x + u * cos(turn) - v * sin(turn), y + u * sin(turn) + v * cos(turn)) if turn else (x + u, y + v)
        )
    return outline
