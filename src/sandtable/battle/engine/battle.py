"""A battle as it is played: a log, and the state it has led to.

A battle is a value. Whatever is done to it gives a new one, or problems and the old one unchanged; so it can be stored first and told
afterwards. It throws dice from its seed, which stays with whoever runs it until the battle is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from sandtable.battle.engine.change import Change, change_of
from sandtable.battle.engine.commitment import PART, PROMISE, commitment, promise_of
from sandtable.battle.engine.fold import after_entry, plain_events, set_up, states
from sandtable.battle.engine.log import Entry, Log, Origin, Part, Proposal, Then, Undo
from sandtable.battle.engine.numbering import log_for
from sandtable.battle.engine.run import Answers, Question, Run, run, unasked_problems
from sandtable.battle.engine.undo import sides_against, why_binding
from sandtable.battle.order import OPTIONAL, Decision, Order, read_following, read_order, write_following
from sandtable.battle.parts import part_problems
from sandtable.battle.rules import Result, TableRules, allowed_by
from sandtable.battle.seat import Role, Seat, side_of
from sandtable.kernel import codec
from sandtable.kernel.codec import Json
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.requests import Answer
from sandtable.kernel.stream import DiceStream

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Accepted(Generic[State]):
    """Done. The battle goes on as this one; ``change`` is what there is to store."""

    battle: Battle[State]
    change: Change = Change()

    @property
    def question(self) -> Question | None:
        """What the order waits for, if it does."""
        return self.battle.question

    def and_then(self, step: Callable[[Battle[State]], Outcome[State]]) -> Outcome[State]:
        """This step and another one that goes on from it, as one; or why the other one cannot be."""
        later = step(self.battle)
        return later if isinstance(later, Refused) else later.after(self.change)

    def after(self, change: Change) -> Accepted[State]:
        """This step with an earlier change before it, as one step."""
        return Accepted(self.battle, change.followed_by(self.change))


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was done, for these reasons."""

    problems: tuple[Problem, ...]


Outcome = Accepted[State] | Refused


@dataclass(frozen=True, slots=True)
class Awaited:
    """What the table waits for, as one seat may know it: whom, and what of it is its own to answer."""

    roles: tuple[Role, ...]
    question: Question | None = None
    decisions: tuple[Decision, ...] = ()


