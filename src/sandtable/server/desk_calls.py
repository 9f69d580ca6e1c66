"""The desk's calls from outside: each by POST, or one after another over a line that stays open."""

from __future__ import annotations

import contextlib
import gzip
import logging
from collections.abc import Awaitable, Callable
from functools import lru_cache

from fastapi import Request, Response, WebSocket, WebSocketDisconnect

from sandtable.server.replies import PACKED, body_of, refusal, takes_packed
from sandtable.umpire import desk

LOG = logging.getLogger("sandtable.server")
FAILED = "The call %s failed on %.2000s"
KEPT_SCREENS = 64
LONGEST_KEPT = 1_000  # characters of a body; with a house file it is longer, and asked for by one phone alone
WENT_WRONG, NOT_TEXT = 1011, 1003  # the websocket's own numbers for a fault on this end, and for what is no text


def by_post(name: str) -> Callable[[Request], Awaitable[Response]]:
    """The handler of one call."""

    async def answer(request: Request) -> Response:
        body = await body_of(request, desk.LARGEST_BODY)
        if body is None:
            return refusal(413, "kernel.desk.too_large")
        try:
            if name == "ruleset" and len(body) <= LONGEST_KEPT:
                return _screen(body, packed=takes_packed(request))
            return _told(desk.answer(name, body))
        except Exception:
            LOG.exception(FAILED, name, body)
            return refusal(500, "kernel.desk.fault")

    return answer


async def by_line(socket: WebSocket) -> None:
    """Questions as text, the call's name and its body without anything between; the answers come in the same order.

    Whoever is cut off by a fault asks by POST and is told there what is wrong.
    """
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            try:
                name, brace, rest = (await socket.receive_text()).partition("{")
            except KeyError:  # Starlette's word for a frame of bytes
                await socket.close(NOT_TEXT, "Questions are asked as text.")
                return
            try:
                told = desk.answer(name, brace + rest)
            except Exception:
                LOG.exception(FAILED, name, rest)
                await socket.close(WENT_WRONG)
                return
            await socket.send_text(told)


def _told(text: str) -> Response:
    return Response(text, _status(text), media_type="application/json")


def _status(text: str) -> int:
    return 422 if text.startswith('{"status":"problems"') else 200


def _screen(body: str, *, packed: bool) -> Response:
    """A ruleset's screen is the same for all who ask in the same words: it is described and packed once."""
    text, small = _described(body)
    if not packed:
        return _told(text)
    return Response(small, _status(text), media_type="application/json", headers=PACKED)


@lru_cache(maxsize=KEPT_SCREENS)
def _described(body: str) -> tuple[str, bytes]:
    text = desk.answer("ruleset", body)
    return text, gzip.compress(text.encode())
