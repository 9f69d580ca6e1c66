"""The lab's calls over HTTP: light to import, so that the umpire starts at once."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request, Response

from sandtable.kernel.messages import Catalogue
from sandtable.kernel.problem import Refusal
from sandtable.server.allowance import Allowances
from sandtable.server.lab.jobs import LabJobs
from sandtable.server.lab.views import LAB_CALLS, SUMMARIES
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

LOG = logging.getLogger("sandtable.server")
LARGEST_BODY = 450_000  # two house-rules files
CALLS: Mapping[str, Callable[[LabJobs, Mapping[str, Any]], Awaitable[Any]]] = {
    "choices": LabJobs.choices,
    "start": LabJobs.start,
    "look": LabJobs.look,
    "stop": LabJobs.stop,
    "go_on": LabJobs.go_on,
    "battle": LabJobs.battle,
    "report": LabJobs.report,
}


def lab_router(jobs: LabJobs) -> APIRouter:
    """Everything about the lab."""
    router = APIRouter(prefix="/api/lab")
    often = Allowances(60, 2, time.monotonic)
    for name, (body, reply) in LAB_CALLS.items():
        about = call_description(f"lab_{name}", SUMMARIES[name], "lab", body, (reply,), patience=True)
        router.add_api_route(f"/{name}", _call(jobs, often, name), methods=["POST"], **about)
    return router


def _call(jobs: LabJobs, often: Allowances, name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        text = await body_of(request, LARGEST_BODY)
        if text is None:
            return call_refusal(413, "kernel.desk.too_large")
        if not often.of(caller(request)).take():
            return call_refusal(429, "kernel.desk.too_often")
        try:
            reply = await CALLS[name](jobs, object_in(text))
        except Refusal as refusing:
            return refusal_response(422, in_words(refusing.problems, _texts()))
        except Exception:
            LOG.exception("The call lab/%s failed", name)
            return call_refusal(500, "kernel.desk.fault")
        return await reply_response(reply, pack=takes_packed(request))

    return answer


def _texts() -> Catalogue:
    """The words of scenarios and of every game, and the lab's own."""
    from sandtable.battle.scenario.texts import every_text  # noqa: PLC0415 - needed only where something is refused
    from sandtable.lab.texts import catalogue  # noqa: PLC0415 - as above

    told = every_text("")
    return replace(told, texts={**told.texts, **catalogue().texts})
