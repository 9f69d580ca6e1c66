"""The table's calls over HTTP and its line: light to import, so that the umpire starts at once (see ``service``)."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response, WebSocket

from sandtable.kernel.problem import Refusal, refuse
from sandtable.server.replies import body_of, documented, refusal
from sandtable.server.table.schema import TABLE_CALLS

if TYPE_CHECKING:
    from sandtable.server.table.service import Service

LOG = logging.getLogger("sandtable.server")
LARGEST_BODY = 400_000  # a scenario in full
SUMMARIES = {
    "scenarios": "The scenarios that can be opened",
    "open": "Open a battle; links to its seats",
    "log": "The log of a battle, as a seat may have it",
    "map": "The ground as a picture",
}
Body = dict[str, Any]


class TableServer:
    """The battles of this process, once somebody asks for one."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._service: Service | None = None
        self._starting = asyncio.Lock()

    async def service(self) -> Service:
        """The service, with the database open."""
        async with self._starting:
            if self._service is None:
                module = await asyncio.to_thread(_service_module)
                self._service = await module.Service.start(self._database)
            return self._service

    async def close(self) -> None:
        """Let go of everything."""
        if self._service is not None:
            await self._service.rooms.close()


def _service_module() -> Any:
    from sandtable.server.table import service  # noqa: PLC0415 - geometry takes a second to import

    return service


def table_router(server: TableServer) -> APIRouter:
    """Everything about battles."""
    router = APIRouter(prefix="/api/table")
    for name, (body, reply) in TABLE_CALLS.items():
        about = documented(f"table_{name}", SUMMARIES[name], "table", body, (reply,), patience=True)
        router.add_api_route(f"/{name}", _call(server, name), methods=["POST"], **about)

    @router.websocket("/line")
    async def line(socket: WebSocket) -> None:
        from sandtable.server.table.socket import Line  # noqa: PLC0415 - as above

        await Line(socket, (await server.service()).rooms).serve()

    return router


def _call(server: TableServer, name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        text = await body_of(request, LARGEST_BODY)
        if text is None:
            return refusal(413, "kernel.desk.too_large")
        try:
            service = await server.service()
            reply = await _service_module().CALLS[name](service, _object(text))
        except Refusal as refused:
            hasty = refused.problems[0].message.id == "table.too_fast"
            return _json(429 if hasty else 422, {"status": "problems", "problems": _in_words(refused)})
        except Exception:
            LOG.exception("The call table/%s failed on %.2000s", name, text)
            return refusal(500, "kernel.desk.fault")
        return _json(200, {"status": "ok"} | reply)

    return answer


def _object(text: str) -> Body:
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise refuse("", "table.no_json")
    return body


def _in_words(refused: Refusal) -> list[Body]:
    from sandtable.server.table.texts import server_texts  # noqa: PLC0415 - as above

    texts = server_texts()
    return [
        {
            "field": problem.field,
            "message": texts.say(problem.message),
            "choices": list(problem.choices),
            "rule": problem.rule,
        }
        for problem in refused.problems
    ]


def _json(status: int, body: Body) -> Response:
    return Response(json.dumps(body), status, media_type="application/json")
