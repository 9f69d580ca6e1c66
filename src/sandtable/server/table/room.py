"""A live battle: one value, one lock, and everybody who looks on.

Whatever is done is stored first and told afterwards. Another server process may have written in the meantime: then this one reads what
it missed, and what was to be done is tried again on the battle as it now is. The step that ends a battle lays its seed open with it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from functools import partial
from time import monotonic, time
from typing import Any

from sandtable.ai.player import Why
from sandtable.battle import registry
from sandtable.battle.desk import HasDesk
from sandtable.battle.engine.battle import Accepted, Battle, Outcome, Refused
from sandtable.battle.engine.change import Change, read_change
from sandtable.battle.engine.fold import after_entry
from sandtable.battle.engine.log import Entry, Log, read_log
from sandtable.battle.engine.numbering import Numbering
from sandtable.battle.scene import Scene
from sandtable.geometry.measure import Point
from sandtable.kernel import codec
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.server.allowance import Allowance
from sandtable.server.table.history import History
from sandtable.server.table.limits import MOST_POINTED, MOST_WORK, POINTED_FOR, POINTED_PER_SECOND, WORK_PER_SECOND
from sandtable.server.table.reasons import read_reason, stored_reason
from sandtable.server.table.talk import MOST_SAID, SAID_PER_SECOND, Said, read_said
from sandtable.server.table.views import Against, TableBill, Who
from sandtable.server.thinking import Thinking
from sandtable.storage.store import Stale, StorageProblem, Store, StoredBattle

LOG = logging.getLogger("sandtable.server")
Listener = Callable[[], None]
_TRIES = 5
SMALLEST_ROOM, SIZE_OF_ENTRY = (
    1_500_000,
    20_000,
)  # bytes, as measured on large battles with all that is kept beside the log


class Seen:
    """What the seats of a battle see of one moment of it, each worked out once."""

    def __init__(self, battle: Battle[Any]) -> None:
        self.battle = battle
        self._views: dict[str, Any] = {}
        self._scenes: dict[str, Scene] = {}

    def view(self, seat: str) -> Any:
        """The table as a seat may know it."""
        if seat not in self._views:
            self._views[seat] = self.battle.view(seat)
        return self._views[seat]

    def scene(self, seat: str) -> Scene:
        """The same as it is drawn."""
        if seat not in self._scenes:
            rules = self.battle.rules
            if not isinstance(rules, HasDesk):
                raise refuse("ruleset", "table.no_desk", name=rules.name)
            self._scenes[seat] = rules.desk.scene(self.view(seat), self.battle.log.seat(seat))
        return self._scenes[seat]


class Room:
    """One battle in this process."""

    def __init__(self, store: Store, stored: StoredBattle, battle: Battle[Any], thinking: Thinking) -> None:
        self.id = stored.id
        self.title = stored.title
        self.extra = stored.head.get("extra", {})
        self.battle = battle
        self.records = 0
        self.reasons: dict[int, Why] = {}  # why a computer gave an order, by the entry's number
        self.said: tuple[Said, ...] = ()
        self.bills: dict[str, TableBill] = {}  # by seat, once the battle is over
        self.begun, self.touched = stored.begun, stored.touched  # seconds since 1970
        self.thinking = thinking
        self._store = store
        self._lock = asyncio.Lock()
        self._touched = monotonic()
        self._listeners: set[Listener] = set()
        self._lines: Counter[str] = Counter()
        self._work: dict[str, Allowance] = {}
        self._talk: dict[str, Allowance] = {}
        self.pointers: dict[str, tuple[int, Point]] = {}  # by seat: which one it is, and where
        self._pointed = 0
        self._pointing: dict[str, Allowance] = {}
        self.history = History()
        self._numbers: dict[str, Numbering] = {}  # by seat
        self._numbering = threading.Lock()
        self._seen = Seen(battle)

    @classmethod
    async def open(cls, store: Store, stored: StoredBattle, thinking: Thinking, address: str = "") -> Room:
        """Take a battle up from the database, for somebody at an address."""
        rules = registry.table(stored.ruleset)
        records = await store.records(stored.id)
        reasons: dict[int, Why] = {}

        def resumed() -> Battle[Any]:
            log = _after(records, read_log(stored.head["log"]), reasons)
            return Battle.resume(rules, log, stored.secret)

        battle = await thinking.arrivals.do(address, resumed)  # a long one takes a while to fold
        room = cls(store, stored, battle, thinking)
        room.records, room.reasons, room.said = len(records), reasons, _said_in(records)
        return room

    @property
    def is_idle(self) -> bool:
        """Say whether nobody looks on; a computer that plays here loses nothing when it is sent away."""
        return not self._lines.total()

    @property
    def is_over(self) -> bool:
        """Say whether nothing can be done here any more."""
        return self.battle.log.seed is not None

    @property
    def size(self) -> int:
        """About how many bytes of memory the battle takes."""
        return SMALLEST_ROOM + SIZE_OF_ENTRY * len(self.battle.log.entries)

    def idle_for(self, now: float) -> float:
        """For how many seconds nobody has looked on or done anything."""
        return now - self._touched if self.is_idle else 0.0

    def touch(self) -> None:
        """Somebody wants something of this battle."""
        self._touched = monotonic()

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told whenever the battle has changed; returns how to stop."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    @contextmanager
    def line(self, seat: str, listener: Listener) -> Iterator[None]:
        """A line of a seat, for as long as it is open."""
        self._lines[seat] += 1
        if self._lines[seat] == 1:
            self._tell()  # who is here is news to the others
        stop = self.listen(listener)
        try:
            yield
        finally:
            stop()
            self._lines[seat] -= 1
            self.touch()
            if not self._lines[seat]:
                self._tell()

    def view(self, seat: str, battle: Battle[Any]) -> Any:
        """The table of a moment as a seat may know it, kept while nothing happens: what a desk works out for one question helps the next."""
        return self._of(battle).view(seat)

    def scene(self, seat: str, battle: Battle[Any]) -> Scene:
        """The same as it is drawn."""
        return self._of(battle).scene(seat)

    def _of(self, battle: Battle[Any]) -> Seen:
        seen = self._seen
        if seen.battle is not battle:
            seen = self._seen = Seen(battle)
        return seen

    def numbers(self, seat: str, battle: Battle[Any] | None = None) -> Numbering:
        """The seat's own numbers for what it may know of the log."""
        log = (battle or self.battle).log
        with self._numbering:
            if seat not in self._numbers:
                self._numbers[seat] = Numbering(log.seat(seat))
            return self._numbers[seat].follow(log)

    @property
    def computers(self) -> frozenset[str]:
        """The seats that the program plays."""
        return frozenset(self.playing)

    @property
    def playing(self) -> dict[str, dict[str, str]]:
        """How the program plays the sides that are its own now, by side."""
        found = dict(self.extra.get("computers", {}))
        for said in self.said:
            if said.kind == "held":
                found.pop(said.side, None)
                if said.to == "computer":
                    found[said.side] = {"level": said.level}
        return found

    def player_of(self, side: str) -> Who:
        """Who plays a side: ``me``, whoever opened the battle; a ``friend``; a ``referee``; the ``computer``. Of older battles the last alone is known."""
        if side in self.playing:
            return "computer"
        handed = next((each for each in reversed(self.said) if each.kind == "held" and each.side == side), None)
        who = handed.to if handed is not None else self.extra.get("who", {}).get(side)
        return "referee" if who == "referee" else "me" if who == "me" else "friend"

    def level_of(self, side: str) -> str:
        """How well the program plays a side, or advises a referee who does; empty for others."""
        how = self.playing.get(side) or self.extra.get("advised", {}).get(side, {})
        return str(how.get("level", ""))

    def may_act(self, seat: str) -> bool:
        """Say whether a seat acts for its side now: not where the program or a referee has it, and a referee only where he has it."""
        sitting = self.battle.log.seat(seat)
        holder = self.player_of(sitting.side) if sitting.side else "friend"
        return holder != "computer" and (holder == "referee") == (sitting.referee and bool(sitting.roles))

    def point(self, seat: str, place: Point) -> None:
        """Show everybody where a seat points, for a while; whoever points without end is refused."""
        if not self._pointing.setdefault(seat, Allowance(MOST_POINTED, POINTED_PER_SECOND)).take():
            raise refuse("", "table.too_fast")
        self._pointed += 1
        number = self._pointed
        self.pointers = {**self.pointers, seat: (number, place)}
        self._tell()

        def forget() -> None:
            if self.pointers.get(seat, (0, place))[0] == number:
                self.pointers = {name: at for name, at in self.pointers.items() if name != seat}
                self._tell()

        asyncio.get_running_loop().call_later(POINTED_FOR, forget)

    def against(self, side: str | None) -> tuple[Against, str]:
        """Whom a side plays: the ``computer``, with its level, a ``friend``, or somebody who sits ``here`` at the same screen."""
        others = [each.side for each in self.battle.log.seats if each.side and each.side != side]
        level = next((self.level_of(each) for each in others if each in self.computers), "")
        if level or any(each in self.computers for each in others):
            return "computer", level
        here = side is not None and all(self.player_of(each) == "me" for each in (side, *others))
        return ("here" if here else "friend"), ""

    def present(self, seat: str) -> list[str]:
        """The seats that somebody sits at in this process, as a seat calls them; computers always are there, and a side that a referee plays is where he is."""
        log = self.battle.log
        by = log.seat(seat)
        there = [each for each in log.seats if self._lines[each.id] or each.id in self.computers]
        refereed = {
            each.side for each in there if each.referee and each.roles and self.player_of(str(each.side)) == "referee"
        }
        held = [each for each in log.seats if each.side in refereed and not each.part and not each.referee]
        return sorted({each.called_by(by) for each in (*there, *held)})

    def work_of(self, seat: str) -> Allowance:
        """How much thinking a seat may still ask for, over all its lines."""
        return self._work.setdefault(seat, Allowance(MOST_WORK, WORK_PER_SECOND))

    def lines_of(self, seat: str) -> int:
        """How many lines of a seat are open in this process."""
        return self._lines[seat]

    async def act(
        self, step: Callable[[Battle[Any]], Outcome[Any]], why: Why | None = None, address: str = "", seat: str = ""
    ) -> Outcome[Any]:
        """Do something to the battle, for somebody at an address: store it, then tell everybody, first the ``seat`` that waits for it."""
        async with self._lock:
            for _ in range(_TRIES):
                try:
                    outcome = await self.thinking.orders.do(address, partial(_to_the_end, step, self.battle))
                except Refusal as refusal:  # too long, or too much at once
                    return Refused(refusal.problems)
                if isinstance(outcome, Refused) or not outcome.change:  # nothing to store or tell
                    return outcome
                try:
                    async with self._looked_ahead(outcome.battle, seat, address):
                        await self._store_step(outcome, why)
                except Stale:
                    if await self._read_on():
                        self._tell()  # whatever comes of our own step, the others' is news
                    continue
                except StorageProblem as problem:
                    LOG.error("Battle %s could not be stored: %s", self.id, problem)  # noqa: TRY400 - a sentence that says it all
                    return Refused((Problem("battle", Message("table.not_stored")),))
                self._tell()
                return outcome
        return Refused((Problem("battle", Message("table.busy")),))

    async def note(self, said: Said) -> None:
        """Keep what somebody says beside the log, and tell everybody; whoever talks without end is refused."""
        if not self._talk.setdefault(said.seat, Allowance(MOST_SAID, SAID_PER_SECOND)).take():
            raise refuse("", "table.too_fast")
        record = {"change": Change().plain(), "said": codec.write(said)}
        async with self._lock:
            for _ in range(_TRIES):
                try:
                    await self._store.append(self.id, self.records + 1, record)
                except Stale:
                    await self._read_on()
                    continue
                self.records += 1
                self.said = (*self.said, said)
                self._tell()
                return
        raise refuse("battle", "table.busy")

    async def catch_up(self, number: int | None = None) -> None:
        """Read what another process has written: up to a record that was heard of, or whatever there is."""
        async with self._lock:  # a record of our own is ours by the time the lock is free
            if (number is None or self.records < number) and await self._read_on():
                self._tell()

    @asynccontextmanager
    async def _looked_ahead(self, battle: Battle[Any], seat: str, address: str) -> AsyncIterator[None]:
        """Draw the battle as it will be for the seat that waits, while it is being stored: nobody is told before that."""
        ahead = Seen(battle)
        drawing = asyncio.ensure_future(self.thinking.orders.do(address, partial(ahead.scene, seat))) if seat else None
        try:
            yield
            self._seen = ahead
        finally:
            if drawing is not None:
                await asyncio.gather(drawing, return_exceptions=True)  # whoever tells the seat comes upon a fault again

    async def _store_step(self, outcome: Accepted[Any], why: Why | None) -> None:
        record: dict[str, Any] = {"change": outcome.change.plain()}
        if why is not None:
            record["why"] = stored_reason(why)
        await self._store.append(self.id, self.records + 1, record)
        self.records += 1
        self.touched = int(time())
        self.battle = outcome.battle
        if why is not None:
            self.reasons[outcome.battle.log.number] = why

    async def _read_on(self) -> bool:
        records = await self._store.records(self.id, after=self.records)
        if not records:
            return False
        reasons: dict[int, Why] = {}

        def follow(battle: Battle[Any]) -> Battle[Any]:
            return caught_up_with(battle, _after(records, battle.log, reasons))

        self.battle = await self.thinking.arrivals.do("", partial(follow, self.battle))
        self.reasons |= reasons
        self.said += _said_in(records)
        self.records += len(records)
        self.touched = int(time())
        return True

    def _tell(self) -> None:
        """Wake everybody who looks on; what goes wrong with one of them is that one's own."""
        for listener in tuple(self._listeners):
            try:
                listener()
            except Exception:
                LOG.exception("Somebody at battle %s could not be told", self.id)


