"""What if: another battle that goes on from any order of one that is over, against the computer; and battles of the lab, to be watched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sandtable.ai.player import HasPlayers
from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.commitment import new_seed
from sandtable.battle.engine.log import Log, read_log
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.seat import Role, Seat, side_of
from sandtable.kernel import codec
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Refusal, refuse
from sandtable.server.table.briefings import about_scenario
from sandtable.server.table.room import Room
from sandtable.server.table.rooms import Rooms
from sandtable.server.table.texts import server_texts
from sandtable.server.table.views import TableLink, TableOpened

BRANCH = "branch"  # where a battle says what it branched from
REFEREE, SPECTATOR = Seat("referee", referee=True), Seat("spectator")


async def branch(rooms: Rooms, room: Room, seat: str, at: int, address: str) -> TableOpened:
    """A battle that goes on from an entry, as a seat numbers it, of one that is over: the seat's side against the computer."""
    battle = room.battle
    if not room.is_over:
        raise refuse("battle", "table.not_over")
    if battle.halted:
        raise Refusal(battle.halted)
    if battle.log.seat(seat).part:
        raise refuse("token", "table.no_rematch")
    number = room.numbers(seat, battle).log_number(at, battle.log.number)
    if not 0 <= number < battle.log.number:
        raise refuse("at", "table.no_entry")
    seed = new_seed()

    def branched() -> Battle[Any]:
        found = battle.branch(number, seed)
        if found.result is not None:
            raise refuse("at", "table.nothing_left")
        return found

    found = await rooms.thinking.arrivals.do(address, branched)
    side = battle.log.seat(seat).side or _next(found)
    return await _opened(rooms, room, found, side, at, seed)


def _next(battle: Battle[Any]) -> Role:
    """The side that decides next: for whoever only looked on."""
    decisions = battle.rules.decisions(battle.state)
    return side_of(decisions[0].by) if decisions else battle.rules.sides(battle.state)[0]


async def _opened(rooms: Rooms, room: Room, battle: Battle[Any], side: Role, at: int, seed: str) -> TableOpened:
    names = about_scenario(battle.log.scenario).names
    seats = [*(Seat(label, (label,)) for label in names), REFEREE, SPECTATOR]
    log = replace(battle.log, seats=tuple(seats))
    origin = room.extra.get(BRANCH, {}).get("title", room.title)
    title = server_texts().say(Message.of("table.branched", title=origin, number=at))
    extra = {
        "computers": {label: {"level": _level(room, label)} for label in names if label != side},
        "who": {label: "me" if label == side else "computer" for label in names},
        BRANCH: {"title": origin, "battle": room.id, "number": at},
    }
    stored = {"log": log.plain(), "extra": extra}
    plain = [codec.write(each) for each in seats]
    new, tokens = await rooms.store.begin(battle.rules.name, title, stored, seed, plain)
    links = tuple(
        TableLink(
            seat=each.id,
            side=each.side or "",
            who="me" if each.id == side else each.id,
            token=token,
            name=names.get(each.id, ""),
        )
        for each, token in zip(seats, tokens, strict=True)
        if each.id == side or each == SPECTATOR
    )
    return TableOpened(battle=new, title=title, links=links)


def _level(room: Room, side: Role) -> str:
    """How well the computer plays a side from here: as it did, or in the middle."""
    rules = room.battle.rules
    if not isinstance(rules, HasPlayers):
        raise refuse("battle", "table.no_computer")
    known = [room.level_of(side), *(room.level_of(each) for each in room.computers)]
    return next((level for level in known if level), rules.levels[len(rules.levels) // 2])


async def keep_for_watching(rooms: Rooms, plain: Mapping[str, Any], seed: str) -> str:
    """Store a battle of the lab among those of the table; returns the token of a seat that sees all of it."""
    log: Log = read_log(dict(plain))
    watched = replace(log, seats=(*log.seats, REFEREE))
    about = read_scenario(log.scenario, "scenario")
    title = server_texts().say(Message.of("table.of_the_lab", title=about.title, seed=seed))
    stored = {"log": watched.plain(), "extra": {}}
    _, tokens = await rooms.store.begin(log.ruleset, title, stored, log.seed or "", [codec.write(REFEREE)])
    return tokens[0]
