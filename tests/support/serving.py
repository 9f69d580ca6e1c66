"""A real server process for tests: started on a free port, waited for, ended."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import httpx

PATIENCE = 90.0  # seconds; a start takes one or two, many more when every core is busy


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@dataclass
class Server:
    process: subprocess.Popen[bytes]
    address: str
    port: int

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """kill -9, once."""
        if self.process.returncode is None:
            self.process.kill()
            self.process.communicate()


def start_server(*arguments: str, port: int | None = None, scheme: str = "http", host: str = "127.0.0.1") -> Server:
    port = port or free_port()
    command = [sys.executable, "-m", "sandtable", "serve", "--port", str(port), *arguments]
    environment = {**os.environ, "PYTHONWARNINGS": "default"}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    server = Server(process, f"{scheme}://{host}:{port}", port)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if process.poll() is not None:
            told = process.stderr.read().decode() if process.stderr else ""
            raise RuntimeError(f"The server ended at once: {told}")
        try:
            httpx.get(f"{server.address}/manifest.webmanifest", verify=False, timeout=2)  # noqa: S501 - our own certificate
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return server
    server.kill()
    raise RuntimeError("The server did not come up.")


def own_certificate(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate for this machine, by openssl."""
    certificate, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    return certificate, key
