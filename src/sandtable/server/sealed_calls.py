"""The calls about sealed orders: two phones, one room, and nothing shown before both have handed in."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import segno
from fastapi import APIRouter, Request, Response

from sandtable.kernel.problem import Refusal, refuse
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.texts import kernel_catalogue
from sandtable.server.replies import answered, body_of, caller, documented, in_words, object_in, refusal, refused
from sandtable.server.sealed import LARGEST_RECORD, LARGEST_TABLE, Patience, Room, Rooms
from sandtable.server.sealed_schema import SEALED_CALLS, Reply
from sandtable.umpire import desk
from sandtable.umpire.setting import read_setting

LOG = logging.getLogger("sandtable.server")
LONGEST_ADDRESS = 300
LARGEST_BODY = LARGEST_RECORD + LARGEST_TABLE
Body = Mapping[str, Any]
Call = Callable[[Rooms, Body], Reply]


class TheDeskRefuses(Exception):  # noqa: N818 - an answer to the user, not an error of the program
    """The orders cannot be carried out; the desk has said why."""

    def __init__(self, problems: list[dict[str, Any]]) -> None:
        self.problems = problems
        super().__init__(str(problems))


def open_room(rooms: Rooms, body: Body, address: str = "") -> Reply:
    """Open a room for two phones."""
    ruleset, action = _sealed_action(body)
    sides = (ruleset.sides[0].id, ruleset.sides[1].id)
    side = _text(body, "side")
    if side not in sides:
        raise refuse("side", "kernel.sealed.no_side", sides)
    room, seat = rooms.open(ruleset.id, action.id, sides, side, _table(body) if body.get("table") else "", address)
    return _told(room, side) | {"seat": seat}


def join_room(rooms: Rooms, body: Body) -> Reply:
    """Take the other seat in a room."""
    room, seat = rooms.join(_text(body, "room"))
    return _told(room, room.seats[seat]) | {"seat": seat}


def look(rooms: Rooms, body: Body) -> Reply:
    """How the room stands; both sides' orders once both are in."""
    return _told(*_seated(rooms, body))


def hand_in(rooms: Rooms, body: Body) -> Reply:
    """Hand in a side's orders."""
    room, side = _seated(rooms, body)
    round_ = body.get("round")
    if not isinstance(round_, int) or isinstance(round_, bool):
        raise refuse("round", "kernel.desk.part", part="round")
    room.hand_in(side, round_, _orders(room, side, body.get("record")))
    return _told(room, side)


def lay_table(rooms: Rooms, body: Body) -> Reply:
    """Lay the open part of the log out for the other phone."""
    room, side = _seated(rooms, body)
    room.lay(_table(body))
    return _told(room, side)


def table(rooms: Rooms, body: Body) -> Reply:
    """The open part of the log, for the phone that joined."""
    room, _ = _seated(rooms, body)
    return {"table_number": room.table_number, "table": json.loads(room.table) if room.table else None}


def picture(rooms: Rooms, body: Body) -> Reply:
    """A picture of the room's address, for the other phone's camera."""
    room, _ = _seated(rooms, body)
    address = _text(body, "address")
    if not address.startswith(("http://", "https://")) or len(address) > LONGEST_ADDRESS:
        raise refuse("address", "kernel.sealed.no_address")
    drawn = segno.make(f"{address.rpartition('#')[0] or address}#/room/{room.code}", micro=False, error="m")
    return {"svg": drawn.svg_inline(border=2, omitsize=True, light="white")}


def close_room(rooms: Rooms, body: Body) -> Reply:
    """Forget the room and all it holds."""
    room, _ = _seated(rooms, body)
    rooms.close(room.code)
    return {}


CALLS: Mapping[str, Call] = {
    "open": open_room,
    "join": join_room,
    "look": look,
    "hand_in": hand_in,
    "lay": lay_table,
    "table": table,
    "picture": picture,
    "close": close_room,
}


def sealed_router(clock: Callable[[], float] = time.monotonic) -> APIRouter:
    """The calls with rooms of their own: a server that ends forgets them all."""
    router = APIRouter()
    house = House(clock)
    for name, (body, reply) in SEALED_CALLS.items():
        about = documented(
            f"sealed_{name}", CALLS[name].__doc__ or name, "sealed orders", body, (reply,), patience=True
        )
        router.add_api_route(f"/api/sealed/{name}", house.answering(name), methods=["POST"], **about)
    return router


