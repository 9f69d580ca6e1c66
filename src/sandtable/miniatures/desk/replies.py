"""A side that is asked for a reply in the middle of another's turn: what threatens it in a sentence, its replies side by side, and what each leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sandtable.battle.odds import OrderBar, OrderOdds
from sandtable.kernel.law import percentages
from sandtable.kernel.messages import Message
from sandtable.miniatures.orders import Act


@dataclass(frozen=True, slots=True)
class Asks:
    """What a side is asked, and the orders that answer it."""

    message: Message
    orders: Sequence[Act]


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an order leads to in the end: outcomes with their chance and how bad they are (0 to 4), the sum of it in a word or two, and what is assumed."""

    ends: Sequence[tuple[Message, Fraction, int]]
    sum: Message
    assumes: Message

    def odds(self, say: Callable[[Message], str]) -> OrderOdds:
        """The outcomes as bars, and under them what is assumed."""
        percents = percentages(chance for _, chance, _ in self.ends)
        bars = (
            OrderBar(float(chance), say(label), percent, bad)
            for (label, chance, bad), percent in zip(self.ends, percents, strict=True)
        )
        return OrderOdds("", tuple(bars), note=say(self.assumes))
