"""Totals of large pools in whole numbers: laws as lists, the weight of every count from nought up.

Lists are multiplied as polynomials whose coefficients lie side by side in one whole number, so that a product of two laws is one product of
two numbers, whatever their length.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, gcd

from sandtable.kernel.dice import face_weights
from sandtable.kernel.requests import Count
from sandtable.rulesets.uprising1848.melee import Blows

BYTE = 8  # bits


def binomial(hits: int, misses: int, pool: int) -> list[int]:
    """Weights of 0 to ``pool`` hits, each die with so many ways to hit and to miss, in lowest terms."""
    shared = gcd(hits, misses) or 1
    hits, misses = hits // shared, misses // shared
    return [comb(pool, count) * hits**count * misses ** (pool - count) for count in range(pool + 1)]


def counted(request: Count) -> list[int]:
    """The law of a pool with one band, as weights of 0, 1, 2 and so on: what ``request.law()`` says, in lowest terms."""
    sides = len(request.die.faces)
    hits = sum(weight for face, weight in face_weights(request.die) if face in request.bands[0].faces)
    if isinstance(request, Blows):
        stands = (sides - hits) ** request.each
        return binomial(sides**request.each - stands, stands, request.targets)
    return binomial(hits, sides - hits, request.pool)


def total_of(requests: Iterable[Count]) -> list[int]:
    """The law of the sum of several pools."""
    law = [1]
    for request in requests:
        law = convolved(law, counted(request))
    return law


def convolved(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The law of the sum of two counts."""
    width = width_for((sum(one) + 1) * (sum(other) + 1))
    return unpacked(packed(one, width) * packed(other, width), width, len(one) + len(other) - 1)


def width_for(largest: int) -> int:
    """Bytes that hold any weight up to this."""
    return largest.bit_length() // BYTE + 1


def packed(weights: Iterable[int], width: int) -> int:
    """Weights side by side, ``width`` bytes each, the first lowest."""
    return int.from_bytes(b"".join(weight.to_bytes(width, "little") for weight in weights), "little")


def unpacked(number: int, width: int, length: int) -> list[int]:
    """The weights that lie in a packed number."""
    raw = number.to_bytes(width * length, "little")
    return [int.from_bytes(raw[place : place + width], "little") for place in range(0, width * length, width)]
