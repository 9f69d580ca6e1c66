"""Playing straight through, for the computer against itself: one run of each order, no log unless wanted, dice from any source."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from sandtable.battle.engine.run import decider
from sandtable.battle.event import Event, Story
from sandtable.battle.order import Decision, Order
from sandtable.battle.request import Addressed
from sandtable.battle.rules import Result, TableRules
from sandtable.battle.seat import Role, Seat
from sandtable.kernel.drivers.run import DiceSource
from sandtable.kernel.requests import Choose, Observe

State = TypeVar("State")
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


def carry_through(
    rules: TableRules[State], state: State, order: Order, dice: DiceSource, choose: Chooser[State] | None = None
) -> Story[State]:
    """Carry a legal order out to its end. Facts get their usual answers, and so do choices without a ``choose``."""
    story = Story(rules.after, state)
    asked = rules.carry_out(story, order)
    try:
        put = next(asked)
        while True:
            request = put.request if isinstance(put, Addressed) else put
            if isinstance(request, Observe):
                put = asked.send(request.usual)
            elif not isinstance(request, Choose):
                put = asked.send(request.reading(dice.answer(request)))
            elif choose is None:
                put = asked.send(request.usual)
            else:
                put = asked.send(request.reading(choose(story.state, decider(put, order.by) or order.by, request)))
    except StopIteration:
        return story


def play(
    rules: TableRules[State],
    state: State,
    players: Mapping[Role, Player[State]],
    dice: DiceSource,
    *,
    most: int = 100_000,
    told: Callable[[Order, list[Event]], None] | None = None,
    stood: Callable[[list[Event], State], None] | None = None,
) -> tuple[State, Result]:
    """Play a battle to its end. Players see their views; their orders are taken to be legal. ``told`` hears all that happens, ``stood``
    also sees the table after each order.
    """
    seats = {role: Seat(role, (role,)) for role in players}

    def choose(now: State, role: Role, choice: Choose) -> str:
        return players[role].choose(rules.view(now, seats[role]), role, choice)

    for _ in range(most):
        decisions = rules.decisions(state)
        if not decisions:
            result = rules.result(state)
            if result is None:
                raise StuckError("nobody has to decide, and the battle is not over")
            return state, result
        decision = decisions[0]
        order = players[decision.by].order(rules.view(state, seats[decision.by]), decision)
        story = carry_through(rules, state, order, dice, choose)
        state = story.state
        if told is not None:
            told(order, story.events)
        if stood is not None:
            stood(story.events, state)
    raise StuckError(f"not over after {most} orders")
