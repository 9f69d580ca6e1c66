"""Playing straight through, for the computer against itself: one run of each order, no log unless wanted, dice from any source."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sandtable.battle.engine.run import decider
from sandtable.battle.event import Event, Story
from sandtable.battle.order import Decision, Order
from sandtable.battle.request import Addressed
from sandtable.battle.rules import Result, TableRules
from sandtable.battle.seat import Role, Seat
from sandtable.kernel.drivers.run import DiceSource
from sandtable.kernel.requests import Choose, Dice, Observe

State = TypeVar("State")
Returned = TypeVar("Returned")
Seen = TypeVar("Seen", contravariant=True)  # noqa: PLC0105 - a player's view
Chooser = Callable[[State, Role, Choose], str]  # the state now, who decides, what is asked


class Player(Protocol[Seen]):
    """Whoever decides for a role, knowing what it may know."""

    def order(self, view: Seen, decision: Decision) -> Order:
        """An order that this decision waits for."""

    def choose(self, view: Seen, role: Role, choice: Choose) -> str:
        """One of the options."""


class StuckError(RuntimeError):
    """A battle that is not over and waits for nobody, or never ends: a fault of the ruleset."""


@dataclass(frozen=True, slots=True)
class Wanted(Generic[State]):
    """What a battle waits for, and the table as it stands: an order of a role, an answer of a role, or how dice read, which is nobody's."""

    state: State
    by: Role
    what: Decision | Choose | Dice


Waiting = Generator[Wanted[State], Any, Returned]  # is sent an order, an option's value or a reading


def order_steps(rules: TableRules[State], state: State, order: Order) -> Waiting[State, Story[State]]:
    """Carry a legal order out, waiting for every die and every choice on the way. Facts get their usual answers."""
    story = Story(rules.after, state)
    asked = rules.carry_out(story, order)
    try:
        put = next(asked)
        while True:
            request = put.request if isinstance(put, Addressed) else put
            if isinstance(request, Observe):
                put = asked.send(request.usual)
            elif isinstance(request, Choose):
                option = yield Wanted(story.state, decider(put, order.by) or order.by, request)
                put = asked.send(request.reading(option))
            else:
                put = asked.send((yield Wanted(story.state, "", request)))
    except StopIteration:
        return story


def battle_steps(
    rules: TableRules[State],
    state: State,
    *,
    most: int = 100_000,
    on_order: Callable[[Order, list[Event]], None] | None = None,
    on_state: Callable[[list[Event], State], None] | None = None,
) -> Waiting[State, tuple[State, Result]]:
    """A battle to its end, waiting for every order, choice and die on the way. ``on_order`` and ``on_state`` are those of `play`."""
    for _ in range(most):
        decisions = rules.decisions(state)
        if not decisions:
            result = rules.result(state)
            if result is None:
                raise StuckError("nobody has to decide, and the battle is not over")
            return state, result
        order = yield Wanted(state, decisions[0].by, decisions[0])
        story = yield from order_steps(rules, state, order)
        state = story.state
        if on_order is not None:
            on_order(order, story.events)
        if on_state is not None:
            on_state(story.events, state)
    raise StuckError(f"not over after {most} orders")


def drive(waiting: Waiting[State, Returned], answer: Callable[[Wanted[State]], Any]) -> Returned:
    """Run a generator that waits for orders, choices and dice to its end, answering each; what it returns."""
    reply = None
    while True:
        try:
            wanted = waiting.send(reply)
        except StopIteration as stop:
            returned: Returned = stop.value
            return returned
        reply = answer(wanted)


def carry_through(
    rules: TableRules[State], state: State, order: Order, dice: DiceSource, choose: Chooser[State] | None = None
) -> Story[State]:
    """Carry a legal order out to its end. Facts get their usual answers, and so do choices without a ``choose``."""

    def answer(wanted: Wanted[State]) -> Any:
        what = wanted.what
        if isinstance(what, Choose):
            return what.usual if choose is None else choose(wanted.state, wanted.by, what)
        assert not isinstance(what, Decision)  # noqa: S101 - an order is given already
        return what.reading(dice.answer(what))

    return drive(order_steps(rules, state, order), answer)


def play(
    rules: TableRules[State],
    state: State,
    players: Mapping[Role, Player[State]],
    dice: DiceSource,
    *,
    most: int = 100_000,
    on_order: Callable[[Order, list[Event]], None] | None = None,
    on_state: Callable[[list[Event], State], None] | None = None,
) -> tuple[State, Result]:
    """Play a battle to its end. Players see their views; their orders are taken to be legal. ``on_order`` is called with
    each order and what happened, ``on_state`` with what happened and the table after it.
    """
    seats = {role: Seat(role, (role,)) for role in players}

    def answer(wanted: Wanted[State]) -> Any:
        what, by = wanted.what, wanted.by
        if isinstance(what, Decision):
            return players[by].order(rules.view(wanted.state, seats[by]), what)
        if isinstance(what, Choose):
            return players[by].choose(rules.view(wanted.state, seats[by]), by, what)
        return what.reading(dice.answer(what))

    return drive(battle_steps(rules, state, most=most, on_order=on_order, on_state=on_state), answer)
