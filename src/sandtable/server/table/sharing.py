"""Links that are asked for later: whoever commands a side may give one of its parts to somebody else, or ask for a referee."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sandtable.ai.player import HasPlayers
from sandtable.battle.engine.battle import Accepted, Battle, Outcome, Refused
from sandtable.battle.rules import ChangesHands
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.kernel.problem import Refusal, refuse
from sandtable.server.table.briefings import about_scenario
from sandtable.server.table.limits import MOST_LINKS
from sandtable.server.table.openings import parts_of, referee_of
from sandtable.server.table.room import Room
from sandtable.server.table.talk import Said
from sandtable.server.table.views import TableHandBody, TableLink, TablePart
from sandtable.storage.store import Store

Parts = dict[str, tuple[TablePart, ...]]  # by side


def parts_for(battle: Battle[Any], seat: Seat) -> tuple[TablePart, ...]:
    """The parts that a seat may give away: its own side's, if it commands the whole of it; a referee's are all."""
    parts = _parts(battle.log.scenario)
    if seat.referee:
        return tuple(part for side in parts.values() for part in side)
    return parts.get(seat.side or "", ()) if not seat.part else ()


def name_of_part(battle: Battle[Any], seat: Seat) -> str:
    """What the part is called that a seat commands; empty for a seat that commands a whole side."""
    return next(
        (part.name for part in _parts(battle.log.scenario).get(seat.side or "", ()) if part.id == seat.part), ""
    )


async def share(store: Store, room: Room, giver: Seat, part: str) -> TableLink:
    """A link to a seat that commands one part; the seat is made with its first link."""
    offered = {each.id: each.name for each in parts_for(room.battle, giver)}
    if not offered:
        raise refuse("token", "table.no_parts")
    if not part:
        raise refuse("part", "table.which_part", tuple(offered))
    if part not in offered:
        raise refuse("part", "table.no_part", tuple(offered), name=part[:40])
    side = next(side for side, all_of_it in _parts(room.battle.log.scenario).items() if _has(all_of_it, part))
    seat = Seat(f"{side}.{part}", (side,), part=part)
    outcome = await room.act(lambda battle: _seated(battle, seat))
    if isinstance(outcome, Refused):
        raise Refusal(outcome.problems)
    token = await store.add_seat(room.id, codec.write(seat), MOST_LINKS)
    if token is None:
        raise refuse("part", "table.too_many_links")
    return TableLink(seat=seat.id, side=side, who="friend", token=token, name=offered[part], part=part)


async def referee_link(store: Store, room: Room, asking: Seat) -> TableLink:
    """A link to the referee's seat, which sees everything; whoever asks for it plays a side, and all are told first."""
    if not asking.roles or asking.part:
        raise refuse("token", "table.no_referee")
    await room.note(Said(asking.id, "referee", room.battle.log.number))
    seat = next((each for each in room.battle.log.seats if each.referee), None)
    token = None if seat is None else await store.add_seat(room.id, codec.write(seat), MOST_LINKS)
    if seat is None or token is None:
        raise refuse("token", "table.too_many_links")
    return TableLink(seat=seat.id, side="", who="referee", token=token)


def hands_of(battle: Battle[Any], seat: Seat) -> tuple[str, ...]:
    """The sides that a seat may hand on: where the rules let a side change hands, whoever plays a whole one may say who plays it."""
    rules = battle.rules
    commands = bool(seat.roles) and not seat.part
    return tuple(rules.referee_roles) if commands and isinstance(rules, ChangesHands) else ()


async def hand_over(store: Store, room: Room, giver: Seat, wish: TableHandBody) -> TableLink | None:
    """Let somebody else play a side from now on; everybody is told. The link for whoever it is, None for the program."""
    rules, sides = room.battle.rules, hands_of(room.battle, giver)
    if wish.side not in sides:
        raise refuse("side", "table.not_to_be_handed", sides)
    if room.is_over:
        raise refuse("battle", "table.battle_over")
    levels: tuple[str, ...] = rules.levels if isinstance(rules, HasPlayers) else ()
    level = wish.level or room.level_of(wish.side) or levels[len(levels) // 2]
    if level not in levels:
        raise refuse("level", "table.no_level", levels)
    link = None
    if wish.to != "computer":
        seat = referee_of(rules, wish.side) if wish.to == "referee" else Seat(wish.side, (wish.side,))
        outcome = await room.act(lambda battle: _seated(battle, seat))
        if isinstance(outcome, Refused):
            raise Refusal(outcome.problems)
        token = await store.add_seat(room.id, codec.write(seat), MOST_LINKS)
        if token is None:
            raise refuse("side", "table.too_many_links")
        name = about_scenario(room.battle.log.scenario).names.get(wish.side, "")
        link = TableLink(seat=seat.id, side=wish.side, who=wish.to, token=token, name=name)
    await room.note(Said(giver.id, "held", room.battle.log.number, side=wish.side, to=wish.to, level=level))
    return link


def _has(parts: tuple[TablePart, ...], part: str) -> bool:
    return any(each.id == part for each in parts)


def _seated(battle: Battle[Any], seat: Seat) -> Outcome[Any]:
    there = any(each.id == seat.id for each in battle.log.seats)
    return Accepted(battle) if there else battle.sit(seat)


@lru_cache(maxsize=256)
def _parts(text: str) -> Parts:
    """The parts of a scenario; what the scenario reader no longer understands has none to give away."""
    try:
        scenario = read_scenario(text, "scenario")
    except Refusal:
        return {}
    return {side.label: parts_of(scenario, side.label) for side in scenario.sides}
