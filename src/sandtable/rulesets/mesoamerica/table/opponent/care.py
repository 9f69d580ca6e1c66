"""How carefully somebody picks among what is worth something to him."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Care:
    """Whatever comes within so many points of the best is good enough; of no carelessness, the best and nothing else."""

    carelessness: float = 0.0
    luck: Random | None = None

    def pick(self, worths: Sequence[float]) -> int:
        """Which of them is taken."""
        best = max(worths)
        if self.luck is None or not self.carelessness:
            return worths.index(best)
        return self.luck.choice([number for number, worth in enumerate(worths) if worth >= best - self.carelessness])


CAREFUL = Care()
