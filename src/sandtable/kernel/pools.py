"""Dice that are thrown for several at once: strikes at each of some enemies, and how attackers spread over them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sandtable.kernel.dice import law_of_counts
from sandtable.kernel.problem import refuse
from sandtable.kernel.requests import Answer, Count, Reading


@dataclass(frozen=True, slots=True)
class Strikes(Count):
    """``each`` dice at each of some enemies; an enemy falls if any of his dice is in the band. Counts are of enemies; ``read`` gets them."""

    each: int = 1

    @property
    def enemies(self) -> int:
        """How many are struck at."""
        return self.pool // self.each

    def _weighted(self) -> Iterable[tuple[Reading, int]]:
        """How many fall: binomial, as each is struck by himself."""
        missed = sum(face not in self.bands[0].faces for face in self.die.faces) ** self.each
        down = len(self.die.faces) ** self.each - missed
        law = law_of_counts((down,), missed, self.enemies)
        return ((self.read(count), weight) for (count,), weight in law if weight)

    def reading(self, answer: Answer) -> Reading:
        """Read the dice enemy by enemy, or the number of enemies that fell."""
        answer = self.normal(answer)
        if isinstance(answer, dict) and set(answer) == {"counts"}:
            return self.read(*members(self.key, answer["counts"], 1, self.enemies, whole=False))
        self.counts(answer)
        faces, scores = answer["faces"], self.bands[0].faces
        starts = range(0, self.pool, self.each)
        return self.read(sum(any(face in scores for face in faces[first : first + self.each]) for first in starts))


def members(key: str, counts: Any, bands: int, most: int, *, whole: bool = True) -> tuple[int, ...]:
    """Counts of members, each under one band; with ``whole`` they make up all of them."""
    fits = isinstance(counts, list | tuple) and len(counts) == bands
    if not fits or not all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in counts):
        raise refuse(key, "kernel.dice.wrong_counts", number=most, bands=bands)
    if sum(counts) > most or (whole and sum(counts) != most):
        raise refuse(key, "kernel.dice.wrong_counts", number=most, bands=bands)
    return tuple(counts)


def spread(attackers: int, over: int, most_each: int | None = None) -> tuple[tuple[int, int], ...]:
    """(enemies, attackers on each), attackers spread evenly, those with most first; at most so many on one."""
    fighting = attackers if most_each is None else min(attackers, most_each * over)
    each, odd = divmod(fighting, over)
    return tuple((enemies, on) for enemies, on in ((odd, each + 1), (over - odd, each)) if enemies and on)