def _to_the_end(step: Callable[[Battle[Any]], Outcome[Any]], battle: Battle[Any]) -> Outcome[Any]:
    """The outcome of a step; one that decides the battle also lays its seed open, so that everybody can check every throw."""
    outcome = step(battle)
    if isinstance(outcome, Refused) or outcome.battle.log.seed is not None or outcome.battle.result is None:
        return outcome
    return outcome.and_then(Battle.lay_open)


def _after(records: list[dict[str, Any]], log: Log, reasons: dict[int, Why]) -> Log:
    """A log after the records that follow it; the reasons among them are noted by the numbers of their entries."""
    for record in records:
        log = read_change(record["change"]).applied(log)
        if "why" in record:
            reasons[log.number] = read_reason(record["why"])
    return log


def _said_in(records: list[dict[str, Any]]) -> tuple[Said, ...]:
    return tuple(read_said(record["said"]) for record in records if "said" in record)


def caught_up_with(battle: Battle[Any], log: Log) -> Battle[Any]:
    """The battle brought up to a log that another process has written on: new entries are folded, all of it only where that is not enough."""
    added = [entry for entry in log.entries[battle.log.number :] if isinstance(entry, Entry)]
    plain = len(added) == log.number - battle.log.number
    if battle.halted or log.open is not None or not plain:
        return Battle.resume(battle.rules, log, battle.seed)
    standing = battle.standing
    for entry in added:
        standing = after_entry(battle.rules, standing, entry)
    return replace(battle, log=log, standing=standing, state=standing, question=None)
