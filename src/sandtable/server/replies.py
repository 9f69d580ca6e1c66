"""What all calls share: a body read with a limit, a reply or a refusal in words, and how a call is described."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from fastapi import Request, Response
from starlette.requests import HTTPConnection

from sandtable.kernel import codec
from sandtable.kernel.messages import Catalogue
from sandtable.kernel.problem import Problem, refuse
from sandtable.server.schema import reference
from sandtable.server.work_pipe import PACKING
from sandtable.umpire import desk
from sandtable.umpire.problems import Problems, problem_view

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

LATER = {429: "5", 503: "30"}  # seconds after which it may be tried again
SECRET = {"Cache-Control": "no-store"}  # what is secret in a reply is nobody's to keep on the way
NO_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandtable</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 500 17px/1.4 system-ui, sans-serif; max-width: 32em; margin: 12vh auto; padding: 0 16px; }}
a {{ color: inherit; font-weight: 700; display: inline-block; padding: 12px 0; }}
</style>
<main><h1>{words}</h1><a href="/">Sandtable</a></main>
</html>
"""
HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")
PACKED = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}


def caller(connection: HTTPConnection) -> str:
    """The address of whoever asks."""
    return connection.client.host if connection.client else ""


def takes_packed(request: Request) -> bool:
    """Whether whoever asks understands a reply that is packed."""
    return "gzip" in request.headers.get("accept-encoding", "")


async def body_of(request: Request, largest: int) -> str | None:
    """The body as text, or None when it is larger than anything there is to read."""
    received = bytearray()
    async for chunk in request.stream():
        received += chunk
        if len(received) > largest:
            return None
    return received.decode("utf-8", errors="replace")


def object_in(text: str) -> dict[str, Any]:
    """The JSON object that a text holds; anything else is refused. Half a character is read as bytes that are no text are."""
    try:
        body = json.loads(text)
        if "\\ud" in text.lower():  # it could not be sent back
            body = json.loads(HALF_A_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", json.dumps(body, ensure_ascii=False)))
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise refuse("", "kernel.desk.no_object")
    return body


def in_words(problems: Iterable[Problem], texts: Catalogue) -> Problems:
    """Problems as they are read."""
    return Problems(problems=tuple(problem_view(problem, texts.say) for problem in problems))


async def reply_response(reply: DataclassInstance, *, pack: bool) -> Response:
    """The response with a reply, written and packed beside the event loop, because a log or a map is long."""
    content = await asyncio.to_thread(_content, reply, pack=pack)
    return Response(content, media_type="application/json", headers=SECRET | PACKED if pack else SECRET)


def _content(reply: DataclassInstance, *, pack: bool) -> bytes:
    content = json_text(reply).encode()
    return gzip.compress(content, PACKING) if pack else content


def refusal_response(status: int, problems: Problems) -> Response:
    """The response that refuses a call for these reasons."""
    headers = SECRET | ({"Retry-After": LATER[status]} if status in LATER else {})
    return Response(json_text(problems), status, media_type="application/json", headers=headers)


def call_refusal(status: int, message_id: str) -> Response:
    """The response that refuses a call as a whole, for the reason of a message."""
    return refusal_response(status, desk.refusal_view(message_id))


def not_found_page() -> Response:
    """The page for a reader at an unknown address: in words, with the way home."""
    words = desk.refusal_view("kernel.desk.no_page").problems[0].message
    return Response(NO_PAGE.format(words=escape(words)), 404, media_type="text/html", headers=SECRET)


def json_text(view: DataclassInstance) -> str:
    """A view as JSON text."""
    return json.dumps(codec.write(view), ensure_ascii=False, separators=(",", ":"))


def call_description(
    name: str,
    summary: str,
    tag: str,
    body: type[Any],
    replies: tuple[type[Any], ...],
    *,
    patience: bool = False,
) -> dict[str, Any]:
    """The description of a call for the schema; with ``patience`` it may be refused for being asked too often."""
    schemas = [reference(reply) for reply in replies]
    content = {"application/json": {"schema": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}}}
    refused = {"application/json": {"schema": reference(Problems)}}
    responses: dict[int, dict[str, Any]] = {
        200: {"description": "What was asked for", "content": content},
        413: {"description": "The body is too large", "content": refused},
        422: {"description": "Nothing was done; these are the reasons", "content": refused},
    }
    if patience:
        responses[429] = {"description": "Asked too often; nothing was done", "content": refused}
    asked = {"required": True, "content": {"application/json": {"schema": reference(body)}}}
    return {
        "summary": summary.rstrip("."),
        "operation_id": name,
        "tags": [tag],
        "responses": responses,
        "openapi_extra": {"requestBody": asked},
    }
