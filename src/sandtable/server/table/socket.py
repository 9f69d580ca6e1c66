"""The line between a seat and the table: JSON frames over a websocket.

A client says ``hello`` with its token, then gives orders and asks. Everything it sends carries an ``id``; the answer to it carries the
same one. News of the table comes unasked, and before the answer to what brought it. Whatever is wrong with a frame is told in words and
changes nothing; a refusal that says ``busy`` is one of the moment: the same frame may be sent again a little later.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from math import inf
from time import thread_time
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from sandtable.battle.desk import Draft, PlansAtDesk
from sandtable.battle.engine.battle import Battle, Outcome, Refused
from sandtable.battle.order import write_order
from sandtable.battle.rules import ChangesHands
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from sandtable.kernel import codec
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.server.allowance import Allowance
from sandtable.server.replies import caller, object_in
from sandtable.server.table.accounts import account_of, round_of
from sandtable.server.table.limits import HELLO_WITHIN, LARGEST_FRAME, MOST_AT_ONCE, MOST_LINES, PER_SECOND, STRIKES
from sandtable.server.table.line_views import TableAdvice
from sandtable.server.table.reasons import reason_for
from sandtable.server.table.rooms import Rooms
from sandtable.server.table.talk import Said, phrase_of
from sandtable.server.table.telling import Frame, Teller
from sandtable.server.table.texts import server_texts
from sandtable.server.thinking import Lane
from sandtable.storage.problem import StorageProblem

LOG = logging.getLogger("sandtable.server")
NOT_TEXT, POLICY_VIOLATION, TOO_BIG = 1003, 1008, 1009  # the websocket's own numbers
FARTHEST = 1_000_000  # thousandths of an inch; no table is larger

Handler = Callable[["Line", Frame], Awaitable[Frame]]


class Line:
    """One connection of one seat."""

    def __init__(self, socket: WebSocket, rooms: Rooms) -> None:
        self._socket = socket
        self._rooms = rooms
        self._allowance = Allowance(MOST_AT_ONCE, PER_SECOND)
        self._strikes = 0
        self._news = asyncio.Event()
        self._heard = 0  # changes of the battle that were heard of
        self._told: float = 0  # and those of them that the seat was told
        self._acting = 0  # orders of this line whose answer waits for the news they bring
        self._telling = asyncio.Condition()
        self._sending = asyncio.Lock()
        self.address = caller(socket)
        self.teller: Teller

    async def serve(self) -> None:
        """Talk until the other end hangs up."""
        await self._socket.accept()
        with contextlib.ExitStack() as at_the_end, contextlib.suppress(WebSocketDisconnect, RuntimeError):
            # A RuntimeError is Starlette's word for a line that is closed already.
            if await self._welcome(at_the_end):
                telling = asyncio.ensure_future(self._tell_news())
                at_the_end.callback(telling.cancel)
                while True:
                    await self._answer(await self._receive())

    async def _welcome(self, at_the_end: contextlib.ExitStack) -> bool:
        """Let a seat in and tell it everything; whoever cannot come in is told why, whatever the reason."""
        try:
            frame = await self._first_look(await asyncio.wait_for(self._receive(), HELLO_WITHIN), at_the_end)
        except TimeoutError:
            refusal = refuse("token", "table.no_seat")
        except Refusal as refusing:
            refusal = refusing
        except StorageProblem as problem:
            LOG.error("A seat could not be opened: %s", problem)  # noqa: TRY400 - a sentence that says it all
            refusal = refuse("", "table.no_database")
        except WebSocketDisconnect:
            raise
        except Exception:
            LOG.exception("A seat could not be opened")
            refusal = refuse("", "table.untold")
        else:
            await self._send(frame)
            return True
        await say_goodbye(self._socket, refusal)
        return False

    async def _first_look(self, text: str, at_the_end: contextlib.ExitStack) -> Frame:
        hello = object_in(text)
        opened = await self._rooms.seat(_text(hello, "token"), self.address)
        since = hello.get("since", 0)
        if opened is None or not isinstance(since, int) or isinstance(since, bool) or since < 0:
            raise refuse("token", "table.no_seat")
        room, seat = opened
        if room.lines_of(seat) >= MOST_LINES:
            raise refuse("token", "table.too_many_lines")
        at_the_end.enter_context(room.line(seat, self._hear))  # before the first look: nothing is missed after it
        self.teller = Teller(room, seat)
        everything = await room.thinking.arrivals.do(self.address, partial(self.teller.everything, since))
        return everything | {"title": room.title, "battle": room.id}

    async def _receive(self) -> str:
        text = await _text_of(self._socket)
        if len(text) > LARGEST_FRAME:
            await self._socket.close(TOO_BIG)
            raise WebSocketDisconnect(TOO_BIG)
        return text

    async def _answer(self, text: str) -> None:
        """Every frame has an answer with its own ``id``, whatever becomes of it."""
        name: Any = None
        hasty = False
        try:
            frame = object_in(text)
            name = frame.get("id")
            self._count()
            reply = await _handler(frame)(self, frame)
        except Refusal as refusal:
            hasty = refusal.problems[0].message.id == "table.too_fast"
            reply = self._refused(refusal.problems) | ({"busy": True} if hasty else {})
        except Exception:
            LOG.exception("A frame failed: %.2000s", text)
            reply = self._refused((Problem("", Message("table.fault")),))
        await self._send(reply | {"id": name})
        if hasty:
            await self._strike()

    def _refused(self, problems: Iterable[Problem]) -> Frame:
        return {"kind": "refused", "problems": self.teller.problems(problems)}

    def _count(self) -> None:
        if not self._allowance.take() or not self._work.is_left:
            raise refuse("", "table.too_fast")

    @property
    def _work(self) -> Allowance:
        return self.teller.room.work_of(self.teller.seat)

    def metered(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """A function that does the work and counts its time against this seat's allowance."""
        loop, owe = asyncio.get_running_loop(), self._work.owe

        def work_and_count(*about: Any) -> Any:
            before = thread_time()
            try:
                return work(*about)
            finally:
                loop.call_soon_threadsafe(owe, thread_time() - before)

        return work_and_count

    async def work_out(self, work: Callable[..., Any], *about: Any) -> Any:
        """Work out the answer to a question beside the event loop; it is returned after the news that it may rest on were told."""
        found = await self.teller.room.thinking.questions.do(self.address, partial(self.metered(work), *about))
        await self._news_are_told()
        return found

    async def _news_are_told(self) -> None:
        """Wait until the seat has been told everything that has been heard of so far."""
        heard = self._heard
        async with self._telling:
            await self._telling.wait_for(lambda: self._told >= heard)

    async def _strike(self) -> None:
        """A client that does not slow down is hung up on."""
        self._strikes += 1
        if self._strikes > STRIKES:
            await self._socket.close(POLICY_VIOLATION)
            raise WebSocketDisconnect(POLICY_VIOLATION)

    def _hear(self) -> None:
        """The battle has changed."""
        self._heard += 1
        self._news.set()

    async def _tell_news(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            heard = self._heard
            try:
                news = await self._lane_of_news().do(self.address, self.teller.news)
            except Exception:
                LOG.exception("A seat of battle %s could not be told", self.teller.room.id)
                with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                    await say_goodbye(self._socket, refuse("", "table.untold"))
                return await self._have_told(inf)
            if news is not None:
                try:
                    await self._send(news)
                except (WebSocketDisconnect, RuntimeError):
                    return await self._have_told(inf)  # whoever listens for frames notices too
            await self._have_told(heard)

    def _lane_of_news(self) -> Lane:
        """Whoever waits for the answer to an order is told first, beside those who look on."""
        thinking = self.teller.room.thinking
        return thinking.orders if self._acting else thinking.news

    async def _have_told(self, heard: float) -> None:
        """Let answers go that waited for these news; where nothing will be told any more, all of them."""
        async with self._telling:
            self._told = heard
            self._telling.notify_all()

    async def _send(self, frame: Frame) -> None:
        async with self._sending:
            await self._socket.send_text(json.dumps(frame, separators=(",", ":")))

    async def act(self, step: Callable[[Battle[Any]], Outcome[Any]]) -> Frame:
        """Do something to the battle; the news of it come by themselves, and before the answer."""
        if not self.teller.room.may_act(self.teller.seat):
            raise refuse("seat", "table.held_by_another")
        self._acting += 1
        try:
            outcome = await self.teller.room.act(self.metered(step), address=self.address, seat=self.teller.seat)
            if isinstance(outcome, Refused):
                return self._refused(outcome.problems)
            await self._news_are_told()
        finally:
            self._acting -= 1
        return {"kind": "accepted", "number": self.teller.room.numbers(self.teller.seat).last}

    def last_seen(self, frame: Frame, battle: Battle[Any]) -> int | None:
        """The log's number of the last entry that whoever sent a frame had seen: a frame has its seat's own numbers."""
        own = _number(frame, "last")
        if own is None:
            return None
        return self.teller.room.numbers(self.teller.seat, battle).log_number(own, battle.log.number)


async def _text_of(socket: WebSocket) -> str:
    """The text of the next frame; a frame of bytes is refused in words and ends the line."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005), message.get("reason"))
    text: str | None = message.get("text")
    if text is None:
        await socket.close(NOT_TEXT, "Questions are asked as text.")
        raise WebSocketDisconnect(NOT_TEXT)
    return text


async def hang_up(socket: WebSocket, refusal: Refusal) -> None:
    """Refuse a line, whatever it says first."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        await asyncio.wait_for(_text_of(socket), HELLO_WITHIN)
        await say_goodbye(socket, refusal)


async def say_goodbye(socket: WebSocket, refusal: Refusal) -> None:
    """Say why a line cannot be, and end it."""
    words = " ".join(server_texts().say(problem.message) for problem in refusal.problems)
    await socket.send_text(json.dumps({"kind": "closed", "words": words}))
    await socket.close(POLICY_VIOLATION)


# ---- What a client may send ----------------------------------------------------------------------------------------------------


async def _order(line: Line, frame: Frame) -> Frame:
    order = frame.get("order")
    return await line.act(lambda battle: battle.submit(line.teller.seat, order, line.last_seen(frame, battle)))


async def _reply(line: Line, frame: Frame) -> Frame:
    key, value = _text(frame, "key"), frame.get("value")
    return await line.act(lambda battle: battle.answer(line.teller.seat, key, value, line.last_seen(frame, battle)))


async def _throw(line: Line, frame: Frame) -> Frame:
    key = _text(frame, "key")
    return await line.act(lambda battle: battle.throw(line.teller.seat, key, line.last_seen(frame, battle)))


async def _undo(line: Line, frame: Frame) -> Frame:
    return await line.act(lambda battle: battle.undo(line.teller.seat, last=line.last_seen(frame, battle)))


async def _agree(line: Line, frame: Frame) -> Frame:
    return await line.act(lambda battle: battle.agree(line.teller.seat, line.last_seen(frame, battle)))


async def _decline(line: Line, frame: Frame) -> Frame:
    return await line.act(lambda battle: battle.decline(line.teller.seat, line.last_seen(frame, battle)))


async def _dice(line: Line, frame: Frame) -> Frame:
    """Throw real dice from now on, if the other side agrees, or leave them to the app."""
    own = frame.get("own") is True
    return await line.act(lambda battle: battle.own_dice(line.teller.seat, own=own))


async def _part(line: Line, frame: Frame) -> Frame:
    """Add to the dice: promise a part by its hash, or lay it open."""
    promise, value = _text(frame, "promise"), _text(frame, "value")
    if value:
        return await line.act(lambda battle: battle.lay_part(line.teller.seat, value))
    return await line.act(lambda battle: battle.promise_part(line.teller.seat, promise))


async def _say(line: Line, frame: Frame) -> Frame:
    """Say one of the phrases there are to everybody at the table."""
    room, seat = line.teller.room, line.teller.seat
    sitting = room.battle.log.seat(seat)
    if not sitting.roles and not sitting.referee:
        raise refuse("seat", "battle.seat.spectator")
    await room.note(Said(seat, "phrase", room.battle.log.number, phrase_of(_text(frame, "phrase"))))
    return {"kind": "told", "answer": None}


async def _point(line: Line, frame: Frame) -> Frame:
    """Show everybody at the table a place for some seconds: look here."""
    room, seat = line.teller.room, line.teller.seat
    sitting = room.battle.log.seat(seat)
    if not sitting.roles and not sitting.referee:
        raise refuse("seat", "battle.seat.spectator")
    place = codec.read(Point, frame.get("place"), "place")
    if not (0 <= place.x <= FARTHEST and 0 <= place.y <= FARTHEST):
        raise refuse("place", "table.no_such_place")
    room.point(seat, place)
    return {"kind": "told", "answer": None}


async def _advice(line: Line, _: Frame) -> Frame:
    """What the program would do in place of a referee who plays a side."""
    room, battle = line.teller.room, line.teller.room.battle
    seat = battle.log.seat(line.teller.seat)
    rules, decisions = battle.rules, battle.awaited(line.teller.seat).decisions
    if not isinstance(rules, ChangesHands) or not seat.referee or not seat.roles:
        raise refuse("seat", "table.no_advice")
    own = next((each for each in decisions if seat.speaks_for(each.by)), None)
    view, _seat = await _looking(line)
    level = room.level_of(seat.side or "")
    told = await line.work_out(rules.advised, view, own, level) if own is not None else None
    order = None if told is None else write_order(told.order)
    return _frame_of(None if told is None else TableAdvice(order=order, words=told.words, why=told.why))


async def _panel(line: Line, frame: Frame) -> Frame:
    view, seat = await _looking(line)
    return _frame_of(await line.work_out(line.teller.desk.panel, view, seat, _text(frame, "piece")))


async def _preview(line: Line, frame: Frame) -> Frame:
    view, seat = await _looking(line)
    draft = codec.read(Draft, frame.get("draft"), "draft")
    return _frame_of(await line.work_out(line.teller.desk.preview, view, seat, draft))


async def _outlook(line: Line, frame: Frame) -> Frame:
    view, seat = await _looking(line)
    piece, offer = _text(frame, "piece"), _text(frame, "offer")
    return _frame_of(await line.work_out(line.teller.desk.outlook, view, seat, piece, offer))


async def _pad(line: Line, frame: Frame) -> Frame:
    """A secret plan so far; at most tables there is none."""
    view, seat = await _looking(line)
    plan: tuple[Any, ...] = codec.read(tuple[Any, ...], frame.get("plan", []), "plan")
    desk = line.teller.desk
    return _frame_of(await line.work_out(desk.pad, view, seat, plan) if isinstance(desk, PlansAtDesk) else None)


async def _sight(line: Line, frame: Frame) -> Frame:
    view, seat = await _looking(line)
    place = codec.read(Point, frame.get("place"), "place")
    hidden = await line.work_out(line.teller.desk.sight, view, seat, place)
    return {"kind": "told", "answer": [[list(point) for point in outline] for outline in hidden]}


async def _why(line: Line, frame: Frame) -> Frame:
    """Why the computer gave an order."""
    room, own = line.teller.room, _number(frame, "number") or 0
    number = next(iter(room.numbers(line.teller.seat).heard_since(own - 1)), 0) if own > 0 else 0
    why = room.reasons.get(number)
    if why is None:
        raise refuse("number", "table.no_reason")
    seat = room.battle.log.seat(line.teller.seat)
    return {
        "kind": "told",
        "answer": await line.work_out(reason_for, room.battle, line.teller.desk, seat, number, why),
    }


async def _scene_at(line: Line, frame: Frame) -> Frame:
    """The table as it was after an entry, for the replay."""
    battle = line.teller.room.battle
    number = line.teller.room.numbers(line.teller.seat).log_number(_number(frame, "number") or 0, battle.log.number)
    if not 0 <= number <= battle.log.number:
        raise refuse("number", "table.no_entry")
    seat = battle.log.seat(line.teller.seat)

    def look() -> Any:
        return line.teller.desk.scene(battle.rules.view(line.teller.room.history.state_at(battle, number), seat), seat)

    return _frame_of(await line.work_out(look))


async def _account(line: Line, frame: Frame) -> Frame:
    """An entry of the log, opened."""
    room, seat, own = line.teller.room, line.teller.seat, _number(frame, "number") or 0
    battle = room.battle
    numbers, texts = room.numbers(seat, battle), server_texts(battle.rules.name)
    return _frame_of(await line.work_out(account_of, battle, room.history, line.teller.desk, numbers, own, texts))


async def _round(line: Line, frame: Frame) -> Frame:
    """A stretch of the log in two sentences."""
    room, seat = line.teller.room, line.teller.seat
    battle = room.battle
    first, last = _number(frame, "first") or 1, _number(frame, "last") or 0
    return _frame_of(await line.work_out(round_of, battle, line.teller.desk, room.numbers(seat, battle), first, last))


HANDLERS: dict[str, Handler] = {
    "order": _order, "answer": _reply, "throw": _throw, "undo": _undo, "agree": _agree, "decline": _decline, "dice": _dice, "part": _part,
    "say": _say, "point": _point, "advice": _advice,
    "panel": _panel, "preview": _preview, "outlook": _outlook, "pad": _pad, "sight": _sight, "why": _why, "scene_at": _scene_at,
    "account": _account, "round": _round,
}  # fmt: skip


def _handler(frame: Frame) -> Handler:
    handler = HANDLERS.get(_text(frame, "kind"))
    if handler is None:
        raise refuse("kind", "table.no_such_kind", tuple(HANDLERS))
    return handler


async def _looking(line: Line) -> tuple[Any, Seat]:
    room, battle = line.teller.room, line.teller.room.battle
    return await line.work_out(room.view, line.teller.seat, battle), battle.log.seat(line.teller.seat)


def _frame_of(answer: Any) -> Frame:
    return {"kind": "told", "answer": codec.write(answer)}


def _text(frame: Frame, name: str) -> str:
    value = frame.get(name, "")
    if not isinstance(value, str):
        raise refuse(name, "kernel.codec.text", value=str(value)[:40])
    return value


def _number(frame: Frame, name: str) -> int | None:
    value = frame.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise refuse(name, "kernel.codec.whole", value=str(value)[:40])
    return value
