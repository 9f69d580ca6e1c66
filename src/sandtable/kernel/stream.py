"""The live dice: a counter-based stream that anybody can check.

Die ``n`` of throw ``t`` is taken from SHA-256 of ``seed/t/n/attempt``: the first eight bytes as a number, unless it lies in the last,
incomplete run of faces, in which case the next attempt is taken. A throw once taken is never given back.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from sandtable.kernel.dice import Die
from sandtable.kernel.requests import Answer, Count, Dice, Of, Roll

_RANGE = 2**64


@dataclass
class DiceStream:
    """Dice thrown from a seed; ``throws`` counts the requests already answered."""

    seed: str
    throws: int = 0

    def answer(self, request: Dice) -> Answer:
        """Throw the dice of a request."""
        throw = self.throws
        self.throws += 1
        if isinstance(request, Count):
            return {"faces": [self._face(request.die, throw, number) for number in range(request.pool)]}
        return self._counting_throw(request, throw)

    def _counting_throw(self, request: Roll, throw: int) -> list[int]:
        again = 0
        while True:
            faces = [
                self._face(die, throw, number + again * len(request.dice)) for number, die in enumerate(request.dice)
            ]
            if request.counting is None or request.counting(*_seen(request, faces)):
                return faces
            again += 1

    def _face(self, die: Die, throw: int, number: int) -> int:
        sides = len(die.faces)
        attempt = 0
        while True:
            digest = sha256(f"{self.seed}/{throw}/{number}/{attempt}".encode("utf-8", "surrogatepass")).digest()
            value = int.from_bytes(digest[:8], "big")
            if value < _RANGE - _RANGE % sides:
                return die.faces[value % sides]
            attempt += 1


def _seen(request: Roll, faces: list[int]) -> tuple[int, ...]:
    if request.of is Of.TOTAL:
        return (sum(faces),)
    if request.of is Of.DIFFERENCE:
        return (faces[0] - faces[1],)
    return tuple(faces)
