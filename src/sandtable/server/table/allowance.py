"""How much somebody may ask for: a bucket that fills steadily and is emptied by every message, or by the work it makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic


@dataclass(slots=True)
class Allowance:
    """``most`` at once, ``per_second`` in the long run."""

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
        self._fill()
        if self._left < cost:
            return False
        self._left -= cost
        return True

    @property
    def is_left(self) -> bool:
        """Say whether anything is allowed now."""
        self._fill()
        return self._left > 0

    def owe(self, cost: float) -> None:
        """Count what is known only afterwards; it may be more than there was."""
        self._fill()
        self._left -= cost

    def _fill(self) -> None:
        now = self.clock()
        self._left = min(self.most, self._left + (now - self._at) * self.per_second)
        self._at = now
