"""A battle that stops wherever somebody has to choose, and goes on with the number of a choice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from sandtable.ai.candidates import MOST, Deliberation
from sandtable.battle.matches.match import Match, beginning_of
from sandtable.battle.matches.play import Player, Wanted, battle_steps
from sandtable.battle.order import Decision, Order, write_order
from sandtable.battle.rules import Result, TableRules
from sandtable.battle.seat import Role, Seat
from sandtable.kernel.requests import Choose
from sandtable.kernel.stream import DiceStream

CHANCE = "chance"  # who chooses how dice fall, where that is left to somebody


class Session:
    """One battle of a match. ``explicit``: how dice read is chosen too, wherever they can read in at most 256 ways.

    Sides that have one of the ``players`` decide for themselves.
    """

    def __init__(
        self, match: Match, seed: str, *, explicit: bool = False, players: Mapping[Role, Player[Any]] | None = None
    ) -> None:
        self.rules: TableRules[Any]
        self.rules, self.start, _ = beginning_of(match)
        self.explicit, self.players = explicit, players or {}
        self.result: Result | None = None
        self._dice = DiceStream(seed)
        self._steps = battle_steps(self.rules, self.start)
        self._thinking: Deliberation | None = None
        self._wanted: Wanted[Any]
        self._go_on(None)

    @property
    def state(self) -> Any:
        """The table as it stands."""
        return self._wanted.state

    @property
    def by(self) -> Role:
        """Who has to choose; `CHANCE` where dice fall."""
        return self._wanted.by or CHANCE

    @property
    def decision(self) -> Decision | None:
        """The decision that an order is wanted for; None where something else is chosen."""
        return self._wanted.what if self.result is None and isinstance(self._wanted.what, Decision) else None

    @property
    def choices(self) -> int:
        """How many choices there are."""
        return len(self._labels)

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that may be chosen; none where something else is."""
        return () if self._thinking is None else tuple(each.order for each in self._thinking.candidates)

    @property
    def labels(self) -> list[Any]:
        """What each choice is, in plain data: an order, an option, how dice read."""
        return self._labels

    @cached_property
    def sides(self) -> tuple[Role, ...]:
        """The sides of the battle."""
        return tuple(self.rules.sides(self.start))

    def weights(self) -> list[float]:
        """How likely each way is that dice can read; nothing where somebody else chooses."""
        what = self._wanted.what
        if isinstance(what, Decision | Choose):
            return []
        law = what.law()
        total = sum(weight for _, weight in law)
        return [weight / total for _, weight in law]

    def view(self, role: Role) -> Any:
        """The table as a side may know it."""
        return self.rules.view(self.state, Seat(role, (role,)))

    def take(self, number: int) -> None:
        """Choose, and go on to the next who has to."""
        what = self._wanted.what
        if isinstance(what, Decision):
            assert self._thinking is not None  # noqa: S101 - a decision is thought over
            order = self._thinking.take(number)
            if order is None:
                self._labels = [write_order(each) for each in self.orders]
            else:
                self._go_on(order)
        elif isinstance(what, Choose):
            self._go_on(what.options[number].value)
        else:
            self._go_on(what.law()[number][0])

    def _go_on(self, reply: Any) -> None:
        self._thinking, self._labels = None, []
        try:
            self._wanted = self._steps.send(reply)
            while (answered := self._answered(self._wanted)) is not None:
                self._wanted = self._steps.send(answered[0])
        except StopIteration as stop:
            state, self.result = stop.value
            self._wanted = Wanted(state, self._wanted.by, self._wanted.what)
            return
        self._look()

    def _answered(self, wanted: Wanted[Any]) -> tuple[Any] | None:
        """What a player of its own decides, and how dice read that nobody chooses; None where somebody has to."""
        what, player = wanted.what, self.players.get(wanted.by)
        if isinstance(what, Decision):
            return None if player is None else (player.order(self.view(wanted.by), what),)
        if isinstance(what, Choose):
            return None if player is None else (player.choose(self.view(wanted.by), wanted.by, what),)
        if self.explicit and len(what.law()) <= MOST:
            return None
        return (what.reading(self._dice.answer(what)),)

    def _look(self) -> None:
        what = self._wanted.what
        if isinstance(what, Decision):
            self._thinking = Deliberation(self.rules, self.view(what.by), what)
            self._labels = [write_order(each) for each in self.orders]
        elif isinstance(what, Choose):
            self._labels = [{"key": what.key, "option": option.value} for option in what.options]
        else:
            self._labels = [{"key": what.key, "reading": str(reading)} for reading, _ in what.law()]
