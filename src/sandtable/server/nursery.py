"""The server's end of the line to the process from which its workers come (``forking.py``)."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from contextlib import suppress
from typing import Protocol

PROCESS = "sandtable.server.forking"  # by name: it knows the jobs of the whole server, and nobody here must
ORDER = 8  # bytes: nought for a worker, to whom the handle that comes with it belongs, else whom to end
STDERR = 2


class Process(Protocol):
    """As far as it is ended and waited for."""

    def terminate(self) -> None: ...

    def wait(self) -> int: ...


class Nursery:
    """The process that forks workers, as the server asks it to."""

    def __init__(self, line: socket.socket, process: Process) -> None:
        self._line = line
        self._process = process

    def fork(self) -> socket.socket:
        """The line to a new worker, which says when it is ready."""
        ours, its = socket.socketpair()
        with its:
            try:
                socket.send_fds(self._line, [bytes(ORDER)], [its.fileno()])
            except OSError:
                ours.close()
                raise
        return ours

    def end(self, worker: int) -> None:
        """End a worker, in the midst of whatever it does."""
        with suppress(OSError):  # who forked it is gone, and has ended it
            self._line.sendall(worker.to_bytes(ORDER))

    async def close(self) -> None:
        """End it, and all workers with it."""
        self._process.terminate()
        await asyncio.to_thread(self._process.wait)
        self._line.close()


def start() -> Nursery:
    """Start the process; it answers when it has read what it needs, and who asks meanwhile is answered then."""
    ours, its = socket.socketpair()
    with its:
        handle = its.fileno()
        command = [sys.executable, "-m", PROCESS, str(handle)]
        # Whatever prints does so where the server complains.
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=STDERR, pass_fds=[handle])  # noqa: S603 - ourselves
    return Nursery(ours, process)
