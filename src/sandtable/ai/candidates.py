"""The orders that somebody from outside chooses from: at most 256 legal ones, in an order that is always the same.

The table is continuous, so a table proposes: for each unit in turn what it might do, the wished-for first. Everybody's first is taken before
anybody's second, so that where there are too many all have some. Where a decision takes several orders as one, such as a secret plan, they
are chosen one by one, and to be done with it is one of the candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from sandtable.battle.matches.play import StuckError
from sandtable.battle.matches.staff import HasOwnPlayers
from sandtable.battle.order import Decision, Order
from sandtable.battle.rules import TableRules
from sandtable.kernel.problem import refuse

VERSION = 1  # raised whenever the same view would give other candidates
MOST = 256
MOST_TRIED = 4096  # proposals that are looked at, legal or not
FALLBACK = "nearest"  # decides where nothing that was proposed is legal


@runtime_checkable
class Proposes(Protocol):
    """A table that can say which orders might answer a decision."""

    def proposals(self, view: Any, decision: Decision) -> Iterable[Iterable[Order]]:
        """For each who might be told something: what, the wished-for first. Not all of it is legal."""


@runtime_checkable
class Gathers(Protocol):
    """A table at which some decisions take several orders as one."""

    def gathers(self, decision: Decision) -> bool:
        """Whether this is such a decision."""

    def gathered(self, decision: Decision, orders: tuple[Order, ...]) -> Order:
        """Several orders as the one that answers it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An order that may be given. ``done``: it answers the decision; else it is put with others, and more may follow."""

    order: Order
    done: bool = True


class Deliberation:
    """A decision while somebody thinks it over: what he may choose from, until an order has come of it."""

    def __init__(self, rules: TableRules[Any], view: Any, decision: Decision) -> None:
        if not isinstance(rules, Proposes):
            raise refuse("ruleset", "battle.player.no_proposals", name=rules.name)
        self.rules, self.view, self.decision = rules, view, decision
        self._gathering = rules if isinstance(rules, Gathers) and rules.gathers(decision) else None
        self._taken: tuple[Order, ...] = ()
        self._proposed = tuple(self._interleaved(rules.proposals(view, decision)))
        self.candidates = self._found()

    def take(self, number: int) -> Order | None:
        """Choose a candidate: the order that answers the decision, or None where more may be put with it."""
        chosen = self.candidates[number]
        if chosen.done:
            return chosen.order
        self._taken = (*self._taken, chosen.order)
        self.candidates = self._found()
        return None

    def _found(self) -> tuple[Candidate, ...]:
        if self._gathering is not None:
            done = Candidate(self._gathering.gathered(self.decision, self._taken))
            # What does not fit with some acts does not fit with more of them.
            self._proposed = tuple(order for order in self._proposed if order not in self._taken and self._fits(order))
            return (done, *(Candidate(order, done=False) for order in self._proposed[: MOST - 1]))
        return self._proposed_legal or (Candidate(self._fallback()),)

    @property
    def _proposed_legal(self) -> tuple[Candidate, ...]:
        return tuple(_first((Candidate(order) for order in self._proposed if self._legal(order)), MOST))

    def _fits(self, order: Order) -> bool:
        assert self._gathering is not None  # noqa: S101 - asked only then
        return self._legal(self._gathering.gathered(self.decision, (*self._taken, order)))

    def _legal(self, order: Order) -> bool:
        return order.kind in self.decision.orders and not self.rules.problems(self.view, order)

    def _interleaved(self, proposals: Iterable[Iterable[Order]]) -> Iterator[Order]:
        """Everybody's first, then everybody's second; nothing twice."""
        waiting = [iter(each) for each in proposals]
        known: set[str] = set()
        while waiting and len(known) < MOST_TRIED:
            for each in tuple(waiting):
                order = next(each, None)
                if order is None:
                    waiting.remove(each)
                elif (told := repr(order)) not in known:
                    known.add(told)
                    yield order

    def _fallback(self) -> Order:
        players = self.rules.players if isinstance(self.rules, _HasFallback) else {}
        if FALLBACK not in players:
            raise StuckError("nothing that was proposed is legal")
        order: Order = players[FALLBACK]("", "").order(self.view, self.decision)
        return order


@runtime_checkable
class _HasFallback(HasOwnPlayers, Protocol): ...


def _first(candidates: Iterator[Candidate], most: int) -> Iterator[Candidate]:
    for _, candidate in zip(range(most), candidates, strict=False):
        yield candidate
