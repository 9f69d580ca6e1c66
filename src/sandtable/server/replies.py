"""What all calls share: a body read with a limit, a refusal in words, and how a call is described."""

from __future__ import annotations

import json
from typing import Any

from fastapi import Request, Response
from pydantic import BaseModel

from sandtable.server.schema import Problems
from sandtable.umpire import desk

REFERENCES = "#/components/schemas/{model}"


async def body_of(request: Request, largest: int) -> str | None:
    """The body as text, or None when it is larger than anything there is to read."""
    received = bytearray()
    async for chunk in request.stream():
        received += chunk
        if len(received) > largest:
            return None
    return received.decode("utf-8", errors="replace")


def refusal(status: int, message_id: str) -> Response:
    """A refusal that is about the call as a whole."""
    problems: list[dict[str, Any]] = [
        {"field": "", "message": desk.kernel_text(message_id), "choices": [], "rule": None}
    ]
    return Response(json.dumps({"status": "problems", "problems": problems}), status, media_type="application/json")


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
