"""The line between a seat and the table: JSON frames over a websocket.

A client says ``hello`` with its token, then gives orders and asks. Everything it sends carries an ``id``; the answer to it carries the
same one. News of the table comes unasked. Whatever is wrong with a frame is told in words and changes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from time import thread_time
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from sandtable.battle import codec
from sandtable.battle.battle import Battle, Outcome, Refused
from sandtable.battle.desk import Draft
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.server.replies import object_in
from sandtable.server.table.allowance import Allowance
from sandtable.server.table.limits import HELLO_WITHIN, LARGEST_FRAME, MOST_AT_ONCE, MOST_LINES, PER_SECOND, STRIKES
from sandtable.server.table.reasons import reason_for
from sandtable.server.table.rooms import Rooms
from sandtable.server.table.telling import Frame, Teller
from sandtable.server.table.texts import server_texts

LOG = logging.getLogger("sandtable.server")
POLICY_VIOLATION, TOO_BIG = 1008, 1009

Handler = Callable[["Line", Frame], Awaitable[Frame]]


class Line:
    """One connection of one seat."""

    def __init__(self, socket: WebSocket, rooms: Rooms) -> None:
        self._socket = socket
        self._rooms = rooms
        self._allowance = Allowance(MOST_AT_ONCE, PER_SECOND)
        self._strikes = 0
        self._news = asyncio.Event()
        self._sending = asyncio.Lock()
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
        try:
            hello = object_in(await asyncio.wait_for(self._receive(), HELLO_WITHIN))
            opened = await self._rooms.seat(_text(hello, "token"))
            since = hello.get("since", 0)
            if opened is None or not isinstance(since, int) or since < 0:
                raise refuse("token", "table.no_seat")
            room, seat = opened
            if room.lines_of(seat) >= MOST_LINES:
                raise refuse("token", "table.too_many_lines")
            at_the_end.enter_context(
                room.line(seat, self._news.set)
            )  # before the first look: nothing is missed after it
            self.teller = Teller(room, seat)
            frame = self.teller.everything(since) | {"title": room.title, "battle": room.id}
        except TimeoutError:
            await say_goodbye(self._socket, refuse("token", "table.no_seat"))
            return False
        except Refusal as refusal:
            await say_goodbye(self._socket, refusal)
            return False
        await self._send(frame)
        return True

    async def _receive(self) -> str:
        text = await self._socket.receive_text()
        if len(text) > LARGEST_FRAME:
            await self._socket.close(TOO_BIG)
            raise WebSocketDisconnect(TOO_BIG)
        return text

    async def _answer(self, text: str) -> None:
        name: Any = None
        try:
            self._count()
            frame = object_in(text)
            name = frame.get("id")
            reply = await _handler(frame)(self, frame)
        except Refusal as refusal:
            await self._strike(refusal)
            reply = {"kind": "refused", "problems": self.teller.problems(refusal.problems)}
        except (WebSocketDisconnect, RuntimeError, asyncio.CancelledError):
            raise
        except Exception:
            LOG.exception("A frame failed: %.2000s", text)
            fault = Problem("", Message("table.fault"))
            reply = {"kind": "refused", "problems": self.teller.problems((fault,))}
        await self._send(reply | {"id": name})

    def _count(self) -> None:
        if not self._allowance.take() or not self._work.is_left:
            raise refuse("", "table.too_fast")

    @property
    def _work(self) -> Allowance:
        return self.teller.room.work_of(self.teller.seat)

    def measured(self, work: Callable[..., Any], *about: Any) -> Any:
        """Let the program think for this seat, and count how long it does."""
        before = thread_time()
        try:
            return work(*about)
        finally:
            self._work.owe(thread_time() - before)

    async def _strike(self, refusal: Refusal) -> None:
        """A client that does not slow down is hung up on."""
        if refusal.problems[0].message.id == "table.too_fast":
            self._strikes += 1
            if self._strikes > STRIKES:
                await self._socket.close(POLICY_VIOLATION)
                raise WebSocketDisconnect(POLICY_VIOLATION)

    async def _tell_news(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                news = self.teller.news()
                if news is not None:
                    await self._send(news)
            except (WebSocketDisconnect, RuntimeError):
                return  # whoever listens for frames notices too
            except Exception:
                LOG.exception("A seat of battle %s could not be told", self.teller.room.id)

    async def _send(self, frame: Frame) -> None:
        async with self._sending:
            await self._socket.send_text(json.dumps(frame, separators=(",", ":")))

    async def act(self, step: Callable[[Battle[Any]], Outcome[Any]]) -> Frame:
        """Do something to the battle; the news of it come by themselves."""
        outcome = await self.teller.room.act(partial(self.measured, step))
        if isinstance(outcome, Refused):
            return {"kind": "refused", "problems": self.teller.problems(outcome.problems)}
        return {"kind": "accepted", "number": self.teller.room.numbers(self.teller.seat).last}

    def last_seen(self, frame: Frame, battle: Battle[Any]) -> int | None:
        """The log's number of the last entry that whoever sent a frame had seen: a frame has its seat's own numbers."""
        own = _number(frame, "last")
        if own is None:
            return None
        return self.teller.room.numbers(self.teller.seat, battle).of_log(own, battle.log.number)


async def hang_up(socket: WebSocket, refusal: Refusal) -> None:
    """Refuse a line, whatever it says first."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        await asyncio.wait_for(socket.receive_text(), HELLO_WITHIN)
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


