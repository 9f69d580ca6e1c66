"""Dice as lists of faces, and the exact laws of what is read off them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from math import comb, prod


@dataclass(frozen=True, slots=True)
class Die:
    """A die: a name for people and a list of equally likely faces, which may repeat."""

    name: str
    faces: tuple[int, ...]


def sided(sides: int) -> Die:
    """An ordinary die with the faces 1 to ``sides``."""
    return Die(f"d{sides}", tuple(range(1, sides + 1)))


D4, D6, D8, D10, D12, D20, PERCENT = (sided(sides) for sides in (4, 6, 8, 10, 12, 20, 100))
AVERAGE = Die("average die", (2, 3, 3, 4, 4, 5))

Weights = Mapping[int, int]


@cache
def face_weights(die: Die) -> tuple[tuple[int, int], ...]:
    """Each distinct face with the number of sides that show it."""
    return tuple(sorted(Counter(die.faces).items()))


@lru_cache(maxsize=1024)
def law_of_total(dice: tuple[Die, ...]) -> tuple[tuple[int, int], ...]:
    """Every total of the dice with its weight, by convolution."""
    totals: dict[int, int] = {0: 1}
    for die in dice:
        longer: dict[int, int] = {}
        for total, weight in totals.items():
            for face, sides in face_weights(die):
                longer[total + face] = longer.get(total + face, 0) + weight * sides
        totals = longer
    return tuple(sorted(totals.items()))


@lru_cache(maxsize=256)
def law_of_difference(ours: Die, theirs: Die) -> tuple[tuple[int, int], ...]:
    """Every difference of two opposed dice with its weight."""
    differences: Counter[int] = Counter()
    for (face, weight), (other, other_weight) in product(face_weights(ours), face_weights(theirs)):
        differences[face - other] += weight * other_weight
    return tuple(sorted(differences.items()))


@lru_cache(maxsize=256)
def law_of_faces(dice: tuple[Die, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every combination of faces, in order of the dice, with its weight. For few dice only."""
    return tuple(
        (tuple(face for face, _ in throw), prod(weight for _, weight in throw))
        for throw in product(*(face_weights(die) for die in dice))
    )


@lru_cache(maxsize=1024)
def law_of_counts(band_weights: tuple[int, ...], rest: int, pool: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """How many dice of a pool fall in each band: the multinomial law in integers.

    ``band_weights`` are the sides of one die that belong to each band, ``rest`` those that belong to none.
    """
    if not band_weights:
        return (((), rest**pool),)
    first, *others = band_weights
    law: list[tuple[tuple[int, ...], int]] = []
    for count in range(pool + 1):
        weight = comb(pool, count) * first**count
        if weight:
            law.extend(
                ((count, *tail), weight * tail_weight)
                for tail, tail_weight in law_of_counts(tuple(others), rest, pool - count)
                if tail_weight
            )
    return tuple(law)
