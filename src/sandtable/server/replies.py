"""What all calls share: a body read with a limit, a reply or a refusal in words, and how a call is described."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import Request, Response
from pydantic import BaseModel
from starlette.requests import HTTPConnection

from sandtable.kernel.messages import Catalogue
from sandtable.kernel.problem import Problem, refuse
from sandtable.server.schema import Problems
from sandtable.umpire import desk

REFERENCES = "#/components/schemas/{model}"
LATER = {429: "5", 503: "30"}  # seconds after which it may be tried again
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
    """The JSON object that a text holds; anything else is refused."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise refuse("", "kernel.desk.no_object")
    return body


def in_words(problems: Iterable[Problem], texts: Catalogue) -> list[dict[str, Any]]:
    """Problems as they are read."""
    return [
        {
            "field": problem.field,
            "message": texts.say(problem.message),
            "choices": list(problem.choices),
            "rule": problem.rule,
        }
        for problem in problems
    ]


def answered(reply: Mapping[str, Any]) -> Response:
    """What was asked for."""
    return _json(200, {"status": "ok", **reply})


def refused(status: int, problems: list[dict[str, Any]]) -> Response:
    """A refusal for these reasons."""
    return _json(status, {"status": "problems", "problems": problems})


def refusal(status: int, message_id: str) -> Response:
    """A refusal that is about the call as a whole."""
    return refused(status, [problem(message_id)])


def problem(message_id: str) -> dict[str, Any]:
    """What is wrong with a call as a whole."""
    return {"field": "", "message": desk.kernel_text(message_id), "choices": [], "rule": None}


def _json(status: int, body: Mapping[str, Any]) -> Response:
    """What is secret in a reply is nobody's to keep on the way."""
    headers = {"Cache-Control": "no-store"}
    if status in LATER:
        headers["Retry-After"] = LATER[status]
    return Response(json.dumps(body), status, media_type="application/json", headers=headers)


def documented(
    name: str,
    summary: str,
    tag: str,
    body: type[BaseModel],
    replies: tuple[type[BaseModel], ...],
    *,
    patience: bool = False,
) -> dict[str, Any]:
    """How a call stands in the schema; ``patience`` where it may be asked too often."""
    schemas = [_reference(reply) for reply in replies]
    content = {"application/json": {"schema": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}}}
    refused = {"application/json": {"schema": _reference(Problems)}}
    responses: dict[int, dict[str, Any]] = {
        200: {"description": "What was asked for", "content": content},
        413: {"description": "The body is too large", "content": refused},
        422: {"description": "Nothing was done; these are the reasons", "content": refused},
    }
    if patience:
        responses[429] = {"description": "Asked too often; nothing was done", "content": refused}
    asked = {"required": True, "content": {"application/json": {"schema": _reference(body)}}}
    return {
        "summary": summary.rstrip("."),
        "operation_id": name,
        "tags": [tag],
        "responses": responses,
        "openapi_extra": {"requestBody": asked},
    }


def _reference(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": REFERENCES.format(model=model.__name__)}