@dataclass(frozen=True)
class Battle(Generic[State]):
    """A battle under way. ``standing`` is the state after the last finished order, ``state`` the state now."""

    rules: TableRules[State]
    log: Log
    start: State
    standing: State
    state: State
    seed: str = field(repr=False)
    question: Question | None = None
    halted: tuple[Problem, ...] = ()  # why it can only be looked at

    @classmethod
    def begin(
        cls,
        rules: TableRules[State],
        scenario: str,
        seats: Sequence[Seat],
        seed: str,
        *,
        options: Mapping[str, Any] | None = None,
        house: str = "",
    ) -> Battle[State]:
        """Set a scenario up; what is wrong with it, with options or house rules is refused."""
        _check_seats(seats)
        tables = rules.ruleset.tables(options or {}, house)
        start = rules.set_up(scenario, tables)
        log = Log(rules.name, rules.rules_version, scenario, commitment(seed), tuple(seats), dict(options or {}), house)
        return cls(rules, log, start, start, start, seed)

    @classmethod
    def resume(cls, rules: TableRules[State], log: Log, seed: str) -> Battle[State]:
        """Take a battle up again from its log. One made under other rules, or no longer understood, can only be looked at."""
        if log.ruleset != rules.name:
            raise refuse("ruleset", "battle.log.other_ruleset", (log.ruleset,), name=rules.name)
        if commitment(seed) != log.commitment:
            raise refuse("seed", "battle.seed.other")
        return _opened(cls, rules, log, seed)

    @classmethod
    def watch(cls, rules: TableRules[State], log: Log) -> Battle[State]:
        """Look at a battle whose seed is not at hand."""
        if log.ruleset != rules.name:
            raise refuse("ruleset", "battle.log.other_ruleset", (log.ruleset,), name=rules.name)
        battle = _opened(cls, rules, replace(log, open=None), "")
        return replace(battle, halted=(*battle.halted, Problem("seed", Message("battle.seed.absent"))))

    # What there is to see

    @property
    def result(self) -> Result | None:
        """How it ended, if it has."""
        return None if self.question else self.rules.result(self.state)

    def view(self, seat: str) -> State:
        """The state now, as a seat may know it."""
        return self.rules.view(self.state, self.log.seat(seat))

    def state_at(self, number: int) -> State:
        """The state after an entry of the log; 0 is the start."""
        *_, last = states(self.rules, self.start, self.log.up_to(number).live())
        return last

    def decisions(self) -> tuple[Decision, ...]:
        """Which orders the table waits for; none while a question is open."""
        return () if self.question or self.log.seed is not None else self.rules.decisions(self.state)

    def allowed(self, seat: str) -> tuple[Decision, ...]:
        """The orders that a seat may give now though nobody waits for them."""
        sitting = self.log.seat(seat)
        return tuple(each for each in self._allowed() if sitting.referee or sitting.speaks_for(each.by))

    def _allowed(self) -> tuple[Decision, ...]:
        return () if self.question or self.log.seed is not None else allowed_by(self.rules, self.state)

    def awaited(self, seat: str) -> Awaited:
        """What the table waits for, as a seat may know it."""
        sitting = self.log.seat(seat)
        if self.question is not None:
            own = self.question.to is not None and (sitting.referee or sitting.speaks_for(self.question.to))
            to = (sitting.role_as_told(self.question.to),) if self.question.to else ()
            return Awaited(to, self.question if own else None)
        decisions = self.decisions()
        own_decisions = (each for each in decisions if sitting.referee or sitting.speaks_for(each.by))
        roles = tuple(dict.fromkeys(sitting.role_as_told(each.by) for each in decisions))
        return Awaited(roles, None, tuple(own_decisions))

    def why_left_undone(self, seat: str) -> tuple[Problem, ...]:
        """Why the orders that a seat wanted to follow its last one have not been given; empty where none is left."""
        then = self.log.then
        if then is None or then.seat != seat or self.question is not None:
            return ()
        return self._hindrances(then)

    def export(self, seat: str) -> dict[str, Json]:
        """The log as a seat may have it: all of it once the seed lies open, until then what the seat may know."""
        sitting = self.log.seat(seat)
        if sitting.referee or self.log.seed is not None:
            return self.log.plain()
        return log_for(self.log, sitting, codec.write(self.rules.view(self.start, sitting)))

    # What a seat may do

    def submit(self, seat: str, order: Order | Json, last: int | None = None) -> Outcome[State]:
        """Give an order, and go on with what it says is to follow, for as long as that is legal.

        ``last`` is the entry that whoever gave it had seen last: one meant for another moment is refused.
        """
        try:
            sitting = self._seated(seat)
            if self.question is not None:
                raise refuse("order", "battle.order.question_open")
            given = order if isinstance(order, Order) else read_order(self.rules.orders, order)
            if self._is_late(given, last):
                raise refuse("last", "battle.order.late")
            others = tuple(each for each in given.then if not sitting.speaks_for(each.by))
            problems = (*order_problems(self.rules, self.state, sitting, given), *not_theirs_problems(sitting, *others))
            if problems:
                return Refused(problems)
            then = Then(seat, tuple(map(write_following, given.then))) if given.then else None
            return _carried_on(self._given(seat, given, then))
        except Refusal as refusal:
            return Refused(refusal.problems)

    def answer(self, seat: str, key: str, value: Answer, last: int | None = None) -> Outcome[State]:
        """Answer the open question: a choice, or dice typed in."""
        try:
            entry, question = self._asked(self._seated(seat, last), key)
            entry = replace(entry, answers=(*entry.answers, question.reply(value, seat)))
            return _carried_on(self._run(entry, then=self.log.then))
        except Refusal as refusal:
            return Refused(refusal.problems)

    def throw(self, seat: str, key: str, last: int | None = None) -> Outcome[State]:
        """Leave the dice that are asked for to the app."""
        try:
            entry, question = self._asked(self._seated(seat, last), key)
            if question.about != "dice":
                raise refuse(key, "battle.answer.no_dice")
            return _carried_on(self._run(entry, thrown=1, then=self.log.then))
        except Refusal as refusal:
            return Refused(refusal.problems)

    def undo(self, seat: str, to: int | None = None, last: int | None = None) -> Outcome[State]:
        """Take back the last order with all that came with it, or all after entry ``to``. Where that is not free, it is put to the other sides."""
        try:
            sitting = self._playing(seat, last)
            wish = Proposal(seat, self._last_but_one() if to is None else to)
            reason = self._binding(sitting, wish.to)
            if reason is not None and not self._agreed(wish):
                return self._with(proposal=replace(wish, why=reason.id))
            return self._taken_back(wish)
        except Refusal as refusal:
            return Refused(refusal.problems)

    def may_undo(self, seat: str) -> bool:
        """Say whether a seat may take something back, or ask to: an order of its side stands. A referee takes back anybody's."""
        if self.halted or self.log.seed is not None or self.result is not None or self.log.proposal is not None:
            return False
        sitting = self.log.seat(seat)
        given = (*self.log.live(), *((self.log.open,) if self.log.open else ()))
        return any(sitting.referee or side_of(entry.role) == sitting.side for entry in given)

    def agree(self, seat: str, last: int | None = None) -> Outcome[State]:
        """Agree to what another side wishes: to take something back, or to throw real dice."""
        try:
            self._playing(seat, last)
            wish = self._proposed()
            wish = replace(wish, agreed=tuple(dict.fromkeys((*wish.agreed, seat))))
            if self._agreed(wish):
                return self._taken_back(wish) if wish.about == "undo" else self._throwing(wish.seat, own=True)
            return self._with(proposal=wish)
        except Refusal as refusal:
            return Refused(refusal.problems)

    def decline(self, seat: str, last: int | None = None) -> Outcome[State]:
        """Leave things as they are; whoever wished otherwise may withdraw the same way."""
        try:
            self._playing(seat, last)
            self._proposed()
            return self._with(proposal=None)
        except Refusal as refusal:
            return Refused(refusal.problems)

    def own_dice(self, seat: str, *, own: bool) -> Outcome[State]:
        """Throw real dice from now on, if the other sides agree to it, or leave them to the app."""
        try:
            sitting = self._playing(seat)
            if sitting.own_dice == own:
                return Accepted(self)
            wish = Proposal(seat, self.log.number, why="battle.dice.own", about="dice")
            if not own or self._agreed(wish):
                return self._throwing(seat, own=own)
            return self._with(proposal=wish)
        except Refusal as refusal:
            return Refused(refusal.problems)

    def promise_part(self, seat: str, promise: str) -> Outcome[State]:
        """Promise a part of the dice by its hash. Until somebody's part lies open it may be promised anew."""
        try:
            self._adding(seat)
            if PROMISE.fullmatch(promise) is None:
                raise refuse("promise", "battle.dice.promise")
            if any(part.value for part in self.log.parts) and any(part.seat == seat for part in self.log.parts):
                raise refuse("promise", "battle.dice.promised")
            others = tuple(part for part in self.log.parts if part.seat != seat)
            return self._with(parts=(*others, Part(seat, promise)))
        except Refusal as refusal:
            return Refused(refusal.problems)

    def lay_part(self, seat: str, value: str) -> Outcome[State]:
        """Lay open the part of the dice that a seat has promised."""
        try:
            self._adding(seat)
            if PART.fullmatch(value) is None:
                raise refuse("value", "battle.dice.part")
            if not any((part.seat, part.promise) == (seat, promise_of(value)) for part in self.log.parts):
                raise refuse("value", "battle.dice.not_promised")
            parts = tuple(replace(part, value=value) if part.seat == seat else part for part in self.log.parts)
            return self._with(parts=parts)
        except Refusal as refusal:
            return Refused(refusal.problems)

    @property
    def takes_parts(self) -> bool:
        """Say whether a seat may still add to the dice: no die has been thrown."""
        return not self.halted and self.log.seed is None and self.log.throws == 0

    def sit(self, seat: Seat) -> Outcome[State]:
        """Seat somebody, or change how a seat throws. Whom a seat speaks for stays as it is."""
        try:
            others = tuple(each for each in self.log.seats if each.id != seat.id)
            before = next((each for each in self.log.seats if each.id == seat.id), seat)
            if (before.roles, before.referee, before.part) != (seat.roles, seat.referee, seat.part):
                raise refuse("seat", "battle.seat.taken", name=seat.id)
            return self._with(seats=(*others, seat))
        except Refusal as refusal:
            return Refused(refusal.problems)

    # What whoever runs it may do

    def lay_open(self) -> Outcome[State]:
        """Reveal the seed of a battle that is over. Nothing can be done to it afterwards."""
        if self.result is None:
            return Refused((Problem("seed", Message("battle.seed.running")),))
        return self._with(seed=self.seed, proposal=None, then=None, seal=self.log.sealed())

    def branch(self, at: int, seed: str) -> Battle[State]:
        """Another battle that goes on from an entry of this one, with dice of its own: the same dice would tell this one's future."""
        if commitment(seed) == self.log.commitment:
            raise refuse("seed", "battle.seed.used")
        earlier = tuple(origin for origin in self.log.origins if origin.last < at)
        log = replace(
            self.log.up_to(at),
            commitment=commitment(seed),
            seed=None,
            parts=(),
            origins=(*earlier, self._origin(at)),
        )
        return type(self).resume(self.rules, log, seed)

    # How it is done

    def _origin(self, at: int) -> Origin:
        """Where the dice of an entry came from."""
        earlier = next((origin for origin in self.log.origins if at <= origin.last), None)
        return Origin(self.log.commitment, at, self.log.parts) if earlier is None else replace(earlier, last=at)

    def _adding(self, seat: str) -> None:
        self._playing(seat)
        if not self.takes_parts:
            raise refuse("part", "battle.dice.begun")

    def _throwing(self, seat: str, *, own: bool) -> Accepted[State]:
        """The battle with a seat that throws real dice, or does so no longer."""
        seats = tuple(replace(each, own_dice=own) if each.id == seat else each for each in self.log.seats)
        wish = None if self.log.proposal and self.log.proposal.about == "dice" else self.log.proposal
        return self._with(seats=seats, proposal=wish)

    def _seated(self, seat: str, last: int | None = None) -> Seat:
        """Whoever may do something, as long as something can be done."""
        if self.halted:
            raise Refusal(self.halted)
        if self.log.seed is not None or self.result is not None:
            raise refuse("battle", "battle.order.over")
        if last is not None and last != self.log.number:
            raise refuse("last", "battle.order.late")
        return self.log.seat(seat)

    def _is_late(self, order: Order, last: int | None) -> bool:
        """Say whether the moment has passed. Orders given at once by several sides do not make each other late."""
        if last is None or last == self.log.number:
            return False
        since = self.log.entries[last:] if 0 <= last < self.log.number else ()
        if not since or any(isinstance(each, Undo) or side_of(each.role) == side_of(order.by) for each in since):
            return True
        before = self.state_at(last)
        then = (*self.rules.decisions(before), *allowed_by(self.rules, before))
        return not any(each in then for each in (*self.decisions(), *self._allowed()) if each.by == order.by)

    def _playing(self, seat: str, last: int | None = None) -> Seat:
        sitting = self._seated(seat, last)
        if not sitting.roles and not sitting.referee:
            raise refuse("seat", "battle.seat.spectator")
        return sitting

    def _asked(self, sitting: Seat, key: str) -> tuple[Entry, Question]:
        if self.question is None or self.log.open is None:
            raise refuse(key, "battle.answer.nothing_asked")
        if self.question.to is None or not sitting.speaks_for(self.question.to):
            raise refuse(key, "battle.answer.not_yours")
        if key != self.question.key:
            raise refuse(key, "battle.answer.other_question", (self.question.key,))
        return self.log.open, self.question

    def _with(self, *entries: Entry | Undo, **parts: Any) -> Accepted[State]:
        """This battle after a step that adds entries to its log and sets parts of it."""
        change = change_of(self.log, *entries, **parts)
        return Accepted(replace(self, log=change.applied(self.log)), change)

    # Carrying out

    def _given(self, seat: str, order: Order, then: Then | None) -> Accepted[State]:
        """Carry out an order in which nothing is wrong, as far as it goes."""
        entry = Entry(self.log.number + 1, seat, order.by, codec.write(order), throw=self.log.throws)
        return self._run(entry, order, then=then)

    def _run(
        self, entry: Entry, order: Order | None = None, thrown: int = 0, then: Then | None = None
    ) -> Accepted[State]:
        """Run an entry's order with its answers so far, as far as it goes."""
        if order is None:
            order = codec.read_by_kind(self.rules.orders, entry.order, f"entry {entry.number}.order")
        dice = DiceStream(self.log.dice_seed(self.seed), entry.throw + entry.throws)
        done = run(self.rules, self.standing, order, Answers(entry.answers, dice, self.log.seats, thrown))
        strange = unasked_problems(entry.answers, done)
        if strange:
            raise Refusal(strange)
        return self._after(entry, done, then)

    def _after(self, entry: Entry, done: Run[State], then: Then | None) -> Accepted[State]:
        finished = done.question is None
        entry = replace(entry, answers=done.replies, events=plain_events(done.story.events), finished=finished)
        state = done.story.state
        wish = self.log.proposal if self.log.proposal and self.log.proposal.about == "dice" else None
        if finished:
            step = self._with(entry, open=None, proposal=wish, then=then)
            return replace(step, battle=replace(step.battle, standing=state, state=state, question=None))
        step = self._with(open=entry, proposal=wish, then=then)
        return replace(step, battle=replace(step.battle, state=state, question=done.question))

    def _hindrances(self, then: Then) -> tuple[Problem, ...]:
        """Why the next order of an intention cannot be given now, as far as its seat may know."""
        order = read_following(self.rules.orders, then.orders[0], "order.then")
        may = (*self.decisions(), *self._allowed())
        if not any(order.kind in each.orders and order.by == each.by for each in may):
            return (Problem("then", Message("battle.order.not_awaited")),)
        return order_problems(self.rules, self.state, self.log.seat(then.seat), order)

    def _goes_on(self, then: Then) -> Accepted[State]:
        """Give the next order of an intention, as one step with the order before it."""
        noted = self._with(joined=(*self.log.joined, self.log.number + 1))
        order = read_following(self.rules.orders, then.orders[0], "order.then")
        given = noted.battle._given(then.seat, order, then.after_first)  # noqa: SLF001 - a battle's own step
        return given.after(noted.change)

    # Taking back

    def _last_but_one(self) -> int:
        """The entry that stands once the last order, or the one that waits, is taken back with those that it came with."""
        waiting = (self.log.open.number,) if self.log.open else ()
        numbers: list[int] = [0, *(entry.number for entry in self.log.live()), *waiting]
        if len(numbers) == 1:
            raise refuse("undo", "battle.undo.nothing")
        last = next(at for at in range(len(numbers) - 1, 0, -1) if at == 1 or numbers[at] not in self.log.joined)
        return numbers[last - 1]

    def _binding(self, sitting: Seat, to: int) -> Message | None:
        """Why a seat needs consent to take back everything after an entry."""
        live = self.log.live()
        kept = tuple(entry for entry in live if entry.number <= to)
        taken = live[len(kept) :] + ((self.log.open,) if self.log.open else ())
        if not taken or to < 0:
            raise refuse("undo", "battle.undo.nothing")
        if sitting.referee:
            return None
        *_, state = states(self.rules, self.start, kept)
        each = list(states(self.rules, state, taken))
        steps = zip(taken, each, each[1:], strict=False)
        reasons = (why_binding(self.rules, *step, self.log.seats, sitting) for step in steps)
        return next((reason for reason in reasons if reason is not None), None)

    def _agreed(self, wish: Proposal) -> bool:
        return not sides_against(self.rules, self.log, self.standing, (wish.seat, *wish.agreed))

    def _proposed(self) -> Proposal:
        if self.log.proposal is None:
            raise refuse("undo", "battle.undo.not_proposed")
        return self.log.proposal

    def _taken_back(self, wish: Proposal) -> Accepted[State]:
        waiting = (self.log.open,) if self.log.open else ()  # its dice are thrown, so it stays in the log
        undo = Undo(self.log.number + len(waiting) + 1, wish.seat, wish.to, wish.agreed)
        step = self._with(*waiting, undo, open=None, proposal=None, then=None)
        *_, state = states(self.rules, self.start, step.battle.log.live())
        return replace(step, battle=replace(step.battle, standing=state, state=state, question=None))


