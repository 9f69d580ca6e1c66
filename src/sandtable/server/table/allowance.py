"""How much one connection may ask for: a bucket that fills steadily and is emptied by every message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic


@dataclass(slots=True)
class Allowance:
    """``most`` messages at once, ``per_second`` in the long run."""

    most: float
    per_second: float
    clock: Callable[[], float] = monotonic
    _left: float = field(init=False)
    _at: float = field(init=False)

    def __post_init__(self) -> None:
        self._left = self.most
        self._at = self.clock()

    def take(self, cost: float = 1.0) -> bool:
        """Say whether one more is allowed, and count it."""
        now = self.clock()
        self._left = min(self.most, self._left + (now - self._at) * self.per_second)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True
