"""A process that works for the server: jobs come in by name, one after the other, and their results go out. It knows no battle and no secret."""

from __future__ import annotations

import gzip
import os
import resource
import signal
import socket
import traceback
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sandtable.kernel.problem import Refusal
from sandtable.server.work_pipe import DONE, FAILED, PACKING, REFUSED, TOO_COSTLY, Answer, packed, read, write

if TYPE_CHECKING:
    from sandtable.server.table.drawings import Land

MOST_MEMORY = 3_000_000_000  # bytes of addresses; a job that wants more fails alone
NICE = 10  # whoever plays comes first


def _umpire(name: str, body: str) -> str:
    from sandtable.umpire import desk  # noqa: PLC0415 - each job brings what it needs

    return desk.answer(name, body)


def _land(text: str) -> Land:
    from sandtable.server.table.drawings import land  # noqa: PLC0415 - geometry takes a second to import

    return land(text)


def _scenario(text: str, file_name: str) -> None:
    from sandtable.battle.scenario.reader import read_scenario  # noqa: PLC0415 - as above

    read_scenario(text, file_name)


def _code(link: str) -> str:
    import segno  # noqa: PLC0415 - as above

    drawn = segno.make(link, micro=False, error="m")
    return drawn.svg_inline(border=2, omitsize=True, light="white")


def _umpire_bytes(name: str, body: str, pack: bool) -> Answer:
    """An answer ready to be sent: the server's loop neither encodes nor packs it."""
    text = _umpire(name, body)
    content = text.encode()
    refused = text.startswith('{"status":"problems"')
    return Answer(gzip.compress(content, PACKING) if pack else content, refused, len(text))


JOBS: Mapping[str, Callable[..., Any]] = {
    "umpire": _umpire,
    "umpire bytes": _umpire_bytes,
    "land": _land,
    "scenario": _scenario,
    "code": _code,
}


def prepare() -> None:
    """Read the rulesets, before the first who asks has to wait for them."""
    _umpire("catalogue", "{}")


def work(line: socket.socket) -> None:
    """Work until whoever gives the jobs is gone."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    jobs, results = line.makefile("rb"), line.makefile("wb")
    write(results, os.getpid())  # it is ready
    os.nice(NICE)  # not before: whoever asks first waits for it
    while (job := read(jobs)) is not None:
        seconds, name, about = job
        # Of processor time: on a machine that others keep busy a job may take longer. The signal ends the process, whatever it is in.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        result = packed(done(name, about))
        signal.setitimer(signal.ITIMER_PROF, 0)
        results.write(result)
        results.flush()


def done(name: str, about: tuple[Any, ...]) -> tuple[str, Any]:
    """How a job went, and its result, the problems for which it is refused, or what went wrong."""
    try:
        return DONE, JOBS[name](*about)
    except Refusal as refusal:
        return REFUSED, refusal.problems
    except MemoryError:
        return TOO_COSTLY, ""
    except Exception:  # noqa: BLE001 - whoever gave the job is told
        return FAILED, traceback.format_exc()