def _carried_on(done: Accepted[State]) -> Accepted[State]:
    """A step with all that is to follow it and can: up to a question, to what is not legal any more, or to the end of the battle."""
    while (then := done.battle.log.then) is not None and done.battle.question is None:
        if done.battle.result is not None:
            break
        if not done.battle._hindrances(then):  # noqa: SLF001 - a battle's own step
            done = done.battle._goes_on(then).after(done.change)  # noqa: SLF001 - as above
        elif then.orders[0].get(OPTIONAL):
            done = done.battle._with(then=then.after_first).after(done.change)  # noqa: SLF001 - as above
        else:
            break
    return done


def order_problems(rules: TableRules[State], state: State, seat: Seat, order: Order) -> tuple[Problem, ...]:
    """What is wrong with an order, as far as its seat may know: whose it is, whether it is wanted, whether it is legal."""
    if not seat.speaks_for(order.by):
        return not_theirs_problems(seat, order)
    may = (*rules.decisions(state), *allowed_by(rules, state))
    open_now = [decision for decision in may if decision.by == order.by]
    if not any(order.kind in decision.orders for decision in open_now):
        wanted = tuple(dict.fromkeys(kind for decision in open_now for kind in decision.orders))
        message = "battle.order.not_now" if wanted else "battle.order.not_your_turn"
        return (Problem("kind", Message(message), wanted),)
    view = rules.view(state, seat)
    return rules.problems(view, order) or part_problems(rules, view, seat, order)


