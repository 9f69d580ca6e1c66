"""Running an order: the rule asks, and whoever is concerned answers. A run always starts from the order, with the answers so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from sandtable.battle.engine.log import APP, MEASURED, Reply
from sandtable.battle.event import Story
from sandtable.battle.order import Order
from sandtable.battle.request import Addressed, Places, TableRequest
from sandtable.battle.rules import TableRules
from sandtable.battle.seat import NOBODY, Audience, Role, Seat
from sandtable.kernel.drivers.run import KeyNumbers
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.requests import Answer, Choose, Observe, Reading, Request
from sandtable.kernel.stream import DiceStream

State = TypeVar("State")
ACTOR = "actor"  # the umpire's word for whoever acts: on the table, the role the order is given for


@dataclass(frozen=True, slots=True)
class Question:
    """A request as it stands in a run: its key, the role it is put to, everybody who may know of it, and where its options are."""

    key: str
    request: Request
    to: Role | None
    known_to: Audience
    places: Places = field(default_factory=dict)

    @property
    def about(self) -> Literal["dice", "choice", "fact"]:
        """Whether dice, a choice or a fact is asked for."""
        if isinstance(self.request, Observe):
            return "fact"
        return "choice" if isinstance(self.request, Choose) else "dice"

    def reply(self, value: Answer, by: str) -> Reply:
        """An answer, as the log keeps it; one that cannot be is refused."""
        try:
            reply = Reply(self.key, self.request.normal(value), by, self.about, self.known_to)
            self.reading(reply)
        except RecursionError:  # lists in lists in lists
            raise refuse(self.key, "battle.answer.odd") from None
        return reply

    def reading(self, reply: Reply) -> Reading:
        """What the rule reads from an answer."""
        try:
            return self.request.reading(reply.value)
        except Refusal as refusal:  # a numbered key names the place more exactly than the request's own
            raise Refusal(
                Problem(self.key, problem.message, problem.choices, problem.rule) for problem in refusal.problems
            ) from None


@dataclass(frozen=True, slots=True)
class Run(Generic[State]):
    """How far an order has been carried out: to its end, or to a question."""

    story: Story[State]
    replies: tuple[Reply, ...]
    question: Question | None


Answerer = Callable[[Question], Reply | None]


def run(rules: TableRules[State], state: State, order: Order, answer: Answerer) -> Run[State]:
    """Carry an order out as far as there are answers."""
    story = Story(rules.after, state)
    asked = rules.carry_out(story, order)
    keys = KeyNumbers()
    replies: list[Reply] = []
    try:
        request = next(asked)
        while True:
            question = _question(request, keys, order.by)
            reply = answer(question)
            if reply is None:
                asked.close()
                return Run(story, tuple(replies), question)
            reading = question.reading(reply)
            replies.append(reply)
            request = asked.send(reading)
    except StopIteration:
        return Run(story, tuple(replies), None)


def _question(put: TableRequest, keys: KeyNumbers, by: Role) -> Question:
    request, known_to = (put.request, put.known_to) if isinstance(put, Addressed) else (put, NOBODY)
    to = decider(put, by)
    if to is not None and to not in known_to:
        known_to = (*known_to, to)
    return Question(keys.key(request), request, to, known_to, put.places if isinstance(put, Addressed) else {})


def decider(put: TableRequest, by: Role) -> Role | None:
    """The role that has to answer a request: None for dice that the app throws; the actor of an umpire's rule is who gave the order."""
    if isinstance(put, Addressed):
        if put.to is not None:
            return put.to
        put = put.request
    if isinstance(put, Choose):
        return by if put.role == ACTOR else put.role
    return None


@dataclass
class Answers:
    """The answers of a battle: those recorded, then dice from its stream and facts as measured; people are asked for the rest.

    Dice put to a role whose seat has its own are asked for, but for ``thrown`` of them, which are left to the app.
    """

    recorded: Sequence[Reply]
    dice: DiceStream
    seats: Sequence[Seat]
    thrown: int = 0
    given: int = 0

    def __call__(self, question: Question) -> Reply | None:
        if self.given < len(self.recorded):
            self.given += 1
            return _as_asked(self.recorded[self.given - 1], question)
        if isinstance(question.request, Observe):
            return question.reply(question.request.usual, MEASURED)
        if isinstance(question.request, Choose):
            return None
        if self._typed_by_somebody(question):
            if not self.thrown:
                return None
            self.thrown -= 1
        return question.reply(self.dice.answer(question.request), APP)

    def _typed_by_somebody(self, question: Question) -> bool:
        return question.to is not None and any(seat.own_dice and seat.speaks_for(question.to) for seat in self.seats)


def _as_asked(reply: Reply, question: Question) -> Reply:
    if reply.key != question.key or reply.about != question.about:
        raise refuse(reply.key, "kernel.replay.other_key", key=reply.key, expected=question.key)
    return reply


def unasked_problems(recorded: Sequence[Reply], done: Run[State]) -> tuple[Problem, ...]:
    """A problem for each recorded answer that a run did not ask for."""
    return tuple(
        Problem(reply.key, Message.of("kernel.replay.not_asked", key=reply.key))
        for reply in recorded[len(done.replies) :]
    )
