"""How much somebody may ask for: a bucket that fills steadily and is emptied by every message, or by the work it makes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from time import monotonic

MOST_ADDRESSES = 10_000


@dataclass(slots=True)
class Allowance:
    """A bucket that holds ``most`` and fills by ``per_second``."""

    most: float
    per_second: float
    clock: Callable[[], float] = monotonic
    _left: float = field(init=False)
    _at: float = field(init=False)

    def __post_init__(self) -> None:
        self._left = self.most
        self._at = self.clock()

    def holds(self, cost: float = 1.0) -> bool:
        """Whether there is enough left for something of this cost."""
        self._fill()
        return self._left >= cost

    def take(self, cost: float = 1.0) -> bool:
        """Take this cost out of the bucket if there is enough left; returns whether there was."""
        if not self.holds(cost):
            return False
        self._left -= cost
        return True

    @property
    def is_left(self) -> bool:
        """Whether anything is left."""
        self._fill()
        return self._left > 0

    def owe(self, cost: float) -> None:
        """Take out a cost that is known only afterwards; the bucket may go below empty."""
        self._fill()
        self._left -= cost

    def _fill(self) -> None:
        now = self.clock()
        self._left = min(self.most, self._left + (now - self._at) * self.per_second)
        self._at = now


class Allowances:
    """An allowance for each address. Those that asked longest ago are forgotten first."""

    def __init__(self, most: float, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self._new = partial(Allowance, most, per_second, clock)
        self._by_address: OrderedDict[str, Allowance] = OrderedDict()

    def of(self, address: str) -> Allowance:
        """The allowance of an address."""
        allowance = self._by_address.setdefault(address, self._new())
        self._by_address.move_to_end(address)
        if len(self._by_address) > MOST_ADDRESSES:
            self._by_address.popitem(last=False)
        return allowance