def not_theirs_problems(seat: Seat, *orders: Order) -> tuple[Problem, ...]:
    """A problem for each of some orders, that its role is none of those the seat speaks for."""
    return tuple(Problem("by", Message.of("battle.order.not_yours", role=order.by), seat.roles) for order in orders)


def _check_seats(seats: Sequence[Seat]) -> None:
    names = [seat.id for seat in seats]
    for name in names:
        if names.count(name) > 1:
            raise refuse("seats", "battle.seat.taken", name=name)


def _opened(cls: type[Battle[State]], rules: TableRules[State], log: Log, seed: str) -> Battle[State]:
    """Fold a log as far as these rules understand it, and run the order that waits."""
    start = set_up(rules, log)
    halted: tuple[Problem, ...] = ()
    if log.rules_version != rules.rules_version:
        message = Message.of("battle.log.other_version", version=log.rules_version, now=rules.rules_version)
        halted = (Problem("rules_version", message, (rules.rules_version,)),)
    standing = start
    for entry in log.live():
        try:
            standing = after_entry(rules, standing, entry)
        except Refusal as refusal:
            return cls(rules, log, start, standing, standing, seed, None, (*halted, *refusal.problems))
    battle = cls(rules, log, start, standing, standing, seed, None, halted)
    if log.open is None:
        return battle
    try:
        if halted:
            return replace(battle, state=after_entry(rules, standing, log.open))
        return battle._run(log.open, then=log.then).battle
    except Refusal as refusal:
        return replace(battle, halted=(*halted, *refusal.problems))
