"""Commands without the seconds of their imports: a process that has imported everything forks for each command that it is sent.

Each command is a process of its own, with its own streams, folder, surroundings, signals and exit code; nothing but the imports and
the machine code of the table's geometry is shared. Some tests start a command from nothing, as a user does, to see that it comes up alone.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import threading
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, NoReturn

import sandtable
from sandtable.battle import registry as tables
from sandtable.cli.main import main
from sandtable.kernel import registry
from sandtable.server import forking, nursery

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0  # seconds; a command takes a fraction of one
READ_AT_ONCE = 65_536


class Forked:
    """A command that runs, handled like one that ``subprocess`` has started."""

    def __init__(self, arguments: Sequence[str], report: int) -> None:
        self.args = list(arguments)
        self.returncode: int | None = None
        self._report = report
        self.pid = int(self._next_word())

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._report], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            self.returncode = int(self._next_word())
            os.close(self._report)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _next_word(self) -> bytes:
        word = b""
        while not word.endswith(b"\n"):
            fresh = os.read(self._report, 1)
            assert fresh, "whoever forks commands is gone"
            word += fresh
        return word


def start(
    arguments: Sequence[str], streams: Sequence[IO[Any]], folder: Path, surroundings: Mapping[str, str]
) -> Forked:
    """Start a command on these three streams."""
    order = {"arguments": list(arguments), "folder": str(folder), "surroundings": dict(surroundings)}
    report, reporting = os.pipe()
    passed = [*(stream.fileno() for stream in streams), reporting]
    socket.send_fds(_forge(), [json.dumps(order).encode() + b"\n"], passed)
    os.close(reporting)
    return Forked(arguments, report)


def run(
    arguments: Sequence[str], typed: bytes, folder: Path, surroundings: Mapping[str, str]
) -> tuple[int, bytes, bytes]:
    """Run a command to its end: its exit code, what it said and what it complained of."""
    with TemporaryFile() as stdin, TemporaryFile() as stdout, TemporaryFile() as stderr:
        stdin.write(typed)
        stdin.seek(0)
        code = start(arguments, (stdin, stdout, stderr), folder, surroundings).wait(PATIENCE)
        return code, whole(stdout), whole(stderr)


def whole(stream: IO[bytes]) -> bytes:
    """All that was written to a file."""
    stream.seek(0)
    return stream.read()


@cache
def _forge() -> socket.socket:
    """The line to the process that forks, which ends when the line does."""
    line, other = socket.socketpair()
    command = [sys.executable, "-m", __name__, str(other.fileno())]
    # One thread: what has more cannot be forked in peace.
    surroundings = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    forge = subprocess.Popen(command, pass_fds=[other.fileno()], cwd=ROOT, env=surroundings, start_new_session=True)
    other.close()
    atexit.register(forge.wait)
    atexit.register(line.close)  # before the wait: what was registered last is done first
    return line


# ---- The other process -----------------------------------------------------------------------------------------------------


def serve(line: socket.socket) -> None:
    """Fork for every command that is sent."""
    import_everything()
    load_geometry()
    gc.collect()
    gc.freeze()
    while True:
        said, streams, _, _ = socket.recv_fds(line, READ_AT_ONCE, 4)
        forget_the_ended()
        if not said:
            return
        while not said.endswith(b"\n"):
            said += line.recv(READ_AT_ONCE)
        if not os.fork():
            line.close()
            wait_for(json.loads(said), *streams)
        for stream in streams:
            os.close(stream)


def forget_the_ended() -> None:
    """Take leave of those whose commands have ended."""
    with suppress(ChildProcessError):  # there is nobody
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def wait_for(order: Mapping[str, Any], stdin: int, stdout: int, stderr: int, report: int) -> NoReturn:
    """Start the command, say who it is, and how it ended."""
    if not (child := os.fork()):
        os.close(report)
        become(order, (stdin, stdout, stderr))
    for stream in (stdin, stdout, stderr):
        os.close(stream)
    os.write(report, f"{child}\n".encode())
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.write(report, f"{code}\n".encode())
    os._exit(0)


def become(order: Mapping[str, Any], streams: Sequence[int]) -> NoReturn:
    """Be the command, as Python would have started it."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["surroundings"])
    sys.path[:0] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    sys.argv = ["sandtable", *order["arguments"]]
    if "serve" in order["arguments"]:
        stand_ready()
    try:
        main()
    except SystemExit as leaving:
        # As Python leaves, but for the modules: to take all of them down by hand would take longer than most commands.
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(int(leaving.code or 0))


def stand_ready() -> None:
    """Have a nursery for the server that this process becomes, without the seconds of its imports either; a further one starts from nothing."""
    ours, its = socket.socketpair()
    if not (child := os.fork()):
        ours.close()
        try:
            forking.serve(its)
        finally:
            os._exit(0)
    its.close()
    from_nothing, ready = nursery.start, [nursery.Nursery(ours, Child(child))]
    nursery.start = lambda: ready.pop() if ready else from_nothing()


class Child:
    """A process that this one has forked."""

    def __init__(self, number: int) -> None:
        self._number = number

    def terminate(self) -> None:
        os.kill(self._number, signal.SIGTERM)

    def wait(self) -> int:
        return os.waitstatus_to_exitcode(os.waitpid(self._number, 0)[1])


def import_everything() -> None:
    """Every module and every ruleset."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for module in pkgutil.walk_packages(sandtable.__path__, "sandtable."):
            if not module.name.endswith(".__main__"):
                import_module(module.name)
    for name in registry.names():
        registry.ruleset(name)
    for name in tables.names():
        tables.table(name)


def load_geometry() -> None:
    """The machine code of every loop, if it is on disk; else whoever needs it says so and compiles it."""
    from sandtable.ai.rehearsal import rehearse  # noqa: PLC0415 - it takes seconds, and is for the other process alone
    from sandtable.geometry.compiled.compiler import uncompiled  # noqa: PLC0415 - as above

    if not uncompiled():
        rehearse()


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
