"""What a ruleset declares to have a table: which of the umpire's actions are orders, and what geometry fills into their forms.

The rest it has already: its books are the state, its forms say what has to be measured, its effects what happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sandtable.battle.event import Event, Story
from sandtable.battle.request import Asked
from sandtable.battle.request import Facts as Found
from sandtable.battle.rules import Result
from sandtable.battle.scenario.scenario import Scenario, Unit
from sandtable.battle.seat import EVERYBODY, Audience, Role
from sandtable.geometry.facts import Lasting
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Pose
from sandtable.kernel.effects import Effect
from sandtable.kernel.problem import Problem
from sandtable.kernel.reader import Form
from sandtable.kernel.requests import Choose, Request
from sandtable.kernel.roster import BookUnit
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.drawing_up import drawn_up
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


@dataclass(frozen=True, slots=True)
class Ruling(Generic[State]):
    """An action under way or done: what happens in its course is told to the story. ``heard`` grows while the rule runs."""

    story: Story[State]
    doing: Doing[State]
    form: Form
    heard: Heard
    effects: Sequence[Effect] = ()


def _answered(ruling: Ruling[Any]) -> Found:
    """What the form answers in advance."""
    return {key: given.value for key, given in ruling.form.answers.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed(Generic[State]):
    """An action of the umpire as an order.

    ``by`` and ``at`` are the rules that say who acts and who is aimed at, where anybody does; ``with_own``: it is done with one of one's
    own; ``helpers`` and ``targets``: how many more may act with him, and be aimed at. ``measures`` fills in what geometry knows, ``chooses`` are the fields that are the giver's own, ``hinders`` what stands in the
    way beside what the form forbids, ``goes`` whether figures and marker end where the order's ways lead, ``moves`` what else becomes of
    places, by the form that was ruled on, ``comes`` whether they come
    onto the table from where these begin, ``secret`` whether only their side knows of it, ``shows`` who has been hidden and is seen after
    it, ``ends`` whether the battle is over. ``answers`` says whose the roles of the rule are, ``facts`` what geometry finds while the rule
    runs, where figures may move before it goes on; without it the form answers. ``asks`` is whom something is put to that the rule
    asks for, where that is not whoever gave the order, and ``puts`` how a choice of the rule is put to him: what it says, and its options.
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
    moves: Callable[[Doing[State], Any], Iterator[Event]] = lambda _doing, _form: iter(())
    comes: bool = False
    secret: bool = False
    shows: Callable[[State], Sequence[Piece]] = lambda _: ()
    ends: Callable[[State], bool] = lambda _: False
    answers: Callable[[Doing[State]], Mapping[str, Role]] = lambda _: {}
    facts: Callable[[Ruling[State]], Found] = _answered
    asks: Callable[[Doing[State], Any, Request, Heard], Role | None] = lambda _doing, _form, _request, _heard: None
    puts: Callable[[Doing[State], Choose], Choose] = lambda _doing, choice: choice


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit(Generic[State]):
    """A whole table. ``strength`` is how many figures a unit of the books has on the table, None when it is not there, ``base`` what they
    stand on, by the tables in force; ``falls`` says which figures are lost, ``gains`` where those stand who have come; ``open`` who may
    give which actions now; ``owed`` are actions that follow by themselves when the books owe them, ``follows`` is the next order that
    nobody has to give; ``result`` is how it ended. ``roster`` are those of the books who are pieces on the table, ``draws`` how one of
    them is drawn up anew after a ruling: a formation that the books have changed, ranks that close up; None where it stays as it is.

    Of scenario files: ``opened`` is the table of one, from its pieces and the houses that units begin in; ``enters`` is how a unit of it enters the books, ``houses`` are the kinds of ground
    that units go
    into, ``peoples`` says that sides are called what it calls them, ``draws_up`` where the figures of one stand about its place. ``served`` is the ground under what a unit serves, None where it serves nothing.

    Of placing before the battle: ``sets_up`` are the sides in their order, ``deploys`` is the rule, ``places`` what is wrong with a place beside
    zones and room, in a house or out of it; ``billeted`` are the effects of going into one, or coming out, and ``house`` what the ground under one is called on the
    table; ``indoors`` says who takes no room.

    Of games with secret plans: ``plans`` is who has still to seal a plan of which actions, ``fits`` what is wrong with a plan as a whole,
    ``keeps`` which acts do not lie open with the others, ``rests`` the action of a piece that is to stay as it is, ``repeats`` those that may be planned as in the turn before.

    ``then`` is what else happens on the table after a ruling, before anybody falls; ``audience`` is who may know of an effect, ``unseen`` whether nobody may know of a throw, after those that were made.
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
    peoples: bool = False
    gains: Callable[[Fall[State]], tuple[Pose, ...]] = lambda _: ()
    owed: frozenset[str] = frozenset()
    sets_up: tuple[Role, ...] = ()
    deploys: str = ""
    places: Callable[[State, Piece, str], Iterator[Problem]] = lambda _state, _piece, _house: iter(())
    billeted: Callable[[State, Piece, str], Sequence[Effect]] = lambda _state, _piece, _house: ()
    house: str = ""
    indoors: Callable[[State, Piece], bool] = lambda _state, _piece: False
    plans: Callable[[State], Mapping[Role, tuple[str, ...]]] = lambda _: {}
    rests: str = ""
    repeats: frozenset[str] = frozenset()
    fits: Callable[[State, Role, Sequence[Act]], Iterator[Problem]] = lambda _state, _role, _acts: iter(())
    keeps: Callable[[State, Act], bool] = lambda _state, _act: False
    follows: Callable[[State], Act | None] = lambda _: None
    roster: Callable[[Any], Mapping[str, Any]] = lambda books: books.units
    draws: Callable[[State, Piece], Event | None] | None = None
    draws_up: Callable[[Unit, Base, Pose], tuple[Pose, ...]] = lambda unit, base, at: drawn_up(
        base, at, unit.bases, unit.formation
    )
    then: Callable[[Ruling[State]], Asked[None]] | None = None
    audience: Callable[[Effect], Audience] = lambda _: EVERYBODY
    unseen: Callable[[str, Heard], bool] = lambda _key, _heard: False

    def open_to(self, state: State) -> Mapping[Role, tuple[str, ...]]:
        """Who may do or plan which actions now; nobody as long as pieces are placed."""
        return {} if state.unset else {**self.open(state), **self.plans(state)}

    def drawn_anew(self, state: State, piece: Piece) -> Event | None:
        """How a piece is drawn up anew, if it is."""
        return None if self.draws is None else self.draws(state, piece)

    def unit(self, state: State, piece: Piece) -> BookUnit:
        """A piece as the books know it."""
        known: BookUnit = self.roster(state.books)[piece.id]
        return known
