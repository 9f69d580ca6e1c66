"""Checking a battle: every order is given again, every die thrown again from the revealed seed, every fact measured again.

After a difference the check goes on from what the log says, so that one fault is told once and the next one is still found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from sandtable.battle.engine.battle import order_problems
from sandtable.battle.engine.commitment import commitment, promise_of
from sandtable.battle.engine.fold import after_entry, plain_events, set_up
from sandtable.battle.engine.log import APP, FORMATS, Entry, Log, Reply, Undo
from sandtable.battle.engine.run import Question, run
from sandtable.battle.engine.undo import sides_against, why_binding
from sandtable.battle.rules import TableRules
from sandtable.kernel import codec
from sandtable.kernel.codec import Json
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.requests import Choose, Observe
from sandtable.kernel.stream import DiceStream

State = TypeVar("State")


class What(StrEnum):
    """The kinds of difference that a check can find."""

    RULES_VERSION = "rules_version"
    SEED = "seed"  # not the one that was promised
    SET_UP = "set_up"
    ORDER = "order"  # refused by the rules
    REQUEST = "request"  # another question than the one that was answered
    ANSWER = "answer"  # one that cannot be, or given by somebody it was not put to
    DIE = "die"
    THROW = "throw"  # dice left out, or thrown twice
    MEASUREMENT = "measurement"
    EVENT = "event"
    FAULT = "fault"  # the rules fail on it
    UNDO = "undo"  # without the consent it needed
    PART = "part"  # of the dice, not the one that a seat had promised
    CUT_SHORT = "cut_short"  # the seed lies open, and the battle is not over
    AFTER_END = "after_end"  # added to a battle that was over
    SEAL = "seal"  # not that of these entries, or not there


class Gap(StrEnum):
    """Why a log in which nothing differs cannot be vouched for all the same."""

    UNFINISHED = "unfinished"  # the battle is not over: its end may be missing
    NO_SEED = "no_seed"  # its dice are not checked
    ORIGIN = "origin"  # it branched from a battle whose seed is not at hand
    OTHER_RULES = "other_rules"  # played under another version, which may be why something differs


class Verdict(StrEnum):
    """What a check comes to."""

    SOUND = "ok"
    DIFFERS = "differs"
    OPEN = "not_vouched_for"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the log says and the rules do not: in which entry, about which key or event."""

    what: What
    entry: int  # 0: the log as a whole
    about: str = ""
    logged: Json = None
    again: Json = None  # what came of it when it was done again
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Verification:
    """What a check has found. Dice that were typed in, and those of a seed that is not at hand, cannot be checked."""

    differences: tuple[Difference, ...]
    orders: int
    dice: int
    measurements: int
    typed: int
    unchecked: int
    gaps: tuple[Gap, ...] = ()

    @property
    def sound(self) -> bool:
        """Say whether nothing differs."""
        return not self.differences

    @property
    def verdict(self) -> Verdict:
        """What it comes to. A log of other rules that leads to the same under these is as good as any."""
        if any(each.what is not What.RULES_VERSION for each in self.differences) and Gap.OTHER_RULES not in self.gaps:
            return Verdict.DIFFERS
        return Verdict.OPEN if self.gaps else Verdict.SOUND


def verify(
    rules: TableRules[State], log: Log, seed: str | None = None, seeds: Mapping[str, str] | None = None
) -> Verification:
    """Check a log. ``seed`` is taken from the log once it is there; ``seeds`` of battles it branched from go by their commitments."""
    return _Check(rules, log, seed or log.seed, seeds or {}).verification()


