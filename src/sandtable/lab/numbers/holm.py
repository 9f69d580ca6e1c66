"""Many tests at once: the chance of each corrected for how many there are."""

from __future__ import annotations

from collections.abc import Sequence


def holm(chances: Sequence[float]) -> tuple[float, ...]:
    """Chances of the single tests, corrected after Holm: the smallest counts for all of them, the next for all but one, and none is less than those before it."""
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    corrected, largest = [1.0] * len(chances), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, (len(chances) - rank) * chances[place]))
        corrected[place] = largest
    return tuple(corrected)
