"""A side that is asked for a reply in the middle of another's turn: what threatens it in a sentence, its replies side by side, and what each leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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


End = tuple[Message, Fraction, int]  # an outcome, its chance, and how bad it is (0 to 4)


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an order leads to in the end: the outcomes, by what they are of, empty for one thing alone; the sum of it in a word or two; what is assumed."""

    ends: Mapping[str, Sequence[End]]
    sum: Message
    assumes: Message

    def odds(self, say: Callable[[Message], str]) -> OrderOdds:
        """The outcomes as bars, and under them what is assumed."""
        bars = (bar for of, ends in self.ends.items() for bar in _bars(of, ends, say))
        return OrderOdds("", tuple(bars), note=say(self.assumes))


def _bars(of: str, ends: Sequence[End], say: Callable[[Message], str]) -> Iterator[OrderBar]:
    """The outcomes of one thing: together they are all that can come of it."""
    percents = percentages(chance for _, chance, _ in ends)
    for (label, chance, bad), percent in zip(ends, percents, strict=True):
        yield OrderBar(float(chance), say(label), percent, bad, of)
