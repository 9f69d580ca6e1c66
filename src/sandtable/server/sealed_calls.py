"""The calls about sealed orders: two phones, one room, and nothing shown before both have handed in."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response

from sandtable.kernel import codec
from sandtable.kernel.problem import Refusal, refuse
from sandtable.kernel.record import Record, read_record
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.texts import kernel_catalogue
from sandtable.server.allowance import Allowances
from sandtable.server.replies import (
    body_of,
    call_description,
    call_refusal,
    caller,
    in_words,
    object_in,
    refusal_response,
    reply_response,
    takes_packed,
)
from sandtable.server.sealed import LARGEST_RECORD, LARGEST_TABLE, Room, Rooms
from sandtable.server.sealed_views import (
    SEALED_CALLS,
    SealedClosed,
    SealedOpened,
    SealedPicture,
    SealedRoom,
    SealedSeat,
    SealedTable,
    SealedTableReply,
)
from sandtable.server.workers import TooCostly, TooMany, Workers
from sandtable.umpire.bodies import Entry
from sandtable.umpire.problems import Problems
from sandtable.umpire.setting import read_setting

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

LOG = logging.getLogger("sandtable.server")
LONGEST_ADDRESS = 300
LARGEST_BODY = LARGEST_RECORD + LARGEST_TABLE
LONGEST = 5.0  # seconds of processor time to look at somebody's orders
Body = Mapping[str, Any]


class TheDeskRefuses(Exception):  # noqa: N818 - an answer to the user, not an error of the program
    """The orders cannot be carried out; the desk has said why."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        super().__init__(str(problems))


class House:
    """The rooms, who works for them, and how much of anybody's knocking they bear."""

    def __init__(self, workers: Workers, clock: Callable[[], float] = time.monotonic) -> None:
        self.rooms = Rooms(clock)
        self._workers = workers
        self.calls = Allowances(300, 10, clock)
        self.openings = Allowances(60, 1 / 30, clock)  # a club night may share one address
        self.guesses = Allowances(20, 1 / 20, clock)

    def answering(self, name: str) -> Callable[[Request], Any]:
        """What answers one of the calls."""

        async def answer(request: Request) -> Response:
            body = await body_of(request, LARGEST_BODY)
            if body is None:
                return call_refusal(413, "kernel.desk.too_large")
            return await self.answer(name, caller(request), body, pack=takes_packed(request))

        return answer

    async def answer(self, name: str, address: str, text: str, *, pack: bool = False) -> Response:
        """One call in JSON text: its reply, or what is wrong with it in words."""
        allowed = self.calls.of(address).take() and self.guesses.of(address).holds()
        if not allowed or (name == "open" and not self.openings.of(address).take()):
            return call_refusal(429, "kernel.sealed.too_often")
        try:
            return await reply_response(await CALLS[name](self, object_in(text), address), pack=pack)
        except TheDeskRefuses as refusing:
            return refusal_response(422, refusing.problems)
        except TooCostly:
            return call_refusal(422, "kernel.desk.too_long")
        except TooMany:
            return call_refusal(429, "kernel.sealed.too_often")
        except Refusal as refusing:
            if {problem.field for problem in refusing.problems} & {"room", "seat"}:
                self.guesses.of(address).take()
            return refusal_response(422, in_words(refusing.problems, kernel_catalogue()))
        except Exception:
            LOG.exception("The call sealed/%s failed", name)  # what it carried is secret
            return call_refusal(500, "kernel.desk.fault")

    async def open(self, body: Body, address: str) -> SealedSeat:
        """Open a room for two phones."""
        ruleset, action = _sealed_action(body)
        sides = (ruleset.sides[0].id, ruleset.sides[1].id)
        side = _text(body, "side")
        if side not in sides:
            raise refuse("side", "kernel.sealed.no_side", sides)
        table = _written(_table(body.get("table"))) if body.get("table") else ""
        room, seat = self.rooms.open(ruleset.id, action.id, sides, side, table, address)
        return _seat(room, seat)

    async def join(self, body: Body, _: str) -> SealedSeat:
        """Take the other seat in a room."""
        return _seat(*self.rooms.join(_text(body, "room")))

    async def look(self, body: Body, _: str) -> SealedRoom:
        """How the room stands; both sides' orders once both are in."""
        return _room(*self._seated(body))

    async def hand_in(self, body: Body, address: str) -> SealedRoom:
        """Hand in a side's orders."""
        room, side = self._seated(body)
        round_ = body.get("round")
        if not isinstance(round_, int) or isinstance(round_, bool):
            raise refuse("round", "kernel.desk.part", part="round")
        orders = await self._orders(room, side, body.get("record"), address)
        room.hand_in(side, round_, orders)
        return _room(room, side)

    async def lay(self, body: Body, _: str) -> SealedRoom:
        """Lay the open part of the log out for the other phone."""
        room, side = self._seated(body)
        room.lay(_written(_table(body.get("table"))))
        return _room(room, side)

    async def table(self, body: Body, _: str) -> SealedTableReply:
        """The open part of the log, for the phone that joined."""
        room, _side = self._seated(body)
        table = _table(json.loads(room.table)) if room.table else None
        return SealedTableReply(table_number=room.table_number, table=table)

    async def picture(self, body: Body, address: str) -> SealedPicture:
        """A picture of the room's address, for the other phone's camera."""
        room, _ = self._seated(body)
        page = _text(body, "address")
        if not page.startswith(("http://", "https://")) or len(page) > LONGEST_ADDRESS:
            raise refuse("address", "kernel.sealed.no_address")
        link = f"{page.rpartition('#')[0] or page}#/room/{room.code}"
        return SealedPicture(svg=await self._workers.do(address, LONGEST, "code", link))

    async def close(self, body: Body, _: str) -> SealedClosed:
        """Forget the room and all it holds."""
        room, _side = self._seated(body)
        self.rooms.close(room.code)
        return SealedClosed()

    def _seated(self, body: Body) -> tuple[Room, str]:
        return self.rooms.seated(_text(body, "room"), _text(body, "seat"))

    async def _orders(self, room: Room, side: str, record: Any, address: str) -> str:
        """Orders as the desk writes them down: nobody's log takes in what the desk would refuse."""
        if not isinstance(record, Mapping):
            raise refuse("record", "kernel.desk.part", part="record")
        if record.get("ruleset") != room.ruleset or record.get("action") != room.action:
            raise refuse("record", "kernel.sealed.other_orders", (room.action,))
        parts = ("ruleset", "options", "house", "action", "fields", "answers", "meta")
        asked = {part: record.get(part) for part in parts} | {"dice": "real"}
        reply = json.loads(await self._workers.do(address, LONGEST, "umpire", "resolve", json.dumps(asked)))
        if reply["status"] == "problems":
            raise TheDeskRefuses(codec.read(Problems, reply))
        if reply["status"] != "ok" or reply["record"]["fields"].get("side") != side:
            raise refuse("record", "kernel.sealed.other_side", (side,))
        return json.dumps(reply["record"])


