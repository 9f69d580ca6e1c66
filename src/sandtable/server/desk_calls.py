"""The desk's calls from outside, each by POST. The desk itself works in another process."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from fastapi import Request, Response

from sandtable.server.allowance import Allowances
from sandtable.server.replies import PACKED, body_of, call_refusal, caller, takes_packed
from sandtable.server.work_pipe import Answer
from sandtable.server.workers import TooCostly, TooMany, Workers
from sandtable.umpire import desk

LOG = logging.getLogger("sandtable.server")
FAILED = "The call %s failed on %.2000s"
KEPT_SCREENS = 64
LONGEST_KEPT = 1_000  # characters of a body; with a house file it is longer, and asked for by one phone alone
LONGEST = 10.0  # seconds for one answer; the slowest that a table asks for takes a tenth of one
LARGEST_REPLY = 10_000_000  # characters
CALLS_AT_ONCE, CALLS_PER_SECOND = 600, 60.0  # of one address: a finger on a slider asks at every move


class DeskCalls:
    """The umpire's desk, for everybody who asks."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._calls = Allowances(CALLS_AT_ONCE, CALLS_PER_SECOND)
        self._screens: OrderedDict[tuple[str, bool], Answer] = OrderedDict()

    def by_post(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        """The handler of one call."""

        async def answer(request: Request) -> Response:
            body = await body_of(request, desk.LARGEST_BODY)
            if body is None:
                return call_refusal(413, "kernel.desk.too_large")
            if not self._calls.of(caller(request)).take():
                return call_refusal(429, "kernel.desk.too_often")
            try:
                told = await self._answer_in_bytes(caller(request), name, body, pack=takes_packed(request))
            except TooCostly:
                return call_refusal(422, "kernel.desk.too_long")
            except TooMany:
                return call_refusal(429, "kernel.desk.too_often")
            except Exception:
                LOG.exception(FAILED, name, body)
                return call_refusal(500, "kernel.desk.fault")
            if told.length > LARGEST_REPLY:
                return call_refusal(413, "kernel.desk.too_large_answer")
            headers = PACKED if takes_packed(request) else None
            status = 422 if told.refused else 200
            return Response(told.content, status, media_type="application/json", headers=headers)

        return answer

    async def _answer_in_bytes(self, address: str, name: str, body: str, *, pack: bool) -> Answer:
        """An answer, made and packed by a worker. A ruleset's screen is the same for all who ask in the same words: it is described once."""
        asked = (body, pack)
        if name == "ruleset" and asked in self._screens:
            return self._screens[asked]
        told: Answer = await self._workers.do(address, LONGEST, "umpire bytes", name, body, pack)
        if name == "ruleset" and len(body) <= LONGEST_KEPT:
            self._screens[asked] = told
            if len(self._screens) > KEPT_SCREENS:
                self._screens.popitem(last=False)
        return told