@dataclass
class _Check(Generic[State]):
    rules: TableRules[State]
    log: Log
    seed: str | None
    others: Mapping[str, str]
    known: dict[str, str] = field(default_factory=dict)  # seeds that keep their promise
    differences: list[Difference] = field(default_factory=list)
    over: bool = False  # nothing may come any more
    orders: int = 0
    dice: int = 0
    measurements: int = 0
    typed: int = 0
    unchecked: int = 0

    def verification(self) -> Verification:
        self._seeds()
        self._parts()
        if self.log.rules_version != self.rules.rules_version:
            self._differs(What.RULES_VERSION, 0, "", self.log.rules_version, self.rules.rules_version)
        try:
            start = set_up(self.rules, self.log)
        except Refusal as refusal:
            self._differs(What.SET_UP, 0, problems=refusal.problems)
        else:
            self._entries(start)
        self._seal()
        counted = (self.orders, self.dice, self.measurements, self.typed, self.unchecked)
        return Verification(tuple(self.differences), *counted, tuple(self._gaps()))

    def _gaps(self) -> Iterator[Gap]:
        if any(origin.commitment not in self.known for origin in self.log.origins):
            yield Gap.ORIGIN
        if self.log.commitment not in self.known:
            yield Gap.NO_SEED
        if not self.over and self.log.seed is None:
            yield Gap.UNFINISHED
        if self.log.rules_version != self.rules.rules_version and len(self.differences) > 1:
            yield Gap.OTHER_RULES

    def _differs(
        self,
        what: What,
        entry: int,
        about: str = "",
        logged: Json = None,
        again: Json = None,
        problems: tuple[Problem, ...] = (),
    ) -> None:
        self.differences.append(Difference(what, entry, about, logged, again, problems))

    def _seeds(self) -> None:
        for promise, seed in {**self.others, **({self.log.commitment: self.seed} if self.seed else {})}.items():
            if commitment(seed) == promise:
                self.known[promise] = seed
            else:
                self._differs(What.SEED, 0, "commitment", promise, commitment(seed))

    def _parts(self) -> None:
        for part in (*self.log.parts, *(part for origin in self.log.origins for part in origin.parts)):
            if part.value and promise_of(part.value) != part.promise:
                self._differs(What.PART, 0, part.seat, part.promise, promise_of(part.value))

    def _seal(self) -> None:
        """A battle that lies open has a seal; those of the first format have none."""
        logged = self.log.seal
        if logged is None and (self.log.seed is None or self.log.format == FORMATS[0]):
            return
        found = self.log.sealed()
        if logged != found:
            self._differs(What.SEAL, 0, "", None if logged is None else codec.write(logged), codec.write(found))

    def _entries(self, start: State) -> None:
        """Check every entry in turn, those taken back included; ``after`` keeps the state each of them led to."""
        after: dict[int, State] = {0: start}
        standing: list[Entry] = []
        state = start
        throws = 0
        for entry in (*self.log.entries, *((self.log.open,) if self.log.open else ())):
            if self.over:
                self._differs(What.AFTER_END, entry.number)
                return
            if isinstance(entry, Undo):
                self._undo(entry, standing, after)
                standing = [earlier for earlier in standing if earlier.number <= entry.to and earlier.finished]
                state = after[standing[-1].number if standing else 0]
                continue
            if entry.throw != throws:
                self._differs(What.THROW, entry.number, "throw", entry.throw, throws)
            throws = max(throws, entry.throw) + entry.throws
            self._order(state, entry)
            try:
                after[entry.number] = after_entry(self.rules, state, entry)
            except Refusal as refusal:
                self._differs(What.EVENT, entry.number, problems=refusal.problems)
                return
            standing.append(entry)
            if entry.finished:
                state = after[entry.number]
                self.over = self.rules.result(state) is not None
        if self.log.seed is not None and not self.over:
            self._differs(What.CUT_SHORT, self.log.number)

    def _order(self, state: State, entry: Entry) -> None:
        """Give an order again; rules that fail on it are a finding, not the end of the check."""
        self.orders += 1
        try:
            self._given_again(state, entry)
        except Exception as error:  # noqa: BLE001 - a log may be from anybody
            self._differs(What.FAULT, entry.number, again=f"{type(error).__name__}: {error}")

    def _given_again(self, state: State, entry: Entry) -> None:
        try:
            order = codec.read_by_kind(self.rules.orders, entry.order, "order")
            problems = order_problems(self.rules, state, self.log.seat(entry.seat), order)
        except Refusal as refusal:
            self._differs(What.ORDER, entry.number, logged=entry.order, problems=refusal.problems)
            return
        if problems or order.by != entry.role:
            self._differs(What.ORDER, entry.number, logged=entry.order, again=order.by, problems=problems)
            return
        answers = _Again(self, entry)
        try:
            done = run(self.rules, state, order, answers)
        except _Other as other:
            self._differs(What.REQUEST, entry.number, other.reply.key, _asked(other.reply), other.question.key)
            return
        except Refusal as refusal:
            self._differs(What.ANSWER, entry.number, refusal.problems[0].field, problems=refusal.problems)
            return
        for reply in entry.answers[len(done.replies) :]:
            self._differs(What.REQUEST, entry.number, reply.key, _asked(reply), None)
        if (done.question is None) != entry.finished:
            asked = done.question.key if done.question else None
            self._differs(What.REQUEST, entry.number, asked or "", None, asked)
        self._events(entry, plain_events(done.story.events))

    def _events(self, entry: Entry, again: Sequence[Json]) -> None:
        for number in range(max(len(entry.events), len(again))):
            logged_event = entry.events[number] if number < len(entry.events) else None
            found_event = again[number] if number < len(again) else None
            if logged_event != found_event:
                self._differs(What.EVENT, entry.number, f"events.{number}", logged_event, found_event)
                return  # what follows another event is another story

    def _undo(self, undo: Undo, standing: list[Entry], after: Mapping[int, State]) -> None:
        """An undo was free, or a referee's, or every other side at the table agreed."""
        kept = [entry.number for entry in standing if entry.number <= undo.to and entry.finished]
        before = after[kept[-1] if kept else 0]
        try:
            against = sides_against(self.rules, self.log, before, (undo.seat, *undo.agreed))
        except Refusal as refusal:
            self._differs(What.UNDO, undo.number, problems=refusal.problems)
            return
        if not against:
            return
        seat = self.log.seat(undo.seat)
        for entry in (entry for entry in standing if entry.number > undo.to):
            reason = why_binding(self.rules, entry, before, after[entry.number], self.log.seats, seat)
            if reason is not None:
                self._differs(What.UNDO, undo.number, reason.id, entry.number, list(against))
                return
            before = after[entry.number]


