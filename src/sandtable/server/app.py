"""The HTTP application: the desk's calls, documented, and the web app's files.

It keeps no umpire state; rooms for sealed orders are forgotten with it; battles are kept in a database.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.middleware.gzip import GZipMiddleware
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from sandtable import __version__
from sandtable.server.desk_calls import DeskCalls
from sandtable.server.doors import HEADERS, Doors
from sandtable.server.lab.calls import lab_router
from sandtable.server.lab.jobs import LabJobs
from sandtable.server.lab.views import LAB_CALLS
from sandtable.server.replies import PACKED, call_description, call_refusal, not_found_page, takes_packed
from sandtable.server.schema import definitions
from sandtable.server.sealed_calls import sealed_router
from sandtable.server.sealed_views import SEALED_CALLS
from sandtable.server.table.calls import TableServer, table_router
from sandtable.server.table.line_views import TableFrames
from sandtable.server.table.views import TABLE_CALLS
from sandtable.server.web_files import SMALLEST_PACKED, web_file
from sandtable.server.workers import Workers
from sandtable.storage.places import own_database
from sandtable.umpire import desk
from sandtable.umpire.problems import Problems

LOG = logging.getLogger("sandtable.server")
NO_METHOD = 405
POSTED = frozenset(
    f"/api/{prefix}{name}"
    for prefix, calls in (("", desk.CALLS), ("sealed/", SEALED_CALLS), ("table/", TABLE_CALLS), ("lab/", LAB_CALLS))
    for name in calls
)


def create_app(database: str = "", hosts: Iterable[str] = (), lab: Path | None = None) -> FastAPI:
    """Build the application; battles are kept in this database, by default in the user's own. ``hosts`` are more names it goes by,
    ``lab`` is the folder for runs of the lab; none: it wants no lab.
    """
    workers, jobs = Workers(), LabJobs(lab)
    umpire, table = DeskCalls(workers), TableServer(database or own_database(), workers, jobs)
    app = FastAPI(
        lifespan=partial(_closing, workers, table, jobs),
        title="Sandtable",
        version=__version__,
        description="The umpire's desk: every call is a JSON object by POST, every refusal names the field and the legal choices.",
        docs_url=None,  # its page would load from another site; the schema itself is at /openapi.json
        redoc_url=None,
    )
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_PACKED)
    app.add_middleware(Doors, names=tuple(hosts))
    app.add_exception_handler(HTTPException, _http_refusal)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _fault)
    for name, call in desk.CALLS.items():
        about = call_description(name, call.about, "umpire", call.body, call.replies)
        app.add_api_route(f"/api/{name}", umpire.by_post(name), methods=["POST"], **about)
    app.include_router(sealed_router(workers))
    app.include_router(table_router(table))
    app.include_router(lab_router(jobs))
    app.add_api_route("/{path:path}", _file, methods=["GET", "HEAD"], include_in_schema=False)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]  # FastAPI's own way to complete its schema
    return app


@asynccontextmanager
async def _closing(workers: Workers, table: TableServer, jobs: LabJobs, _: FastAPI) -> AsyncIterator[None]:
    await workers.start()
    yield
    await jobs.close()
    await table.close()
    await workers.close()


async def _http_refusal(_: Request, error: Exception) -> Response:
    """Answer a request for an unknown address, or by a method that the address does not take."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    reply = call_refusal(status, "kernel.desk.no_method" if status == NO_METHOD else "kernel.desk.no_page")
    reply.headers.update((isinstance(error, HTTPException) and error.headers) or {})
    return reply


async def _gone(_: Request, __: Exception) -> Response:
    """Answer a client that hung up before its whole request was here; nobody will read it."""
    return Response(status_code=400)


async def _fault(request: Request, _: Exception) -> Response:
    """Answer after a fault that nobody foresaw: in words, with the headers that every reply has."""
    LOG.error("The request %s %.200s failed", request.method, request.url.path)
    reply = call_refusal(500, "kernel.desk.fault")
    reply.headers.update(HEADERS)
    return reply


def _file(request: Request, path: str) -> Response:
    """A file of the web app; in a thread of its own, for the first who asks may have to wait until it is packed."""
    if f"/{path}" in POSTED:
        raise HTTPException(NO_METHOD, headers={"Allow": "POST"})
    found = web_file(path)
    if found is None:
        if "text/html" in request.headers.get("accept", "") and not path.startswith("api/"):
            return not_found_page()
        return call_refusal(404, "kernel.desk.no_page")
    headers = {"Cache-Control": found.cache, "ETag": found.tag}
    if request.headers.get("if-none-match") == found.tag:
        return Response(status_code=304, headers=headers)
    if found.packed is None or not takes_packed(request):
        return Response(found.content, media_type=found.media_type, headers=headers)
    return Response(found.packed, media_type=found.media_type, headers=headers | PACKED)


def interface_classes() -> list[type[Any]]:
    """Every class of the interface, bodies and replies."""
    calls: list[tuple[type[Any], ...]] = [(call.body, *call.replies) for call in desk.CALLS.values()]
    calls += [*SEALED_CALLS.values(), *TABLE_CALLS.values(), *LAB_CALLS.values(), (TableFrames, Problems)]
    return list(dict.fromkeys(kind for call in calls for kind in call))


def _openapi(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        schema = FastAPI.openapi(app)
        schema.setdefault("components", {})["schemas"] = definitions(interface_classes())
        app.openapi_schema = schema
    return app.openapi_schema
