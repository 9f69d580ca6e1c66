"""The table's calls over HTTP and its line: light to import, so that the umpire starts at once (see ``service``)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response, WebSocket

from sandtable.kernel.problem import Refusal
from sandtable.server.lab.jobs import LabJobs
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
from sandtable.server.table.views import TABLE_CALLS
from sandtable.server.workers import TooCostly, TooMany, Workers
from sandtable.storage.problem import StorageProblem

if TYPE_CHECKING:
    from sandtable.server.table.service import Service

LOG = logging.getLogger("sandtable.server")
LARGEST_BODY = 400_000  # a scenario in full
STATUS = {"table.too_fast": 429, "table.no_database": 503}
SUMMARIES = {
    "scenarios": "The scenarios that can be opened",
    "open": "Open a battle; links to its seats",
    "share": "Give a part of one's side to somebody else; a link to its seat",
    "hand": "Let the program, a referee or a friend play a side from now on",
    "log": "The log of a battle, as a seat may have it",
    "map": "The ground as a picture",
    "picture": "The map of a scenario, to choose it by",
    "code": "A link as a code for the camera of a phone",
    "standings": "How the battles of some seats stand",
    "bill": "What came of a battle that is over",
    "rematch": "Another battle like one that is over",
    "referee": "A referee's link; everybody at the table is told that it was asked for",
    "won": "Where a battle that is over was won: how far it is looked into, and what is known",
    "branch": "Another battle that goes on from an order of one that is over",
    "watch": "A battle of the lab, to be watched at the table",
}


class TableServer:
    """The battles of this process, once somebody asks for one."""

    def __init__(self, database: str, workers: Workers, jobs: LabJobs) -> None:
        self._database = database
        self._workers = workers
        self._jobs = jobs
        self._service: Service | None = None
        self._starting = asyncio.Lock()

    async def service(self) -> Service:
        """The service, with the database open."""
        async with self._starting:
            if self._service is None:
                module = await asyncio.to_thread(_service_module)
                self._service = await module.Service.start(self._database, self._workers, self._jobs)
            return self._service

    async def close(self) -> None:
        """Let go of everything."""
        if self._service is not None:
            await self._service.close()


def _service_module() -> Any:
    from sandtable.server.table import service  # noqa: PLC0415 - geometry takes a second to import

    return service


def table_router(server: TableServer) -> APIRouter:
    """Everything about battles."""
    router = APIRouter(prefix="/api/table")
    for name, (body, reply) in TABLE_CALLS.items():
        about = call_description(f"table_{name}", SUMMARIES[name], "table", body, (reply,), patience=True)
        router.add_api_route(f"/{name}", _call(server, name), methods=["POST"], **about)

    @router.websocket("/line")
    async def line(socket: WebSocket) -> None:
        from sandtable.server.table.socket import Line, hang_up  # noqa: PLC0415 - as above

        try:
            service = await server.service()
        except Refusal as refusing:
            await hang_up(socket, refusing)
        else:
            await Line(socket, service.rooms).serve()

    return router


def _call(server: TableServer, name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        text = await body_of(request, LARGEST_BODY)
        if text is None:
            return call_refusal(413, "kernel.desk.too_large")
        try:
            service = await server.service()
            service.check_haste(name, caller(request))
            reply = await _service_module().CALLS[name](service, object_in(text), caller(request))
        except TooCostly:
            return call_refusal(422, "kernel.desk.too_long")
        except TooMany:
            return call_refusal(429, "kernel.desk.too_often")
        except Refusal as refusing:
            status = STATUS.get(refusing.problems[0].message.id, 422)
            return refusal_response(status, in_words(refusing.problems, _service_module().server_texts()))
        except StorageProblem as problem:
            LOG.error("The call table/%s: %s", name, problem)  # noqa: TRY400 - a sentence that says it all
            return call_refusal(503, "kernel.desk.no_database")
        except Exception:
            LOG.exception("The call table/%s failed", name)  # what it carried opens a seat
            return call_refusal(500, "kernel.desk.fault")
        return await reply_response(reply, pack=takes_packed(request))

    return answer