CALLS: Mapping[str, Callable[[House, Body, str], Awaitable[DataclassInstance]]] = {
    "open": House.open,
    "join": House.join,
    "look": House.look,
    "hand_in": House.hand_in,
    "lay": House.lay,
    "table": House.table,
    "picture": House.picture,
    "close": House.close,
}


def sealed_router(workers: Workers) -> APIRouter:
    """The calls with rooms of their own: a server that ends forgets them all."""
    router = APIRouter()
    house = House(workers)
    for name, (body, reply) in SEALED_CALLS.items():
        about = call_description(
            f"sealed_{name}", CALLS[name].__doc__ or name, "sealed orders", body, (reply,), patience=True
        )
        router.add_api_route(f"/api/sealed/{name}", house.answering(name), methods=["POST"], **about)
    return router


def _sealed_action(body: Body) -> tuple[Ruleset, Action]:
    setting = read_setting({"ruleset": body.get("ruleset")})
    sealed = {action.id: action for action in setting.ruleset.actions if action.sealed}
    action = sealed.get(_text(body, "action"))
    if action is None:
        raise refuse("action", "kernel.sealed.no_action", tuple(sealed))
    return setting.ruleset, action


def _table(table: Any) -> SealedTable:
    """The open part of a game, read; it need not fit the rules, but be a log."""
    entries = table.get("entries") if isinstance(table, Mapping) else None
    if not isinstance(table, Mapping) or not isinstance(entries, list):
        raise refuse("table", "kernel.desk.part", part="table")
    options, house = table.get("options") or {}, table.get("house") or ""
    if not isinstance(options, Mapping) or not isinstance(house, str):
        raise refuse("table", "kernel.desk.part", part="table")
    return SealedTable(options=options, house=house, entries=tuple(map(_entry, entries)))


def _entry(raw: Any) -> Entry:
    record = _record(raw.get("record")) if isinstance(raw, Mapping) else None
    if record is None:
        raise refuse("table", "kernel.desk.part", part="table")
    return Entry(record=record, voided=bool(raw.get("voided")))


def _record(raw: Any) -> Record | None:
    try:
        return read_record(raw)
    except Refusal:
        return None


def _written(table: SealedTable) -> str:
    return json.dumps(codec.write(table))


def _room(room: Room, side: str) -> SealedRoom:
    """A room as one of its seats may see it."""
    return SealedRoom(
        room=room.code,
        ruleset=room.ruleset,
        action=room.action,
        side=side,
        sides=room.sides,
        joined=room.joined,
        round=room.round,
        handed_in=tuple(each for each in room.sides if each in room.given),
        opened=_opened(room),
        table_number=room.table_number,
    )


def _seat(room: Room, seat: str) -> SealedSeat:
    """A room as whoever has just taken this seat sees it."""
    seen = _room(room, room.seats[seat])
    return SealedSeat(**{part.name: getattr(seen, part.name) for part in fields(seen)}, seat=seat)


def _opened(room: Room) -> SealedOpened | None:
    if room.opened is None:
        return None
    records = tuple(read_record(json.loads(record)) for record in room.opened.records)
    return SealedOpened(round=room.opened.round, records=records)


def _text(body: Body, part: str) -> str:
    value = body.get(part)
    if not isinstance(value, str):
        raise refuse(part, "kernel.desk.part", part=part)
    return value