class House:
    """The rooms, and how much of anybody's knocking they bear."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.rooms = Rooms(clock)
        self.calls = Patience(clock, handful=300, per_second=10)
        self.openings = Patience(clock, handful=60, per_second=1 / 30)  # a club night may share one address
        self.guesses = Patience(clock, handful=20, per_second=1 / 20)

    def answering(self, name: str) -> Callable[[Request], Any]:
        """What answers one of the calls."""

        async def answer(request: Request) -> Response:
            body = await body_of(request, LARGEST_BODY)
            if body is None:
                return refusal(413, "kernel.desk.too_large")
            return self.answer(name, caller(request), body)

        return answer

    def answer(self, name: str, address: str, text: str) -> Response:
        """One call in JSON text: its reply, or what is wrong with it in words."""
        allowed = self.calls.spend(address) and self.guesses.is_left(address)
        if not allowed or (name == "open" and not self.openings.spend(address)):
            return refusal(429, "kernel.sealed.too_often")
        try:
            body = object_in(text)
            reply = open_room(self.rooms, body, address) if name == "open" else CALLS[name](self.rooms, body)
        except TheDeskRefuses as refusing:
            return refused(422, refusing.problems)
        except Refusal as refusing:
            if {problem.field for problem in refusing.problems} & {"room", "seat"}:
                self.guesses.spend(address)
            return refused(422, in_words(refusing.problems, kernel_catalogue()))
        except Exception:
            LOG.exception("The call sealed/%s failed", name)  # what it carried is secret
            return refusal(500, "kernel.desk.fault")
        return answered(reply)


def _sealed_action(body: Body) -> tuple[Ruleset, Action]:
    setting = read_setting({"ruleset": body.get("ruleset")})
    sealed = {action.id: action for action in setting.ruleset.actions if action.sealed}
    action = sealed.get(_text(body, "action"))
    if action is None:
        raise refuse("action", "kernel.sealed.no_action", tuple(sealed))
    return setting.ruleset, action


def _orders(room: Room, side: str, record: Any) -> str:
    """Orders as the desk writes them down: nobody's log takes in what the desk would refuse."""
    if not isinstance(record, Mapping):
        raise refuse("record", "kernel.desk.part", part="record")
    if record.get("ruleset") != room.ruleset or record.get("action") != room.action:
        raise refuse("record", "kernel.sealed.other_orders", (room.action,))
    asked = {part: record.get(part) for part in ("ruleset", "options", "house", "action", "fields", "answers", "meta")}
    reply = desk.call("resolve", {**asked, "dice": "real"})
    if reply["status"] == "problems":
        raise TheDeskRefuses(reply["problems"])
    if reply["status"] != "ok" or reply["record"]["fields"].get("side") != side:
        raise refuse("record", "kernel.sealed.other_side", (side,))
    return json.dumps(reply["record"])


def _table(body: Body) -> str:
    table = body.get("table")
    entries = table.get("entries") if isinstance(table, Mapping) else None
    if not isinstance(table, Mapping) or not isinstance(entries, list):
        raise refuse("table", "kernel.desk.part", part="table")
    return json.dumps({"options": table.get("options") or {}, "house": table.get("house") or "", "entries": entries})


def _told(room: Room, side: str) -> Reply:
    """A room as one of its seats may see it."""
    opened = room.opened
    return {
        "room": room.code,
        "ruleset": room.ruleset,
        "action": room.action,
        "side": side,
        "sides": list(room.sides),
        "joined": room.joined,
        "round": room.round,
        "handed_in": [each for each in room.sides if each in room.given],
        "opened": opened and {"round": opened.round, "records": [json.loads(record) for record in opened.records]},
        "table_number": room.table_number,
    }


def _seated(rooms: Rooms, body: Body) -> tuple[Room, str]:
    return rooms.seated(_text(body, "room"), _text(body, "seat"))


def _text(body: Body, part: str) -> str:
    value = body.get(part)
    if not isinstance(value, str):
        raise refuse(part, "kernel.desk.part", part=part)
    return value
