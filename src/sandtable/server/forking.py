"""The process from which the server's workers come: it reads the rulesets once, and forks for every worker that it is asked for.

So a worker that was ended is replaced at once, and what all of them have read is in memory once. It knows no battle and no secret.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import traceback
from typing import NoReturn

from sandtable.server.nursery import ORDER
from sandtable.server.worker import prepare, work


def serve(line: socket.socket) -> None:
    """Fork and end workers as the server says, until it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    prepare()
    gc.freeze()  # what is here stays: a worker that went through it would need it in memory of its own
    alive: set[int] = set()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        while True:
            order, handles, _, _ = socket.recv_fds(line, ORDER, 1)
            alive -= _ended(alive)
            if not order:
                return
            if handles:
                alive.add(_forked(line, handles[0]))
            elif (worker := int.from_bytes(order)) in alive:
                os.kill(worker, signal.SIGKILL)
    finally:
        for worker in alive:
            os.kill(worker, signal.SIGKILL)  # nobody has waited for it: no other process has its number


def _forked(line: socket.socket, handle: int) -> int:
    """A new worker's number."""
    worker = os.fork()
    if not worker:
        line.close()
        _be_a_worker(handle)
    os.close(handle)
    return worker


def _be_a_worker(handle: int) -> NoReturn:
    code = 1
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        work(socket.socket(fileno=handle))
        code = 0
    except BrokenPipeError:  # whoever asked waits no longer
        pass
    except BaseException:  # noqa: BLE001 - told, and ended here: what would come next is the other process's
        traceback.print_exc()
    finally:
        os._exit(code)


def _ended(workers: set[int]) -> set[int]:
    """Those who have ended, of whom leave is taken."""
    return {worker for worker in workers if os.waitpid(worker, os.WNOHANG)[0]}


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
