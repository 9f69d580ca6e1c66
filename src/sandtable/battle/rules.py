"""What a ruleset brings to the table: one object that knows its orders, its events and what comes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from sandtable.battle.event import Event, Story
from sandtable.battle.order import Decision, Order
from sandtable.battle.request import Asked
from sandtable.battle.seat import Role, Seat
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.tables import Tables

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Result:
    """How a battle ended. Nobody may have won."""

    winner: Role | None
    reason: Message
    scores: tuple[tuple[Role, int], ...] = ()


class TableRules(Protocol[State]):
    """A ruleset's table. States are frozen dataclasses; nothing here keeps anything from one call to the next.

    A package registers its table under the entry point ``sandtable.tables``, by the name of its ruleset.
    """

    @property
    def name(self) -> str:
        """The ruleset's id."""

    @property
    def rules_version(self) -> str:
        """The version of the rules: another one whenever the same log could lead elsewhere."""

    @property
    def ruleset(self) -> Ruleset:
        """The umpire's side of it: tables, options, texts, rulebook."""

    @property
    def orders(self) -> Mapping[str, type[Order]]:
        """Every kind of order."""

    @property
    def events(self) -> Mapping[str, type[Event]]:
        """Every kind of event."""

    def sides(self, state: State) -> tuple[Role, ...]:
        """The sides there are, all of whom must agree to take back what was thrown."""

    def set_up(self, scenario: str, tables: Tables) -> State:
        """The table before the first order, from the scenario's text and the tables in force; a faulty scenario is refused."""

    def decisions(self, state: State) -> tuple[Decision, ...]:
        """Who has to decide what; none when the battle is over."""

    def problems(self, view: State, order: Order) -> tuple[Problem, ...]:
        """What is wrong with an order, as far as whoever gave it can know; empty means legal.

        It is asked only about orders that an open decision waits for.
        """

    def carry_out(self, story: Story[State], order: Order) -> Asked[None]:
        """Carry out a legal order: ask for dice and decisions, tell the story what happens. What is not told has not happened."""

    def after(self, state: State, event: Event) -> State:
        """The state after an event. Pure, and without dice."""

    def view(self, state: State, seat: Seat) -> State:
        """The state as a seat may know it; `view.seen` does it by the fields' own word."""

    def result(self, state: State) -> Result | None:
        """How it ended, if it has."""


@runtime_checkable
class Allowing(Protocol):
    """A table at which some orders may be given though nobody waits for them, such as to open again what was sealed."""

    def allowed(self, state: Any) -> tuple[Decision, ...]:
        """Who may give which of them now."""


def allowed_by(rules: object, state: Any) -> tuple[Decision, ...]:
    """The orders that may be given at a table though nobody waits for them."""
    return rules.allowed(state) if isinstance(rules, Allowing) else ()


@runtime_checkable
class NamesSides(Protocol):
    """A table whose sides are called otherwise than the ruleset's own: people, not roles."""

    def side_names(self, state: Any) -> Mapping[Role, str]:
        """What each side is called at this table."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What the program would do in somebody's place: the order, what that is in words, and why."""

    order: Order
    words: str
    why: str


@runtime_checkable
class ChangesHands(Protocol):
    """A table with a side that the program, a referee or a friend may play, and which may change hands in the middle."""

    @property
    def referee_roles(self) -> Mapping[Role, tuple[Role, ...]]:
        """For each such side, whom a referee speaks for who plays it: the side, and what is a referee's alone."""

    def advised(self, view: Any, decision: Decision, level: str) -> Advice | None:
        """What the program would do at a level in place of a referee; None where it has nothing to say."""


@runtime_checkable
class HasLevelOptions(Protocol):
    """A table at which a level of the program also sets options of the game, and not just how well it plays."""

    def level_options(self, levels: Mapping[Role, str]) -> Mapping[str, str]:
        """The options that follow from the levels at which the program plays its sides."""
