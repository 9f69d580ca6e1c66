"""Another battle like one that is over. Against the computer it opens at once; a friend is asked first.

What two people agree on is kept with the old battle by the new one's id alone: each of them gets a link of his own by the token he has.
"""

from __future__ import annotations

from typing import Any

from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.kernel.problem import refuse
from sandtable.server.table.branches import BRANCH
from sandtable.server.table.briefings import about_scenario
from sandtable.server.table.limits import MOST_LINKS
from sandtable.server.table.room import Room
from sandtable.server.table.rooms import Rooms
from sandtable.server.table.talk import Said, agreement_to, open_ask
from sandtable.server.table.views import TableLink, TableOpened, TableRematch, TableRematchBody


async def rematch(rooms: Rooms, room: Room, seat: Seat, wish: TableRematchBody, address: str) -> TableRematch:
    """Another battle for a seat of one that is over; none is opened while the other side has not agreed."""
    if room.battle.result is None:
        raise refuse("battle", "table.not_over")
    if seat.side is None or seat.part:
        raise refuse("token", "table.no_rematch")
    if room.against(seat.side)[0] != "friend":
        return TableRematch(opened=await _opened_at_once(rooms, room, swap=wish.swap, address=address))
    ask = open_ask(room.said)
    if wish.agree and ask is not None and not ask.battle and ask.seat != seat.id:
        battle, _ = await _begin(rooms, room, _extra(room, swap=ask.swap), address)
        ask = agreement_to(ask, seat.id, battle)
        await room.note(ask)
    if ask is not None and ask.battle:
        return TableRematch(opened=await _claimed(rooms, room, seat, ask))
    if ask is None or (ask.seat, ask.swap) != (seat.id, wish.swap):
        await room.note(Said(seat.id, "rematch", room.battle.log.number, swap=wish.swap))
    return TableRematch(opened=None)


async def _opened_at_once(rooms: Rooms, room: Room, *, swap: bool, address: str) -> TableOpened:
    """Open a battle like the last one, where nobody else has to agree: its links are for whoever asked."""
    extra = _extra(room, swap=swap)
    battle, tokens = await _begin(rooms, room, extra, address)
    names = about_scenario(room.battle.log.scenario).names
    links = tuple(
        TableLink(
            seat=name,
            side=name if name in names else "",
            who="me" if name in names else name,
            token=token,
            name=names.get(name, ""),
        )
        for name, token in tokens.items()
        if name not in extra.get("computers", {}) and not room.battle.log.seat(name).referee
    )
    return TableOpened(battle=battle, title=_title(room), links=links)


async def _begin(rooms: Rooms, room: Room, extra: dict[str, Any], address: str) -> tuple[str, dict[str, str]]:
    """A new battle with the scenario and the seats of an old one; its id, and the tokens by seat."""
    log = room.battle.log
    seats = [Seat(each.id, each.roles, each.referee) for each in log.seats if not each.part]
    battle, tokens = await rooms.begin(
        room.battle.rules, log.scenario, _title(room), seats, dict(log.options), extra, address
    )
    return battle, {each.id: token for each, token in zip(seats, tokens, strict=True)}


def _title(room: Room) -> str:
    """What the new battle is called: one that branched off has the name of what it branched from."""
    return str(room.extra.get(BRANCH, {}).get("title", room.title))


def _sides(room: Room) -> list[str]:
    return [seat.id for seat in room.battle.log.seats if seat.side and not seat.part and not seat.referee]


def _extra(room: Room, *, swap: bool) -> dict[str, Any]:
    """Who plays what; swapped, each side is played by whoever played the other one."""
    known = {part: parts for part, parts in room.extra.items() if part != BRANCH}
    if not swap:
        return known
    turned = _turned(room)
    return {part: {turned.get(side, side): who for side, who in parts.items()} for part, parts in known.items()}


def _turned(room: Room) -> dict[str, str]:
    """The other side of each side."""
    sides = _sides(room)
    return dict(zip(sides, reversed(sides), strict=True))


async def _claimed(rooms: Rooms, room: Room, seat: Seat, ask: Said) -> TableOpened:
    """The link of one who played the battle before to his seat in the next one."""
    own = _turned(room)[seat.id] if ask.swap else seat.id
    token = await rooms.store.add_seat(ask.battle, codec.write(Seat(own, (own,))), MOST_LINKS)
    if token is None:
        raise refuse("battle", "table.too_many_links")
    name = about_scenario(room.battle.log.scenario).names.get(own, "")
    link = TableLink(seat=own, side=own, who="me", token=token, name=name)
    return TableOpened(battle=ask.battle, title=_title(room), links=(link,))
