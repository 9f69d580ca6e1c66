"""What the table's calls do. Geometry and the database stand behind it, so it is imported when the first battle is asked for."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from sandtable.battle.engine.log import Log
from sandtable.battle.engine.numbering import log_for
from sandtable.kernel import codec
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Refusal, refuse
from sandtable.server.allowance import Allowances
from sandtable.server.lab.jobs import LabJobs
from sandtable.server.lab.won_views import (
    TableBranchBody,
    TableWatch,
    TableWatchBody,
    TableWatched,
    TableWon,
    TableWonBody,
)
from sandtable.server.table import limits
from sandtable.server.table.bills import bill_for
from sandtable.server.table.branches import branch, keep_for_watching
from sandtable.server.table.drawings import Land, picture
from sandtable.server.table.openings import offered_scenarios, open_battle, scenario_text
from sandtable.server.table.rematches import rematch
from sandtable.server.table.room import Room
from sandtable.server.table.rooms import Rooms
from sandtable.server.table.sharing import hand_over, referee_link, share
from sandtable.server.table.standings import standings
from sandtable.server.table.texts import server_texts
from sandtable.server.table.views import (
    TableBill,
    TableCodeBody,
    TableHandBody,
    TableHanded,
    TableLog,
    TableMap,
    TableOpenBody,
    TableOpened,
    TablePicture,
    TablePictureBody,
    TableRematch,
    TableRematchBody,
    TableRulesInForce,
    TableScenarios,
    TableShared,
    TableStandings,
    TableTokensBody,
    inks_of,
)
from sandtable.server.table.won import where_it_was_won
from sandtable.server.workers import Workers
from sandtable.storage.alone import Claim
from sandtable.storage.migrations import NewerDatabase
from sandtable.storage.store import StorageProblem, Store

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["CALLS", "Service", "server_texts"]  # all that `calls` fetches when the first battle is asked for

LOG = logging.getLogger("sandtable.server")
LONGEST_LOOK = 15.0  # seconds to check a scenario; the largest that is let in takes one or two
LONGEST_DRAWING = 30.0  # seconds to draw a map; the most costly takes five
LONGEST_CODE = 2.0  # seconds to draw a code
LONGEST_LINK = 400  # characters
AS_FILE = '<svg xmlns="http://www.w3.org/2000/svg"'  # a picture of its own, and no part of a page
MOST_DRAWN = 20_000_000  # characters of maps that are kept
MOST_WATCHED = 1000  # battles of the lab that are remembered
MOST_PICTURES = 64  # of scenarios that are on offer
Body = dict[str, Any]


class Service:
    """The battles of this process."""

    def __init__(self, rooms: Rooms, workers: Workers, claim: Claim, jobs: LabJobs) -> None:
        self.rooms = rooms
        self._jobs = jobs
        self._watched: dict[tuple[str, str], TableWatch] = {}  # battles of the lab, by run and seed
        self._claim = claim
        self._workers = workers
        self._drawn: OrderedDict[str, Land] = OrderedDict()
        self._pictures: dict[tuple[str, str], str] = {}
        self._calls = Allowances(limits.CALLS_AT_ONCE, limits.CALLS_PER_SECOND)
        self._openings = Allowances(limits.OPENINGS_AT_ONCE, limits.OPENINGS_PER_SECOND)

    @classmethod
    async def start(cls, database: str, workers: Workers, jobs: LabJobs) -> Service:
        """Open the database. Whoever runs the server is told what is wrong with it, everybody else only that something is."""
        try:
            claim = Claim(database)
            try:
                store = await Store.open(database)
            except BaseException:
                claim.let_go()
                raise
        except (StorageProblem, NewerDatabase) as problem:
            LOG.error("%s", problem)  # noqa: TRY400 - a sentence that says it all
            raise refuse("", "table.no_database") from problem
        return cls(Rooms(store), workers, claim, jobs)

    async def close(self) -> None:
        """Let go of everything."""
        await self.rooms.close()
        self._claim.let_go()

    def check_haste(self, name: str, address: str) -> None:
        """Refuse what comes from one address too often; one who floods takes nothing from the others."""
        if not self._calls.of(address).take() or (name in WRITING and not self._openings.of(address).take()):
            raise refuse("", "table.too_fast")

    async def scenarios(self, _body: Body, _address: str) -> TableScenarios:
        """The scenarios that can be opened. They are read once for all: whoever asks first need not rest for it."""
        return TableScenarios(scenarios=await self.rooms.thinking.arrivals.do("", offered_scenarios))

    async def open(self, body: Body, address: str) -> TableOpened:
        """Open a battle; links to its seats. A scenario of somebody's own is looked at in another process first."""
        opening = codec.read(TableOpenBody, body, "")
        if opening.text:
            await self._workers.do(address, LONGEST_LOOK, "scenario", opening.text, "scenario")
        return await open_battle(self.rooms, opening, address)

    async def share(self, body: Body, address: str) -> TableShared:
        """Give a part of one's side to somebody else; a link to its seat."""
        room, seat = await self._seated(body, address)
        part = body.get("part", "")
        if not isinstance(part, str):
            raise refuse("part", "kernel.codec.text", value=str(part)[:40])
        return TableShared(link=await share(self.rooms.store, room, room.battle.log.seat(seat), part))

    async def hand(self, body: Body, address: str) -> TableHanded:
        """Let the program, a referee or a friend play a side from now on. Everybody at the table is told."""
        wish = codec.read(TableHandBody, body, "")
        room, seat = await self._seated(body, address)
        return TableHanded(link=await hand_over(self.rooms.store, room, room.battle.log.seat(seat), wish))

    async def log(self, body: Body, address: str) -> TableLog:
        """The log of a battle, as a seat may have it."""
        try:
            room, seat = await self._seated(body, address)
        except Refusal:
            token = body.get("token")
            kept = await self.rooms.log_alone(token) if isinstance(token, str) else None
            if kept is None:
                raise
            return TableLog(log=exported_log(*kept))
        return TableLog(log=await self.rooms.thinking.questions.do(address, partial(room.battle.export, seat)))

    async def map(self, body: Body, address: str) -> TableMap:
        """The ground as a picture, drawn in another process and kept for whoever asks next."""
        room, _ = await self._seated(body, address)
        text = room.battle.log.scenario
        if text not in self._drawn:
            self._drawn[text] = await self._workers.do(address, LONGEST_DRAWING, "land", text)
            while sum(len(drawn.svg) for drawn in self._drawn.values()) > MOST_DRAWN and len(self._drawn) > 1:
                self._drawn.popitem(last=False)
        land, ruleset = self._drawn[text], room.battle.rules.ruleset
        log = room.battle.log
        return TableMap(
            svg=land.svg,
            width=land.width,
            height=land.height,
            sides=inks_of(room.battle.rules, room.battle.state),
            drawings=ruleset.drawings,
            rules=TableRulesInForce(
                ruleset=ruleset.id,
                title=ruleset.catalogue.say(Message("ruleset.title")),
                options=dict(log.options),
                house=log.house,
            ),
        )

    async def picture(self, body: Body, _address: str) -> TablePicture:
        """The map of a scenario that is on offer, drawn once for all who come. It is one of our own: nobody else's text is drawn here."""
        wanted = codec.read(TablePictureBody, body, "")
        text = await self.rooms.thinking.arrivals.do("", partial(scenario_text, wanted.scenario))
        key = text, wanted.theme
        if key not in self._pictures:
            if len(self._pictures) >= MOST_PICTURES:
                self._pictures.clear()
            self._pictures[key] = await asyncio.to_thread(picture, *key)
        return TablePicture(svg=self._pictures[key])

    async def code(self, body: Body, address: str) -> TablePicture:
        """A link as a code that the camera of a phone reads."""
        link = codec.read(TableCodeBody, body, "").link
        if not link or len(link) > LONGEST_LINK:
            raise refuse("link", "table.no_code", (), most=LONGEST_LINK)
        svg: str = await self._workers.do(address, LONGEST_CODE, "code", link)
        return TablePicture(svg=svg.replace("<svg", AS_FILE, 1))

    async def standings(self, body: Body, address: str) -> TableStandings:
        """How the battles of some seats stand. Each seat that is asked for counts as a call."""
        tokens = codec.read(TableTokensBody, body, "").tokens
        if not self._calls.of(address).take(len(tokens)):
            raise refuse("", "table.too_fast")
        return TableStandings(battles=await standings(self.rooms, tokens, address))

    async def bill(self, body: Body, address: str) -> TableBill:
        """What came of a battle that is over, for a seat: losses, luck, the reason. It is worked out once."""
        room, seat = await self._seated(body, address)
        if seat not in room.bills:
            work = partial(bill_for, room, room.battle, seat)
            room.bills[seat] = await self.rooms.thinking.questions.do(address, work)
        return room.bills[seat]

    async def rematch(self, body: Body, address: str) -> TableRematch:
        """Another battle like the one that is over; a friend is asked first."""
        wish = codec.read(TableRematchBody, body, "")
        room, seat = await self._seated(body, address)
        return await rematch(self.rooms, room, room.battle.log.seat(seat), wish, address)

    async def referee(self, body: Body, address: str) -> TableShared:
        """A referee's link, for whoever plays a side. Everybody at the table is told that it was asked for."""
        room, seat = await self._seated(body, address)
        return TableShared(link=await referee_link(self.rooms.store, room, room.battle.log.seat(seat)))

    async def won(self, body: Body, address: str) -> TableWon:
        """Where a battle that is over was won; it is looked into where that is wished."""
        wish = codec.read(TableWonBody, body, "")
        room, seat = await self._seated(body, address)
        return await where_it_was_won(self._jobs, room, seat, wish)

    async def branch(self, body: Body, address: str) -> TableOpened:
        """Another battle that goes on from an order of one that is over, against the computer."""
        wish = codec.read(TableBranchBody, body, "")
        room, seat = await self._seated(body, address)
        return await branch(self.rooms, room, seat, wish.at, address)

    async def watch(self, body: Body, _address: str) -> TableWatch:
        """A battle of the lab, to be watched: it is played again and kept once, whoever asks."""
        wish = codec.read(TableWatchBody, body, "")
        key = wish.run, wish.seed
        if key not in self._watched:
            found = await self._jobs.battle(body)
            tokens = [await keep_for_watching(self.rooms, log, wish.seed) for log in found.logs]
            battles = tuple(
                TableWatched(name=name, token=token) for name, token in zip(found.names, tokens, strict=True)
            )
            if len(self._watched) >= MOST_WATCHED:
                self._watched.clear()
            self._watched[key] = TableWatch(battles=battles, words=found.words, parts=found.parts)
        return self._watched[key]

    async def _seated(self, body: Body, address: str) -> tuple[Room, str]:
        token = body.get("token")
        opened = await self.rooms.seat(token, address) if isinstance(token, str) else None
        if opened is None:
            raise refuse("token", "table.no_seat")
        return opened


def exported_log(log: Log, seat: str) -> Body:
    """A log as a seat may have it, where no rules are left to tell how the battle began."""
    sitting = log.seat(seat)
    return log.plain() if sitting.referee or log.seed is not None else log_for(log, sitting, None)


WRITING = {"open", "share", "hand", "rematch", "referee", "branch", "watch"}  # what they write is kept for good
CALLS: dict[str, Callable[[Service, Body, str], Awaitable[DataclassInstance]]] = {
    "scenarios": Service.scenarios,
    "open": Service.open,
    "share": Service.share,
    "hand": Service.hand,
    "log": Service.log,
    "map": Service.map,
    "picture": Service.picture,
    "code": Service.code,
    "standings": Service.standings,
    "bill": Service.bill,
    "rematch": Service.rematch,
    "referee": Service.referee,
    "won": Service.won,
    "branch": Service.branch,
    "watch": Service.watch,
}