async def _agree(line: Line, _: Frame) -> Frame:
    return await line.act(lambda battle: battle.agree(line.teller.seat))


async def _decline(line: Line, _: Frame) -> Frame:
    return await line.act(lambda battle: battle.decline(line.teller.seat))


async def _dice(line: Line, frame: Frame) -> Frame:
    """Throw real dice from now on, or leave them to the app."""
    own = frame.get("own") is True

    def step(battle: Battle[Any]) -> Outcome[Any]:
        seat = battle.log.seat(line.teller.seat)
        return battle.sit(replace(seat, own_dice=own))

    return await line.act(step)


async def _panel(line: Line, frame: Frame) -> Frame:
    view, seat = _looking(line)
    return _told(line.measured(line.teller.desk.panel, view, seat, _text(frame, "piece")))


async def _preview(line: Line, frame: Frame) -> Frame:
    view, seat = _looking(line)
    return _told(line.measured(line.teller.desk.preview, view, seat, codec.read(Draft, frame.get("draft"), "draft")))


async def _outlook(line: Line, frame: Frame) -> Frame:
    view, seat = _looking(line)
    return _told(line.measured(line.teller.desk.outlook, view, seat, _text(frame, "piece"), _text(frame, "offer")))


async def _sight(line: Line, frame: Frame) -> Frame:
    view, seat = _looking(line)
    hidden = line.measured(line.teller.desk.sight, view, seat, codec.read(Point, frame.get("place"), "place"))
    return {"kind": "told", "answer": [[list(point) for point in outline] for outline in hidden]}


async def _why(line: Line, frame: Frame) -> Frame:
    """Why the computer gave an order."""
    room, own = line.teller.room, _number(frame, "number") or 0
    number = next(iter(room.numbers(line.teller.seat).known(own - 1)), 0) if own > 0 else 0
    words = room.reasons.get(number)
    if words is None:
        raise refuse("number", "table.no_reason")
    seat = room.battle.log.seat(line.teller.seat)
    return {"kind": "told", "answer": reason_for(room.battle, line.teller.desk, seat, number, words)}


async def _scene_at(line: Line, frame: Frame) -> Frame:
    """The table as it was after an entry, for the replay."""
    battle = line.teller.room.battle
    number = line.teller.room.numbers(line.teller.seat).of_log(_number(frame, "number") or 0, battle.log.number)
    if not 0 <= number <= battle.log.number:
        raise refuse("number", "table.no_entry")
    seat = battle.log.seat(line.teller.seat)

    def look() -> Any:
        return line.teller.desk.scene(battle.rules.view(line.teller.room.history.state_at(battle, number), seat), seat)

    return _told(line.measured(look))


HANDLERS: dict[str, Handler] = {
    "order": _order, "answer": _reply, "throw": _throw, "undo": _undo, "agree": _agree, "decline": _decline, "dice": _dice,
    "panel": _panel, "preview": _preview, "outlook": _outlook, "sight": _sight, "why": _why, "scene_at": _scene_at,
}  # fmt: skip


def _handler(frame: Frame) -> Handler:
    handler = HANDLERS.get(_text(frame, "kind"))
    if handler is None:
        raise refuse("kind", "table.no_such_kind", tuple(HANDLERS))
    return handler


def _looking(line: Line) -> tuple[Any, Seat]:
    room = line.teller.room
    return room.view(line.teller.seat), room.battle.log.seat(line.teller.seat)


def _told(answer: Any) -> Frame:
    return {"kind": "told", "answer": codec.write(answer)}


def _text(frame: Frame, name: str) -> str:
    value = frame.get(name, "")
    if not isinstance(value, str):
        raise refuse(name, "battle.codec.text", value=str(value)[:40])
    return value


def _number(frame: Frame, name: str) -> int | None:
    value = frame.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise refuse(name, "battle.codec.whole", value=str(value)[:40])
    return value
