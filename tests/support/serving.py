"""A real server process for tests: started on a free port, waited for, ended."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO

import httpx

from tests.support import forked_commands

PATIENCE = 90.0  # seconds; a start takes one or two, many more when every core is busy


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@dataclass
class Server:
    process: subprocess.Popen[bytes] | forked_commands.Forked
    address: str
    port: int
    complaints: IO[bytes]
    told: str = ""  # to whoever runs it, when it has ended
    battles: TemporaryDirectory[str] | None = None  # where no database is named

    def stop(self) -> None:
        self.process.terminate()
        try:
            self._ended(10)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """kill -9, once."""
        if self.process.returncode is None:
            self.process.kill()
            self._ended()

    def _ended(self, patience: float | None = None) -> None:
        self.process.wait(patience)
        if not self.complaints.closed:
            self.told = forked_commands.whole(self.complaints).decode()
            self.complaints.close()
        if self.battles:
            self.battles.cleanup()


def start_server(
    *arguments: str, port: int | None = None, scheme: str = "http", host: str = "127.0.0.1", from_nothing: bool = False
) -> Server:
    """A server that answers; ``from_nothing`` as a shell starts it, else without the seconds of its imports. Where no database is named it
    keeps its battles apart: one server alone may write to those of this machine."""
    port = port or free_port()
    complaints = TemporaryFile()  # noqa: SIM115 - as long as the server
    battles = TemporaryDirectory()
    start = _start_from_nothing if from_nothing else _start
    apart = [] if _names_a_database(arguments) else ["--database", f"sqlite:///{battles.name}/battles.db"]
    process = start(["serve", "--port", str(port), *apart, *arguments], complaints)
    server = Server(process, f"{scheme}://{host}:{port}", port, complaints, battles=battles)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if process.poll() is not None:
            server.stop()
            raise RuntimeError(f"The server ended at once: {server.told}")
        try:
            httpx.get(f"{server.address}/manifest.webmanifest", verify=False, timeout=2)  # noqa: S501 - our own certificate
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return server
    server.kill()
    raise RuntimeError("The server did not come up.")


def _names_a_database(arguments: Sequence[str]) -> bool:
    return "--database" in arguments or "SANDTABLE_DATABASE" in os.environ


def _start(arguments: Sequence[str], complaints: IO[bytes]) -> forked_commands.Forked:
    with Path(os.devnull).open("r+b") as nobody:
        return forked_commands.start(arguments, (nobody, nobody, complaints), Path.cwd(), os.environ)


def _start_from_nothing(arguments: Sequence[str], complaints: IO[bytes]) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONWARNINGS": "default"}
    command = [sys.executable, "-m", "sandtable", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=complaints, env=environment)


def own_certificate(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate for this machine, by openssl."""
    certificate, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    return certificate, key