class _Other(Exception):  # noqa: N818 - a finding, not an error
    """The rules ask something else than what the log answers."""

    def __init__(self, reply: Reply, question: Question) -> None:
        super().__init__(reply.key)
        self.reply = reply
        self.question = question


class _Again:
    """The log's answers, each compared with what the dice, the tape measure and the seats allow."""

    def __init__(self, check: _Check[Any], entry: Entry) -> None:
        self.check = check
        self.entry = entry
        self.waiting = iter(entry.answers)
        seed = check.known.get(check.log.thrown_by(entry.number))
        self.dice = None if seed is None else DiceStream(check.log.dice_seed(seed, entry.number), entry.throw)

    def __call__(self, question: Question) -> Reply | None:
        reply = next(self.waiting, None)
        if reply is None:
            return None
        if (reply.key, reply.about) != (question.key, question.about):
            raise _Other(reply, question)
        if reply.known_to != question.known_to:
            self._differs(What.ANSWER, reply.key, list(reply.known_to), list(question.known_to))
        self._compare(reply, question)
        return reply

    def _compare(self, reply: Reply, question: Question) -> None:
        request = question.request
        if isinstance(request, Observe):
            self.check.measurements += 1
            if reply.value != request.usual:
                self._differs(What.MEASUREMENT, reply.key, reply.value, request.usual)
        elif isinstance(request, Choose) or reply.by != APP:
            self.check.typed += reply.typed
            if question.to is None or not self._speaks(reply.by, question.to):
                self._differs(What.ANSWER, reply.key, reply.by, question.to)
        elif self.dice is None:
            self.check.unchecked += 1
        else:
            self.check.dice += 1
            thrown = self.dice.answer(request)
            if reply.value != thrown:
                self._differs(What.DIE, reply.key, reply.value, thrown)

    def _speaks(self, seat: str, role: str) -> bool:
        return any(each.id == seat and each.speaks_for(role) for each in self.check.log.seats)

    def _differs(self, what: What, key: str, logged: Json, again: Json) -> None:
        self.check._differs(what, self.entry.number, key, logged, again)  # noqa: SLF001 - one check in two classes


def _asked(reply: Reply) -> Json:
    return {"key": reply.key, "value": reply.value, "by": reply.by}
