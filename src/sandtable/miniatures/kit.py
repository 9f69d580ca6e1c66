"""What a ruleset declares to have a table: which of the umpire's actions are orders, and what geometry fills into their forms.

The rest it has already: its books are the state, its forms say what has to be measured, its effects what happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sandtable.battle.rules import Result
from sandtable.battle.scenario.scenario import Scenario, Unit
from sandtable.battle.seat import Role
from sandtable.geometry.facts import Lasting
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Pose
from sandtable.kernel.problem import Problem
from sandtable.kernel.roster import BookUnit
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.field import Field, Opening, Piece
from sandtable.miniatures.orders import Act

State = TypeVar("State", bound=Field[Any])
Facts = Mapping[str, Any]
Heard = Sequence[tuple[str, Any]]  # what a rule asked for, by key, and what it was told


@dataclass(frozen=True)
class Doing(Lasting, Generic[State]):
    """An order as the declared functions see it: the table as its giver knows it, the order, who acts and who is aimed at.

    ``helpers`` act together with the actor, ``targets`` are aimed at beside the target.
    """

    field: State
    order: Act
    actor: Piece
    target: Piece
    helpers: tuple[Piece, ...] = ()
    targets: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Fall(Generic[State]):
    """A piece of which the books count so many figures fewer, or more, after what was asked and thrown. Who they are, geometry says."""

    doing: Doing[State]
    form: Any
    heard: Heard
    piece: Piece
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed(Generic[State]):
    """An action of the umpire as an order.

    ``by`` and ``at`` are the rules that say who acts and who is aimed at, where anybody does; ``with_own``: it is done with one of one's
    own; ``helpers`` and ``targets``: how many more may act with him, and be aimed at. ``measures`` fills in what geometry knows, ``chooses`` are the fields that are the giver's own, ``hinders`` what stands in the
    way beside what the form forbids, ``goes`` whether figures and marker end where the order's ways lead, ``comes`` whether they come
    onto the table from where these begin, ``secret`` whether only their side knows of it, ``shows`` who has been hidden and is seen after
    it, ``ends`` whether the battle is over.
    """

    action: Action
    by: str = ""
    at: str = ""
    with_own: bool = False
    helpers: int = 0
    targets: int = 0
    measures: Callable[[Doing[State]], Facts] = lambda _: {}
    chooses: tuple[str, ...] = ()
    hinders: Callable[[Doing[State], Facts], Iterator[Problem]] = lambda _doing, _facts: iter(())
    goes: bool = False
    comes: bool = False
    secret: bool = False
    shows: Callable[[State], Sequence[Piece]] = lambda _: ()
    ends: Callable[[State], bool] = lambda _: False


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit(Generic[State]):
    """A whole table. ``strength`` is how many figures a unit of the books has on the table, None when it is not there, ``base`` what they
    stand on, by the tables in force; ``falls`` says which figures are lost, ``gains`` where those stand who have come; ``open`` who may
    give which actions now; ``owed`` are actions that follow by themselves when the books owe them; ``result`` is how it ended.

    Of scenario files: ``opened`` is the table of one, from its pieces and the houses that units begin in; ``enters`` is how a unit of it enters the books, ``houses`` are the kinds of ground
    that units go
    into. ``served`` is the ground under what a unit serves, None where it serves nothing.
    """

    ruleset: Ruleset
    rules_version: str
    field: type[State]
    opening: type[Opening[Any]]
    deeds: Mapping[str, Deed[State]]
    strength: Callable[[Any], int | None]
    base: Callable[[Any, Tables], Base]
    falls: Callable[[Fall[State]], tuple[int, ...]]
    open: Callable[[State], Mapping[Role, tuple[str, ...]]]
    result: Callable[[State], Result | None]
    opened: Callable[[Scenario, tuple[Piece, ...], Mapping[str, str], Tables], Opening[Any]]
    enters: Callable[[Unit, Tables], Any]
    served: Callable[[Any, Pose, Tables], Footprint | None] = lambda _unit, _pose, _tables: None
    houses: frozenset[str] = frozenset()
    gains: Callable[[Fall[State]], tuple[Pose, ...]] = lambda _: ()
    owed: frozenset[str] = frozenset()

    def unit(self, state: State, piece: Piece) -> BookUnit:
        """A piece as the books know it."""
        known: BookUnit = state.books.units[piece.id]
        return known
